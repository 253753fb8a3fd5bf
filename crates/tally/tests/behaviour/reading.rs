use std::io::{self, Read, Write};

use flate2::{Compression, write::GzEncoder};
use tally::{
    LineProblem, Progress, ReadError, ReadOptions, Rules, Warning, candidates_from_lines,
    candidates_from_list, format_ballot, read_ballots,
};

use crate::kit::{counted, file_of, pairs, problem, read, strings};

fn rankings(text: impl AsRef<[u8]>) -> Vec<(u64, String)> {
    counted(&read(text))
}

fn declared(names: &[&str]) -> ReadOptions {
    let candidates = Some(names.iter().map(ToString::to_string).collect());
    ReadOptions { candidates, ..ReadOptions::default() }
}

#[test]
fn plain_lines_have_an_optional_count() {
    assert_eq!(rankings("3,A>B>C\nA>C\n 2 , B > A \n"), pairs(&[(3, "A>B>C"), (2, "B>A"), (1, "A>C")]));
}

#[test]
fn json_lines_have_an_optional_count_and_may_be_spaced() {
    let text = "{\"n\":3,\"r\":[\"A\",\"B\"]}\n{\"r\":[\"B\"]}\n { \"n\" : 2 , \"r\" : [ \"A\" , \"B\" ] } \n{\"r\":[\"B\"],\"n\":4}";
    assert_eq!(rankings(text), pairs(&[(5, "A>B"), (5, "B")]));
}

#[test]
fn both_kinds_may_be_mixed_and_lines_may_end_in_any_way() {
    let text = "\u{feff}2,A>B\r\n{\"n\":3,\"r\":[\"B\",\"A\"]}\r\n{\"n\":1,\"r\":[\"B\",\"A\"]}\r\nA>B";
    assert_eq!(rankings(text), pairs(&[(4, "B>A"), (3, "A>B")]));
}

#[test]
fn a_name_that_is_a_number_is_no_count() {
    assert_eq!(rankings("7>8\n7\n2,7"), pairs(&[(3, "7"), (1, "7>8")]));
}

#[test]
fn names_with_separators_are_double_quoted() {
    let file = read("2,\"Stroud, Jr.\" > \"a>b\">\"says \"\"hi\"\"\"\n");
    assert_eq!(strings(file.election.candidates()), ["Stroud, Jr.", "a>b", "says \"hi\""]);
}

#[test]
fn json_escapes_are_understood_and_mean_the_same_name() {
    let text = r#"{"r":["A\u00e9","\"quoted\"","back\\slash"]}
{"r":["Aé","\"quoted\"","back\\slash"]}
1,Aé>"""quoted""">back\slash"#;
    assert_eq!(rankings(text), pairs(&[(3, "Aé>\"quoted\">back\\slash")]));
}

#[test]
fn names_are_trimmed_and_composed_but_keep_their_case() {
    let text = "Zoe\u{301}\n  Zo\u{e9}  \n{\"r\":[\" Zo\u{e9}\"]}\nzo\u{e9}";
    assert_eq!(rankings(text), pairs(&[(3, "Zoé"), (1, "zoé")]));
}

#[test]
fn look_alikes_from_other_scripts_are_other_candidates() {
    // Latin A, Cyrillic А, Greek Α.
    assert_eq!(read("A\n\u{410}\n\u{391}").election.candidates().len(), 3);
}

#[test]
fn a_repeated_name_counts_at_its_first_place_with_a_warning() {
    let file = read("A>B>A>C\n{\"r\":[\"B\",\"B\"]}\nA>B");
    let counted: Vec<_> = file.election.rankings().into_iter().map(|(_, names)| names.join(">")).collect();
    assert_eq!(counted, ["A>B", "A>B>C", "B"]);
    assert_eq!(
        file.warnings,
        [Warning::Repeated { line: 1, name: "A".into() }, Warning::Repeated { line: 2, name: "B".into() }]
    );
    assert_eq!(
        file.warnings[0].to_string(),
        "line 1: \"A\" is ranked more than once; it counts at its first place"
    );
}

#[test]
fn warnings_do_not_pile_up() {
    let file = read("A>A\n".repeat(50));
    assert_eq!(file.warnings.len(), 21);
    assert_eq!(file.warnings[20], Warning::MoreRepeated { lines: 30 });
}

