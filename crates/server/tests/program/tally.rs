//! `roundtable tally` on files and standard input.

use crate::server::{complaint, roundtable, run, said};
use std::{fs, io::Write, process::Stdio};

#[test]
fn a_file_is_counted_as_a_table_and_as_json() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("b.txt"), "3,Ana>Ben\n2,Ben>Cy\n2,Cy>Ben\n").unwrap();
    assert!(said(&run(folder.path(), &["tally", "b.txt"])).contains("Ben"));
    let json: serde_json::Value =
        serde_json::from_str(&said(&run(folder.path(), &["tally", "b.txt", "--json"]))).unwrap();
    assert_eq!((json["totalVotes"].as_u64(), json["winner"].as_str()), (Some(7), Some("Ben")), "{json}");
}

#[test]
fn standard_input_and_json_lines_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = roundtable(folder.path())
        .args(["tally", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"{\"n\":3,\"r\":[\"A\",\"B\"]}\n{\"r\":[\"B\"]}\n").unwrap();
    let json: serde_json::Value = serde_json::from_str(&said(&child.wait_with_output().unwrap())).unwrap();
    assert_eq!(json["winner"], "A");
}

#[test]
fn a_bad_line_is_named_and_an_empty_file_is_no_votes() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.txt"), "3,Ana>Ben\nmany,Ben\n").unwrap();
    assert!(complaint(&run(folder.path(), &["tally", "bad.txt"])).contains("line 2"));
    fs::write(folder.path().join("empty.txt"), "").unwrap();
    assert!(said(&run(folder.path(), &["tally", "empty.txt"])).to_lowercase().contains("no votes"));
    assert!(complaint(&run(folder.path(), &["tally", "nowhere.txt"])).contains("nowhere.txt"));
}

#[test]
fn help_shows_the_options_of_tally_alone() {
    let folder = tempfile::tempdir().unwrap();
    for help in [&["tally", "--help"][..], &["tally", "-h"], &["help", "tally"]] {
        let help = said(&run(folder.path(), help));
        for option in
            ["--format", "--overvote", "--skipped", "--withdraw", "--tie-order", "--candidates", "--json"]
        {
            assert!(help.contains(option), "{option} is missing: {help}");
        }
        assert!(!help.contains("--listen") && !help.contains("ROUNDTABLE_"), "{help}");
    }
}

#[test]
fn each_format_is_told_apart_or_named() {
    let folder = tempfile::tempdir().unwrap();
    let blt = "2 1\n3 1 2 0\n1 1=2 2 0\n0\n\"Ana\"\n\"Ben\"\n";
    let winner = |name: &str, text: &str, options: &[&str]| {
        fs::write(folder.path().join(name), text).unwrap();
        let output = run(folder.path(), &[&["tally", name, "--json"], options].concat());
        let json: serde_json::Value = serde_json::from_str(&said(&output)).unwrap();
        (json["winner"].as_str().map(str::to_owned), json["rounds"][0]["exhausted"].as_u64())
    };
    let ana = |exhausted| (Some("Ana".to_owned()), Some(exhausted));
    assert_eq!(winner("b.blt", blt, &[]), ana(1));
    assert_eq!(winner("b.blt", blt, &["--overvote", "skip"]), ana(0));
    assert_eq!(winner("b", blt, &["--format", "blt"]), ana(1));
    assert_eq!(winner("b.csv", "Rank 1,Rank 2\nAna,Ben\n,Ana\n", &[]), ana(0));
    assert_eq!(winner("b.csv", "Rank 1,Rank 2\nAna,Ben\n,Ana\n", &["--skipped", "0"]), ana(1));
    let preflib =
        "# NUMBER ALTERNATIVES: 2\n# ALTERNATIVE NAME 1: Ana\n# ALTERNATIVE NAME 2: Ben\n2: 1,2\n1: 2\n";
    assert_eq!(winner("b.soi", preflib, &[]), ana(0));
    let complaint = complaint(&run(folder.path(), &["tally", "b.soi", "--format", "blt"]));
    assert!(complaint.ends_with("a BLT file begins with its number of candidates and its number of seats."));
}

#[test]
fn another_format_is_refused_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.abif"), "27:Ana>Ben\n3:Ben\n").unwrap();
    assert_eq!(
        complaint(&run(folder.path(), &["tally", "a.abif"])),
        "roundtable: a.abif: this is ABIF, which cannot be read; save it as CSV, BLT or lines like `3,A>B>C`."
    );
}

