//! Making and looking at the tables in DynamoDB, driven by their declarations.

mod create;
mod report;

pub use report::{IndexReport, TableReport, TableState};

use crate::DynamoStore;
use aws_sdk_dynamodb::{
    operation::describe_table::DescribeTableError,
    types::{TableDescription, TimeToLiveStatus},
};
use store::{Result, Table};

impl DynamoStore {
    /// How each declared table stands in DynamoDB, and where it differs from its declaration.
    pub async fn describe_tables(&self) -> Result<Vec<TableReport>> {
        let mut reports = Vec::with_capacity(self.tables.len());
        for table in &self.tables {
            reports.push(self.describe(table).await?);
        }
        Ok(reports)
    }

    /// The declared tables that are not there, by their names in DynamoDB.
    pub async fn missing_tables(&self) -> Result<Vec<String>> {
        let mut missing = Vec::new();
        for table in &self.tables {
            if self.look_up(table).await?.is_none() {
                missing.push(self.physical(table));
            }
        }
        Ok(missing)
    }

    async fn describe(&self, table: &Table) -> Result<TableReport> {
        let name = self.physical(table);
        match self.look_up(table).await? {
            None => Ok(TableReport::missing(name)),
            Some(description) => {
                let ttl = self.ttl_attribute(table).await?;
                Ok(TableReport::of(name, table, &description, ttl))
            }
        }
    }

    async fn look_up(&self, table: &Table) -> Result<Option<TableDescription>> {
        match self.client.describe_table().table_name(self.physical(table)).send().await {
            Ok(output) => Ok(output.table),
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(DescribeTableError::is_resource_not_found_exception) =>
            {
                Ok(None)
            }
            Err(error) => Err(self.explain(error, &[table])),
        }
    }

    /// The attribute by which DynamoDB lets items of this table expire, if it does.
    async fn ttl_attribute(&self, table: &Table) -> Result<Option<String>> {
        let output = self
            .client
            .describe_time_to_live()
            .table_name(self.physical(table))
            .send()
            .await
            .map_err(|error| self.explain(error, &[table]))?;
        Ok(output.time_to_live_description.and_then(|ttl| match ttl.time_to_live_status {
            Some(TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling) => ttl.attribute_name,
            _ => None,
        }))
    }
}
