//! What is this adapter's own: answers in parts, tokens over the wire, sets of other programs, what calls cost.

use crate::setup::{VISITS, clock, key, options, visits, with_tables};
use aws_sdk_dynamodb::types::AttributeValue;
use jiff::SignedDuration;
use kernel::{Clock, CorrectedClock, FakeClock, SystemClock};
use metrics_exporter_prometheus::PrometheusBuilder;
use std::sync::Arc;
use store::{Condition, Item, Key, Query, Scan, Store, StoreError, Token, Transaction, Value, View, Write};
use store_dynamodb::{DynamoStore, Options};

fn visit(sk: &str) -> Item {
    Item::new().with_key(&VISITS, key(sk))
}

#[tokio::test]
async fn a_batch_larger_than_one_answer_is_asked_for_until_it_is_whole() {
    let store = visits().await;
    // Sixty items of 300 KB are more than the 16 MB that DynamoDB answers at once.
    let large = "x".repeat(300_000);
    let keys: Vec<Key> = (0..60).map(|at| key(&format!("{at:02}"))).collect();
    for key in keys.iter().filter(|key| **key != Key::new("visits", "07")) {
        let item = Item::new().with_key(&VISITS, key.clone()).with("text", large.as_str());
        store.write(Write::put(&VISITS, item)).await.unwrap();
    }
    let items = store.batch_get(&VISITS, &keys).await.unwrap();
    assert_eq!(items.len(), 60);
    for (key, item) in keys.iter().zip(&items) {
        let held = item.as_ref().map(|item| Key::of(item, &VISITS.key).unwrap());
        assert_eq!(held.as_ref(), Some(key).filter(|key| **key != Key::new("visits", "07")));
    }
}

#[tokio::test]
async fn a_transaction_sent_again_with_its_token_happens_once() {
    let store = visits().await;
    let mut writes = vec![Write::update(&VISITS, key("count")).add("visits", 1_i64)];
    // Many attributes in maps without order: the same transaction must look the same each time it is sent.
    writes.extend((0..20).map(|at| {
        let item = (0..20).fold(visit(&format!("{at}")), |item, at| item.with(format!("attribute{at}"), at));
        Write::put(&VISITS, item).if_new()
    }));
    let transaction = Transaction { writes, token: Some(Token("3f2c9f1e-once".into())) };
    for _ in 0..10 {
        store.transact(transaction.clone()).await.unwrap();
    }
    let count = store.get(&VISITS, &key("count")).await.unwrap().unwrap();
    assert_eq!(count.get("visits").map(View::to_value), Some(Value::from(1_i64)));

    let other = Transaction { writes: vec![Write::put(&VISITS, visit("other"))], ..transaction };
    let refused = store.transact(other).await;
    assert_eq!(refused, Err(StoreError::Invalid("this token was used for another transaction".into())));
}

#[tokio::test]
async fn a_token_belongs_to_its_set_of_tables() {
    let (one, other) = (visits().await, visits().await);
    let token = Some(Token("the same in both".into()));
    let transaction =
        |sk: &str| Transaction { token: token.clone(), ..Transaction::of([Write::put(&VISITS, visit(sk))]) };
    assert_eq!(one.transact(transaction("a")).await, Ok(()));
    assert_eq!(other.transact(transaction("b")).await, Ok(()));
    assert_eq!(other.get(&VISITS, &key("b")).await, Ok(Some(visit("b"))));
}

#[tokio::test]
async fn an_item_that_an_update_would_make_too_large_is_too_large() {
    let store = visits().await;
    let half = "x".repeat(250_000);
    store.write(Write::put(&VISITS, visit("a").with("first", half.as_str()))).await.unwrap();
    let grow = || Write::update(&VISITS, key("a")).set("second", half.as_str());
    let alone = store.write(grow()).await.unwrap_err();
    let together = store.transact(Transaction::of([grow()])).await.unwrap_err();
    for error in [alone, together] {
        assert!(matches!(error, StoreError::TooLarge(_)), "{error:?}");
    }
}

