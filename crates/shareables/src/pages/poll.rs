//! The page of a poll: its questions, and what came of them for those who may see it.

use super::{
    mine::{Found, Look, code_of, link},
    remember,
    shared::{Shared, layout, left},
    trouble::Trouble,
};
use crate::{
    Error,
    model::{Answer, OptionId, Poll, Question, QuestionId, Results, ResultsVisibility, Vote},
    service::{open::Opened, votes},
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use web::{
    Avatars, Bars, Ctx, Html, Icon, Layout, Linked, Notice, Problem, Seat, Seats, TimeLeft, When,
    components::Bar,
};

#[derive(Template)]
#[template(path = "shareables/poll.html")]
pub struct PollPage {
    layout: Layout,
    shared: Shared,
    trouble: Trouble,
    note: Option<Linked>,
    closes: Option<(TimeLeft, When)>,
    /// When voting ends, for scripts.
    ends: String,
    is_closed: bool,
    /// Whether a small screen shows the results instead of the questions.
    shows_results: bool,
    questions: Vec<QuestionPart>,
    form: VoteForm,
    mine: Option<String>,
    who_sees: &'static str,
    outcome: Result<Outcome, Notice>,
}

/// A question to be answered.
struct QuestionPart {
    id: QuestionId,
    title: String,
    hint: &'static str,
    kind: &'static str,
    required: bool,
    options: Vec<OptionPart>,
    error: String,
}

struct OptionPart {
    id: OptionId,
    label: String,
    chosen: bool,
}

/// What is in the form: what was typed, or else what was answered before.
#[derive(Debug, Clone, Default)]
pub struct VoteForm {
    /// The participant's code, where the address gave it.
    pub me: String,
    pub name: String,
    pub answers: Vec<Answer>,
}

/// What came of it so far.
struct Outcome {
    total: usize,
    seats: Seats,
    people: Avatars,
    questions: Vec<QuestionOutcome>,
    /// One sentence for the ear.
    said: String,
}

struct QuestionOutcome {
    title: String,
    answered: usize,
    bars: Bars,
}

impl PollPage {
    fn takes_votes(&self) -> bool {
        !self.is_closed && !self.shared.expired
    }
}

pub async fn show(ctx: &Ctx, opened: Opened, look: &Look) -> Result<Response, Problem> {
    let id = opened.share.short_id;
    let found = find(ctx, &opened, look.me.as_deref()).await?;
    let form = match &found.answer {
        Some(vote) => VoteForm {
            me: look.me.clone().unwrap_or_default(),
            name: vote.name.clone().unwrap_or_default(),
            answers: vote.answers.clone(),
        },
        None => VoteForm { name: remember::name_of(ctx), ..VoteForm::default() },
    };
    let page = page(ctx, &opened, look, &found, form, Trouble::default()).await?;
    Ok(found.forget_lost(ctx, &id, Html(page).into_response()))
}

/// The page again, with a form that could not be carried out.
pub async fn again(ctx: &Ctx, opened: Opened, form: VoteForm, trouble: Trouble) -> Result<Response, Problem> {
    let look = Look { me: Some(form.me.clone()).filter(|me| !me.is_empty()), ..Look::default() };
    let found = find(ctx, &opened, look.me.as_deref()).await?;
    let page = page(ctx, &opened, &look, &found, form, trouble.clone()).await?;
    Ok(trouble.with(page))
}

async fn find(ctx: &Ctx, opened: &Opened, given: Option<&str>) -> Result<Found<Vote>, Error> {
    match code_of(ctx, given) {
        Some(code) => Found::of(votes::load(ctx, opened, &code).await, given.is_none()),
        None => Ok(Found::NOTHING),
    }
}

async fn page(
    ctx: &Ctx,
    opened: &Opened,
    look: &Look,
    found: &Found<Vote>,
    form: VoteForm,
    trouble: Trouble,
) -> Result<PollPage, Error> {
    let (share, poll, now) = (&opened.share, opened.share.poll()?, ctx.clock.now());
    let is_closed = poll.is_closed_at(now);
    let closing = |at| (left(ctx, "Closes", share.created_at, at), When::new(at, now));
    Ok(PollPage {
        layout: layout(ctx, share, format!("{}: poll", share.name), look.me.as_deref()),
        shared: Shared::of(ctx, opened),
        note: poll.note.clone().map(Linked::new),
        closes: poll.closes_at.filter(|_| !is_closed).map(closing),
        ends: poll.closes_at.map(|at| at.to_string()).unwrap_or_default(),
        is_closed,
        shows_results: look.show.as_deref() == Some("results") || (is_closed && trouble.notice.is_none()),
        questions: poll
            .questions
            .iter()
            .map(|question| QuestionPart::of(question, &form, &trouble))
            .collect(),
        form,
        trouble,
        mine: found.answer.as_ref().map(|vote| link(ctx, &share.short_id, vote.code)),
        who_sees: who_sees(poll.results_visibility),
        outcome: outcome(ctx, opened, poll, found.answer.is_some()).await?,
    })
}

impl QuestionPart {
    fn of(question: &Question, form: &VoteForm, trouble: &Trouble) -> Self {
        let answer = form.answers.iter().find(|answer| answer.poll_question_id == question.poll_question_id);
        let chosen = |id: &OptionId| answer.is_some_and(|answer| answer.option_ids.contains(id));
        let options = question.options.iter().map(|option| OptionPart {
            id: option.poll_question_option_id,
            label: option.label.clone(),
            chosen: chosen(&option.poll_question_option_id),
        });
        let hint = match (question.is_multiple, question.is_required) {
            (true, true) => "Pick all that fit; at least one.",
            (true, false) => "Pick all that fit.",
            (false, true) => "Pick one. This needs an answer.",
            (false, false) => "Pick one.",
        };
        Self {
            id: question.poll_question_id,
            title: question.title.clone(),
            hint,
            kind: if question.is_multiple { "checkbox" } else { "radio" },
            required: question.is_required && !question.is_multiple,
            options: options.collect(),
            error: trouble.errors.of(&question.field()).unwrap_or_default().to_owned(),
        }
    }
}

fn who_sees(visibility: ResultsVisibility) -> &'static str {
    match visibility {
        ResultsVisibility::Always => "Everyone with the link sees names and answers.",
        ResultsVisibility::AfterSubmit => "Those who have answered see names and answers.",
        ResultsVisibility::AfterClose => "Names and answers are shown when the poll is closed.",
    }
}

