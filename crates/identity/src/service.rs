//! Use cases, one file each: load, allow, decide, store. JSON handlers, pages and the command line all come here.

pub mod calendar_feed;
pub mod change_password;
pub mod create_account;
pub mod delete_account;
pub mod deliver_announcement;
pub mod end_sessions;
pub mod export;
pub mod find;
pub mod list_secrets;
pub mod make_token;
pub mod notifications;
pub mod profile;
pub mod push_subscriptions;
pub mod register;
pub mod reset_password;
pub mod roles;
pub mod sign_in;

use crate::{
    error::{Error, Result},
    keys,
    model::Secret,
    tables::IDENTITY,
};
use http::header;
use kernel::UserId;
use store::{Condition, Write};
use web::{Ctx, SESSION_COOKIE};

/// How often a change is tried again when somebody else was faster and nobody asked for a certain version.
const TRIES: usize = 5;

/// The secret this request came with, if it is signed in.
fn credential(ctx: &Ctx) -> Option<Secret> {
    ctx.actor.account.as_ref()?;
    let bearer =
        ctx.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.split_once(' '));
    let text = bearer.map(|(_, token)| token.trim()).or_else(|| ctx.cookie(SESSION_COOKIE))?;
    Secret::parse(text)
}

/// Refuses to change another version than the one the caller saw.
fn check_version(ctx: &Ctx, version: u64) -> Result<()> {
    ctx.check_if_match(&version).map_err(|_| Error::Stale)
}

/// Lets a transaction through only while the account is there, so that nothing is left behind by one that is being deleted.
fn while_alive(user: UserId) -> Write {
    let alive = Condition::exists("PK").and(Condition::absent("deletedAt"));
    Write::check(&IDENTITY, keys::account(user), alive)
}