#[test]
fn blank_ballots_are_counted_and_empty_lines_are_not() {
    let file = read("3,\n{\"r\":[]}\n\n  \nA\n");
    assert_eq!(file.election.total_votes(), 5);
    assert_eq!(file.election.tally(&Rules::default()).rounds[0].exhausted, 4);
    assert_eq!(file.warnings, [Warning::EmptyLines { lines: 2 }]);
}

#[test]
fn a_file_cut_off_after_a_count_is_refused() {
    assert_eq!(problem("3,A>B\n2,"), (2, LineProblem::CutOff));
    assert_eq!(problem("2, "), (1, LineProblem::CutOff));
    assert_eq!(read("3,A>B\n2,\n").election.total_votes(), 5, "with its line end it is two blank ballots");
    assert_eq!(read("{\"n\":2,\"r\":[]}").election.total_votes(), 2, "JSON shows that it is complete");
    assert_eq!(
        LineProblem::CutOff.to_string(),
        "the file ends in the middle of this line; a blank ballot like `2,` is followed by a line end"
    );
}

#[test]
fn lines_that_begin_with_a_hash_are_comments() {
    assert_eq!(rankings("# by hand\n3,A>#1\n  # checked\n#1>A\n"), pairs(&[(3, "A>#1")]));
}

#[test]
fn a_plain_line_of_known_names_is_read_like_one_of_new_names() {
    // Every name is known from the first line, in JSON, which may spell names that a plain line would have to
    // quote.
    let known = "{\"r\":[\"A\",\"a,b\",\"3\",\"{x\",\"#c\",\"a name of more than sixteen bytes\"]}\n";
    let after = |line: &str| rankings(format!("{known}{line}\n"))[0].clone();
    assert_eq!(
        after("7,A>3>a name of more than sixteen bytes\r"),
        (7, "A>3>a name of more than sixteen bytes".into())
    );
    assert_eq!(after("5,3"), (5, "3".into()));
    assert_eq!(after("2,#c>{x"), (2, "#c>{x".into()));
    assert!(matches!(problem(format!("{known}2,a,b")).1, LineProblem::SecondComma(_)));
    assert!(matches!(problem(format!("{known}A>")).1, LineProblem::MissingName));
    assert!(matches!(problem(format!("{known}1000000000000000000000,A")).1, LineProblem::CountTooLarge(_)));
}

#[test]
fn more_than_ten_thousand_candidates_are_refused() {
    let names = |count: usize| file_of(0..count, |number| format!("c{number}"));
    assert_eq!(read(names(10_000)).election.candidates().len(), 10_000);
    assert_eq!(problem(names(10_001)), (10_001, LineProblem::TooManyCandidates));
    let listed: Vec<String> = names(10_001).lines().map(str::to_owned).collect();
    let options = ReadOptions { candidates: Some(listed), ..ReadOptions::default() };
    let error = read_ballots(&b""[..], &options, |_| ()).unwrap_err().to_string();
    assert!(
        error.ends_with("there are more than 10,000 candidates, so this is probably not a file of ballots"),
        "{error}"
    );
}

#[test]
fn an_empty_file_is_no_votes() {
    for text in ["", "\n", "\u{feff}"] {
        let results = read(text).election.tally(&Rules::default());
        assert_eq!((results.total_votes, results.candidates.len(), results.winner), (0, 0, None));
    }
}

#[test]
fn a_count_of_nought_only_names_candidates() {
    let election = read("0,A>B\n2,A").election;
    assert_eq!((election.total_votes(), election.candidates().len()), (2, 2));
}

#[test]
fn the_same_lines_in_another_order_give_the_same_result() {
    let one = read("2,C>A\n1,B>A\n1,A").election.tally(&Rules::default());
    let other = read("1,A\n1,B>A\n2,C>A").election.tally(&Rules::default());
    assert_eq!(one, other);
    assert_eq!(strings(&one.candidates), ["A", "B", "C"]);
}

#[test]
fn declared_candidates_are_listed_in_their_order_and_others_refused() {
    let file = read_ballots(&b"2,B>A"[..], &declared(&["C", "B", " A "]), |_| ()).unwrap();
    assert_eq!(strings(file.election.candidates()), ["C", "B", "A"]);

    let error = read_ballots(&b"A\nB>D"[..], &declared(&["A", "B"]), |_| ()).unwrap_err();
    assert_eq!(error.to_string(), "line 2: \"D\" is not one of the declared candidates");
}

