//! What is mine: which things an account made or answered, written in the transaction that made or answered them.
//!
//! A row names a thing and nothing of what is in it: title and state come from the thing itself, so that there is no copy to keep
//! in step.

use crate::system::SYSTEM;
use jiff::Timestamp;
use kernel::{Moment, UserId};
use serde::{Deserialize, Serialize};
use store::{Key, Query, Write};

/// What an account did with a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Part {
    Made,
    Answered,
}

impl Part {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Made => "made",
            Self::Answered => "answered",
        }
    }
}

/// One of an account's things.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mine {
    pub kind: String,
    pub id: String,
    pub created_at: Moment,
    /// The participant's code, sealed: by it the answer is found again on another device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttl: Option<i64>,
}

impl Mine {
    /// Where it is among the things of `user`.
    pub fn key(&self, user: UserId, part: Part) -> Key {
        Key::new(partition(user, part), format!("{}#{}#{}", self.created_at, self.kind, self.id))
    }
}

fn partition(user: UserId, part: Part) -> String {
    format!("MINE#{user}#{}", part.as_str())
}

/// The things that `user` made or answered; backwards is newest first.
pub fn of(user: UserId, part: Part) -> Query {
    Query::table(&SYSTEM, partition(user, part))
}

/// The write that notes a thing among those that `user` made.
pub fn made(user: UserId, now: Timestamp, kind: &str, id: &str, ttl: Option<i64>) -> store::Result<Write> {
    note(user, Part::Made, Mine { kind: kind.into(), id: id.into(), created_at: now.into(), code: None, ttl })
}

/// The write that notes a thing among those of `user`.
pub fn note(user: UserId, part: Part, mine: Mine) -> store::Result<Write> {
    store::put(&SYSTEM, mine.key(user, part), &mine)
}
