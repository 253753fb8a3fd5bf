//! Checks stored votes against their polls.

use crate::{
    keys,
    model::{Poll, Vote},
    service::delete_poll,
    tables::RANKED_CHOICE_POLLS,
};
use async_trait::async_trait;
use futures::TryStreamExt;
use store::{Item, Key, View, from_item, scan_all};
use web::{DoctorCheck, Finding, Services, unfinished};

/// A vote belongs to a poll that is there, and ranks its candidates only. One that was under way while its poll was deleted may be
/// left behind: it is removed. One that names others was not written by this program; counting passes over what it does not
/// know, and nobody but the voter may change it, so it is only told.
pub struct VotesFitTheirPolls;

#[async_trait]
impl DoctorCheck for VotesFitTheirPolls {
    fn name(&self) -> &'static str {
        "ranked votes fit their polls"
    }

    async fn check(&self, services: &Services, repair: bool) -> store::Result<Vec<Finding>> {
        let store = services.store.as_ref();
        let mut findings = Vec::new();
        // A partition's rows come together, so the poll of one vote is mostly that of the next.
        let mut current = (String::new(), None);
        let mut rows = scan_all(store, &RANKED_CHOICE_POLLS);
        while let Some(row) = rows.try_next().await? {
            let key = Key::of(&row, &RANKED_CHOICE_POLLS.key)?;
            let text = |name| row.get(name).and_then(View::as_str).unwrap_or_default();
            if keys::vote_of(text("SK")).is_none() {
                findings.extend(poll(services, key, &row, repair).await?);
                continue;
            }
            if current.0 != text("PK") {
                let poll = store.get(&RANKED_CHOICE_POLLS, &keys::poll_in(text("PK"))).await?;
                current = (text("PK").to_owned(), poll);
            }
            if let Some(poll) = &current.1 {
                findings.extend(vote(poll, &key, row));
            } else {
                let what = "a vote in a poll that is not there";
                findings.push(Finding::removable(&RANKED_CHOICE_POLLS, key, what));
            }
        }
        Ok(findings)
    }
}

/// Of a poll: that it reads, and that its deletion goes on where one was begun.
async fn poll(services: &Services, key: Key, row: &Item, repair: bool) -> store::Result<Option<Finding>> {
    if key.sort_text() != Some(keys::METADATA) {
        return Ok(Some(Finding::loose(&RANKED_CHOICE_POLLS, &key, "an item of no known kind")));
    }
    match from_item::<Poll>(row) {
        Err(error) => Ok(Some(Finding::unreadable(&RANKED_CHOICE_POLLS, &key, error))),
        Ok(poll) if poll.deleted_at.is_some() => {
            let id = poll.id.to_string();
            unfinished(services, (&RANKED_CHOICE_POLLS, key), (delete_poll::WORK, &id), repair).await
        }
        Ok(_) => Ok(None),
    }
}

/// Of a vote whose poll is there: that it reads, and ranks its candidates. A poll that cannot be read is told of itself.
fn vote(poll: &Item, key: &Key, row: Item) -> Option<Finding> {
    let vote: Vote = match from_item(row) {
        Ok(vote) => vote,
        Err(error) => return Some(Finding::unreadable(&RANKED_CHOICE_POLLS, key, error)),
    };
    let poll: Poll = from_item(poll).ok()?;
    let strange = vote.rankings.iter().find(|name| !poll.candidates.contains(name))?;
    let what = format!("the vote ranks {strange:?}, which is not a candidate");
    let remedy = "leave it: counting passes over names it does not know";
    Some(Finding::told(&RANKED_CHOICE_POLLS, key, what, remedy))
}
