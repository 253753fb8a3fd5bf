//! Draws operations. The key space is small, so that steps meet each other's items; conditions hold about half the time.

use crate::{
    Comparison, Condition, Item, Key, KeyValue, Number, Query, SortRange, Table, Token, Transaction, Value,
    Write,
    conformance::{
        start,
        tables::{DOCS, PEOPLE, POOL, READINGS},
        unrepeated,
    },
};
use kernel::Rng;

/// One operation, applied alike to both engines.
#[derive(Debug, Clone)]
pub enum Step {
    Get(&'static Table, Key),
    BatchGet(&'static Table, Vec<Key>),
    Query(Query),
    Write(Write),
    Transact(Transaction),
    Scan(&'static Table, Option<u32>),
}

/// A stream of steps that is the same for the same seed, but for the names of its transactions.
pub struct Generator {
    rng: Rng,
    tokens: Rng,
    sent: Vec<Transaction>,
}

const NUMBERS: [&str; 10] = ["-1e30", "-20", "-3.5", "-3", "0", "0.001", "3", "3.5", "20", "1e30"];
const TEXTS: [&str; 8] = ["a", "a#", "a#1", "a#2", "ab", "b", "b\u{0}", "é"];
const COMPARISONS: [Comparison; 6] = [
    Comparison::Equal,
    Comparison::NotEqual,
    Comparison::Less,
    Comparison::LessOrEqual,
    Comparison::Greater,
    Comparison::GreaterOrEqual,
];

impl Generator {
    pub fn seeded(seed: u64) -> Self {
        Self { rng: Rng::seeded(seed), tokens: unrepeated(), sent: Vec::new() }
    }

    pub fn step(&mut self) -> Step {
        let table = self.table();
        match self.rng.below(100) {
            0..8 => Step::Get(table, self.key(table)),
            8..14 => Step::BatchGet(table, self.keys(table, 8)),
            14..40 => Step::Query(self.query(table)),
            40..75 => Step::Write(self.write(table)),
            75..97 => Step::Transact(self.transaction()),
            _ => Step::Scan(table, self.limit()),
        }
    }

    fn pick<T: Clone>(&self, from: &[T]) -> T {
        from[self.rng.index(from.len())].clone()
    }

    fn chance(&self, percent: u64) -> bool {
        self.rng.below(100) < percent
    }

    fn table(&self) -> &'static Table {
        self.pick(&[&DOCS, &DOCS, &DOCS, &READINGS, &POOL, &PEOPLE])
    }

    fn number(&self) -> Number {
        self.pick(&NUMBERS).parse().expect("a number")
    }

    fn key_value(&self, kind: crate::KeyKind, choices: usize) -> KeyValue {
        match kind {
            crate::KeyKind::S => self.pick(&TEXTS[..choices.min(TEXTS.len())]).into(),
            crate::KeyKind::N => {
                self.pick(&NUMBERS[..choices.min(NUMBERS.len())]).parse::<Number>().expect("a number").into()
            }
        }
    }

    fn key(&self, table: &Table) -> Key {
        let sk = table.key.sk.map(|attr| self.key_value(attr.kind, 6));
        Key { pk: self.key_value(table.key.pk.kind, 3), sk }
    }

    /// Between one and `most` different keys.
    fn keys(&self, table: &Table, most: u64) -> Vec<Key> {
        let mut keys: Vec<_> = (0..=self.rng.below(most)).map(|_| self.key(table)).collect();
        keys.sort();
        keys.dedup();
        self.rng.shuffle(&mut keys);
        keys
    }

    fn limit(&self) -> Option<u32> {
        self.chance(70).then(|| u32::try_from(self.rng.below(5)).unwrap_or(0) + 1)
    }

    fn item(&self, table: &'static Table) -> Item {
        let mut item = Item::new().with_key(table, self.key(table));
        for name in ["owner", "title", "at", "code", "level", "team", "ttl", "note", "count"] {
            if self.chance(50) {
                item.set(name, self.value(name));
            }
        }
        item
    }

    fn value(&self, name: &str) -> Value {
        match name {
            "owner" | "code" | "team" => self.pick(&["ana", "ben"]).into(),
            "title" => self.pick(&TEXTS).into(),
            "at" | "level" => self.number().into(),
            "count" => i64::try_from(self.rng.below(5)).unwrap_or(0).into(),
            "ttl" => (start().as_second() + self.pick(&[-60, 0, 1, 3600])).into(),
            _ => self.pick(&[
                true.into(),
                Value::Null,
                "".into(),
                Value::B(vec![0, 255]),
                Value::L(vec![1.into()]),
                7.into(),
            ]),
        }
    }

    fn write(&self, table: &'static Table) -> Write {
        let write = match self.rng.below(10) {
            0..4 => Write::put(table, self.item(table)),
            4..7 => self.update(table, self.key(table)),
            _ => Write::delete(table, self.key(table)),
        };
        if self.chance(50) { write.when(self.condition(table, 2)) } else { write }
    }

    fn update(&self, table: &'static Table, key: Key) -> Write {
        let mut names = ["owner", "title", "at", "code", "level", "team", "ttl", "note"];
        self.rng.shuffle(&mut names);
        let changes = names.iter().take(1 + self.rng.index(4));
        changes.fold(Write::update(table, key), |write, name| {
            if self.chance(70) { write.set(*name, self.value(name)) } else { write.remove(*name) }
        })
    }

    fn condition(&self, table: &Table, depth: u32) -> Condition {
        let name = self.pick(&[table.key.pk.name, "owner", "title", "at", "ttl", "note", "count"]);
        match self.rng.below(if depth == 0 { 6 } else { 9 }) {
            0 => Condition::exists(name),
            1 => Condition::absent(name),
            2 => Condition::compare("at", self.pick(&COMPARISONS), self.number()),
            3 => Condition::compare("title", self.pick(&COMPARISONS), self.pick(&TEXTS)),
            4 => Condition::OneOf(name.into(), vec![self.value(name), self.value("title")]),
            5 => Condition::BeginsWith("title".into(), self.pick(&TEXTS).into()),
            6 => Condition::Not(Box::new(self.condition(table, depth - 1))),
            7 => self.condition(table, depth - 1).and(self.condition(table, depth - 1)),
            _ => self.condition(table, depth - 1).or(self.condition(table, depth - 1)),
        }
    }

    /// Mostly a new transaction; now and then one that was sent before, under its token.
    fn transaction(&mut self) -> Transaction {
        if !self.sent.is_empty() && self.chance(10) {
            return self.pick(&self.sent);
        }
        let table = self.table();
        let writes = self.keys(table, 4).into_iter().map(|key| self.action(table, key)).collect();
        let token = self.chance(50).then(|| Token(self.tokens.uuid_v4().to_string()));
        let transaction = Transaction { writes, token };
        if transaction.token.is_some() {
            self.sent.push(transaction.clone());
        }
        transaction
    }

    fn action(&self, table: &'static Table, key: Key) -> Write {
        let write = match self.rng.below(10) {
            0..3 => Write::put(table, self.item(table).with_key(table, key)),
            3..5 => self.update(table, key),
            5..7 => Write::update(table, key).add("count", self.pick(&[1, -2, 30])),
            7..9 => Write::delete(table, key),
            _ => return Write::check(table, key, self.condition(table, 1)),
        };
        if self.chance(40) { write.when(self.condition(table, 1)) } else { write }
    }

    fn query(&self, table: &'static Table) -> Query {
        let index =
            self.chance(50).then(|| table.indexes.get(self.rng.index(table.indexes.len().max(1)))).flatten();
        let mut query = match index {
            None => Query::table(table, self.key(table).pk),
            Some(index) => {
                let pk: KeyValue = match index.key.pk.kind {
                    crate::KeyKind::S => self.pick(&["ana", "ben"]).into(),
                    crate::KeyKind::N => self.number().into(),
                };
                Query::index(table, index.name, pk)
            }
        };
        let sort = index.map_or(table.key.sk, |index| index.key.sk);
        query.range = sort.filter(|_| self.chance(60)).map(|attr| self.range(attr.kind));
        query.reverse = self.chance(50);
        query.limit = self.limit();
        query
    }

    fn range(&self, kind: crate::KeyKind) -> SortRange {
        let (a, b) = (self.key_value(kind, 10), self.key_value(kind, 10));
        match (self.rng.below(3), kind) {
            (0, crate::KeyKind::S) => SortRange::BeginsWith(a),
            (1, _) => SortRange::Between(a.clone().min(b.clone()), a.max(b)),
            _ => {
                let comparisons: Vec<_> =
                    COMPARISONS.into_iter().filter(|one| *one != Comparison::NotEqual).collect();
                SortRange::Compare(self.pick(&comparisons), a)
            }
        }
    }
}
