//! Bringing DynamoDB's tables to what is declared. It can be run again at any time: what is there already stays as it is,
//! missing indexes and expiry are added, and what cannot be changed is told.

use super::{
    TableReport,
    report::{held_index, key_difference},
};
use crate::DynamoStore;
use aws_sdk_dynamodb::{
    error::BuildError,
    operation::create_table::{CreateTableError, builders::CreateTableFluentBuilder},
    types::{
        AttributeDefinition, BillingMode, CreateGlobalSecondaryIndexAction, GlobalSecondaryIndex,
        GlobalSecondaryIndexUpdate, IndexStatus, KeySchemaElement, KeyType, Projection, ProjectionType,
        ScalarAttributeType, TableDescription, TableStatus, TimeToLiveSpecification,
    },
};
use std::time::Duration;
use store::{Index, KeyAttr, KeyKind, KeySchema, Result, StoreError, Table};

const POLL: Duration = Duration::from_millis(500);
/// Ten minutes: a new table takes seconds, a new index on a large table as long as it has items to read.
const POLLS: u32 = 1200;

/// Hears what is being done, a line at a time.
pub type Say<'a> = &'a mut (dyn FnMut(String) + Send);

impl DynamoStore {
    /// Creates what is missing of the declared tables and waits until all can be used. The reports at the end tell what
    /// could not be brought to its declaration.
    pub async fn create_tables(&self, say: Say<'_>) -> Result<Vec<TableReport>> {
        self.make_tables(say).await?;
        let reports = self.describe_tables().await?;
        for report in &reports {
            say(report.to_string());
        }
        Ok(reports)
    }

    /// The same without looking at the tables once more.
    pub async fn make_tables(&self, say: Say<'_>) -> Result<()> {
        let mut asked = Vec::with_capacity(self.tables.len());
        for table in &self.tables {
            // Started one after another and waited for together: each takes DynamoDB a few seconds.
            let made = self.start_table(table).await?;
            let line = if made.is_some() { "creating" } else { "there already" };
            say(format!("{}: {line}", self.physical(table)));
            asked.push((table, made));
        }
        for (table, made) in asked {
            let is_new = made.is_some();
            let found = match made.filter(is_active) {
                Some(made) => made,
                None => self.until_active(table).await?,
            };
            if key_difference(table, &found).is_none() {
                self.add_indexes(table, &found, say).await?;
                self.add_ttl(table, is_new, say).await?;
            }
        }
        Ok(())
    }

    /// Asks for the table where it is not there; what it is then.
    async fn start_table(&self, table: &Table) -> Result<Option<TableDescription>> {
        if self.look_up(table).await?.is_some() {
            return Ok(None);
        }
        let request = declared(self.client.create_table(), table).map_err(unbuildable)?;
        match request.table_name(self.physical(table)).send().await {
            Ok(made) => Ok(made.table_description),
            // Someone else made it in this moment.
            Err(error)
                if error.as_service_error().is_some_and(CreateTableError::is_resource_in_use_exception) =>
            {
                Ok(None)
            }
            Err(error) => Err(self.explain(error, &[table])),
        }
    }

    /// DynamoDB builds one index of a table at a time.
    async fn add_indexes(&self, table: &Table, found: &TableDescription, say: Say<'_>) -> Result<()> {
        for index in table.indexes.iter().filter(|index| held_index(index, found).is_none()) {
            say(format!("{}: adding index {}", self.physical(table), index.name));
            let action = CreateGlobalSecondaryIndexAction::builder()
                .index_name(index.name)
                .set_key_schema(Some(key_elements(&index.key).map_err(unbuildable)?))
                .projection(all_attributes())
                .build()
                .map_err(unbuildable)?;
            self.client
                .update_table()
                .table_name(self.physical(table))
                .set_attribute_definitions(Some(definitions(table).map_err(unbuildable)?))
                .global_secondary_index_updates(GlobalSecondaryIndexUpdate::builder().create(action).build())
                .send()
                .await
                .map_err(|error| self.explain(error, &[table]))?;
            self.until_active(table).await?;
        }
        Ok(())
    }

