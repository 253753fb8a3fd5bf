//! Each round in one sentence, for people.

use tally::{HOW_IT_IS_COUNTED, Part, Rules};

use crate::kit::{election, file_of, read, tally};

fn sentences(candidates: &[&str], ballots: &str) -> Vec<String> {
    tally(candidates, ballots).rounds.iter().map(|round| round.sentence().to_string()).collect()
}

#[test]
fn a_round_says_who_is_out_and_where_the_ballots_go() {
    let places = ["Slovenian lakes", "Lisbon", "Edinburgh"];
    let ballots = "7,Slovenian lakes\n6,Lisbon\n1,Edinburgh>Lisbon\n3,Edinburgh>Slovenian lakes";
    assert_eq!(
        sentences(&places, ballots),
        [
            "Edinburgh is out; 3 of its 4 ballots move to Slovenian lakes, 1 to Lisbon.",
            "Slovenian lakes has 10 of 17 votes, a majority.",
        ]
    );
}

#[test]
fn ballots_that_run_out_of_choices_are_told_last() {
    let first = |ballots: &str| sentences(&["A", "B", "C"], ballots)[0].clone();
    assert_eq!(first("5,A\n5,B\n3,C"), "C is out; its 3 ballots run out of choices.");
    assert_eq!(first("5,A\n5,B\n1,C"), "C is out; its ballot runs out of choices.");
    assert_eq!(first("5,A\n5,B\n1,C>A"), "C is out; its ballot moves to A.");
    assert_eq!(first("5,A\n5,B\n2,C>A"), "C is out; its 2 ballots move to A.");
    assert_eq!(
        first("5,A\n5,B\n1,C>B\n3,C"),
        "C is out; 1 of its 4 ballots moves to B, 3 run out of choices."
    );
    assert_eq!(first("5,A\n5,B"), "C is out with no votes.");
}

#[test]
fn the_last_round_says_how_it_ends() {
    assert_eq!(sentences(&["A", "B"], "2,A\n2,B"), ["A and B are tied with 2 votes each."]);
    assert_eq!(sentences(&["A", "B"], "1,"), ["Nobody has a vote."]);
    assert_eq!(sentences(&["A"], "1,A"), ["A has 1 of 1 vote, a majority."]);
    let stopped = election(&["A", "B", "C"], "5,A\n1,B\n1,C")
        .tally(&Rules { stop_at_majority: true, ..Rules::default() });
    assert_eq!(stopped.rounds[0].sentence().to_string(), "A has 5 of 7 votes, a majority.");
}

#[test]
fn of_many_destinations_the_largest_are_named() {
    let ballots = file_of(0..10, |number| {
        let to_it = if number == 9 { 3 } else { 1 };
        format!("20,c{number}\n{to_it},Z>c{number}")
    });
    let results = read(ballots).election.tally(&Rules::default());
    assert_eq!(
        results.rounds[0].sentence().to_string(),
        "Z is out; 3 of its 12 ballots move to c9, 1 to c0, 1 to c1, 1 to c2, 1 to c3, 1 to c4, 4 to 4 others."
    );
}

#[test]
fn names_can_be_set_apart_from_the_words() {
    let results = tally(&["ליסבון", "B", "C"], "5,ליסבון\n4,B\n1,C>ליסבון");
    let names: Vec<String> = results.rounds[0]
        .sentence()
        .parts()
        .iter()
        .filter_map(|part| match part {
            Part::Name(name) => Some(name.to_string()),
            Part::Words(_) => None,
        })
        .collect();
    assert_eq!(names, ["C", "ליסבון"]);
}

#[test]
fn long_lists_of_names_are_cut_short() {
    let ballots = file_of(10..60, |number| format!("c{number}"));
    let results = read(ballots).election.tally(&Rules::default());
    let tie = results.rounds[0].tie_break.as_ref().unwrap();
    assert_eq!(tie.tied.len(), 50);
    assert!(
        tie.explanation
            .starts_with("c10, c11, c12, c13, c14, c15, c16, c17, c18, c19 and 40 others tied for last"),
        "{}",
        tie.explanation
    );
}

#[test]
fn the_counting_is_explained_in_four_sentences() {
    assert!(HOW_IT_IS_COUNTED.iter().all(|sentence| sentence.ends_with('.') && !sentence.contains(". ")));
}

#[test]
fn a_result_tells_who_is_in_first_place_and_how() {
    let places = ["Lakes", "Lisbon", "Edinburgh"];
    let told = |ballots: &str| {
        let results = tally(&places, ballots);
        (results.first_place().to_string(), results.lead().to_string())
    };
    let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
    assert_eq!(
        told("4,Lisbon\n2,Edinburgh>Lakes\n3,Lakes"),
        pair("Lakes", "5 to 4 over Lisbon, after 2 rounds and 9 ballots.")
    );
    assert_eq!(
        told("1,Lisbon\n1,Lakes"),
        pair(
            "Lakes and Lisbon",
            "Equal after 2 rounds and 2 ballots. The order drawn when the poll was made puts Lakes first."
        )
    );
    assert_eq!(told(""), pair("No votes", ""));
}

#[test]
fn a_ballot_is_followed_to_where_it_counts_in_the_end() {
    let results = tally(&["Lakes", "Lisbon", "Edinburgh"], "4,Lisbon\n2,Edinburgh>Lakes\n3,Lakes");
    let followed = |ranking: &[&str]| {
        let turns = results.turns(ranking).into_iter();
        let turns: Vec<_> =
            turns.map(|(round, name)| (round, name.map_or("-".into(), |name| name.to_string()))).collect();
        (turns, results.ballot_sentence(ranking).to_string())
    };
    let turns = |turns: &[(usize, &str)]| {
        turns.iter().map(|&(round, name)| (round, name.to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(
        followed(&["Edinburgh", "Lakes"]),
        (turns(&[(1, "Edinburgh"), (2, "Lakes")]), "Your ballot counts for Lakes, in first place.".into())
    );
    assert_eq!(
        followed(&["Edinburgh"]),
        (
            turns(&[(1, "Edinburgh"), (2, "-")]),
            "None of your choices was left in the last round, so your ballot ran out.".into()
        )
    );
    assert_eq!(
        followed(&["Lisbon"]),
        (turns(&[(1, "Lisbon")]), "In the last round your ballot counts for Lisbon.".into())
    );
}

#[test]
fn head_to_head_names_whom_nobody_beats_or_the_ring() {
    let told = |ballots: &str| tally(&["A", "B", "C"], ballots).head_to_head().to_string();
    assert_eq!(told("2,A>B>C\n1,B>C"), "A beats every other option one to one.");
    let ring = told("1,A>B>C\n1,B>C>A\n1,C>A>B");
    assert!(ring.starts_with("No option beats all others: A beats "), "{ring}");
    assert_eq!(ring.matches(" beats ").count(), 3 + 1, "{ring}");
    assert_eq!(told("1,A\n1,B"), "No option beats all others one to one.");
}
