//! The body of a letter, written once and sent as text and as HTML of one look.

use askama::Template;

/// Paragraphs around one link, and further links below. All of it is plain text; HTML is escaped by the template.
#[derive(Debug, Clone, Default, PartialEq, Eq, Template)]
#[template(path = "identity/letter.html")]
pub struct Body {
    pub before: Vec<String>,
    /// Label and address.
    pub link: (String, String),
    pub after: Vec<String>,
    pub links: Vec<(String, String)>,
}

impl Body {
    pub fn text(&self) -> String {
        let links = self.links.iter().map(|(label, address)| format!("{label}: {address}"));
        let paragraphs: Vec<String> = self
            .before
            .iter()
            .cloned()
            .chain([self.link.1.clone()])
            .chain(self.after.iter().cloned())
            .chain(links)
            .collect();
        format!("{}\n", paragraphs.join("\n\n"))
    }

    /// `None` where the template fails: the text says the same.
    pub fn html(&self) -> Option<String> {
        self.render().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_html_say_the_same_and_html_is_escaped() {
        let body = Body {
            before: vec!["Ana plans <b>Supper</b>\nWhen: Friday".into()],
            link: ("Open".into(), "https://table.example/hangouts/1?a=1&b=2".into()),
            after: vec!["Bye.".into()],
            links: vec![("Stop".into(), "https://table.example/x".into())],
        };
        assert_eq!(
            body.text(),
            "Ana plans <b>Supper</b>\nWhen: Friday\n\nhttps://table.example/hangouts/1?a=1&b=2\n\nBye.\n\nStop: https://table.example/x\n"
        );
        let html = body.html().unwrap();
        assert!(html.contains("&#60;b&#62;Supper") && !html.contains("<b>"), "{html}");
        assert!(html.contains("href=\"https://table.example/hangouts/1?a=1&#38;b=2\""), "{html}");
    }
}
