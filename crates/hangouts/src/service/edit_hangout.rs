//! Edits, moves or cancels a hangout: its creator and owners of its groups may.

use super::{
    create_hangout::my_groups,
    find_people,
    get_hangout::{HangoutSeen, standing_of},
};
use crate::{
    Error,
    announce::queue,
    model::{Details, GroupId, Hangout, HangoutId, Membership, PersonId},
    pointers, stored,
};
use kernel::{Checks, Patch, UserId};
use std::collections::BTreeMap;
use web::{Ctx, Expected};

#[derive(Debug, Clone, Default)]
pub struct EditHangout {
    pub details: Details,
    /// The groups it is to be in, out of those that the caller is in; others stay as they are.
    pub group_ids: Patch<Vec<GroupId>>,
    pub invitee_ids: Patch<Vec<PersonId>>,
    pub cancelled: Patch<bool>,
}

pub async fn edit_hangout(
    ctx: &Ctx,
    id: &HangoutId,
    expected: &Expected,
    cmd: &EditHangout,
) -> Result<HangoutSeen, Error> {
    let user = ctx.actor.signed_in()?.user_id;
    let load = async || stored::find_hangout(ctx, id).await?.ok_or(Error::NoHangout);
    let mut checks = Checks::new();
    let before = load().await?;
    let (linked, mut mine) = standing_of(ctx, &mut before.clone(), user).await?;
    mine.extend(my_groups(ctx, &given(&cmd.group_ids), user, &mut checks).await?);
    let invited = given(&cmd.invitee_ids);
    let added = |person: &PersonId| !before.invitee_ids.contains(person);
    find_people::named(ctx, "inviteeIds", invited.iter(), added, &mut checks).await?;
    let decide = |hangout: &mut Hangout| {
        linked.join(hangout);
        may_edit(hangout, user, &mine)?;
        let mut checks = checks.clone();
        cmd.apply(hangout, &mine, &mut checks);
        checks.done()?;
        Ok(())
    };
    let (hangout, ()) = pointers::change(ctx, Some(user), expected, load, decide).await?;
    let answers = stored::answers_of(ctx, [id], user).await?;
    let standing = hangout.standing(user, in_groups_of(&hangout, &mine));
    let notified = if hangout.schedule() == before.schedule() {
        None
    } else {
        Some(queue::forecast_hangout(ctx, &hangout, user).await?)
    };
    Ok(HangoutSeen { hangout, standing, my_answer: answers.get(id).cloned(), linked, notified })
}

fn given<T: Clone>(list: &Patch<Vec<T>>) -> Vec<T> {
    list.clone().value().unwrap_or_default()
}

/// Those of the memberships that are of the hangout's groups.
pub fn in_groups_of(
    hangout: &Hangout,
    mine: &BTreeMap<GroupId, Membership>,
) -> BTreeMap<GroupId, Membership> {
    mine.iter()
        .filter(|(group, _)| hangout.group_ids.contains(group))
        .map(|(id, one)| (id.clone(), one.clone()))
        .collect()
}

/// Who may not see it is told that it is not there; who may see it and not edit it, that.
pub fn may_edit(hangout: &Hangout, user: UserId, mine: &BTreeMap<GroupId, Membership>) -> Result<(), Error> {
    let standing = hangout.standing(user, in_groups_of(hangout, mine));
    match (standing.sees, standing.edits) {
        (false, _) => Err(Error::NoHangout),
        (true, false) => Err(Error::NotAnEditor),
        (true, true) => Ok(()),
    }
}

impl EditHangout {
    fn apply(&self, hangout: &mut Hangout, mine: &BTreeMap<GroupId, Membership>, checks: &mut Checks) {
        hangout.describe(self.details.clone(), checks);
        if self.group_ids.is_given() {
            hangout.group_ids.retain(|group| !mine.contains_key(group));
            hangout.group_ids.extend(given(&self.group_ids));
        }
        if self.invitee_ids.is_given() {
            hangout.invitee_ids = given(&self.invitee_ids).into_iter().collect();
        }
        hangout.cancelled = self.cancelled.apply(hangout.cancelled, false);
        hangout.check_targets(checks);
    }
}
