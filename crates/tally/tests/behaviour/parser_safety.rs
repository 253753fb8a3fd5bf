//! The parser meets files from anywhere: it may refuse them, never fall over them.

use proptest::prelude::*;
use tally::{
    Format, LineProblem, Overvote, ReadError, ReadOptions, Rules, format_ballot, read_ballots, render,
};

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

/// Pieces of the other formats, after a beginning that gets past the first check.
fn almost_another_format() -> impl Strategy<Value = Vec<u8>> {
    let beginning = proptest::sample::select(vec![
        "",
        "3 1\n",
        "3 1\n-2\n",
        "3 1\n1 1 2 0\n0\n",
        "Rank 1,Rank 2\n",
        "1st;2nd;1st\r\n",
        "# DATA TYPE: toi\n# NUMBER ALTERNATIVES: 3\n# ALTERNATIVE NAME 1: A\n# ALTERNATIVE NAME 2: B\n# ALTERNATIVE NAME 3: C\n",
        "3\n1,A\n2,B\n3,C\n4,4,2\n",
        "# tie-order: A>B>C\n",
    ]);
    let piece = proptest::sample::select(vec![
        "1",
        "2",
        "3",
        "0",
        "4",
        "-1",
        "-",
        "=",
        "1=2",
        " ",
        "\n",
        "\r\n",
        ",",
        ";",
        ":",
        "{",
        "}",
        "\"",
        "\"A\"",
        "A",
        "B",
        "C",
        "overvote",
        "skipped",
        "#",
        "# tie-order: A>B\n",
        "# NUMBER VOTERS: 1\n",
        "# ALTERNATIVE NAME 9: Z\n",
        "(x)",
        "é",
        "99999999999999999999",
        "\u{feff}",
        "\0",
    ]);
    (beginning, proptest::collection::vec(piece, 0..40))
        .prop_map(|(beginning, pieces)| (beginning.to_owned() + &pieces.concat()).into_bytes())
}

fn any_options() -> impl Strategy<Value = ReadOptions> {
    let formats = vec![
        None,
        Some(Format::Lines),
        Some(Format::Jsonl),
        Some(Format::Blt),
        Some(Format::Csv),
        Some(Format::Preflib),
    ];
    let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    let candidates = vec![None, Some(names(&["A", "B", "C"])), Some(names(&["C", "D", "B", "A"]))];
    let orders = vec![None, Some(names(&["C", "A", "B"]))];
    let withdrawn = vec![Vec::new(), names(&["A"]), names(&["A", "B", "C"])];
    (
        proptest::sample::select(formats),
        proptest::sample::select(candidates),
        proptest::sample::select(orders),
        proptest::sample::select(withdrawn),
        proptest::sample::select(vec![Overvote::Skip, Overvote::Exhaust]),
        proptest::option::of(0..3_u32),
    )
        .prop_map(|(format, candidates, tie_order, withdraw, overvote, skipped)| ReadOptions {
            candidates,
            format,
            overvote,
            skipped,
            withdraw,
            tie_order,
        })
}

/// Reads, and if that works counts and draws, whatever the bytes.
fn go_all_the_way(bytes: &[u8]) {
    go_all_the_way_with(bytes, &ReadOptions::default());
}

fn go_all_the_way_with(bytes: &[u8], options: &ReadOptions) {
    if let Ok(file) = read_ballots(bytes, options, |_| ()) {
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
    fn other_formats_never_panic_under_any_options(
        bytes in prop_oneof![almost_another_format(), almost_ballots()], options in any_options()
    ) {
        go_all_the_way_with(&bytes, &options);
    }

    #[test]
    fn a_file_cut_anywhere_never_panics(
        name in proptest::sample::select(vec!["canteen.blt", "film_night.csv", "walks.soi", "walks.toi", "walks_until_2022.toi"]),
        kept in 0..400_usize,
    ) {
        let bytes = std::fs::read(crate::kit::fixture(name)).unwrap();
        go_all_the_way(&bytes[..kept.min(bytes.len())]);
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

    /// The short cut for plain lines must never read one differently than the careful way does: the same
    /// lines with a space before each, which the short cut takes for part of a name it does not know, give
    /// the same election.
    #[test]
    fn the_short_cut_reads_plain_lines_like_the_careful_way(
        lines in proptest::collection::vec("([0-9]{0,3},)?[A-C,>#\" ]{0,6}\r?", 0..30)
    ) {
        let known = "{\"r\":[\"A\",\"B\",\"C\",\"A,B\",\"A>B\",\"#A\",\"AB\"]}";
        let read = |space: &str| {
            let text = lines.iter().fold(known.to_owned(), |text, line| format!("{text}\n{space}{line}")) + "\n";
            let file = read_ballots(text.as_bytes(), &ReadOptions::default(), |_| ());
            file.map(|file| (file.election.rankings(), file.warnings)).map_err(|error| error.to_string())
        };
        prop_assert_eq!(read(""), read(" "));
    }

    /// The short cut for usual lines must never read one differently than the careful way does: the same
    /// ballots with a space before each brace, which the short cut does not take, give the same election.
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
