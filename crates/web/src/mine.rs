//! What is mine: which things an account made or answered, written in the transaction that made or answered them.
//!
//! A row names a thing and nothing of what is in it: title and state come from the thing itself, so that there is no copy to keep
//! in step. Features tell what their things are now ([`Things`]), a page of them at a time ([`list`]).

mod list;
mod owned;
mod page;

pub use list::{After, Listed, list};
pub use owned::{Keep, Owned, change_owner, leave_behind};

use crate::{Services, system::SYSTEM};
use async_trait::async_trait;
use jiff::Timestamp;
use kernel::{Moment, UserId};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    str::FromStr,
};
use store::{Item, Key, Query, Table, Write};

/// What an account did with a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
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

/// Whether a thing takes answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum State {
    Open,
    Closed,
    Expired,
}

/// What a thing is now, for one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thing {
    pub title: String,
    /// Where that person opens it.
    pub path: String,
    pub state: State,
    /// Of a question that has ended: since when, while nothing has been made of the answer.
    pub undecided_since: Option<Moment>,
    /// In a word, that it is cancelled or was moved; else empty.
    pub note: &'static str,
}

/// What is seen of a thing that is listed among somebody's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sight {
    Here(Thing),
    /// It is there, but not for this person at this time.
    Hidden,
    /// It is gone, or somebody else's: it is taken off the list.
    Gone,
}

/// A feature's part in what is somebody's.
#[async_trait]
pub trait Things: Send + Sync {
    /// The kinds of things that it knows.
    fn kinds(&self) -> &'static [&'static str];
    /// What these things are now, in the same order. However many they are, they are read together.
    async fn look(&self, services: &Services, asked: Asked<'_>) -> store::Result<Vec<Sight>>;
}

/// Things of one person that a feature is asked about.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub user: UserId,
    pub rows: &'a [(Part, &'a Mine)],
}

impl<'a> Asked<'a> {
    /// The rows, each with what is stored under the key that `key` gives for it. Read together: once each, though several rows may
    /// name it.
    pub async fn read(
        self,
        services: &Services,
        table: &'static Table,
        key: impl Fn(&Mine) -> Option<Key>,
    ) -> store::Result<impl Iterator<Item = (Part, &'a Mine, Option<Item>)>> {
        let keys: Vec<Option<Key>> = self.rows.iter().map(|(_, mine)| key(mine)).collect();
        let wanted: BTreeSet<&Key> = keys.iter().flatten().collect();
        let wanted: Vec<Key> = wanted.into_iter().cloned().collect();
        let found = store::batch_get_all(services.store.as_ref(), table, &wanted).await?;
        let found: BTreeMap<Key, Option<Item>> = wanted.into_iter().zip(found).collect();
        let items = keys.into_iter().map(move |key| found.get(&key?).cloned().flatten());
        Ok(self.rows.iter().zip(items).map(|((part, mine), item)| (*part, *mine, item)))
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
    pub fn of(kind: &str, id: impl ToString, created_at: Moment) -> Self {
        Self { kind: kind.into(), id: id.to_string(), created_at, code: None, ttl: None }
    }

    /// Where it is among the things of `user`.
    pub fn key(&self, user: UserId, part: Part) -> Key {
        Key::new(partition(user, part), self.sort())
    }

    fn sort(&self) -> String {
        format!("{}#{}#{}", self.created_at, self.kind, self.id)
    }
}

fn partition(user: UserId, part: Part) -> String {
    format!("MINE#{user}#{}", part.as_str())
}

/// The things that `user` made or answered; backwards is newest first.
pub fn of(user: UserId, part: Part) -> Query {
    Query::table(&SYSTEM, partition(user, part))
}

/// All of them that are of one of these kinds, for what is done once in an account's life.
pub async fn all_of(
    services: &Services,
    user: UserId,
    part: Part,
    kinds: &[&str],
) -> store::Result<Vec<Mine>> {
    let rows = store::query_all(services.store.as_ref(), of(user, part)).await?;
    let all: Vec<Mine> = store::readable(&SYSTEM, rows);
    Ok(all.into_iter().filter(|mine| kinds.contains(&mine.kind.as_str())).collect())
}

/// The ids of all of them.
pub async fn ids_of<T: FromStr>(
    services: &Services,
    user: UserId,
    part: Part,
    kinds: &[&str],
) -> store::Result<Vec<T>> {
    let all = all_of(services, user, part, kinds).await?;
    Ok(all.iter().filter_map(|mine| mine.id.parse().ok()).collect())
}

/// The write that notes a thing among those that `user` made.
pub fn made(user: UserId, now: Timestamp, kind: &str, id: &str, ttl: Option<i64>) -> store::Result<Write> {
    note(user, Part::Made, Mine { kind: kind.into(), id: id.into(), created_at: now.into(), code: None, ttl })
}

/// The write that takes a thing off those of `user`.
pub fn forget(user: UserId, part: Part, mine: &Mine) -> Write {
    Write::delete(&SYSTEM, mine.key(user, part))
}

/// The write that notes a thing among those of `user`.
pub fn note(user: UserId, part: Part, mine: Mine) -> store::Result<Write> {
    store::put(&SYSTEM, mine.key(user, part), &mine)
}
