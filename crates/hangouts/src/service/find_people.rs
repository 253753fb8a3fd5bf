//! Finds accounts that are to be added or invited. Looking for e-mail addresses is limited, so that nobody tries out a list of them.

use crate::Error;
use identity::{Person, list_names, model::Email};
use kernel::{Checks, UserId};
use std::collections::HashMap;
use web::{Ctx, Fault};

/// The account with this id.
pub async fn by_id(ctx: &Ctx, user: UserId) -> Result<Person, Error> {
    let name = list_names(ctx.store.as_ref(), &[user]).await?.remove(&user);
    let display_name = name.ok_or_else(|| Fault::about("userId", NOBODY))?;
    Ok(Person { user_id: user, display_name })
}

/// The account with this e-mail address; `field` is what is wrong when there is none.
pub async fn by_email(ctx: &Ctx, field: &str, email: &str) -> Result<Person, Error> {
    Email::parse(email.trim()).map_err(|_| Fault::about(field, "This is not an email address."))?;
    let found = identity::find_by_email(ctx, email.trim()).await.map_err(|error| match error {
        identity::Error::Fault(fault) => Error::Fault(fault),
        other => other.into(),
    })?;
    Ok(found.ok_or_else(|| Fault::about(field, "There is no account with this email address."))?)
}

/// The names of these accounts; those that are not there are noted as `{field}[n]`.
pub async fn named(
    ctx: &Ctx,
    field: &str,
    users: &[UserId],
    checks: &mut Checks,
) -> Result<HashMap<UserId, String>, Error> {
    let names = list_names(ctx.store.as_ref(), users).await?;
    for (at, user) in users.iter().enumerate() {
        checks.that(names.contains_key(user), format!("{field}[{at}]"), NOBODY);
    }
    Ok(names)
}

const NOBODY: &str = "There is no such account.";
