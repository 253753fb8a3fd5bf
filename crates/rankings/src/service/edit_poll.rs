//! Edits a poll.
//!
//! The candidates are fixed once a vote exists. No edit counts votes to decide that: the first vote sets `firstVoteAt` on the poll
//! in its own transaction, on the condition that the poll is the version its ranking was checked against, and an edit of the
//! candidates is on the condition that it is not set. Whichever comes first, the other is refused. Later votes find it set and
//! leave the poll alone.

use crate::{
    Error,
    gate::Visitor,
    keys,
    model::{
        Poll, PollSettings,
        candidates::{self, FEWEST, LONGEST_NAME, MOST},
    },
};
use kernel::{Checks, Moment, Patch, check::tidy};
use serde::Deserialize;
use store::Condition;
use utoipa::ToSchema;
use web::{Ctx, Edit, Expected, bounds::texts_or_null};

const LONGEST_TITLE: usize = 200;
const LONGEST_DESCRIPTION: usize = 5_000;

/// A merge-patch: what is absent stays, `null` clears.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = EditPollBody)]
pub struct EditPoll {
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200)]
    #[serde(default)]
    pub title: Patch<String>,
    #[schema(value_type = Option<String>, max_length = 5000)]
    #[serde(default)]
    pub description: Patch<String>,
    /// Fixed once somebody has voted.
    #[schema(value_type = Option<Vec<String>>, schema_with = texts_or_null::<FEWEST, MOST, LONGEST_NAME>)]
    #[serde(default)]
    pub candidates: Patch<Vec<String>>,
    #[schema(value_type = Option<String>, format = DateTime)]
    #[serde(default)]
    pub expires_at: Patch<Moment>,
    #[schema(value_type = Option<PollSettings>)]
    #[serde(default)]
    pub settings: Patch<PollSettings>,
}

pub async fn edit_poll(
    ctx: &Ctx,
    visitor: &Visitor,
    expected: &Expected,
    cmd: &EditPoll,
) -> Result<Poll, Error> {
    // Votes that were put there by other means set nothing on the poll, so one look at them too.
    let a_vote = keys::votes_of(visitor.id).limit(1);
    let has_votes = cmd.candidates.is_given() && !ctx.store.query(a_vote).await?.items.is_empty();
    change_poll(ctx, visitor, expected, |poll| {
        let before = poll.candidates.clone();
        cmd.clone().apply(poll, ctx)?;
        if poll.candidates == before {
            return Ok(Edit::of(()));
        }
        if has_votes || poll.first_vote_at.is_some() {
            return Err(Error::CandidatesFixed);
        }
        Ok(Edit::of(()).when(Condition::absent("firstVoteAt")))
    })
    .await
}

/// Makes the manager's change to a poll.
pub async fn change_poll(
    ctx: &Ctx,
    visitor: &Visitor,
    expected: &Expected,
    decide: impl FnMut(&mut Poll) -> Result<Edit<()>, Error>,
) -> Result<Poll, Error> {
    Ok(web::edit(ctx, expected, || visitor.for_managing(ctx), decide).await?.0)
}

impl EditPoll {
    /// Makes the change, or tells everything that is wrong with it.
    pub fn apply(self, poll: &mut Poll, ctx: &Ctx) -> Result<(), Error> {
        let mut checks = Checks::new();
        if self.title.is_given() {
            poll.title = tidy(&self.title.value().unwrap_or_default());
            checks.text("title", &poll.title, LONGEST_TITLE);
        }
        if self.description.is_given() {
            poll.description = self.description.trimmed().value();
            checks.optional("description", poll.description.as_deref(), LONGEST_DESCRIPTION);
        }
        if self.candidates.is_given() {
            let names = candidates::checked(&self.candidates.value().unwrap_or_default(), &mut checks);
            // Another list needs an order of its own for ties.
            if names != poll.candidates {
                poll.tie_order = candidates::drawn_tie_order(names.len(), &ctx.rng);
                poll.candidates = names;
            }
        }
        let before = poll.expires_at;
        self.expires_at.change_optional(&mut poll.expires_at);
        let is_to_come = poll.expires_at.is_none_or(|end| *end > ctx.clock.now());
        checks.that(poll.expires_at == before || is_to_come, "expiresAt", "This time has passed.");
        if self.settings.is_given() {
            poll.settings.change(self.settings.value().unwrap_or_default());
        }
        Ok(checks.done()?)
    }
}
