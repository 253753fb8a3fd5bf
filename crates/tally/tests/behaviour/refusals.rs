//! What cannot be counted is refused by its name, never counted as something else.

use tally::{Foreign, Format, LineProblem, ReadError, ReadOptions, read_ballots};

use crate::kit::{counted, pairs, problem, read, read_fixture};

fn refusal(name: &str) -> String {
    read_fixture(name, &ReadOptions::default()).unwrap_err().to_string()
}

#[test]
fn other_formats_are_refused_by_name() {
    assert_eq!(
        refusal("walks.abif"),
        "this is ABIF, which cannot be read; save it as CSV, BLT or lines like `3,A>B>C`"
    );
    assert_eq!(refusal("sheet.xlsx"), "this is an Excel workbook; save it as CSV with one column per rank");
    assert_eq!(refusal("page.html"), "this is an HTML page, not a file of ballots");
    assert_eq!(
        refusal("votes.xml"),
        "this is XML, which cannot be read; save it as CSV, BLT or lines like `3,A>B>C`"
    );
    assert_eq!(
        refusal("records.json"),
        "these are cast-vote records in JSON, which cannot be read; save them as CSV with one column per rank"
    );
    assert_eq!(
        refusal("document.json"),
        "this is a JSON document, not one ballot on each line like `{\"n\":3,\"r\":[\"A\",\"B\"]}`"
    );
    assert_eq!(refusal("ballots.zip"), "this is a zip archive; unpack it first");
    assert_eq!(refusal("utf16.txt"), "this text is in UTF-16; save it as UTF-8");
    assert_eq!(
        refusal("walks.cat"),
        "line 3: this is a PrefLib .cat file; only .soi, .soc, .toi and .toc can be counted"
    );
    assert_eq!(
        refusal("two_seats.blt"),
        "line 1: this BLT file is for 2 seats; only elections with one seat can be counted"
    );
}

fn foreign(bytes: &[u8]) -> Option<Foreign> {
    match read_ballots(bytes, &ReadOptions::default(), |_| ()) {
        Err(ReadError::Foreign(foreign)) => Some(foreign),
        _ => None,
    }
}

#[test]
fn exports_of_forms_are_refused_instead_of_counted_row_by_row() {
    for rows in [
        "Timestamp\tRank the films [Alien]\tRank the films [Heat]\n2024/01/15 10:30\t1\t2\n",
        "Zeitstempel;Erste Wahl;Zweite Wahl\n15.01.2024 10:30;Alien;Heat\n15.01.2024 10:31;Heat;Alien\n",
        "Rank the films\nAlien;Heat;Jaws;\nHeat;Alien;Jaws;\n",
    ] {
        assert_eq!(foreign(rows.as_bytes()), Some(Foreign::Sheet), "{rows}");
        let lines = ReadOptions { format: Some(Format::Lines), ..ReadOptions::default() };
        assert!(
            read_ballots(rows.as_bytes(), &lines, |_| ()).is_ok(),
            "read as ballots when said so: {rows}"
        );
    }
    let ranks = b"Rank_1,Rank_2,Rank_3\n1,2,3\n2,1,\n";
    assert_eq!(foreign(ranks), Some(Foreign::RanksInCells));
    let csv = ReadOptions { format: Some(Format::Csv), ..ReadOptions::default() };
    assert!(read_ballots(&ranks[..], &csv, |_| ()).is_ok());
}

#[test]
fn names_with_semicolons_are_not_taken_for_a_form() {
    for ballots in
        ["3,Tea; green>Coffee; black\n1,Coffee; black\n", "Tea; green\nCoffee\n", "\"A;B\"\n\"C;D\"\n"]
    {
        assert_eq!(foreign(ballots.as_bytes()), None, "{ballots}");
    }
    assert_eq!(foreign(b"Rank 1,Rank 2\n1984,2001\n2001,1984\n"), None, "films called by their years");
}

