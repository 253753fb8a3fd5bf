//! Makes a hangout in groups of the maker, or with people invited directly, or both.

use super::{
    find_people,
    get_hangout::{self, HangoutSeen},
    respond,
};
use crate::{
    Error,
    announce::queue::{self, Notified},
    keys,
    linked::Linked,
    live::{self, Responses},
    model::{Answer, Counts, Details, GroupId, Hangout, HangoutId, Membership, PersonId, Response},
    pointers, stored, urls,
};
use futures::{FutureExt, future::BoxFuture};
use kernel::{Account, Checks, Moment, UserId};
use std::collections::BTreeMap;
use web::{Ctx, Made, New, Once, Seed, outcome::Cause};

/// What a hangout is called where things of all kinds are listed.
pub const KIND: &str = "hangout";

#[derive(Debug, Clone, Default)]
pub struct CreateHangout {
    pub details: Details,
    pub group_ids: Vec<GroupId>,
    pub invitee_ids: Vec<PersonId>,
    /// Whether its maker is coming.
    pub attend: bool,
    /// The decision that it is made from.
    pub cause: Option<Cause>,
}

pub async fn create_hangout(ctx: &Ctx, once: &Once, cmd: &CreateHangout) -> Result<Made<HangoutSeen>, Error> {
    let user = ctx.actor.signed_in()?.user_id;
    let how = How { cause: cmd.cause.as_ref(), attend: cmd.attend };
    make_hangout(ctx, once, how, || new_hangout(ctx, user, cmd).boxed()).await
}

async fn new_hangout(ctx: &Ctx, user: UserId, cmd: &CreateHangout) -> Result<Drafted, Error> {
    let mut checks = Checks::new();
    let mut hangout = blank(ctx, user);
    hangout.time_zone = Some(ctx.zones().for_form().clone());
    hangout.describe(cmd.details.clone(), &mut checks);
    let memberships = my_groups(ctx, &cmd.group_ids, user, &mut checks).await?;
    find_people::named(ctx, "inviteeIds", cmd.invitee_ids.iter(), |_| true, &mut checks).await?;
    hangout.group_ids = cmd.group_ids.iter().cloned().collect();
    hangout.invitee_ids = cmd.invitee_ids.iter().cloned().collect();
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
    Hangout::new(ctx.rng.uuid_v7(*now).into(), user, now)
}

/// What belongs to a new hangout beside itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct How<'a> {
    pub cause: Option<&'a Cause>,
    pub attend: bool,
}

/// Makes what `draft` gives, once for each key, and says so to everyone it is for.
pub async fn make_hangout<'a>(
    ctx: &Ctx,
    once: &Once,
    how: How<'_>,
    draft: impl Fn() -> BoxFuture<'a, Result<Drafted, Error>>,
) -> Result<Made<HangoutSeen>, Error> {
    let account = ctx.actor.signed_in()?;
    let user = account.user_id;
    let first = |_: Seed| {
        let drafted = draft();
        async move {
            let drafted = drafted.await?;
            let notified = queue::forecast_hangout(ctx, &drafted.0, user).await?;
            new(ctx, account, drafted, how, notified)
        }
        .boxed()
    };
    let again = |_: Seed, id: String| made_before(ctx, id.parse().ok()).boxed();
    web::create(ctx, once, first, again).await
}

fn new(
    ctx: &Ctx,
    account: &Account,
    (mut hangout, memberships): Drafted,
    how: How<'_>,
    notified: Notified,
) -> Result<New<HangoutSeen>, Error> {
    let (id, now) = (hangout.hangout_id.clone(), Moment::from(ctx.clock.now()));
    let my_answer = how.attend.then(|| Response::new(&id, account, Answer::Going, now));
    if let Some(response) = &my_answer {
        hangout.set_counts(Counts::of([response]), now);
    }
    let mut writes = pointers::make(hangout.clone())?;
    if let Some(response) = &my_answer {
        writes.extend(respond::writes(account.user_id, &hangout, response)?);
    }
    let standing = hangout.standing(account.user_id, memberships);
    writes.extend(how.cause.map(|cause| cause.note(KIND, &id, urls::hangout(&id))).transpose()?);
    let targets = hangout.targets();
    let answered = my_answer.as_ref().map(|response| keys::response(&id, &response.user_id));
    let (linked, notified) = (Linked::default(), Some(notified));
    let seen = HangoutSeen { hangout, standing, my_answer, linked, notified };
    Ok(New::of(KIND, id.clone(), seen, writes).notifying(|notices| {
        live::notify_hangout(notices, &id, &targets);
        if let Some(key) = answered {
            notices.rows::<Responses>(&id, [key]);
        }
    }))
}

/// What was told when this hangout was made, unless it is gone.
async fn made_before(ctx: &Ctx, id: Option<HangoutId>) -> Result<Option<HangoutSeen>, Error> {
    let Some(id) = id else { return Ok(None) };
    match get_hangout::get_hangout(ctx, &id).await {
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
    let memberships = stored::memberships_in(ctx, &wanted, user).await?;
    for (at, group) in groups.iter().enumerate() {
        checks.that(memberships.contains_key(group), format!("groupIds[{at}]"), "You are not in this group.");
    }
    Ok(memberships)
}
