//! How votes and RSVPs are given and changed: each is an item of its own, found by the participant's code. The same request sent
//! twice gives one answer, because the code follows from the request's key.

use crate::{
    Error,
    gate::Opened,
    live::{Followed, Following},
    model::{Code, Said, Shareable, ShortId},
    stored,
    tables::SHAREABLES,
};
use kernel::Moment;
use store::Write;
use web::{
    AnswerKey, Ctx, Fault, Once, mine,
    participants::{self, Participant},
};

/// Keys of the last day by which an answer that is sent again is recognised.
const KEYS_KEPT: usize = 8;
/// A code that is taken by a row that cannot be read stays taken, however often it is tried.
const ATTEMPTS: usize = 10;

/// How an answer is given.
pub enum Way {
    /// As a new one, or as a change of the one with `code` where there is one. `is_own`: it is not given for someone else.
    New { once: Once, code: Option<Code>, is_own: bool },
    /// As a change of the one with this code, which must be there.
    Change(Option<Code>),
}

/// What came of it.
pub struct Given<A> {
    pub answer: Said<A>,
    /// Else one that was there is changed.
    pub is_new: bool,
}

/// Gives an answer, or changes one's own. A request that was taken before gets the answer as it stands now, also when none are taken
/// any more; one whose answer was withdrawn since is refused.
pub async fn give_answer<A: Followed>(
    ctx: &Ctx,
    opened: &Opened,
    way: Way,
    fields: A::Fields,
) -> Result<Given<A>, Error> {
    let (id, what) = (opened.id(), A::accept(&opened.share, fields)?);
    let allowed = A::check_taken(&opened.share, ctx.clock.now());
    let (once, code, is_own) = match way {
        Way::New { once, code, is_own } => (once, code, is_own),
        Way::Change(code) => {
            allowed?;
            let before = stored::get_answer(ctx, id, code).await?;
            // The organiser may change the answers of others.
            let is_own = !opened.access.is_admin() || opened.code == code;
            return change(ctx, opened, before, what, None, is_own).await;
        }
    };
    let key = once.answer_key(ctx, &caller(ctx));
    if let Some(code) = code
        && let Some(before) = stored::find_answer(ctx, id, code).await?
    {
        if is_replay(key.as_ref(), &before)? {
            return Ok(Given { answer: before, is_new: false });
        }
        if allowed.is_ok() {
            return change(ctx, opened, before, what, key, is_own).await;
        }
    }
    // What follows may be a new answer; a change of one that is there needs no room.
    let is_full =
        ctx.has_most::<Following<A>>(&opened.share, ctx.settings.max_answers, |kept| A::count(kept) as u64);
    let room = if is_full { Err(Error::Full(opened.share.entity())) } else { Ok(()) };
    let seed = once.seed(ctx)?;
    if let Some(key) = &key {
        key.refuse_if_withdrawn(ctx).await?;
    }
    for _ in 0..ATTEMPTS {
        let code = Code::of(&seed.bytes("participant's code"));
        if allowed.is_ok() && room.is_ok() {
            let mut answer = Said::new(&opened.share, code, what.clone(), ctx.clock.now().into());
            answer.once.extend(key.clone());
            let put = store::put(&SHAREABLES, A::PART.of_code(id, code), &answer)?.if_new();
            match write(ctx, opened, &answer, put, is_own).await {
                Ok(()) => return Ok(Given { answer, is_new: true }),
                Err(Error::Fault(Fault::Store(error))) if error.is_condition_failed() => {}
                Err(error) => return Err(error),
            }
        }
        let before: Option<Said<A>> =
            if seed.is_keyed() { stored::find_answer(ctx, id, code).await? } else { None };
        match before {
            // Answers stored before keys were kept are recognised by what they say.
            Some(answer) if is_replay(key.as_ref(), &answer)? || answer.what == what => {
                return Ok(Given { answer, is_new: true });
            }
            Some(before) if allowed.is_ok() && once.is_form() => {
                return change(ctx, opened, before, what, key, is_own).await;
            }
            Some(_) if allowed.is_ok() => {
                let kind = opened.share.entity().name().to_owned();
                return Err(Fault::KeyUsed { kind, id: id.to_string() }.into());
            }
            // The generated code is taken, or the answer was withdrawn at this moment: once more.
            _ => allowed.clone().and_then(|()| room.clone())?,
        }
    }
    Err(Fault::Contended.into())
}

/// The caller by whom idempotency keys are told apart.
fn caller(ctx: &Ctx) -> String {
    ctx.actor.account.as_ref().map_or_else(|| "anonymous".to_owned(), |account| account.user_id.to_string())
}

fn is_replay<A>(key: Option<&AnswerKey>, before: &Said<A>) -> Result<bool, Fault> {
    key.map_or(Ok(false), |key| key.is_replay(&before.once))
}

/// Sets what changes and keeps the rest of the row.
async fn change<A: Followed>(
    ctx: &Ctx,
    opened: &Opened,
    before: Said<A>,
    what: A,
    key: Option<AnswerKey>,
    is_own: bool,
) -> Result<Given<A>, Error> {
    let mut answer =
        Said { what, updated_at: Some(ctx.clock.now().into()), ttl: opened.share.ttl, ..before.clone() };
    if let Some(key) = key {
        answer.once = key.kept_with(answer.once, KEYS_KEPT);
    }
    if answer == before {
        return Ok(Given { answer, is_new: false });
    }
    let row = A::PART.of_code(opened.id(), answer.code);
    let update = store::difference(&SHAREABLES, row, &before, &answer)?.if_there();
    match write(ctx, opened, &answer, update, is_own).await {
        Ok(()) => Ok(Given { answer, is_new: false }),
        Err(Error::Fault(Fault::Store(error))) if error.is_condition_failed() => Err(Error::NoSuchAnswer),
        Err(error) => Err(error),
    }
}

async fn write<A: Followed>(
    ctx: &Ctx,
    opened: &Opened,
    answer: &Said<A>,
    write: Write,
    is_own: bool,
) -> Result<(), Error> {
    ctx.take_answer_bytes()?;
    let (created_at, code) = answer.place();
    let noted = note(ctx, opened, created_at, code, is_own)?;
    write_answer::<A>(ctx, opened.id(), code, write, noted).await
}

/// Among the things that an account answered, with the code by which its owner finds the answer on any device; and of an answer of
/// their own, by which they are sent messages.
fn note(
    ctx: &Ctx,
    opened: &Opened,
    created_at: Moment,
    code: Code,
    is_own: bool,
) -> Result<Vec<Write>, Error> {
    let Some(account) = &ctx.actor.account else { return Ok(Vec::new()) };
    let (user, ttl) = (account.user_id, opened.share.ttl);
    let (kind, id) = (opened.share.entity().name(), opened.id().to_string());
    let code = Some(ctx.keys.seal(&ctx.rng, &mine_context(&id), code.compact())?);
    let mut noted = Vec::new();
    if is_own {
        noted.push(participants::note(kind, &id, user, &Participant { code: code.clone(), ttl })?);
    }
    let mine = mine::Mine { code, ttl, ..mine::Mine::of(kind, id, created_at) };
    noted.push(mine::note(user, mine::Part::Answered, mine)?);
    Ok(noted)
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
    with: impl IntoIterator<Item = Write>,
) -> Result<(), Error> {
    let key = A::PART.of_code(id, code);
    let writes = std::iter::once(write).chain(with);
    Ok(ctx.commit(writes).rows::<Following<A>>(id, [key]).answered::<Shareable>(id).await?)
}
