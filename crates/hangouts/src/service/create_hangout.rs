//! Makes a hangout in groups of the maker, or with people invited directly, or both.

use super::{
    find_people,
    get_hangout::{self, HangoutSeen},
};
use crate::{
    Error,
    announce::queue::{self, Notified},
    live,
    model::{Details, GroupId, Hangout, HangoutId, Membership},
    pointers, stored, urls,
};
use futures::{FutureExt, future::BoxFuture};
use kernel::{Checks, Moment, UserId};
use std::collections::BTreeMap;
use web::{Ctx, Made, New, Once, Seed, outcome::Cause};

/// What a hangout is called where things of all kinds are listed.
pub const KIND: &str = "hangout";

#[derive(Debug, Clone, Default)]
pub struct CreateHangout {
    pub details: Details,
    pub group_ids: Vec<GroupId>,
    pub invitee_ids: Vec<UserId>,
    /// The decision that it is made from.
    pub cause: Option<Cause>,
}

pub async fn create_hangout(ctx: &Ctx, once: &Once, cmd: &CreateHangout) -> Result<Made<HangoutSeen>, Error> {
    let user = ctx.actor.signed_in()?.user_id;
    make_hangout(ctx, once, cmd.cause.as_ref(), || new_hangout(ctx, user, cmd).boxed()).await
}

async fn new_hangout(ctx: &Ctx, user: UserId, cmd: &CreateHangout) -> Result<Drafted, Error> {
    let mut checks = Checks::new();
    let mut hangout = blank(ctx, user);
    hangout.describe(cmd.details.clone(), &mut checks);
    let memberships = my_groups(ctx, &cmd.group_ids, user, &mut checks).await?;
    find_people::named(ctx, "inviteeIds", &cmd.invitee_ids, &mut checks).await?;
    hangout.group_ids = cmd.group_ids.iter().copied().collect();
    hangout.invitee_ids = cmd.invitee_ids.iter().copied().collect();
    hangout.check_targets(&mut checks);
    checks.done()?;
    hangout.from = cmd.cause.as_ref().map(|cause| cause.from.clone());
    Ok((hangout, memberships))
}

/// A hangout that is to be made, and the memberships of its groups that its maker has.
pub type Drafted = (Hangout, BTreeMap<GroupId, Membership>);

/// A hangout with an id and nothing else.
pub fn blank(ctx: &Ctx, user: UserId) -> Hangout {
    let now = Moment::from(ctx.clock.now());
    Hangout::new(HangoutId(ctx.rng.uuid_v7(*now)), user, now)
}

/// Makes what `draft` gives, once for each key, and says so to everyone it is for.
pub async fn make_hangout<'a>(
    ctx: &Ctx,
    once: &Once,
    cause: Option<&Cause>,
    draft: impl Fn() -> BoxFuture<'a, Result<Drafted, Error>>,
) -> Result<Made<HangoutSeen>, Error> {
    let user = ctx.actor.signed_in()?.user_id;
    let first = |_: Seed| {
        let drafted = draft();
        async move {
            let drafted = drafted.await?;
            let notified = queue::forecast_hangout(ctx, &drafted.0, user).await?;
            new(user, drafted, cause, notified)
        }
        .boxed()
    };
    let again = |_: Seed, id: String| made_before(ctx, id.parse().ok()).boxed();
    web::create(ctx, once, first, again).await
}

fn new(
    user: UserId,
    (hangout, memberships): Drafted,
    cause: Option<&Cause>,
    notified: Notified,
) -> Result<New<HangoutSeen>, Error> {
    let mut writes = pointers::make(hangout.clone())?;
    let (id, standing) = (hangout.hangout_id, hangout.standing(user, memberships));
    writes.extend(cause.map(|cause| cause.note(KIND, id, urls::hangout(id))).transpose()?);
    let targets = hangout.targets();
    let seen = HangoutSeen { hangout, standing, my_answer: None, notified: Some(notified) };
    let new = New::of(KIND, id, seen, writes);
    Ok(new.notifying(|notices| live::notify_hangout(notices, id, &targets)))
}

/// What was told when this hangout was made, unless it is gone.
async fn made_before(ctx: &Ctx, id: Option<HangoutId>) -> Result<Option<HangoutSeen>, Error> {
    let Some(id) = id else { return Ok(None) };
    match get_hangout::get_hangout(ctx, id).await {
        Err(Error::NoHangout) => Ok(None),
        seen => seen.map(Some),
    }
}

/// The caller's memberships of these groups; those they are not in are noted.
pub async fn my_groups(
    ctx: &Ctx,
    groups: &[GroupId],
    user: UserId,
    checks: &mut Checks,
) -> Result<BTreeMap<GroupId, Membership>, Error> {
    let mut wanted = groups.to_vec();
    wanted.sort_unstable();
    wanted.dedup();
    let memberships = stored::memberships_in(ctx, wanted, user).await?;
    for (at, group) in groups.iter().enumerate() {
        checks.that(memberships.contains_key(group), format!("groupIds[{at}]"), "You are not in this group.");
    }
    Ok(memberships)
}
