//! Who chose what in a poll, for those who may see the results.

use super::get_results::get_results;
use crate::{
    Error,
    gate::Opened,
    live::Votes,
    model::{Answer, Ballot, Code, Entity, Place, Reply},
    stored,
};
use kernel::Moment;
use serde::Serialize;
use utoipa::ToSchema;
use web::Services;

/// Somebody's choices, as everyone sees them who may see the results.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChoicesView)]
pub struct Choices {
    #[serde(skip)]
    code: Code,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub answers: Vec<Answer>,
    created_at: Moment,
}

impl Choices {
    pub fn place(&self) -> Place {
        (self.created_at, self.code)
    }
}

/// Answers after `after`, the oldest first, at most `limit`; and whether there are more.
pub async fn list_answers(
    services: &Services,
    opened: &Opened,
    after: Option<Place>,
    limit: usize,
) -> Result<(Vec<Choices>, bool), Error> {
    get_results(services, opened).await?;
    let page = services.with_followed::<Votes, _>(&opened.share, |votes| {
        votes.all().page(after, limit, |&(created_at, code), vote| Choices {
            code,
            created_at,
            name: vote.name.clone(),
            answers: votes.answers(vote),
        })
    });
    Ok(page.await?)
}

/// Whether the visitor may see the answers. Whether they answered is looked up only where it decides.
pub async fn sees_answers(services: &Services, opened: &Opened) -> Result<bool, Error> {
    let now = services.clock.now();
    let shows = |answered| opened.share.shows_answers(opened.access, answered, now);
    Ok(shows(false) || (shows(true) && has_answered(services, opened).await?))
}

/// Whether the visitor's code is that of an answer.
pub async fn has_answered(services: &Services, opened: &Opened) -> Result<bool, Error> {
    let Some(code) = opened.code else { return Ok(false) };
    Ok(match opened.share.entity() {
        Entity::Checklist => false,
        Entity::Event => stored::find_answer::<Reply>(services, opened.id(), code).await?.is_some(),
        Entity::Poll => stored::find_answer::<Ballot>(services, opened.id(), code).await?.is_some(),
    })
}
