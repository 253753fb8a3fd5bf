//! How votes put the shortlist in order, and who has not voted yet.

use super::{FilmId, MemberId, Suggestion, Vote, VoteKind};
use std::{cmp::Reverse, collections::BTreeSet};

/// A film of the shortlist and what people said to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranked {
    pub film: FilmId,
    pub position: u32,
    pub up: Vec<MemberId>,
    pub down: Vec<MemberId>,
}

impl Ranked {
    /// Votes for less votes against.
    pub fn score(&self) -> i64 {
        let count = |members: &[MemberId]| i64::try_from(members.len()).unwrap_or(i64::MAX);
        count(&self.up) - count(&self.down)
    }
}

/// The shortlist, best first: up minus down, then fewer downs, then the place on the list. Only votes of those who are `present`
/// count.
pub fn rank(suggestions: &[Suggestion], votes: &[Vote], present: &[MemberId]) -> Vec<Ranked> {
    let said = |film: FilmId, kind: VoteKind| -> Vec<MemberId> {
        let counts = |vote: &&Vote| {
            vote.tmdb_movie_id == film && vote.vote.is(&kind) && present.contains(&vote.member_id)
        };
        votes.iter().filter(counts).map(|vote| vote.member_id).collect()
    };
    let mut ranked: Vec<_> = suggestions
        .iter()
        .map(|one| Ranked {
            film: one.tmdb_movie_id,
            position: one.position,
            up: said(one.tmdb_movie_id, VoteKind::Up),
            down: said(one.tmdb_movie_id, VoteKind::Down),
        })
        .collect();
    ranked.sort_by_key(|film| (Reverse(film.score()), film.down.len(), film.position));
    ranked
}

/// Those who are present and have not voted on anything yet.
pub fn waiting_for(votes: &[Vote], present: &[MemberId]) -> Vec<MemberId> {
    let heard: BTreeSet<_> = votes.iter().map(|vote| vote.member_id).collect();
    present.iter().copied().filter(|member| !heard.contains(member)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::RoundId;
    use proptest::{collection::vec, prelude::*};
    use uuid::Uuid;

    fn member(id: u8) -> MemberId {
        MemberId::Managed(Uuid::from_u128(id.into()))
    }

    fn film(number: i64, position: u32) -> Suggestion {
        Suggestion {
            round_id: RoundId(Uuid::nil()),
            tmdb_movie_id: FilmId(number),
            position,
            title: String::new(),
            poster_path: None,
            year: None,
            genres: vec![],
            content_rating: None,
            rating_region: None,
            runtime_minutes: None,
            suits: vec![],
            misses: vec![],
            divided: vec![],
            services: None,
            added_by: None,
        }
    }

    fn vote(number: i64, by: u8, up: bool) -> Vote {
        Vote {
            round_id: RoundId(Uuid::nil()),
            tmdb_movie_id: FilmId(number),
            member_id: member(by),
            vote: if up { VoteKind::Up } else { VoteKind::Down }.into(),
            voted_at: None,
        }
    }

    #[test]
    fn up_minus_down_then_fewer_downs_then_the_place_on_the_list() {
        let films = [film(1, 1), film(2, 2), film(3, 3), film(4, 4)];
        let votes = [
            vote(1, 1, true),
            vote(1, 2, false),
            vote(2, 1, true),
            vote(4, 1, true),
            vote(4, 2, true),
            vote(4, 3, false),
        ];
        let order: Vec<_> =
            rank(&films, &votes, &[1, 2, 3].map(member)).iter().map(|ranked| ranked.film.0).collect();
        assert_eq!(order, [2, 4, 3, 1]);
    }

    #[test]
    fn votes_of_those_who_left_do_not_count() {
        let ranked = rank(&[film(1, 1)], &[vote(1, 1, true), vote(1, 9, true)], &[member(1)]);
        assert_eq!(ranked[0].score(), 1);
        assert_eq!(waiting_for(&[vote(1, 9, true)], &[member(1)]), [member(1)]);
    }

    proptest! {
        #[test]
        fn one_more_vote_for_a_film_never_makes_it_fall(
            said in vec((1..5_i64, 1..6_u8, any::<bool>()), 0..30), lucky in 1..5_i64,
        ) {
            let films = [film(1, 1), film(2, 2), film(3, 3), film(4, 4)];
            let present: Vec<_> = (1..=6).map(member).collect();
            let votes: Vec<_> = said.into_iter().map(|(film, by, up)| vote(film, by, up)).collect();
            let place = |votes: &[Vote]| {
                rank(&films, votes, &present).iter().position(|ranked| ranked.film.0 == lucky)
            };
            let more: Vec<_> = votes.iter().cloned().chain([vote(lucky, 6, true)]).collect();
            prop_assert!(place(&more) <= place(&votes));
        }
    }
}
