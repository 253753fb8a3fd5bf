//! Conditions that decide whether a write happens: an enum that each engine evaluates or translates.

use crate::{Item, Text, Value, View};
use std::cmp::Ordering;

/// How an attribute compares with a value. Values of different types never compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    /// Whether two values in this order compare so.
    pub fn holds(self, ordering: Ordering) -> bool {
        match self {
            Self::Equal => ordering.is_eq(),
            Self::NotEqual => ordering.is_ne(),
            Self::Less => ordering.is_lt(),
            Self::LessOrEqual => ordering.is_le(),
            Self::Greater => ordering.is_gt(),
            Self::GreaterOrEqual => ordering.is_ge(),
        }
    }
}

/// What must hold of the item that is physically there (expired or not) for a write to happen.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    Exists(Text),
    Absent(Text),
    Compare(Text, Comparison, Value),
    Between(Text, Value, Value),
    BeginsWith(Text, Text),
    OneOf(Text, Vec<Value>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
}

impl Condition {
    pub fn exists(attribute: impl Into<Text>) -> Self {
        Self::Exists(attribute.into())
    }

    pub fn absent(attribute: impl Into<Text>) -> Self {
        Self::Absent(attribute.into())
    }

    pub fn equals(attribute: impl Into<Text>, value: impl Into<Value>) -> Self {
        Self::Compare(attribute.into(), Comparison::Equal, value.into())
    }

    pub fn compare(attribute: impl Into<Text>, comparison: Comparison, value: impl Into<Value>) -> Self {
        Self::Compare(attribute.into(), comparison, value.into())
    }

    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match self {
            Self::All(mut all) => {
                all.push(other);
                Self::All(all)
            }
            first => Self::All(vec![first, other]),
        }
    }

    #[must_use]
    pub fn or(self, other: Self) -> Self {
        match self {
            Self::Any(mut any) => {
                any.push(other);
                Self::Any(any)
            }
            first => Self::Any(vec![first, other]),
        }
    }

    /// Whether the condition holds of `item`; an absent item has no attributes.
    pub fn holds(&self, item: Option<&Item>) -> bool {
        let value = |name: &Text| item.and_then(|item| item.get(name));
        match self {
            Self::Exists(name) => value(name).is_some(),
            Self::Absent(name) => value(name).is_none(),
            Self::Compare(name, comparison, wanted) => compares(value(name), *comparison, wanted),
            Self::Between(name, low, high) => {
                compares(value(name), Comparison::GreaterOrEqual, low)
                    && compares(value(name), Comparison::LessOrEqual, high)
            }
            Self::BeginsWith(name, prefix) => {
                value(name).and_then(View::as_str).is_some_and(|text| text.starts_with(prefix.as_str()))
            }
            Self::OneOf(name, wanted) => {
                value(name).is_some_and(|held| wanted.iter().any(|one| held == one.into()))
            }
            Self::All(all) => all.iter().all(|condition| condition.holds(item)),
            Self::Any(any) => any.iter().any(|condition| condition.holds(item)),
            Self::Not(condition) => !condition.holds(item),
        }
    }
}

/// DynamoDB's rules: an absent attribute equals nothing and differs from everything; order exists only within S, N and B.
fn compares(held: Option<View<'_>>, comparison: Comparison, wanted: &Value) -> bool {
    let wanted = View::from(wanted);
    let ordering = match (held, wanted) {
        (Some(View::S(held)), View::S(wanted)) => Some(held.as_bytes().cmp(wanted.as_bytes())),
        (Some(View::N(held)), View::N(wanted)) => Some(held.cmp(&wanted)),
        (Some(View::B(held)), View::B(wanted)) => Some(held.cmp(wanted)),
        _ => None,
    };
    match comparison {
        Comparison::Equal => held == Some(wanted),
        Comparison::NotEqual => held != Some(wanted),
        _ => ordering.is_some_and(|ordering| comparison.holds(ordering)),
    }
}
