//! Who chose what in a poll, for those who may see the results.

use super::get_results::get_results;
use crate::{
    Error,
    gate::Opened,
    live::Votes,
    model::{Answer, rsvps::Place},
    stored,
};
use web::Services;

/// One person's choices, without the code to them.
pub struct Choices {
    pub place: Place,
    pub name: Option<String>,
    pub answers: Vec<Answer>,
}

/// Answers after `after`, the oldest first, at most `limit`; and whether there are more.
pub async fn list_answers(
    services: &Services,
    opened: &Opened,
    after: Option<Place>,
    limit: usize,
) -> Result<(Vec<Choices>, bool), Error> {
    get_results(services, opened).await?;
    let found = services.with_followed::<Votes, _>(&opened.share, |votes| {
        let rest = votes.all().range(after_place(after));
        let choices = rest.take(limit + 1).map(|(place, vote)| Choices {
            place: *place,
            name: vote.name.clone(),
            answers: votes.answers(vote),
        });
        choices.collect::<Vec<_>>()
    });
    let mut found = found.await?;
    let more = found.len() > limit;
    found.truncate(limit);
    Ok((found, more))
}

/// Everything behind a place.
pub fn after_place(after: Option<Place>) -> (std::ops::Bound<Place>, std::ops::Bound<Place>) {
    use std::ops::Bound::{Excluded, Unbounded};
    (after.map_or(Unbounded, Excluded), Unbounded)
}

/// Whether the visitor's code is that of an answer.
pub async fn has_answered<A: stored::Answer>(services: &Services, opened: &Opened) -> Result<bool, Error> {
    let Some(code) = opened.code else { return Ok(false) };
    Ok(stored::find_answer::<A>(services, opened.id(), code).await?.is_some())
}
