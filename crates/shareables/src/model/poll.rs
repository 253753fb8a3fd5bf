//! Polls of several questions: what may be asked, what may be answered, and who sees the results when.

use super::{
    Access, Patch, Said, ShareableFields,
    fields::{NAME, NOTE, folded},
};
use jiff::Timestamp;
use kernel::{Checks, FieldError, Moment, Open, Rng, Zone, check::trimmed, zone::BadZone};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use utoipa::ToSchema;
use uuid::Uuid;
use web::outcome::Outcome;

/// The most questions of a poll, and options of a question.
pub const QUESTIONS: usize = 30;
pub const OPTIONS: usize = 30;
const LABEL: usize = 100;
const DESCRIPTION: usize = 300;
const ID_TAKEN: &str = "Another question or option has this id.";

kernel::uuid_id! {
    /// A question of a poll.
    QuestionId
}

kernel::uuid_id! {
    /// An option of a question.
    OptionId
}

/// When those who are not the organiser see the results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ResultsVisibility {
    #[default]
    Always,
    AfterSubmit,
    AfterClose,
}

kernel::named!(ResultsVisibility: Always "always", AfterSubmit "afterSubmit", AfterClose "afterClose");

/// The part of a shareable that is a poll's own.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Poll {
    pub note: Option<String>,
    /// A value that is not known shows results to the organiser alone.
    #[serde(default)]
    pub results_visibility: Open<ResultsVisibility>,
    pub closes_at: Option<Moment>,
    /// The zone of its dates and of its closing time.
    #[serde(
        default,
        deserialize_with = "kernel::zone::if_readable",
        skip_serializing_if = "Option::is_none"
    )]
    pub time_zone: Option<Zone>,
    #[serde(default)]
    pub questions: Vec<Question>,
    #[serde(default)]
    pub is_closed: bool,
    /// What was made of the result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<Outcome>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    pub poll_question_id: QuestionId,
    #[serde(default)]
    #[schema(required = true)]
    pub title: String,
    #[serde(default)]
    #[schema(required = true)]
    pub is_multiple: bool,
    #[serde(default)]
    #[schema(required = true)]
    pub is_required: bool,
    #[serde(default)]
    #[schema(required = true)]
    pub options: Vec<PollOption>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PollOption {
    pub poll_question_option_id: OptionId,
    /// Empty where the time says it all.
    #[serde(default)]
    #[schema(required = true)]
    pub label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_time: Option<Moment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_time: Option<Moment>,
}

pub type Vote = Said<Ballot>;

/// What one person chose.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ballot {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default)]
    #[schema(required = true)]
    pub answers: Vec<Answer>,
}

/// The options chosen for one question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    pub poll_question_id: QuestionId,
    #[serde(default)]
    #[schema(max_items = 30)]
    #[schema(required = true)]
    pub option_ids: Vec<OptionId>,
}

/// An answer to one question as filled in.
#[derive(Debug, Clone, PartialEq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnswerFields {
    pub poll_question_id: QuestionId,
    #[schema(max_items = 30)]
    pub option_ids: Vec<OptionId>,
}

impl From<AnswerFields> for Answer {
    fn from(AnswerFields { poll_question_id, option_ids }: AnswerFields) -> Self {
        Self { poll_question_id, option_ids }
    }
}

impl From<Answer> for AnswerFields {
    fn from(Answer { poll_question_id, option_ids }: Answer) -> Self {
        Self { poll_question_id, option_ids }
    }
}

/// A question as filled in. An id that is given is kept, so that votes for what stays keep counting.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QuestionFields {
    pub poll_question_id: Option<QuestionId>,
    #[schema(max_length = 200, min_length = 1)]
    pub title: String,
    #[serde(default)]
    pub is_multiple: bool,
    #[serde(default)]
    pub is_required: bool,
    #[schema(min_items = 2, max_items = 30)]
    pub options: Vec<OptionFields>,
}

#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OptionFields {
    pub poll_question_option_id: Option<OptionId>,
    /// May be left out with a `startTime`.
    #[serde(default)]
    #[schema(max_length = 100)]
    pub label: String,
    #[schema(max_length = 300)]
    pub description: Option<String>,
    pub start_time: Option<Moment>,
    pub end_time: Option<Moment>,
}

/// A vote as filled in.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VoteFields {
    #[schema(max_length = 200, min_length = 1)]
    pub name: Option<String>,
    #[schema(max_items = 30)]
    pub answers: Vec<AnswerFields>,
}

