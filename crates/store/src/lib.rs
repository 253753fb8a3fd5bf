//! The storage port: DynamoDB's shape in Rust types, and nothing of any engine.
//!
//! The product's data model is key design, so the port is item-level: tables and indexes are declared as constants, items are
//! read and written by key under typed conditions, and several items change together in a transaction. Two engines implement
//! [`Store`]; the `conformance` suite says what they must agree on, and [`decorators`] wrap either of them.

pub mod condition;
#[cfg(feature = "conformance")]
pub mod conformance;
pub mod convert;
mod deadline;
pub mod decorators;
mod difference;
pub mod error;
pub mod item;
pub mod key;
mod known;
pub mod number;
pub mod packed;
mod pages;
pub mod port;
pub mod query;
mod readable;
pub mod table;
pub mod validate;
pub mod value;
pub mod view;
pub mod write;

pub use condition::{Comparison, Condition};
pub use convert::{from_item, put, to_item};
pub use deadline::Deadline;
pub use difference::difference;
pub use error::{Failed, NotSaved, StoreError};
pub use item::Item;
pub use key::{Key, KeyValue};
pub use known::Known;
pub use number::Number;
pub use pages::{batch_get_all, query_all, remove_some, scan_all};
pub use port::{ATTEMPT, LAST_ATTEMPT, LONGEST_WRITE, Store};
pub use query::{Position, Query, Rows, Scan, SortRange};
pub use readable::{left_out, readable, readable_row};
pub use table::{Index, KeyAttr, KeyKind, KeySchema, Table, n, s};
pub use value::{Text, Value};
pub use view::View;
pub use write::{Change, Op, Token, Transaction, Write};

/// What every call of the port answers with.
pub type Result<T> = std::result::Result<T, StoreError>;
