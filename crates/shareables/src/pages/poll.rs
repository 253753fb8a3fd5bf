//! The page of a poll: its questions, and what came of them for those who may see it.

mod outcome;

use super::{
    mine::{AnswerForm, Mine},
    shared::{Shared, layout},
};
use crate::{
    Error,
    live::Votes,
    model::{Answer, Ballot, Poll, PollOption, Question, ResultsVisibility, Shareable, Vote, VoteFields},
};
use askama::Template;
use jiff::Timestamp;
use kernel::Moment;
pub use outcome::{Drawings, Drawn};
use outcome::{head, results};
use web::{Ctx, Fields, Filled, Icon, Layout, Notice, OnceField, Part, Problem, Services, When};

#[derive(Template)]
#[template(path = "shareables/poll.html")]
struct PollPage<'a> {
    layout: Layout,
    shared: Shared<'a>,
    poll: &'a Poll,
    filled: Filled<VoteForm>,
    once: &'a OnceField,
    is_closed: bool,
    /// Whether a small screen shows the results instead of the questions.
    shows_results: bool,
    /// What has just been done.
    done: Option<Notice>,
    mine: Option<String>,
    other: bool,
    /// Who has answered and the results, or why they are not shown.
    outcome: Result<(Drawn, Drawn), Notice>,
}

/// What an option is called: its time as the reader's clock has it, and its words.
#[derive(Debug, Template)]
#[template(path = "shareables/option_label.html")]
pub struct Label<'a> {
    start: Option<When>,
    end: Option<When>,
    words: &'a str,
}

impl askama::filters::HtmlSafe for Label<'_> {}

impl<'a> Label<'a> {
    pub fn of(option: &'a PollOption, now: &Timestamp) -> Self {
        Self { words: &option.label, ..Self::at(option.start_time, option.end_time, *now) }
    }

    /// The time alone.
    pub fn at(start: Option<Moment>, end: Option<Moment>, now: Timestamp) -> Self {
        Self {
            start: start.map(|at| When::new(at, now)),
            end: start.zip(end).map(|(start, end)| When::until(start, end, now)),
            words: "",
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
    type Answer = Ballot;
    const NOT_SAVED: &'static str = "Your answers were not saved.";
    const THEN: &'static str = "?show=results";

    fn blank(name: String) -> Self {
        Self { name, ..Self::default() }
    }

    fn of(vote: &Vote, me: String) -> Self {
        Self { me, name: vote.name.clone().unwrap_or_default(), answers: vote.answers.clone() }
    }

    fn read(form: &Fields) -> Result<Self, Problem> {
        // Each chosen option is sent under `q-` and its question's id.
        let chosen = form.beginning_with("q-");
        let chosen = chosen.filter_map(|(question, option)| question.parse().ok().zip(option.parse().ok()));
        Ok(Self { me: form.text("me"), name: form.text("name"), answers: Answer::grouped(chosen) })
    }

    fn meant(&self) -> Result<VoteFields, Error> {
        Ok(VoteFields { name: Some(self.name.clone()), answers: self.answers.clone() })
    }

    async fn page(mine: &Mine<'_, Ballot>, filled: Filled<Self>) -> Result<impl Template, Error> {
        let (ctx, share, poll) = (mine.ctx, &mine.opened.share, mine.opened.share.poll()?);
        let is_closed = poll.is_closed_at(ctx.clock.now());
        Ok(PollPage {
            layout: layout(ctx, share, &share.name, mine.shown_code()),
            shared: Shared::of(ctx, mine.opened),
            poll,
            is_closed,
            shows_results: mine.show.as_deref() == Some("results") || (is_closed && filled.notice.is_none()),
            filled,
            once: &mine.once,
            done: done(ctx),
            mine: mine.link(),
            other: mine.other,
            outcome: outcome(mine, poll).await?,
        })
    }
}

impl PollPage<'_> {
    fn takes_votes(&self) -> bool {
        !self.is_closed && !self.shared.expired
    }

    /// When voting will end.
    fn closes_at(&self) -> Option<Moment> {
        self.poll.closes_at.filter(|_| !self.is_closed)
    }

    fn hint(question: &Question) -> &'static str {
        match (question.is_multiple, question.is_required) {
            (true, _) if question.is_about_times() => "Pick every time that works for you.",
            (true, true) => "Pick at least one.",
            (true, false) => "Pick all that fit.",
            (false, true) => "Pick one. Required.",
            (false, false) => "Pick one.",
        }
    }

    fn has_chosen(&self, option: &PollOption) -> bool {
        let id = option.poll_question_option_id;
        self.filled.form.answers.iter().any(|answer| answer.option_ids.contains(&id))
    }

    fn error(&self, question: &Question) -> Option<&str> {
        let errors = &self.filled.errors;
        errors.of(&question.field()).or_else(|| errors.of("answers"))
    }

    /// Whether the reader goes on here: the first question that was not answered well.
    fn is_focused(&self, question: &Question) -> bool {
        self.filled.errors.0.first().is_some_and(|first| first.field == question.field())
    }

    fn who_sees(&self) -> &'static str {
        match self.poll.results_visibility {
            ResultsVisibility::Always => "Everyone with the link sees names and answers.",
            ResultsVisibility::AfterSubmit => "Everyone who has answered sees names and answers.",
            ResultsVisibility::AfterClose => "Names and answers are shown when the poll is closed.",
        }
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

async fn outcome(mine: &Mine<'_, Ballot>, poll: &Poll) -> Result<Result<(Drawn, Drawn), Notice>, Error> {
    if poll.shows_results(mine.opened.access, mine.answer.is_some(), mine.ctx.clock.now()) {
        return Ok(Ok(count(mine.ctx, &mine.opened.share, poll).await?));
    }
    let why = match poll.results_visibility {
        ResultsVisibility::AfterSubmit => "You see the results when you have answered.",
        ResultsVisibility::Always | ResultsVisibility::AfterClose => {
            "The results are shown when the poll is closed."
        }
    };
    Ok(Err(Notice::new(why).icon(Icon::Lock)))
}

/// Who has answered, and the results.
pub async fn count(services: &Services, share: &Shareable, poll: &Poll) -> Result<(Drawn, Drawn), Error> {
    let tally = services.followed::<Votes>(share).await?;
    Ok((head(&tally), results(&share.short_id, poll, &tally, services.clock.now())))
}

/// What everyone who sees the results is sent when they change.
pub async fn parts(services: &Services, share: &Shareable, poll: &Poll) -> Result<Vec<Part>, Problem> {
    let (head, outcome) = count(services, share, poll).await?;
    Ok(vec![Part::new("head", head)?, Part::new("results", outcome)?])
}
