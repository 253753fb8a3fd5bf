//! All data in a form that any engine reads: lines of JSON, for exports, backups and copies.
//!
//! The first line names the format's version and the fingerprint of the key that the data belongs to. Then each table follows: a
//! line that begins it, one for each item in DynamoDB's own JSON, and one that ends it with the count and checksum of its items.
//! After the tables come the files that people uploaded, in Base64, and a line with their count and checksum. The last line says
//! that this is all. Read from a state that stands still, in the order of keys, the same data gives the same
//! bytes, and whatever is cut off or changed is noticed.
//!
//! A row that cannot be read, or that no engine takes, is left out and named with its line and the reason; the others are taken in.
//!
//! [`write()`] makes the lines, [`Reader`] checks them, and a [`Target`] takes them in: an empty store, or one into which the same
//! data was being copied when that broke off.

mod error;
mod file;
mod line;
mod read;
mod row;
mod sum;
mod target;
mod value;
mod write;

pub use error::{Error, LeftOut, Result};
pub use file::{File, TakeFiles};
pub use line::Header;
pub use read::{Reader, Step};
pub use row::{Rows, write_row};
pub use sum::Sum;
pub use target::{Begun, Compared, Filled, Mark, Target};
pub use write::{Source, write};
