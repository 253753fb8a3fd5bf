//! The parser meets files from anywhere: it may refuse them, never fall over them.

use proptest::prelude::*;
use tally::{LineProblem, ReadError, ReadOptions, Rules, format_ballot, read_ballots, render};

use crate::kit::read;

/// Pieces of ballot files, so that random text gets past the first check.
fn almost_ballots() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        proptest::sample::select(vec![
            "{\"n\":",
            "\"r\":[",
            "]}",
            "\"A\"",
            "A",
            ">",
            ",",
            "\"",
            "\n",
            "\\",
            "{",
            "}",
            "3",
            "0",
            " ",
            "\r\n",
            "é",
            "e\u{301}",
            "{\"n\":1,\"r\":[\"A\"]}\n",
            "18446744073709551615",
            "\u{feff}",
            "\u{1b}[31m",
            "\u{1f}",
        ])
        .prop_map(|piece| piece.as_bytes().to_vec()),
        proptest::collection::vec(any::<u8>(), 1..4),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// Reads, and if that works counts and draws, whatever the bytes.
fn go_all_the_way(bytes: &[u8]) {
    if let Ok(file) = read_ballots(bytes, &ReadOptions::default(), |_| ()) {
        let drawing = render(&file.election.tally(&Rules::default()), 60);
        assert!(!drawing.chars().any(|character| character.is_control() && character != '\n'));
    }
}

proptest! {
    #[test]
    fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        go_all_the_way(&bytes);
    }

    #[test]
    fn broken_gzip_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        go_all_the_way(&[&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3], bytes.as_slice()].concat());
    }

    #[test]
    fn almost_right_files_never_panic_and_errors_name_a_line_that_is_there(bytes in almost_ballots()) {
        go_all_the_way(&bytes);
        if let Err(ReadError::Line { line, problem }) = read_ballots(bytes.as_slice(), &ReadOptions::default(), |_| ()) {
            let lines = bytes.split(|&byte| byte == b'\n').count() as u64;
            prop_assert!((1..=lines).contains(&line));
            prop_assert!(problem != LineProblem::TooLong);
        }
    }

    /// The short cut for usual lines must never read one differently than the careful way does: the same ballots with a
    /// space before each brace, which the short cut does not take, give the same election.
    #[test]
    fn the_short_cut_reads_what_the_parser_reads(
        ballots in proptest::collection::vec((0..20_u64, proptest::collection::vec("[ -~é\u{301}]{1,3}", 0..5)), 0..20)
    ) {
        let lines = ballots.iter().map(|(n, r)| serde_json::json!({"n": n, "r": r}).to_string());
        let (usual, careful): (Vec<_>, Vec<_>) = lines.map(|line| (line.clone(), format!(" {line}"))).unzip();
        let read = |lines: &[String]| {
            let file = read_ballots(lines.join("\n").as_bytes(), &ReadOptions::default(), |_| ());
            file.map(|file| file.election.rankings()).map_err(|error| error.to_string())
        };
        prop_assert_eq!(read(&usual), read(&careful));
    }

    #[test]
    fn any_names_survive_being_written_and_read(
        ranking in proptest::collection::hash_set("[^\\s\\pC]([^\\pC]{0,5}[^\\s\\pC])?", 0..6), count in 1..1000_u64
    ) {
        let names: Vec<_> = ranking.iter().map(|name| tally::Name::normalised(name)).collect();
        let distinct: std::collections::HashSet<_> = names.iter().collect();
        prop_assume!(distinct.len() == names.len());
        let rankings = read(format_ballot(count, &names) + "\n").election.rankings();
        prop_assert_eq!(rankings, [(count, names)]);
    }
}
