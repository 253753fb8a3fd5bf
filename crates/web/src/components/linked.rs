//! What people wrote, with its lines and its links; everything else in it is text and stays text.

use askama::filters::{Html, HtmlSafe, escape};
use std::fmt;

/// A text of several lines in which web addresses can be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linked(String);

impl Linked {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

impl HtmlSafe for Linked {}

impl fmt::Display for Linked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, line) in self.0.trim().lines().enumerate() {
            if at > 0 {
                f.write_str("<br>")?;
            }
            for word in line.split_inclusive(char::is_whitespace) {
                write_word(f, word)?;
            }
        }
        Ok(())
    }
}

fn write_word(f: &mut fmt::Formatter<'_>, word: &str) -> fmt::Result {
    let before = word.find("http").unwrap_or(0);
    let (lead, rest) = word.split_at(before);
    match address_in(rest) {
        Some(address) if lead.chars().all(|c| !c.is_alphanumeric()) => {
            write_text(f, lead)?;
            f.write_str("<a rel=\"nofollow noopener noreferrer\" href=\"")?;
            write_text(f, address)?;
            f.write_str("\">")?;
            write_text(f, address)?;
            f.write_str("</a>")?;
            write_text(f, &rest[address.len()..])
        }
        _ => write_text(f, word),
    }
}

fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    write!(f, "{}", escape(text, Html).map_err(|_| fmt::Error)?)
}

/// The web address that `text` begins with, less the punctuation of the sentence around it.
pub fn address_in(text: &str) -> Option<&str> {
    let word = text.split(|c: char| c.is_whitespace() || "\"<>".contains(c)).next()?;
    let has_scheme =
        ["http://", "https://"].iter().any(|scheme| word.len() > scheme.len() && word.starts_with(scheme));
    let unbalanced = word.ends_with(')') && !word.contains('(');
    let end = |c: char| ".,;:!?'’”".contains(c) || (unbalanced && c == ')');
    has_scheme.then(|| word.trim_end_matches(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(text: &str) -> String {
        Linked::new(text).to_string()
    }

    #[test]
    fn addresses_become_links_and_keep_out_the_sentence_around_them() {
        let link = |address: &str| {
            format!("<a rel=\"nofollow noopener noreferrer\" href=\"{address}\">{address}</a>")
        };
        assert_eq!(html("See https://a.example/x."), format!("See {}.", link("https://a.example/x")));
        assert_eq!(html("(http://a.example/b)"), format!("({})", link("http://a.example/b")));
        assert_eq!(html("https://a.example/b_(c)"), link("https://a.example/b_(c)"));
        assert_eq!(html("one\n\ntwo"), "one<br><br>two");
    }

    #[test]
    fn nothing_else_becomes_anything_but_text() {
        for text in
            ["javascript:alert(1)", "xhttps://a.example", "https://", "ftp://a.example", "<a href=https://a>"]
        {
            assert!(!html(text).contains("<a "), "{text}: {}", html(text));
        }
        let sly = html("https://a.example/\"onclick=\"x <script>alert(1)</script> 'https://b.example/'><img");
        assert!(!sly.contains("<script") && !sly.contains("<img") && !sly.contains("\"onclick"), "{sly}");
    }
}