impl Answer {
    /// What was chosen, question by question.
    pub fn grouped(chosen: impl IntoIterator<Item = (QuestionId, OptionId)>) -> Vec<Self> {
        let mut answers: Vec<Self> = Vec::new();
        for (poll_question_id, option) in chosen {
            match answers.iter_mut().find(|answer| answer.poll_question_id == poll_question_id) {
                Some(answer) => answer.option_ids.push(option),
                None => answers.push(Self { poll_question_id, option_ids: vec![option] }),
            }
        }
        answers
    }
}

impl QuestionFields {
    fn into_question(self, rng: &Rng) -> Question {
        let options = self.options.into_iter().map(|option| PollOption {
            poll_question_option_id: option
                .poll_question_option_id
                .unwrap_or_else(|| OptionId(rng.uuid_v4())),
            label: option.label.trim().to_owned(),
            description: trimmed(option.description),
            start_time: option.start_time,
            end_time: option.end_time,
        });
        Question {
            poll_question_id: self.poll_question_id.unwrap_or_else(|| QuestionId(rng.uuid_v4())),
            title: self.title.trim().to_owned(),
            is_multiple: self.is_multiple,
            is_required: self.is_required,
            options: options.collect(),
        }
    }
}

impl Poll {
    pub fn apply(&mut self, fields: ShareableFields, rng: &Rng, checks: &mut Checks) {
        fields.note.trimmed().change_optional(&mut self.note);
        let visibility = fields.results_visibility.map(Open::from);
        visibility.change("resultsVisibility", &mut self.results_visibility, checks);
        fields.closes_at.change_optional(&mut self.closes_at);
        match fields.time_zone.trimmed() {
            Patch::Keep => {}
            Patch::Clear => self.time_zone = None,
            Patch::Set(name) => match name.parse() {
                Ok(zone) => self.time_zone = Some(zone),
                Err(BadZone) => _ = checks.that(false, "timeZone", BadZone.to_string()),
            },
        }
        fields.is_closed.change("isClosed", &mut self.is_closed, checks);
        checks.optional("note", self.note.as_deref(), NOTE);
        if fields.questions.is_given() {
            let questions = fields.questions.value().unwrap_or_default();
            self.questions = questions.into_iter().map(|question| question.into_question(rng)).collect();
        }
        self.check_questions(checks);
    }

    fn check_questions(&self, checks: &mut Checks) {
        let count = self.questions.len();
        let fits = (1..=QUESTIONS).contains(&count);
        checks.that(fits, "questions", format!("A poll has 1 to {QUESTIONS} questions."));
        let mut seen = HashSet::new();
        for (at, question) in self.questions.iter().enumerate() {
            let field = format!("questions[{at}]");
            checks.text(&format!("{field}.title"), &question.title, NAME);
            let new = seen.insert(question.poll_question_id.0);
            checks.that(new, format!("{field}.pollQuestionId"), ID_TAKEN);
            question.check_options(&field, &mut seen, checks);
        }
    }

    /// The last moment of the dates that it asks about.
    pub fn last_date(&self) -> Option<Moment> {
        let options = self.questions.iter().flat_map(|question| &question.options);
        options.filter_map(|option| option.end_time.or(option.start_time)).max()
    }

    pub fn is_closed_at(&self, now: Timestamp) -> bool {
        self.is_closed || self.closes_at.is_some_and(|at| *at <= now)
    }

    /// Takes votes again; a closing time that has passed would close it at once, so it goes.
    pub fn reopen(&mut self, now: Timestamp) {
        self.is_closed = false;
        self.closes_at = self.closes_at.filter(|at| **at > now);
    }

    /// Whether someone may see the results; `voted` tells whether they hold the code of a vote. Once a poll is closed nobody
    /// can be swayed, so from then on `afterSubmit` shows them to everyone.
    pub fn shows_results(&self, access: Access, voted: bool, now: Timestamp) -> bool {
        match self.results_visibility.known() {
            _ if access.is_admin() => true,
            Some(ResultsVisibility::Always) => true,
            Some(ResultsVisibility::AfterSubmit) => voted || self.is_closed_at(now),
            Some(ResultsVisibility::AfterClose) => self.is_closed_at(now),
            None => false,
        }
    }

    fn question(&self, id: QuestionId) -> Option<&Question> {
        self.questions.iter().find(|question| question.poll_question_id == id)
    }

