use tally::{Election, Rules, TieRule};

use crate::kit::{election, strings, tally};

#[test]
fn the_latest_earlier_round_that_differs_settles_a_tie_for_last() {
    // Round 1: B 4, C 3. E's ballot brings C level in round 2, so only round 1 tells B and C apart.
    let results = tally(&["A", "B", "C", "D", "E"], "9,A\n4,B\n3,C\n8,D\n1,E>C");
    let tie = results.rounds[1].tie_break.as_ref().unwrap();
    assert_eq!(strings(&tie.tied), ["B", "C"]);
    assert_eq!((tie.votes, tie.rule, tie.steps[0].round), (4, TieRule::EarlierRound, Some(1)));
    assert_eq!(strings(&results.rounds[1].eliminated), ["C"]);
    assert_eq!(
        tie.explanation,
        "B and C tied for last with 4 votes each. In round 1, the latest that tells them apart, C had the fewest, \
         so C drops out."
    );
}

#[test]
fn of_two_that_were_always_level_the_loser_head_to_head_goes() {
    let results = tally(&["A", "B", "C"], "5,A>C>B\n3,B\n3,C");
    let tie = results.rounds[0].tie_break.as_ref().unwrap();
    assert_eq!((tie.rule, strings(&results.rounds[0].eliminated)), (TieRule::HeadToHead, vec!["B"]));
    assert_eq!(
        tie.explanation,
        "B and C tied for last with 3 votes each. Head to head, C beats B 8 to 3, so B drops out."
    );
}

#[test]
fn when_nothing_tells_them_apart_the_later_in_the_tie_order_goes() {
    let ballots = "5,A\n3,B\n3,C";
    let results = tally(&["A", "B", "C"], ballots);
    let tie = results.rounds[0].tie_break.as_ref().unwrap();
    assert_eq!((tie.rule, strings(&results.rounds[0].eliminated)), (TieRule::TieOrder, vec!["C"]));
    assert!(
        tie.explanation.ends_with("the order drawn in advance decides: C comes last in it and drops out.")
    );

    let reversed = election(&["A", "B", "C"], ballots).with_tie_order(&[0, 2, 1]).unwrap();
    assert_eq!(strings(&reversed.tally(&Rules::default()).rounds[0].eliminated), ["B"]);
}

#[test]
fn head_to_head_is_not_asked_about_three() {
    // B loses to both C and D head to head; still the order decides among three.
    let results = tally(&["A", "B", "C", "D"], "9,A>C>D>B\n2,B\n2,C\n2,D");
    assert_eq!(results.rounds[0].tie_break.as_ref().unwrap().rule, TieRule::TieOrder);
    assert_eq!(strings(&results.rounds[0].eliminated), ["D"]);
}

#[test]
fn a_tie_of_three_is_narrowed_to_two_and_then_settled_head_to_head() {
    // Round 1: B 4, C 3, D 3. E's two ballots bring C and D level with B.
    let results = tally(&["A", "B", "C", "D", "E"], "9,A>D>C\n4,B\n3,C\n3,D\n1,E>C\n1,E>D");
    let tie = results.rounds[1].tie_break.as_ref().unwrap();
    assert_eq!(strings(&tie.tied), ["B", "C", "D"]);
    let steps: Vec<_> = tie.steps.iter().map(|step| (step.rule, step.round, strings(&step.left))).collect();
    assert_eq!(
        steps,
        [(TieRule::EarlierRound, Some(1), vec!["C", "D"]), (TieRule::HeadToHead, None, vec!["C"])]
    );
    assert_eq!(tie.rule, TieRule::HeadToHead);
    assert!(tie.explanation.ends_with("Head to head, D beats C 13 to 4, so C drops out."));
}

