//! A hangout, as somebody who may see it does.

use crate::{
    Error,
    announce::queue::Notified,
    linked::Linked,
    model::{GroupId, Hangout, HangoutId, Membership, Response, Standing},
    stored,
};
use futures::try_join;
use kernel::UserId;
use std::collections::BTreeMap;
use web::{Ctx, Services};

/// A hangout, how the caller stands to it, and what they said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HangoutSeen {
    pub hangout: Hangout,
    pub standing: Standing,
    pub my_answer: Option<Response>,
    /// What its pointers say of it that it does not say itself.
    pub linked: Linked,
    /// How many of the people who have answered or opened nothing are told of what the caller did; absent where nothing is told.
    pub notified: Option<Notified>,
}

impl HangoutSeen {
    pub fn must_edit(&self) -> Result<(), Error> {
        if self.standing.edits { Ok(()) } else { Err(Error::NotAnEditor) }
    }
}

/// The hangout, for members of its groups and people who were invited; to everyone else it is not there.
pub async fn get_hangout(ctx: &Ctx, id: &HangoutId) -> Result<HangoutSeen, Error> {
    let user = ctx.actor.signed_in()?.user_id;
    seen_by(ctx, id, user).await
}

pub async fn seen_by(services: &Services, id: &HangoutId, user: UserId) -> Result<HangoutSeen, Error> {
    let mut hangout = stored::find_hangout(services, id).await?.ok_or(Error::NoHangout)?;
    let (standing, answers) =
        try_join!(standing_of(services, &mut hangout, user), stored::answers_of(services, [id], user))?;
    let (linked, memberships) = standing;
    let standing = hangout.standing(user, memberships);
    if !standing.sees {
        return Err(Error::NoHangout);
    }
    Ok(HangoutSeen { hangout, standing, my_answer: answers.get(id).cloned(), linked, notified: None })
}

/// The caller's memberships of the groups that have a hangout, and what those groups' pointers say, which is told to the hangout.
pub async fn standing_of(
    services: &Services,
    hangout: &mut Hangout,
    user: UserId,
) -> store::Result<(Linked, BTreeMap<GroupId, Membership>)> {
    let linked = Linked::find(services, hangout, user).await?;
    linked.join(hangout);
    let memberships = stored::memberships_in(services, &hangout.group_ids, user).await?;
    Ok((linked, memberships))
}
