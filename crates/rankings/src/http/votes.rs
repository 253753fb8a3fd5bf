//! Ballots: casting, seeing one's own, withdrawing it.

use super::{
    failures,
    views::{CastVoteBody, VoteView},
};
use crate::{
    Error,
    gate::Gate,
    model::{VoteId, Voter},
    service::{
        cast_vote::{self, CastOutcome, CastVote},
        get_vote, withdraw_vote,
    },
};
use http::StatusCode;
use serde::Deserialize;
use web::{Creating, Ctx, Json, Once, Path, Problem};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VotePath {
    vote_id: VoteId,
}

/// Casts a ballot, or replaces the voter's earlier one.
#[utoipa::path(post, path = "/ranked-polls/{id}/votes", tag = "rankings", request_body = CastVoteBody,
    params(("id" = uuid::Uuid, Path), ("Idempotency-Key" = Option<String>, Header)),
    responses(
        (status = 201, body = VoteView, description = "a new ballot, or a request sent again: the ballot as it stands now"),
        (status = 200, body = VoteView, description = "it replaced the voter's earlier one"),
        (status = 422, description = "nothing ranked, an unknown or a repeated name, a voter key that is too short, or the idempotency key of another ballot"),
        failures::Reading, failures::Voting))]
pub async fn cast_vote(
    Gate { ctx, visitor }: Gate,
    Creating { once, body }: Creating<CastVoteBody>,
) -> Result<(StatusCode, Json<VoteView>), Problem> {
    let voter = voter(&ctx, body.voter_key.as_deref(), &once)?;
    let cmd = CastVote { poll: visitor.id, rankings: body.rankings, voter, once };
    let cast = cast_vote::cast_vote(&ctx, &cmd).await?;
    let status = match cast.outcome {
        CastOutcome::Replaced => StatusCode::OK,
        CastOutcome::New | CastOutcome::Replayed => StatusCode::CREATED,
    };
    Ok((status, Json(VoteView::new(cast.vote, Some(&cmd.voter)))))
}

/// Who votes: the holder of a key, the account, or somebody new, whose key the request's own makes the same when it is sent again.
fn voter(ctx: &Ctx, key: Option<&str>, once: &Once) -> Result<Voter, Error> {
    match (key, &ctx.actor.account) {
        (Some(key), _) => Ok(Voter::with_key(key)?),
        (None, Some(account)) => Ok(Voter::Account(account.user_id)),
        (None, None) => Ok(Voter::Key(once.seed(ctx)?.token("voter key"))),
    }
}

/// One's own ballot, with its `voterKey` as bearer.
#[utoipa::path(get, path = "/ranked-polls/{id}/votes/{voteId}", tag = "rankings",
    params(("id" = uuid::Uuid, Path), ("voteId" = uuid::Uuid, Path)), security(("bearer" = [])),
    responses((status = 200, body = VoteView), failures::OwnBallot))]
pub async fn get_vote(
    Gate { ctx, visitor }: Gate,
    Path(VotePath { vote_id }): Path<VotePath>,
) -> Result<Json<VoteView>, Problem> {
    let vote = get_vote::get_vote(&ctx, &visitor, vote_id).await?;
    Ok(Json(VoteView::new(vote, visitor.voter.as_ref())))
}

/// Withdraws one's ballot, while the poll is open.
#[utoipa::path(delete, path = "/ranked-polls/{id}/votes/{voteId}", tag = "rankings",
    params(("id" = uuid::Uuid, Path), ("voteId" = uuid::Uuid, Path)), security(("bearer" = [])),
    responses((status = 204), failures::OwnBallot, failures::Voting))]
pub async fn withdraw_vote(
    Gate { ctx, visitor }: Gate,
    Path(VotePath { vote_id }): Path<VotePath>,
) -> Result<StatusCode, Problem> {
    withdraw_vote::withdraw_vote(&ctx, &visitor, vote_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
