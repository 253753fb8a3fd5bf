//! Everyone's answers as a table, the newest first; of a question about times also as a grid.

use crate::{
    Error,
    live::{Rsvps, Votes},
    model::{
        self, Checklist, ChecklistItem, Code, Content, Place, Poll, Question, QuestionResults, Response,
        Rsvp, Shareable, Tallied as _,
        results::{self, Counted},
    },
    pages::poll::Label,
    stored::{Marks, marks_on},
    urls,
};
use askama::{Template, filters::HtmlSafe};
use jiff::Timestamp;
use web::{Ctx, components::when::ago, words::counted};

/// The most rows that are shown.
const SHOWN: usize = 100;

/// The table. Each row is a person, or an item of a checklist.
#[derive(Template)]
#[template(path = "shareables/answers.html")]
pub struct Answers {
    path: String,
    api: String,
    people: String,
    heading: &'static str,
    head: Vec<String>,
    rows: Vec<Row>,
    more: usize,
    /// “7 answers”, for the page around it.
    pub count: String,
    expired: bool,
    grids: Vec<Grid>,
}

struct Row {
    name: String,
    cells: Vec<String>,
    /// By which the organiser may remove it.
    code: Option<Code>,
}

/// Who can when.
struct Grid {
    title: String,
    times: Vec<(Label, usize)>,
    people: Vec<(String, Vec<bool>)>,
}

impl HtmlSafe for Answers {}

impl Answers {
    pub async fn of(ctx: &Ctx, share: &Shareable) -> Result<Self, Error> {
        let (id, now) = (&share.short_id, ctx.clock.now());
        let blank = Self {
            path: urls::admin(id),
            api: urls::api(id),
            people: format!("{}/people", urls::page(id)),
            heading: "Answers",
            head: Vec::new(),
            rows: Vec::new(),
            more: 0,
            count: String::new(),
            expired: share.has_expired(now),
            grids: Vec::new(),
        };
        Ok(match &share.content {
            Content::Checklist(list) => {
                let marks = marks_on(ctx.store.as_ref(), share).await?;
                let head = words(&["Item", "Ticked", "By", "Doing it"]);
                Self { heading: "Ticks", head, rows: items(list, &marks, now), ..blank }
            }
            Content::Event(_) => {
                let head = words(&["Name", "Answer", "Guests", "Note", "When"]);
                ctx.with_followed::<Rsvps, _>(share, |all| {
                    blank.filled(head, rsvps(all, now), all.all().count())
                })
                .await?
            }
            Content::Poll(poll) => {
                let titles = in_words(poll).map(|question| question.title.clone());
                let head = std::iter::once("Name".into()).chain(titles).chain(["When".into()]).collect();
                ctx.with_followed::<Votes, _>(share, |all| Self {
                    grids: grids(poll, all, now),
                    ..blank.filled(head, votes(poll, all, now), all.all().count())
                })
                .await?
            }
        })
    }

    fn filled(self, head: Vec<String>, rows: Vec<Row>, total: usize) -> Self {
        Self { more: total - rows.len(), count: counted(total, "answer"), head, rows, ..self }
    }
}

fn items(list: &Checklist, marks: &Marks, now: Timestamp) -> Vec<Row> {
    let row = |item: &ChecklistItem| {
        let id = item.checklist_item_id;
        let (tick, claim) = (marks.ticks.get(&id), marks.claims.get(&id));
        let when = tick.map_or_else(|| "Not yet".into(), |tick| ago(tick.checked_at, now));
        let by = tick.and_then(|tick| tick.checked_by.clone()).unwrap_or_default();
        let claimed = claim.map(|claim| claim.claimed_by.clone()).unwrap_or_default();
        Row { name: item.name.clone(), cells: vec![when, by, claimed], code: None }
    };
    list.items.iter().chain(marks.added.iter().map(|added| &added.item)).map(row).collect()
}

fn rsvps(all: &model::Rsvps, now: Timestamp) -> Vec<Row> {
    let row = |rsvp: &Rsvp| Row {
        cells: vec![
            answer(rsvp.response).into(),
            rsvp.guest_count.to_string(),
            rsvp.note.clone().unwrap_or_default(),
            ago(rsvp.updated_at, now),
        ],
        name: rsvp.name.clone(),
        code: Some(rsvp.code),
    };
    all.all().values().rev().take(SHOWN).map(row).collect()
}

fn votes(poll: &Poll, all: &results::Votes, now: Timestamp) -> Vec<Row> {
    let row = |(&(_, code), vote): (&Place, &Counted)| {
        let answers = all.answers(vote);
        let chosen = in_words(poll).map(|question| question.chosen_in(&answers).join(", "));
        let cells = chosen.chain([ago(vote.updated_at, now)]).collect();
        Row { name: name(vote), cells, code: Some(code) }
    };
    all.all().iter().rev().take(SHOWN).map(row).collect()
}

fn grids(poll: &Poll, all: &results::Votes, now: Timestamp) -> Vec<Grid> {
    let results = all.results(poll);
    let about_times = poll.questions.iter().zip(&results.questions);
    let about_times = about_times.filter(|(question, _)| question.is_about_times());
    let grid = |(question, counted): (&Question, &QuestionResults)| {
        let times = question.options.iter().zip(&counted.options);
        let can = |vote: &Counted| {
            let answers = all.answers(vote);
            let can = |id| answers.iter().any(|answer| answer.option_ids.contains(id));
            question.options.iter().map(|option| can(&option.poll_question_option_id)).collect()
        };
        Grid {
            title: question.title.clone(),
            times: times.map(|(option, counted)| (Label::of(option, now), counted.votes)).collect(),
            people: all.all().values().rev().take(SHOWN).map(|vote| (name(vote), can(vote))).collect(),
        }
    };
    about_times.map(grid).collect()
}

fn name(vote: &Counted) -> String {
    vote.name.clone().unwrap_or_else(|| "No name".into())
}

/// What a grid shows is not said again.
fn in_words(poll: &Poll) -> impl Iterator<Item = &Question> {
    poll.questions.iter().filter(|question| !question.is_about_times())
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn answer(response: Response) -> &'static str {
    match response {
        Response::Going => "Going",
        Response::Maybe => "Maybe",
        Response::NotGoing => "Can’t come",
    }
}
