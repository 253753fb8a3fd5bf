use serde_json::json;
use tally::{BallotError, Election, ElectionError, Results, Rules};

use crate::kit::{election, strings, tallies, tally};

/// The poll of the results page's design.
const SUMMER: &str = "\
7,Slovenian lakes
6,Lisbon
1,Lisbon>Edinburgh
4,Edinburgh>Lisbon
1,Edinburgh
3,Brittany>Slovenian lakes
1,Brittany
1,Athens>Slovenian lakes
1,Athens>Edinburgh>Slovenian lakes";
const PLACES: [&str; 5] = ["Slovenian lakes", "Lisbon", "Edinburgh", "Brittany", "Athens"];

#[test]
fn results_have_the_shape_of_the_api() {
    let results = tally(&["Go", "Rust", "Zig"], "3,Go>Rust\n2,Rust>Go\n1,Zig>Rust\n1,");
    assert_eq!(
        serde_json::to_value(&results).unwrap(),
        json!({
            "totalVotes": 7,
            "candidates": ["Go", "Rust", "Zig"],
            "winner": null,
            "tied": ["Go", "Rust"],
            "drawnByLot": "Go",
            "majorityRound": null,
            "rounds": [
                {
                    "round": 1,
                    "threshold": 4,
                    "tallies": [
                        {"candidate": "Go", "votes": 3},
                        {"candidate": "Rust", "votes": 2},
                        {"candidate": "Zig", "votes": 1},
                    ],
                    "exhausted": 1,
                    "eliminated": ["Zig"],
                    "transfers": [{"from": "Zig", "to": "Rust", "votes": 1}],
                },
                {
                    "round": 2,
                    "threshold": 4,
                    "tallies": [{"candidate": "Go", "votes": 3}, {"candidate": "Rust", "votes": 3}],
                    "exhausted": 1,
                    "eliminated": [],
                    "transfers": [],
                    "tieBreak": {
                        "tied": ["Go", "Rust"],
                        "votes": 3,
                        "rule": "tieOrder",
                        "steps": [{"rule": "tieOrder", "left": ["Go"]}],
                        "explanation": "Go and Rust tied in the last round with 3 votes each, so nobody wins by votes. \
                                        The order drawn in advance puts Go first.",
                    },
                },
            ],
            "pairwise": [[0, 3, 5], [3, 0, 5], [1, 1, 0]],
            "condorcetWinner": null,
            "smithSet": ["Go", "Rust"],
            "tieOrder": ["Go", "Rust", "Zig"],
        })
    );
}

#[test]
fn results_read_back_from_their_json() {
    let results = tally(&PLACES, SUMMER);
    let text = serde_json::to_string(&results).unwrap();
    assert_eq!(serde_json::from_str::<Results>(&text).unwrap(), results);
}

#[test]
fn a_clear_count_goes_round_by_round() {
    let results = tally(&PLACES, SUMMER);
    assert_eq!(results.winner.as_deref(), Some("Slovenian lakes"));
    assert_eq!(
        tallies(&results, 1),
        [("Slovenian lakes", 7), ("Lisbon", 7), ("Edinburgh", 5), ("Brittany", 4), ("Athens", 2)]
    );
    assert_eq!(tallies(&results, 4), [("Slovenian lakes", 12), ("Lisbon", 11)]);
    let eliminated: Vec<_> = results.rounds.iter().flat_map(|round| strings(&round.eliminated)).collect();
    assert_eq!(eliminated, ["Athens", "Brittany", "Edinburgh"]);
    assert_eq!(results.rounds.iter().map(|round| round.exhausted).collect::<Vec<_>>(), [0, 0, 1, 2]);
    assert_eq!(results.rounds.iter().map(|round| round.threshold).collect::<Vec<_>>(), [13, 13, 13, 12]);
    assert_eq!(results.majority_round, Some(4));
    assert_eq!(
        strings(&results.finishing_order()),
        ["Slovenian lakes", "Lisbon", "Edinburgh", "Brittany", "Athens"]
    );
    assert_eq!(
        results.headline(),
        "Slovenian lakes wins 12 to 11 over Lisbon, after 4 rounds and 25 ballots."
    );
}

