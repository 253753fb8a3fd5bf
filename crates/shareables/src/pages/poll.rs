//! The page of a poll: its questions, and what came of them for those who may see it.

mod outcome;

use super::{
    cookies,
    fields::Fields,
    mine::{AnswerForm, Mine},
    shared::{Shared, layout, left},
};
use crate::{
    Error,
    gate::Opened,
    live::Votes,
    model::{
        Answer, OptionId, Poll, PollOption, Question, QuestionId, ResultsVisibility, Shareable, Vote,
        VoteFields,
    },
    service::{
        Given, Way,
        cast_vote::{CastVote, cast_vote},
    },
};
use askama::Template;
use jiff::Timestamp;
use kernel::Moment;
pub use outcome::{Drawings, Drawn, head, results};
use web::{Ctx, Filled, Icon, Layout, Linked, Notice, OnceField, Part, Problem, Services, TimeLeft, When};

#[derive(Template)]
#[template(path = "shareables/poll.html")]
struct PollPage {
    layout: Layout,
    shared: Shared,
    filled: Filled<VoteForm>,
    once: OnceField,
    note: Option<Linked>,
    closes: Option<(TimeLeft, When)>,
    /// When voting ends, for scripts.
    ends: String,
    is_closed: bool,
    /// Whether a small screen shows the results instead of the questions.
    shows_results: bool,
    /// What has just been done.
    done: Option<Notice>,
    questions: Vec<QuestionPart>,
    mine: Option<String>,
    other: bool,
    who_sees: &'static str,
    head: Option<Drawn>,
    outcome: Result<Drawn, Notice>,
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
    /// Whether the reader goes on here: the first question that was not answered well.
    focused: bool,
}

struct OptionPart {
    id: OptionId,
    label: Label,
    description: String,
    chosen: bool,
}

/// What an option is called: its time as the reader's clock has it, and its words.
#[derive(Debug, Clone, PartialEq, Eq, Template)]
#[template(path = "shareables/option_label.html")]
pub struct Label {
    start: Option<When>,
    end: Option<When>,
    words: String,
}

impl askama::filters::HtmlSafe for Label {}

impl Label {
    pub fn of(option: &PollOption, now: Timestamp) -> Self {
        Self { words: option.label.clone(), ..Self::at(option.start_time, option.end_time, now) }
    }

    /// The time alone.
    pub fn at(start: Option<Moment>, end: Option<Moment>, now: Timestamp) -> Self {
        Self {
            start: start.map(|at| When::new(at, now)),
            end: start.zip(end).map(|(start, end)| When::until(start, end, now)),
            words: String::new(),
        }
    }
}

/// What is in the form: what was typed, or else what was answered before.
#[derive(Debug, Clone, Default)]
pub struct VoteForm {
    /// The participant's code, where the address gave it.
    me: String,
    name: String,
    answers: Vec<Answer>,
}

impl AnswerForm for VoteForm {
    type Answer = Vote;
    const NOT_SAVED: &'static str = "Your answers were not saved.";
    const THEN: &'static str = "?show=results";

    fn of(ctx: &Ctx, mine: &Mine<Vote>) -> Self {
        match &mine.answer {
            Some(vote) => Self {
                me: mine.me.clone(),
                name: vote.name.clone().unwrap_or_default(),
                answers: vote.answers.clone(),
            },
            None if mine.other => Self::default(),
            None => Self { name: cookies::name_of(ctx), ..Self::default() },
        }
    }

    fn read(form: &Fields) -> Self {
        Self { me: form.text("me"), name: form.text("name"), answers: answers(form) }
    }

    fn name(&self) -> &str {
        &self.name
    }

    async fn give(&self, ctx: &Ctx, opened: &Opened, way: Way) -> Result<Given<Vote>, Error> {
        let fields = VoteFields { name: Some(self.name.clone()), answers: self.answers.clone() };
        cast_vote(ctx, opened, CastVote { way, fields }).await
    }

    async fn page(
        ctx: &Ctx,
        opened: &Opened,
        mine: &Mine<Vote>,
        filled: Filled<Self>,
        once: OnceField,
    ) -> Result<impl Template, Error> {
        let (share, poll, now) = (&opened.share, opened.share.poll()?, ctx.clock.now());
        let is_closed = poll.is_closed_at(now);
        let closing = |at| (left(ctx, "Closes", share.created_at, at), When::new(at, now));
        let code = opened.code.filter(|_| !mine.me.is_empty());
        let voted = mine.answer.is_some();
        let (head, outcome) = match outcome(ctx, opened, poll, voted).await? {
            Ok((head, outcome)) => (Some(head), Ok(outcome)),
            Err(hidden) => (None, Err(hidden)),
        };
        Ok(PollPage {
            layout: layout(ctx, share, share.name.clone(), code),
            shared: Shared::of(ctx, opened),
            note: poll.note.clone().map(Linked::new),
            closes: poll.closes_at.filter(|_| !is_closed).map(closing),
            ends: poll.closes_at.map(|at| at.to_string()).unwrap_or_default(),
            is_closed,
            shows_results: mine.show.as_deref() == Some("results") || (is_closed && filled.notice.is_none()),
            done: done(ctx),
            questions: poll
                .questions
                .iter()
                .map(|question| QuestionPart::of(question, &filled, now))
                .collect(),
            filled,
            once,
            mine: mine.link(ctx, opened),
            other: mine.other,
            who_sees: who_sees(poll.results_visibility),
            head,
            outcome,
        })
    }
}

