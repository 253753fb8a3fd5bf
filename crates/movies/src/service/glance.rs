//! A glance at where a household is: its round without the films, and who has done their part. The same few reads, however many
//! rounds, films and votes there are.

use super::get_round;
use crate::{
    Error,
    gate::Who,
    model::{Household, Member, MemberId, Round, RoundId, Status},
    stored,
};
use std::collections::BTreeSet;
use web::Services;

pub struct Glance {
    pub household: Household,
    /// Nothing where no round is going on.
    pub tonight: Option<Going>,
    /// A draft beside the vote that is going on.
    pub draft: Option<RoundId>,
}

/// A round that is going on.
pub struct Going {
    pub round: Round,
    pub status: Status,
    /// Who is there, as far as they are still in the household.
    pub present: Vec<Member>,
    /// Who has voted, or once the film was watched, rated it.
    pub done: BTreeSet<MemberId>,
    /// The film that was picked.
    pub film: Option<String>,
}

/// Nothing for somebody without a household.
pub async fn glance(services: &Services, who: &Who) -> Result<Option<Glance>, Error> {
    let household = match who.household() {
        Ok(id) => stored::get_household(services, id).await?,
        Err(Error::NoHousehold) => return Ok(None),
        Err(error) => return Err(error),
    };
    let tonight = match get_round::find_current(services, &household).await? {
        Some(round) => Some(Going::of(services, round).await?),
        None => None,
    };
    let voting = tonight.as_ref().filter(|tonight| tonight.status == Status::Voting);
    let draft = match voting {
        Some(voting) => get_round::find_other_draft(services, &household, voting.round.round_id).await?,
        None => None,
    };
    Ok(Some(Glance { household, tonight, draft }))
}

impl Going {
    async fn of(services: &Services, round: Round) -> Result<Self, Error> {
        let status = round.status_at(services.clock.now());
        let (members, done) = futures::try_join!(
            stored::list_members(services, round.group_id),
            who_is_done(services, &round, status)
        )?;
        let film = stored::find_pick_of(services, &round).await?.map(|pick| pick.title().to_owned());
        let present = members.into_iter().filter(|member| round.is_attended_by(member.id())).collect();
        Ok(Self { round, status, present, done, film })
    }

    /// Whether somebody there is `who`, or one of theirs, and has not done their part.
    pub fn waits_for(&self, who: &Who) -> bool {
        let mine =
            |member: &&Member| member.id() == who.account().into() || member.is_managed_by(who.account());
        self.present.iter().filter(mine).any(|member| !self.has_done(member))
    }

    pub fn has_done(&self, member: &Member) -> bool {
        self.done.contains(&member.id())
    }
}

async fn who_is_done(
    services: &Services,
    round: &Round,
    status: Status,
) -> Result<BTreeSet<MemberId>, Error> {
    Ok(match status {
        Status::Voting => {
            let votes = stored::list_votes(services, round.round_id).await?;
            votes.into_iter().map(|vote| vote.member_id).collect()
        }
        Status::Watched => {
            let ratings = stored::list_ratings(services, round.round_id).await?;
            ratings.into_iter().map(|rating| rating.member_id).collect()
        }
        Status::Draft | Status::Selected | Status::Rated | Status::Expired | Status::Unknown => {
            BTreeSet::new()
        }
    })
}
