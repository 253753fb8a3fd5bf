//! One person's own answer, found by its code.

use crate::{
    Error,
    gate::Opened,
    model::{Code, Said},
    stored::{self, Answer},
};
use web::Services;

pub async fn get_answer<A: Answer>(
    services: &Services,
    opened: &Opened,
    code: Option<Code>,
) -> Result<Said<A>, Error> {
    let found = match code {
        Some(code) => stored::find_answer(services, opened.id(), code).await?,
        None => None,
    };
    found.ok_or(Error::NoSuchAnswer)
}
