//! Stores to copy between, and data to copy.

use futures::{SinkExt, StreamExt, stream};
use jiff::Timestamp;
use kernel::{FakeClock, Rng};
use portable::{Error, File, Mark, Source};
use std::{collections::BTreeMap, sync::Arc};
use store::{
    Item, Key, Store, Table, Value, Write,
    conformance::tables::{ALL, DOCS, PEOPLE, POOL, READINGS, doc},
};
use store_dynamodb::{DynamoStore, Options, StaticCredentials};
use store_embedded::EmbeddedStore;

fn clock() -> Arc<FakeClock> {
    Arc::new(FakeClock::at(Timestamp::from_second(4_102_444_800).unwrap()))
}

pub fn embedded() -> EmbeddedStore {
    EmbeddedStore::in_memory(ALL.to_vec(), clock()).unwrap()
}

pub async fn dynamo() -> DynamoStore {
    let options = Options {
        endpoint: Some(dynamodb_local::endpoint()),
        region: Some(dynamodb_local::REGION.into()),
        credentials: Some(StaticCredentials {
            access_key: dynamodb_local::ACCESS_KEY.into(),
            secret_key: dynamodb_local::SECRET_KEY.into(),
        }),
        table_prefix: format!("test-{}-", Rng::system().unwrap().uuid_v4().simple()),
        ..Options::new(ALL.to_vec(), clock())
    };
    let store = DynamoStore::connect(options).await.unwrap();
    store.create_tables(&mut |_| ()).await.unwrap();
    store
}

pub fn mark() -> Mark {
    Mark { table: &DOCS, key: Key::new("COPY", "COPY") }
}

/// Every kind of value and key, and enough items for some to be under way at once.
pub fn items() -> Vec<(&'static Table, Item)> {
    let number = |text: &str| Value::N(text.parse().unwrap());
    let inner = BTreeMap::from([("list".into(), Value::L(vec![Value::Null, Value::B(vec![0, 255])]))]);
    let everything = doc("every", "thing")
        .with("text", "Grüße \"世界\" \u{0}\n")
        .with("number", number("-12345678901234567890.5"))
        .with("tiny", number("1e-130"))
        .with("yes", true)
        .with("map", Value::M(inner))
        .with("owner", "ana")
        .with("title", "all");
    let many = (0..300).map(|at| (&DOCS, doc("many", &format!("{at:03}")).with("at", at)));
    let readings = (-3..3).map(|at| (&READINGS, Item::new().with_key(&READINGS, Key::new("s", at))));
    let others = [
        (&DOCS, everything),
        (&POOL, Item::new().with_key(&POOL, Key::new(7, "x"))),
        (&PEOPLE, Item::new().with_key(&PEOPLE, Key::only("ana")).with("team", "a")),
    ];
    many.chain(readings).chain(others).map(|(table, item)| (table as &'static Table, item)).collect()
}

pub async fn put_all(store: &dyn Store, items: Vec<(&'static Table, Item)>) {
    let writes = items.into_iter().map(|(table, item)| store.write(Write::put(table, item)));
    stream::iter(writes).buffer_unordered(64).for_each(|answer| async { answer.unwrap() }).await;
}

pub fn files() -> Vec<File> {
    let file = |path: &str, bytes: &[u8]| File { path: path.to_owned(), bytes: bytes.to_vec() };
    vec![file("avatars/ana.png", &[0, 1, 2, 255]), file("avatars/ben.jpg", b"")]
}

pub async fn export(store: &dyn Store) -> Vec<String> {
    export_with(store, Vec::new()).await
}

pub async fn export_with(store: &dyn Store, files: Vec<File>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut out = (&mut lines).sink_map_err(|never: std::convert::Infallible| match never {});
    let files = stream::iter(files).map(Ok).boxed();
    let source = Source { store, tables: &ALL, files, fingerprint: "f1".to_owned() };
    portable::write(source, &mut out).await.unwrap();
    lines
}

pub fn lines_of(lines: &[String]) -> impl stream::Stream<Item = Result<String, Error>> + Send + use<> {
    stream::iter(lines.to_vec()).map(Ok)
}