#[tokio::test]
async fn what_has_expired_is_hidden_from_every_read_but_not_from_conditions() {
    let clock = clock();
    let store = with_tables(Options { clock: clock.clone(), ..options(vec![&VISITS]) }).await;
    let expiring = visit("a").with("ttl", 4_102_444_860_i64).with("place", "home").with("at", 1_i64);
    store.write(Write::put(&VISITS, expiring.clone())).await.unwrap();
    let reads = async || {
        let got = store.get(&VISITS, &key("a")).await.unwrap();
        let batch = store.batch_get(&VISITS, &[key("a")]).await.unwrap().remove(0);
        let partition = store.query(Query::table(&VISITS, "visits")).await.unwrap().items.pop();
        let index = store.query(Query::index(&VISITS, "byPlace", "home")).await.unwrap().items.pop();
        let all = store.scan(Scan { table: &VISITS, limit: None, after: None }).await.unwrap().items.pop();
        [got, batch, partition, index, all]
    };
    assert_eq!(reads().await, [const { Some(()) }; 5].map(|there| there.map(|()| expiring.clone())));
    clock.advance(SignedDuration::from_mins(2));
    assert_eq!(reads().await, [const { None }; 5]);
    let refused = store.write(Write::put(&VISITS, visit("a")).if_new()).await.unwrap_err();
    assert_eq!(refused.into_existing(), Some(expiring));
}

#[tokio::test]
async fn sets_written_by_another_program_read_as_lists() {
    let options = options(vec![&VISITS]);
    let other = aws_sdk_dynamodb::Client::from_conf(
        aws_sdk_dynamodb::Config::builder()
            .behavior_version(aws_sdk_dynamodb::config::BehaviorVersion::latest())
            .http_client(aws_smithy_http_client::Builder::new().build_http())
            .region(aws_sdk_dynamodb::config::Region::new(dynamodb_local::REGION))
            .credentials_provider(aws_sdk_dynamodb::config::Credentials::new(
                dynamodb_local::ACCESS_KEY,
                dynamodb_local::SECRET_KEY,
                None,
                None,
                "test",
            ))
            .endpoint_url(dynamodb_local::endpoint())
            .build(),
    );
    let store = with_tables(options).await;
    other
        .put_item()
        .table_name(store.physical(&VISITS))
        .item("PK", AttributeValue::S("visits".into()))
        .item("SK", AttributeValue::S("a".into()))
        .item("names", AttributeValue::Ss(vec!["ana".into()]))
        .item("numbers", AttributeValue::Ns(vec!["3".into()]))
        .send()
        .await
        .unwrap();
    let item = store.get(&VISITS, &key("a")).await.unwrap().unwrap();
    assert_eq!(item.get("names").map(View::to_value), Some(Value::L(vec!["ana".into()])));
    assert_eq!(item.get("numbers").map(View::to_value), Some(Value::L(vec![3_i64.into()])));
}

#[tokio::test]
async fn every_failed_position_of_a_transaction_comes_with_what_was_there() {
    let store = visits().await;
    store.write(Write::put(&VISITS, visit("a").with("state", "open"))).await.unwrap();
    let writes = [
        Write::update(&VISITS, key("a")).set("state", "closed").when(Condition::equals("state", "new")),
        Write::put(&VISITS, visit("b")),
        Write::check(&VISITS, key("c"), Condition::exists("PK")),
    ];
    match store.transact(Transaction::of(writes)).await.unwrap_err() {
        StoreError::ConditionFailed(failed) => {
            assert_eq!(failed.iter().map(|failed| failed.at).collect::<Vec<_>>(), [0, 2]);
            assert_eq!(failed[0].item, Some(visit("a").with("state", "open")));
            assert_eq!(failed[1].item, None);
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(store.get(&VISITS, &key("b")).await, Ok(None));
}

#[tokio::test]
async fn what_calls_cost_is_counted_by_table() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let handle = recorder.handle();
    let _recording = metrics::set_default_local_recorder(&recorder);
    let store = visits().await;
    store.transact(Transaction::of([Write::put(&VISITS, visit("a"))])).await.unwrap();
    store.get(&VISITS, &key("a")).await.unwrap();
    store.query(Query { consistent: false, ..Query::table(&VISITS, "visits") }).await.unwrap();
    let rendered = handle.render();
    let table = store.physical(&VISITS);
    for (call, cost) in [("transact", 2000), ("get", 1000), ("query", 500)] {
        let line = format!(
            r#"roundtable_dynamodb_capacity_milliunits_total{{table="{table}",call="{call}"}} {cost}"#
        );
        assert!(rendered.contains(&line), "{line}\n{rendered}");
    }
}

#[tokio::test]
async fn a_clock_that_follows_is_set_right_by_the_first_answer() {
    let wrong = SystemClock.now() - SignedDuration::from_hours(5);
    let clock = Arc::new(CorrectedClock::new(FakeClock::at(wrong)));
    let options = Options { clock: clock.clone(), ..options(vec![&VISITS]) };
    let store = DynamoStore::connect(options).await.unwrap();
    assert_eq!(clock.now(), wrong);
    store.missing_tables().await.unwrap();
    assert!(
        clock.now().duration_since(SystemClock.now()).abs() < SignedDuration::from_secs(60),
        "{}",
        clock.now()
    );
}
