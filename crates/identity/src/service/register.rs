//! Someone makes an account for themselves and is signed in. An address that stands in a row of `Users` without an account first has to
//! be confirmed ([`super::take_over`]).

use super::{
    create_account::{NewAccount, Proven, Standing, create_account},
    sign_in::{From, SignedIn, start_session},
    take_over,
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

/// Result of registering.
pub enum Registered {
    SignedIn(Box<SignedIn>),
    /// A link was mailed that creates the account.
    CheckEmail,
}

pub async fn register(services: &Services, from: From, cmd: Register) -> Result<Registered> {
    let check = || NewAccount::check(services, &cmd.email, &cmd.display_name, &cmd.password);
    let new = check()?;
    let invited = is_invited(services, cmd.invite.as_deref()).await?;
    let mut standing = standing(services, &from, &cmd, invited).await?;
    if !invited {
        services.quotas.take(Quota::Registrations, from.address)?;
    }
    if let Some(row) = take_over::find_unclaimed(services, &new.email, &cmd.email).await? {
        if !services.outbound.mail.delivers() {
            return Err(Error::NeedsProof);
        }
        take_over::ask(services, &row, &new.email, from.address, standing == Standing::First).await?;
        return Ok(Registered::CheckEmail);
    }
    let account = loop {
        match create_account(services, check()?, standing, Proven::Not(from.address)).await {
            // Once: whoever was first stays first.
            Err(Error::FirstTaken) => standing = as_member(services, invited)?,
            created => break created?,
        }
    };
    let known = stored::find_sign_in(services.store.as_ref(), &new.email).await?;
    let session = start_session(services, from, account, known.map(|known| (new.email, known))).await?;
    Ok(Registered::SignedIn(Box::new(session)))
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
