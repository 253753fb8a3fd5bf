//! Larger pieces: a notice, the prompt for a passcode, an empty state, how to share.

use super::{Errors, Field, Icon, Seats, html_safe};
use askama::{Template, filters::HtmlSafe};
use std::{
    collections::HashMap,
    fmt::{self, Display},
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

/// How many ways to share are kept as they are printed, each a few kilobytes: to draw a QR code costs more than all the rest of a page.
const KEPT: usize = 512;

/// Something to know, in the flow of the page. Its key keeps a live page from taking it for what comes after it.
#[derive(Debug, Clone, PartialEq, Eq, Template)]
#[template(
    source = r#"<div class="notice{{ mood }}" data-key="notice"{% if urgent %} role="alert"{% endif %}>{{ icon }}<div><b>{{ title }}</b>{% if !text.is_empty() %}<p>{{ text }}</p>{% endif %}{% if let Some(made) = made %}<div class="row"><a class="btn small" href="{{ made }}">Open</a><button class="btn small">Create another</button></div>{% endif %}</div></div>"#,
    ext = "html"
)]
pub struct Notice {
    /// A leading space and a class, or nothing.
    mood: &'static str,
    urgent: bool,
    icon: Icon,
    title: String,
    text: String,
    /// The address of what the form around this notice has created already.
    made: Option<String>,
}

impl Notice {
    pub fn new(title: impl Display) -> Self {
        Self {
            mood: "",
            urgent: false,
            icon: Icon::Info,
            title: title.to_string(),
            text: String::new(),
            made: None,
        }
    }

    /// Said instead of creating something again, in a form that has created something and is sent with other values.
    pub fn already_created(what: impl Display, path: impl Into<String>) -> Self {
        let title = format!("You already created this {what}.");
        Self { urgent: true, made: Some(path.into()), ..Self::new(title) }
            .text("What you typed is still there.")
    }

    pub fn good(title: impl Display) -> Self {
        Self { mood: " good", icon: Icon::Tick, ..Self::new(title) }
    }

    /// Something went wrong; read out at once.
    pub fn bad(title: impl Display) -> Self {
        Self { mood: " bad", urgent: true, ..Self::new(title) }
    }

    #[must_use]
    pub fn text(self, text: impl Display) -> Self {
        Self { text: text.to_string(), ..self }
    }

    #[must_use]
    pub fn icon(self, icon: Icon) -> Self {
        Self { icon, ..self }
    }
}

/// The prompt for a passcode or key. Answer with it and status 401.
#[derive(Debug, Clone, PartialEq, Eq, Template)]
#[template(path = "components/passcode.html")]
pub struct Passcode {
    title: String,
    text: String,
    action: String,
    field: Field,
}

impl Passcode {
    /// Posts `passcode` to `action`.
    pub fn new(action: impl Display) -> Self {
        Self {
            title: "Enter the passcode".into(),
            text: "Ask the person who shared this with you.".into(),
            action: action.to_string(),
            field: Field::new("passcode", "Passcode").class("secret").autocomplete("off").required(),
        }
    }

    #[must_use]
    pub fn title(self, title: impl Display) -> Self {
        Self { title: title.to_string(), ..self }
    }

    #[must_use]
    pub fn text(self, text: impl Display) -> Self {
        Self { text: text.to_string(), ..self }
    }

    /// The label of the field, where it is not a passcode.
    #[must_use]
    pub fn label(self, label: impl Display) -> Self {
        Self { field: Field::new("passcode", label).class("secret").autocomplete("off").required(), ..self }
    }

    /// After a wrong try: what was typed, and how many more cost no wait ([`crate::guess::Attempt::failed`] says so).
    #[must_use]
    pub fn wrong(self, typed: &str, tries_left: u32) -> Self {
        let message = match tries_left {
            0 => "Wrong passcode. Wait a little before the next try.".into(),
            1 => "Wrong passcode. One try left before you have to wait.".into(),
            left => format!("Wrong passcode. {left} tries left before you have to wait."),
        };
        self.refused(typed, message)
    }

    /// After a try that was not looked at, or is good for something else: what was typed, and why not.
    #[must_use]
    pub fn refused(self, typed: &str, message: impl Display) -> Self {
        let errors =
            Errors(vec![kernel::FieldError { field: "passcode".into(), message: message.to_string() }]);
        Self { field: self.field.clone().value(typed).errors(&errors), ..self }
    }
}

