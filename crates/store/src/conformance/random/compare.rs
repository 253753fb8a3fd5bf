//! Applies each step to two engines and asserts that they answer alike.

use super::{Generator, Step};
use crate::{
    Item, Position, Query, Result, Rows, Scan, Store, StoreError, Table,
    conformance::{PATIENCE, PAUSE, tables},
};

/// Sends `steps` random operations to both stores, which start empty over [`tables::ALL`] with clocks at
/// [`crate::conformance::start`], and asserts after each that their answers are the same, and at the end that what they hold is.
pub async fn compare(a: &dyn Store, b: &dyn Store, seed: u64, steps: usize) {
    let mut generator = Generator::seeded(seed);
    for number in 0..steps {
        let step = generator.step();
        let context = format!("seed {seed}, step {number}: {step:?}");
        apply(a, b, step, &context).await;
    }
    for table in tables::ALL {
        same_scan(a, b, table, None, &format!("seed {seed}, at the end")).await;
    }
}

async fn apply(a: &dyn Store, b: &dyn Store, step: Step, context: &str) {
    match step {
        Step::Get(table, key) => same(a.get(table, &key).await, b.get(table, &key).await, context),
        Step::BatchGet(table, keys) => {
            same(a.batch_get(table, &keys).await, b.batch_get(table, &keys).await, context);
        }
        Step::Write(write) => same(a.write(write.clone()).await, b.write(write).await, context),
        Step::Transact(transaction) => {
            same(a.transact(transaction.clone()).await, b.transact(transaction).await, context);
        }
        Step::Query(query) if query.index.is_none() => same_pages(a, b, query, context).await,
        Step::Query(query) => same_index(a, b, query, context).await,
        Step::Scan(table, limit) => same_scan(a, b, table, limit, context).await,
    }
}

/// The words of an error are an engine's own; its meaning is not.
#[track_caller]
fn same<T: PartialEq + std::fmt::Debug>(a: Result<T>, b: Result<T>, context: &str) {
    let alike = match (&a, &b) {
        (Err(a @ StoreError::ConditionFailed(_)), Err(b)) => a == b,
        (Err(a), Err(b)) => std::mem::discriminant(a) == std::mem::discriminant(b),
        _ => a == b,
    };
    assert!(alike, "{context}\n one answers {a:?}\n the other {b:?}");
}

/// Every page of a table's partition: its rows, and where it ends.
async fn same_pages(a: &dyn Store, b: &dyn Store, mut query: Query, context: &str) {
    loop {
        let answers = [a.query(query.clone()).await, b.query(query.clone()).await];
        let ends = answers.each_ref().map(|rows| rows.as_ref().ok().and_then(|rows| rows.next.clone()));
        let [one, other] = answers.map(|rows| rows.map(|rows| rows.items));
        same(one, other, context);
        match ends {
            [None, None] => return,
            [Some(next), None] => return nothing_behind(a, query.after(Some(next)), context).await,
            [None, Some(next)] => return nothing_behind(b, query.after(Some(next)), context).await,
            [next, other] => {
                assert_eq!(next, other, "{context}");
                query.after = next;
            }
        }
    }
}

/// An engine may know that its last row is the last, or find out by an empty page.
async fn nothing_behind(store: &dyn Store, query: Query, context: &str) {
    assert_eq!(store.query(query).await, Ok(Rows::default()), "{context}");
}

/// All rows of an index's partition in order, whatever order rows of one sort key have. An index may lag: it is asked again.
async fn same_index(a: &dyn Store, b: &dyn Store, query: Query, context: &str) {
    for _ in 0..PATIENCE {
        if in_order(a, &query).await == in_order(b, &query).await {
            return;
        }
        tokio::time::sleep(PAUSE).await;
    }
    let (one, other) = (in_order(a, &query).await, in_order(b, &query).await);
    assert_eq!(one, other, "{context}");
}

/// The rows of all pages with ties settled by their keys, after a look at the order the engine gave them.
async fn in_order(store: &dyn Store, query: &Query) -> Vec<Item> {
    let rows = pages(query.after.clone(), async |after| store.query(query.clone().after(after)).await).await;
    let sort = query.schema().ok().and_then(|schema| schema.sk);
    let place = |item: &Item| sort.and_then(|attr| crate::KeyValue::of(item, attr).ok().flatten());
    let ordered = |pair: &[Item]| {
        let (first, second) = (place(&pair[0]), place(&pair[1]));
        if query.reverse { first >= second } else { first <= second }
    };
    assert!(rows.windows(2).all(ordered), "{query:?} answers out of order: {rows:?}");
    by_key(query.table, rows)
}

async fn same_scan(a: &dyn Store, b: &dyn Store, table: &'static Table, limit: Option<u32>, context: &str) {
    let all = async |store: &dyn Store| {
        by_key(table, pages(None, async |after| store.scan(Scan { table, limit, after }).await).await)
    };
    assert_eq!(all(a).await, all(b).await, "{context}");
}

async fn pages(
    mut after: Option<Position>,
    read: impl AsyncFn(Option<Position>) -> Result<Rows>,
) -> Vec<Item> {
    let mut items = Vec::new();
    loop {
        let rows = read(after).await.expect("a page");
        items.extend(rows.items);
        after = rows.next;
        if after.is_none() {
            return items;
        }
    }
}

fn by_key(table: &Table, mut items: Vec<Item>) -> Vec<Item> {
    items.sort_by_cached_key(|item| crate::Key::of(item, &table.key).expect("a row with its key"));
    items
}
