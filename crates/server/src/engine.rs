//! Opens the configured storage engine and puts the decorators around it.

use crate::{
    cli::Failure,
    config::{Config, Storage},
};
use kernel::{Clock, Rng};
use std::{path::PathBuf, sync::Arc};
use store::{
    Store, Table,
    decorators::{MeteredStore, RetryStore},
};
use store_embedded::EmbeddedStore;

/// The opened engine: the store that features use, and the embedded engine itself where there is one.
pub struct Engine {
    pub store: Arc<dyn Store>,
    pub embedded: Option<Arc<EmbeddedStore>>,
}

/// Opens storage for `tables`. Failures are one sentence each.
pub async fn open(
    config: &Config,
    tables: Vec<&'static Table>,
    clock: Arc<dyn Clock>,
    rng: &Rng,
) -> Result<Engine, Failure> {
    match &config.storage {
        Storage::Embedded => {
            crate::secret::ensure_data_folder(config)?;
            let embedded = open_file(data_file(config), config, tables, clock)?;
            Ok(Engine { store: decorate(embedded.clone(), rng), embedded: Some(embedded) })
        }
        #[cfg(feature = "dynamodb")]
        Storage::Dynamo(_) => {
            // Boxed: these futures of the SDK are large, and everything that opens storage would carry them.
            let dynamo = Box::pin(connect(config, tables, clock)).await?;
            let missing =
                Box::pin(dynamo.missing_tables()).await.map_err(|error| Failure(error.to_string()))?;
            if let Some(first) = missing.first() {
                return Err(Failure(format!(
                    "The DynamoDB table {first} is missing; make the tables with: roundtable tables create."
                )));
            }
            Ok(Engine { store: decorate(Arc::new(dynamo), rng), embedded: None })
        }
        #[cfg(not(feature = "dynamodb"))]
        Storage::Dynamo(_) => Err(Failure("This build of Roundtable leaves DynamoDB out.".into())),
    }
}

/// Where the embedded store keeps everything.
pub fn data_file(config: &Config) -> PathBuf {
    config.data.join("roundtable.redb")
}

/// Opens an embedded store in this file.
pub fn open_file(
    path: PathBuf,
    config: &Config,
    tables: Vec<&'static Table>,
    clock: Arc<dyn Clock>,
) -> Result<Arc<EmbeddedStore>, Failure> {
    let options = store_embedded::Options::new(path, tables, clock);
    let options = store_embedded::Options { cache_bytes: config.cache_bytes, ..options };
    EmbeddedStore::open(options).map(Arc::new).map_err(|error| Failure(format!("{error}.")))
}

/// Connects to DynamoDB without asking whether the tables are there.
#[cfg(feature = "dynamodb")]
pub async fn connect(
    config: &Config,
    tables: Vec<&'static Table>,
    clock: Arc<dyn Clock>,
) -> Result<store_dynamodb::DynamoStore, Failure> {
    let Storage::Dynamo(dynamo) = &config.storage else {
        return Err(Failure(
            "The store is embedded, which makes its own tables; say --store dynamodb.".into(),
        ));
    };
    let options = store_dynamodb::Options {
        endpoint: dynamo.endpoint.clone(),
        table_prefix: dynamo.table_prefix.clone(),
        table_names: dynamo.table_names.clone(),
        ..store_dynamodb::Options::new(tables, clock)
    };
    store_dynamodb::DynamoStore::connect(options).await.map_err(|error| Failure(error.to_string()))
}

/// Metrics see every attempt; retries are above them.
fn decorate(engine: Arc<dyn Store>, rng: &Rng) -> Arc<dyn Store> {
    Arc::new(RetryStore::new(Arc::new(MeteredStore::new(engine)), rng.clone()))
}
