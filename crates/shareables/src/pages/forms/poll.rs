//! The form of a poll: questions with their options, and room for more, one a line.

use super::{optional, renamed, row_of};
use crate::{
    model::{
        OptionFields, OptionId, Patch, Poll, QuestionFields, QuestionId, ResultsVisibility, ShareableFields,
    },
    pages::fields::{Act, Fields, Place},
};
use askama::Template;
use kernel::FieldError;
use web::{Errors, components::when};

#[derive(Debug, Clone, Template)]
#[template(path = "shareables/poll_form.html")]
pub struct PollForm {
    note: String,
    questions: Vec<QuestionForm>,
    visibility: ResultsVisibility,
    closes: String,
    /// Whose time `closes` is in: a poll has no place, so it is the browser's where scripts can tell, else UTC.
    zone: String,
    pub errors: Errors,
}

#[derive(Debug, Clone, Default)]
pub struct QuestionForm {
    id: String,
    title: String,
    is_multiple: bool,
    is_required: bool,
    options: Vec<OptionForm>,
    /// More of them, one a line.
    lines: String,
}

#[derive(Debug, Clone, Default)]
pub struct OptionForm {
    id: String,
    label: String,
}

const VISIBILITIES: [(&str, &str, ResultsVisibility); 3] = [
    ("always", "Always", ResultsVisibility::Always),
    ("afterSubmit", "After they have answered", ResultsVisibility::AfterSubmit),
    ("afterClose", "When the poll is closed", ResultsVisibility::AfterClose),
];

impl PollForm {
    pub fn blank() -> Self {
        Self { questions: vec![QuestionForm::default()], ..Self::of(&Poll::default()) }
    }

    pub fn of(poll: &Poll) -> Self {
        let utc = jiff::tz::TimeZone::UTC;
        Self {
            note: poll.note.clone().unwrap_or_default(),
            questions: poll.questions.iter().map(QuestionForm::of).collect(),
            visibility: poll.results_visibility,
            closes: poll.closes_at.map(|at| when::local(at, &utc)).unwrap_or_default(),
            zone: "UTC".into(),
            errors: Errors::default(),
        }
    }

    pub fn read(fields: &Fields) -> Self {
        let wanted = fields.text("resultsVisibility");
        let visibility = VISIBILITIES.into_iter().find(|(name, ..)| *name == wanted);
        let rows = (0..).take_while(|row| fields.has(&format!("q{row}-title")));
        Self {
            note: fields.text("note"),
            questions: rows.map(|row| QuestionForm::read(fields, row)).collect(),
            visibility: visibility.map_or_else(ResultsVisibility::default, |(_, _, visibility)| visibility),
            closes: fields.text("closesAt"),
            zone: fields.filled("zone").unwrap_or_else(|| "UTC".into()),
            errors: Errors::default(),
        }
    }

    pub fn meant(&self) -> Result<ShareableFields, Vec<FieldError>> {
        let closes = Some(self.closes.trim()).filter(|text| !text.is_empty());
        let closes_at = closes.map(|text| when::read_local(text, &when::zone(&self.zone)));
        if closes_at == Some(None) {
            return Err(vec![FieldError { field: "closesAt".into(), message: when::UNREADABLE.into() }]);
        }
        Ok(ShareableFields {
            note: optional(&self.note),
            questions: Patch::Set(self.questions.iter().map(QuestionForm::meant).collect()),
            results_visibility: Patch::Set(self.visibility),
            closes_at: Patch::from(closes_at.flatten()),
            ..ShareableFields::default()
        })
    }

    pub fn act(&mut self, act: Act) {
        let (Act::Up(place) | Act::Down(place) | Act::Drop(place)) = act else {
            self.questions.push(QuestionForm::default());
            return;
        };
        match (place, self.questions.get_mut(place.row)) {
            (Place { inner: Some(inner), .. }, Some(question)) => act.among(&mut question.options, |_| inner),
            _ => act.among(&mut self.questions, |place| place.row),
        }
    }

    pub fn show(&mut self, errors: &Errors) {
        self.errors = renamed(errors, |field| {
            let (row, what) = row_of(field, "questions")?;
            let known = self.questions.get(row).map_or(0, |question| question.options.len());
            Some(match row_of(what, "options") {
                Some((option, _)) if option < known => format!("q{row}-option-{option}"),
                Some(_) => format!("q{row}-lines"),
                None if what == "options" => format!("q{row}-lines"),
                None => format!("q{row}-{what}"),
            })
        });
    }

    fn option_error(&self, row: usize, option: usize) -> Option<&str> {
        self.errors.of(&format!("q{row}-option-{option}"))
    }

    /// Which question the options belong to, where there are several.
    fn options_label(&self, words: &str, row: usize) -> String {
        if self.questions.len() > 1 { format!("{words} of question {}", row + 1) } else { words.to_owned() }
    }

    fn zone_hint(&self) -> String {
        format!("In {} time. Left empty, it stays open until you close it.", self.zone)
    }

    fn visibility(&self) -> &'static str {
        VISIBILITIES.iter().find(|(_, _, one)| *one == self.visibility).map_or("always", |(name, ..)| name)
    }

    fn visibilities() -> impl Iterator<Item = (&'static str, &'static str)> {
        VISIBILITIES.into_iter().map(|(name, words, _)| (name, words))
    }
}

impl QuestionForm {
    fn of(question: &crate::model::Question) -> Self {
        let options = question.options.iter().map(|option| OptionForm {
            id: option.poll_question_option_id.to_string(),
            label: option.label.clone(),
        });
        Self {
            id: question.poll_question_id.to_string(),
            title: question.title.clone(),
            is_multiple: question.is_multiple,
            is_required: question.is_required,
            options: options.collect(),
            lines: String::new(),
        }
    }

    fn read(fields: &Fields, row: usize) -> Self {
        let name = |what: &str| format!("q{row}-{what}");
        let (ids, labels) = (name("option-id"), name("option"));
        let options = fields.all(&ids).zip(fields.all(&labels)).map(|(id, label)| OptionForm { id, label });
        Self {
            id: fields.text(&name("id")),
            title: fields.text(&name("title")),
            is_multiple: fields.has(&name("multiple")),
            is_required: fields.has(&name("required")),
            options: options.collect(),
            lines: fields.text(&name("lines")),
        }
    }

    fn meant(&self) -> QuestionFields {
        let rows = self.options.iter().map(|option| OptionFields {
            poll_question_option_id: option.id.parse::<OptionId>().ok(),
            label: option.label.clone(),
        });
        let lines = self.lines.lines().map(str::trim).filter(|line| !line.is_empty());
        let lines = lines.map(|line| OptionFields { label: line.to_owned(), ..OptionFields::default() });
        QuestionFields {
            poll_question_id: self.id.parse::<QuestionId>().ok(),
            title: self.title.clone(),
            is_multiple: self.is_multiple,
            is_required: self.is_required,
            options: rows.chain(lines).collect(),
        }
    }
}
