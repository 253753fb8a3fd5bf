//! What is sent and taken, field by field.

use crate::{
    model::{
        Poll, PollCode, PollId, StoredSettings, Vote, VoteId, Voter,
        candidates::{LONGEST_NAME, MOST},
    },
    service::create_poll::CreatedPoll,
    urls,
};
use kernel::Moment;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{Ctx, bounds::texts, outcome::OutcomeLink};

/// A ranked-choice poll.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PollView {
    pub id: PollId,
    /// Where people vote.
    pub url: String,
    /// The short code, `abc-12345-def`; polls from before codes have none.
    pub code: Option<PollCode>,
    pub title: String,
    pub description: Option<String>,
    pub candidates: Vec<String>,
    pub created_at: Moment,
    /// Ballots are taken until then.
    pub expires_at: Option<Moment>,
    pub closed_at: Option<Moment>,
    /// `null` while the caller may not see results.
    pub total_votes: Option<u64>,
    pub settings: StoredSettings,
    /// Whether the account that asks owns the poll.
    pub mine: bool,
    /// What was made of the result.
    pub outcomes: Vec<OutcomeLink>,
}

impl PollView {
    pub fn of(ctx: &Ctx, poll: Poll, total_votes: Option<u64>, mine: bool) -> Self {
        Self {
            url: ctx.url(&urls::poll(poll.id)),
            id: poll.id,
            code: poll.code,
            title: poll.title,
            description: poll.description,
            candidates: poll.candidates,
            created_at: poll.created_at,
            expires_at: poll.expires_at,
            closed_at: poll.closed_at,
            total_votes,
            settings: poll.settings,
            outcomes: poll.outcomes.iter().map(|outcome| outcome.link(ctx)).collect(),
            mine,
        }
    }
}

/// A new poll, and the key to manage it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreatedPoll)]
pub struct CreatedPollView {
    pub id: PollId,
    pub url: String,
    /// The key to edit, close and delete the poll, as `Authorization: Bearer`. It is shown only here.
    pub manage_key: String,
    pub poll: PollView,
}

impl CreatedPollView {
    pub fn new(ctx: &Ctx, CreatedPoll { poll, manage_key }: CreatedPoll) -> Self {
        let mine = poll.owner_id.is_some();
        let poll = PollView::of(ctx, poll, Some(0), mine);
        Self { id: poll.id, url: poll.url.clone(), manage_key: manage_key.as_str().to_owned(), poll }
    }
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CastVoteBody {
    /// Candidates from first choice to last; those left out rank below all of them.
    #[schema(schema_with = texts::<0, MOST, LONGEST_NAME>)]
    pub rankings: Vec<String>,
    /// The voter's secret, 22 to 200 characters: voting again with it replaces the ballot. Left out, the signed-in account votes, or a
    /// key is made.
    #[schema(min_length = 22, max_length = 200)]
    pub voter_key: Option<String>,
}

/// One voter's ballot.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VoteView {
    pub id: VoteId,
    pub rankings: Vec<String>,
    pub voted_at: Moment,
    /// The key to see, replace and withdraw this ballot; `null` when an account cast it.
    pub voter_key: Option<String>,
}

impl VoteView {
    pub fn new(vote: Vote, voter: Option<&Voter>) -> Self {
        Self {
            id: vote.id,
            rankings: vote.rankings,
            voted_at: vote.voted_at,
            voter_key: voter.and_then(Voter::key).map(str::to_owned),
        }
    }
}
