//! A person's own profile.

use super::{check_version, find};
use crate::{
    error::{Error, Result},
    keys,
    model::{User, UserView, avatar_key, display_name},
    tables::{IDENTITY, USERS},
};
use kernel::{Checks, Patch};
use store::{Condition, Transaction, Write};
use web::Ctx;

/// A merge patch of a profile.
#[derive(Debug, Default)]
pub struct ChangeProfile {
    pub display_name: Patch<String>,
    pub avatar_key: Patch<String>,
}

/// The caller's own profile, with its version.
pub async fn get_profile(ctx: &Ctx) -> Result<(u64, UserView)> {
    let account = ctx.actor.signed_in()?;
    let user = find::get_user(ctx.store.as_ref(), account.user_id).await?;
    Ok((user.version, UserView::of(&user, &account.roles)))
}

/// Changes the caller's profile. The name on the account changes with it.
pub async fn change_profile(ctx: &Ctx, cmd: ChangeProfile) -> Result<(u64, UserView)> {
    let account = ctx.actor.signed_in()?;
    let mut checks = Checks::new();
    checks.that(cmd.display_name != Patch::Clear, "displayName", "This is needed.");
    let name = cmd.display_name.map(|name| display_name(&name, "displayName", &mut checks));
    let avatar = cmd.avatar_key.map(|key| Some(avatar_key(&key, "avatarKey", &mut checks)));
    checks.done()?;
    for _ in 0..super::TRIES {
        let mut user = find::get_user(ctx.store.as_ref(), account.user_id).await?;
        check_version(ctx, user.version)?;
        let seen = user.version;
        user.version += 1;
        user.display_name = name.clone().apply(user.display_name, String::new());
        user.avatar_key = avatar.clone().apply(user.avatar_key, None);
        match ctx.store.transact(Transaction::of(writes(&user, seen))).await {
            Err(error) if error.is_condition_failed() => {}
            done => {
                done?;
                return Ok((user.version, UserView::of(&user, &account.roles)));
            }
        }
    }
    Err(Error::Stale)
}

fn writes(user: &User, seen: u64) -> [Write; 2] {
    let profile = Write::update(&USERS, keys::user(user.user_id))
        .set("display_name", user.display_name.as_str())
        .set("version", user.version)
        .when(Condition::equals("version", seen));
    let profile = match &user.avatar_key {
        Some(key) => profile.set("avatar_key", key.as_str()),
        None => profile.remove("avatar_key"),
    };
    let account =
        Write::update(&IDENTITY, keys::account(user.user_id)).set("displayName", user.display_name.as_str());
    [profile, account.if_there()]
}
