//! Withdrawing an answer. The organiser may remove one also when none are taken any more.

use super::{get_answer::get_answer, give_answer::write_answer};
use crate::{
    Error,
    gate::Opened,
    live::Followed,
    model::{Ballot, Code, Content, Reply},
    tables::SHAREABLES,
};
use store::Write;
use web::{Ctx, mine};

pub async fn withdraw_answer(ctx: &Ctx, opened: &Opened, code: Option<Code>) -> Result<(), Error> {
    let (may_always, now) = (opened.access.is_admin(), ctx.clock.now());
    match &opened.share.content {
        Content::Checklist(_) => Err(Error::NoSuchAnswer),
        Content::Event(event) if !may_always && !event.takes_rsvps(now) => Err(Error::DeadlinePassed),
        Content::Event(_) => withdraw::<Reply>(ctx, opened, code).await,
        Content::Poll(poll) if !may_always && poll.is_closed_at(now) => Err(Error::PollClosed),
        Content::Poll(_) => withdraw::<Ballot>(ctx, opened, code).await,
    }
}

async fn withdraw<A: Followed>(ctx: &Ctx, opened: &Opened, code: Option<Code>) -> Result<(), Error> {
    let (created_at, code) = get_answer::<A>(ctx, opened, code).await?.place();
    let delete = Write::delete(&SHAREABLES, A::PART.of_code(opened.id(), code));
    let noted = ctx.actor.account.as_ref().map(|account| {
        let mine = mine::Mine::of(opened.share.entity().name(), opened.id(), created_at);
        mine::forget(account.user_id, mine::Part::Answered, &mine)
    });
    write_answer::<A>(ctx, opened.id(), code, delete, noted).await
}
