//! Copies a hangout to another day, for those who may edit it.

use super::{
    create_hangout::{Drafted, How, blank, make_hangout},
    get_hangout::{self, HangoutSeen},
};
use crate::{Error, model::HangoutId};
use futures::{FutureExt, future::ready};
use kernel::{Moment, UserId};
use web::{Ctx, Made, Once};

/// The same with a new start, in those of its groups that the caller is in; nobody has responded to it yet.
pub async fn copy_hangout(
    ctx: &Ctx,
    once: &Once,
    id: &HangoutId,
    start: Moment,
) -> Result<Made<HangoutSeen>, Error> {
    let user = ctx.actor.signed_in()?.user_id;
    let seen = get_hangout::get_hangout(ctx, id).await?;
    seen.must_edit()?;
    make_hangout(ctx, once, How::default(), || ready(Ok(draft(ctx, user, &seen, start))).boxed()).await
}

fn draft(ctx: &Ctx, user: UserId, seen: &HangoutSeen, start: Moment) -> Drafted {
    let mut copy = seen.hangout.copied(blank(ctx, user), start);
    copy.group_ids.retain(|group| seen.standing.memberships.contains_key(group));
    (copy, seen.standing.memberships.clone())
}
