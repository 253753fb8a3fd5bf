//! What a transaction asks for, as 32 bytes: a token sent again must come with the very same transaction.

use crate::key;
use store::{
    Change, Comparison, Condition, Op, Value, View, Write,
    packed::{pack, pack_value, push_bytes, push_length},
};

pub fn of(writes: &[Write]) -> [u8; 32] {
    let mut out = Vec::with_capacity(512);
    for write in writes {
        push_bytes(&mut out, write.table.name.as_bytes());
        push_op(&mut out, &write.op);
        match &write.condition {
            None => out.push(0),
            Some(condition) => push_condition(&mut out, condition),
        }
    }
    blake3::hash(&out).into()
}

fn push_op(out: &mut Vec<u8>, op: &Op) {
    match op {
        Op::Put(item) => {
            out.push(1);
            push_bytes(out, &pack(item));
        }
        Op::Update(key, changes) => {
            out.push(2);
            push_bytes(out, &key::of_item(key));
            push_length(out, changes.len());
            for change in changes {
                push_change(out, change);
            }
        }
        Op::Delete(key) => {
            out.push(3);
            push_bytes(out, &key::of_item(key));
        }
        Op::Check(key) => {
            out.push(4);
            push_bytes(out, &key::of_item(key));
        }
    }
}

fn push_change(out: &mut Vec<u8>, change: &Change) {
    push_bytes(out, change.attribute().as_bytes());
    match change {
        Change::Set(_, value) => {
            out.push(1);
            push_bytes(out, &pack_value(value.into()));
        }
        Change::Remove(_) => out.push(2),
        Change::Add(_, amount) => {
            out.push(3);
            push_bytes(out, &pack_value(View::N(*amount)));
        }
    }
}

fn push_condition(out: &mut Vec<u8>, condition: &Condition) {
    match condition {
        Condition::Exists(name) => push_term(out, 1, name, &[]),
        Condition::Absent(name) => push_term(out, 2, name, &[]),
        Condition::BeginsWith(name, prefix) => push_term(out, 3, name, &[Value::S(prefix.clone())]),
        Condition::Between(name, low, high) => push_term(out, 4, name, &[low.clone(), high.clone()]),
        Condition::OneOf(name, values) => push_term(out, 5, name, values),
        Condition::All(all) => push_conditions(out, 6, all),
        Condition::Any(any) => push_conditions(out, 7, any),
        Condition::Not(inner) => push_conditions(out, 8, std::slice::from_ref(inner)),
        Condition::Compare(name, comparison, value) => {
            let tag = match comparison {
                Comparison::Equal => 9,
                Comparison::NotEqual => 10,
                Comparison::Less => 11,
                Comparison::LessOrEqual => 12,
                Comparison::Greater => 13,
                Comparison::GreaterOrEqual => 14,
            };
            push_term(out, tag, name, std::slice::from_ref(value));
        }
    }
}

fn push_term(out: &mut Vec<u8>, tag: u8, name: &str, values: &[Value]) {
    out.push(tag);
    push_bytes(out, name.as_bytes());
    push_length(out, values.len());
    for value in values {
        push_bytes(out, &pack_value(value.into()));
    }
}

fn push_conditions(out: &mut Vec<u8>, tag: u8, conditions: &[Condition]) {
    out.push(tag);
    push_length(out, conditions.len());
    for condition in conditions {
        push_condition(out, condition);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use store::{Item, Key, KeySchema, Table, s};

    static T: Table = Table::new("t", KeySchema::simple(s("pk")));
    static U: Table = Table::new("u", KeySchema::simple(s("pk")));

    #[test]
    fn transactions_that_differ_anywhere_have_different_fingerprints() {
        let (key, item) = (|| Key::only("a"), || Item::new().with("pk", "a"));
        let one = |comparison| Condition::compare("x", comparison, 1_i64);
        let conditions = [
            Condition::exists("x"),
            Condition::absent("x"),
            Condition::exists("y"),
            Condition::BeginsWith("x".into(), "1".into()),
            Condition::Between("x".into(), 1_i64.into(), 2_i64.into()),
            Condition::OneOf("x".into(), vec![1_i64.into(), 2_i64.into()]),
            Condition::All(vec![one(Comparison::Equal)]),
            Condition::Any(vec![one(Comparison::Equal)]),
            Condition::Not(Box::new(one(Comparison::Equal))),
            one(Comparison::Equal),
            one(Comparison::NotEqual),
            one(Comparison::Less),
            one(Comparison::LessOrEqual),
            one(Comparison::Greater),
            one(Comparison::GreaterOrEqual),
        ];
        let mut transactions: Vec<Vec<Write>> =
            conditions.into_iter().map(|condition| vec![Write::delete(&T, key()).when(condition)]).collect();
        transactions.extend([
            vec![],
            vec![Write::delete(&T, key())],
            vec![Write::delete(&U, key())],
            vec![Write::delete(&T, key()), Write::delete(&U, key())],
            vec![Write::put(&T, item())],
            vec![Write::put(&T, item().with("x", 1_i64))],
            vec![Write::update(&T, key()).set("x", 1_i64)],
            vec![Write::update(&T, key()).add("x", 1_i64)],
            vec![Write::update(&T, key()).remove("x")],
            vec![Write::check(&T, key(), Condition::exists("x"))],
        ]);
        let count = transactions.len();
        let distinct: HashSet<_> = transactions.iter().map(|writes| of(writes)).collect();
        assert_eq!(distinct.len(), count);
        assert_eq!(of(&transactions[0]), of(&transactions[0].clone()));
    }
}
