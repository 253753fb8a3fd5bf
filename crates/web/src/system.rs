//! The `System` table: what the machinery itself stores. Its keys are built here, but for those of the rows that identity keeps
//! in it (`identity::keys`).

use store::{Key, KeySchema, Table, s};

/// Work items and leases, live marks, recent-vote marks, guess limits, push subscriptions, feed secrets.
pub const SYSTEM: Table = Table::new("System", KeySchema::composite(s("PK"), s("SK"))).with_ttl("ttl");

/// How many partitions work items are spread over.
pub const WORK_PARTITIONS: u8 = 16;

pub fn work_partition(partition: u8) -> String {
    format!("WORK#{partition:02}")
}

/// A work item: which partition it lands in follows from its id, so that enqueuing it twice meets itself.
pub fn work(kind: &str, id: &str) -> Key {
    let hash = id.bytes().fold(0_u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte));
    Key::new(work_partition(hash % WORK_PARTITIONS), format!("{kind}#{id}"))
}

pub fn live_mark(topic: &str) -> Key {
    Key::new(format!("LIVE#{topic}"), "MARK")
}

pub fn guesses(subject: &str) -> Key {
    Key::new(format!("GUESS#{subject}"), "STATE")
}

/// What the key of a creation has made.
pub fn once(name: &str) -> Key {
    Key::new(format!("ONCE#{name}"), "ONCE")
}

/// A short code and what has it.
pub fn code(code: &str) -> Key {
    Key::new(format!("CODE#{code}"), "CODE")
}
