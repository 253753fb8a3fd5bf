//! Idempotency keys of answers: a vote, reply or ballot that is sent again is recognised by the answer's own row, so that casting
//! one stays a single write. A withdrawn answer leaves its keys behind for a day, so that a late resend does not bring it back.

use super::{KEPT, Record, once::Once};
use crate::{Ctx, Fault, Services, system};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::{Condition, Write, from_item};

/// The attribute of an answer that holds its keys.
const ATTRIBUTE: &str = "once";

/// A key that an answer was sent with, as it is stored on the answer: MACs, which tell nothing about key or body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerKey {
    key: String,
    /// MAC of the first body that came with the key.
    body: String,
    /// When it came, in Unix seconds.
    at: i64,
    /// Whether another body with this key changes the answer, as from a page, or is refused.
    #[serde(skip)]
    changes: bool,
}

impl Once {
    /// Returns the key under which this request sends the answer with this name, or `None` if it carries none.
    pub fn answer_key(&self, ctx: &Ctx, answer: &str) -> Option<AnswerKey> {
        let parts = [answer.as_bytes(), self.path().as_bytes(), self.key()?.as_bytes()];
        let key = ctx.keys.mac_text("answer key", &parts);
        let at = ctx.clock.now().as_second();
        Some(AnswerKey { key, body: self.body_mac(ctx), at, changes: self.is_form() })
    }
}

impl AnswerKey {
    /// Returns whether the answer that keeps these keys has taken this request before. Fails with `KeyUsed` when the key came with
    /// another body through the API.
    pub fn is_replay(&self, kept: &[Self]) -> Result<bool, Fault> {
        match kept.iter().find(|kept| kept.key == self.key) {
            None => Ok(false),
            Some(first) if first.body == self.body => Ok(true),
            Some(_) if self.changes => Ok(false),
            Some(_) => Err(Fault::KeyUsed { kind: "answer".to_owned(), id: String::new() }),
        }
    }

    /// Fails with `MadeAndGone` when the answer that came with this key was withdrawn since.
    pub async fn refuse_if_withdrawn(&self, services: &Services) -> Result<(), Fault> {
        let Some(item) = services.store.get(&system::SYSTEM, &system::once(&self.key)).await? else {
            return Ok(());
        };
        let Record { body, .. } = from_item(item)?;
        // A page left open may be sent with another answer; that is a new one.
        if self.changes && body != self.body { Ok(()) } else { Err(Fault::MadeAndGone) }
    }

    /// Returns the keys to keep once this one came: the newest `max` of the last day, each with the first body that came with it.
    pub fn kept_with(self, mut kept: Vec<Self>, max: usize) -> Vec<Self> {
        kept.retain(|kept| kept.at.saturating_add(KEPT.as_secs()) > self.at);
        if !kept.iter().any(|kept| kept.key == self.key) {
            kept.push(self);
        }
        kept.split_off(kept.len().saturating_sub(max))
    }

    /// Returns the condition that an answer, read with these keys in its attribute `once`, has taken no other key since.
    pub fn unchanged(kept: &[Self]) -> store::Result<Condition> {
        if kept.is_empty() {
            return Ok(Condition::absent(ATTRIBUTE));
        }
        let mut item = store::to_item(&BTreeMap::from([(ATTRIBUTE, kept)]))?;
        Ok(item
            .remove(ATTRIBUTE)
            .map_or(Condition::absent(ATTRIBUTE), |keys| Condition::equals(ATTRIBUTE, keys)))
    }

    /// Returns the writes by which a withdrawn answer's keys are remembered.
    pub fn withdrawn(kept: &[Self], now: Timestamp) -> store::Result<Vec<Write>> {
        let remember = |kept: &Self| {
            let record = Record {
                kind: "answer".to_owned(),
                id: String::new(),
                body: kept.body.clone(),
                ttl: (now + KEPT).as_second(),
            };
            store::put(&system::SYSTEM, system::once(&kept.key), &record)
        };
        kept.iter().map(remember).collect()
    }
}
