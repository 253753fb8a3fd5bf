//! What somebody shows of themselves; to themselves and to a SuperAdmin also when they last signed in.

use super::list_comments::names;
use crate::{
    Error,
    gate::{self, Allowed, TakesPart},
    model::{Act, Profile},
    stored,
};
use kernel::UserId;
use store::StoreError;

/// A profile as the caller may see it.
#[derive(Debug, Clone)]
pub struct SeenProfile {
    pub profile: Profile,
    pub name: String,
}

pub async fn get_profile(by: &Allowed<TakesPart>, user: UserId) -> Result<SeenProfile, Error> {
    let name = names(by, &[user.into()]).await?.remove(&user.into()).ok_or(Error::NoPerson)?;
    let mut profile = stored::profile(by, user).await?;
    if gate::allows(by, Act::SeeSignIns(user)).await? {
        // A sign-in before there was a row, or whose row could not be written, is known with the account.
        match identity::stored::get_account(by.store.as_ref(), user).await {
            Ok(account) if account.last_login_at > profile.last_login_at => {
                (profile.last_login_at, profile.last_login_ip) =
                    (account.last_login_at, account.last_login_ip);
            }
            Ok(_) | Err(identity::Error::NoSuchAccount) => {}
            Err(error) => return Err(StoreError::from(error).into()),
        }
    } else {
        (profile.last_login_at, profile.last_login_ip) = (None, None);
    }
    Ok(SeenProfile { profile, name })
}
