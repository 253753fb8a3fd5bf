//! Expressions from typed conditions, changes and key ranges. Every name and value goes through a placeholder, so that no
//! attribute name can be a reserved word and no value can be read as anything else.

use crate::attribute::{Attributes, from_key_value, from_value};
use aws_sdk_dynamodb::types::AttributeValue;
use std::collections::HashMap;
use store::{Change, Comparison, Condition, KeySchema, KeyValue, SortRange};

pub(crate) type Names = HashMap<String, String>;

/// The placeholders of one request. The strings that its methods give refer to them.
#[derive(Default)]
pub(crate) struct Expression {
    names: Vec<String>,
    values: Vec<AttributeValue>,
}

impl Expression {
    /// What the placeholders stand for; `None` where there are none, since DynamoDB refuses an empty map.
    pub(crate) fn placeholders(self) -> (Option<Names>, Option<Attributes>) {
        let numbered = |sign: char| move |at: usize| format!("{sign}{at}");
        let names: Names = (0..).map(numbered('#')).zip(self.names).collect();
        let values: Attributes = (0..).map(numbered(':')).zip(self.values).collect();
        (Some(names).filter(|names| !names.is_empty()), Some(values).filter(|values| !values.is_empty()))
    }

    pub(crate) fn condition(&mut self, condition: Condition) -> String {
        match condition {
            Condition::Exists(name) => format!("attribute_exists({})", self.name(&name)),
            Condition::Absent(name) => format!("attribute_not_exists({})", self.name(&name)),
            Condition::Compare(name, comparison, value) => self.compare(&name, comparison, from_value(value)),
            Condition::Between(name, low, high) => self.between(&name, from_value(low), from_value(high)),
            Condition::BeginsWith(name, prefix) => {
                self.begins_with(&name, AttributeValue::S(prefix.into_string()))
            }
            Condition::OneOf(name, values) => {
                let name = self.name(&name);
                let values: Vec<_> = values.into_iter().map(|value| self.value(from_value(value))).collect();
                format!("{name} IN ({})", values.join(", "))
            }
            Condition::All(all) => self.joined(all, " AND "),
            Condition::Any(any) => self.joined(any, " OR "),
            Condition::Not(inner) => match *inner {
                Condition::Not(plain) => self.condition(*plain),
                inner => format!("NOT {}", self.condition(inner)),
            },
        }
    }

    /// An update expression; `None` where nothing changes.
    pub(crate) fn changes(&mut self, changes: Vec<Change>) -> Option<String> {
        let (mut sets, mut removes, mut adds) = (Vec::new(), Vec::new(), Vec::new());
        for change in changes {
            match change {
                Change::Set(name, value) => {
                    sets.push(format!("{} = {}", self.name(&name), self.value(from_value(value))));
                }
                Change::Remove(name) => removes.push(self.name(&name)),
                Change::Add(name, amount) => {
                    adds.push(format!("{} {}", self.name(&name), self.value(from_value(amount.into()))));
                }
            }
        }
        let clauses: Vec<_> = [("SET", sets), ("REMOVE", removes), ("ADD", adds)]
            .into_iter()
            .filter(|(_, parts)| !parts.is_empty())
            .map(|(verb, parts)| format!("{verb} {}", parts.join(", ")))
            .collect();
        Some(clauses.join(" ")).filter(|clauses| !clauses.is_empty())
    }

    /// The key condition of a query; the sort key's range counts only where the schema has a sort key.
    pub(crate) fn keys(&mut self, schema: &KeySchema, pk: KeyValue, range: Option<SortRange>) -> String {
        let partition = self.compare(schema.pk.name, Comparison::Equal, from_key_value(pk));
        let Some((sk, range)) = schema.sk.zip(range) else { return partition };
        let range = match range {
            SortRange::BeginsWith(prefix) => self.begins_with(sk.name, from_key_value(prefix)),
            SortRange::Between(low, high) => self.between(sk.name, from_key_value(low), from_key_value(high)),
            SortRange::Compare(comparison, value) => self.compare(sk.name, comparison, from_key_value(value)),
        };
        format!("{partition} AND {range}")
    }

    /// Parentheses only around two or more: DynamoDB refuses redundant ones.
    fn joined(&mut self, conditions: Vec<Condition>, by: &str) -> String {
        let parts: Vec<_> = conditions.into_iter().map(|condition| self.condition(condition)).collect();
        match parts.as_slice() {
            [only] => only.clone(),
            _ => format!("({})", parts.join(by)),
        }
    }

    fn compare(&mut self, name: &str, comparison: Comparison, value: AttributeValue) -> String {
        let sign = match comparison {
            Comparison::Equal => "=",
            Comparison::NotEqual => "<>",
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
        };
        format!("{} {sign} {}", self.name(name), self.value(value))
    }

    fn between(&mut self, name: &str, low: AttributeValue, high: AttributeValue) -> String {
        format!("{} BETWEEN {} AND {}", self.name(name), self.value(low), self.value(high))
    }

    fn begins_with(&mut self, name: &str, prefix: AttributeValue) -> String {
        format!("begins_with({}, {})", self.name(name), self.value(prefix))
    }

