//! What a person would read on a foreign page: its title, its description and its text, without any markup.
//!
//! The page is read as a stream, so that neither its size nor the depth of its nesting costs more than its bytes; nothing of its
//! markup is kept, so nothing of it can do harm where the text is shown.

use crate::fetch::Fetched;
use encoding_rs::Encoding;
use lol_html::{
    AsciiCompatibleEncoding, HtmlRewriter, MemorySettings, Settings, doc_text, element,
    html_content::TextType, text,
};
use std::{cell::RefCell, rc::Rc};

/// Characters of readable text that are kept.
pub const MOST_TEXT: usize = 10_000;
const MOST_TITLE: usize = 200;
const MOST_DESCRIPTION: usize = 500;
/// Raw text is collected up to this many bytes: more never fits, whatever is tidied away.
const COLLECTED: usize = 200_000;
/// The main part of a page counts as its text from this many characters on; before that it is taken for decoration.
const WORTH_READING: usize = 200;
/// What the parser may hold of one token.
const PARSER_MEMORY: usize = 4 * 1024 * 1024;

/// A page as text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadablePage {
    pub title: Option<String>,
    pub description: Option<String>,
    /// Paragraphs, a line each; at most [`MOST_TEXT`] characters.
    pub text: String,
}

/// The page could not be taken apart.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("its HTML cannot be read")]
pub struct Unreadable;

/// Reads a fetched page. It is work for the processor: call it where that may take a while.
pub fn read(page: &Fetched) -> Result<ReadablePage, Unreadable> {
    let found = Rc::new(RefCell::new(Found::default()));
    let settings = Settings {
        element_content_handlers: vec![
            element!("meta", |meta| {
                let name = meta.get_attribute("name").or_else(|| meta.get_attribute("property"));
                found.borrow_mut().meta(name.as_deref(), meta.get_attribute("content"));
                Ok(())
            }),
            text!("title", |chunk| {
                found.borrow_mut().title_text(chunk.as_str(), chunk.last_in_text_node());
                Ok(())
            }),
            element!(UNREAD, |unread| {
                counted(unread, &found, |found| &mut found.unread);
                Ok(())
            }),
            element!(MAIN, |main| {
                counted(main, &found, |found| &mut found.main);
                Ok(())
            }),
            element!(BLOCKS, |_| {
                found.borrow_mut().text("\n");
                Ok(())
            }),
        ],
        // Of the whole document, because a page may leave out `<body>`; what stands in a title is not plain text.
        document_content_handlers: vec![doc_text!(|chunk| {
            if chunk.text_type() == TextType::Data {
                found.borrow_mut().text(chunk.as_str());
            }
            Ok(())
        })],
        memory_settings: MemorySettings {
            max_allowed_memory_usage: PARSER_MEMORY,
            ..MemorySettings::default()
        },
        encoding: encoding(&page.content_type),
        adjust_charset_on_meta_tag: true,
        strict: false,
        ..Settings::new()
    };
    let mut reader = HtmlRewriter::new(settings, |_: &[u8]| {});
    reader.write(&page.body).and_then(|()| reader.end()).map_err(|_| Unreadable)?;
    Ok(found.take().into_page())
}

/// What is not part of the text that people read.
const UNREAD: &str = "script, style, noscript, template, nav, footer, aside, form, svg, iframe, object, select, button, \
                      dialog, [hidden], [aria-hidden=true]";
/// Where the text of a page is.
const MAIN: &str = "article, main, [role=main]";
/// Elements that begin a line.
const BLOCKS: &str =
    "p, h1, h2, h3, h4, h5, h6, li, dt, dd, blockquote, pre, br, div, section, article, tr, figcaption";

/// Counts how deep the reader is inside elements of a kind.
fn counted(
    element: &mut lol_html::html_content::Element,
    found: &Rc<RefCell<Found>>,
    depth: fn(&mut Found) -> &mut usize,
) {
    let Some(handlers) = element.end_tag_handlers() else { return };
    *depth(&mut found.borrow_mut()) += 1;
    let found = found.clone();
    handlers.push(Box::new(move |_| {
        let mut found = found.borrow_mut();
        let depth = depth(&mut found);
        *depth = depth.saturating_sub(1);
        Ok(())
    }));
}

fn encoding(content_type: &str) -> AsciiCompatibleEncoding {
    let label =
        content_type.split(';').filter_map(|part| part.trim().split_once('=')).find_map(|(name, value)| {
            name.eq_ignore_ascii_case("charset").then(|| value.trim_matches(['"', '\'', ' ']))
        });
    label
        .and_then(|label| Encoding::for_label_no_replacement(label.as_bytes()))
        .and_then(AsciiCompatibleEncoding::new)
        .unwrap_or_else(AsciiCompatibleEncoding::utf_8)
}

/// What was met so far, entities and all.
#[derive(Default)]
struct Found {
    title: String,
    title_is_whole: bool,
    shared_title: Option<String>,
    description: Option<String>,
    shared_description: Option<String>,
    unread: usize,
    main: usize,
    everything: String,
    main_text: String,
}

impl Found {
    fn meta(&mut self, name: Option<&str>, content: Option<String>) {
        let place = match name.map(str::to_ascii_lowercase).as_deref() {
            Some("description") => &mut self.description,
            Some("og:description") => &mut self.shared_description,
            Some("og:title") => &mut self.shared_title,
            _ => return,
        };
        if place.is_none() {
            *place = content;
        }
    }

    /// Only the first title counts: drawings on the page may have some of their own.
    fn title_text(&mut self, text: &str, whole: bool) {
        if !self.title_is_whole {
            push(&mut self.title, text);
            self.title_is_whole = whole && !self.title.trim().is_empty();
        }
    }

