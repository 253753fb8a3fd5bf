//! Withdrawing an answer. The organiser may remove one also when none are taken any more.

use super::give_answer::{mine_context, write_answer};
use crate::{
    Error,
    gate::Opened,
    live::Followed,
    model::{Ballot, Code, Entity, Reply},
    stored,
    tables::SHAREABLES,
};
use store::Write;
use web::{AnswerKey, Ctx, mine, participants};

pub async fn withdraw_answer(ctx: &Ctx, opened: &Opened, code: Option<Code>) -> Result<(), Error> {
    match opened.share.entity() {
        Entity::Checklist => Err(Error::NoSuchAnswer),
        Entity::Event => withdraw::<Reply>(ctx, opened, code).await,
        Entity::Poll => withdraw::<Ballot>(ctx, opened, code).await,
    }
}

async fn withdraw<A: Followed>(ctx: &Ctx, opened: &Opened, code: Option<Code>) -> Result<(), Error> {
    if !opened.access.is_admin() {
        A::check_taken(&opened.share, ctx.clock.now())?;
    }
    let answer = stored::get_answer::<A>(ctx, opened.id(), code).await?;
    let (created_at, code) = answer.place();
    let delete = Write::delete(&SHAREABLES, A::PART.of_code(opened.id(), code));
    let noted = ctx.actor.account.as_ref().map(|account| {
        let mine = mine::Mine::of(opened.share.entity().name(), opened.id(), created_at);
        mine::forget(account.user_id, mine::Part::Answered, &mine)
    });
    let participant = participant(ctx, opened, code).await?;
    let noted = noted.into_iter().chain(participant);
    let remembered = AnswerKey::withdrawn(&answer.once, ctx.clock.now())?;
    write_answer::<A>(ctx, opened.id(), code, delete, noted.chain(remembered)).await
}

/// The removal of the caller's row among those who answered, if it stands for this answer.
async fn participant(ctx: &Ctx, opened: &Opened, code: Code) -> Result<Option<Write>, Error> {
    let Some(account) = &ctx.actor.account else { return Ok(None) };
    let (kind, id) = (opened.share.entity().name(), opened.id().to_string());
    let noted = participants::find(ctx, kind, &id, account.user_id).await?;
    let sealed = noted.and_then(|noted| noted.code);
    let held = sealed.map(|sealed| ctx.keys.open(&mine_context(&id), &sealed)).transpose()?;
    let is_this = held.is_some_and(|held| held == code.compact());
    Ok(is_this.then(|| participants::forget(kind, &id, account.user_id)))
}
