use std::collections::HashMap;

use proptest::prelude::*;
use tally::{BallotBox, BallotError, Election, Rules};

use crate::kit::strings;

const NAMES: [&str; 5] = ["A", "B", "C", "D", "E"];
const ORDER: [u32; 5] = [3, 1, 4, 0, 2];

fn empty_box() -> BallotBox {
    BallotBox::new(NAMES, &ORDER).unwrap()
}

#[test]
fn a_voter_has_one_ballot_which_can_be_replaced_and_withdrawn() {
    let mut ballots = empty_box();
    assert_eq!(ballots.put(7, &["A", "B"]), Ok(false));
    assert_eq!(ballots.put(7, &["B"]), Ok(true));
    assert_eq!((ballots.len(), ballots.tally(&Rules::default()).winner.as_deref()), (1, Some("B")));
    assert_eq!(strings(&ballots.ranking(7).unwrap()), ["B"]);
    assert!(ballots.remove(7) && !ballots.remove(7));
    assert!(ballots.is_empty() && ballots.ranking(7).is_none());
    assert_eq!(ballots.tally(&Rules::default()).total_votes, 0);
}

#[test]
fn a_refused_ballot_leaves_the_earlier_one_in_place() {
    let mut ballots = empty_box();
    ballots.put(7, &["A"]).unwrap();
    assert_eq!(ballots.put(7, &["Z"]), Err(BallotError::Unknown("Z".into())));
    assert_eq!(ballots.put(7, &["B", "B"]), Err(BallotError::Repeated("B".into())));
    assert_eq!(strings(&ballots.ranking(7).unwrap()), ["A"]);
}

#[test]
fn of_an_unchecked_ballot_what_is_known_counts_once() {
    let mut ballots = empty_box();
    assert_eq!(ballots.put_known(7, &["B", "Z", "B", "A"]), Ok(false));
    assert_eq!(strings(&ballots.ranking(7).unwrap()), ["B", "A"]);
    assert_eq!(ballots.put_known(7, &["A"]), Ok(true));
    assert_eq!(strings(&ballots.ranking(7).unwrap()), ["A"]);
}

#[test]
fn changing_ones_mind_forever_does_not_fill_the_memory() {
    let names: Vec<String> = (0..40).map(|number| number.to_string()).collect();
    let order: Vec<u32> = (0..40).collect();
    let mut ballots = BallotBox::new(names.iter().map(String::as_str), &order).unwrap();
    ballots.put(1, &["3", "4"]).unwrap();
    for change in 0..40_000_usize {
        let ranking =
            [&names[change % 40], &names[(change / 40 + change + 1) % 40], &names[(change / 1600 + 7) % 40]];
        let distinct = ranking.iter().enumerate().all(|(at, name)| !ranking[..at].contains(name));
        if distinct {
            ballots.put(2, &ranking).unwrap();
        }
    }
    assert_eq!(ballots.len(), 2);
    assert_eq!(strings(&ballots.ranking(1).unwrap()), ["3", "4"], "others' ballots survive the clearing out");
    assert!(ballots.memory_bytes() < 200_000, "{} bytes", ballots.memory_bytes());
}

#[test]
fn a_ballot_takes_few_bytes() {
    let mut ballots = empty_box();
    ballots.reserve(10_000);
    for voter in 0..10_000_u128 {
        ballots.put(voter.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_0c9d_2545_f491), &["A", "B", "C"]).unwrap();
    }
    ballots.shrink_to_fit();
    let each = ballots.memory_bytes() / ballots.len();
    assert!(each <= 24, "{each} bytes a ballot");
}

proptest! {
    #[test]
    fn whatever_happened_the_box_counts_like_an_election_of_what_is_left(
        changes in proptest::collection::vec(
            (0..12_u128, proptest::option::weighted(0.8, (Just(NAMES.to_vec()).prop_shuffle(), 0..=5_usize))),
            0..80,
        )
    ) {
        let mut ballots = empty_box();
        let mut model: HashMap<u128, Vec<&str>> = HashMap::new();
        for (voter, change) in changes {
            if let Some((shuffled, ranked)) = change {
                let ranking = shuffled[..ranked].to_vec();
                prop_assert_eq!(ballots.put(voter, &ranking).unwrap(), model.insert(voter, ranking).is_some());
            } else {
                prop_assert_eq!(ballots.remove(voter), model.remove(&voter).is_some());
            }
        }
        let mut election = Election::new(NAMES, &ORDER).unwrap();
        for (voter, ranking) in &model {
            election.add(ranking, 1).unwrap();
            let held = ballots.ranking(*voter).unwrap();
            prop_assert_eq!(&strings(&held), ranking);
        }
        prop_assert_eq!(ballots.len(), model.len());
        prop_assert_eq!(ballots.tally(&Rules::default()), election.tally(&Rules::default()));
        prop_assert_eq!(ballots.election().rankings(), election.rankings());
    }
}
