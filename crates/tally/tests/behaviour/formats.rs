//! Files of each format, made up, and what they hold.

use tally::{Format, Overvote, ReadOptions, Rules, Warning, read_ballots};

use crate::kit::{counted, file_of, fixture, pairs, read, read_fixture, strings};

fn options() -> ReadOptions {
    ReadOptions::default()
}

fn skipping() -> ReadOptions {
    ReadOptions { overvote: Overvote::Skip, ..options() }
}

fn at_most_skipped(ranks: u32) -> ReadOptions {
    ReadOptions { skipped: Some(ranks), ..options() }
}

#[test]
fn blt_is_read_with_withdrawals_skipped_ranks_and_overvotes() {
    let file = read_fixture("canteen.blt", &options()).unwrap();
    assert_eq!(strings(file.election.candidates()), ["Ada Lind", "Ben Okoro", "Cy Marsh"]);
    assert_eq!(
        counted(&file),
        pairs(&[
            (3, "Ada Lind>Ben Okoro"),
            (2, ""),
            (2, "Ben Okoro>Cy Marsh>Ada Lind"),
            (1, "Ada Lind"),
            (1, "Ben Okoro"),
            (1, "Ben Okoro>Cy Marsh"),
            (1, "Cy Marsh>Ben Okoro"),
        ])
    );
    assert_eq!(
        file.warnings,
        [
            Warning::Withdrawn { name: "Dee Fox".into() },
            Warning::Overvotes { ballots: 1, treated: Overvote::Exhaust }
        ]
    );
    assert_eq!(file.election.tally(&Rules::default()).winner.as_deref(), Some("Ben Okoro"));
}

#[test]
fn an_overvote_ends_the_ballot_or_is_passed_over() {
    let overvoted = |options: &ReadOptions| {
        let file = read_ballots(&b"2 1\n1 1=2 2 0\n0\n\"A\"\n\"B\"\n"[..], options, |_| ()).unwrap();
        (counted(&file), file.warnings[0].to_string())
    };
    assert_eq!(
        overvoted(&options()),
        (
            pairs(&[(1, "")]),
            "1 ballot gives one rank to several candidates; what follows that rank does not count".into()
        )
    );
    assert_eq!(
        overvoted(&skipping()),
        (
            pairs(&[(1, "B")]),
            "1 ballot gives one rank to several candidates; that rank is passed over".into()
        )
    );
}

#[test]
fn too_many_skipped_ranks_in_a_row_end_a_ballot() {
    let ballots = b"2 1\n1 1 - - 2 0\n0\n\"A\"\n\"B\"\n";
    let held = |options: &ReadOptions| counted(&read_ballots(&ballots[..], options, |_| ()).unwrap());
    assert_eq!(held(&options()), pairs(&[(1, "A>B")]));
    assert_eq!(held(&at_most_skipped(2)), pairs(&[(1, "A>B")]));
    assert_eq!(held(&at_most_skipped(1)), pairs(&[(1, "A")]));
    let apart = read_ballots(&b"2 1\n1 - 1 - 2 0\n0\nA\nB\n"[..], &at_most_skipped(1), |_| ()).unwrap();
    assert_eq!(counted(&apart), pairs(&[(1, "A>B")]), "only ranks in a row count");
}

#[test]
fn csv_has_a_column_for_each_rank() {
    let file = read_fixture("film_night.csv", &options()).unwrap();
    assert_eq!(
        counted(&file),
        pairs(&[
            (2, ""),
            (1, "Nightjar"),
            (1, "Salt, Sugar>Nightjar"),
            (1, "Salt, Sugar>The Long Way"),
            (1, "The Long Way"),
            (1, "The Long Way>Nightjar"),
            (1, "The Long Way>Salt, Sugar>Nightjar"),
        ])
    );
    assert_eq!(
        file.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "columns that are not named after a rank were ignored: \"Timestamp\", \"Comment, if any\"",
            "line 10: \"Salt, Sugar\" is ranked more than once; it counts at its first place",
            "1 ballot gives one rank to several candidates; what follows that rank does not count",
        ]
    );
    let ended = read_fixture("film_night.csv", &at_most_skipped(1)).unwrap();
    assert_eq!(
        counted(&ended)[0],
        (4, String::new()),
        "two ballots have their only name after two skipped ranks"
    );
}

