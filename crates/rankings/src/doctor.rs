//! Checks stored votes against their polls.

use crate::{
    keys,
    model::{Poll, Vote},
    tables::RANKED_CHOICE_POLLS,
};
use async_trait::async_trait;
use futures::TryStreamExt;
use store::{Item, Key, View, from_item, scan_all};
use web::{DoctorCheck, Finding, Services};

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
        let mut current = (String::new(), None::<Poll>);
        let mut rows = scan_all(store, &RANKED_CHOICE_POLLS);
        while let Some(row) = rows.try_next().await? {
            let text = |name| row.get(name).and_then(View::as_str).unwrap_or_default();
            if keys::vote_of(text("SK")).is_none() {
                continue;
            }
            if current.0 != text("PK") {
                let poll = match keys::poll_of(text("PK")) {
                    Some(id) => store.get(&RANKED_CHOICE_POLLS, &keys::poll(id)).await?,
                    None => None,
                };
                current = (text("PK").to_owned(), poll.map(from_item).transpose()?);
            }
            let at = (&RANKED_CHOICE_POLLS, Key::of(&row, &RANKED_CHOICE_POLLS.key)?);
            if let Some(poll) = &current.1 {
                findings.extend(strange_names(poll, &at.1, row)?);
            } else {
                let what = "a vote in a poll that is not there";
                findings.push(Finding::removable(services, at, what, repair).await?);
            }
        }
        Ok(findings)
    }
}

fn strange_names(poll: &Poll, key: &Key, row: Item) -> store::Result<Option<Finding>> {
    let vote: Vote = from_item(row)?;
    let strange = vote.rankings.iter().find(|name| !poll.candidates.contains(name));
    Ok(strange.map(|name| {
        let what = format!("the vote ranks {name:?}, which is not a candidate");
        let remedy = "leave it: counting passes over names it does not know";
        Finding::told(&RANKED_CHOICE_POLLS, key, what, remedy)
    }))
}
