//! The storage port on Amazon DynamoDB, and the only crate that sees its SDK.
//!
//! Calls are translated one to one: [`store::validate`] refuses first what no engine takes, typed conditions and changes become
//! expressions, and the service's errors become the port's by what they mean. Nothing is retried here: the SDK's retries are
//! off and the retry decorator stands above, where it knows what is safe to send again. [`admin`] makes the tables.

pub mod admin;
mod attribute;
mod capacity;
mod connect;
mod error;
mod expression;
mod read;
mod sorted;
mod time;
mod write;

pub use admin::{IndexReport, TableReport, TableState};
pub use connect::{ConnectError, Options, StaticCredentials, Timeouts};

use async_trait::async_trait;
use aws_sdk_dynamodb::Client;
use kernel::Clock;
use std::{collections::BTreeMap, sync::Arc};
use store::{Item, Key, Query, Result, Rows, Scan, Store, Table, Transaction, Write, validate};

/// A store on DynamoDB.
pub struct DynamoStore {
    client: Client,
    prefix: String,
    /// Names of tables that have another than the prefix and that of their declaration.
    names: BTreeMap<String, String>,
    tables: Vec<&'static Table>,
    clock: Arc<dyn Clock>,
    /// Where DynamoDB is, for sentences about it: "DynamoDB at http://…" or "DynamoDB in eu-central-1".
    place: String,
}

impl DynamoStore {
    /// A store that reaches DynamoDB as `options` and the standard AWS settings say. Nothing is sent to DynamoDB yet.
    pub async fn connect(options: Options) -> std::result::Result<Self, ConnectError> {
        let (client, place) = connect::client(&options).await?;
        let Options { table_prefix: prefix, table_names: names, tables, clock, .. } = options;
        Ok(Self { client, prefix, names, tables, clock, place })
    }

    /// The name a table has in DynamoDB.
    pub fn physical(&self, table: &Table) -> String {
        let own = self.names.get(table.name).cloned();
        own.unwrap_or_else(|| format!("{}{}", self.prefix, table.name))
    }
}

#[async_trait]
impl Store for DynamoStore {
    async fn get(&self, table: &'static Table, key: &Key) -> Result<Option<Item>> {
        validate::check_key(table, key)?;
        self.get_item(table, key).await
    }

    async fn batch_get(&self, table: &'static Table, keys: &[Key]) -> Result<Vec<Option<Item>>> {
        validate::check_batch(table, keys)?;
        self.batch_get_items(table, keys).await
    }

    async fn query(&self, query: Query) -> Result<Rows> {
        validate::check_query(&query)?;
        self.query_page(query).await
    }

    async fn write(&self, write: Write) -> Result<()> {
        validate::check_write(&write)?;
        self.write_item(write).await
    }

    async fn transact(&self, transaction: Transaction) -> Result<()> {
        validate::check_transaction(&transaction)?;
        self.transact_items(transaction).await
    }

    async fn scan(&self, scan: Scan) -> Result<Rows> {
        validate::check_scan(&scan)?;
        self.scan_page(scan).await
    }

    async fn ready(&self) -> Result<()> {
        self.probe().await
    }
}
