//! Everyone who answered, page by page, for those who may see it.

use super::{event::Person, poll::Label, shared::Shared};
use crate::{
    gate::{Gate, To},
    model::{Content, Place, PollOption, Question, Said},
    service::{
        list_answers::{Choices, list_answers},
        list_rsvps::list_rsvps,
    },
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use web::{Html, Layout, PageQuery, Problem, Query};

const LIMIT: usize = 100;

#[derive(Template)]
#[template(path = "shareables/people.html")]
struct PeoplePage<'a> {
    layout: Layout,
    shared: Shared<'a>,
    people: Vec<Person<'a>>,
    votes: &'a [Choices],
    questions: &'a [Question],
    next: Option<String>,
}

impl PeoplePage<'_> {
    fn chosen<'q>(question: &'q Question, vote: &Choices) -> Vec<&'q PollOption> {
        question.options_in(&vote.answers).collect()
    }
}

/// `GET /s/{shortId}/people`
pub async fn show(gate: Gate, Query(query): Query<PageQuery>) -> Result<Response, Problem> {
    let (ctx, opened) = (&gate.ctx, gate.open(To::Read).await?);
    let list = format!("people of {}", gate.id());
    let after: Option<Place> =
        query.cursor.as_ref().map(|cursor| ctx.open_cursor(&list, cursor)).transpose()?;
    let (mut rsvps, mut votes, mut more) = (Vec::new(), Vec::new(), false);
    let refuse = |error| gate.refuse(error);
    match &opened.share.content {
        Content::Checklist(_) => {}
        Content::Event(_) => (rsvps, more) = list_rsvps(ctx, &opened, after, LIMIT).await.map_err(refuse)?,
        Content::Poll(_) => (votes, more) = list_answers(ctx, &opened, after, LIMIT).await.map_err(refuse)?,
    }
    let end = rsvps.last().map(Said::place).or_else(|| votes.last().map(Choices::place));
    let cursor = end.filter(|_| more).map(|place| ctx.seal_cursor(&list, &place)).transpose()?;
    let page = PeoplePage {
        layout: Layout::of(ctx, format!("Answers – {}", opened.share.name)).noindex().script("times.js"),
        shared: Shared::of(ctx, &opened),
        people: opened
            .share
            .event()
            .map_or_else(|_| Vec::new(), |event| Person::row(event, &rsvps, usize::MAX)),
        votes: &votes,
        questions: opened.share.poll().map_or(&[], |poll| &poll.questions),
        next: cursor.map(|cursor| format!("{}?cursor={cursor}", urls::people(gate.id()))),
    };
    Ok(Html(page).into_response())
}