    fn text(&mut self, text: &str) {
        if self.unread > 0 {
            return;
        }
        push(&mut self.everything, text);
        if self.main > 0 {
            push(&mut self.main_text, text);
        }
    }

    fn into_page(self) -> ReadablePage {
        let main = paragraphs(&self.main_text);
        let text = if main.chars().count() >= WORTH_READING { main } else { paragraphs(&self.everything) };
        let title = line(&self.title, MOST_TITLE);
        let shared = self.shared_title.and_then(|title| line(&title, MOST_TITLE));
        let mut described = [self.description, self.shared_description].into_iter().flatten();
        ReadablePage {
            title: title.or(shared),
            description: described.find_map(|text| line(&text, MOST_DESCRIPTION)),
            text: cut(&text, MOST_TEXT),
        }
    }
}

fn push(to: &mut String, text: &str) {
    if to.len() + text.len() <= COLLECTED {
        to.push_str(text);
    }
}

/// Text on one line, of at most `most` characters; nothing where none is left.
fn line(raw: &str, most: usize) -> Option<String> {
    let line = tidy(&html_escape::decode_html_entities(raw));
    (!line.is_empty()).then(|| cut(&line, most))
}

fn paragraphs(raw: &str) -> String {
    let decoded = html_escape::decode_html_entities(raw);
    let lines: Vec<_> = decoded.split('\n').map(tidy).filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

/// Words with one space between them, without characters that cannot be shown.
fn tidy(text: &str) -> String {
    let words: Vec<String> = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .map(|word| word.chars().filter(|c| !steers(*c)).collect())
        .filter(|word: &String| !word.is_empty())
        .collect();
    words.join(" ")
}

/// Characters that turn the direction of what follows them, beyond the text they stand in.
fn steers(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// At most `most` characters, ending in an ellipsis where something was left out.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(html: impl Into<Vec<u8>>) -> ReadablePage {
        typed("text/html; charset=utf-8", html)
    }

    fn typed(content_type: &str, html: impl Into<Vec<u8>>) -> ReadablePage {
        let page = Fetched {
            url: "https://a.example/".into(),
            content_type: content_type.into(),
            body: html.into(),
        };
        read(&page).expect("a readable page")
    }

    #[test]
    fn title_description_and_paragraphs_are_read_without_what_surrounds_them() {
        let read = page(
            "<html><head><title> Pancakes &amp; more\n</title><meta name=Description content='One&nbsp;bowl'></head>\
             <body><nav>Home About</nav><p>First&#33;</p><p>Second <b>bold</b> line</p><script>alert(1)</script>\
             <footer>© us</footer></body></html>",
        );
        assert_eq!(read.title.as_deref(), Some("Pancakes & more"));
        assert_eq!(read.description.as_deref(), Some("One bowl"));
        assert_eq!(read.text, "First!\nSecond bold line");
    }

    #[test]
    fn the_main_part_is_the_text_where_there_is_one() {
        let story = "A sentence worth reading. ".repeat(20);
        let read = page(format!("<body><div>Menu of everything</div><article><p>{story}</p></article>"));
        assert!(read.text.starts_with("A sentence") && !read.text.contains("Menu"), "{}", read.text);
    }

    #[test]
    fn a_shared_title_stands_in_where_the_page_has_none() {
        let read = page(
            "<meta property='og:title' content='Shared'><meta property='og:description' content='Short'>",
        );
        assert_eq!((read.title.as_deref(), read.description.as_deref()), (Some("Shared"), Some("Short")));
    }

    #[test]
    fn hostile_markup_leaves_plain_text() {
        let read = page(
            "<body><p>Safe<img src=x onerror=alert(1)><svg><script>alert(2)</script></svg>\
             <a href='javascript:alert(3)'>link</a></p><style>p{}</style><iframe srcdoc='<b>x'></iframe><p>\u{202e}end\u{0}",
        );
        assert_eq!(read.text, "Safelink\nend");
    }

    #[test]
    fn text_is_cut_at_its_limit() {
        let read = page(format!("<title>{}</title><body><p>{}", "t".repeat(5_000), "word ".repeat(10_000)));
        assert_eq!(read.text.chars().count(), MOST_TEXT);
        assert_eq!(read.title.map(|title| title.chars().count()), Some(MOST_TITLE));
    }

    #[test]
    fn endless_nesting_and_unclosed_tags_cost_no_more_than_their_bytes() {
        for tag in ["<div>", "<b>", "<table><td>", "<a href=x>", "<article>", "<nav>"] {
            let html = format!("<title>Deep</title><body>{}", tag.repeat(2 * 1024 * 1024 / tag.len()));
            let page = Fetched { url: String::new(), content_type: "text/html".into(), body: html.into() };
            if let Ok(read) = read(&page) {
                assert_eq!(read.title.as_deref(), Some("Deep"), "{tag}");
            }
        }
    }

    #[test]
    fn other_encodings_are_read_by_header_and_by_meta() {
        let mut latin = b"<title>Caf".to_vec();
        latin.extend([0xe9]);
        latin.extend(b"</title>");
        assert_eq!(typed("text/html; charset=ISO-8859-1", latin.clone()).title.as_deref(), Some("Café"));
        let by_meta = [b"<meta charset=windows-1252>".to_vec(), latin].concat();
        assert_eq!(typed("text/html", by_meta).title.as_deref(), Some("Café"));
    }

    #[test]
    fn a_page_without_a_body_tag_is_read_too() {
        let read = page("<title>T</title><meta name=description content=D><p>Text");
        assert_eq!((read.title.as_deref(), read.text.as_str()), (Some("T"), "Text"));
    }

    #[test]
    fn nonsense_is_an_empty_page() {
        assert_eq!(page(vec![0, 159, 146, 150]).title, None);
        assert_eq!(page("").text, "");
    }
}