    async fn add_ttl(&self, table: &Table, is_new: bool, say: Say<'_>) -> Result<()> {
        let Some(attribute) = table.ttl else { return Ok(()) };
        if !is_new && self.ttl_attribute(table).await?.is_some() {
            return Ok(());
        }
        say(format!("{}: letting items expire by {attribute}", self.physical(table)));
        let specification = TimeToLiveSpecification::builder()
            .attribute_name(attribute)
            .enabled(true)
            .build()
            .map_err(unbuildable)?;
        self.client
            .update_time_to_live()
            .table_name(self.physical(table))
            .time_to_live_specification(specification)
            .send()
            .await
            .map_err(|error| self.explain(error, &[table]))?;
        Ok(())
    }

    /// Waits until the table and all of its indexes can be used.
    async fn until_active(&self, table: &Table) -> Result<TableDescription> {
        for _ in 0..POLLS {
            // A table asked for a moment ago may not be seen yet.
            if let Some(found) = self.look_up(table).await?.filter(is_active) {
                return Ok(found);
            }
            tokio::time::sleep(POLL).await;
        }
        let name = self.physical(table);
        Err(StoreError::Unavailable(format!(
            "{}: {name} is still not ready; run this again later",
            self.place
        )))
    }
}

fn is_active(table: &TableDescription) -> bool {
    table.table_status() == Some(&TableStatus::Active)
        && table
            .global_secondary_indexes()
            .iter()
            .all(|index| index.index_status() == Some(&IndexStatus::Active))
}

/// A request for the table as declared: on demand, with every index.
fn declared(
    request: CreateTableFluentBuilder,
    table: &Table,
) -> std::result::Result<CreateTableFluentBuilder, BuildError> {
    let indexes = table.indexes.iter().map(declared_index).collect::<std::result::Result<Vec<_>, _>>()?;
    Ok(request
        .billing_mode(BillingMode::PayPerRequest)
        .set_attribute_definitions(Some(definitions(table)?))
        .set_key_schema(Some(key_elements(&table.key)?))
        .set_global_secondary_indexes(Some(indexes).filter(|indexes| !indexes.is_empty())))
}

fn declared_index(index: &Index) -> std::result::Result<GlobalSecondaryIndex, BuildError> {
    GlobalSecondaryIndex::builder()
        .index_name(index.name)
        .set_key_schema(Some(key_elements(&index.key)?))
        .projection(all_attributes())
        .build()
}

fn all_attributes() -> Projection {
    Projection::builder().projection_type(ProjectionType::All).build()
}

fn key_elements(schema: &KeySchema) -> std::result::Result<Vec<KeySchemaElement>, BuildError> {
    let roles = [KeyType::Hash, KeyType::Range];
    schema
        .attrs()
        .zip(roles)
        .map(|(attr, role)| KeySchemaElement::builder().attribute_name(attr.name).key_type(role).build())
        .collect()
}

/// Every key attribute once: indexes may share them.
fn definitions(table: &Table) -> std::result::Result<Vec<AttributeDefinition>, BuildError> {
    let mut attrs: Vec<KeyAttr> = Vec::new();
    for attr in table.key.attrs().chain(table.indexes.iter().flat_map(|index| index.key.attrs())) {
        if !attrs.contains(&attr) {
            attrs.push(attr);
        }
    }
    let kind = |kind| match kind {
        KeyKind::S => ScalarAttributeType::S,
        KeyKind::N => ScalarAttributeType::N,
    };
    attrs
        .into_iter()
        .map(|attr| {
            AttributeDefinition::builder().attribute_name(attr.name).attribute_type(kind(attr.kind)).build()
        })
        .collect()
}

fn unbuildable(error: BuildError) -> StoreError {
    StoreError::Invalid(error.to_string())
}
