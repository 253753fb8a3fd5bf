//! Withdrawing an answer. The organiser may remove one also when none are taken any more.

use super::give_answer::write_answer;
use crate::{
    Error,
    gate::Opened,
    live::Followed,
    model::{Ballot, Code, Entity, Reply},
    stored,
    tables::SHAREABLES,
};
use store::Write;
use web::{AnswerKey, Ctx, mine};

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
    let remembered = AnswerKey::withdrawn(&answer.once, ctx.clock.now())?;
    write_answer::<A>(ctx, opened.id(), code, delete, noted.into_iter().chain(remembered)).await
}
