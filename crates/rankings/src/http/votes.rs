//! Ballots: casting, seeing one's own, taking it back.

use super::views::{CastVoteBody, VoteView};
use crate::{
    Error,
    model::{PollId, VoteId, Voter},
    service::{self, access::Credentials, cast_vote::CastVote},
};
use http::StatusCode;
use web::{Ctx, Json, Path, Problem};

/// Casts a ballot, or replaces the voter's earlier one.
#[utoipa::path(
    post,
    path = "/ranked-polls/{id}/votes",
    tag = "rankings",
    params(("id" = uuid::Uuid, Path)),
    security((), ("bearer" = [])),
    responses(
        (status = 201, body = VoteView, description = "a new ballot"),
        (status = 200, body = VoteView, description = "it replaced the voter's earlier one"),
        (status = 404, description = "no such poll"),
        (status = 409, description = "the poll is closed"),
        (status = 410, description = "the poll's time is over"),
        (status = 422, description = "nothing ranked, an unknown or a repeated name, or a voter key that is too short"),
    )
)]
pub async fn cast_vote(
    ctx: Ctx,
    Path(poll): Path<PollId>,
    Json(body): Json<CastVoteBody>,
) -> Result<(StatusCode, Json<VoteView>), Problem> {
    let cmd = CastVote { poll, rankings: body.rankings, voter: voter(&ctx, body.voter_key.as_deref())? };
    let cast = service::cast_vote::cast_vote(&ctx, &cmd).await?;
    let status = if cast.replaced { StatusCode::OK } else { StatusCode::CREATED };
    Ok((status, Json(VoteView::new(cast.vote, Some(&cmd.voter)))))
}

fn voter(ctx: &Ctx, key: Option<&str>) -> Result<Voter, Error> {
    match (key, &ctx.actor.account) {
        (Some(key), _) => Voter::with_key(key).map_err(|error| Error::Invalid(vec![error])),
        (None, Some(account)) => Ok(Voter::Account(account.user_id)),
        (None, None) => Ok(Voter::drawn(&ctx.rng)),
    }
}

/// One's own ballot, with its `voterKey` as bearer.
#[utoipa::path(
    get,
    path = "/ranked-polls/{id}/votes/{voteId}",
    tag = "rankings",
    params(("id" = uuid::Uuid, Path), ("voteId" = uuid::Uuid, Path)),
    security(("bearer" = [])),
    responses(
        (status = 200, body = VoteView),
        (status = 401, description = "the voter key is missing or another ballot's"),
        (status = 403, description = "another account's ballot"),
        (status = 404, description = "no such poll or ballot"),
    )
)]
pub async fn get_vote(
    ctx: Ctx,
    Path((poll, vote)): Path<(PollId, VoteId)>,
) -> Result<Json<VoteView>, Problem> {
    let credentials = Credentials::of_bearer(&ctx);
    let vote = service::get_vote::get_vote(&ctx, poll, vote, &credentials).await?;
    Ok(Json(VoteView::new(vote, credentials.voter())))
}

/// Takes one's ballot back, while the poll is open.
#[utoipa::path(
    delete,
    path = "/ranked-polls/{id}/votes/{voteId}",
    tag = "rankings",
    params(("id" = uuid::Uuid, Path), ("voteId" = uuid::Uuid, Path)),
    security(("bearer" = [])),
    responses(
        (status = 204),
        (status = 401, description = "the voter key is missing or another ballot's"),
        (status = 403, description = "another account's ballot"),
        (status = 404, description = "no such poll or ballot"),
        (status = 409, description = "the poll is closed"),
        (status = 410, description = "the poll's time is over"),
    )
)]
pub async fn withdraw_vote(
    ctx: Ctx,
    Path((poll, vote)): Path<(PollId, VoteId)>,
) -> Result<StatusCode, Problem> {
    service::withdraw_vote::withdraw_vote(&ctx, poll, vote, &Credentials::of_bearer(&ctx)).await?;
    Ok(StatusCode::NO_CONTENT)
}
