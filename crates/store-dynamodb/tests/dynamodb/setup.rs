//! A store on DynamoDB Local with tables of its own.

use jiff::Timestamp;
use kernel::{FakeClock, Rng};
use std::sync::Arc;
use store::{Index, Key, KeySchema, Table, n, s};
use store_dynamodb::{DynamoStore, Options, StaticCredentials};

/// A table with a bit of everything: a sort key, an index, expiry.
pub static VISITS: Table = Table::new("Visits", KeySchema::composite(s("PK"), s("SK")))
    .with_indexes(&[Index { name: "byPlace", key: KeySchema::composite(s("place"), n("at")) }])
    .with_ttl("ttl");

/// Far from today, so that DynamoDB Local's own expiry, which goes by the real time, never interferes.
pub fn clock() -> Arc<FakeClock> {
    Arc::new(FakeClock::at(Timestamp::from_second(4_102_444_800).unwrap()))
}

/// Tests share one server; nothing else shares a prefix.
pub fn own_prefix() -> String {
    format!("test-{}-", Rng::system().unwrap().uuid_v4().simple())
}

pub fn options(tables: Vec<&'static Table>) -> Options {
    Options {
        endpoint: Some(dynamodb_local::endpoint()),
        region: Some(dynamodb_local::REGION.into()),
        credentials: Some(StaticCredentials {
            access_key: dynamodb_local::ACCESS_KEY.into(),
            secret_key: dynamodb_local::SECRET_KEY.into(),
        }),
        table_prefix: own_prefix(),
        ..Options::new(tables, clock())
    }
}

/// A store whose tables are there.
pub async fn with_tables(options: Options) -> DynamoStore {
    let store = DynamoStore::connect(options).await.unwrap();
    let reports = store.create_tables(&mut |_| ()).await.unwrap();
    assert!(reports.iter().all(store_dynamodb::TableReport::is_well), "{reports:?}");
    store
}

pub async fn visits() -> DynamoStore {
    with_tables(options(vec![&VISITS])).await
}

pub fn key(sk: &str) -> Key {
    Key::new("visits", sk)
}
