//! What is said when DynamoDB cannot be reached, refuses, or breaks off.

use crate::setup::{VISITS, key, options};
use dynamodb_local::proxy::{Fate, Proxy};
use std::time::Duration;
use store::{Failed, Item, Store, StoreError, Transaction, Write};
use store_dynamodb::{DynamoStore, Options, Timeouts};

async fn behind(proxy: &Proxy) -> DynamoStore {
    let options = Options {
        endpoint: Some(proxy.endpoint.clone()),
        timeouts: Timeouts { connect: Duration::from_secs(2), answer: Duration::from_secs(1) },
        ..options(vec![&VISITS])
    };
    DynamoStore::connect(options).await.unwrap()
}

/// What a get says when `fate` befalls it.
async fn get_under(fate: Fate) -> StoreError {
    let proxy = Proxy::start(move |_| fate).await;
    let said = behind(&proxy).await.get(&VISITS, &key("a")).await.unwrap_err();
    match said {
        StoreError::Unavailable(why) => StoreError::Unavailable(why.replace(&proxy.endpoint, "http://there")),
        StoreError::Throttled(why) => StoreError::Throttled(why.replace(&proxy.endpoint, "http://there")),
        other => other,
    }
}

async fn transact_under(fate: Fate) -> StoreError {
    let proxy = Proxy::start(move |_| fate).await;
    let put = Write::put(&VISITS, Item::new().with_key(&VISITS, key("a")));
    behind(&proxy).await.transact(Transaction::of([put])).await.unwrap_err()
}

#[tokio::test]
async fn an_endpoint_where_nothing_listens_is_one_clear_sentence() {
    let options = Options { endpoint: Some("http://127.0.0.1:1".into()), ..options(vec![&VISITS]) };
    let store = DynamoStore::connect(options).await.unwrap();
    for error in [store.ready().await.unwrap_err(), store.get(&VISITS, &key("a")).await.unwrap_err()] {
        assert_eq!(
            error.to_string(),
            "storage is not available: DynamoDB at http://127.0.0.1:1 cannot be reached (Connection refused (os error 111))"
        );
    }
}

#[tokio::test]
async fn a_missing_table_is_named_with_the_command_that_makes_it() {
    let store = DynamoStore::connect(options(vec![&VISITS])).await.unwrap();
    let put = Write::put(&VISITS, Item::new().with_key(&VISITS, key("a")));
    let wanted = format!(
        "{} answers, but the table {} does not exist; run `roundtable tables create`",
        format_args!("DynamoDB at {}", dynamodb_local::endpoint()),
        store.physical(&VISITS)
    );
    let said = [
        store.ready().await.unwrap_err(),
        store.get(&VISITS, &key("a")).await.unwrap_err(),
        store.write(put.clone()).await.unwrap_err(),
        store.transact(Transaction::of([put])).await.unwrap_err(),
    ];
    for error in said {
        assert_eq!(error, StoreError::Unavailable(wanted.clone()));
    }
}

#[tokio::test]
async fn cut_connections_and_silence_are_unavailable() {
    let unavailable = |why: &str| StoreError::Unavailable(format!("DynamoDB at http://there {why}"));
    assert_eq!(get_under(Fate::Hang).await, unavailable("did not answer in time"));
    for fate in [Fate::CutBefore, Fate::CutAfter] {
        let error = get_under(fate).await;
        assert!(error.to_string().contains("http://there cannot be reached"), "{error}");
    }
    let error = get_under(Fate::Answer(200, "<html>Bad gateway</html>")).await;
    assert_eq!(error, unavailable("gave an answer that makes no sense"));
}

#[tokio::test]
async fn refusals_mean_what_they_say() {
    let busy = StoreError::Throttled("DynamoDB at http://there takes no more for the moment".into());
    for code in ["ProvisionedThroughputExceededException", "ThrottlingException", "RequestLimitExceeded"] {
        assert_eq!(get_under(Fate::Refuse(code)).await, busy);
    }
    assert_eq!(get_under(Fate::Refuse("ValidationException")).await, StoreError::Invalid("so it is".into()));
    for (code, why) in [
        ("InternalServerError", "failed with InternalServerError (so it is)"),
        ("UnrecognizedClientException", "does not accept the AWS credentials (so it is)"),
        ("AccessDeniedException", "does not allow this account to do that (so it is)"),
    ] {
        let error = get_under(Fate::Refuse(code)).await;
        assert_eq!(error, StoreError::Unavailable(format!("DynamoDB at http://there {why}")));
    }
}

#[tokio::test]
async fn a_transaction_in_conflict_is_a_conflict_and_one_under_way_has_no_outcome_yet() {
    assert_eq!(transact_under(Fate::Refuse("TransactionConflictException")).await, StoreError::Conflict);
    let under_way = transact_under(Fate::Refuse("TransactionInProgressException")).await;
    assert!(matches!(under_way, StoreError::Unavailable(_)), "{under_way:?}");
}

/// What a transaction says that is cancelled for `reasons`.
async fn cancelled_for(reasons: &str) -> StoreError {
    let body = format!(
        r#"{{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","CancellationReasons":[{reasons}]}}"#
    );
    transact_under(Fate::Answer(400, body.leak())).await
}

#[tokio::test]
async fn a_cancelled_transaction_tells_why() {
    const NONE: &str = r#"{"Code":"None"}"#;
    const CONFLICT: &str = r#"{"Code":"TransactionConflict","Message":"ongoing"}"#;
    const FAILED: &str = r#"{"Code":"ConditionalCheckFailed","Item":{"PK":{"S":"p"}}}"#;
    const SIZE: &str =
        r#"{"Code":"ValidationError","Message":"Item size to update has exceeded the maximum allowed size"}"#;
    assert_eq!(cancelled_for(&format!("{NONE},{CONFLICT}")).await, StoreError::Conflict);
    let throttled = cancelled_for(&format!(r#"{CONFLICT},{{"Code":"ThrottlingError"}}"#)).await;
    assert!(matches!(throttled, StoreError::Throttled(_)), "{throttled:?}");
    let size = cancelled_for(&format!("{NONE},{SIZE}")).await;
    assert!(matches!(size, StoreError::TooLarge(_)), "{size:?}");
    let failed = Failed { at: 2, item: Some(Item::new().with("PK", "p")) };
    let both = cancelled_for(&format!("{NONE},{CONFLICT},{FAILED}")).await;
    assert_eq!(both, StoreError::ConditionFailed(vec![failed]));
}

#[tokio::test]
async fn a_batch_that_never_gets_anywhere_is_throttled() {
    // Whatever is asked for, the same key is left: no progress is ever made.
    let left =
        r#"{"Responses":{},"UnprocessedKeys":{"PREFIX":{"Keys":[{"PK":{"S":"visits"},"SK":{"S":"a"}}]}}}"#;
    let options = options(vec![&VISITS]);
    let body: &'static str = left.replace("PREFIX", &format!("{}Visits", options.table_prefix)).leak();
    let proxy = Proxy::start(move |_| Fate::Answer(200, body)).await;
    let store =
        DynamoStore::connect(Options { endpoint: Some(proxy.endpoint.clone()), ..options }).await.unwrap();
    let error = store.batch_get(&VISITS, &[key("a")]).await.unwrap_err();
    assert!(matches!(error, StoreError::Throttled(_)), "{error:?}");
}
