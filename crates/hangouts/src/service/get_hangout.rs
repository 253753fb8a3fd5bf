//! A hangout, as somebody who may see it does.

use crate::{
    Error,
    announce::queue::Notified,
    model::{Answer, Hangout, HangoutId, Standing},
    stored,
};
use futures::try_join;
use kernel::UserId;
use web::{Ctx, Services};

/// A hangout, how the caller stands to it, and what they said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HangoutSeen {
    pub hangout: Hangout,
    pub standing: Standing,
    pub my_answer: Option<Answer>,
    /// How many of the people who have answered or opened nothing are told of what the caller did; absent where nothing is told.
    pub notified: Option<Notified>,
}

impl HangoutSeen {
    pub fn must_edit(&self) -> Result<(), Error> {
        if self.standing.edits { Ok(()) } else { Err(Error::NotAnEditor) }
    }
}

/// The hangout, for members of its groups and people who were invited; to everyone else it is not there.
pub async fn get_hangout(ctx: &Ctx, id: HangoutId) -> Result<HangoutSeen, Error> {
    let user = ctx.actor.signed_in()?.user_id;
    seen_by(ctx, id, user).await
}

pub async fn seen_by(services: &Services, id: HangoutId, user: UserId) -> Result<HangoutSeen, Error> {
    let hangout = stored::find_hangout(services, id).await?.ok_or(Error::NoHangout)?;
    let memberships = stored::memberships_in(services, hangout.group_ids.iter().copied(), user);
    let (memberships, answers) = try_join!(memberships, stored::answers_of(services, [id], user))?;
    let standing = hangout.standing(user, memberships);
    if !standing.sees {
        return Err(Error::NoHangout);
    }
    Ok(HangoutSeen { hangout, standing, my_answer: answers.get(&id).copied(), notified: None })
}
