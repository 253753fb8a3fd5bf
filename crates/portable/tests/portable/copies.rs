//! Copies from one store to another.

use crate::engines::{dynamo, embedded, export, export_with, files, items, lines_of, mark, put_all};
use async_trait::async_trait;
use futures::StreamExt;
use portable::{Begun, Compared, Error, File, Reader, TakeFiles, Target};
use std::sync::Mutex;
use store::{
    Key, Store, Value, Write,
    conformance::tables::{ALL, DOCS, doc},
};

async fn fill(store: &dyn Store, lines: &[String], of: &str) -> Result<Vec<Compared>, Error> {
    let target = Target { store, tables: &ALL, files: None, mark: mark() };
    let mut reader = Reader::new(&ALL);
    reader.line(&lines[0])?;
    let begun = target.begin(of).await?;
    let filled = target.fill(reader, lines_of(&lines[1..]), begun, |_| {}).await?;
    target.end().await?;
    assert_eq!(filled.left_out, []);
    Ok(filled.compared)
}

/// A copy that breaks off after some lines.
async fn break_off(store: &dyn Store, lines: &[String], after: usize) {
    let target = Target { store, tables: &ALL, files: None, mark: mark() };
    let mut reader = Reader::new(&ALL);
    reader.line(&lines[0]).unwrap();
    let begun = target.begin("f1").await.unwrap();
    let broken =
        lines_of(&lines[1..after]).chain(futures::stream::iter([Err(Error::Elsewhere("gone".to_owned()))]));
    assert_eq!(target.fill(reader, broken, begun, |_| {}).await, Err(Error::Elsewhere("gone".to_owned())));
}

#[tokio::test]
async fn from_one_engine_to_the_other_and_back_nothing_changes() {
    let (first, between, last) = (embedded(), dynamo().await, embedded());
    put_all(&first, items()).await;
    let lines = export(&first).await;
    assert!(fill(&between, &lines, "f1").await.unwrap().iter().all(Compared::is_same));
    let compared = fill(&last, &export(&between).await, "f1").await.unwrap();
    assert!(compared.iter().all(Compared::is_same));
    assert_eq!(compared.iter().map(|one| one.here.items).sum::<u64>(), items().len() as u64);
    assert_eq!(export(&last).await, lines);
}

#[tokio::test]
async fn a_copy_that_broke_off_goes_on_with_the_data_as_it_is_now() {
    for after in [2, 50, 200, 305] {
        let (source, target) = (embedded(), embedded());
        put_all(&source, items()).await;
        break_off(&target, &export(&source).await, after).await;
        source.write(Write::delete(&DOCS, Key::new("many", "003"))).await.unwrap();
        let changed = [doc("many", "004").with("title", "changed"), doc("many", "400")];
        put_all(&source, changed.map(|item| (&DOCS as _, item)).to_vec()).await;
        let lines = export(&source).await;
        assert!(fill(&target, &lines, "f1").await.unwrap().iter().all(Compared::is_same));
        assert_eq!(export(&target).await, lines, "broken off after {after} lines");
    }
}

#[tokio::test]
async fn what_was_copied_already_is_not_written_again() {
    let source = embedded();
    put_all(&source, items()).await;
    let lines = export(&source).await;
    let target = std::sync::Arc::new(embedded());
    break_off(&*target, &lines, 250).await;
    let counting = store::decorators::CountingStore::new(target);
    let (answer, counts) = counting.during(fill(&counting, &lines, "f1")).await;
    assert!(answer.unwrap().iter().all(Compared::is_same));
    let writes = counts.writes();
    // Of the 248 items that came before, those under way at that moment are lost; the mark is set and taken away.
    assert!(writes <= items().len() - (248 - 128) + 2, "{writes} writes for the rest");
}