#[test]
fn narrowing_by_rounds_may_take_several_rounds() {
    // Round 1: B 4, C 3, D 2; F lifts D to 3, E lifts both C and D to 4.
    let ballots = "20,A\n4,B\n3,C\n2,D\n1,F>D\n1,E>C\n1,E>D\n";
    let results = tally(&["A", "B", "C", "D", "E", "F"], ballots);
    let tie = results.rounds[2].tie_break.as_ref().unwrap();
    assert_eq!((strings(&tie.tied), tie.votes), (vec!["B", "C", "D"], 4));
    let steps: Vec<_> = tie.steps.iter().map(|step| (step.round, strings(&step.left))).collect();
    assert_eq!(steps, [(Some(2), vec!["C", "D"]), (Some(1), vec!["D"])]);
    assert_eq!(
        tie.explanation,
        "B, C and D tied for last with 4 votes each. In round 2, the latest that tells any apart, C and D had the \
         fewest. In round 1, the latest that tells them apart, D had the fewest, so D drops out."
    );
}

#[test]
fn a_total_tie_eliminates_one_at_a_time_and_ends_with_two() {
    let results = tally(&["A", "B", "C", "D"], "1,A\n1,B\n1,C\n1,D");
    let eliminated: Vec<_> = results.rounds.iter().map(|round| strings(&round.eliminated)).collect();
    assert_eq!(eliminated, [vec!["D"], vec!["C"], vec![]]);
    assert_eq!(results.winner, None);
    assert_eq!(strings(results.tied.as_ref().unwrap()), ["A", "B"]);
    assert_eq!(results.drawn_by_lot.as_deref(), Some("A"));
    assert!(results.rounds.iter().all(|round| round.tie_break.is_some()));
}

#[test]
fn of_the_last_two_equal_ones_the_tie_order_draws_the_earlier() {
    let mut election = Election::new(["A", "B"], &[1, 0]).unwrap();
    election.add(&["A"], 2).unwrap();
    election.add(&["B"], 2).unwrap();
    let results = election.tally(&Rules::default());
    assert_eq!((results.winner.as_deref(), results.drawn_by_lot.as_deref()), (None, Some("B")));
    assert_eq!(strings(&results.finishing_order()), ["B", "A"]);
    assert_eq!(
        results.headline(),
        "B and A are tied with 2 votes each, after 1 round and 4 ballots. The order drawn in advance puts B first."
    );
}

#[test]
fn tie_rules_can_be_chosen_and_put_in_another_order() {
    let ballots = election(&["A", "B", "C", "D", "E"], "9,A>C>B\n4,B\n3,C\n8,D\n1,E>C");
    let with = |ties: &[TieRule]| {
        let results = ballots.tally(&Rules { ties: ties.to_vec(), ..Rules::default() });
        (results.rounds[1].tie_break.as_ref().unwrap().rule, results.rounds[1].eliminated[0].to_string())
    };
    assert_eq!(with(&Rules::default().ties), (TieRule::EarlierRound, "C".into()));
    assert_eq!(with(&[TieRule::HeadToHead, TieRule::EarlierRound]), (TieRule::HeadToHead, "B".into()));
    assert_eq!(with(&[TieRule::TieOrder]), (TieRule::TieOrder, "C".into()));
    assert_eq!(with(&[]), (TieRule::TieOrder, "C".into()));
}

#[test]
fn tie_rules_are_named_on_the_command_line() {
    assert_eq!("earlier-round".parse(), Ok(TieRule::EarlierRound));
    assert_eq!("head-to-head".parse(), Ok(TieRule::HeadToHead));
    assert_eq!("tie-order".parse(), Ok(TieRule::TieOrder));
    let error = "coin".parse::<TieRule>().unwrap_err().to_string();
    assert_eq!(error, "`coin` is not a tie rule; choose from earlier-round, head-to-head and tie-order");
}

#[test]
fn the_hashed_tie_order_depends_on_the_names_alone() {
    let names = |names: [&str; 4]| names.map(tally::Name::from).to_vec();
    let order = |candidates: &[tally::Name]| -> Vec<String> {
        let order = tally::hashed_tie_order(candidates);
        order.into_iter().map(|index| candidates[index as usize].to_string()).collect()
    };
    assert_eq!(order(&names(["A", "B", "C", "D"])), order(&names(["D", "B", "A", "C"])));
    assert_eq!(
        order(&names(["A", "B", "C", "D"])),
        ["B", "D", "A", "C"],
        "pinned: results must not change by themselves"
    );
    assert_ne!(order(&names(["A", "B", "C", "E"])), ["B", "E", "A", "C"], "another field, another draw");
}
