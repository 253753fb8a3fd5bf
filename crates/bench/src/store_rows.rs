//! The storage port beside bare redb: reads, ranges, durable writes, and opening a large file.

pub mod large;
mod raw;
mod reads;
mod writes;

use crate::{Measured, table::Row};
use std::{hint::black_box, time::Instant};
use store::{Index, Item, Key, KeySchema, Table, Value, s};

/// Ranked ballots, keyed and shaped as the product stores them: what it reads and writes most.
pub static VOTES: Table = Table::new("votes", KeySchema::composite(s("PK"), s("SK")));

/// The same, also found by time.
pub static INDEXED: Table = Table::new("indexed", KeySchema::composite(s("PK"), s("SK")))
    .with_indexes(&[Index { name: "by_time", key: KeySchema::composite(s("pollId"), s("votedAt")) }]);

pub const POLLS: u64 = 500;
pub const VOTES_PER_POLL: u64 = 100;

pub fn measure() -> Measured<Vec<Row>> {
    let mut rows = reads::measure()?;
    rows.extend(writes::measure()?);
    rows.extend(large::measure()?);
    Ok(rows)
}

/// Work that runs in a process of its own.
pub fn child(task: &str, arguments: &[String]) -> Measured<()> {
    match (task, arguments) {
        ("open" | "crash", [path]) => large::open_and_report(path.as_ref(), task == "crash"),
        _ => Err(format!("there is no task {task}").into()),
    }
}

/// A number as an id that looks like any other.
pub fn id(number: u64) -> String {
    let mixed = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let (high, low) = (mixed >> 32, mixed & 0xFFFF_FFFF);
    format!("{high:08x}-{:04x}-4{:03x}-a{:03x}-{number:012x}", low >> 16, low & 0xFFF, high & 0xFFF)
}

pub fn partition(poll: u64) -> String {
    format!("POLL#{}", id(poll))
}

pub fn key(poll: u64, vote: u64) -> Key {
    Key::new(partition(poll), format!("VOTE#{}", id(vote)))
}

pub fn vote(poll: u64, vote: u64) -> Item {
    let rankings = ["Go", "Rust", "Python", "JavaScript"].map(Value::from);
    Item::new()
        .with("id", id(vote))
        .with("pollId", id(poll))
        .with("rankings", Value::L(rankings.to_vec()))
        .with("votedAt", format!("2024-01-15T14:{:02}:{:02}Z", vote / 60 % 60, vote % 60))
        .with_key(&VOTES, key(poll, vote))
}

/// How often each of two things can be done in a second, taken in turns so that neither has a quieter machine, and the best of
/// several turns, because noise only ever slows things down. In a turn each is done once for every step.
pub async fn best_rates(
    steps: usize,
    mut ours: impl AsyncFnMut(usize) -> Measured<()>,
    mut bare: impl AsyncFnMut(usize) -> Measured<()>,
) -> Measured<(f64, f64)> {
    const TURNS: usize = 25;
    let mut best = (0.0_f64, 0.0_f64);
    for _ in 0..TURNS {
        best.0 = best.0.max(rate(steps, &mut ours).await?);
        best.1 = best.1.max(rate(steps, &mut bare).await?);
    }
    Ok(best)
}

#[expect(clippy::cast_precision_loss, reason = "a few thousand steps")]
async fn rate(steps: usize, work: &mut impl AsyncFnMut(usize) -> Measured<()>) -> Measured<f64> {
    let began = Instant::now();
    for step in 0..steps {
        work(black_box(step)).await?;
    }
    Ok(steps as f64 / began.elapsed().as_secs_f64())
}

/// Numbers that jump about, the same in every run.
pub fn scattered(step: u64, below: u64) -> u64 {
    (step.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20) % below
}
