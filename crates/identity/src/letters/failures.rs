//! Letters that did not go out, for the people who run the server: `System` `MAILFAILED` / `{day}#{kind}` counts them for thirty days and
//! holds the last reason, without addresses.

use crate::keys;
use jiff::SignedDuration;
use kernel::Moment;
use serde::Deserialize;
use std::collections::BTreeMap;
use store::{Transaction, Write, query_all, readable};
use web::{Services, system::SYSTEM, words};

const KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);
const MAX_REASON_CHARS: usize = 200;

/// Letters of one kind of failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failures {
    pub kind: String,
    pub count: u64,
    pub last_at: Moment,
    /// What the mail server said the last time; empty where it was not asked.
    pub reason: String,
}

/// Failures of one kind on one day, as stored.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    kind: String,
    count: u64,
    last_at: Moment,
    #[serde(default)]
    reason: String,
}

/// Counts a letter that did not go out, in the metrics and for the page. When that fails the letter is no worse off.
pub async fn note(services: &Services, kind: &'static str, reason: &str) {
    super::count(kind);
    let now = Moment::from(services.clock.now());
    let update = Write::update(&SYSTEM, keys::mail_failures(now, kind))
        .add("count", 1)
        .set("kind", kind)
        .set("lastAt", now.to_string())
        .set("reason", without_addresses(reason))
        .set("ttl", now.plus(KEPT).as_second());
    if let Err(error) = services.store.transact(Transaction::of([update])).await {
        tracing::warn!(%error, "a letter that did not go out was not counted");
    }
}

/// Returns the failures of the last thirty days by kind, the latest first.
pub async fn list(services: &Services) -> store::Result<Vec<Failures>> {
    let rows = query_all(services.store.as_ref(), keys::all_mail_failures()).await?;
    let mut kinds: BTreeMap<String, Failures> = BTreeMap::new();
    for Row { kind, count, last_at, reason } in readable::<Row>(&SYSTEM, rows) {
        match kinds.get_mut(&kind) {
            Some(sum) => {
                sum.count += count;
                if sum.last_at <= last_at {
                    (sum.last_at, sum.reason) = (last_at, reason);
                }
            }
            None => {
                kinds.insert(kind.clone(), Failures { kind, count, last_at, reason });
            }
        }
    }
    let mut failures: Vec<Failures> = kinds.into_values().collect();
    failures.sort_by_key(|failures| std::cmp::Reverse(failures.last_at));
    Ok(failures)
}

/// Mail servers repeat the address that they refuse.
fn without_addresses(reason: &str) -> String {
    let words: Vec<&str> =
        reason.split_whitespace().map(|word| if word.contains('@') { "…" } else { word }).collect();
    words::shortened(&words.join(" "), MAX_REASON_CHARS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_names_nobody() {
        let said = "permanent error (550): 5.1.1 <ana@example.org>: user unknown";
        assert_eq!(without_addresses(said), "permanent error (550): 5.1.1 … user unknown");
    }
}
