use tally::render;

use crate::kit::{file_of, read, tally};

#[test]
fn a_result_is_drawn_with_bars_the_mark_to_win_and_what_moved() {
    let results = tally(&["Lakes", "Lisbon", "Athens"], "5,Lakes\n4,Lisbon\n1,Athens>Lisbon\n1,Athens\n1,");
    let drawn = render(&results, 60);
    assert_eq!(
        drawn,
        "\
Lakes and Lisbon are tied with 5 votes each, after 2 rounds
and 12 ballots. The order drawn in advance puts Lakes first.

Round 1, 6 to win
  Lakes       5  █████████████████▉   │
  Lisbon      4  ██████████████▎      │
  Athens      2  ███████▏             │
  Exhausted   1
  Athens is out; 1 of its 2 ballots moves to Lisbon, 1 runs
  out of choices.

Round 2, 6 to win
  Lakes       5  █████████████████▉   │
  Lisbon      5  █████████████████▉   │
  Exhausted   2
  Lakes and Lisbon tied in the last round with 5 votes each,
  so nobody wins by votes. The order drawn in advance puts
  Lakes first.

Head to head: ballots that put the row above the column
                1   2   3
  1 Lakes       ·   5   5
  2 Lisbon      5   ·   4
  3 Athens      2   2   ·
No option beats all others one to one. Lakes and Lisbon
cannot be told apart.
"
    );
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let text = file_of(0..14, |number| {
        format!("{},A rather long name for number {number}>日本語の名前{number}", number * 7 + 1)
    });
    let results = read(text).election.tally(&tally::Rules::default());
    for width in [40, 60, 100] {
        for line in render(&results, width).lines() {
            assert!(unicode_width::UnicodeWidthStr::width(line) <= width, "{line}");
        }
    }
}

#[test]
fn big_fields_are_told_briefly_after_the_first_round() {
    let text = file_of(1..=14, |number| format!("{number},candidate {number:02}"));
    let drawn = render(&read(text).election.tally(&tally::Rules::default()), 80);
    assert_eq!(drawn.matches("candidate 14  ").count(), 1 + 9, "the first round and the last nine");
    assert!(drawn.contains("Round 2, 53 to win\n  candidate 02 is out; its 2 ballots run out of choices.\n"));
}

#[test]
fn no_votes_are_told_in_a_sentence() {
    assert_eq!(render(&read("").election.tally(&tally::Rules::default()), 80), "No votes.\n");
}

#[test]
fn nothing_in_a_name_steers_the_terminal() {
    let results = read("{\"r\":[\"\\u001b[31mred\\u202e\"]}").election.tally(&tally::Rules::default());
    let drawn = render(&results, 80);
    assert!(!drawn.contains(['\u{1b}', '\u{202e}']));
    assert!(drawn.contains("\u{fffd}[31mred\u{fffd} wins"));
}
