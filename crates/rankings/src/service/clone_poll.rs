//! Uses a poll again: the same question and options in a new poll, without the ballots.

use crate::{
    Error,
    gate::Visitor,
    model::PollSettings,
    service::create_poll::{CreatePoll, CreatedPoll, create_poll},
};
use kernel::Moment;
use serde::Deserialize;
use utoipa::ToSchema;
use web::{Ctx, Made, Once};

/// What may differ in a copy.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ClonePollBody)]
pub struct ClonePoll {
    /// The same title when left out.
    #[schema(max_length = 200, min_length = 1)]
    pub title: Option<String>,
    /// Open until it is closed when left out.
    pub expires_at: Option<Moment>,
}

pub async fn clone_poll(
    ctx: &Ctx,
    visitor: &Visitor,
    once: &Once,
    cmd: ClonePoll,
) -> Result<Made<CreatedPoll>, Error> {
    let source = visitor.for_managing(ctx).await?;
    let copy = CreatePoll {
        title: cmd.title.unwrap_or(source.title),
        description: source.description,
        candidates: source.candidates,
        expires_at: cmd.expires_at,
        settings: Some(PollSettings { results_visibility: source.settings.visibility() }),
    };
    create_poll(ctx, once, copy).await
}
