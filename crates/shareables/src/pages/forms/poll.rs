//! The form of a poll: questions with their options, and room for more: one per line, or days from a calendar.

use super::ContentForm;
use crate::{
    model::{
        Content, OptionFields, Patch, Poll, Question, QuestionFields, ResultsVisibility, ShareableFields,
    },
    pages::poll::Label,
};
use askama::Template;
use jiff::{Timestamp, ToSpan, civil::Date};
use kernel::{FieldError, Zone};
use web::{
    Errors, Fields, Zones,
    components::when,
    fields::{Act, Place, row_of},
};

/// The most days that are added at once.
const DAYS: usize = 14;

#[derive(Debug, Clone, Template)]
#[template(path = "shareables/poll_form.html")]
pub struct PollForm {
    note: String,
    questions: Vec<QuestionForm>,
    visibility: ResultsVisibility,
    closes: String,
    /// Of its dates and its closing time.
    zone: String,
    /// Whether the zone is nobody's choice yet, so that scripts may put the browser's.
    guess_zone: bool,
    errors: Errors,
}

#[derive(Debug, Clone, Default)]
struct QuestionForm {
    asked: QuestionFields,
    /// More options, one per line.
    lines: String,
    /// More of them from a calendar: the first and last day, and the hours.
    days: Days,
}

#[derive(Debug, Clone, Default)]
struct Days {
    first: String,
    last: String,
    from: String,
    to: String,
}

const VISIBILITIES: [(&str, &str); 3] = [
    ("always", "Always"),
    ("afterSubmit", "After they have answered"),
    ("afterClose", "When the poll is closed"),
];

impl PollForm {
    pub fn blank(zones: &Zones) -> Self {
        let guess_zone = zones.is_guess();
        Self { questions: vec![QuestionForm::default()], guess_zone, ..Self::of(&Poll::default(), zones) }
    }

    pub fn of(poll: &Poll, zones: &Zones) -> Self {
        let zones = zones.thing(poll.time_zone.clone());
        let zone = zones.for_form();
        Self {
            note: poll.note.clone().unwrap_or_default(),
            questions: poll.questions.iter().map(QuestionForm::of).collect(),
            visibility: poll.results_visibility.known().unwrap_or(ResultsVisibility::AfterClose),
            closes: poll.closes_at.map(|at| when::local(at, zone)).unwrap_or_default(),
            zone: zone.name().into(),
            guess_zone: false,
            errors: Errors::default(),
        }
    }

    pub fn read(fields: &Fields) -> Self {
        let rows = (0..).take_while(|row| fields.has(&format!("q{row}-title")));
        Self {
            note: fields.text("note"),
            questions: rows.map(|row| QuestionForm::read(fields, row)).collect(),
            visibility: ResultsVisibility::of_name(&fields.text("resultsVisibility")).unwrap_or_default(),
            closes: fields.text("closesAt"),
            zone: fields.filled("timeZone").unwrap_or_else(|| "UTC".into()),
            guess_zone: false,
            errors: Errors::default(),
        }
    }

    fn option_error(&self, row: usize, option: usize) -> Option<&str> {
        self.errors.of(&format!("q{row}-option-{option}"))
    }

    /// Which question the options belong to, where there are several.
    fn options_label(&self, words: &str, row: usize) -> String {
        if self.questions.len() > 1 { format!("{words} of question {}", row + 1) } else { words.to_owned() }
    }

    /// The name of a row before it has an id.
    fn key(option: &OptionFields, at: usize) -> String {
        option.poll_question_option_id.map_or_else(|| format!("new-{at}"), |id| id.to_string())
    }

    fn time<'a>(&self, option: &'a OptionFields) -> Option<Label<'a>> {
        // The year is told where it is not the one of the option's neighbours, which is never wrong.
        let zones = Zones::new(None, Zone::UTC).thing(Zone::named(&self.zone));
        option
            .start_time
            .map(|_| Label::at(option.start_time, option.end_time, Timestamp::UNIX_EPOCH, &zones))
    }

    fn zones(&self) -> impl Iterator<Item = (String, String)> {
        // A zone that is not on the list, such as one set by a program, must not be lost by editing.
        let own = std::iter::once((self.zone.clone(), self.zone.clone()));
        let listed: Vec<_> = when::zones().collect();
        let missing = !listed.iter().any(|(name, _)| *name == self.zone);
        own.filter(move |_| missing).chain(listed)
    }

    /// The zone matters to dates and to the closing time, and is kept with them.
    fn has_times(&self, questions: &[QuestionFields]) -> bool {
        let mut options = questions.iter().flat_map(|question| &question.options);
        !self.closes.trim().is_empty() || options.any(|option| option.start_time.is_some())
    }
}

impl ContentForm for PollForm {
    fn meant(&self, stored: Option<&Content>, _: Timestamp) -> Result<ShareableFields, Vec<FieldError>> {
        let is_unknown =
            matches!(stored, Some(Content::Poll(poll)) if poll.results_visibility.known().is_none());
        let visibility = match self.visibility {
            ResultsVisibility::AfterClose if is_unknown => Patch::Keep,
            chosen => Patch::Set(chosen),
        };
        let closes = Some(self.closes.trim()).filter(|text| !text.is_empty());
        let closes_at = closes.map(|text| when::read_local_time(text, &when::zone(&self.zone))).transpose();
        let closes_at = closes_at
            .map_err(|message| vec![FieldError { field: "closesAt".into(), message: message.into() }])?;
        let questions: Vec<_> = self.questions.iter().map(|one| one.meant(&self.zone)).collect();
        let is_zoned = self.has_times(&questions);
        Ok(ShareableFields {
            note: Patch::Set(self.note.clone()),
            time_zone: if is_zoned { Patch::Set(self.zone.clone()) } else { Patch::Keep },
            questions: Patch::Set(questions),
            results_visibility: visibility,
            closes_at: Patch::from(closes_at),
            ..ShareableFields::default()
        })
    }

