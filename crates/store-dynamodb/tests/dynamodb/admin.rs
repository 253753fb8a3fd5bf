//! `tables create` and `tables describe`.

use crate::setup::{VISITS, options, with_tables};
use store::{Index, KeySchema, Store, Table, Write, n, s};
use store_dynamodb::{DynamoStore, IndexReport, Options, TableState};

static PLAIN: Table = Table::new("Plain", KeySchema::simple(n("id")));
static BARE_VISITS: Table = Table::new("Visits", KeySchema::composite(s("PK"), s("SK")));
static OTHER_VISITS: Table = Table::new("Visits", KeySchema::simple(n("PK"))).with_ttl("ttl");
/// Both indexes share `place`, as the hangouts table's do.
static GROWN_VISITS: Table = Table::new("Visits", KeySchema::composite(s("PK"), s("SK")))
    .with_indexes(&[
        Index { name: "byPlace", key: KeySchema::composite(s("place"), n("at")) },
        Index { name: "byName", key: KeySchema::composite(s("place"), s("name")) },
    ])
    .with_ttl("ttl");

async fn created(store: &DynamoStore) -> Vec<String> {
    let mut lines = Vec::new();
    store.create_tables(&mut |line| lines.push(line)).await.unwrap();
    lines
}

/// Another idea of what the tables are.
async fn redeclared(held: &Options, tables: Vec<&'static Table>) -> DynamoStore {
    let (endpoint, table_prefix) = (held.endpoint.clone(), held.table_prefix.clone());
    DynamoStore::connect(Options { endpoint, table_prefix, ..options(tables) }).await.unwrap()
}

#[tokio::test]
async fn tables_are_created_as_declared_and_a_second_time_changes_nothing() {
    let store = DynamoStore::connect(options(vec![&VISITS, &PLAIN])).await.unwrap();
    let (visits, plain) = (store.physical(&VISITS), store.physical(&PLAIN));
    assert_eq!(store.missing_tables().await.unwrap(), [visits.clone(), plain.clone()]);
    assert_eq!(store.describe_tables().await.unwrap()[1].state, TableState::Missing);

    let well = [
        format!("{visits}: active, 0 items, index byPlace active, expires by ttl"),
        format!("{plain}: active, 0 items"),
    ];
    assert_eq!(
        created(&store).await,
        [
            &[
                format!("{visits}: creating"),
                format!("{plain}: creating"),
                format!("{visits}: letting items expire by ttl"),
            ][..],
            &well,
        ]
        .concat()
    );
    assert_eq!(store.missing_tables().await.unwrap(), Vec::<String>::new());

    let again =
        [&[format!("{visits}: there already"), format!("{plain}: there already")][..], &well].concat();
    assert_eq!(created(&store).await, again);
}

#[tokio::test]
async fn describe_tells_state_items_indexes_and_expiry() {
    let store = with_tables(options(vec![&VISITS])).await;
    let item = store::Item::new().with_key(&VISITS, crate::setup::key("a"));
    store.write(Write::put(&VISITS, item)).await.unwrap();
    let report = store.describe_tables().await.unwrap().remove(0);
    assert!(report.is_well());
    assert_eq!(report.name, store.physical(&VISITS));
    assert_eq!(report.items, 1);
    assert_eq!(report.indexes, [IndexReport { name: "byPlace".into(), state: "ACTIVE".into() }]);
    assert_eq!(report.ttl.as_deref(), Some("ttl"));
}

#[tokio::test]
async fn missing_indexes_and_expiry_are_added_to_a_table_that_is_there() {
    let held = Options { endpoint: Some(dynamodb_local::own_endpoint()), ..options(Vec::new()) };
    redeclared(&held, vec![&BARE_VISITS]).await.create_tables(&mut |_| ()).await.unwrap();

    let grown = redeclared(&held, vec![&GROWN_VISITS]).await;
    let before = grown.describe_tables().await.unwrap().remove(0);
    assert_eq!(
        before.differences,
        ["index byPlace is missing", "index byName is missing", "items do not expire by ttl"]
    );
    let lines = created(&grown).await;
    assert!(lines.contains(&format!("{}: adding index byName", grown.physical(&GROWN_VISITS))), "{lines:?}");
    let after = grown.describe_tables().await.unwrap().remove(0);
    assert!(after.is_well(), "{after}");
    assert_eq!(after.indexes.len(), 2);
}

#[tokio::test]
async fn a_table_with_other_keys_is_told_and_left_alone() {
    let held = options(Vec::new());
    let bare = redeclared(&held, vec![&BARE_VISITS]).await;
    bare.create_tables(&mut |_| ()).await.unwrap();

    let other = redeclared(&held, vec![&OTHER_VISITS]).await;
    let reports = other.create_tables(&mut |_| ()).await.unwrap();
    assert_eq!(
        reports[0].differences,
        ["its key is (PK S, SK S) instead of (PK N)", "items do not expire by ttl"]
    );
    assert!(!reports[0].is_well());
    assert!(bare.describe_tables().await.unwrap()[0].is_well());
}
