//! The page of a poll: its questions, and what came of them for those who may see it.

mod drawn;
mod outcome;
mod questions;

use super::{
    mine::{AnswerForm, Mine},
    shared::{Shared, zones_of},
};
use crate::{
    Error,
    live::{Tally, Votes},
    model::{Answer, Ballot, Poll, PollOption, ResultsVisibility, Shareable, Vote, VoteFields},
};
use askama::Template;
pub use drawn::{Drawings, Drawn};
use jiff::Timestamp;
use kernel::Moment;
use outcome::{head, results};
use questions::Questions;
use web::{Ctx, Fields, Filled, Icon, Layout, Notice, OnceField, Part, Problem, Services, When, Zones};

#[derive(Template)]
#[template(path = "shareables/poll.html")]
struct PollPage<'a> {
    layout: Layout,
    shared: Shared<'a>,
    poll: &'a Poll,
    filled: Filled<VoteForm>,
    questions: Drawn,
    once: &'a OnceField,
    takes_votes: bool,
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
    when: Option<When>,
    words: &'a str,
}

impl askama::filters::HtmlSafe for Label<'_> {}

impl<'a> Label<'a> {
    pub fn of(option: &'a PollOption, now: &Timestamp, zones: &Zones) -> Self {
        Self { words: &option.label, ..Self::at(option.start_time, option.end_time, *now, zones) }
    }

    /// The time alone.
    pub fn at(start: Option<Moment>, end: Option<Moment>, now: Timestamp, zones: &Zones) -> Self {
        Self { when: start.map(|start| When::span(start, end, now, zones)), words: "" }
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
        Ok(VoteFields {
            name: Some(self.name.clone()),
            answers: self.answers.iter().cloned().map(Into::into).collect(),
        })
    }

    async fn page(mine: &Mine<'_, Ballot>, filled: Filled<Self>) -> Result<impl Template, Error> {
        let (ctx, share, poll) = (mine.ctx, &mine.opened.share, mine.opened.share.poll()?);
        let shared = Shared::of(ctx, mine.opened);
        let (now, is_closed) = (shared.now, poll.is_closed_at(shared.now));
        let shows = poll.shows_results(mine.opened.access, mine.answer.is_some(), now);
        let tally = if shows { Some(ctx.followed::<Votes>(share).await?) } else { None };
        let takes_votes = !is_closed && !shared.expired;
        let questions = Questions { poll, filled: &filled, takes_votes, now, zones: shared.zones.clone() };
        Ok(PollPage {
            layout: shared.layout(ctx, &share.name, mine.shown_code()),
            questions: questions.draw(tally.as_deref()),
            outcome: tally
                .map(|tally| drawn(share, poll, &tally, now, &shared.zones))
                .ok_or_else(|| hidden(poll)),
            shared,
            poll,
            takes_votes,
            shows_results: mine.show.as_deref() == Some("results") || (is_closed && filled.notice.is_none()),
            filled,
            once: &mine.once,
            done: done(ctx),
            mine: mine.link(),
            other: mine.other,
        })
    }
}

impl PollPage<'_> {
    fn is_closed(&self) -> bool {
        self.poll.is_closed_at(self.shared.now)
    }

    /// When voting will end.
    fn closes_at(&self) -> Option<Moment> {
        self.poll.closes_at.filter(|_| !self.is_closed())
    }

    fn who_sees(&self) -> &'static str {
        match self.poll.results_visibility.known() {
            Some(ResultsVisibility::Always) => "Everyone with the link sees names and answers.",
            Some(ResultsVisibility::AfterSubmit) => "Everyone who has answered sees names and answers.",
            None => "Only the organiser sees names and answers.",
            Some(ResultsVisibility::AfterClose) => "Names and answers are shown when the poll is closed.",
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

/// Why the results are not shown.
fn hidden(poll: &Poll) -> Notice {
    let why = match poll.results_visibility.known() {
        None => "Only the organiser sees the results.",
        Some(ResultsVisibility::AfterSubmit) => "You see the results when you have answered.",
        Some(ResultsVisibility::Always | ResultsVisibility::AfterClose) => {
            "The results are shown when the poll is closed."
        }
    };
    Notice::new(why).icon(Icon::Lock)
}

/// Who has answered, and the results.
fn drawn(share: &Shareable, poll: &Poll, tally: &Tally, now: Timestamp, zones: &Zones) -> (Drawn, Drawn) {
    (head(tally, now), results(&share.short_id, poll, tally, now, zones))
}

/// Who has answered, and the results as of now, for many readers.
pub async fn count(services: &Services, share: &Shareable, poll: &Poll) -> Result<(Drawn, Drawn), Error> {
    let tally = services.followed::<Votes>(share).await?;
    let zones = zones_of(share, &services.settings.zones());
    Ok(drawn(share, poll, &tally, services.clock.now(), &zones))
}

/// What everyone who sees the results is sent when they change.
pub async fn parts(services: &Services, share: &Shareable, poll: &Poll) -> Result<Vec<Part>, Problem> {
    let (head, outcome) = count(services, share, poll).await?;
    Ok(vec![Part::new("head", head)?, Part::new("results", outcome)?])
}