/// Nothing yet: one sentence, and what to do first.
#[derive(Debug, Clone, PartialEq, Eq, Template)]
#[template(
    source = r#"<div class="empty">{{ seats }}<h2>{{ title }}</h2><p>{{ text }}</p>{% if !href.is_empty() %}<a class="btn primary" href="{{ href }}">{{ action }}</a>{% endif %}</div>"#,
    ext = "html"
)]
pub struct Empty {
    seats: Seats,
    title: String,
    text: String,
    href: String,
    action: String,
}

impl Empty {
    pub fn new(title: impl Display, text: impl Display) -> Self {
        let (title, text) = (title.to_string(), text.to_string());
        Self { seats: Seats::empty(), title, text, href: String::new(), action: String::new() }
    }

    #[must_use]
    pub fn way_on(self, href: impl Display, action: impl Display) -> Self {
        Self { href: href.to_string(), action: action.to_string(), ..self }
    }
}

/// How to share something: code, link, share button, and a QR code where there is one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Share {
    url: String,
    title: String,
    /// A short code, in capitals.
    code: String,
    has_qr: bool,
}

impl Share {
    pub fn new(url: impl Display, title: impl Display) -> Self {
        Self { url: url.to_string(), title: title.to_string(), code: String::new(), has_qr: false }
    }

    /// A short code as people say it: `ABC-DEF-12345`.
    #[must_use]
    pub fn code(self, code: impl Display) -> Self {
        Self { code: code.to_string().to_uppercase(), ..self }
    }

    /// The link as a QR code, too.
    #[must_use]
    pub fn with_qr(self) -> Self {
        Self { has_qr: true, ..self }
    }

    /// The same in a box that a button with `popovertarget="share"` opens; it stands in a page's block `after`.
    pub fn popover(&self) -> SharePopover<'_> {
        SharePopover { share: self }
    }

    /// As it is printed: drawn for the first who looks, and kept for the others.
    fn drawn(&self) -> Result<Arc<str>, askama::Error> {
        static DRAWN: LazyLock<Mutex<HashMap<Share, Arc<str>>>> = LazyLock::new(Mutex::default);
        if let Some(html) = DRAWN.lock().unwrap_or_else(PoisonError::into_inner).get(self) {
            return Ok(html.clone());
        }
        let qr = if self.has_qr { super::qr(&self.url) } else { String::new() };
        let html: Arc<str> = SharePanel { share: self, qr }.render()?.into();
        let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
        if drawn.len() >= KEPT {
            drawn.clear();
        }
        drawn.insert(self.clone(), html.clone());
        Ok(html)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.drawn().map_err(|_| fmt::Error)?)
    }
}

impl HtmlSafe for Share {}

#[derive(Template)]
#[template(path = "components/share.html")]
struct SharePanel<'a> {
    share: &'a Share,
    /// An SVG, or nothing.
    qr: String,
}

/// A [`Share`] in a box of its own.
#[derive(Debug, Clone, Copy, Template)]
#[template(
    source = r#"<div id="share" popover role="dialog" aria-labelledby="share-title"><h2 id="share-title">Share</h2>{{ share }}<button class="btn" type="button" popovertarget="share">Close</button></div>"#,
    ext = "html"
)]
pub struct SharePopover<'a> {
    share: &'a Share,
}

impl HtmlSafe for SharePopover<'_> {}

html_safe!(Notice, Passcode, Empty);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_passcode_keeps_what_was_typed_and_tells_the_tries_left() {
        let html = Passcode::new("/s/abc/open").wrong("velvet-<pond", 4).to_string();
        assert!(html.contains("4 tries left") && html.contains("velvet-&#60;pond"), "{html}");
        assert!(html.contains(r#"action="/s/abc/open" method="post""#), "{html}");
    }

    #[test]
    fn what_is_kept_of_a_link_is_not_shown_under_another_title() {
        let share = |title| Share::new("https://table.example/kept", title).to_string();
        assert!(share("Autumn").contains(r#"data-share-title="Autumn""#));
        assert!(share("Winter").contains(r#"data-share-title="Winter""#));
        assert!(!share("Autumn").contains(r#"<div class="qr">"#));
        let with_qr = Share::new("https://table.example/kept", "Autumn").with_qr().to_string();
        assert!(with_qr.contains(r#"<div class="qr"><svg"#), "{with_qr}");
    }

    #[test]
    fn a_code_is_told_in_groups() {
        let html =
            Share::new("https://table.example/s/ktm-rvb-40718", "Autumn").code("ktm-rvb-40718").to_string();
        assert!(html.contains("KTM<i>-</i>RVB<i>-</i>40718"), "{html}");
    }
}