/// The chosen options, question by question: each is sent under `q-` and its question's id.
fn answers(form: &Fields) -> Vec<Answer> {
    let mut answers: Vec<Answer> = Vec::new();
    for (question, option) in form.beginning_with("q-") {
        let (Ok(question), Ok(option)) = (question.parse::<QuestionId>(), option.parse()) else { continue };
        match answers.iter_mut().find(|answer| answer.poll_question_id == question) {
            Some(answer) => answer.option_ids.push(option),
            None => answers.push(Answer { poll_question_id: question, option_ids: vec![option] }),
        }
    }
    answers
}

impl PollPage {
    fn takes_votes(&self) -> bool {
        !self.is_closed && !self.shared.expired
    }

    fn heading(&self) -> &'static str {
        if self.takes_votes() { "Results so far" } else { "Results" }
    }
}

fn done(ctx: &Ctx) -> Option<Notice> {
    match ctx.done()? {
        "answered" => Some(Notice::good("Your answers are saved.")),
        "other" => {
            Some(Notice::good("The answers are saved.").text("This page's address leads back to them."))
        }
        "withdrawn" => Some(Notice::good("Your answers are withdrawn.")),
        _ => None,
    }
}

impl QuestionPart {
    fn of(question: &Question, filled: &Filled<VoteForm>, now: Timestamp) -> Self {
        let id = question.poll_question_id;
        let answer = filled.form.answers.iter().find(|answer| answer.poll_question_id == id);
        let chosen = |id: &OptionId| answer.is_some_and(|answer| answer.option_ids.contains(id));
        let options = question.options.iter().map(|option| OptionPart {
            id: option.poll_question_option_id,
            label: Label::of(option, now),
            description: option.description.clone().unwrap_or_default(),
            chosen: chosen(&option.poll_question_option_id),
        });
        let hint = match (
            question.is_about_times() && question.is_multiple,
            question.is_multiple,
            question.is_required,
        ) {
            (true, ..) => "Pick every time that works for you.",
            (_, true, true) => "Pick at least one.",
            (_, true, false) => "Pick all that fit.",
            (_, false, true) => "Pick one. Required.",
            (_, false, false) => "Pick one.",
        };
        let error = filled.errors.of(&question.field()).or_else(|| filled.errors.of("answers"));
        Self {
            id,
            title: question.title.clone(),
            hint,
            kind: if question.is_multiple { "checkbox" } else { "radio" },
            required: question.is_required && !question.is_multiple,
            options: options.collect(),
            error: error.unwrap_or_default().to_owned(),
            focused: filled.errors.0.first().is_some_and(|first| first.field == question.field()),
        }
    }
}

fn who_sees(visibility: ResultsVisibility) -> &'static str {
    match visibility {
        ResultsVisibility::Always => "Everyone with the link sees names and answers.",
        ResultsVisibility::AfterSubmit => "Everyone who has answered sees names and answers.",
        ResultsVisibility::AfterClose => "Names and answers are shown when the poll is closed.",
    }
}

/// What came of it, or why that is not shown.
async fn outcome(
    ctx: &Ctx,
    opened: &Opened,
    poll: &Poll,
    voted: bool,
) -> Result<Result<(Drawn, Drawn), Notice>, Error> {
    if poll.shows_results(opened.access, voted, ctx.clock.now()) {
        return Ok(Ok(count(ctx, &opened.share, poll).await?));
    }
    let why = match poll.results_visibility {
        ResultsVisibility::AfterSubmit => "You see the results when you have answered.",
        ResultsVisibility::Always | ResultsVisibility::AfterClose => {
            "The results are shown when the poll is closed."
        }
    };
    Ok(Err(Notice::new(why).icon(Icon::Lock)))
}

async fn count(services: &Services, share: &Shareable, poll: &Poll) -> Result<(Drawn, Drawn), Error> {
    let tally = services.followed::<Votes>(share).await?;
    Ok((head(&tally), results(&share.short_id, poll, &tally, services.clock.now())))
}

/// What everyone who sees the results is sent when they change.
pub async fn parts(services: &Services, share: &Shareable) -> Result<Vec<Part>, Problem> {
    let (head, outcome) = count(services, share, share.poll().map_err(Error::from)?).await?;
    Ok(vec![Part::new("head", head)?, Part::new("results", outcome)?])
}