#[test]
fn declared_candidates_must_differ_and_have_names() {
    let refusal = |names: &[&str]| read_ballots(&b""[..], &declared(names), |_| ()).unwrap_err().to_string();
    assert_eq!(
        refusal(&["A", " A"]),
        "the candidates cannot be declared so: the candidate \"A\" is listed twice"
    );
    assert_eq!(refusal(&["A", " "]), "the candidates cannot be declared so: a name is empty");
}

#[test]
fn lists_of_candidates_are_read_from_an_option_or_a_file() {
    assert_eq!(candidates_from_list("A, B,\"C, D\"").unwrap(), ["A", "B", "C, D"]);
    assert_eq!(candidates_from_list("A,,B"), Err(LineProblem::EmptyName));
    assert_eq!(candidates_from_lines("\u{feff}A\r\n\n B, b \n"), ["A", "B, b"]);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let told = |text: &str| {
        let (line, problem) = problem(text);
        format!("line {line}: {problem}")
    };
    assert_eq!(
        told("A>B\nAda,Bob,Cy"),
        "line 2: \"Ada\" before the comma is not a whole number of ballots; choices are separated by `>`, and a name \
         with a comma is double-quoted"
    );
    assert_eq!(told("3,A,B"), "line 1: a second comma follows \"A\"; a name with a comma is double-quoted");
    assert_eq!(
        told("A\n\n3,A>>B"),
        "line 3: a name is missing; between two `>` stands a name, and a blank ballot is written `1,`"
    );
    assert_eq!(told("1,A>\"B"), "line 1: a double-quoted name does not end on its line");
    assert_eq!(told("1,\"A\"B>C"), "line 1: \"B\" follows a double-quoted name; only `>` may");
    assert_eq!(
        told("{\"r\":[\"A\"]}\n{\"r\":[\"A\",3]}"),
        "line 2: column 11: invalid type: integer `3`, expected a string"
    );
    assert_eq!(
        told("{\"n\":1.5,\"r\":[]}"),
        "line 1: column 8: invalid type: floating point `1.5`, expected a whole number of ballots"
    );
}

#[test]
fn odd_counts_are_refused() {
    assert!(matches!(problem("-3,A").1, LineProblem::NotACount(text) if text == "-3"));
    assert!(matches!(problem("1.5,A").1, LineProblem::NotACount(_)));
    assert!(matches!(problem(",A").1, LineProblem::NotACount(text) if text.is_empty()));
    assert!(matches!(problem("99999999999999999999,A").1, LineProblem::CountTooLarge(_)));
    assert_eq!(problem(format!("{},A\n1,B", u64::MAX)), (2, LineProblem::TooManyVotes));
}

#[test]
fn odd_json_is_refused() {
    for line in [
        "{\"r\":[\"A\"]",
        "{\"x\":1,\"r\":[]}",
        "{\"n\":1}",
        "{\"n\":-1,\"r\":[]}",
        "{\"n\":01,\"r\":[]}",
        "{\"r\":[\"A\\x\"]}",
        "{\"r\":[]} x",
    ] {
        assert!(matches!(problem(line), (1, LineProblem::Json { .. })), "{line}");
        // And also when the name is known, which is where the short cut could be fooled.
        assert!(matches!(problem(format!("A>\"A\\x\"\n{line}")), (2, LineProblem::Json { .. })), "{line}");
    }
    assert_eq!(problem("{\"r\":[\" \"]}").1, LineProblem::EmptyName);
}

#[test]
fn other_odd_lines_are_refused() {
    assert_eq!(problem(b"A\n\xff\xfe".as_slice()), (2, LineProblem::NotText));
    assert_eq!(problem(">A").1, LineProblem::MissingName);
    assert_eq!(problem("A>").1, LineProblem::MissingName);
    assert_eq!(problem("1,\"\"").1, LineProblem::EmptyName);
    assert!(matches!(problem("1,El \"L\" J").1, LineProblem::StrayQuote(_)));
}

