//! Checks stored votes against their polls.

use crate::{
    keys,
    model::{Poll, Vote},
    tables::RANKED_CHOICE_POLLS,
};
use async_trait::async_trait;
use store::{Item, Key, Scan, View, Write, from_item};
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
        let mut findings = Vec::new();
        let mut poll = CurrentPoll::default();
        let mut scan = Scan { table: &RANKED_CHOICE_POLLS, limit: None, after: None };
        loop {
            let rows = services.store.scan(scan.clone()).await?;
            for row in rows.items {
                let key = Key::of(&row, &RANKED_CHOICE_POLLS.key)?;
                let is_vote = row.get("SK").and_then(View::as_str).and_then(keys::vote_of).is_some();
                if !is_vote {
                    continue;
                }
                match poll.of(services, &row).await? {
                    None => findings.push(left_behind(services, key, repair).await?),
                    Some(poll) => findings.extend(strange_names(poll, row)?),
                }
            }
            match rows.next {
                Some(next) => scan.after = Some(next),
                None => return Ok(findings),
            }
        }
    }
}

/// A partition's rows come together, so the poll of the last one is mostly that of the next.
#[derive(Default)]
struct CurrentPoll {
    pk: String,
    poll: Option<Poll>,
}

impl CurrentPoll {
    async fn of(&mut self, services: &Services, row: &Item) -> store::Result<Option<&Poll>> {
        let pk = row.get("PK").and_then(View::as_str).unwrap_or_default();
        if self.pk != pk {
            pk.clone_into(&mut self.pk);
            self.poll = match keys::poll_of(pk) {
                Some(id) => services
                    .store
                    .get(&RANKED_CHOICE_POLLS, &keys::poll(id))
                    .await?
                    .map(from_item)
                    .transpose()?,
                None => None,
            };
        }
        Ok(self.poll.as_ref())
    }
}

async fn left_behind(services: &Services, key: Key, repair: bool) -> store::Result<Finding> {
    let finding = Finding::mendable(&RANKED_CHOICE_POLLS, &key, "a vote in a poll that is not there", repair);
    if repair {
        services.store.write(Write::delete(&RANKED_CHOICE_POLLS, key)).await?;
    }
    Ok(finding)
}

fn strange_names(poll: &Poll, row: Item) -> store::Result<Option<Finding>> {
    let key = Key::of(&row, &RANKED_CHOICE_POLLS.key)?;
    let vote: Vote = from_item(row)?;
    let strange = vote.rankings.iter().find(|name| !poll.candidates.contains(name));
    Ok(strange.map(|name| {
        let what = format!("the vote ranks {name:?}, which is not a candidate");
        Finding::told(
            &RANKED_CHOICE_POLLS,
            &key,
            what,
            "leave it: counting passes over names it does not know",
        )
    }))
}
