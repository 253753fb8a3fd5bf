//! Everyone who answered, page by page, for those who may see it.

use super::{event, poll::Label, shared::Shared};
use crate::{
    gate::Gate,
    model::{Content, Place},
    service::{
        list_answers::{self, list_answers},
        list_rsvps::list_rsvps,
    },
    stored::Answer,
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use event::Person;
use web::{Html, Layout, PageQuery, Problem, Query};

const LIMIT: usize = 100;

#[derive(Template)]
#[template(path = "shareables/people.html")]
struct PeoplePage {
    layout: Layout,
    shared: Shared,
    people: Vec<Person>,
    votes: Vec<Choices>,
    next: Option<String>,
}

/// What one person chose, question by question.
struct Choices {
    name: Option<String>,
    chosen: Vec<(String, Vec<Label>)>,
}

/// `GET /s/{shortId}/people`
pub async fn show(gate: Gate, Query(query): Query<PageQuery>) -> Result<Response, Problem> {
    let (ctx, opened) = (&gate.ctx, gate.for_reading().await?);
    let now = ctx.clock.now();
    let list = format!("people of {}", gate.id());
    let after: Option<Place> =
        query.cursor.as_ref().map(|cursor| ctx.open_cursor(&list, cursor)).transpose()?;
    let mut page = PeoplePage {
        layout: Layout::of(ctx, format!("Answers – {}", opened.share.name)).noindex().script("times.js"),
        shared: Shared::of(ctx, &opened),
        people: Vec::new(),
        votes: Vec::new(),
        next: None,
    };
    let end = match &opened.share.content {
        Content::Checklist(_) => None,
        Content::Event(_) => {
            let (rsvps, _, more) =
                list_rsvps(ctx, &opened, after, LIMIT).await.map_err(|error| gate.refuse(error))?;
            page.people = Person::row(&rsvps, usize::MAX);
            rsvps.last().filter(|_| more).map(Answer::place)
        }
        Content::Poll(poll) => {
            let (votes, more) =
                list_answers(ctx, &opened, after, LIMIT).await.map_err(|error| gate.refuse(error))?;
            page.votes = votes
                .iter()
                .map(|vote| Choices {
                    name: vote.name.clone(),
                    chosen: poll
                        .questions
                        .iter()
                        .map(|question| {
                            let chosen = question.options_in(&vote.answers);
                            (question.title.clone(), chosen.map(|option| Label::of(option, now)).collect())
                        })
                        .collect(),
                })
                .collect();
            votes.last().filter(|_| more).map(list_answers::Choices::place)
        }
    };
    let cursor = end.map(|place| ctx.seal_cursor(&list, &place)).transpose()?;
    page.next = cursor.map(|cursor| format!("{}/people?cursor={cursor}", urls::page(gate.id())));
    Ok(Html(page).into_response())
}