#[test]
fn the_tie_order_comes_from_the_file_or_from_an_option() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("b.csv"), "# tie-order: Ben>Ana>Cy\n1,Ana\n1,Ben\n").unwrap();
    fs::write(folder.path().join("order.txt"), "Ana\nCy\nBen\n").unwrap();
    let drawn = |options: &[&str]| {
        let output = run(folder.path(), &[&["tally", "b.csv", "--json"], options].concat());
        let json: serde_json::Value = serde_json::from_str(&said(&output)).unwrap();
        json["drawnByLot"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(drawn(&[]), "Ben");
    assert_eq!(drawn(&["--tie-order", "Cy,Ana,Ben"]), "Ana");
    assert_eq!(drawn(&["--tie-order", "order.txt"]), "Ana");
    assert_eq!(
        complaint(&run(folder.path(), &["tally", "b.csv", "--tie-order", "Cy,Ana"])),
        "roundtable: b.csv: the tie order leaves out \"Ben\"; it must name every candidate."
    );
}

#[test]
fn candidates_can_be_withdrawn_by_name() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("b.txt"), "3,Ana>Ben\n2,Ben\n2,Cy>Ben\n").unwrap();
    let left = said(&run(folder.path(), &["tally", "b.txt", "--withdraw", "Ana", "--withdraw", "Cy"]));
    assert!(left.starts_with("Ben wins") && !left.contains("Ana"), "{left}");
    assert_eq!(
        complaint(&run(folder.path(), &["tally", "b.txt", "--withdraw", "Zed"])),
        "roundtable: b.txt: \"Zed\" cannot be withdrawn, because there is no candidate of that name."
    );
}

/// `/dev/full` refuses every byte, as a full disk does.
#[test]
#[cfg(target_os = "linux")]
fn a_result_that_cannot_be_written_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("b.txt"), "3,Ana>Ben\n").unwrap();
    for options in [&["tally", "b.txt"][..], &["tally", "b.txt", "--json"]] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = roundtable(folder.path()).args(options).stdout(full).output().unwrap();
        assert!(complaint(&output).starts_with("roundtable: The result cannot be written: "));
    }
}

/// Every line another candidate: as many rounds as there are lines. The limit is on memory, so that no clock decides.
#[test]
#[cfg(target_os = "linux")]
fn three_thousand_lines_that_all_differ_fit_into_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let lines: Vec<_> = (0..3_000).map(|number| format!("name {number:04}")).collect();
    fs::write(folder.path().join("b.txt"), lines.join("\n")).unwrap();
    let limited = "ulimit -v 700000 && exec \"$0\" tally b.txt";
    let program = roundtable(folder.path());
    let output = std::process::Command::new("sh")
        .args(["-c", limited])
        .arg(program.get_program())
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(said(&output).contains("name 0000"), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn a_file_cut_after_a_count_is_refused_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("cut.txt"), "3,Ana>Ben\n2,").unwrap();
    let complaint = complaint(&run(folder.path(), &["tally", "cut.txt"]));
    assert!(complaint.starts_with("roundtable: cut.txt: line 2"), "{complaint}");
}

#[test]
fn more_than_ten_thousand_candidates_are_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let lines: Vec<_> = (0..10_001).map(|number| format!("name {number}")).collect();
    fs::write(folder.path().join("b.txt"), lines.join("\n")).unwrap();
    let complaint = complaint(&run(folder.path(), &["tally", "b.txt"]));
    assert!(complaint.contains("10,000 candidates"), "{complaint}");
}

#[test]
fn every_other_format_is_refused_by_its_name_and_nothing_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../tally/tests/fixtures");
    for (file, name) in [
        ("walks.abif", "ABIF"),
        ("sheet.xlsx", "Excel"),
        ("page.html", "HTML"),
        ("votes.xml", "XML"),
        ("records.json", "cast-vote records"),
        ("ballots.zip", "zip"),
        ("utf16.txt", "UTF-16"),
        ("walks.cat", "PrefLib"),
        ("two_seats.blt", "seats"),
    ] {
        let output = run(folder.path(), &["tally", &format!("{fixtures}/{file}")]);
        assert!(output.stdout.is_empty(), "{file} prints a result");
        let complaint = complaint(&output);
        assert!(complaint.to_lowercase().contains(&name.to_lowercase()), "{file}: {complaint}");
    }
}

#[test]
fn a_real_file_of_every_format_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../tally/tests/fixtures");
    for file in [
        "canteen.blt",
        "film_night.csv",
        "walks.soi",
        "walks.soc",
        "walks.toi",
        "walks.toc",
        "2009_burlington_mayor.ballots.csv.gz",
    ] {
        let output = run(folder.path(), &["tally", &format!("{fixtures}/{file}"), "--json"]);
        let json: serde_json::Value = serde_json::from_str(&said(&output)).unwrap();
        assert!(json["winner"].is_string() && json["totalVotes"].as_u64() > Some(0), "{file}: {json}");
    }
}
