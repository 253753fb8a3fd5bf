//! What was decided, and what that says about what is made of it.

use super::MakeOutcome;
use crate::{Fault, Zones, components::when};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use kernel::{Moment, Zone, check::tidy};

/// The longest title that any feature takes.
const LONGEST_TITLE: usize = 200;
/// When something begins of which only the day is known.
const EVENING: (i8, i8) = (19, 0);

/// One question, and what won.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answered {
    pub question: String,
    pub answer: String,
    /// Where the answer is a time.
    pub start: Option<Moment>,
    pub end: Option<Moment>,
}

/// What a poll came to. A question that ended in a tie is not among the answers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Decided {
    pub title: String,
    /// The zone of the times that it asked about.
    pub time_zone: Option<Zone>,
    pub answers: Vec<Answered>,
}

/// What is to be made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    pub title: String,
    pub description: Option<String>,
    pub place: Option<String>,
    pub start: Option<Moment>,
    pub end: Option<Moment>,
    pub time_zone: String,
    /// What won, where it is neither a time nor a place, or what the request names in its stead.
    pub winner: Option<String>,
    pub group_ids: Vec<String>,
    pub items: Vec<String>,
    pub expires_after: Option<i64>,
}

impl Decided {
    /// The zones of what is made of it, for a maker of `zones`.
    pub fn zones(&self, zones: &Zones) -> Zones {
        zones.thing(self.time_zone.clone())
    }
}

impl Draft {
    /// What the request says; what it leaves out as it was decided.
    pub fn of(decided: &Decided, cmd: &MakeOutcome, now: Timestamp, zones: &Zones) -> Result<Self, Fault> {
        let zone = match &cmd.time_zone {
            Some(name) => {
                name.parse::<Zone>().map_err(|error| Fault::about("timeZone", error.to_string()))?
            }
            None => decided.zones(zones).for_form().clone(),
        };
        let won = Self::won(decided, &zone, now);
        let start = cmd.start_time.or(won.start);
        Ok(Self {
            title: cmd.title.clone().unwrap_or(won.title),
            description: cmd.description.clone(),
            place: cmd.location.clone().or(won.place),
            end: if cmd.start_time.is_some() { cmd.end_time } else { cmd.end_time.or(won.end) },
            start,
            time_zone: zone.name().to_owned(),
            winner: cmd.title.clone().or(won.winner).filter(|winner| !winner.trim().is_empty()),
            group_ids: cmd.group_ids.clone(),
            items: cmd.items.clone(),
            expires_after: cmd.expires_after,
        })
    }

    /// What the winners say: each is a time, a place where the question asks for one, or what it is about.
    pub fn won(decided: &Decided, zone: &TimeZone, now: Timestamp) -> Self {
        let mut draft = Self { title: decided.title.clone(), ..Self::default() };
        for answered in &decided.answers {
            let read = || read_date(&answered.answer, zone, now);
            if let Some(start) = answered.start.or_else(read) {
                if draft.start.is_none() {
                    (draft.start, draft.end) = (Some(start), answered.end);
                }
            } else if asks_where(&answered.question) {
                draft.place.get_or_insert_with(|| answered.answer.clone());
            } else if draft.winner.is_none() {
                draft.winner = Some(answered.answer.clone());
                draft.title = titled(&decided.title, &answered.answer);
            }
        }
        draft
    }
}

fn titled(title: &str, answer: &str) -> String {
    format!("{title}: {answer}").chars().take(LONGEST_TITLE).collect()
}

fn asks_where(question: &str) -> bool {
    let question = question.trim().to_lowercase();
    question.starts_with("where") || question.starts_with("which place")
}

/// The time that a label names, if it reads as one: `2026-11-28 20:00`, `Sat 28 November`, `Nov 28, 20:00`. Without a year it is the
/// next such day.
fn read_date(label: &str, zone: &TimeZone, now: Timestamp) -> Option<Moment> {
    let text = tidy(label).replace([',', '–'], " ").replace('T', " ");
    let (mut day, mut time) = (Vec::new(), None);
    for word in text.split_whitespace() {
        match read_time(word) {
            Some(read) if time.is_none() => time = Some(read),
            _ if is_weekday(word) || word.eq_ignore_ascii_case("at") => {}
            _ => day.push(without_ordinal(word)),
        }
    }
    let today = now.to_zoned(zone.clone()).date();
    let (hour, minute) = time.unwrap_or(EVENING);
    let date = read_day(&day.join(" "), today)?;
    when::read_local_time(&format!("{date}T{hour:02}:{minute:02}"), zone).ok()
}

