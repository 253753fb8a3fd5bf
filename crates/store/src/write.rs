//! Writes: one item under a condition, or up to a hundred together.

use crate::{Condition, Item, Key, Number, Result, Table, Text, Value};

/// One change to an attribute of an existing or new item.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    Set(Text, Value),
    Remove(Text),
    /// Adds to a number (absent counts as zero). Allowed only inside a transaction, whose token keeps it from happening twice.
    Add(Text, Number),
}

impl Change {
    /// The attribute that changes.
    pub fn attribute(&self) -> &str {
        match self {
            Self::Set(name, _) | Self::Remove(name) | Self::Add(name, _) => name,
        }
    }
}

/// What a write does to its item.
#[derive(Debug, Clone, PartialEq)]
pub enum Op {
    Put(Item),
    /// Changes attributes, creating the item when it is not there.
    Update(Key, Vec<Change>),
    Delete(Key),
    /// Changes nothing; its condition must hold for the transaction to happen.
    Check(Key),
}

/// One write, and the condition under which it happens.
#[derive(Debug, Clone, PartialEq)]
pub struct Write {
    pub table: &'static Table,
    pub op: Op,
    pub condition: Option<Condition>,
}

impl Write {
    /// Puts a whole item, which carries its key attributes. [`crate::put`] makes one from an entity.
    pub fn put(table: &'static Table, item: Item) -> Self {
        Self { table, op: Op::Put(item), condition: None }
    }

    /// Updates single attributes; follow with [`Write::set`], [`Write::remove`], [`Write::add`].
    pub fn update(table: &'static Table, key: Key) -> Self {
        Self { table, op: Op::Update(key, Vec::new()), condition: None }
    }

    pub fn delete(table: &'static Table, key: Key) -> Self {
        Self { table, op: Op::Delete(key), condition: None }
    }

    pub fn check(table: &'static Table, key: Key, condition: Condition) -> Self {
        Self { table, op: Op::Check(key), condition: Some(condition) }
    }

    #[must_use]
    pub fn set(self, attribute: impl Into<Text>, value: impl Into<Value>) -> Self {
        self.change(Change::Set(attribute.into(), value.into()))
    }

    #[must_use]
    pub fn remove(self, attribute: impl Into<Text>) -> Self {
        self.change(Change::Remove(attribute.into()))
    }

    #[must_use]
    pub fn add(self, attribute: impl Into<Text>, amount: impl Into<Number>) -> Self {
        self.change(Change::Add(attribute.into(), amount.into()))
    }

    /// The write happens only where `condition` holds; several add up.
    #[must_use]
    pub fn when(mut self, condition: Condition) -> Self {
        self.condition = Some(match self.condition {
            None => condition,
            Some(first) => first.and(condition),
        });
        self
    }

    /// The write happens only where no item has this key yet.
    #[must_use]
    pub fn if_new(self) -> Self {
        let pk = self.table.key.pk.name;
        self.when(Condition::absent(pk))
    }

    /// The write happens only where an item with this key is there.
    #[must_use]
    pub fn if_there(self) -> Self {
        let pk = self.table.key.pk.name;
        self.when(Condition::exists(pk))
    }

    /// The key of the item that is written.
    pub fn key(&self) -> Result<Key> {
        match &self.op {
            Op::Put(item) => Key::of(item, &self.table.key),
            Op::Update(key, _) | Op::Delete(key) | Op::Check(key) => Ok(key.clone()),
        }
    }

    fn change(mut self, change: Change) -> Self {
        if let Op::Update(_, changes) = &mut self.op {
            changes.push(change);
        }
        self
    }
}

/// Names one attempt at a transaction, so that sending it again within ten minutes does nothing more. At most 36 characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Token(pub String);

/// Up to 100 writes, 4 MB, no item twice: all of them happen, or none.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Transaction {
    pub writes: Vec<Write>,
    /// Set above the retries (the retry decorator sets it where it is missing).
    pub token: Option<Token>,
}

impl Transaction {
    pub fn of(writes: impl IntoIterator<Item = Write>) -> Self {
        Self { writes: writes.into_iter().collect(), token: None }
    }
}
