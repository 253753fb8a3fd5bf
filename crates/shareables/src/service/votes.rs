//! One person's vote in a poll: cast, looked at, changed and withdrawn by its code. It touches its own item alone.

use crate::{
    Error, keys,
    model::{Code, ShortId, Vote, VoteFields},
    service::{
        guess::by_code,
        live,
        open::{self, Opened},
    },
    tables::SHAREABLES,
    view::VoteView,
};
use kernel::Moment;
use store::{Store, Write, from_item, query_all};
use web::Ctx;

/// Votes for the first time; the code in the answer is the person's own key to it.
pub async fn cast_vote(ctx: &Ctx, id: &ShortId, fields: VoteFields) -> Result<VoteView, Error> {
    let opened = open::for_answering(ctx, id).await?;
    check_takes_votes(ctx, &opened)?;
    let (name, answers) = opened.share.poll()?.accept(fields)?;
    let now = Moment::from(ctx.clock.now());
    loop {
        let vote = Vote {
            short_id: *id,
            code: Code::draw(&ctx.rng),
            name: name.clone(),
            answers: answers.clone(),
            created_at: now,
            updated_at: now,
            ttl: opened.share.ttl,
        };
        match ctx.store.write(store::put(&SHAREABLES, keys::vote(id, &vote.code), &vote)?.if_new()).await {
            Ok(()) => {
                live::tell_answered(ctx, id);
                return Ok(vote.into());
            }
            // Somebody has this code: another is drawn.
            Err(error) if error.is_condition_failed() => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// A person's own vote.
pub async fn get_vote(ctx: &Ctx, id: &ShortId, code: &str) -> Result<VoteView, Error> {
    let opened = open::for_reading(ctx, id).await?;
    opened.share.poll()?;
    load(ctx, &opened, code).await.map(VoteView::from)
}

/// Changes a vote.
pub async fn change_vote(ctx: &Ctx, id: &ShortId, code: &str, fields: VoteFields) -> Result<VoteView, Error> {
    let opened = open::for_answering(ctx, id).await?;
    check_takes_votes(ctx, &opened)?;
    let (name, answers) = opened.share.poll()?.accept(fields)?;
    let before = load(ctx, &opened, code).await?;
    let updated_at = Moment::from(ctx.clock.now());
    let vote = Vote { name, answers, updated_at, ttl: opened.share.ttl, ..before };
    let put = store::put(&SHAREABLES, keys::vote(id, &vote.code), &vote)?.if_there();
    match ctx.store.write(put).await {
        Ok(()) => {
            live::tell_answered(ctx, id);
            Ok(vote.into())
        }
        Err(error) if error.is_condition_failed() => Err(Error::NoSuchAnswer),
        Err(error) => Err(error.into()),
    }
}

/// Withdraws a vote. The organiser may do so also once the poll is closed.
pub async fn withdraw_vote(ctx: &Ctx, id: &ShortId, code: &str) -> Result<(), Error> {
    let opened = open::for_answering(ctx, id).await?;
    opened.share.poll()?;
    if !opened.access.is_admin() {
        check_takes_votes(ctx, &opened)?;
    }
    let vote = load(ctx, &opened, code).await?;
    ctx.store.write(Write::delete(&SHAREABLES, keys::vote(id, &vote.code))).await?;
    live::tell_answered(ctx, id);
    Ok(())
}

/// Every vote, oldest first, with codes: for the organiser.
pub async fn list_votes(ctx: &Ctx, id: &ShortId) -> Result<Vec<Vote>, Error> {
    let opened = open::for_organising(ctx, id).await?;
    opened.share.poll()?;
    all(ctx.store.as_ref(), id).await
}

fn check_takes_votes(ctx: &Ctx, opened: &Opened) -> Result<(), Error> {
    if opened.share.poll()?.is_closed_at(ctx.clock.now()) { Err(Error::PollClosed) } else { Ok(()) }
}

/// AP8. The answer that belongs to a code as typed; wrong ones are counted.
pub async fn load(ctx: &Ctx, opened: &Opened, code: &str) -> Result<Vote, Error> {
    let id = &opened.share.short_id;
    by_code(ctx, opened, code, async |code| find(ctx, id, &code).await).await
}

pub async fn find(ctx: &Ctx, id: &ShortId, code: &Code) -> Result<Option<Vote>, Error> {
    Ok(ctx.store.get(&SHAREABLES, &keys::vote(id, code)).await?.map(from_item).transpose()?)
}

/// AP7.
pub async fn all(store: &dyn Store, id: &ShortId) -> Result<Vec<Vote>, Error> {
    let items = query_all(store, keys::votes_of(id)).await?;
    let mut votes: Vec<Vote> = items.into_iter().map(from_item).collect::<store::Result<_>>()?;
    votes.sort_by_key(|vote| (vote.created_at, vote.code));
    Ok(votes)
}