    /// A vote that was checked against the questions as they are now. Answers without a choice are left out.
    pub fn accept(&self, fields: VoteFields) -> Result<Ballot, Vec<FieldError>> {
        let mut checks = Checks::new();
        let name = trimmed(fields.name);
        checks.optional_text("name", name.as_deref(), NAME);
        let mut seen = HashSet::new();
        let given: Vec<Answer> = fields.answers.into_iter().map(Answer::from).collect();
        for (at, answer) in given.iter().enumerate() {
            let (field, question) =
                (format!("answers[{at}].pollQuestionId"), self.question(answer.poll_question_id));
            checks.that(question.is_some(), &*field, "The poll has no such question.");
            if let Some(question) = question {
                question.check(answer, &mut checks);
            }
            checks.that(seen.insert(answer.poll_question_id), field, "Answer each question once.");
        }
        let answers: Vec<_> = given.into_iter().filter(|answer| !answer.option_ids.is_empty()).collect();
        for question in self.questions.iter().filter(|question| question.is_required) {
            let answered = answers.iter().any(|answer| answer.poll_question_id == question.poll_question_id);
            checks.that(answered, question.field(), "Answer this question.");
        }
        checks.that(!answers.is_empty() || !checks.is_empty(), "answers", "Pick at least one answer.");
        checks.done().map(|()| Ballot { name, answers })
    }
}

impl Question {
    pub fn option(&self, id: OptionId) -> Option<&PollOption> {
        self.options.iter().find(|option| option.poll_question_option_id == id)
    }

    fn check_options(&self, field: &str, seen: &mut HashSet<Uuid>, checks: &mut Checks) {
        let fits = (2..=OPTIONS).contains(&self.options.len());
        checks.that(fits, format!("{field}.options"), format!("Give 2 to {OPTIONS} options."));
        let mut said = HashSet::new();
        for (at, option) in self.options.iter().enumerate() {
            let field = format!("{field}.options[{at}]");
            option.check(&field, checks);
            let says = (folded(&option.label), option.start_time, option.end_time);
            let new = option.is_blank() || said.insert(says);
            checks.that(new, format!("{field}.label"), "Another option says the same.");
            let new = seen.insert(option.poll_question_option_id.0);
            checks.that(new, format!("{field}.pollQuestionOptionId"), ID_TAKEN);
        }
    }

    /// Whether its options are times, to be answered by who can when.
    pub fn is_about_times(&self) -> bool {
        self.options.iter().all(|option| option.start_time.is_some())
    }

    /// What errors about the answer to this question are filed under.
    pub fn field(&self) -> String {
        format!("answers.{}", self.poll_question_id)
    }

    fn check(&self, answer: &Answer, checks: &mut Checks) {
        let chosen: HashSet<_> = answer.option_ids.iter().collect();
        let known = answer.option_ids.iter().all(|id| self.option(*id).is_some());
        checks
            .that(known, self.field(), "The question has no such option.")
            .that(chosen.len() == answer.option_ids.len(), self.field(), "Pick each option once.")
            .that(self.is_multiple || chosen.len() <= 1, self.field(), "Pick one answer.");
    }
}

impl PollOption {
    fn check(&self, field: &str, checks: &mut Checks) {
        if self.start_time.is_none() || !self.label.is_empty() {
            checks.text(&format!("{field}.label"), &self.label, LABEL);
        }
        checks.optional(&format!("{field}.description"), self.description.as_deref(), DESCRIPTION);
        let ends_later = self.end_time.is_none_or(|end| self.start_time.is_some_and(|start| start < end));
        checks.that(ends_later, format!("{field}.endTime"), "The end must be after the start.");
    }

    fn is_blank(&self) -> bool {
        self.label.is_empty() && self.start_time.is_none()
    }

    /// What the option is called where nothing can tell the reader's time: in files, and to the ear. `zone` is the poll's.
    pub fn words(&self, zone: Option<&Zone>) -> String {
        let zone = zone.cloned().unwrap_or(Zone::UTC);
        let time = self.start_time.map(|at| {
            let words = web::components::when::zone_words(&zone, *at);
            format!("{} {words}", at.to_zoned((*zone).clone()).strftime("%a %-d %b %Y, %H:%M"))
        });
        match (self.label.as_str(), time) {
            ("", time) => time.unwrap_or_default(),
            (label, None) => label.to_owned(),
            (label, Some(time)) => format!("{label}, {time}"),
        }
    }
}
