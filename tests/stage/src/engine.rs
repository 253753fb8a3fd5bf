//! Both storage engines by one switch.

use kernel::{Clock, Rng};
use std::sync::Arc;
use store::{Store, Table, decorators::RetryStore};
use store_dynamodb::{DynamoStore, Options, StaticCredentials};
use store_embedded::EmbeddedStore;

/// Which engine a test runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Embedded,
    Dynamodb,
}

/// An empty store of these tables: in memory, or on DynamoDB Local under a prefix of its own.
pub async fn fresh_store(
    engine: Engine,
    tables: Vec<&'static Table>,
    clock: Arc<dyn Clock>,
) -> Arc<dyn Store> {
    match engine {
        Engine::Embedded => Arc::new(EmbeddedStore::in_memory(tables, clock).expect("a store in memory")),
        Engine::Dynamodb => {
            let rng = Rng::system().expect("randomness");
            let prefix = format!("t{}-", rng.text(b"abcdefghijklmnopqrstuvwxyz0123456789", 16));
            on_dynamodb(prefix, tables, clock).await
        }
    }
}

/// A store on DynamoDB Local whose tables, made for it, have this before their names.
pub(crate) async fn on_dynamodb(
    table_prefix: String,
    tables: Vec<&'static Table>,
    clock: Arc<dyn Clock>,
) -> Arc<dyn Store> {
    let options = Options {
        endpoint: Some(dynamodb_local::endpoint()),
        table_prefix,
        credentials: Some(StaticCredentials {
            access_key: dynamodb_local::ACCESS_KEY.into(),
            secret_key: dynamodb_local::SECRET_KEY.into(),
        }),
        region: Some(dynamodb_local::REGION.into()),
        ..Options::new(tables, clock)
    };
    let store = DynamoStore::connect(options).await.expect("a connection to DynamoDB Local");
    store.make_tables(&mut |_| {}).await.expect("tables");
    Arc::new(RetryStore::new(Arc::new(store), Rng::system().expect("randomness")))
}

/// Writes each story once and runs it on both engines: `on_both_engines! { async fn a_story(table: Table) { … } }`, where
/// `Table::on(engine)` sets the scene.
#[macro_export]
macro_rules! on_both_engines {
    ($($(#[$meta:meta])* async fn $name:ident($scene:ident: $kind:ident) $body:block)*) => {
        mod embedded {
            use super::*;
            $($(#[$meta])* #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let $scene = $kind::on($crate::Engine::Embedded).await;
                $body
            })*
        }
        mod dynamodb {
            use super::*;
            $($(#[$meta])* #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let $scene = $kind::on($crate::Engine::Dynamodb).await;
                $body
            })*
        }
    };
}
