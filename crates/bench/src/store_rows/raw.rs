//! redb by itself, with keys and values as long as those of the port.

use super::{Measured, POLLS, VOTES_PER_POLL};
use redb::{Builder, Database, TableDefinition};
use std::path::Path;
use store::{Key, KeyValue};

pub const RAW: TableDefinition<'static, &[u8], &[u8]> = TableDefinition::new("raw");
/// As long as an encoded vote.
pub const VALUE: [u8; 253] = [b'v'; 253];
const CACHE: usize = 64 * 1024 * 1024;

pub fn open(path: &Path) -> Measured<Database> {
    Ok(Builder::new().set_cache_size(CACHE).create(path)?)
}

/// The same bytes as the port's key of a vote.
pub fn key(poll: u64, vote: u64) -> Vec<u8> {
    let Key { pk: KeyValue::S(pk), sk: Some(KeyValue::S(sk)) } = super::key(poll, vote) else {
        return Vec::new();
    };
    [pk.as_bytes(), &[0, 1], sk.as_bytes(), &[0, 1]].concat()
}

pub fn fill(database: &Database) -> Measured<()> {
    let mut transaction = database.begin_write()?;
    transaction.set_quick_repair(true);
    {
        let mut table = transaction.open_table(RAW)?;
        for poll in 0..POLLS {
            for vote in 0..VOTES_PER_POLL {
                table.insert(key(poll, vote).as_slice(), VALUE.as_slice())?;
            }
        }
    }
    Ok(transaction.commit()?)
}

/// The first key of a poll's votes, and the first past them.
pub fn range(poll: u64) -> (Vec<u8>, Vec<u8>) {
    let prefix = |last| [super::partition(poll).as_bytes(), &[0, last]].concat();
    (prefix(1), prefix(2))
}
