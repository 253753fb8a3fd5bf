//! What a household is told of a round, and who of it.

use super::tell_many;
use crate::{
    Error,
    gate::Who,
    model::{Member, MemberId, Round},
    urls,
};
use kernel::UserId;
use std::collections::BTreeSet;
use store::Write;
use web::{
    Services,
    notify::{Announcement, Topic},
};

/// Something to tell.
#[derive(Debug, Clone, Copy)]
pub enum Occasion<'a> {
    /// Voting has begun.
    NewRound,
    /// These have not voted yet.
    VoteNudge(&'a [MemberId]),
    /// A film was picked: its title.
    PickAnnounce(&'a str),
}

impl Occasion<'_> {
    fn topic(self) -> Topic {
        match self {
            Self::NewRound => Topic::NewRound,
            Self::VoteNudge(_) => Topic::VoteNudge,
            Self::PickAnnounce(_) => Topic::PickAnnounce,
        }
    }

    /// Told again under the same name, it is not told twice. Reminders have one for each time they were sent.
    fn name(self, round: &Round) -> String {
        let (topic, id) = (self.topic().as_str(), round.round_id);
        match self {
            Self::VoteNudge(_) => format!("{topic}#{id}#{}", round.version),
            Self::NewRound | Self::PickAnnounce(_) => format!("{topic}#{id}"),
        }
    }

    fn words(self, by: &str) -> (String, String) {
        match self {
            Self::NewRound => (
                "Movie night: vote now".into(),
                format!("{by} started a round. Say which films you would enjoy."),
            ),
            Self::VoteNudge(_) => {
                ("Movie night: your vote is missing".into(), "Vote before a film is picked.".into())
            }
            Self::PickAnnounce(title) => {
                ("Movie night: a film is picked".into(), format!("{by} picked {title}."))
            }
        }
    }

    fn is_for(self, member: MemberId) -> bool {
        match self {
            Self::VoteNudge(missing) => missing.contains(&member),
            Self::NewRound | Self::PickAnnounce(_) => true,
        }
    }
}

/// Accounts of members and of people who act for them that can be told about a topic.
pub async fn list_reachable(
    services: &Services,
    members: &[Member],
    topic: Topic,
) -> store::Result<BTreeSet<UserId>> {
    let accounts = members.iter().filter_map(|member| member.id().account().or(member.user.parent_user_id));
    identity::list_reachable(services, &accounts.collect(), topic).await
}

/// The accounts that are told: those who are there, or who act for somebody who is; never the one who caused it.
pub fn told(occasion: Occasion<'_>, round: &Round, members: &[Member], by: UserId) -> BTreeSet<UserId> {
    let ids: Vec<_> = members.iter().map(Member::id).collect();
    let present = round.present(&ids);
    let meant =
        members.iter().filter(|member| present.contains(&member.id()) && occasion.is_for(member.id()));
    let accounts = meant.filter_map(|member| member.id().account().or(member.user.parent_user_id));
    accounts.filter(|account| *account != by).collect()
}

/// The writes that have it told, by each one's choices; they belong in the transaction that is the occasion.
pub fn announce(
    services: &Services,
    occasion: Occasion<'_>,
    round: &Round,
    members: &[Member],
    who: &Who,
    reachable: &BTreeSet<UserId>,
) -> Result<Vec<Write>, Error> {
    let (title, text) = occasion.words(&who.name());
    let one = |user| Announcement {
        user,
        topic: Some(occasion.topic()),
        occasion: occasion.name(round),
        title: title.clone(),
        text: text.clone(),
        path: urls::round(round.round_id),
        links: Vec::new(),
        calendar: None,
    };
    let told = told(occasion, round, members, who.account());
    let all: Vec<_> = told.into_iter().filter(|user| reachable.contains(user)).map(one).collect();
    let now = services.clock.now();
    if all.len() > MOST_AT_ONCE {
        return Ok(vec![tell_many::enqueue(&occasion.name(round), &all, now)?]);
    }
    Ok(all.iter().map(|one| one.write(now)).collect::<store::Result<_>>()?)
}

/// Announcements in the transaction of their occasion. More go out by background work, because a transaction is bounded.
pub const MOST_AT_ONCE: usize = 60;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{HouseholdId, Membership, Role, RoundId, User};
    use kernel::Moment;
    use uuid::Uuid;

    fn member(id: MemberId, parent: Option<UserId>) -> Member {
        let now = Moment::default();
        let user = User {
            user_id: id,
            display_name: id.to_string(),
            avatar_key: None,
            is_managed: parent.is_some(),
            parent_user_id: parent,
            content_rating_ceiling: None,
            created_at: Some(now),
            last_active_at: Some(now),
            group_id: None,
            version: 1,
            is_listed_only: false,
        };
        Member { user, membership: Membership::new(HouseholdId(Uuid::nil()), id, Role::Member, now) }
    }

    #[test]
    fn those_who_are_there_are_told_and_parents_for_their_children_but_never_whoever_caused_it() {
        let [nora, sam, max] = [1_u128, 2, 3].map(|id| UserId(Uuid::from_u128(id)));
        let ella = MemberId::Managed(Uuid::from_u128(9));
        let members = [
            member(nora.into(), None),
            member(sam.into(), None),
            member(max.into(), None),
            member(ella, Some(sam)),
        ];
        let there = vec![nora.into(), ella];
        let round = Round::draft(
            RoundId(Uuid::nil()),
            HouseholdId(Uuid::nil()),
            nora.into(),
            there,
            Moment::default(),
        );
        let told = |occasion| told(occasion, &round, &members, nora).into_iter().collect::<Vec<_>>();
        assert_eq!(told(Occasion::NewRound), [sam], "for Ella; Max is not there");
        let (own, hers) = ([nora.into()], [ella]);
        assert_eq!(told(Occasion::VoteNudge(&own)), []);
        assert_eq!(told(Occasion::VoteNudge(&hers)), [sam]);
    }
}
