//! Someone makes an account for themselves and is signed in.

use super::{
    create_account::{NewAccount, Proven, Standing, create_account},
    sign_in::{From, SignedIn, start_session},
};
use crate::{
    error::{Error, Result},
    first, stored,
};
use kernel::secret;
use web::{Quota, Registration, Services, guess::Subject};

/// What someone typed to register.
pub struct Register {
    pub email: String,
    pub password: String,
    pub display_name: String,
    pub set_up_code: Option<String>,
    /// An invitation to a group or a household.
    pub invite: Option<String>,
}

pub async fn register(services: &Services, from: From, cmd: Register) -> Result<SignedIn> {
    let check = || NewAccount::check(services, &cmd.email, &cmd.display_name, &cmd.password);
    let new = check()?;
    let invited = is_invited(services, cmd.invite.as_deref()).await?;
    let mut standing = standing(services, &from, &cmd, invited).await?;
    if !invited {
        services.quotas.take(Quota::Registrations, from.address)?;
    }
    let account = loop {
        match create_account(services, check()?, standing, Proven::Not(from.address)).await {
            // Once: whoever was first stays first.
            Err(Error::FirstTaken) => standing = as_member(services, invited)?,
            created => break created?,
        }
    };
    let known = stored::find_sign_in(services.store.as_ref(), &new.email).await?;
    start_session(services, from, account, known.map(|known| (new.email, known))).await
}

pub async fn is_invited(services: &Services, invite: Option<&str>) -> Result<bool> {
    let Some(invite) = invite else { return Ok(false) };
    for hook in &services.joined.accounts {
        if hook.invites(services, invite).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// As what this person may come in, if at all.
async fn standing(services: &Services, from: &From, cmd: &Register, invited: bool) -> Result<Standing> {
    let taken = first::is_taken(services.store.as_ref()).await?;
    if taken || services.settings.registration == Registration::Off {
        return as_member(services, invited);
    }
    let Some(wanted) = &services.settings.set_up_code else {
        return Ok(Standing::First);
    };
    let attempt = services.guesses.check(&Subject::address(from.address)).await?;
    if secret::same(cmd.set_up_code.as_deref().unwrap_or_default().trim(), wanted) {
        return Ok(Standing::First);
    }
    attempt.failed().await?;
    Err(Error::NeedsSetUpCode)
}

fn as_member(services: &Services, invited: bool) -> Result<Standing> {
    match services.settings.registration {
        Registration::On => Ok(Standing::With(Vec::new())),
        Registration::Invited if invited => Ok(Standing::With(Vec::new())),
        Registration::Invited => Err(Error::NotInvited),
        Registration::Off => Err(Error::RegistrationClosed),
    }
}
