//! Finds accounts that are to be added or invited. Looking for e-mail addresses is limited, so that nobody tries out a list of them.

use crate::{
    Error,
    model::{PersonId, accounts},
    stored,
};
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

/// The names of these people. Those that are `new` must have an account, else they are noted as `{field}[n]`.
pub async fn named<'a>(
    ctx: &Ctx,
    field: &str,
    people: impl Iterator<Item = &'a PersonId> + Clone,
    new: impl Fn(&PersonId) -> bool,
    checks: &mut Checks,
) -> Result<HashMap<PersonId, String>, Error> {
    let names = list_names(ctx.store.as_ref(), &accounts(people.clone())).await?;
    let mut known = HashMap::new();
    for (at, person) in people.enumerate() {
        let name = person.account().and_then(|user| names.get(&user));
        checks.that(name.is_some() || !new(person), format!("{field}[{at}]"), NOBODY);
        known.insert(person.clone(), name.cloned().unwrap_or_else(|| stored::NOBODY.to_owned()));
    }
    Ok(known)
}

const NOBODY: &str = "There is no such account.";
