//! Makes a poll.

use crate::{
    Error, keys,
    model::{Candidates, ManageKey, Poll, PollId, PollSettings, drawn_tie_order, read},
    tables::RANKED_CHOICE_POLLS,
};
use kernel::{Checks, Moment, actor::Refused};
use web::{Ctx, Quota};

pub struct CreatePoll {
    pub title: String,
    pub description: Option<String>,
    pub candidates: Vec<String>,
    pub expires_at: Option<Moment>,
    pub settings: PollSettings,
}

/// Makes a poll and the key to manage it, which is stored only as a hash.
pub async fn create_poll(ctx: &Ctx, cmd: CreatePoll) -> Result<(Poll, ManageKey), Error> {
    if ctx.actor.account.is_none() && !ctx.settings.anonymous_creation {
        return Err(Refused::SignedOut.into());
    }
    let now = ctx.clock.now();
    let mut checks = Checks::new();
    let title = read::title(&cmd.title, &mut checks);
    let description = read::description(cmd.description.as_deref(), &mut checks);
    let Candidates(candidates) = Candidates::read(&cmd.candidates, &mut checks);
    read::expiry(cmd.expires_at, now, &mut checks);
    checks.done()?;
    if ctx.actor.account.is_none() {
        ctx.quotas.take(Quota::Creations, ctx.actor.address)?;
    }
    let manage_key = ManageKey::draw(&ctx.rng);
    let poll = Poll {
        id: PollId(ctx.rng.uuid_v4()),
        title,
        description,
        tie_order: drawn_tie_order(candidates.len(), &ctx.rng),
        candidates,
        created_at: now.into(),
        expires_at: cmd.expires_at,
        closed_at: None,
        deleted_at: None,
        first_vote_at: None,
        manage_key_hash: Some(manage_key.hash()),
        version: 1,
        settings: cmd.settings,
    };
    ctx.store.write(store::put(&RANKED_CHOICE_POLLS, keys::poll(poll.id), &poll)?.if_new()).await?;
    Ok((poll, manage_key))
}