#[test]
fn the_count_goes_on_to_two_and_marks_the_round_of_the_majority() {
    // Six of twelve are no majority; six of eleven are, once D's ballot is exhausted.
    let results = tally(&["A", "B", "C", "D"], "6,A\n3,B\n2,C>B\n1,D");
    assert_eq!((results.majority_round, results.rounds.len()), (Some(2), 3));
    assert_eq!(results.winner.as_deref(), Some("A"));
    assert_eq!(tallies(&results, 3), [("A", 6), ("B", 5)]);
}

#[test]
fn the_count_stops_at_a_majority_when_asked_to() {
    let ballots = election(&["A", "B", "C", "D"], "7,A\n3,B\n2,C>B\n1,D>B");
    let results = ballots.tally(&Rules { stop_at_majority: true, ..Rules::default() });
    assert_eq!((results.majority_round, results.rounds.len()), (Some(1), 1));
    assert_eq!(results.winner.as_deref(), Some("A"));
    assert!(results.rounds[0].eliminated.is_empty());
}

#[test]
fn a_ballot_skips_those_already_out_and_is_exhausted_when_nobody_on_it_continues() {
    let results = tally(&["A", "B", "C", "D"], "5,A\n4,B\n2,C>D\n1,D>C>B");
    // D goes first; then C, whose two ballots from the start have nobody left and whose third goes on to B.
    assert_eq!(tallies(&results, 2), [("A", 5), ("B", 4), ("C", 3)]);
    assert_eq!(tallies(&results, 3), [("A", 5), ("B", 5)]);
    assert_eq!(results.rounds[2].exhausted, 2);
    let moves: Vec<_> =
        results.rounds[1].transfers.iter().map(|moved| (moved.to.as_deref(), moved.votes)).collect();
    assert_eq!(moves, [(Some("B"), 1), (None, 2)]);
}

#[test]
fn without_ballots_nobody_wins_and_nobody_is_drawn() {
    let results = tally(&["A", "B", "C"], "");
    assert_eq!(
        (results.total_votes, &results.winner, &results.tied, &results.drawn_by_lot),
        (0, &None, &None, &None)
    );
    assert_eq!(results.rounds.len(), 1);
    assert_eq!(tallies(&results, 1), [("A", 0), ("B", 0), ("C", 0)]);
    assert_eq!((results.rounds[0].threshold, results.majority_round), (1, None));
    assert_eq!((&results.condorcet_winner, results.smith_set.len()), (&None, 0));
    assert_eq!(results.headline(), "No votes.");
}

#[test]
fn without_candidates_there_is_nothing_to_count() {
    let results = tally(&[], "");
    assert_eq!((results.rounds.len(), results.winner, results.pairwise.len()), (0, None, 0));
}

#[test]
fn blank_ballots_are_votes_that_count_as_exhausted() {
    let results = tally(&["A", "B"], "4,\n{\"r\":[]}");
    assert_eq!((results.total_votes, results.rounds.len(), results.rounds[0].exhausted), (5, 1, 5));
    assert_eq!((results.winner.as_deref(), results.condorcet_winner.as_deref()), (None, None));
    assert_eq!(results.headline(), "No votes for anyone: 5 ballots, all blank.");
}

#[test]
fn a_single_candidate_wins_with_a_single_vote() {
    let results = tally(&["A"], "1,A\n3,");
    assert_eq!(
        (results.winner.as_deref(), results.rounds.len(), results.majority_round),
        (Some("A"), 1, Some(1))
    );
    assert_eq!(results.condorcet_winner.as_deref(), Some("A"));
}

#[test]
fn weights_past_32_bits_are_counted_exactly() {
    let huge = u64::from(u32::MAX) * 1_000_000;
    let results = tally(&["A", "B", "C"], &format!("{huge},A\n{},B\n2,C>B", huge - 1));
    assert_eq!(results.winner.as_deref(), Some("B"));
    assert_eq!(tallies(&results, 2), [("A", huge), ("B", huge + 1)]);
    assert_eq!(results.pairwise[0][1], huge);
    assert_eq!(results.total_votes, 2 * huge + 1);
}

