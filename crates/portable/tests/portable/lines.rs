//! The lines themselves.

use crate::engines::{embedded, export, export_with, files, items, put_all};
use portable::{Error, Header, Reader, Step};
use store::{
    Key, Store, Write,
    conformance::tables::{ALL, DOCS, doc},
};

fn read(lines: &[String]) -> Result<u64, Error> {
    let mut reader = Reader::new(&ALL);
    for line in lines {
        if let Step::LeftOut(row) = reader.line(line)? {
            return Err(Error::Elsewhere(row.to_string()));
        }
    }
    Ok(reader.finish()?.into_iter().map(|(_, sum)| sum.items).sum())
}

#[tokio::test]
async fn the_same_data_gives_the_same_lines_whatever_the_order_in_which_it_came() {
    let (one, other) = (embedded(), embedded());
    put_all(&one, items()).await;
    put_all(&other, items().into_iter().rev().collect()).await;
    let lines = export(&one).await;
    assert_eq!(lines, export(&other).await);
    assert_eq!(read(&lines), Ok(items().len() as u64));
    other.write(Write::delete(&DOCS, Key::new("many", "007"))).await.unwrap();
    assert_ne!(lines, export(&other).await);
}

#[tokio::test]
async fn the_format_is_as_it_is_documented() {
    let store = embedded();
    let item = doc("a", "b").with("n", 15).with("f", false).with("l", store::Value::L(vec!["x".into()]));
    put_all(&store, vec![(&DOCS, item)]).await;
    let lines = export_with(&store, files()).await;
    assert_eq!(lines[0], r#"{"roundtable":{"version":2,"fingerprint":"f1"}}"#);
    assert_eq!(lines[1], r#"{"table":"ConformanceDocs"}"#);
    let item =
        r#"{"item":{"f":{"BOOL":false},"l":{"L":[{"S":"x"}]},"n":{"N":"15"},"pk":{"S":"a"},"sk":{"S":"b"}}}"#;
    assert_eq!(lines[2], item);
    assert!(lines[3].starts_with(r#"{"end":{"items":1,"checksum":""#), "{}", lines[3]);
    let end: Vec<&str> = lines[lines.len() - 4..].iter().map(String::as_str).collect();
    assert_eq!(end[0], r#"{"file":{"path":"avatars/ana.png","bytes":"AAEC/w=="}}"#);
    assert!(end[2].starts_with(r#"{"files":{"items":2,"checksum":""#), "{}", end[2]);
    assert_eq!(end[3], r#"{"done":4}"#);
}

#[tokio::test]
async fn an_export_cut_off_anywhere_is_noticed() {
    let store = embedded();
    put_all(&store, items().into_iter().take(5).collect()).await;
    let lines = export_with(&store, files()).await;
    for end in 0..lines.len() {
        assert!(read(&lines[..end]).is_err(), "cut off after {end} lines");
    }
}

#[tokio::test]
async fn a_line_lost_doubled_or_changed_is_noticed() {
    let store = embedded();
    put_all(&store, items().into_iter().take(5).collect()).await;
    let lines = export_with(&store, files()).await;
    for at in 1..lines.len() {
        let (mut lost, mut doubled, mut changed) = (lines.clone(), lines.clone(), lines.clone());
        lost.remove(at);
        doubled.insert(at, lines[at].clone());
        changed[at] =
            changed[at].replace("many", "some").replace(":\"", ":\"x").replace("ana.png", "bob.png");
        assert!(read(&lost).is_err(), "without line {at}");
        assert!(read(&doubled).is_err(), "with line {at} twice");
        assert!(changed == lines || read(&changed).is_err(), "with line {at} changed");
    }
}

#[tokio::test]
async fn a_row_that_cannot_be_read_is_named_and_the_others_are_read() {
    let store = embedded();
    put_all(&store, items().into_iter().take(5).collect()).await;
    let mut lines = export(&store).await;
    lines[3] = r#"{"item":{"pk":{"S":"many"},"sk":{"S":"001"},"at":{"N":"soon"}}}"#.to_owned();
    lines[5] = r#"{"item":{"pk":{"S":"many"},"sk":{"X":1}}}"#.to_owned();
    let mut reader = Reader::new(&ALL);
    let steps: Vec<_> = lines.iter().map(|line| reader.line(line).unwrap()).collect();
    let left_out: Vec<String> = steps
        .iter()
        .filter_map(|step| if let Step::LeftOut(row) = step { Some(row.to_string()) } else { None })
        .collect();
    assert_eq!(left_out[0], r#"line 4, ConformanceDocs: at: "soon" is no number"#);
    assert!(left_out[1].starts_with("line 6, ConformanceDocs: unknown variant `X`"), "{left_out:?}");
    assert_eq!(left_out.len(), 2);
    assert_eq!(reader.finish().unwrap().iter().map(|(_, sum)| sum.items).sum::<u64>(), 3);
    lines.remove(4);
    let mut reader = Reader::new(&ALL);
    let noticed = lines.iter().any(|line| reader.line(line).is_err());
    assert!(noticed, "a row that is lost beside them is noticed");
}

#[test]
fn what_is_no_export_newer_or_strange_is_refused_in_a_sentence() {
    let header = r#"{"roundtable":{"version":1,"fingerprint":""}}"#;
    let mut reader = Reader::new(&ALL);
    let empty = Header { version: 1, fingerprint: String::new() };
    assert_eq!(reader.line(header), Ok(Step::Header(empty)));
    let strange = reader.line(r#"{"table":"Strange"}"#).unwrap_err();
    let sentence = "The export has a table Strange, which this version of Roundtable does not know.";
    assert_eq!(strange.to_string(), sentence);
    let newer = Reader::new(&ALL).line(r#"{"roundtable":{"version":9,"fingerprint":""}}"#).unwrap_err();
    let sentence = "This export has format 9, and this version of Roundtable reads up to 2.";
    assert_eq!(newer.to_string(), sentence);
    let noise = Reader::new(&ALL).line("PK,SK").unwrap_err();
    assert_eq!(noise.to_string(), "This is not an export of Roundtable: its first line does not say so.");
}

#[tokio::test]
async fn an_export_of_a_frozen_state_knows_nothing_of_later_writes() {
    let store = embedded();
    put_all(&store, items()).await;
    let before = export(&store).await;
    let frozen = store.freeze().unwrap();
    put_all(&store, (0..200).map(|at| (&DOCS as _, doc("later", &format!("{at}")))).collect()).await;
    store.write(Write::delete(&DOCS, Key::new("many", "007"))).await.unwrap();
    assert_eq!(export(&frozen).await, before);
    assert_ne!(export(&store).await, before);
    assert!(frozen.write(Write::delete(&DOCS, Key::new("many", "008"))).await.is_err());
}

#[tokio::test]
async fn an_export_from_before_there_were_files_is_read() {
    let store = embedded();
    put_all(&store, items()).await;
    let mut lines = export(&store).await;
    lines[0] = lines[0].replace(r#""version":2"#, r#""version":1"#);
    lines.retain(|line| !line.starts_with(r#"{"files":"#));
    assert_eq!(read(&lines), Ok(items().len() as u64));
}
