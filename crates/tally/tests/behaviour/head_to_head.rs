use crate::kit::{strings, tally};

#[test]
fn unranked_is_below_ranked_and_two_unranked_are_not_compared() {
    let results = tally(&["A", "B", "C", "D"], "3,A>B\n2,C");
    assert_eq!(
        results.pairwise,
        [[0, 3, 3, 3], [0, 0, 3, 3], [2, 2, 0, 2], [0, 0, 0, 0]].map(Vec::from).to_vec()
    );
}

#[test]
fn the_one_who_beats_everyone_one_to_one_is_named_even_when_the_runoff_chose_another() {
    let results =
        tally(&["Left", "Middle", "Right"], "4,Left>Middle>Right\n2,Middle>Left>Right\n3,Right>Middle>Left");
    assert_eq!(results.winner.as_deref(), Some("Left"));
    assert_eq!(results.condorcet_winner.as_deref(), Some("Middle"));
    assert!(results.smith_set.is_empty() && results.cycle.is_empty());
}

#[test]
fn a_cycle_is_named_in_order() {
    let results = tally(
        &["Paper", "Scissors", "Rock", "Sand"],
        "4,Rock>Scissors>Paper\n3,Paper>Rock>Scissors\n2,Scissors>Paper>Rock",
    );
    assert_eq!(results.condorcet_winner, None);
    assert_eq!(strings(&results.smith_set), ["Paper", "Scissors", "Rock"]);
    assert_eq!(strings(&results.cycle), ["Paper", "Rock", "Scissors"]);
}

#[test]
fn equal_pairs_make_a_top_group_without_a_cycle() {
    let results = tally(&["A", "B", "C"], "2,A>B>C\n2,B>A>C");
    assert_eq!(strings(&results.smith_set), ["A", "B"]);
    assert!(results.cycle.is_empty() && results.condorcet_winner.is_none());
}
