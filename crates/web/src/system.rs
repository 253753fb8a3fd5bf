//! The `System` table: what the machinery itself stores. Its keys are built here, but for those of the rows that identity keeps
//! in it (`identity::keys`).

use jiff::Timestamp;
use kernel::Moment;
use store::{Comparison, Key, KeySchema, Query, Table, s};
use uuid::Uuid;

/// Work items and leases, live marks, recent-vote marks, guess limits, push subscriptions, feed secrets.
pub const SYSTEM: Table = Table::new("System", KeySchema::composite(s("PK"), s("SK"))).with_ttl("ttl");

/// How many partitions work items are spread over.
pub const WORK_PARTITIONS: u8 = 16;

/// Partitions of work items begin so.
pub const WORK_PREFIX: &str = "WORK#";

pub fn work_partition(partition: u8) -> String {
    format!("{WORK_PREFIX}{partition:02}")
}

/// A work item: which partition it lands in follows from its id, so that enqueuing it twice meets itself.
pub fn work(kind: &str, id: &str) -> Key {
    Key::new(work_partition(spread(id)), format!("{kind}#{id}"))
}

fn spread(id: &str) -> u8 {
    id.bytes().fold(0_u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte)) % WORK_PARTITIONS
}

/// Where work waits until its time comes.
pub fn later_partition(partition: u8) -> String {
    format!("LATER#{partition:02}")
}

/// Work that is due at some time. It sorts by that time, so that what is due is read and nothing else.
pub fn later(kind: &str, id: &str, due: Moment) -> Key {
    Key::new(later_partition(spread(id)), format!("{due}#{kind}#{id}"))
}

/// What is due by now of one partition.
pub fn due_by(partition: u8, now: Moment) -> Query {
    Query::table(&SYSTEM, later_partition(partition)).compare(Comparison::LessOrEqual, format!("{now}~"))
}

/// How many partitions the marks of live changes are spread over.
pub const LIVE_PARTITIONS: u8 = 4;

pub fn live_marks(partition: u8) -> String {
    format!("LIVE#{partition:02}")
}

/// Where the marks of answers to one thing stand: `VOTES#{id}`.
pub fn answer_marks(name: &str, id: &str) -> String {
    format!("{}#{id}", name.to_uppercase())
}

/// A mark among others. Its id sorts by time.
pub fn mark(marks: String, id: Uuid) -> Key {
    Key::new(marks, id.to_string())
}

/// The marks from `since` on: of a time-ordered id, the time alone is where it begins.
pub fn marks_since(marks: String, since: Timestamp) -> Query {
    let millis = u64::try_from(since.as_millisecond()).unwrap_or(0);
    let first = format!("{:08x}-{:04x}", millis >> 16, millis & 0xffff);
    Query::table(&SYSTEM, marks).compare(Comparison::GreaterOrEqual, first)
}

/// One counter of wrong tries at a subject.
pub fn guesses(subject: &str, counter: &str) -> Key {
    Key::new(format!("GUESS#{subject}"), counter)
}

/// Every counter of wrong tries at a subject.
pub fn guesses_at(subject: &str) -> Query {
    Query::table(&SYSTEM, format!("GUESS#{subject}"))
}

/// What the key of a creation has made.
pub fn once(name: &str) -> Key {
    Key::new(format!("ONCE#{name}"), "ONCE")
}

/// A short code and what has it.
pub fn code(code: &str) -> Key {
    Key::new(format!("CODE#{code}"), "CODE")
}

/// The mark of data that is being copied into this store, until all of it is there.
pub fn copying() -> Key {
    Key::new("COPY", "COPY")
}
