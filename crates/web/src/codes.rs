//! Short codes: how something that was shared is found by what people read out to each other.

use crate::{Services, system};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use store::{Write, readable_row};

/// What a code leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coded {
    pub kind: String,
    pub id: String,
    /// The address of its page on this server.
    pub path: String,
}

/// A feature's part in looking up codes.
#[async_trait]
pub trait Codes: Send + Sync {
    /// What this feature has under a code as it was typed: in any case, with or without dashes.
    async fn find(&self, services: &Services, typed: &str) -> store::Result<Option<Coded>>;
}

/// What a code stands for, where the code is not the id of the thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claimed {
    pub kind: String,
    pub id: String,
}

/// The write that takes a code for a thing, if nothing has it.
pub fn claim(code: &str, kind: &str, id: &str) -> store::Result<Write> {
    let claimed = Claimed { kind: kind.to_owned(), id: id.to_owned() };
    Ok(store::put(&system::SYSTEM, system::code(code), &claimed)?.if_new())
}

/// The write that gives a code back.
pub fn release(code: &str) -> Write {
    Write::delete(&system::SYSTEM, system::code(code))
}

/// What has taken a code.
pub async fn find(services: &Services, code: &str) -> store::Result<Option<Claimed>> {
    let row = services.store.get(&system::SYSTEM, &system::code(code)).await?;
    Ok(row.and_then(|row| readable_row(&system::SYSTEM, row)))
}
