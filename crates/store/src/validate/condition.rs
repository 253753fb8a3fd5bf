//! Conditions that DynamoDB takes as an expression.

use super::{invalid, item::check_name, item::check_value, too_large};
use crate::{Comparison, Condition, Result, Value};

/// The most terms of one condition: what fits DynamoDB's 4 KB expressions however it is nested.
const TERMS: usize = 100;

pub(super) fn check_condition(condition: &Condition) -> Result<()> {
    if terms(condition) > TERMS {
        return too_large(format!("a condition takes at most {TERMS} terms"));
    }
    check_terms(condition)
}

fn terms(condition: &Condition) -> usize {
    match condition {
        Condition::OneOf(_, values) => values.len(),
        Condition::All(all) | Condition::Any(all) => all.iter().map(terms).sum(),
        Condition::Not(inner) => 1 + terms(inner),
        _ => 1,
    }
}

fn check_terms(condition: &Condition) -> Result<()> {
    match condition {
        Condition::Exists(name) | Condition::Absent(name) | Condition::BeginsWith(name, _) => {
            check_name(name)
        }
        Condition::Compare(name, comparison, value) => {
            check_name(name)?;
            check_value(value.into(), 0)?;
            match comparison {
                Comparison::Equal | Comparison::NotEqual => Ok(()),
                _ => check_ordered(value),
            }
        }
        Condition::Between(name, low, high) => {
            check_name(name)?;
            check_bounds(low, high)
        }
        Condition::OneOf(name, values) => {
            check_name(name)?;
            if values.is_empty() {
                return invalid("a condition needs at least one value to choose from");
            }
            values.iter().try_for_each(|value| check_value(value.into(), 0))
        }
        Condition::All(all) | Condition::Any(all) if all.is_empty() => invalid("a condition cannot be empty"),
        Condition::All(all) | Condition::Any(all) => all.iter().try_for_each(check_terms),
        Condition::Not(inner) => check_terms(inner),
    }
}

fn check_ordered(value: &Value) -> Result<()> {
    match value {
        Value::S(_) | Value::N(_) | Value::B(_) => Ok(()),
        _ => invalid("only strings, numbers and bytes have an order"),
    }
}

fn check_bounds(low: &Value, high: &Value) -> Result<()> {
    check_ordered(low)?;
    check_ordered(high)?;
    let in_order = match (low, high) {
        (Value::S(low), Value::S(high)) => low <= high,
        (Value::N(low), Value::N(high)) => low <= high,
        (Value::B(low), Value::B(high)) => low <= high,
        _ => return invalid("the bounds of a range are of one type"),
    };
    if in_order { Ok(()) } else { invalid("the lower bound of a range is above the upper") }
}
