//! Slows down guessing at passcodes and participants' codes, per share and per address.

use crate::{
    Error,
    model::{Access, Code, ShortId},
    service::open::Opened,
};
use web::{Ctx, Subject};

/// What tries at a passcode count against.
pub fn at_passcode(ctx: &Ctx, id: &ShortId) -> [Subject; 2] {
    [Subject::Share(id.compact().to_owned()), Subject::Address(ctx.actor.address)]
}

/// What tries at a participant's code count against. Someone who holds a valid token is not made to wait for what others guess.
fn at_code(ctx: &Ctx, opened: &Opened) -> Vec<Subject> {
    let share = Subject::Share(format!("{}:codes", opened.share.short_id.compact()));
    let address = Subject::Address(ctx.actor.address);
    match opened.access {
        Access::Admin => Vec::new(),
        Access::Viewer => vec![address],
        Access::Visitor => vec![share, address],
    }
}

/// Reads what belongs to the code as typed by `read`; a code that belongs to nothing counts as a wrong guess.
pub async fn by_code<T>(
    ctx: &Ctx,
    opened: &Opened,
    typed: &str,
    read: impl AsyncFnOnce(Code) -> Result<Option<T>, Error>,
) -> Result<T, Error> {
    let subjects = at_code(ctx, opened);
    ctx.guesses.look(&subjects).await?;
    let found = match typed.parse() {
        Ok(code) => read(code).await?,
        Err(_) => None,
    };
    if let Some(found) = found {
        return Ok(found);
    }
    ctx.guesses.check(&subjects).await?.failed().await?;
    Err(Error::NoSuchAnswer)
}
