//! The order drawn in advance travels with the ballots, so that anyone comes to the same result.

use proptest::prelude::*;
use tally::{Election, ReadOptions, Results, Rules, read_ballots, tie_order_from_file, tie_order_line};

use crate::kit::{problem, read, strings};

fn with_order(text: &str, order: &[&str]) -> Result<Results, String> {
    let tie_order = Some(order.iter().map(ToString::to_string).collect());
    let options = ReadOptions { tie_order, ..ReadOptions::default() };
    let file = read_ballots(text.as_bytes(), &options, |_| ()).map_err(|error| error.to_string())?;
    Ok(file.election.tally(&Rules::default()))
}

#[test]
fn results_carry_the_tie_order() {
    let election = Election::new(["A", "B", "C"], &[2, 0, 1]).unwrap();
    assert_eq!(strings(&election.tally(&Rules::default()).tie_order), ["C", "A", "B"]);
    assert_eq!(tie_order_line(&["C, the old one", "A"]), "# tie-order: \"C, the old one\">A");
}

#[test]
fn a_file_brings_its_tie_order_and_the_candidates_nobody_ranked() {
    for (order, drawn) in [("A>B>C", "A"), ("C>B>A", "B")] {
        let file = read(format!("# tie-order: {order}\n# 4 ballots\n2,A\n2,B\n"));
        assert_eq!(strings(file.election.candidates()), ["A", "B", "C"]);
        let results = file.election.tally(&Rules::default());
        assert_eq!(results.drawn_by_lot.as_deref(), Some(drawn));
        assert_eq!(strings(&results.tie_order).join(">"), order);
    }
}

#[test]
fn the_order_asked_for_goes_before_the_files_own() {
    let results = with_order("# tie-order: A>B\n1,A\n1,B\n", &["B", " A "]).unwrap();
    assert_eq!(results.drawn_by_lot.as_deref(), Some("B"));
}

#[test]
fn an_order_that_is_not_one_of_all_candidates_is_refused() {
    let ballots = "1,A\n1,B\n1,C\n";
    let refusal = |order: &[&str]| with_order(ballots, order).unwrap_err();
    assert_eq!(refusal(&["A", "B"]), "the tie order leaves out \"C\"; it must name every candidate");
    assert_eq!(refusal(&["A", "B", "C", "B"]), "the tie order names \"B\" twice");
    assert_eq!(
        refusal(&["A", "B", "C", "D"]),
        "the tie order names \"D\", but there is no candidate of that name"
    );
    let carried =
        |text: &str| read_ballots(text.as_bytes(), &ReadOptions::default(), |_| ()).unwrap_err().to_string();
    assert_eq!(
        carried("# tie-order: A>B\n1,A\n1,C\n"),
        "the tie order leaves out \"C\"; it must name every candidate"
    );
    assert_eq!(carried("# tie-order: A>A\n1,A\n"), "the tie order names \"A\" twice");
    assert_eq!(carried("# tie-order: A>\n1,A\n"), "line 1: a name is empty");
    assert_eq!(problem("# tie-order: A\n1,A\n# tie-order: A\n"), (3, tally::LineProblem::SecondTieOrder));
}

#[test]
fn withdrawn_candidates_may_stay_in_the_order() {
    let options = ReadOptions { withdraw: vec!["B".into()], ..ReadOptions::default() };
    let file = read_ballots(&b"# tie-order: C>B>A\n1,A\n1,B>C\n"[..], &options, |_| ()).unwrap();
    let results = file.election.tally(&Rules::default());
    assert_eq!((strings(&results.tie_order), results.drawn_by_lot.as_deref()), (vec!["C", "A"], Some("C")));
}

#[test]
fn an_order_is_read_from_a_file_of_its_own_or_from_a_ballots_file() {
    assert_eq!(tie_order_from_file("B\n\"A\"\n").unwrap(), ["B", "\"A\""]);
    assert_eq!(tie_order_from_file("# tie-order: \"B, b\">A\n3,A\n").unwrap(), ["B, b", "A"]);
}

/// Few ballots over few candidates, so that ties are the rule; names that need quotes, and an order drawn at
/// random.
fn tied_election() -> impl Strategy<Value = Election> {
    const NAMES: [&str; 6] = ["Go", "C, the old one", "\"Rust\"", "a>b", "#1", "Zoé"];
    (2..=NAMES.len()).prop_flat_map(|candidates| {
        let indexes: Vec<u32> = (0..).take(candidates).collect();
        let ranking =
            (Just(indexes.clone()).prop_shuffle(), 0..=candidates).prop_map(|(shuffled, ranked)| {
                shuffled[..ranked].iter().map(|&index| NAMES[index as usize]).collect()
            });
        let ballots = proptest::collection::vec((ranking, 1..3_u64), 0..8);
        (Just(indexes).prop_shuffle(), ballots).prop_map(
            move |(order, ballots): (Vec<u32>, Vec<(Vec<&str>, u64)>)| {
                let mut election = Election::new(NAMES[..candidates].iter().copied(), &order).unwrap();
                for (ranking, weight) in ballots {
                    election.add(&ranking, weight).unwrap();
                }
                election
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn an_exported_poll_counts_to_the_same_result(election in tied_election()) {
        let ours = election.tally(&Rules::default());
        let again = read(election.as_lines()).election.tally(&Rules::default());
        prop_assert_eq!(&again.winner, &ours.winner);
        prop_assert_eq!(&again.drawn_by_lot, &ours.drawn_by_lot);
        prop_assert_eq!(&again.tie_order, &ours.tie_order);
        let out = |results: &Results| results.rounds.iter().map(|round| round.eliminated.clone()).collect::<Vec<_>>();
        prop_assert_eq!(out(&again), out(&ours));

        // With the candidates in the poll's order, everything is the same.
        let candidates = Some(ours.candidates.iter().map(ToString::to_string).collect());
        let options = ReadOptions { candidates, ..ReadOptions::default() };
        let declared = read_ballots(election.as_lines().as_bytes(), &options, |_| ()).unwrap();
        prop_assert_eq!(declared.election.tally(&Rules::default()), ours);
    }
}
