//! Values as DynamoDB's own JSON writes them: `{"S":"text"}`, `{"N":"1.5"}`, bytes in Base64.

use data_encoding::BASE64;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::{Item, Text, Value, View};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Typed {
    S(String),
    N(String),
    B(String),
    Bool(bool),
    Null(bool),
    L(Vec<Typed>),
    M(BTreeMap<String, Typed>),
    // Sets, which only other programs write; they read as lists, as those in DynamoDB do.
    Ss(Vec<String>),
    Ns(Vec<String>),
    Bs(Vec<String>),
}

/// An item's attributes, in the order of their names.
pub type Attributes = BTreeMap<String, Typed>;

pub fn attributes(item: &Item) -> Attributes {
    item.iter().map(|(name, value)| (name.to_owned(), typed(value))).collect()
}

/// The item of these attributes, or what is wrong with them.
pub fn item(attributes: Attributes) -> Result<Item, String> {
    let pairs = attributes.into_iter().map(|(name, typed)| {
        let value = value(typed).map_err(|why| format!("{name}: {why}"))?;
        Ok((Text::from(name), value))
    });
    pairs.collect()
}

fn typed(view: View<'_>) -> Typed {
    match view {
        View::S(text) => Typed::S(text.to_owned()),
        View::N(number) => Typed::N(number.to_string()),
        View::B(bytes) => Typed::B(BASE64.encode(bytes)),
        View::Bool(flag) => Typed::Bool(flag),
        View::Null => Typed::Null(true),
        View::L(list) => Typed::L(list.iter().map(typed).collect()),
        View::M(map) => Typed::M(map.iter().map(|(name, value)| (name.to_owned(), typed(value))).collect()),
    }
}

fn value(typed: Typed) -> Result<Value, String> {
    Ok(match typed {
        Typed::S(text) => Value::S(text.into()),
        Typed::N(text) => Value::N(text.parse().map_err(|_| format!("{text:?} is no number"))?),
        Typed::B(text) => Value::B(BASE64.decode(text.as_bytes()).map_err(|_| "no Base64".to_owned())?),
        Typed::Bool(flag) => Value::Bool(flag),
        Typed::Null(_) => Value::Null,
        Typed::L(list) => Value::L(list.into_iter().map(value).collect::<Result<_, _>>()?),
        Typed::M(map) => {
            let pairs = map.into_iter().map(|(name, typed)| Ok((Text::from(name), value(typed)?)));
            Value::M(pairs.collect::<Result<_, String>>()?)
        }
        Typed::Ss(texts) => list(texts.into_iter().map(Typed::S))?,
        Typed::Ns(numbers) => list(numbers.into_iter().map(Typed::N))?,
        Typed::Bs(blobs) => list(blobs.into_iter().map(Typed::B))?,
    })
}

fn list(members: impl Iterator<Item = Typed>) -> Result<Value, String> {
    Ok(Value::L(members.map(value).collect::<Result<_, _>>()?))
}