#[test]
fn gzip_is_recognised_by_its_first_bytes() {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(b"3,A>B\n{\"r\":[\"B\"]}\n").unwrap();
    let mut packed = packed.finish().unwrap();
    assert_eq!(rankings(&packed), pairs(&[(3, "A>B"), (1, "B")]));
    // Several members in a row are one file, as gzip has it.
    packed.extend_from_within(..);
    assert_eq!(rankings(&packed), pairs(&[(6, "A>B"), (2, "B")]));

    packed.truncate(packed.len() - 9);
    let broken = read_ballots(packed.as_slice(), &ReadOptions::default(), |_| ());
    assert!(matches!(broken, Err(ReadError::Io(_))));
}

/// Gives its bytes one at a time, with interruptions.
struct Trickle<'a>(&'a [u8], bool);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let read = self.0.len().min(buffer.len()).min(1);
        buffer[..read].copy_from_slice(&self.0[..read]);
        self.0 = &self.0[read..];
        Ok(read)
    }
}

#[test]
fn a_slow_pipe_gives_the_same_as_a_file_and_progress_is_told() {
    let text = "3,A>B\n{\"n\":2,\"r\":[\"B\"]}\nA";
    let mut told = Vec::new();
    let file =
        read_ballots(Trickle(text.as_bytes(), false), &ReadOptions::default(), |at| told.push(at)).unwrap();
    assert_eq!(file.election.rankings(), read(text).election.rankings());
    assert_eq!(file.lines, 3);
    assert!(told.is_sorted_by_key(|at| (at.bytes, at.lines)));
    assert_eq!(told.last(), Some(&Progress { bytes: text.len() as u64, lines: 3 }));
}

#[test]
fn a_line_longer_than_the_buffer_is_read_whole() {
    let names: Vec<String> =
        (0..9_000).map(|number| format!("a candidate with a rather long name which is {number}")).collect();
    let text = format!("A>B\n{}\nB>A", names.join(">"));
    let file = read(&text);
    assert_eq!((file.lines, file.election.candidates().len()), (3, 9_002));
}

#[test]
fn more_than_256_candidates_met_one_by_one_are_kept_apart() {
    let text = file_of(0..400, |number| format!("{},c{number:03}>c000", number + 1));
    let election = read(text).election;
    let rankings = election.rankings();
    assert_eq!((rankings.len(), rankings[0].0, rankings[0].1.join(">")), (400, 400, "c399>c000".to_owned()));
}

/// The permutation of eight letters with this number.
fn permutation(mut number: usize) -> String {
    let mut letters: Vec<&str> = "ABCDEFGH".split("").filter(|letter| !letter.is_empty()).collect();
    let mut drawn = Vec::new();
    while !letters.is_empty() {
        drawn.push(letters.remove(number % letters.len()));
        number /= letters.len() + 1;
    }
    drawn.join(">")
}

#[test]
fn a_file_whose_ballots_nearly_all_differ_is_read_like_any_other() {
    let text = file_of((0..20_000).chain(0..20_000), permutation);
    let rankings = read(&text).election.rankings();
    assert_eq!(rankings.len(), 20_000);
    assert!(rankings.iter().all(|&(count, _)| count == 2));
    let results = read(&text).election.tally(&Rules::default());
    let merged: String = file_of(0..20_000, |number| format!("2,{}", permutation(number)));
    assert_eq!(results, read(merged).election.tally(&Rules::default()));
}

#[test]
fn written_ballots_read_back() {
    let line = format_ballot(4, &["plain", "Stroud, Jr.", "a>b", "says \"hi\""]);
    assert_eq!(line, "4,plain>\"Stroud, Jr.\">\"a>b\">\"says \"\"hi\"\"\"");
    assert_eq!(rankings(&line), pairs(&[(4, "plain>Stroud, Jr.>a>b>says \"hi\"")]));
    assert_eq!(format_ballot::<&str>(2, &[]), "2,");
}

#[test]
fn a_written_ballot_is_no_formula_and_reads_back() {
    for name in ["=1+1", "+1", "-1", "@SUM(A1)", "＝1", "=1,2"] {
        let line = format_ballot(3, &[name, "plain"]);
        assert!(line.split_once(',').is_some_and(|(_, cell)| cell.starts_with(' ')), "{line}");
        assert_eq!(rankings(&line), pairs(&[(3, &format!("{name}>plain"))]));
    }
}
