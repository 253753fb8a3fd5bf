//! What a call of the port is about, in words that counts and metrics are kept by.

use crate::{Query, Table, Transaction, Write};
use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    Get,
    BatchGet,
    Query,
    Write,
    Transact,
    Scan,
    Ready,
}

impl Operation {
    pub fn name(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::BatchGet => "batch_get",
            Self::Query => "query",
            Self::Write => "write",
            Self::Transact => "transact",
            Self::Scan => "scan",
            Self::Ready => "ready",
        }
    }

    /// Whether the call reads items.
    pub fn reads(self) -> bool {
        matches!(self, Self::Get | Self::BatchGet | Self::Query | Self::Scan)
    }
}

/// One call: what it does, and where. A transaction is about the table of its first write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Call {
    pub operation: Operation,
    pub table: &'static str,
    pub index: Option<&'static str>,
}

impl Call {
    pub(super) fn on(operation: Operation, table: &'static Table) -> Self {
        Self { operation, table: table.name, index: None }
    }

    pub(super) fn query(query: &Query) -> Self {
        Self { operation: Operation::Query, table: query.table.name, index: query.index }
    }

    pub(super) fn write(write: &Write) -> Self {
        Self::on(Operation::Write, write.table)
    }

    pub(super) fn transact(transaction: &Transaction) -> Self {
        let table = transaction.writes.first().map_or("none", |write| write.table.name);
        Self { operation: Operation::Transact, table, index: None }
    }

    pub(super) fn ready() -> Self {
        Self { operation: Operation::Ready, table: "none", index: None }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.operation.name(), self.table)?;
        self.index.map_or(Ok(()), |index| write!(f, " by {index}"))
    }
}
