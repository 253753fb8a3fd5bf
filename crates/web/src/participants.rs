//! Accounts that answered a thing while signed in: `PARTICIPANTS#{kind}#{id}` / `{userId}` in `System`, written in the transaction of the
//! answer. By these rows people are sent messages about the thing while their answer is there; they are never shown.

use crate::{Services, system::SYSTEM};
use kernel::UserId;
use serde::{Deserialize, Serialize};
use store::{Item, Key, Query, View, Write, readable_row};

/// An account's answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Participant {
    /// The participant's code, sealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// When the thing goes, in Unix seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttl: Option<i64>,
}

fn partition(kind: &str, id: &str) -> String {
    format!("PARTICIPANTS#{kind}#{id}")
}

fn key(kind: &str, id: &str, user: UserId) -> Key {
    Key::new(partition(kind, id), user.to_string())
}

/// The rows of one thing.
pub fn rows_of(kind: &str, id: &str) -> Query {
    Query::table(&SYSTEM, partition(kind, id))
}

/// The write that notes an account's answer.
pub fn note(kind: &str, id: &str, user: UserId, participant: &Participant) -> store::Result<Write> {
    store::put(&SYSTEM, key(kind, id, user), participant)
}

/// The write that removes an account's row.
pub fn forget(kind: &str, id: &str, user: UserId) -> Write {
    Write::delete(&SYSTEM, key(kind, id, user))
}

/// Returns the answer that an account gave, as far as is noted.
pub async fn find(
    services: &Services,
    kind: &str,
    id: &str,
    user: UserId,
) -> store::Result<Option<Participant>> {
    let row = services.store.get(&SYSTEM, &key(kind, id, user)).await?;
    Ok(row.and_then(|row| readable_row(&SYSTEM, row)))
}

/// Returns every account that answered a thing.
pub async fn all_of(services: &Services, kind: &str, id: &str) -> store::Result<Vec<(UserId, Participant)>> {
    let rows = store::query_all(services.store.as_ref(), rows_of(kind, id)).await?;
    let user = |row: &Item| row.get("SK").and_then(View::as_str).and_then(|user| user.parse().ok());
    Ok(rows.into_iter().filter_map(|row| Some((user(&row)?, readable_row(&SYSTEM, row)?))).collect())
}
