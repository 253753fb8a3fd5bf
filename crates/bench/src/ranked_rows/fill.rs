//! Polls and their votes put straight into the storage file, as the design document writes them: by HTTP a million would take minutes.

use crate::{
    Measured,
    client::{Request, get, post},
    fill::put_all,
    store_rows::id,
    tables::{FILE, RANKED_CHOICE_POLLS},
    tally_rows::drawn::{Ballot, NAMES, names},
};
use kernel::SystemClock;
use serde_json::json;
use std::{path::Path, sync::Arc};
use store::{Item, Key, Store, Value, Write};
use store_embedded::{EmbeddedStore, Options};

/// A poll by its number.
#[derive(Clone, Copy)]
pub struct Poll(u64);

impl Poll {
    pub fn numbered(number: u64) -> Self {
        Self(number)
    }

    pub fn results(self) -> Request {
        get(&format!("/api/v1/ranked-polls/{}/results", id(self.0)))
    }

    /// Someone's vote; each time it is sent, it is someone else's.
    pub fn vote(self, ballot: &Ballot) -> Request {
        post(&format!("/api/v1/ranked-polls/{}/votes", id(self.0)), &json!({ "rankings": names(ballot) }))
    }

    fn key(self, sort: impl Into<String>) -> Key {
        Key::new(format!("POLL#{}", id(self.0)), sort.into())
    }

    fn metadata(self) -> Item {
        Item::new()
            .with("id", id(self.0))
            .with("title", "Which tree?")
            .with("candidates", list(&NAMES))
            .with("createdAt", "2026-01-15T10:30:00.000Z")
            .with_key(&RANKED_CHOICE_POLLS, self.key("METADATA"))
    }

    fn stored_vote(self, number: usize, ballot: &Ballot) -> Item {
        let vote = id(number as u64);
        Item::new()
            .with("id", vote.as_str())
            .with("pollId", id(self.0))
            .with("rankings", list(&names(ballot)))
            .with("votedAt", "2026-01-15T14:22:00.000Z")
            .with_key(&RANKED_CHOICE_POLLS, self.key(format!("VOTE#{vote}")))
    }
}

fn list(names: &[&str]) -> Value {
    Value::L(names.iter().copied().map(Value::from).collect())
}

/// Fills the data folder of a program that is not running.
pub async fn fill(data: &Path, polls: &[(Poll, &[Ballot])]) -> Measured<()> {
    let options = Options::new(data.join(FILE), vec![&RANKED_CHOICE_POLLS], Arc::new(SystemClock));
    let store: Arc<dyn Store> = Arc::new(EmbeddedStore::open(options)?);
    for (poll, ballots) in polls {
        store.write(Write::put(&RANKED_CHOICE_POLLS, poll.metadata())).await?;
        let votes = ballots.iter().enumerate().map(|(number, ballot)| poll.stored_vote(number, ballot));
        put_all(&store, votes.map(|vote| Write::put(&RANKED_CHOICE_POLLS, vote))).await?;
    }
    Ok(())
}
