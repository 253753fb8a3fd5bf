//! Somebody makes an account for themselves and is signed in.

use super::{
    create_account::{NewAccount, Standing, create_account},
    sign_in::{SignedIn, start_session},
};
use crate::{
    error::{Error, Result},
    first,
};
use web::{Ctx, Quota, guess::Subject};

/// What somebody typed to register.
pub struct Register {
    pub email: String,
    pub password: String,
    pub display_name: String,
    pub set_up_code: Option<String>,
}

pub async fn register(ctx: &Ctx, cmd: Register) -> Result<SignedIn> {
    let check = || NewAccount::check(&cmd.email, &cmd.display_name, &cmd.password);
    check()?;
    let mut standing = standing(ctx, cmd.set_up_code.as_deref()).await?;
    ctx.quotas.take(Quota::Registrations, ctx.actor.address)?;
    let account = loop {
        match create_account(ctx, check()?, standing).await {
            // Once: whoever was first stays first.
            Err(Error::FirstTaken) => standing = as_member(ctx)?,
            created => break created?,
        }
    };
    start_session(ctx, account, None).await
}

/// As what this person may come in, if at all.
async fn standing(ctx: &Ctx, code: Option<&str>) -> Result<Standing> {
    let member = as_member(ctx)?;
    if first::is_taken(ctx.store.as_ref()).await? {
        return Ok(member);
    }
    // Whoever sits at the machine itself need not prove that they run it.
    let Some(wanted) = ctx.settings.set_up_code.as_ref().filter(|_| !ctx.is_local()) else {
        return Ok(Standing::First);
    };
    let attempt = ctx.guesses.check(&Subject::address(ctx.actor.address)).await?;
    let given = blake3::hash(code.unwrap_or_default().trim().as_bytes());
    // Hashes compare in constant time.
    if given == blake3::hash(wanted.as_bytes()) {
        return Ok(Standing::First);
    }
    attempt.failed().await?;
    Err(Error::NeedsSetUpCode)
}

fn as_member(ctx: &Ctx) -> Result<Standing> {
    if ctx.settings.registration_open {
        Ok(Standing::With(Vec::new()))
    } else {
        Err(Error::RegistrationClosed)
    }
}
