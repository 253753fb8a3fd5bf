//! The port's values as DynamoDB's, and back.
//!
//! DynamoDB has three set types that the port has not: items of ours never hold them, and a set written by another program
//! reads as the list of its members, so that nothing is lost on the way to an export.

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use std::collections::HashMap;
use store::{Item, Key, KeyValue, Result, StoreError, Table, Text, Value};

pub(crate) type Attributes = HashMap<String, AttributeValue>;

pub(crate) fn from_value(value: Value) -> AttributeValue {
    match value {
        Value::S(text) => AttributeValue::S(text.into_string()),
        Value::N(number) => AttributeValue::N(number.to_string()),
        Value::B(bytes) => AttributeValue::B(Blob::new(bytes)),
        Value::Bool(flag) => AttributeValue::Bool(flag),
        Value::Null => AttributeValue::Null(true),
        Value::L(values) => AttributeValue::L(values.into_iter().map(from_value).collect()),
        Value::M(members) => AttributeValue::M(
            members.into_iter().map(|(name, value)| (name.into_string(), from_value(value))).collect(),
        ),
    }
}

pub(crate) fn to_value(attribute: AttributeValue) -> Result<Value> {
    Ok(match attribute {
        AttributeValue::S(text) => Value::S(text.into()),
        AttributeValue::N(number) => to_number(&number)?,
        AttributeValue::B(bytes) => Value::B(bytes.into_inner()),
        AttributeValue::Bool(flag) => Value::Bool(flag),
        AttributeValue::Null(_) => Value::Null,
        AttributeValue::L(values) => Value::L(values.into_iter().map(to_value).collect::<Result<_>>()?),
        AttributeValue::M(members) => Value::M(
            members
                .into_iter()
                .map(|(name, value)| Ok((Text::from(name), to_value(value)?)))
                .collect::<Result<_>>()?,
        ),
        AttributeValue::Ss(texts) => Value::L(texts.into_iter().map(Value::from).collect()),
        AttributeValue::Ns(numbers) => {
            Value::L(numbers.iter().map(|number| to_number(number)).collect::<Result<_>>()?)
        }
        AttributeValue::Bs(blobs) => {
            Value::L(blobs.into_iter().map(|blob| Value::B(blob.into_inner())).collect())
        }
        unknown => {
            return Err(StoreError::Invalid(format!(
                "an attribute has a type that is not known here: {unknown:?}"
            )));
        }
    })
}

fn to_number(number: &str) -> Result<Value> {
    number.parse().map(Value::N).map_err(|error| StoreError::Invalid(format!("{error}")))
}

pub(crate) fn from_item(item: Item) -> Attributes {
    item.into_iter().map(|(name, value)| (name.into_string(), from_value(value))).collect()
}

pub(crate) fn to_item(attributes: Attributes) -> Result<Item> {
    attributes.into_iter().map(|(name, value)| Ok((Text::from(name), to_value(value)?))).collect()
}

pub(crate) fn from_key_value(value: KeyValue) -> AttributeValue {
    from_value(value.into())
}

pub(crate) fn from_key(table: &Table, key: &Key) -> Attributes {
    from_item(Item::new().with_key(table, key.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn every_value_survives_the_way_there_and_back() {
        let list = Value::L(vec![Value::Null, Value::B(vec![0, 255]), Value::L(Vec::new())]);
        let item = Item::new()
            .with("text", "ö")
            .with("empty", "")
            .with("number", "-1.5e-20".parse::<store::Number>().unwrap())
            .with("flag", false)
            .with("list", list.clone())
            .with("map", Value::M(BTreeMap::from([("inner".into(), list), ("zero".into(), 0_i64.into())])));
        assert_eq!(to_item(from_item(item.clone())), Ok(item));
    }

    #[test]
    fn sets_of_another_program_read_as_lists() {
        let read = |attribute| to_value(attribute).unwrap();
        assert_eq!(read(AttributeValue::Ss(vec!["a".into()])), Value::L(vec!["a".into()]));
        assert_eq!(read(AttributeValue::Ns(vec!["1".into()])), Value::L(vec![1_i64.into()]));
        assert_eq!(read(AttributeValue::Bs(vec![Blob::new([7])])), Value::L(vec![Value::B(vec![7])]));
    }
}
