//! Someone's phone says where Apple's push service reaches it, or no longer.

use crate::{
    error::{Error, Result},
    stored,
};
use kernel::{Checks, UserId};
use web::{Edit, Expected, Services, edit};

const MOST: usize = 200;

pub async fn set_device_token(services: &Services, user: UserId, token: Option<String>) -> Result<()> {
    let mut checks = Checks::new();
    if let Some(token) = &token {
        let plain = token.chars().all(|c| c.is_ascii_alphanumeric());
        checks.text("deviceToken", token, MOST).that(plain, "deviceToken", "Letters and digits only.");
    }
    checks.done()?;
    let load = async || stored::get_user(services.store.as_ref(), user).await;
    edit(services, &Expected::any(), load, |profile| {
        profile.device_token.clone_from(&token);
        Ok::<_, Error>(Edit::of(()))
    })
    .await?;
    Ok(())
}
