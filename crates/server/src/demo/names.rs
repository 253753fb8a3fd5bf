//! What stands in braces in a script, and what it stands for.
//!
//! | in braces | stands for |
//! | --- | --- |
//! | `{Tom}`, `{party}` | an account's id, or what was kept of an answer; `{films.0.title}` a part of it |
//! | `{0}`, `{1}` | a place in the row that the step is played for |
//! | `{@16}`, `{@-3}` | a day, counted from today |
//! | `{@16 19:30}` | a time of that day at the club |
//!
//! Braces in braces are read first. A text that is nothing but one of these becomes the value itself: a number, a list, nothing.

use super::times::Calendar;
use jiff::civil::Time;
use serde_json::{Map, Value};
use std::collections::HashMap;

#[derive(Debug, Clone)]
pub struct Names {
    calendar: Calendar,
    known: HashMap<String, Value>,
}

impl Names {
    pub fn new(calendar: Calendar) -> Self {
        Self { calendar, known: HashMap::new() }
    }

    pub fn give(&mut self, name: impl Into<String>, value: Value) {
        self.known.insert(name.into(), value);
    }

    /// `written` with everything in braces replaced, in keys too.
    pub fn fill(&self, written: &Value, row: &[Value]) -> Result<Value, String> {
        match written {
            Value::String(text) => self.text(text, row),
            Value::Array(all) => all.iter().map(|one| self.fill(one, row)).collect(),
            Value::Object(fields) => Ok(Value::Object(self.fields(fields, row)?)),
            other => Ok(other.clone()),
        }
    }

    pub fn fields(&self, fields: &Map<String, Value>, row: &[Value]) -> Result<Map<String, Value>, String> {
        let field = |key: &str, value: &Value| Ok((plain(&self.text(key, row)?), self.fill(value, row)?));
        fields.iter().map(|(key, value)| field(key, value)).collect()
    }

    fn text(&self, text: &str, row: &[Value]) -> Result<Value, String> {
        let mut text = text.to_owned();
        while let Some((head, name, tail)) = innermost(&text) {
            let value = self.find(name, row)?;
            if head.is_empty() && tail.is_empty() {
                return Ok(value);
            }
            text = format!("{head}{}{tail}", plain(&value));
        }
        Ok(text.into())
    }

    fn find(&self, name: &str, row: &[Value]) -> Result<Value, String> {
        let found = match (name.strip_prefix('@'), name.parse::<usize>()) {
            (Some(time), _) => self.time(time),
            (None, Ok(place)) => row.get(place).cloned(),
            (None, Err(_)) => {
                let (name, place) = name.split_once('.').unwrap_or((name, ""));
                self.known.get(name).and_then(|value| part(value, place)).cloned()
            }
        };
        found.ok_or_else(|| format!("{{{name}}} stands for nothing."))
    }

    /// `16` or `16 19:30`.
    fn time(&self, text: &str) -> Option<Value> {
        Some(match text.split_once(' ') {
            None => self.calendar.day(text.parse().ok()?)?.to_string().into(),
            Some((days, time)) => {
                let time = Time::strptime("%H:%M", time).ok()?;
                self.calendar.at(days.parse().ok()?, time)?.to_string().into()
            }
        })
    }
}

/// A part of an answer: `shareable.items.0`; without words all of it.
pub fn part<'a>(answer: &'a Value, place: &str) -> Option<&'a Value> {
    if place.is_empty() { Some(answer) } else { answer.pointer(&format!("/{}", place.replace('.', "/"))) }
}

/// The first name in braces that has no braces inside, with what is before and after it.
fn innermost(text: &str) -> Option<(&str, &str, &str)> {
    let (head, tail) = text.split_once('}')?;
    let (head, name) = head.rsplit_once('{')?;
    Some((head, name, tail))
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use super::*;
    use serde_json::json;

    fn filled(written: Value, row: Value) -> Result<Value, String> {
        // Summer time ends in Lisbon on 25 October.
        let mut names = Names::new(Calendar::around("2026-10-20T23:30:00Z".parse().unwrap()));
        names.give("films", json!([{ "id": 7 }, { "id": 9 }]));
        names.fill(&written, row.as_array().unwrap())
    }

    #[test]
    fn a_name_alone_is_the_value_and_inside_a_text_a_part_of_it() {
        let row = json!(["Tom", 1, null, ["a"]]);
        let written = json!(["{0}", "{1}", "{2}", "{3}", "/{0}/{1}", "{films.{1}.id}", "/{films.0.id}", 3]);
        let read = json!(["Tom", 1, null, ["a"], "/Tom/1", 9, "/7", 3]);
        assert_eq!(filled(written, row), Ok(read));
        assert_eq!(filled(json!({ "of {0}": "{1}" }), json!(["Tom", 1])), Ok(json!({ "of Tom": 1 })));
    }

    #[test]
    fn days_and_times_are_counted_from_today_at_the_club() {
        let written = json!(["{@0}", "{@-{0}}", "{@3} 20:00", "{@3 20:00}", "{@4 20:00}"]);
        let read = json!([
            "2026-10-21",
            "2026-10-14",
            "2026-10-24 20:00",
            "2026-10-24T19:00:00Z",
            "2026-10-25T20:00:00Z",
        ]);
        assert_eq!(filled(written, json!([7])), Ok(read));
    }

    #[test]
    fn what_stands_for_nothing_is_named() {
        for wrong in ["party", "films.2.id", "1", "@soon", "@3 25:00"] {
            let said = filled(json!(format!("/s/{{{wrong}}}")), json!(["Tom"]));
            assert_eq!(said, Err(format!("{{{wrong}}} stands for nothing.")));
        }
    }
}
