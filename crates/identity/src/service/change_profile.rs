//! An account's own name, avatar and time zone. Copies of the name, on the account and in the features, follow, and the copy of the
//! zone on the account.

use crate::{
    error::{Error, Result},
    gate::Me,
    keys,
    live::Everyone,
    model::{User, display_name, predefined_avatar},
    stored,
    tables::IDENTITY,
};
use async_trait::async_trait;
use kernel::{Checks, Patch, UserId, Zone, zone::BadZone};
use store::Write;
use web::{Edit, Expected, Progress, Services, WorkHandler, WorkItem, edit, work};

const WORK: &str = "identity.renamed";

/// A merge patch of a profile.
#[derive(Debug, Default)]
pub struct ChangeProfile {
    pub display_name: Patch<String>,
    pub avatar_key: Patch<String>,
    pub time_zone: Patch<String>,
}

pub async fn change_profile(me: &Me, expected: &Expected, cmd: ChangeProfile) -> Result<User> {
    let mut checks = Checks::new();
    checks.that(cmd.display_name != Patch::Clear, "displayName", "This is required.");
    let name = cmd.display_name.map(|name| display_name(&name, "displayName", &mut checks));
    let avatar = cmd.avatar_key.map(|key| Some(predefined_avatar(&key, "avatarKey", &mut checks)));
    let zone = cmd.time_zone.map(|name| Zone::named(&name));
    checks.that(zone != Patch::Set(None), "timeZone", BadZone.to_string());
    checks.done()?;
    let now = me.clock.now();
    let load = async || stored::get_user(me.store.as_ref(), me.user()).await;
    let (changed, ()) = edit(me, expected, load, |profile| {
        let before = profile.display_name.clone();
        profile.display_name = name.clone().apply(before.clone(), String::new());
        profile.avatar_key = avatar.clone().apply(profile.avatar_key.take(), None);
        let zone_before = profile.time_zone.clone();
        profile.time_zone = zone.clone().apply(profile.time_zone.take(), None);
        let (renamed, moved) = (profile.display_name != before, profile.time_zone != zone_before);
        let mut writes: Vec<_> = (renamed || moved).then(|| on_account(profile)).into_iter().collect();
        if renamed {
            writes.extend(renamed_writes(me, profile, now)?);
        }
        Ok::<_, Error>(Edit::of(()).with(writes))
    })
    .await?;
    Everyone::changed(me, me.user());
    me.work_bell.notify_one();
    Ok(changed)
}

/// The copies on the account, which every request reads.
fn on_account(profile: &User) -> Write {
    let account = Write::update(&IDENTITY, keys::account(profile.user_id)).if_there();
    let account = account.set("displayName", profile.display_name.as_str());
    match &profile.time_zone {
        Some(zone) => account.set("timeZone", zone.name()),
        None => account.remove("timeZone"),
    }
}

/// Returns the write that has the features change their copies of a name.
pub fn enqueue(user: UserId, now: jiff::Timestamp) -> store::Result<Write> {
    work::enqueue(WORK, &user.to_string(), &(), now)
}

fn renamed_writes(services: &Services, profile: &User, now: jiff::Timestamp) -> Result<Vec<Write>> {
    let user = profile.user_id;
    Ok(std::iter::once(enqueue(user, now)?).chain(Everyone::mark(services, user)?).collect())
}

/// Lets the features change their copies of a name, however often it changed meanwhile.
pub struct TellTheFeatures;

#[async_trait]
impl WorkHandler for TellTheFeatures {
    fn kind(&self) -> &'static str {
        WORK
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let Ok(user) = item.id.parse::<UserId>() else { return Ok(Progress::Done) };
        let Some(profile) = stored::find_user(services.store.as_ref(), user).await? else {
            return Ok(Progress::Done);
        };
        let (began, mut changed) = (services.clock.now(), false);
        for hook in &services.joined.accounts {
            changed |= hook.renamed(services, user, &profile.display_name).await?;
        }
        work::after_pass(services, item, began, changed).await
    }
}