#[test]
fn other_formats_are_known_however_they_begin() {
    assert_eq!(foreign(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and the rest"), Some(Foreign::Excel));
    assert_eq!(foreign(b"3\0,\0A\0>\0B\0"), Some(Foreign::Utf16));
    assert_eq!(foreign(b"\xfe\xff\x003\0,"), Some(Foreign::Utf16));
    assert_eq!(foreign(b"\n<HTML><body>"), Some(Foreign::Html));
    assert_eq!(foreign(b"<cvr id='1'/>"), Some(Foreign::Xml));
    assert_eq!(
        foreign(b"{\"@type\":\"CVR.CastVoteRecordReport\",\"CVR\":[]}"),
        Some(Foreign::CastVoteRecords)
    );
    assert_eq!(foreign(b"# votes\n27:A>B\n3:B\n"), Some(Foreign::Abif));
    assert_eq!(foreign(b"27 : [Ada L.] > [Ben O.]\n"), Some(Foreign::Abif));
    assert_eq!(foreign(b"=A:[Ada]\n"), Some(Foreign::Abif));
}

#[test]
fn bytes_that_are_no_text_are_refused_under_any_format() {
    for format in [Format::Lines, Format::Csv, Format::Blt] {
        let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
        let error = read_fixture("sheet.xlsx", &options).unwrap_err();
        assert!(matches!(error, ReadError::Foreign(Foreign::Excel)), "{error}");
    }
}

#[test]
fn ballots_that_resemble_another_format_are_still_ballots() {
    assert_eq!(counted(&read("10:30>11:00\n")), pairs(&[(1, "10:30>11:00")]), "times of day are no ABIF");
    assert_eq!(counted(&read("5 1\nA>B\n")), pairs(&[(1, "5 1"), (1, "A>B")]), "no BLT without numbers");
    assert_eq!(counted(&read("3\n1,A\n1,B\n")), pairs(&[(1, "3"), (1, "A"), (1, "B")]), "no PrefLib");
    assert_eq!(counted(&read("3,Go: the game>Rust\n")), pairs(&[(3, "Go: the game>Rust")]));
    assert_eq!(
        counted(&read("Rank 1,Rank 2\n7: Lucky,B\n")),
        pairs(&[(1, "7: Lucky>B")]),
        "a header is no ABIF"
    );
    assert_eq!(counted(&read("<3\n")), pairs(&[(1, "<3")]));
}

#[test]
fn an_incomplete_blt_file_is_refused() {
    let refusal = |text: &str| {
        let options = ReadOptions { format: Some(Format::Blt), ..ReadOptions::default() };
        read_ballots(text.as_bytes(), &options, |_| ()).unwrap_err().to_string()
    };
    let whole = "2 1\n3 1 2 0\n1 2 0\n0\n\"A\"\n\"B\"\n";
    assert_eq!(refusal(""), "the file is incomplete: a 0 after the last ballot is missing");
    assert_eq!(refusal(&whole[..14]), "the file is incomplete: a 0 after the last ballot is missing");
    assert_eq!(refusal(&whole[..18]), "the file is incomplete: a 0 after the last ballot is missing");
    assert_eq!(refusal(&whole[..24]), "the file is incomplete: it names 1 of its 2 candidates");
    assert_eq!(refusal(&whole[..26]), "line 6: a double-quoted name does not end on its line");
    assert_eq!(
        refusal("A>B\n"),
        "line 1: a BLT file begins with its number of candidates and its number of seats"
    );
    assert_eq!(refusal("2 1\n1 3 0\n"), "line 2: \"3\" is not the number of a candidate; they are 1 to 2");
    assert_eq!(refusal("2 1\n1.5 1 0\n"), "line 2: \"1.5\" is not a whole number");
    assert_eq!(refusal("2 1\n-3\n"), "line 2: \"3\" is not the number of a candidate; they are 1 to 2");
    assert_eq!(
        refusal("20000 1\n"),
        "line 1: there are more than 10,000 candidates, so this is probably not a file of ballots"
    );
    assert_eq!(
        refusal("2 1\n0\n\"A\"\n\"A\"\n"),
        "the candidates cannot be declared so: the candidate \"A\" is listed twice"
    );
}

#[test]
fn an_incomplete_preflib_file_is_refused() {
    let refusal =
        |text: &str| read_ballots(text.as_bytes(), &ReadOptions::default(), |_| ()).unwrap_err().to_string();
    let head = "# NUMBER ALTERNATIVES: 2\n# NUMBER VOTERS: 5\n# ALTERNATIVE NAME 1: A\n";
    let whole = format!("{head}# ALTERNATIVE NAME 2: B\n3: 1,2\n2: 2\n");
    assert_eq!(read(&whole).election.total_votes(), 5);
    assert_eq!(refusal(&whole[..whole.len() - 5]), "the file is incomplete: it has 3 of its 5 ballots");
    assert_eq!(
        refusal(&format!("{head}3: 1,2\n2: 2\n")),
        "the file is incomplete: it names 1 of its 2 candidates"
    );
    let cut = |line: &str| refusal(&format!("{head}# ALTERNATIVE NAME 2: B\n{line}"));
    assert_eq!(cut("3: 1,"), "line 5: \"\" is not the number of a candidate; they are 1 to 2");
    assert_eq!(cut("3: {1,2"), "line 5: \"3: {1,2\" is not a PrefLib ballot like `3: 1,2,{3,4}`");
    assert_eq!(cut("3: {1}2"), "line 5: \"3: {1}2\" is not a PrefLib ballot like `3: 1,2,{3,4}`");
    assert_eq!(refusal("3\n1,A\n2,B\nC\n"), "line 4: \"C\" does not name a candidate like `1,Ada`");
    assert_eq!(
        refusal("# DATA TYPE: wmd\n"),
        "line 1: this is a PrefLib .wmd file; only .soi, .soc, .toi and .toc can be counted"
    );
}

#[test]
fn odd_csv_is_refused() {
    assert_eq!(problem("Rank 1,Rank 2\nA,B\nA\n"), (3, LineProblem::RowLength { found: 1, expected: 2 }));
    assert_eq!(
        LineProblem::RowLength { found: 1, expected: 2 }.to_string(),
        "this row has 1 cell, but the header has 2 cells"
    );
    assert_eq!(problem("Rank 1,Rank 3\nA,B\n"), (1, LineProblem::MissingRank(2)));
    assert_eq!(problem(b"Rank 1,Rank 2\nA,\xff\n".as_slice()), (2, LineProblem::NotText));
    let options = ReadOptions { format: Some(Format::Csv), ..ReadOptions::default() };
    assert_eq!(
        read_ballots(&b"Name,Age\nA,3\n"[..], &options, |_| ()).unwrap_err().to_string(),
        "line 1: the header names no rank; name the columns Rank 1, Rank 2 and so on"
    );
}

#[test]
fn candidates_of_a_file_must_be_among_the_declared_ones() {
    let declared = ReadOptions { candidates: Some(vec!["Coast path".into()]), ..ReadOptions::default() };
    assert_eq!(
        read_fixture("walks.soc", &declared).unwrap_err().to_string(),
        "the file's candidate \"Old railway\" is not one of the declared candidates"
    );
}