#[test]
fn csv_may_have_other_separators_columns_in_any_order_and_several_for_a_rank() {
    let file = read_fixture("film_night_semicolons.csv", &options()).unwrap();
    assert_eq!(
        counted(&file),
        pairs(&[(1, ""), (1, "Nightjar>The Long Way"), (1, "Salt, Sugar"), (1, "The Long Way>Salt, Sugar")])
    );
    let results = file.election.tally(&Rules::default());
    assert_eq!(strings(&results.tie_order), ["Nightjar", "Salt, Sugar", "The Long Way"]);
}

#[test]
fn ranks_are_known_by_their_numbers() {
    for header in [
        "Rank 1,Rank 2",
        "rank1,rank2",
        "Choice 1,Choice 2",
        "1st,2nd",
        "1st Choice,2nd choice",
        "RANK_1,Rank #2",
    ] {
        let file = read(format!("{header}\nA,B\n"));
        assert_eq!(counted(&file), pairs(&[(1, "A>B")]), "{header}");
    }
    let one =
        read_ballots(&b"Rank 1\nA\n"[..], &ReadOptions { format: Some(Format::Csv), ..options() }, |_| ())
            .unwrap();
    assert_eq!(counted(&one), pairs(&[(1, "A")]));
    assert_eq!(read("Choice 1\nChoice 2\n").election.candidates().len(), 2, "two plain ballots");
}

#[test]
fn a_candidate_may_be_called_skipped_when_it_is_declared() {
    let declared = ReadOptions { candidates: Some(vec!["Skipped".into(), "B".into()]), ..options() };
    let file = read_ballots(&b"Rank 1,Rank 2\nSkipped,B\nskipped,B\n"[..], &declared, |_| ()).unwrap();
    assert_eq!(counted(&file), pairs(&[(1, "Skipped>B"), (1, "B")]));
}

#[test]
fn preflib_orders_are_read() {
    let held = |name: &str| counted(&read_fixture(name, &options()).unwrap());
    assert_eq!(
        held("walks.soi"),
        pairs(&[
            (5, "Coast path>Mill valley"),
            (3, "Mill valley>Lake, both shores>Old railway: north end>Coast path"),
            (2, "Lake, both shores"),
            (1, "Old railway: north end>Coast path"),
        ])
    );
    assert_eq!(
        held("walks.soc"),
        pairs(&[(4, "Old railway>Coast path>Mill valley"), (2, "Mill valley>Coast path>Old railway")])
    );
    assert_eq!(
        held("walks.toi"),
        pairs(&[(4, "Coast path"), (3, ""), (1, "Old railway>Coast path"), (1, "Lake")])
    );
    assert_eq!(held("walks.toc"), pairs(&[(3, "Old railway"), (2, "Coast path>Mill valley>Old railway")]));
    assert_eq!(
        held("walks_until_2022.toi"),
        pairs(&[(5, "Coast path"), (3, ""), (1, "Lake, both shores>Old railway")])
    );
}

#[test]
fn ties_in_preflib_orders_are_overvotes() {
    let file = read_fixture("walks.toi", &skipping()).unwrap();
    assert_eq!(
        counted(&file),
        pairs(&[(4, "Coast path>Lake"), (3, "Old railway"), (1, "Old railway>Coast path"), (1, "Lake")])
    );
    assert_eq!(file.warnings, [Warning::Overvotes { ballots: 8, treated: Overvote::Skip }]);
}

#[test]
fn files_that_list_their_candidates_keep_that_order_and_those_nobody_ranked() {
    let file = read_fixture("walks.soc", &options()).unwrap();
    assert_eq!(strings(file.election.candidates()), ["Coast path", "Old railway", "Mill valley"]);
    let declared = ReadOptions {
        candidates: Some(["Mill valley", "Nowhere", "Old railway", "Coast path"].map(str::to_owned).to_vec()),
        ..options()
    };
    let file = read_fixture("walks.soc", &declared).unwrap();
    assert_eq!(strings(file.election.candidates()), ["Mill valley", "Nowhere", "Old railway", "Coast path"]);
    assert_eq!(counted(&file)[0], (4, "Old railway>Coast path>Mill valley".to_owned()));
}

