//! Withdrawing an answer. The organiser may remove one also when none are taken any more.

use super::{get_answer::get_answer, give_answer::write_answer};
use crate::{
    Error,
    gate::Opened,
    model::{Code, Content},
    stored::Answer,
    tables::SHAREABLES,
};
use store::Write;
use web::{Ctx, mine};

/// Withdraws the answer with this code and gives it as it was.
pub async fn withdraw_answer<A: Answer>(ctx: &Ctx, opened: &Opened, code: Option<Code>) -> Result<A, Error> {
    let now = ctx.clock.now();
    if !opened.access.is_admin() {
        match &opened.share.content {
            Content::Poll(poll) if poll.is_closed_at(now) => return Err(Error::PollClosed),
            Content::Event(event) if !event.takes_rsvps(now) => return Err(Error::DeadlinePassed),
            _ => {}
        }
    }
    let answer: A = get_answer(ctx, opened, code).await?;
    let (created_at, code) = answer.place();
    let delete = Write::delete(&SHAREABLES, A::PART.of_code(opened.id(), code));
    let noted = ctx.actor.account.as_ref().map(|account| {
        let (kind, id) = (opened.share.entity().name().to_owned(), opened.id().to_string());
        let mine = mine::Mine { kind, id, created_at, code: None, ttl: None };
        Write::delete(&web::system::SYSTEM, mine.key(account.user_id, mine::Part::Answered))
    });
    write_answer::<A>(ctx, opened.id(), code, delete, noted).await?;
    Ok(answer)
}
