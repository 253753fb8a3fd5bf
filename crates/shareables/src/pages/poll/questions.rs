//! The questions of a poll, as somebody answers them or did.

use super::{
    Label, VoteForm,
    drawn::{Drawn, of_times},
};
use crate::{
    live::Tally,
    model::{Poll, PollOption, Question},
};
use askama::Template;
use jiff::Timestamp;
use web::{Filled, Zones};

#[derive(Template)]
#[template(path = "shareables/questions.html")]
pub struct Questions<'a> {
    pub poll: &'a Poll,
    pub filled: &'a Filled<VoteForm>,
    pub takes_votes: bool,
    pub now: Timestamp,
    pub zones: Zones,
}

impl Questions<'_> {
    /// As printed. All who have not answered are asked alike.
    pub fn draw(&self, tally: Option<&Tally>) -> Drawn {
        let alike = self.takes_votes && self.filled.form.answers.is_empty() && self.filled.errors.is_empty();
        match tally.filter(|_| alike) {
            Some(tally) => tally.drawings.questions.get(self.now, of_times(self.poll, &self.zones), || self),
            None => Drawn::of(self),
        }
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
}
