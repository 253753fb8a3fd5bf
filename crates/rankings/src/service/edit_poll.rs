//! Edits a poll.
//!
//! The candidates are fixed once a vote exists. No edit counts votes to decide that: the first vote sets `firstVoteAt` on the poll
//! in its own transaction, on the condition that the poll is the version its ranking was checked against, and an edit of the
//! candidates is on the condition that it is not set. Whichever comes first, the other is refused. Later votes find it set and
//! leave the poll alone.

use crate::{
    Error, keys,
    model::{Candidates, Poll, PollId, PollSettings, drawn_tie_order, read},
    service::{access::Credentials, live, load},
};
use kernel::{Checks, Moment, Patch, Rng};
use std::collections::BTreeMap;
use store::{Condition, Value, Write};
use web::Ctx;

/// How often an edit is made anew on what somebody else has just changed.
const TRIES: usize = 5;

/// What to change.
#[derive(Debug, Clone, Default)]
pub struct EditPoll {
    /// The version that whoever edits had before them, where it is not told by `If-Match`.
    pub seen: Option<u32>,
    pub title: Patch<String>,
    pub description: Patch<String>,
    pub candidates: Patch<Vec<String>>,
    pub expires_at: Patch<Moment>,
    pub settings: Patch<PollSettings>,
}

pub async fn edit_poll(
    ctx: &Ctx,
    id: PollId,
    credentials: &Credentials,
    edit: &EditPoll,
) -> Result<Poll, Error> {
    // Votes that were put there by other means set nothing on the poll, so one look at them too.
    let has_votes = edit.candidates.is_given() && has_votes(ctx, id).await?;
    change(ctx, id, credentials, |poll| {
        if edit.seen.is_some_and(|seen| seen != poll.version) {
            return Err(Error::Stale);
        }
        let edited = edit.applied_to(poll, ctx)?;
        let write = write(poll, &edited);
        if edited.candidates == poll.candidates {
            return Ok((write, edited));
        }
        if has_votes || poll.first_vote_at.is_some() {
            return Err(Error::CandidatesFixed);
        }
        Ok((write.when(Condition::absent("firstVoteAt")), edited))
    })
    .await
}

/// Changes the poll as `decide` says, on its newest version; who sent `If-Match` meant one version only.
pub async fn change(
    ctx: &Ctx,
    id: PollId,
    credentials: &Credentials,
    decide: impl Fn(&Poll) -> Result<(Write, Poll), Error> + Send,
) -> Result<Poll, Error> {
    for _ in 0..TRIES {
        let poll = load::poll(ctx, id).await?;
        credentials.must_manage(&poll)?;
        ctx.check_if_match(&poll.version).map_err(|_| Error::Stale)?;
        let (write, changed) = decide(&poll)?;
        match ctx.store.write(write).await {
            Ok(()) => {
                live::poll_changed(&ctx.live, id);
                return Ok(changed);
            }
            Err(error) if error.is_condition_failed() => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Error::Contended)
}

async fn has_votes(ctx: &Ctx, poll: PollId) -> Result<bool, Error> {
    Ok(!ctx.store.query(keys::votes_of(poll).limit(1)).await?.items.is_empty())
}

impl EditPoll {
    fn applied_to(&self, poll: &Poll, ctx: &Ctx) -> Result<Poll, Error> {
        let mut checks = Checks::new();
        let mut edited = Poll { version: poll.version + 1, ..poll.clone() };
        if self.title.is_given() {
            edited.title = read::title(&self.title.clone().value().unwrap_or_default(), &mut checks);
        }
        if self.description.is_given() {
            edited.description = read::description(self.description.clone().value().as_deref(), &mut checks);
        }
        self.expires_at.change_optional(&mut edited.expires_at);
        if edited.expires_at != poll.expires_at {
            read::expiry(edited.expires_at, ctx.clock.now(), &mut checks);
        }
        edited.settings = self.settings.apply(poll.settings, PollSettings::default());
        if self.candidates.is_given() {
            let names = self.candidates.clone().value().unwrap_or_default();
            edited.replace_candidates(&names, &ctx.rng, &mut checks);
        }
        checks.done()?;
        Ok(edited)
    }
}

impl Poll {
    /// Another list of candidates needs an order of its own for ties.
    fn replace_candidates(&mut self, names: &[String], rng: &Rng, checks: &mut Checks) {
        let Candidates(names) = Candidates::read(names, checks);
        if names != self.candidates {
            self.tie_order = drawn_tie_order(names.len(), rng);
            self.candidates = names;
        }
    }
}

/// The attributes that differ.
fn write(poll: &Poll, edited: &Poll) -> Write {
    let mut write = load::edit_of(poll).set("title", edited.title.as_str());
    write = set_or_remove(write, "description", edited.description.clone());
    write = set_or_remove(write, "expiresAt", edited.expires_at.map(|end| end.to_string()));
    if edited.settings != poll.settings {
        let visibility = edited.settings.results_visibility.as_str().into();
        write = write.set("settings", Value::M(BTreeMap::from([("resultsVisibility".into(), visibility)])));
    }
    if edited.candidates != poll.candidates {
        let names = edited.candidates.iter().map(|name| name.as_str().into()).collect();
        let order = edited.tie_order.iter().map(|place| (*place).into()).collect();
        write = write.set("candidates", Value::L(names)).set("tieOrder", Value::L(order));
    }
    write
}

fn set_or_remove(write: Write, attribute: &'static str, value: Option<String>) -> Write {
    match value {
        Some(value) => write.set(attribute, value),
        None => write.remove(attribute),
    }
}