    fn act(&mut self, act: &Act) {
        match act {
            Act::Add => self.questions.push(QuestionForm::default()),
            Act::Own(what, row) => {
                if let Some(question) = self.questions.get_mut(*row).filter(|_| what == "dates") {
                    question.add_days(&self.zone);
                }
            }
            Act::Change(change, Place { row, inner }) => match (inner, self.questions.get_mut(*row)) {
                (Some(inner), Some(question)) => change.among(&mut question.asked.options, *inner),
                _ => change.among(&mut self.questions, *row),
            },
        }
    }

    fn show(&mut self, errors: &Errors) {
        self.errors = errors.renamed(|field| {
            let (row, what) = row_of(field, "questions")?;
            let known = self.questions.get(row).map_or(0, |question| question.asked.options.len());
            Some(match row_of(what, "options") {
                Some((option, _)) if option < known => format!("q{row}-option-{option}"),
                Some(_) => format!("q{row}-lines"),
                None if what == "options" => format!("q{row}-lines"),
                None => format!("q{row}-{what}"),
            })
        });
        // Without a name of its own a poll has its first question's, so that this is what is missing.
        self.errors.0.retain(|error| error.field != "name");
    }
}

impl QuestionForm {
    fn of(question: &Question) -> Self {
        let options = question.options.iter().map(|option| OptionFields {
            poll_question_option_id: Some(option.poll_question_option_id),
            label: option.label.clone(),
            description: option.description.clone(),
            start_time: option.start_time,
            end_time: option.end_time,
        });
        let asked = QuestionFields {
            poll_question_id: Some(question.poll_question_id),
            title: question.title.clone(),
            is_multiple: question.is_multiple,
            is_required: question.is_required,
            options: options.collect(),
        };
        Self { asked, ..Self::default() }
    }

    fn read(fields: &Fields, row: usize) -> Self {
        let name = |what: &str| format!("q{row}-{what}");
        let text = |what: &str| fields.text(&name(what));
        let all = |what: &str| fields.all(&name(what)).collect::<Vec<_>>();
        let (labels, descriptions) = (all("option"), all("option-description"));
        let (starts, ends) = (all("option-start"), all("option-end"));
        let of = |texts: &[String], at: usize| texts.get(at).cloned().unwrap_or_default();
        let options = all("option-id").into_iter().enumerate().map(|(at, id)| OptionFields {
            poll_question_option_id: id.parse().ok(),
            label: of(&labels, at),
            description: Some(of(&descriptions, at)),
            start_time: of(&starts, at).parse().ok(),
            end_time: of(&ends, at).parse().ok(),
        });
        let asked = QuestionFields {
            poll_question_id: text("id").parse().ok(),
            title: text("title"),
            is_multiple: fields.has(&name("multiple")),
            is_required: fields.has(&name("required")),
            options: options.collect(),
        };
        let days = Days { first: text("first"), last: text("last"), from: text("from"), to: text("to") };
        Self { asked, lines: text("lines"), days }
    }

    /// The options of the days that were chosen, which need no further button to be added.
    fn meant(&self, zone: &str) -> QuestionFields {
        let mut asked = self.asked.clone();
        let lines = self.lines.lines().map(str::trim).filter(|line| !line.is_empty());
        asked.options.extend(self.days.options(zone));
        asked
            .options
            .extend(lines.map(|line| OptionFields { label: line.to_owned(), ..OptionFields::default() }));
        asked
    }

    /// Makes options of the days, ready for more. Several days can suit someone, so several may be picked.
    fn add_days(&mut self, zone: &str) {
        let added = self.days.options(zone);
        if !added.is_empty() {
            self.asked.options.extend(added);
            self.asked.is_multiple = true;
            self.days = Days { from: self.days.from.clone(), to: self.days.to.clone(), ..Days::default() };
        }
    }
}

impl Days {
    /// One option a day from the first to the last, at the hours given; the whole day where none are.
    fn options(&self, zone: &str) -> Vec<OptionFields> {
        let zone = when::zone(zone);
        let Ok(first) = self.first.trim().parse::<Date>() else { return Vec::new() };
        let last = self.last.trim().parse().unwrap_or(first);
        let from = if self.from.is_empty() { "00:00" } else { &self.from };
        let at = |day: Date, time: &str| when::read_local_time(&format!("{day}T{time}"), &zone).ok();
        let days = first.series(1.day()).take(DAYS).take_while(|day| *day <= last);
        let option = |day| OptionFields {
            start_time: at(day, from),
            end_time: at(day, &self.to),
            ..OptionFields::default()
        };
        days.map(option).filter(|option| option.start_time.is_some()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_a_calendar_become_options_at_their_hours() {
        let days = Days {
            first: "2026-10-24".into(),
            last: "2026-10-26".into(),
            from: "18:00".into(),
            to: "20:00".into(),
        };
        let options = days.options("Europe/Lisbon");
        let starts: Vec<_> = options.iter().map(|option| super::super::held(option.start_time)).collect();
        assert_eq!(
            starts,
            ["2026-10-24T17:00:00.000Z", "2026-10-25T18:00:00.000Z", "2026-10-26T18:00:00.000Z"]
        );
        assert!(options.iter().all(|option| option.end_time > option.start_time));
        assert!(Days { first: "soon".into(), ..Days::default() }.options("UTC").is_empty());
        let long = Days { first: "2026-10-01".into(), last: "2027-10-01".into(), ..Days::default() };
        assert_eq!(long.options("UTC").len(), DAYS);
    }
}