    fn name(&mut self, name: &str) -> String {
        let at = self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        format!("#{at}")
    }

    fn value(&mut self, value: AttributeValue) -> String {
        self.values.push(value);
        format!(":{}", self.values.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::{Number, Value, n, s};

    /// The expression with its placeholders filled in, and the bare one.
    fn filled(expression: Expression, text: &str) -> String {
        let (names, values) = expression.placeholders();
        let mut text = text.to_owned();
        for (placeholder, name) in names.unwrap_or_default() {
            text = text.replace(&placeholder, &name);
        }
        for (placeholder, value) in values.unwrap_or_default() {
            text = text.replace(&placeholder, &format!("{:?}", crate::attribute::to_value(value).unwrap()));
        }
        text
    }

    fn condition(condition: Condition) -> String {
        let mut expression = Expression::default();
        let text = expression.condition(condition);
        filled(expression, &text)
    }

    #[test]
    fn each_kind_of_condition_has_its_expression() {
        let text = |value: &str| Value::from(value);
        let cases = [
            (Condition::exists("a"), "attribute_exists(a)"),
            (Condition::absent("a"), "attribute_not_exists(a)"),
            (Condition::equals("a", "x"), r#"a = S("x")"#),
            (Condition::compare("a", Comparison::NotEqual, true), "a <> Bool(true)"),
            (Condition::compare("a", Comparison::Less, "x"), r#"a < S("x")"#),
            (Condition::compare("a", Comparison::LessOrEqual, "x"), r#"a <= S("x")"#),
            (Condition::compare("a", Comparison::Greater, "x"), r#"a > S("x")"#),
            (Condition::compare("a", Comparison::GreaterOrEqual, "x"), r#"a >= S("x")"#),
            (Condition::Between("a".into(), text("x"), text("y")), r#"a BETWEEN S("x") AND S("y")"#),
            (Condition::BeginsWith("a".into(), "x".into()), r#"begins_with(a, S("x"))"#),
            (Condition::OneOf("a".into(), vec![text("x"), text("y")]), r#"a IN (S("x"), S("y"))"#),
        ];
        for (given, wanted) in cases {
            assert_eq!(condition(given), wanted);
        }
    }

    #[test]
    fn parentheses_group_two_or_more_and_are_never_redundant() {
        let (a, b, c) = (Condition::exists("a"), Condition::exists("b"), Condition::exists("c"));
        let either = Condition::Any(vec![a.clone(), b.clone()]);
        let all = Condition::All(vec![Condition::Not(Box::new(either.clone())), c]);
        assert_eq!(
            condition(all),
            "(NOT (attribute_exists(a) OR attribute_exists(b)) AND attribute_exists(c))"
        );
        assert_eq!(condition(Condition::All(vec![Condition::Any(vec![a.clone()])])), "attribute_exists(a)");
        let twice = Condition::Not(Box::new(Condition::Not(Box::new(a))));
        assert_eq!(condition(twice), "attribute_exists(a)");
    }

    #[test]
    fn one_name_has_one_placeholder_and_values_are_never_spliced_in() {
        let mut expression = Expression::default();
        let both = Condition::equals("name", "#0 :0 OR").and(Condition::exists("name"));
        assert_eq!(expression.condition(both), "(#0 = :0 AND attribute_exists(#0))");
        let (names, values) = expression.placeholders();
        assert_eq!(names, Some(HashMap::from([("#0".into(), "name".into())])));
        assert_eq!(values, Some(HashMap::from([(":0".into(), AttributeValue::S("#0 :0 OR".into()))])));
    }

    #[test]
    fn changes_are_gathered_by_verb() {
        let mut expression = Expression::default();
        let changes = vec![
            Change::Remove("old".into()),
            Change::Set("a".into(), true.into()),
            Change::Add("count".into(), Number::from(-1)),
            Change::Set("b".into(), Value::Null),
        ];
        let text = expression.changes(changes).unwrap();
        assert_eq!(text, "SET #1 = :0, #3 = :2 REMOVE #0 ADD #2 :1");
        assert!(Expression::default().changes(Vec::new()).is_none());
        assert_eq!(Expression::default().placeholders(), (None, None));
    }

    #[test]
    fn keys_compare_the_partition_and_range_over_the_sort_key() {
        let schema = KeySchema::composite(s("PK"), n("at"));
        let keys = |range| {
            let mut expression = Expression::default();
            let text = expression.keys(&schema, "p".into(), range);
            filled(expression, &text)
        };
        assert_eq!(keys(None), r#"PK = S("p")"#);
        let from = SortRange::Compare(Comparison::GreaterOrEqual, 5_i64.into());
        let five = format!("{:?}", Value::from(5_i64));
        assert_eq!(keys(Some(from)), format!(r#"PK = S("p") AND at >= {five}"#));
        let between = SortRange::Between(5_i64.into(), 5_i64.into());
        assert_eq!(keys(Some(between)), format!(r#"PK = S("p") AND at BETWEEN {five} AND {five}"#));
    }
}
