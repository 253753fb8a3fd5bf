//! Someone chooses which messages they get: the `notification_prefs` of their row.

use crate::{
    error::{Error, Result},
    model::{NotificationPrefs, User},
    stored,
};
use kernel::{Patch, UserId};
use web::{Edit, Expected, Services, edit};

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
    fn apply(self, to: &NotificationPrefs) -> NotificationPrefs {
        let usual = NotificationPrefs::default();
        NotificationPrefs {
            vote_nudge: self.vote_nudge.apply(to.vote_nudge, usual.vote_nudge),
            pick_announce: self.pick_announce.apply(to.pick_announce, usual.pick_announce),
            new_round: self.new_round.apply(to.new_round, usual.new_round),
            hangout_new: self.hangout_new.apply(to.hangout_new, usual.hangout_new),
            hangout_changed: self.hangout_changed.apply(to.hangout_changed, usual.hangout_changed),
            hangout_reminder: self.hangout_reminder.apply(to.hangout_reminder, usual.hangout_reminder),
            other: to.other.clone(),
        }
    }
}

pub async fn change_notifications(
    services: &Services,
    user: UserId,
    expected: &Expected,
    cmd: ChangeNotifications,
) -> Result<User> {
    let load = async || stored::get_user(services.store.as_ref(), user).await;
    let (changed, ()) = edit(services, expected, load, |profile| {
        let before = profile.notification_prefs.take().unwrap_or_default();
        profile.notification_prefs = Some(cmd.apply(&before));
        Ok::<_, Error>(Edit::of(()))
    })
    .await?;
    Ok(changed)
}