/// What came of it, or why that is not shown.
async fn outcome(
    ctx: &Ctx,
    opened: &Opened,
    poll: &Poll,
    voted: bool,
) -> Result<Result<Outcome, Notice>, Error> {
    if poll.shows_results(opened.access, voted, ctx.clock.now()) {
        let all = votes::all(ctx.store.as_ref(), &opened.share.short_id).await?;
        return Ok(Ok(Outcome::of(poll, &all)));
    }
    let why = match poll.results_visibility {
        ResultsVisibility::AfterSubmit => "You see the results once you have answered.",
        ResultsVisibility::Always | ResultsVisibility::AfterClose => {
            "The results are shown when the poll is closed."
        }
    };
    Ok(Err(Notice::new(why).icon(Icon::Lock)))
}

impl Outcome {
    fn of(poll: &Poll, votes: &[Vote]) -> Self {
        let results = Results::count(poll, votes);
        let total = results.total_votes;
        let seats = match votes {
            [] => vec![Seat::free(); 7],
            votes => votes.iter().map(|vote| Seat::going(vote.name.as_deref().unwrap_or("?"))).collect(),
        };
        let label = if total == 1 {
            "One person has answered".into()
        } else {
            format!("{total} people have answered")
        };
        let said = said(&results);
        let questions = results.questions.into_iter().map(|question| {
            let bars = question.options.into_iter().map(|option| Bar {
                name: option.label,
                votes: option.votes as u64,
                voters: (!option.voters.is_empty()).then(|| Avatars::new(option.voters).small()),
            });
            QuestionOutcome {
                title: question.title,
                answered: question.answered,
                bars: Bars::new(bars.collect(), question.answered as u64),
            }
        });
        Self {
            total,
            seats: Seats::new(seats, total, "answered", label),
            people: Avatars::new(votes.iter().filter_map(|vote| vote.name.as_deref())),
            questions: questions.collect(),
            said,
        }
    }

    fn answered(&self) -> String {
        match self.total {
            0 => "Nobody has answered yet".into(),
            1 => "1 has answered".into(),
            total => format!("{total} have answered"),
        }
    }
}

fn said(results: &Results) -> String {
    let answers = if results.total_votes == 1 {
        "1 answer.".into()
    } else {
        format!("{} answers.", results.total_votes)
    };
    let leader = results
        .questions
        .first()
        .and_then(|question| question.options.iter().max_by_key(|option| option.votes));
    match leader.filter(|leader| leader.votes > 0) {
        Some(leader) => format!("{answers} {} leads with {}.", leader.label, leader.votes),
        None => answers,
    }
}