#[test]
fn more_votes_than_64_bits_hold_are_refused() {
    let mut election = Election::new(["A"], &[0]).unwrap();
    election.add(&["A"], u64::MAX).unwrap();
    assert_eq!(election.add(&["A"], 1), Err(BallotError::TooMany));
    assert_eq!(election.total_votes(), u64::MAX);
}

#[test]
fn three_hundred_candidates_are_counted() {
    let names: Vec<String> = (0..300).map(|number| format!("candidate {number:03}")).collect();
    let order: Vec<u32> = (0..300).collect();
    let mut election = Election::new(names.iter().map(String::as_str), &order).unwrap();
    // Candidate k is first on k + 1 ballots and everyone's next choice is the one before them, down to the
    // first.
    for number in 0..300 {
        let ranking: Vec<&String> = names[..=number].iter().rev().collect();
        election.add(&ranking, number as u64 + 1).unwrap();
    }
    let results = election.tally(&Rules::default());
    assert_eq!(results.rounds.len(), 299);
    assert_eq!(strings(&results.rounds[0].eliminated), ["candidate 000"]);
    assert_eq!(results.pairwise[299][0], 300);
    assert_eq!(results.pairwise[0][299], (1..300).sum::<u64>());
    assert_eq!(results.winner.as_deref(), Some("candidate 299"));
}

/// With a look at every earlier round for every tied candidate this would take minutes.
#[test]
fn thousands_who_are_all_tied_are_counted() {
    let names: Vec<String> = (0..2000).map(|number| format!("candidate {number:04}")).collect();
    let order: Vec<u32> = (0..2000).collect();
    let mut election = Election::new(names.iter().map(String::as_str), &order).unwrap();
    for name in &names {
        election.add(&[name], 1).unwrap();
    }
    let results = election.tally(&Rules::default());
    assert_eq!((results.rounds.len(), results.rounds[1].tallies.len()), (1999, 1999));
    assert_eq!(results.drawn_by_lot.as_deref(), Some("candidate 0000"));
    assert_eq!((results.smith_set.len(), results.cycle.len()), (2000, 0));
}

#[test]
fn a_ballot_with_an_unknown_or_repeated_name_is_refused_whole() {
    let mut election = Election::new(["A", "B"], &[0, 1]).unwrap();
    assert_eq!(election.add(&["A", "Z"], 1), Err(BallotError::Unknown("Z".into())));
    assert_eq!(election.add(&["A", "B", "A"], 1), Err(BallotError::Repeated("A".into())));
    assert_eq!(election.total_votes(), 0);
}

#[test]
fn candidates_must_differ_and_the_tie_order_must_be_a_permutation() {
    assert_eq!(Election::new(["A", "A"], &[0, 1]).unwrap_err(), ElectionError::CandidateTwice("A".into()));
    for wrong in [&[0][..], &[0, 0], &[0, 2], &[0, 1, 1]] {
        assert_eq!(Election::new(["A", "B"], wrong).unwrap_err(), ElectionError::NotAPermutation);
    }
}

#[test]
fn a_ballot_can_be_followed_through_the_rounds() {
    let results = tally(&PLACES, SUMMER);
    let followed = |ranking: &[&str]| -> Vec<Option<String>> {
        results.follow(ranking).into_iter().map(|name| name.map(|name| name.to_string())).collect()
    };
    let some = |name: &str| Some(name.to_owned());
    assert_eq!(
        followed(&["Athens", "Edinburgh", "Slovenian lakes"]),
        [some("Athens"), some("Edinburgh"), some("Edinburgh"), some("Slovenian lakes")]
    );
    assert_eq!(followed(&["Brittany"]), [some("Brittany"), some("Brittany"), None, None]);
    assert_eq!(followed(&[]), [None, None, None, None]);
}

#[test]
fn rankings_are_given_out_by_frequency_whatever_the_order_they_came_in() {
    let one = election(&["A", "B"], "A>B\nB\nB\n");
    let other = election(&["A", "B"], "B\nA>B\nB\n");
    assert_eq!(one.rankings(), other.rankings());
    let first = &one.rankings()[0];
    assert_eq!((first.0, strings(&first.1)), (2, vec!["B"]));
}
