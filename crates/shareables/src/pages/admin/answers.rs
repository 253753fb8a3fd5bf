//! Everyone's answers as a table, the newest first; of a question about times also as a grid.

use crate::{
    Error,
    live::{Rsvps, Votes},
    model::{Code, Content, Poll, Question, Response, Shareable},
    pages::poll::Label,
    stored::marks_on,
    urls,
};
use askama::{Template, filters::HtmlSafe};
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
        let id = &share.short_id;
        let mut answers = Self {
            path: urls::admin(id),
            api: urls::api(id),
            people: format!("{}/people", urls::page(id)),
            heading: "Answers",
            head: Vec::new(),
            rows: Vec::new(),
            more: 0,
            count: String::new(),
            expired: share.has_expired(ctx.clock.now()),
            grids: Vec::new(),
        };
        match &share.content {
            Content::Checklist(_) => answers.read_items(ctx, share).await?,
            Content::Event(_) => answers.read_rsvps(ctx, share).await?,
            Content::Poll(poll) => answers.read_votes(ctx, share, poll).await?,
        }
        Ok(answers)
    }

    async fn read_items(&mut self, ctx: &Ctx, share: &Shareable) -> Result<(), Error> {
        let (now, marks) = (ctx.clock.now(), marks_on(ctx.store.as_ref(), share).await?);
        let own = share.checklist()?.items.iter();
        let rows = own.chain(marks.added.iter().map(|added| &added.item)).map(|item| {
            let (tick, claim) =
                (marks.ticks.get(&item.checklist_item_id), marks.claims.get(&item.checklist_item_id));
            let when = tick.map_or_else(|| "Not yet".into(), |tick| ago(tick.checked_at, now));
            let by = tick.and_then(|tick| tick.checked_by.clone()).unwrap_or_default();
            let claimed = claim.map(|claim| claim.claimed_by.clone()).unwrap_or_default();
            Row { name: item.name.clone(), cells: vec![when, by, claimed], code: None }
        });
        self.rows = rows.collect();
        self.head = words(&["Item", "Ticked", "By", "Doing it"]);
        self.heading = "Ticks";
        Ok(())
    }

    async fn read_rsvps(&mut self, ctx: &Ctx, share: &Shareable) -> Result<(), Error> {
        let now = ctx.clock.now();
        let (rows, total) = ctx
            .with_followed::<Rsvps, _>(share, |rsvps| {
                let rows = rsvps.all().values().rev().take(SHOWN).map(|rsvp| Row {
                    cells: vec![
                        answer(rsvp.response).into(),
                        rsvp.guest_count.to_string(),
                        rsvp.note.clone().unwrap_or_default(),
                        ago(rsvp.updated_at, now),
                    ],
                    name: rsvp.name.clone(),
                    code: Some(rsvp.code),
                });
                (rows.collect::<Vec<_>>(), rsvps.all().count())
            })
            .await?;
        self.fill(rows, total, words(&["Name", "Answer", "Guests", "Note", "When"]));
        Ok(())
    }

    async fn read_votes(&mut self, ctx: &Ctx, share: &Shareable, poll: &Poll) -> Result<(), Error> {
        let now = ctx.clock.now();
        let (rows, total, grids) = ctx
            .with_followed::<Votes, _>(share, |votes| {
                let newest = || votes.all().iter().rev().take(SHOWN);
                let rows = newest().map(|((_, code), vote)| {
                    let answers = votes.answers(vote);
                    let chosen = in_words(poll).map(|question| question.chosen_in(&answers).join(", "));
                    Row {
                        cells: chosen.chain([ago(vote.updated_at, now)]).collect(),
                        name: vote.name.clone().unwrap_or_else(|| "No name".into()),
                        code: Some(*code),
                    }
                });
                let results = votes.results(poll);
                let about_times = poll.questions.iter().zip(&results.questions);
                let about_times = about_times.filter(|(question, _)| question.is_about_times());
                let grids = about_times.map(|(question, counted)| Grid {
                    title: question.title.clone(),
                    times: question
                        .options
                        .iter()
                        .zip(&counted.options)
                        .map(|(option, counted)| (Label::of(option, now), counted.votes))
                        .collect(),
                    people: newest()
                        .map(|(_, vote)| {
                            let answers = votes.answers(vote);
                            let can = |id| answers.iter().any(|answer| answer.option_ids.contains(id));
                            let name = vote.name.clone().unwrap_or_else(|| "No name".into());
                            (
                                name,
                                question
                                    .options
                                    .iter()
                                    .map(|option| can(&option.poll_question_option_id))
                                    .collect(),
                            )
                        })
                        .collect(),
                });
                (rows.collect::<Vec<_>>(), votes.all().count(), grids.collect())
            })
            .await?;
        let titles = in_words(poll).map(|question| question.title.clone());
        let head = std::iter::once("Name".into()).chain(titles).chain(["When".into()]).collect();
        self.fill(rows, total, head);
        self.grids = grids;
        Ok(())
    }

    fn fill(&mut self, rows: Vec<Row>, total: usize, head: Vec<String>) {
        self.more = total - rows.len();
        self.count = counted(total, "answer");
        self.rows = rows;
        self.head = head;
    }
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