fn read_time(word: &str) -> Option<(i8, i8)> {
    let (hour, minute) = word.split_once(':')?;
    let read = (hour.parse().ok()?, minute.parse().ok()?);
    ((0..24).contains(&read.0) && (0..60).contains(&read.1)).then_some(read)
}

fn is_weekday(word: &str) -> bool {
    const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let word = word.trim_end_matches('.').to_lowercase();
    word.len() >= 2 && DAYS.iter().any(|day| *day == word || (word.len() <= 4 && day.starts_with(&word)))
}

fn without_ordinal(word: &str) -> &str {
    let begins = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let is_number = !begins.is_empty() && begins.chars().all(|c| c.is_ascii_digit());
    match &word[begins.len()..] {
        "st" | "nd" | "rd" | "th" if is_number => begins,
        _ => word,
    }
}

fn read_day(text: &str, today: Date) -> Option<Date> {
    const WITH_YEAR: [&str; 7] =
        ["%Y-%m-%d", "%d %B %Y", "%d %b %Y", "%B %d %Y", "%b %d %Y", "%d.%m.%Y", "%d/%m/%Y"];
    // A year has four digits: “May 2026” is no 20 May of the year 26.
    let parse = |form: &str, text: &str| Date::strptime(form, text).ok().filter(|day| day.year() >= 1000);
    let read = |text: &str| WITH_YEAR.iter().find_map(|form| parse(form, text));
    if let Some(day) = read(text) {
        return Some(day);
    }
    let next = |year: i16| read(&format!("{} {year}", text.trim_end_matches('.')));
    let this = next(today.year())?;
    if this >= today { Some(this) } else { next(today.year() + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(title: &str, answers: &[(&str, &str)]) -> Draft {
        let answer = |(question, answer): &(&str, &str)| Answered {
            question: (*question).into(),
            answer: (*answer).into(),
            ..Answered::default()
        };
        let decided =
            Decided { title: title.into(), time_zone: None, answers: answers.iter().map(answer).collect() };
        let now = "2026-11-16T12:00:00Z".parse().unwrap();
        Draft::won(&decided, &TimeZone::get("Europe/Lisbon").unwrap(), now)
    }

    #[test]
    fn a_label_that_reads_as_a_date_becomes_the_start() {
        let start = |label: &str| draft("Quiz", &[("When?", label)]).start.map(|at| at.to_string());
        for (label, at) in [
            ("2026-11-28 20:00", "2026-11-28T20:00:00.000Z"),
            ("2026-11-28T20:00", "2026-11-28T20:00:00.000Z"),
            ("Sat 28 November 2026, 20:15", "2026-11-28T20:15:00.000Z"),
            ("Saturday 28 Nov", "2026-11-28T19:00:00.000Z"),
            ("Nov 28th at 9:30", "2026-11-28T09:30:00.000Z"),
            ("28.11.2026", "2026-11-28T19:00:00.000Z"),
            // Summer time in Lisbon, and next year: the day has passed in this one.
            ("4 July", "2027-07-04T18:00:00.000Z"),
        ] {
            assert_eq!(start(label).as_deref(), Some(at), "{label}");
        }
        for label in ["Azores", "The 28th", "20:00", "2026", "Friday", "31 February 2026", "May"] {
            assert_eq!(start(label), None, "{label}");
        }
    }

    #[test]
    fn an_answer_to_where_becomes_the_place_and_any_other_joins_the_title() {
        let lunch =
            draft("Club lunch", &[("Where do we eat?", "Tasca do Mar"), ("Which day?", "2026-12-01")]);
        assert_eq!((lunch.title.as_str(), lunch.place.as_deref()), ("Club lunch", Some("Tasca do Mar")));
        assert!(lunch.start.is_some());
        let book = draft("The next book", &[("The next book", "Pachinko")]);
        assert_eq!((book.title.as_str(), book.start, book.place), ("The next book: Pachinko", None, None));
    }
}
