//! Which messages a person wants: the `notification_prefs` of their row.

use super::{check_version, find};
use crate::{
    error::{Error, Result},
    keys,
    model::NotificationPrefs,
    tables::USERS,
};
use kernel::Patch;
use store::{Condition, Value, Write, to_item};
use web::Ctx;

/// A merge patch: a cleared choice goes back to what it is for everyone.
#[derive(Debug, Clone, Copy, Default)]
pub struct ChangeNotifications {
    pub vote_nudge: Patch<bool>,
    pub pick_announce: Patch<bool>,
    pub new_round: Patch<bool>,
    pub hangout_new: Patch<bool>,
    pub hangout_changed: Patch<bool>,
    pub hangout_reminder: Patch<bool>,
}

impl ChangeNotifications {
    fn apply(self, to: NotificationPrefs) -> NotificationPrefs {
        let usual = NotificationPrefs::default();
        NotificationPrefs {
            vote_nudge: self.vote_nudge.apply(to.vote_nudge, usual.vote_nudge),
            pick_announce: self.pick_announce.apply(to.pick_announce, usual.pick_announce),
            new_round: self.new_round.apply(to.new_round, usual.new_round),
            hangout_new: self.hangout_new.apply(to.hangout_new, usual.hangout_new),
            hangout_changed: self.hangout_changed.apply(to.hangout_changed, usual.hangout_changed),
            hangout_reminder: self.hangout_reminder.apply(to.hangout_reminder, usual.hangout_reminder),
        }
    }
}

pub async fn get_notifications(ctx: &Ctx) -> Result<(u64, NotificationPrefs)> {
    let user = find::get_user(ctx.store.as_ref(), ctx.actor.signed_in()?.user_id).await?;
    Ok((user.version, user.notification_prefs.unwrap_or_default()))
}

pub async fn change_notifications(ctx: &Ctx, cmd: ChangeNotifications) -> Result<(u64, NotificationPrefs)> {
    let user = ctx.actor.signed_in()?.user_id;
    for _ in 0..super::TRIES {
        let (version, old) = get_notifications(ctx).await?;
        check_version(ctx, version)?;
        let new = cmd.apply(old);
        let map = Value::M(to_item(&new)?.into_iter().collect());
        let write = Write::update(&USERS, keys::user(user))
            .set("notification_prefs", map)
            .set("version", version + 1)
            .when(Condition::equals("version", version));
        match ctx.store.write(write).await {
            Err(error) if error.is_condition_failed() => {}
            done => {
                done?;
                return Ok((version + 1, new));
            }
        }
    }
    Err(Error::Stale)
}
