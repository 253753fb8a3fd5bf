//! Writes: one under a condition, or several together.

use crate::{
    DynamoStore,
    attribute::{Attributes, from_item, from_key},
    capacity,
    expression::{Expression, Names},
    sorted::SortedBody,
};
use aws_sdk_dynamodb::{
    error::BuildError,
    types::{
        ConditionCheck, Delete, Put, ReturnConsumedCapacity, ReturnValuesOnConditionCheckFailure,
        TransactWriteItem, Update,
    },
};
use store::{Op, Result, StoreError, Table, Token, Transaction, Write, validate::TOKEN_CHARS};

/// A failed condition comes back with the item that was there.
const TELL: ReturnValuesOnConditionCheckFailure = ReturnValuesOnConditionCheckFailure::AllOld;

const TOKEN_CONTEXT: &str = "roundtable 2026 dynamodb transaction token";

enum Action {
    Put,
    Update,
    Delete,
    Check,
}

/// A write in DynamoDB's terms: what all its kinds of request are made of.
struct Request {
    table: String,
    action: Action,
    /// The whole item of a put, the key of anything else.
    attributes: Attributes,
    changes: Option<String>,
    condition: Option<String>,
    names: Option<Names>,
    values: Option<Attributes>,
}

/// What every kind of request has in common, set on its builder.
macro_rules! conditioned {
    ($builder:expr, $request:ident) => {
        $builder
            .table_name($request.table)
            .set_condition_expression($request.condition)
            .set_expression_attribute_names($request.names)
            .set_expression_attribute_values($request.values)
            .return_values_on_condition_check_failure(TELL)
    };
}

impl Request {
    fn of(table: String, write: Write) -> Self {
        let mut expression = Expression::default();
        let condition = write.condition.map(|condition| expression.condition(condition));
        let (action, attributes, changes) = match write.op {
            Op::Put(item) => (Action::Put, from_item(item), None),
            Op::Update(key, changes) => {
                (Action::Update, from_key(write.table, &key), expression.changes(changes))
            }
            Op::Delete(key) => (Action::Delete, from_key(write.table, &key), None),
            Op::Check(key) => (Action::Check, from_key(write.table, &key), None),
        };
        let (names, values) = expression.placeholders();
        Self { table, action, attributes, changes, condition, names, values }
    }

    fn into_transact_item(self) -> std::result::Result<TransactWriteItem, BuildError> {
        let item = TransactWriteItem::builder();
        let request = self;
        let attributes = Some(request.attributes);
        let item = match request.action {
            Action::Put => item.put(conditioned!(Put::builder(), request).set_item(attributes).build()?),
            Action::Update => item.update(
                conditioned!(Update::builder(), request)
                    .set_key(attributes)
                    .set_update_expression(request.changes)
                    .build()?,
            ),
            Action::Delete => {
                item.delete(conditioned!(Delete::builder(), request).set_key(attributes).build()?)
            }
            Action::Check => item.condition_check(
                conditioned!(ConditionCheck::builder(), request).set_key(attributes).build()?,
            ),
        };
        Ok(item.build())
    }
}

impl DynamoStore {
    pub(crate) async fn write_item(&self, write: Write) -> Result<()> {
        let table = write.table;
        let request = Request::of(self.physical(table), write);
        match request.action {
            Action::Put => self.put_item(table, request).await,
            Action::Update => self.update_item(table, request).await,
            Action::Delete => self.delete_item(table, request).await,
            Action::Check => Err(StoreError::Invalid("a check stands only in a transaction".into())),
        }
    }

    async fn put_item(&self, table: &Table, request: Request) -> Result<()> {
        let output = conditioned!(self.client.put_item(), request)
            .set_item(Some(request.attributes))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(|error| self.explain(error, &[table]))?;
        capacity::count("put", output.consumed_capacity());
        Ok(())
    }

    async fn update_item(&self, table: &Table, request: Request) -> Result<()> {
        let output = conditioned!(self.client.update_item(), request)
            .set_key(Some(request.attributes))
            .set_update_expression(request.changes)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(|error| self.explain(error, &[table]))?;
        capacity::count("update", output.consumed_capacity());
        Ok(())
    }

    async fn delete_item(&self, table: &Table, request: Request) -> Result<()> {
        let output = conditioned!(self.client.delete_item(), request)
            .set_key(Some(request.attributes))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(|error| self.explain(error, &[table]))?;
        capacity::count("delete", output.consumed_capacity());
        Ok(())
    }

    pub(crate) async fn transact_items(&self, transaction: Transaction) -> Result<()> {
        let tables: Vec<&Table> = transaction.writes.iter().map(|write| write.table).collect();
        let items = transaction
            .writes
            .into_iter()
            .map(|write| Request::of(self.physical(write.table), write).into_transact_item())
            .collect::<std::result::Result<_, _>>()
            .map_err(|error| StoreError::Invalid(error.to_string()))?;
        let output = self
            .client
            .transact_write_items()
            .set_transact_items(Some(items))
            .set_client_request_token(transaction.token.map(|token| self.own_token(&token)))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .customize()
            .interceptor(SortedBody)
            .send()
            .await
            .map_err(|error| self.explain(error, &tables))?;
        capacity::count("transact", output.consumed_capacity());
        Ok(())
    }

    /// DynamoDB's tokens are one account's; ours belong to one set of tables, of which an account may hold several.
    fn own_token(&self, token: &Token) -> String {
        let mut hash = blake3::Hasher::new_derive_key(TOKEN_CONTEXT);
        let named = self.names.iter().flat_map(|(name, other)| [name, other]);
        for part in std::iter::once(&self.prefix).chain(named) {
            hash.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
        }
        hash.update(token.0.as_bytes()).finalize().to_hex()[..TOKEN_CHARS].to_owned()
    }
}