#[test]
fn every_format_can_be_named_instead_of_told_apart() {
    let files = [
        (Format::Blt, "canteen.blt"),
        (Format::Csv, "film_night.csv"),
        (Format::Csv, "film_night_semicolons.csv"),
        (Format::Preflib, "walks.soi"),
        (Format::Preflib, "walks_until_2022.toi"),
        (Format::Lines, "2009_burlington_mayor.ballots.csv.gz"),
    ];
    for (format, name) in files {
        let named = read_fixture(name, &ReadOptions { format: Some(format), ..options() }).unwrap();
        let told_apart = read_fixture(name, &options()).unwrap();
        assert_eq!(counted(&named), counted(&told_apart), "{name}");
    }
}

#[test]
fn a_named_format_goes_before_what_the_text_looks_like() {
    let read_as = |format: &str, text: &str| {
        let options = ReadOptions { format: Some(format.parse().unwrap()), ..options() };
        read_ballots(text.as_bytes(), &options, |_| ())
            .map(|file| counted(&file))
            .map_err(|error| error.to_string())
    };
    assert_eq!(read_as("lines", "27:Ada>Ben\n"), Ok(pairs(&[(1, "27:Ada>Ben")])));
    assert_eq!(read_as("lines", "{x>y\n"), Ok(pairs(&[(1, "{x>y")])));
    assert_eq!(read_as("jsonl", "{\"r\":[\"A\"]}\n"), Ok(pairs(&[(1, "A")])));
    assert!(read_as("jsonl", "A>B\n").unwrap_err().starts_with("line 1: column 1: "));
    assert_eq!(
        "abif".parse::<Format>().unwrap_err().to_string(),
        "`abif` is not a format; choose from lines, jsonl, blt, csv and preflib"
    );
    assert_eq!(
        "keep".parse::<Overvote>().unwrap_err().to_string(),
        "`keep` is not a way to treat an overvote; choose skip or exhaust"
    );
}

#[test]
fn withdrawn_candidates_are_left_out_of_every_ballot() {
    let without = |names: &[&str], text: &[u8]| {
        let withdraw = names.iter().map(ToString::to_string).collect();
        read_ballots(text, &ReadOptions { withdraw, ..options() }, |_| ())
    };
    let file = without(&["B", " D "], b"3,A>B>C\n2,B\n1,D>C>B\n").unwrap();
    assert_eq!(strings(file.election.candidates()), ["A", "C"]);
    assert_eq!(counted(&file), pairs(&[(3, "A>C"), (2, ""), (1, "C")]));
    assert_eq!(
        without(&["Zed"], b"3,A>B>C\n").unwrap_err().to_string(),
        "\"Zed\" cannot be withdrawn, because there is no candidate of that name"
    );
    let everyone = without(&["A"], b"3,A\n").unwrap();
    assert_eq!(everyone.election.tally(&Rules::default()).rounds.len(), 0);
}

#[test]
fn a_withdrawn_election_counts_like_one_that_never_had_the_candidate() {
    let options = ReadOptions { withdraw: vec!["Bob Kiss".into()], ..options() };
    let withdrawn = read_fixture("2009_burlington_mayor.ballots.csv.gz", &options).unwrap();
    let packed = std::fs::File::open(fixture("2009_burlington_mayor.ballots.csv.gz")).unwrap();
    let text = std::io::read_to_string(flate2::read::GzDecoder::new(packed)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let never = file_of(0..lines.len(), |number| {
        let (count, ranking) = lines[number].split_once(',').unwrap();
        let rest: Vec<&str> = ranking.split('>').filter(|name| *name != "Bob Kiss").collect();
        format!("{count},{}", rest.join(">"))
    }) + "\n";
    assert_eq!(withdrawn.election.tally(&Rules::default()), read(never).election.tally(&Rules::default()));
}
