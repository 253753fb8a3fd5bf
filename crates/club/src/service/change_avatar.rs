//! Somebody's picture: uploaded, served, removed. A new one is in the object store before the profile names it, and the old one goes
//! after that, so that a crash leaves a file too many and never a profile without its picture.

use crate::{
    Error,
    gate::{Allowed, TakesPart},
    model::profile::{avatar_key, media_type},
    stored,
};
use kernel::UserId;
use outbound::image::{Picture, Upload};
use web::{Edit, Expected, Fault, Quota, Services};

/// The most bytes that are taken.
pub const MOST_BYTES: usize = 2 * 1024 * 1024;

/// Keeps the picture; what it is called in the object store.
pub async fn set_avatar(by: &Allowed<TakesPart>, bytes: Vec<u8>) -> Result<String, Error> {
    if bytes.len() > MOST_BYTES {
        return Err(Fault::TooLarge.into());
    }
    let user = by.user_id()?;
    let upload = Upload::judged(bytes)?;
    by.quotas.take_as(Quota::Pictures, &user.to_string())?;
    let Picture { bytes, extension } = by.outbound.pictures.avatar(upload).await?;
    let key = avatar_key(user, by.rng.uuid_v4(), extension);
    by.outbound.files.put(&key, bytes).await?;
    let old = replace(by, user, Some(key.clone())).await?;
    remove(by, old).await;
    Ok(key)
}

pub async fn remove_avatar(by: &Allowed<TakesPart>) -> Result<(), Error> {
    let old = replace(by, by.user_id()?, None).await?;
    if old.is_none() {
        return Err(Error::NoPicture);
    }
    remove(by, old).await;
    Ok(())
}

/// Somebody's picture with its media type.
pub async fn get_avatar(by: &Allowed<TakesPart>, user: UserId) -> Result<(Vec<u8>, &'static str), Error> {
    let key = stored::profile(by, user).await?.avatar_key.ok_or(Error::NoPicture)?;
    let bytes = by.outbound.files.get(&key).await?.ok_or(Error::NoPicture)?;
    Ok((bytes, media_type(&key)))
}

/// Names another picture, or none; what it was before.
async fn replace(services: &Services, user: UserId, key: Option<String>) -> Result<Option<String>, Error> {
    let load = async || Ok::<_, Error>(stored::profile(services, user).await?);
    let (_, old) = web::edit(services, &Expected::any(), load, |profile| {
        let old = std::mem::replace(&mut profile.avatar_key, key.clone());
        Ok::<_, Error>(Edit::of(old))
    })
    .await?;
    Ok(old)
}

/// A file that stays behind does no harm: nothing names it.
pub async fn remove(services: &Services, key: Option<String>) {
    let Some(key) = key else { return };
    if let Err(error) = services.outbound.files.delete(&key).await {
        tracing::warn!(%error, "an old picture stays in the file store");
    }
}