#[tokio::test]
async fn a_store_that_holds_something_else_is_refused_and_left_alone() {
    let (source, target) = (embedded(), embedded());
    put_all(&source, items()).await;
    let lines = export(&source).await;
    put_all(&target, vec![(&DOCS, doc("mine", "1"))]).await;
    let before = export(&target).await;
    assert_eq!(fill(&target, &lines, "f1").await, Err(Error::NotEmpty("ConformanceDocs")));
    assert_eq!(export(&target).await, before);

    let half = embedded();
    break_off(&half, &lines, 100).await;
    assert_eq!(fill(&half, &lines, "f2").await, Err(Error::AnotherCopy));
    let target = Target { store: &half, tables: &ALL, files: None, mark: mark() };
    assert_eq!(target.begin("f1").await, Ok(Begun::Resumed));
}

/// Keeps the paths of what it is given.
#[derive(Default)]
struct Shelf(Mutex<Vec<File>>);

#[async_trait]
impl TakeFiles for Shelf {
    async fn take(&self, file: File) -> Result<(), Error> {
        self.0.lock().unwrap().push(file);
        Ok(())
    }
}

#[tokio::test]
async fn files_go_where_they_are_wanted() {
    let (source, store, shelf) = (embedded(), embedded(), Shelf::default());
    put_all(&source, items()).await;
    let lines = export_with(&source, files()).await;
    let target = Target { store: &store, tables: &ALL, files: Some(&shelf), mark: mark() };
    let mut reader = Reader::new(&ALL);
    reader.line(&lines[0]).unwrap();
    target.fill(reader, lines_of(&lines[1..]), Begun::Fresh, |_| {}).await.unwrap();
    let mut taken = shelf.0.into_inner().unwrap();
    taken.sort_by(|one, other| one.path.cmp(&other.path));
    assert_eq!(taken, files());
}

/// Sets are what other programs write; a row of more than 400 KB and one without its key are what no engine takes.
#[tokio::test]
async fn rows_that_no_engine_takes_are_named_and_the_others_are_there() {
    for target in [Box::new(embedded()) as Box<dyn Store>, Box::new(dynamo().await)] {
        let large = format!(
            r#"{{"item":{{"pk":{{"S":"a"}},"sk":{{"S":"large"}},"t":{{"S":"{}"}}}}}}"#,
            "x".repeat(500_000)
        );
        let lines = [
            r#"{"roundtable":{"version":2,"fingerprint":"f1"}}"#,
            r#"{"table":"ConformanceDocs"}"#,
            r#"{"item":{"pk":{"S":"a"},"sk":{"S":"sets"},"s":{"SS":["x","y"]},"n":{"NS":["1"]},"b":{"BS":["AQ=="]}}}"#,
            r#"{"item":{"pk":{"S":"a"}}}"#,
            &large,
            "not even JSON",
            r#"{"item":{"pk":{"S":"a"},"sk":{"S":"plain"}}}"#,
            r#"{"end":{"items":5,"checksum":"unknown where a row cannot be read"}}"#,
            r#"{"files":{"items":0,"checksum":"00000000000000000000000000000000"}}"#,
            r#"{"done":1}"#,
        ]
        .map(str::to_owned);
        let into = Target { store: target.as_ref(), tables: &ALL, files: None, mark: mark() };
        let mut reader = Reader::new(&ALL);
        reader.line(&lines[0]).unwrap();
        let begun = into.begin("f1").await.unwrap();
        let filled = into.fill(reader, lines_of(&lines[1..]), begun, |_| {}).await.unwrap();
        assert_eq!(filled.left_out.iter().map(|row| row.line).collect::<Vec<_>>(), [4, 5, 6]);
        assert!(filled.left_out.iter().all(|row| row.table == Some(DOCS.name) && !row.why.is_empty()));
        assert!(filled.compared.iter().all(Compared::is_same), "{filled:?}");
        let sets = target.get(&DOCS, &Key::new("a", "sets")).await.unwrap().unwrap();
        let members = |name: &str| match sets.get(name).map(store::View::to_value) {
            Some(Value::L(members)) => members,
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!(members("s"), ["x".into(), "y".into()]);
        assert_eq!(members("n"), [1_i64.into()]);
        assert_eq!(members("b"), [Value::B(vec![1])]);
    }
}
