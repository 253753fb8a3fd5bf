//! Everyone's answers as a table, the newest first; of a question about times also as a grid.

use crate::{
    Error,
    live::{Rsvps, Votes},
    model::{
        ChecklistItem, Code, Content, Place, Poll, Question, QuestionResults, Response, Rsvp, Shareable,
        results::{self, Counted},
    },
    pages::{poll::Label, shared::zones_of},
    stored::{Marks, marks_on},
};
use jiff::Timestamp;
use kernel::Moment;
use web::{Ctx, Zones, components::when::ago};

/// The most rows that are shown.
const SHOWN: usize = 100;

/// The table. Each row is a person, or an item of a checklist.
pub struct Answers<'a> {
    pub heading: &'static str,
    pub head: Vec<&'a str>,
    pub rows: Vec<Row>,
    /// How many answers there are in all.
    pub total: usize,
    pub grids: Vec<Grid<'a>>,
}

pub struct Row {
    pub name: String,
    pub cells: Vec<String>,
    /// By which the organiser may remove it.
    pub code: Option<Code>,
}

/// Who can when.
pub struct Grid<'a> {
    pub title: &'a str,
    pub times: Vec<(Label<'a>, usize)>,
    pub people: Vec<(String, Vec<bool>)>,
}

impl<'a> Answers<'a> {
    pub async fn of(ctx: &Ctx, share: &'a Shareable) -> Result<Self, Error> {
        let (now, zones) = (ctx.clock.now(), zones_of(share, &ctx.zones()));
        let (heading, grids) = ("Answers", Vec::new());
        Ok(match &share.content {
            Content::Checklist(list) => {
                let marks = marks_on(ctx.store.as_ref(), share).await?;
                let items = list.items.iter().chain(marks.added.iter().map(|added| &added.item));
                let rows: Vec<_> = items.map(|item| item_row(item, &marks, now, &zones)).collect();
                let head = vec!["Item", "Ticked", "By", "Doing it"];
                Self { heading: "Ticks", head, total: rows.len(), rows, grids }
            }
            Content::Event(_) => {
                let head = vec!["Name", "Answer", "Guests", "Note", "When"];
                ctx.with_followed::<Rsvps, _>(share, |all| {
                    let rows = all.values().rev().take(SHOWN).map(|rsvp| rsvp_row(rsvp, now, &zones));
                    Self { heading, head, rows: rows.collect(), total: all.count(), grids }
                })
                .await?
            }
            Content::Poll(poll) => {
                let titles = in_words(poll).map(|question| question.title.as_str());
                let head = ["Name"].into_iter().chain(titles).chain(["When"]).collect();
                ctx.with_followed::<Votes, _>(share, |all| {
                    let rows = all
                        .all()
                        .iter()
                        .rev()
                        .take(SHOWN)
                        .map(|vote| vote_row(poll, all, vote, (now, &zones)));
                    let (rows, total) = (rows.collect(), all.all().count());
                    Self { heading, head, rows, total, grids: about_times(poll, all, (now, &zones)) }
                })
                .await?
            }
        })
    }
}

fn item_row(item: &ChecklistItem, marks: &Marks, now: Timestamp, zones: &Zones) -> Row {
    let id = item.checklist_item_id;
    let (tick, claim) = (marks.ticks.get(&id), marks.claims.get(&id));
    let when = tick.map_or_else(|| "Not yet".into(), |tick| when(tick.checked_at, now, zones));
    let by = tick.and_then(|tick| tick.checked_by.clone()).unwrap_or_default();
    let claimed = claim.map(|claim| claim.claimed_by.clone()).unwrap_or_default();
    Row { name: item.name.clone(), cells: vec![when, by, claimed], code: None }
}

/// How long ago something was, where that is known.
fn when(at: Option<Moment>, now: Timestamp, zones: &Zones) -> String {
    at.map(|at| ago(at, now, zones)).unwrap_or_default()
}

fn rsvp_row(rsvp: &Rsvp, now: Timestamp, zones: &Zones) -> Row {
    let answer = match rsvp.response.known() {
        Some(Response::Going) => "Going".to_owned(),
        Some(Response::Maybe) => "Maybe".to_owned(),
        Some(Response::NotGoing) => "Can’t come".to_owned(),
        None => rsvp.response.to_string(),
    };
    let (guests, note) = (rsvp.guest_count.to_string(), rsvp.note.clone().unwrap_or_default());
    let cells = vec![answer, guests, note, when(rsvp.updated_at, now, zones)];
    Row { name: named(&rsvp.name), cells, code: Some(rsvp.code) }
}

fn vote_row(
    poll: &Poll,
    all: &results::Votes,
    (place, vote): (&Place, &Counted),
    (now, zones): (Timestamp, &Zones),
) -> Row {
    let answers = all.answers(vote);
    let chosen =
        in_words(poll).map(|question| question.chosen_in(&answers, poll.time_zone.as_ref()).join(", "));
    let cells = chosen.chain([when(vote.updated_at, now, zones)]).collect();
    Row { name: name(vote), cells, code: Some(place.1) }
}

fn about_times<'a>(poll: &'a Poll, all: &results::Votes, (now, zones): (Timestamp, &Zones)) -> Vec<Grid<'a>> {
    let results = all.results(poll);
    let about_times = poll.questions.iter().zip(&results.questions);
    let about_times = about_times.filter(|(question, _)| question.is_about_times());
    let grid = |(question, counted): (&'a Question, &QuestionResults)| {
        let times = question.options.iter().zip(&counted.options);
        let can = |vote: &Counted| {
            let answers = all.answers(vote);
            let can = |id| answers.iter().any(|answer| answer.option_ids.contains(id));
            question.options.iter().map(|option| can(&option.poll_question_option_id)).collect()
        };
        Grid {
            title: &question.title,
            times: times.map(|(option, counted)| (Label::of(option, &now, zones), counted.votes)).collect(),
            people: all.all().values().rev().take(SHOWN).map(|vote| (name(vote), can(vote))).collect(),
        }
    };
    about_times.map(grid).collect()
}

fn named(name: &str) -> String {
    if name.is_empty() { "No name".into() } else { name.to_owned() }
}

fn name(vote: &Counted) -> String {
    named(vote.name.as_deref().unwrap_or_default())
}

/// What a grid shows is not said again.
fn in_words(poll: &Poll) -> impl Iterator<Item = &Question> {
    poll.questions.iter().filter(|question| !question.is_about_times())
}
