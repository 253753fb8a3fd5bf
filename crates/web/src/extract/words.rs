//! What serde found wrong, told in plain words and sorted into the contract's classes.
//!
//! Serde hands over a sentence, not a kind, so its openings are told apart here. The tests hold every one of them in place.

use crate::Problem;
use kernel::{Class, FieldError};
use serde_path_to_error::{Error, Path, Segment};

/// A body that is not JSON at all.
pub fn not_json(error: &serde_json::Error) -> Problem {
    Problem::malformed(format!("The body is not JSON: line {}, column {}.", error.line(), error.column()))
}

pub fn of_json(error: Error<serde_json::Error>) -> Problem {
    if error.inner().is_data() {
        let found = Found::of(error.path(), &error.inner().to_string());
        return if found.readable { found.invalid() } else { found.malformed() };
    }
    not_json(error.inner())
}

pub fn of_query(error: Error<serde_html_form::de::Error>) -> Problem {
    let found = Found::of(error.path(), &error.inner().to_string());
    if found.unknown { found.malformed() } else { found.invalid() }
}

/// A person filled in a form: whatever is wrong, it can be read and mended.
pub fn of_form(error: Error<serde_html_form::de::Error>) -> Problem {
    Found::of(error.path(), &error.inner().to_string()).invalid()
}

struct Found {
    error: FieldError,
    /// The shape is right and the value is not allowed.
    readable: bool,
    unknown: bool,
}

impl Found {
    fn of(path: &Path, said: &str) -> Self {
        let quoted = said.split('`').nth(1).unwrap_or_default();
        let opening = |start: &str| said.starts_with(start);
        let (field, message, readable) = if opening("missing field") {
            (join(path, quoted), "This is required.".into(), true)
        } else if opening("unknown field") {
            (join(path, quoted), "There is no such field.".into(), false)
        } else if opening("duplicate field") {
            (join(path, quoted), "This is there twice.".into(), false)
        } else if opening("unknown variant") {
            (join(path, ""), choices(said), true)
        } else if opening("invalid value") || opening("invalid length") {
            (join(path, ""), "This is outside what is allowed.".into(), true)
        } else if opening("invalid type") || opening("data did not match") {
            (join(path, ""), wrong_type(said), false)
        } else {
            (join(path, ""), sentence(said), true)
        };
        let error = FieldError { field, message };
        Self { error, readable, unknown: opening("unknown field") || opening("duplicate field") }
    }

    fn detail(&self) -> String {
        match self.error.field.as_str() {
            "" => self.error.message.clone(),
            field => format!("{field}: {}", self.error.message),
        }
    }

    fn malformed(self) -> Problem {
        let detail = self.detail();
        Problem::new(Class::Malformed, detail).about(self.error.field, self.error.message)
    }

    fn invalid(self) -> Problem {
        let detail = self.detail();
        Problem::new(Class::Invalid(vec![self.error]), detail)
    }
}

/// The path as a caller writes it, `questions[0].title`, ending in `last` where that is not its end already.
fn join(path: &Path, last: &str) -> String {
    let mut written = String::new();
    let mut end = "";
    for segment in path {
        match segment {
            Segment::Seq { index } => written = format!("{written}[{index}]"),
            Segment::Map { key: name } => {
                push_name(&mut written, name);
                end = name;
            }
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    if !last.is_empty() && end != last {
        push_name(&mut written, last);
    }
    written
}

fn push_name(written: &mut String, name: &str) {
    if !written.is_empty() {
        written.push('.');
    }
    written.push_str(name);
}

/// “unknown variant `x`, expected one of `a`, `b`” as advice.
fn choices(said: &str) -> String {
    let allowed: Vec<_> = said.split('`').skip(3).step_by(2).collect();
    match allowed.as_slice() {
        [] => "This is not one of the choices.".into(),
        [only] => format!("This can only be {only}."),
        [rest @ .., last] => format!("Choose {} or {last}.", rest.join(", ")),
    }
}

/// “invalid type: integer `3`, expected a string” as advice.
fn wrong_type(said: &str) -> String {
    let expected = said
        .rsplit_once("expected ")
        .map(|(_, expected)| expected.split(" at line ").next().unwrap_or(expected));
    let wanted = match expected {
        Some("a string" | "a borrowed string" | "a formatted string") => "text",
        Some("a boolean") => "true or false",
        Some("a sequence") => "a list",
        Some(number) if number.starts_with(['u', 'i', 'f']) && number[1..].parse::<u8>().is_ok() => {
            "a number"
        }
        Some(thing)
            if thing.starts_with("struct") || thing.starts_with("a map") || thing.contains("enum") =>
        {
            "an object"
        }
        _ => return "This is of the wrong type.".into(),
    };
    format!("This must be {wanted}.")
}

/// Our own deserialisers write sentences for people; those of libraries are not meant for them.
fn sentence(said: &str) -> String {
    let said = said.split(" at line ").next().unwrap_or(said);
    if said.starts_with(char::is_uppercase) && said.ends_with('.') && !said.contains('`') {
        return said.to_owned();
    }
    let opening = |starts: &[&str]| starts.iter().any(|start| said.starts_with(start));
    if opening(&["invalid digit found", "invalid float literal", "cannot parse integer"]) {
        return "This must be a number.".into();
    }
    if opening(&["number too"]) {
        return "This is outside what is allowed.".into();
    }
    "This is not written as it should be.".into()
}
