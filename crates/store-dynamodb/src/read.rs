//! Reads: one item, many, a page of a partition, a page of a table.

use crate::{
    DynamoStore,
    attribute::{Attributes, from_item, from_key, to_item},
    capacity,
    expression::Expression,
};
use aws_sdk_dynamodb::types::{KeysAndAttributes, ReturnConsumedCapacity};
use std::{collections::HashMap, time::Duration};
use store::{Item, Key, KeyKind, KeyValue, Position, Query, Result, Rows, Scan, StoreError, Table};

/// How often DynamoDB may answer a batch with nothing at all before it counts as throttling, and the first pause in between.
const FRUITLESS_ROUNDS: u32 = 5;
const FIRST_PAUSE: Duration = Duration::from_millis(20);

impl DynamoStore {
    pub(crate) async fn get_item(&self, table: &'static Table, key: &Key) -> Result<Option<Item>> {
        let output = self
            .client
            .get_item()
            .table_name(self.physical(table))
            .set_key(Some(from_key(table, key)))
            .consistent_read(true)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(|error| self.explain(error, &[table]))?;
        capacity::count("get", output.consumed_capacity());
        let item = output.item.map(to_item).transpose()?;
        Ok(item.filter(|item| self.shows(table, item)))
    }

    /// DynamoDB answers a batch in no order and in part (at most 16 MB at once), so it is asked again for what is missing.
    pub(crate) async fn batch_get_items(
        &self,
        table: &'static Table,
        keys: &[Key],
    ) -> Result<Vec<Option<Item>>> {
        let mut found = HashMap::with_capacity(keys.len());
        let mut wanted: Vec<_> = keys.iter().map(|key| from_key(table, key)).collect();
        let mut fruitless = 0;
        while !wanted.is_empty() {
            let asked = wanted.len();
            let (items, unprocessed) = self.batch_get_round(table, wanted).await?;
            for item in items {
                found.insert(Key::of(&item, &table.key)?, item);
            }
            wanted = unprocessed;
            if wanted.len() == asked {
                fruitless += 1;
                if fruitless == FRUITLESS_ROUNDS {
                    return Err(StoreError::Throttled(format!("{} left a batch read undone", self.place)));
                }
                tokio::time::sleep(FIRST_PAUSE * 2_u32.pow(fruitless - 1)).await;
            }
        }
        Ok(keys.iter().map(|key| found.remove(key).filter(|item| self.shows(table, item))).collect())
    }

    async fn batch_get_round(
        &self,
        table: &'static Table,
        keys: Vec<Attributes>,
    ) -> Result<(Vec<Item>, Vec<Attributes>)> {
        let name = self.physical(table);
        let request = KeysAndAttributes::builder()
            .set_keys(Some(keys))
            .consistent_read(true)
            .build()
            .map_err(|error| StoreError::Invalid(error.to_string()))?;
        let mut output = self
            .client
            .batch_get_item()
            .request_items(&name, request)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(|error| self.explain(error, &[table]))?;
        capacity::count("batch_get", output.consumed_capacity());
        let items = output.responses.as_mut().and_then(|tables| tables.remove(&name)).unwrap_or_default();
        let unprocessed = output.unprocessed_keys.as_mut().and_then(|tables| tables.remove(&name));
        Ok((
            items.into_iter().map(to_item).collect::<Result<_>>()?,
            unprocessed.map(|rest| rest.keys).unwrap_or_default(),
        ))
    }

    pub(crate) async fn query_page(&self, query: Query) -> Result<Rows> {
        let table = query.table;
        let schema = query.schema()?;
        let mut expression = Expression::default();
        let keys = expression.keys(schema, query.pk, query.range);
        let (names, values) = expression.placeholders();
        let output = self
            .client
            .query()
            .table_name(self.physical(table))
            .set_index_name(query.index.map(str::to_owned))
            .key_condition_expression(keys)
            .set_expression_attribute_names(names)
            .set_expression_attribute_values(values)
            .consistent_read(query.consistent)
            .scan_index_forward(!query.reverse)
            .set_limit(page_limit(query.limit))
            .set_exclusive_start_key(query.after.map(|Position(key)| from_item(key)))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(|error| self.explain(error, &[table]))?;
        capacity::count("query", output.consumed_capacity());
        self.rows(table, output.items, output.last_evaluated_key)
    }

    pub(crate) async fn scan_page(&self, scan: Scan) -> Result<Rows> {
        let table = scan.table;
        let output = self
            .client
            .scan()
            .table_name(self.physical(table))
            .consistent_read(true)
            .set_limit(page_limit(scan.limit))
            .set_exclusive_start_key(scan.after.map(|Position(key)| from_item(key)))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(|error| self.explain(error, &[table]))?;
        capacity::count("scan", output.consumed_capacity());
        self.rows(table, output.items, output.last_evaluated_key)
    }

    /// A read of nothing, which proves address, credentials and table at half a unit.
    pub(crate) async fn probe(&self) -> Result<()> {
        let Some(table) = self.tables.first().copied() else { return Ok(()) };
        let nothing = |kind: KeyKind| match kind {
            KeyKind::S => KeyValue::from("ready?"),
            KeyKind::N => KeyValue::from(0_i64),
        };
        let key = Key { pk: nothing(table.key.pk.kind), sk: table.key.sk.map(|attr| nothing(attr.kind)) };
        self.client
            .get_item()
            .table_name(self.physical(table))
            .set_key(Some(from_key(table, &key)))
            .send()
            .await
            .map_err(|error| self.explain(error, &[table]))?;
        Ok(())
    }

    /// DynamoDB removes what has expired when it finds the time; until then it is hidden here.
    fn shows(&self, table: &Table, item: &Item) -> bool {
        !table.has_expired(item, self.clock.now())
    }

    fn rows(&self, table: &Table, page: Option<Vec<Attributes>>, last: Option<Attributes>) -> Result<Rows> {
        let items = page.unwrap_or_default().into_iter().map(to_item).collect::<Result<Vec<_>>>()?;
        Ok(Rows {
            items: items.into_iter().filter(|item| self.shows(table, item)).collect(),
            next: last.map(to_item).transpose()?.map(Position),
        })
    }
}

fn page_limit(rows: Option<u32>) -> Option<i32> {
    rows.map(|rows| i32::try_from(rows).unwrap_or(i32::MAX))
}
