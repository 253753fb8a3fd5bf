//! How votes and RSVPs are given and changed: each is an item of its own, found by the participant's code. The same request sent
//! twice gives one answer, because the code follows from the request's key.

use crate::{
    Error,
    gate::Opened,
    live::{self, Followed, Following},
    model::{Code, Said, ShortId},
    stored,
    tables::SHAREABLES,
};
use kernel::Moment;
use store::Write;
use web::{Ctx, Fault, Once, mine};

/// How an answer is given.
pub enum Way {
    /// Anew, or as a change of the one with `code` where there is one. The same key with other content changes the answer if
    /// `changes`, and is refused otherwise.
    New { once: Once, code: Option<Code>, changes: bool },
    /// As a change of the one with this code, which must be there.
    Change(Option<Code>),
}

/// What came of it.
pub struct Given<A> {
    pub answer: Said<A>,
    /// Else one that was there is changed.
    pub is_new: bool,
}

/// Gives an answer, or changes one's own. Who sends again what was taken before gets the same answer also when none are taken any more.
pub async fn give_answer<A: Followed>(
    ctx: &Ctx,
    opened: &Opened,
    way: Way,
    fields: A::Fields,
) -> Result<Given<A>, Error> {
    let (id, what) = (opened.id(), A::accept(&opened.share, fields)?);
    let allowed = A::check_taken(&opened.share, ctx.clock.now());
    let (once, code, changes) = match way {
        Way::New { once, code, changes } => (once, code, changes),
        Way::Change(code) => {
            allowed?;
            let before = stored::get_answer(ctx, id, code).await?;
            return change(ctx, opened, before, what).await;
        }
    };
    if let (Some(code), Ok(())) = (code, &allowed)
        && let Some(before) = stored::find_answer(ctx, id, code).await?
    {
        return change(ctx, opened, before, what).await;
    }
    // What follows may be a new answer; a change of one that is there needs no room.
    let is_full =
        ctx.has_most::<Following<A>>(&opened.share, ctx.settings.max_answers, |kept| A::count(kept) as u64);
    let room = if is_full { Err(Error::Full(opened.share.entity())) } else { Ok(()) };
    let seed = once.seed(ctx)?;
    loop {
        let code = Code::of(&seed.bytes("participant's code"));
        if allowed.is_ok() && room.is_ok() {
            let answer = Said::new(&opened.share, code, what.clone(), ctx.clock.now().into());
            match put(ctx, opened, &answer, Write::if_new).await {
                Ok(()) => return Ok(Given { answer, is_new: true }),
                Err(Error::Fault(Fault::Store(error))) if error.is_condition_failed() => {}
                Err(error) => return Err(error),
            }
        }
        let before: Option<Said<A>> =
            if seed.is_keyed() { stored::find_answer(ctx, id, code).await? } else { None };
        match before {
            Some(answer) if answer.what == what => return Ok(Given { answer, is_new: true }),
            Some(before) if changes && allowed.is_ok() => return change(ctx, opened, before, what).await,
            Some(_) if allowed.is_ok() => {
                let kind = opened.share.entity().name().to_owned();
                return Err(Fault::KeyUsed { kind, id: id.to_string() }.into());
            }
            // Someone has the code that was drawn, or the answer was withdrawn at this moment: once more.
            _ => allowed.clone().and_then(|()| room.clone())?,
        }
    }
}

async fn change<A: Followed>(
    ctx: &Ctx,
    opened: &Opened,
    before: Said<A>,
    what: A,
) -> Result<Given<A>, Error> {
    let answer = Said { what, updated_at: ctx.clock.now().into(), ttl: opened.share.ttl, ..before };
    match put(ctx, opened, &answer, Write::if_there).await {
        Ok(()) => Ok(Given { answer, is_new: false }),
        Err(Error::Fault(Fault::Store(error))) if error.is_condition_failed() => Err(Error::NoSuchAnswer),
        Err(error) => Err(error),
    }
}

async fn put<A: Followed>(
    ctx: &Ctx,
    opened: &Opened,
    answer: &Said<A>,
    when: fn(Write) -> Write,
) -> Result<(), Error> {
    ctx.take_answer_bytes()?;
    let (created_at, code) = answer.place();
    let put = store::put(&SHAREABLES, A::PART.of_code(opened.id(), code), answer)?;
    let noted = note(ctx, opened, created_at, code)?;
    write_answer::<A>(ctx, opened.id(), code, when(put), noted).await
}

/// Among the things that an account answered, with the code by which its owner finds the answer on any device.
fn note(ctx: &Ctx, opened: &Opened, created_at: Moment, code: Code) -> Result<Option<Write>, Error> {
    let Some(account) = &ctx.actor.account else { return Ok(None) };
    let id = opened.id().to_string();
    let code = ctx.keys.seal(&ctx.rng, &mine_context(&id), code.compact());
    let mine = mine::Mine::of(opened.share.entity().name(), id, created_at);
    let mine = mine::Mine { code: Some(code), ttl: Some(opened.share.ttl), ..mine };
    Ok(Some(mine::note(account.user_id, mine::Part::Answered, mine)?))
}

/// What the code of an answer among an account's things is sealed for.
pub fn mine_context(id: &str) -> String {
    format!("answer to {id}")
}

/// Writes one answer, or its removal, with what belongs to it, and lets everyone who watches know.
pub async fn write_answer<A: Followed>(
    ctx: &Ctx,
    id: &ShortId,
    code: Code,
    write: Write,
    with: Option<Write>,
) -> Result<(), Error> {
    let key = A::PART.of_code(id, code);
    let mark = ctx.mark::<Following<A>>(id, &key)?;
    web::edit::commit(ctx, write, mark.into_iter().chain(with).collect()).await?;
    ctx.answered::<Following<A>>(id, [key]);
    live::answered(ctx, id);
    Ok(())
}
