//! Everyone's answers as a table.

use crate::{
    Error, cookies,
    model::{Code, Content, Response, Shareable},
    service::{get::ticks_of, rsvps, votes},
};
use askama::{Template, filters::HtmlSafe};
use web::Ctx;
use web::components::when::ago;

/// The table. Each row is a person, or an item of a checklist.
#[derive(Template)]
#[template(path = "shareables/answers.html")]
pub struct Answers {
    path: String,
    api: String,
    heading: &'static str,
    pub head: Vec<String>,
    /// The newest first, and not without end.
    pub rows: Vec<Row>,
    more: usize,
    /// “7 answers”, for the page around it.
    pub count: String,
    pub expired: bool,
}

/// The most rows that are shown.
const SHOWN: usize = 200;

pub struct Row {
    name: String,
    cells: Vec<String>,
    /// By which the organiser may remove it.
    code: Option<Code>,
}

impl HtmlSafe for Answers {}

impl Answers {
    pub async fn of(ctx: &Ctx, share: &Shareable) -> Result<Self, Error> {
        let (id, now, store) = (&share.short_id, ctx.clock.now(), ctx.store.as_ref());
        let (heading, head, mut rows) = match &share.content {
            Content::Checklist(checklist) => {
                let ticks = ticks_of(store, share).await?;
                let rows = checklist.items.iter().map(|item| {
                    let tick = ticks.get(&item.checklist_item_id);
                    let by = tick.and_then(|tick| tick.checked_by.clone()).unwrap_or_default();
                    let when = tick.map_or_else(|| "Not yet".into(), |tick| ago(tick.checked_at, now));
                    Row { name: item.name.clone(), cells: vec![when, by], code: None }
                });
                ("Ticks", words(&["Item", "Ticked", "By"]), rows.collect::<Vec<_>>())
            }
            Content::Event(_) => {
                let rows = rsvps::all(store, id).await?.into_iter().rev().map(|rsvp| Row {
                    cells: vec![
                        answer(rsvp.response).into(),
                        rsvp.guest_count.to_string(),
                        ago(rsvp.updated_at, now),
                    ],
                    name: rsvp.name,
                    code: Some(rsvp.code),
                });
                ("Answers", words(&["Name", "Answer", "Guests", "When"]), rows.collect())
            }
            Content::Poll(poll) => {
                let titles = poll.questions.iter().map(|question| question.title.clone());
                let head = std::iter::once("Name".into()).chain(titles).chain(["When".into()]);
                let rows = votes::all(store, id).await?.into_iter().rev().map(|vote| {
                    let chosen = poll
                        .questions
                        .iter()
                        .map(|question| question.chosen_in(&vote).collect::<Vec<_>>().join(", "));
                    Row {
                        cells: chosen.chain([ago(vote.updated_at, now)]).collect(),
                        name: vote.name.clone().unwrap_or_else(|| "No name".into()),
                        code: Some(vote.code),
                    }
                });
                ("Answers", head.collect(), rows.collect())
            }
        };
        let people = rows.iter().filter(|row: &&Row| row.code.is_some()).count();
        let count = if people == 1 { "1 answer".into() } else { format!("{people} answers") };
        let more = rows.len().saturating_sub(SHOWN);
        rows.truncate(SHOWN);
        let (path, api) = (cookies::page_path(id), cookies::api_path(id));
        Ok(Self { path, api, heading, head, rows, more, count, expired: share.has_expired(now) })
    }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn answer(response: Response) -> &'static str {
    match response {
        Response::Going => "Going",
        Response::Maybe => "Maybe",
        Response::NotGoing => "Can’t",
    }
}
