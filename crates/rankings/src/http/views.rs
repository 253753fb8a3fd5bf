//! What is sent and taken, field by field.

use crate::{
    model::{FEWEST_CANDIDATES, LONGEST_NAME, MOST_CANDIDATES, PollSettings, Vote, Voter},
    service::{
        clone_poll::ClonePoll,
        create_poll::{CreatePoll, CreatedPoll},
        edit_poll::EditPoll,
        get_poll::SeenPoll,
    },
    urls,
};
use kernel::{Moment, Patch};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{
    Ctx,
    bounds::{texts, texts_or_null},
    outcome::OutcomeLink,
};

/// A ranked-choice poll.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PollView {
    #[schema(value_type = String, format = Uuid)]
    pub id: String,
    /// Where people vote.
    pub url: String,
    /// The short code, `abc-12345-def`; polls from before codes have none.
    pub code: Option<String>,
    pub title: String,
    pub description: Option<String>,
    pub candidates: Vec<String>,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Moment,
    /// Ballots are taken until then.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub expires_at: Option<Moment>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub closed_at: Option<Moment>,
    /// `null` while the caller may not see results.
    pub total_votes: Option<u64>,
    pub settings: PollSettings,
    /// Whether the account that asks owns the poll.
    pub mine: bool,
    /// What was made of the result.
    pub outcomes: Vec<OutcomeLink>,
}

impl PollView {
    pub fn of(ctx: &Ctx, SeenPoll { poll, total_votes, mine }: SeenPoll) -> Self {
        Self {
            url: ctx.url(&urls::poll(poll.id)),
            id: poll.id.to_string(),
            code: poll.code.map(|code| code.to_string()),
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
    #[schema(value_type = String, format = Uuid)]
    pub id: String,
    pub url: String,
    /// The key to edit, close and delete the poll, as `Authorization: Bearer`. It is shown only here.
    pub manage_key: String,
    pub poll: PollView,
}

impl CreatedPollView {
    pub fn new(ctx: &Ctx, CreatedPoll { poll, manage_key }: CreatedPoll) -> Self {
        let mine = poll.owner_id.is_some();
        let poll = PollView::of(ctx, SeenPoll { poll, total_votes: Some(0), mine });
        Self { id: poll.id.clone(), url: poll.url.clone(), manage_key: manage_key.as_str().to_owned(), poll }
    }
}

/// What may differ in a copy.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClonePollBody {
    /// The same title when left out.
    #[schema(max_length = 200, min_length = 1)]
    title: Option<String>,
    /// Open until it is closed when left out.
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: Option<Moment>,
}

impl From<ClonePollBody> for ClonePoll {
    fn from(ClonePollBody { title, expires_at }: ClonePollBody) -> Self {
        Self { title, expires_at }
    }
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreatePollBody {
    #[schema(min_length = 1, max_length = 200)]
    title: String,
    #[schema(max_length = 5000)]
    description: Option<String>,
    #[schema(schema_with = texts::<FEWEST_CANDIDATES, MOST_CANDIDATES, LONGEST_NAME>)]
    /// 2 to 100 names of at most 200 characters; no two that differ only in case.
    candidates: Vec<String>,
    /// When voting ends by itself.
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: Option<Moment>,
    #[serde(default)]
    settings: Option<PollSettings>,
}

impl From<CreatePollBody> for CreatePoll {
    fn from(body: CreatePollBody) -> Self {
        Self {
            title: body.title,
            description: body.description,
            candidates: body.candidates,
            expires_at: body.expires_at,
            settings: body.settings.unwrap_or_default(),
        }
    }
}

/// A merge-patch: what is absent stays, `null` clears.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditPollBody {
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200)]
    #[serde(default)]
    title: Patch<String>,
    #[schema(value_type = Option<String>, max_length = 5000)]
    #[serde(default)]
    description: Patch<String>,
    /// Fixed once somebody has voted.
    #[schema(value_type = Option<Vec<String>>, schema_with = texts_or_null::<FEWEST_CANDIDATES, MOST_CANDIDATES, LONGEST_NAME>)]
    #[serde(default)]
    candidates: Patch<Vec<String>>,
    #[schema(value_type = Option<String>, format = DateTime)]
    #[serde(default)]
    expires_at: Patch<Moment>,
    #[schema(value_type = Option<PollSettings>)]
    #[serde(default)]
    settings: Patch<PollSettings>,
}

impl From<EditPollBody> for EditPoll {
    fn from(body: EditPollBody) -> Self {
        let EditPollBody { title, description, candidates, expires_at, settings } = body;
        Self { title, description, candidates, expires_at, settings }
    }
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CastVoteBody {
    /// Candidates from first choice to last; those left out rank below all of them.
    #[schema(schema_with = texts::<0, MOST_CANDIDATES, LONGEST_NAME>)]
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
    #[schema(value_type = String, format = Uuid)]
    pub id: String,
    pub rankings: Vec<String>,
    #[schema(value_type = String, format = DateTime)]
    pub voted_at: Moment,
    /// The key to see, replace and withdraw this ballot; `null` when an account cast it.
    pub voter_key: Option<String>,
}

impl VoteView {
    pub fn new(vote: Vote, voter: Option<&Voter>) -> Self {
        Self {
            id: vote.id.to_string(),
            rankings: vote.rankings,
            voted_at: vote.voted_at,
            voter_key: voter.and_then(Voter::key).map(str::to_owned),
        }
    }
}
