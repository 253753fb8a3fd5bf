//! Creating, reading, editing, closing, keeping and deleting polls.

use super::{
    failures,
    views::{CreatedPollView, PollView},
};
use crate::{
    gate::{Gate, Opened},
    model::Poll,
    service::{
        clone_poll::{self, ClonePoll},
        close_poll, count_votes,
        create_poll::{self, CreatePoll},
        delete_poll,
        edit_poll::{self, EditPoll},
        keep_poll, reopen_poll,
    },
};
use axum::response::Response;
use http::StatusCode;
use web::{
    Creating, Ctx, Json, Problem, Versioned,
    mine::Keep,
    outcome::{self, MadeView, MakeOutcome},
};

type Created = (StatusCode, Versioned<u64, CreatedPollView>);
type Shown = Versioned<u64, PollView>;

/// Creates a ranked-choice poll. No account is needed.
#[utoipa::path(post, path = "/ranked-polls", tag = "rankings", request_body = CreatePoll,
    params(("Idempotency-Key" = Option<String>, Header)),
    responses(
        (status = 201, body = CreatedPollView),
        (status = 401, description = "this server wants an account for that"), failures::Creating))]
pub async fn create_poll(
    ctx: Ctx,
    Creating { once, body }: Creating<CreatePoll>,
) -> Result<Created, Problem> {
    let made = create_poll::create_poll(&ctx, &once, body).await?.into_inner();
    Ok((StatusCode::CREATED, Versioned(made.poll.version, CreatedPollView::new(&ctx, made))))
}

/// A poll. It stays readable after its end.
#[utoipa::path(get, path = "/ranked-polls/{id}", tag = "rankings", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = PollView), failures::Reading))]
pub async fn get_poll(gate: Gate) -> Result<Shown, Problem> {
    shown(&gate, gate.poll().await?).await
}

/// Edits a poll. The candidates are fixed once somebody has voted.
#[utoipa::path(patch, path = "/ranked-polls/{id}", tag = "rankings", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])),
    responses(
        (status = 200, body = PollView), (status = 422, description = "something is not allowed"),
        failures::Managing))]
pub async fn edit_poll(gate: Gate, Json(body): Json<EditPoll>) -> Result<Shown, Problem> {
    let Gate { ctx, visitor } = &gate;
    let poll = edit_poll::edit_poll(ctx, visitor, &ctx.expected(), &body).await?;
    shown(&gate, poll).await
}

/// Deletes a poll and every ballot in it.
#[utoipa::path(delete, path = "/ranked-polls/{id}", tag = "rankings", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 204), failures::Managing))]
pub async fn delete_poll(Gate { ctx, visitor }: Gate) -> Result<StatusCode, Problem> {
    delete_poll::delete_poll(&ctx, &visitor, &ctx.expected()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The same question and options in a new poll, without the ballots.
#[utoipa::path(post, path = "/ranked-polls/{id}/clone", tag = "rankings", request_body = ClonePoll,
    params(("id" = uuid::Uuid, Path), ("Idempotency-Key" = Option<String>, Header)),
    security(("bearer" = [])),
    responses((status = 201, body = CreatedPollView), failures::Creating, failures::Managing))]
pub async fn clone_poll(
    Gate { ctx, visitor }: Gate,
    Creating { once, body }: Creating<ClonePoll>,
) -> Result<Created, Problem> {
    let made = clone_poll::clone_poll(&ctx, &visitor, &once, body).await?.into_inner();
    Ok((StatusCode::CREATED, Versioned(made.poll.version, CreatedPollView::new(&ctx, made))))
}

/// Ends voting now.
#[utoipa::path(post, path = "/ranked-polls/{id}/close", tag = "rankings", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 200, body = PollView), failures::Managing))]
pub async fn close_poll(gate: Gate) -> Result<Shown, Problem> {
    let Gate { ctx, visitor } = &gate;
    let poll = close_poll::close_poll(ctx, visitor, &ctx.expected()).await?;
    shown(&gate, poll).await
}

/// Takes ballots again. A poll past its time also needs a later `expiresAt`.
#[utoipa::path(post, path = "/ranked-polls/{id}/reopen", tag = "rankings", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 200, body = PollView), failures::Managing))]
pub async fn reopen_poll(gate: Gate) -> Result<Shown, Problem> {
    let Gate { ctx, visitor } = &gate;
    let poll = reopen_poll::reopen_poll(ctx, visitor, &ctx.expected()).await?;
    shown(&gate, poll).await
}

/// Makes an event, a checklist, a hangout or a movie round of what a closed poll decided; one of each kind.
#[utoipa::path(post, path = "/ranked-polls/{id}/outcome", tag = "rankings", request_body = MakeOutcome,
    params(("id" = uuid::Uuid, Path), ("Idempotency-Key" = Option<String>, Header)),
    security(("bearer" = [])),
    responses((status = 201, body = MadeView), failures::Creating, failures::Managing))]
pub async fn make_outcome(
    gate: Gate,
    Creating { once, body }: Creating<MakeOutcome>,
) -> Result<Response, Problem> {
    Ok(outcome::make_outcome(&gate, &once, &body).await?.into_json(&gate.ctx))
}

/// Keeps a poll that this browser created signed out for the account that is signed in now.
#[utoipa::path(put, path = "/ranked-polls/{id}/owner", tag = "rankings", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])),
    responses(
        (status = 200, body = PollView), (status = 401, description = "nobody is signed in"),
        (status = 403, description = "another browser created it"),
        (status = 409, description = "it has an owner"), failures::Reading))]
pub async fn keep_poll(gate: Gate) -> Result<Shown, Problem> {
    let claim = Keep::Claim { created_here: gate.has_created() };
    let poll = keep_poll::keep_poll(&gate.ctx, &gate.visitor, claim).await?;
    shown(&gate, poll).await
}

/// The owner gives a poll up: it stays, without an owner.
#[utoipa::path(delete, path = "/ranked-polls/{id}/owner", tag = "rankings", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 204), failures::Managing))]
pub async fn give_up_poll(Gate { ctx, visitor }: Gate) -> Result<StatusCode, Problem> {
    keep_poll::keep_poll(&ctx, &visitor, Keep::GiveUp).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn shown(gate: &Gate, poll: Poll) -> Result<Shown, Problem> {
    let Opened { poll, rights, .. } = gate.opened(poll).await?;
    let total_votes = count_votes::count_votes(&gate.ctx, &poll, rights).await?;
    let mine = gate.visitor.owns(&poll);
    Ok(Versioned(poll.version, PollView::of(&gate.ctx, poll, total_votes, mine)))
}
