//! One question of a form: label, control, hint, and what was wrong with the answer.

use super::html_safe;
use askama::Template;
use kernel::FieldError;
use std::fmt::Display;

/// What was wrong with a form, to be shown beside its fields.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Errors(pub Vec<FieldError>);

impl Errors {
    pub fn of(&self, field: &str) -> Option<&str> {
        self.0.iter().find(|error| error.field == field).map(|error| error.message.as_str())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The same under the names that a form's fields have, where `name` knows another one.
    #[must_use]
    pub fn renamed(&self, name: impl Fn(&str) -> Option<String>) -> Self {
        let rename = |error: &FieldError| {
            let field = name(&error.field).unwrap_or_else(|| error.field.clone());
            FieldError { field, message: error.message.clone() }
        };
        Self(self.0.iter().map(rename).collect())
    }
}

impl From<Vec<FieldError>> for Errors {
    fn from(errors: Vec<FieldError>) -> Self {
        Self(errors)
    }
}

/// A labelled control. Its id is its name by default.
#[derive(Debug, Clone, PartialEq, Eq, Template)]
#[template(path = "components/field.html")]
#[expect(clippy::struct_excessive_bools, reason = "each is said of the control by itself")]
pub struct Field {
    name: String,
    id: String,
    label: String,
    value: String,
    hint: String,
    error: String,
    kind: &'static str,
    class: &'static str,
    autocomplete: &'static str,
    placeholder: String,
    most: u32,
    rows: u32,
    choices: Vec<(String, String)>,
    required: bool,
    optional: bool,
    focused: bool,
    copied: bool,
}

impl Field {
    pub fn new(name: impl Display, label: impl Display) -> Self {
        let name = name.to_string();
        Self {
            id: name.clone(),
            name,
            label: label.to_string(),
            value: String::new(),
            hint: String::new(),
            error: String::new(),
            kind: "text",
            class: "",
            autocomplete: "",
            placeholder: String::new(),
            most: 0,
            rows: 0,
            choices: Vec::new(),
            required: false,
            optional: false,
            focused: false,
            copied: false,
        }
    }

    /// An id of its own, where a name stands on a page twice.
    #[must_use]
    pub fn id(self, id: impl Display) -> Self {
        Self { id: id.to_string(), ..self }
    }

    #[must_use]
    pub fn value(self, value: impl Display) -> Self {
        Self { value: value.to_string(), ..self }
    }

    #[must_use]
    pub fn hint(self, hint: impl Display) -> Self {
        Self { hint: hint.to_string(), ..self }
    }

    /// Shows what was wrong with this field, if something was. The first that was wrong is where the person goes on.
    #[must_use]
    pub fn errors(self, errors: &Errors) -> Self {
        let error = errors.of(&self.name).unwrap_or_default().to_owned();
        let first = errors.0.first().is_some_and(|first| first.field == self.name);
        Self { error, focused: self.focused || first, ..self }
    }

    /// The input's type: `email`, `password`, `number`, `date`, `datetime-local`…
    #[must_use]
    pub fn kind(self, kind: &'static str) -> Self {
        Self { kind, ..self }
    }

    /// One more class on the input: `code`, `secret`.
    #[must_use]
    pub fn class(self, class: &'static str) -> Self {
        Self { class, ..self }
    }

    #[must_use]
    pub fn autocomplete(self, autocomplete: &'static str) -> Self {
        Self { autocomplete, ..self }
    }

    #[must_use]
    pub fn placeholder(self, placeholder: impl Display) -> Self {
        Self { placeholder: placeholder.to_string(), ..self }
    }

    /// At most so many characters.
    #[must_use]
    pub fn most(self, most: u32) -> Self {
        Self { most, ..self }
    }

    /// Several lines of text.
    #[must_use]
    pub fn lines(self, rows: u32) -> Self {
        Self { rows, ..self }
    }

    /// One of a few: each a value and its words.
    #[must_use]
    pub fn choices<V: Display, W: Display>(self, choices: impl IntoIterator<Item = (V, W)>) -> Self {
        let choices =
            choices.into_iter().map(|(value, words)| (value.to_string(), words.to_string())).collect();
        Self { choices, ..self }
    }

    #[must_use]
    pub fn required(self) -> Self {
        Self { required: true, ..self }
    }

    /// Says beside the label that it may be left empty.
    #[must_use]
    pub fn optional(self) -> Self {
        Self { optional: true, ..self }
    }

    #[must_use]
    pub fn focused(self) -> Self {
        Self { focused: true, ..self }
    }

    /// Something to take away, such as a key or an address: it cannot be changed, and a button copies it.
    #[must_use]
    pub fn copied(self) -> Self {
        Self { copied: true, ..self }
    }

    /// The ids of what explains the control.
    fn described_by(&self) -> String {
        let hint = (!self.hint.is_empty()).then(|| format!("{}-hint", self.id));
        let error = (!self.error.is_empty()).then(|| format!("{}-error", self.id));
        hint.into_iter().chain(error).collect::<Vec<_>>().join(" ")
    }
}

html_safe!(Field);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_tied_to_its_input_and_what_was_typed_stays() {
        let errors = Errors(vec![FieldError { field: "name".into(), message: "This is required.".into() }]);
        let html = Field::new("name", "Your name")
            .value("\"><b>")
            .hint("As friends know you")
            .errors(&errors)
            .required()
            .to_string();
        assert!(
            html.contains(r#"aria-invalid="true""#)
                && html.contains(r#"aria-describedby="name-hint name-error""#),
            "{html}"
        );
        assert!(html.contains(r#"<p class="error" id="name-error">This is required.</p>"#), "{html}");
        assert!(!html.contains("<b>"), "{html}");
        assert!(html.contains(" required"), "{html}");
    }

    #[test]
    fn what_is_copied_is_sent_nowhere() {
        let html = Field::new("link", "Link").value("a&b").copied().to_string();
        assert!(
            html.contains(r#"id="link" readonly value="a&#38;b""#) && html.contains(r#"data-copy="a&#38;b""#),
            "{html}"
        );
        assert!(!html.contains("name="), "{html}");
    }

    #[test]
    fn a_field_can_be_lines_or_a_choice() {
        assert!(Field::new("note", "Note").lines(3).value("a").to_string().contains("rows=\"3\""));
        let html = Field::new("days", "Days").choices([(1, "A day"), (7, "A week")]).value(7).to_string();
        assert!(html.contains(r#"<option value="7" selected>A week</option>"#), "{html}");
    }
}
