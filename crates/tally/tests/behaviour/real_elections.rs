//! Real elections, figure for figure. Where the figures come from is in `fixtures/README.md`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
};

use serde::Deserialize;
use tally::{Election, ReadOptions, Results, Round, Rules};

use crate::kit::{fixture, read_fixture};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Expected {
    candidates: Vec<String>,
    total_votes: u64,
    winner: String,
    majority_round: usize,
    official: Vec<OfficialRound>,
    rounds: Vec<ExpectedRound>,
}

#[derive(Deserialize)]
struct OfficialRound {
    tallies: BTreeMap<String, u64>,
    exhausted: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ExpectedRound {
    tallies: BTreeMap<String, u64>,
    exhausted: u64,
    eliminated: BTreeSet<String>,
    transfers: BTreeMap<String, u64>,
    transfers_exhausted: u64,
}

fn load(name: &str) -> (Expected, Election) {
    let expected = File::open(fixture(&format!("{name}.expected.json"))).unwrap();
    let expected: Expected = serde_json::from_reader(expected).unwrap();
    let options = ReadOptions { candidates: Some(expected.candidates.clone()), ..ReadOptions::default() };
    let file = read_fixture(&format!("{name}.ballots.csv.gz"), &options).unwrap();
    assert_eq!(file.warnings, []);
    (expected, file.election)
}

fn tallies(round: &Round) -> BTreeMap<String, u64> {
    round.tallies.iter().map(|tally| (tally.candidate.to_string(), tally.votes)).collect()
}

fn check_official_rounds(expected: &Expected, results: &Results) {
    assert_eq!(results.winner.as_deref(), Some(&*expected.winner));
    assert_eq!(results.total_votes, expected.total_votes);
    for official in &expected.official {
        let same_field = |round: &&Round| tallies(round).keys().eq(official.tallies.keys());
        let ours = results.rounds.iter().find(same_field).unwrap();
        assert_eq!(tallies(ours), official.tallies);
        assert!(
            official.exhausted.is_none_or(|exhausted| exhausted == ours.exhausted),
            "round {}",
            ours.round
        );
    }
}

/// With the tie rule the expected figures were made by: the candidate listed last goes.
fn check_every_round(expected: &Expected, election: Election) {
    let order: Vec<u32> = (0..).take(expected.candidates.len()).collect();
    let rules = Rules { ties: Vec::new(), ..Rules::default() };
    let results = election.with_tie_order(&order).unwrap().tally(&rules);
    assert_eq!(results.majority_round, Some(expected.majority_round));
    assert_eq!(results.rounds.len(), expected.rounds.len());
    for (ours, expected) in results.rounds.iter().zip(&expected.rounds) {
        assert_eq!(tallies(ours), expected.tallies, "round {}", ours.round);
        assert_eq!(ours.exhausted, expected.exhausted, "round {}", ours.round);
        assert!(ours.eliminated.iter().map(AsRef::as_ref).eq(expected.eliminated.iter().map(String::as_str)));
        let to = |named: bool| ours.transfers.iter().filter(move |moved| moved.to.is_some() == named);
        let transfers: BTreeMap<String, u64> =
            to(true).map(|moved| (moved.to.as_deref().unwrap_or_default().to_owned(), moved.votes)).collect();
        assert_eq!(transfers, expected.transfers, "round {}", ours.round);
        assert_eq!(to(false).map(|moved| moved.votes).sum::<u64>(), expected.transfers_exhausted);
    }
}

fn check(name: &str) -> Results {
    let (expected, election) = load(name);
    let results = election.tally(&Rules::default());
    check_official_rounds(&expected, &results);
    check_every_round(&expected, election);
    results
}

#[test]
fn burlington_2009_is_reproduced_and_its_condorcet_winner_is_another() {
    let results = check("2009_burlington_mayor");
    assert_eq!(results.condorcet_winner.as_deref(), Some("Andy Montroll"));
}

#[test]
fn san_francisco_district_10_of_2010_is_reproduced() {
    check("2010_sf_supervisor_d10");
}

#[test]
fn san_francisco_2011_is_reproduced_and_its_tie_without_votes_is_told() {
    let results = check("2011_sf_mayor");
    let tie = results.rounds[0].tie_break.as_ref().unwrap();
    assert_eq!((tie.tied.len(), tie.votes), (2, 0));
}

#[test]
fn minneapolis_2013_is_reproduced_with_its_write_ins() {
    check("2013_minneapolis_mayor");
}

#[test]
fn minneapolis_2013_is_reproduced_as_officially_counted_with_write_ins_out_first() {
    check("2013_minneapolis_mayor_declared");
}
