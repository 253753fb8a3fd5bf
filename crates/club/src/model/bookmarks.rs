//! Bookmark files in Netscape's format, which every browser and bookmark manager reads and writes.

use super::{Site, Tag, tag::MOST_TAGS};
use kernel::check::hides_something;
use std::{borrow::Cow, fmt::Write as _};

/// One bookmark of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct Bookmark {
    pub url: String,
    pub title: String,
    pub description: String,
    /// Its own tags, then the folders it lies in.
    pub tags: Vec<String>,
    /// Marked as for its owner alone. Such a one is read and not taken in.
    #[serde(skip)]
    pub is_private: bool,
}

/// A bookmark file as it was read.
#[derive(Debug, Default)]
pub struct File {
    /// Every bookmark that is not private, in order.
    pub bookmarks: Vec<Bookmark>,
    /// How many are marked as private.
    pub private: usize,
}

/// Reads a bookmark file. What is not understood is passed over, so that one odd line loses nothing else.
pub fn parse(file: &str) -> File {
    let mut reader = Reader::default();
    let mut rest = file;
    while let Some(start) = rest.find('<') {
        reader.text(&rest[..start]);
        let after = &rest[start + 1..];
        let end = end_of_tag(after);
        reader.tag(&after[..end]);
        rest = after.get(end + 1..).unwrap_or_default();
    }
    reader.text(rest);
    reader.end_of_text();
    let all = reader.found.len();
    reader.found.retain(|bookmark| !bookmark.is_private);
    File { private: all - reader.found.len(), bookmarks: reader.found }
}

/// Where a tag ends; a `>` in a quoted attribute is not its end.
fn end_of_tag(after: &str) -> usize {
    let mut quote = None;
    for (at, c) in after.char_indices() {
        match (quote, c) {
            (None, '>') => return at,
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            // A quote that is never closed must not swallow the file.
            (Some(_), '\n') => quote = None,
            _ => {}
        }
    }
    after.len()
}

/// What the text after a tag belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum In {
    #[default]
    Nothing,
    Title,
    Folder,
    Description,
}

#[derive(Default)]
struct Reader {
    found: Vec<Bookmark>,
    folders: Vec<String>,
    /// The heading that names the folder which opens next.
    heading: String,
    within: In,
    collected: String,
}

impl Reader {
    fn text(&mut self, text: &str) {
        if self.within != In::Nothing {
            self.collected.push_str(text);
        }
    }

    fn tag(&mut self, tag: &str) {
        let name = tag.split(|c: char| c.is_whitespace()).next().unwrap_or_default().to_ascii_uppercase();
        match name.as_str() {
            "A" => {
                self.begin(In::Title);
                self.found.push(self.bookmark(tag));
            }
            "H3" => self.begin(In::Folder),
            "DD" => self.begin(In::Description),
            "DL" => {
                self.end_of_text();
                self.folders.push(std::mem::take(&mut self.heading));
            }
            "/DL" => {
                self.end_of_text();
                self.folders.pop();
            }
            "/A" | "/H3" | "DT" => self.end_of_text(),
            // Marks inside a title or description.
            _ => {}
        }
    }

    fn begin(&mut self, within: In) {
        self.end_of_text();
        self.within = within;
    }

    /// Puts the text that was collected where it belongs.
    fn end_of_text(&mut self) {
        let text = words(&std::mem::take(&mut self.collected));
        match (std::mem::take(&mut self.within), self.found.last_mut()) {
            (In::Title, Some(bookmark)) => bookmark.title = text,
            (In::Description, Some(bookmark)) if bookmark.description.is_empty() => {
                bookmark.description = text;
            }
            (In::Folder, _) => self.heading = text,
            _ => {}
        }
    }

    fn bookmark(&self, tag: &str) -> Bookmark {
        let url = attribute(tag, "HREF").unwrap_or_default();
        let own = attribute(tag, "TAGS").unwrap_or_default();
        // The outermost folders are the browser's own: the bar, the menu.
        let folders = self.folders.iter().skip(2);
        let tags = own.split(',').chain(folders.map(String::as_str));
        let tags = tags.map(str::trim).filter(|tag| !tag.is_empty()).map(str::to_owned).collect();
        let is_private = attribute(tag, "PRIVATE").is_some_and(|marked| !matches!(&*marked, "" | "0"));
        Bookmark { url: url.into_owned(), tags, is_private, ..Bookmark::default() }
    }
}

impl Bookmark {
    /// The tags that can be kept.
    pub fn kept_tags(&self) -> Vec<Tag> {
        let mut tags = Vec::new();
        let seen = self.tags.iter().filter(|tag| !hides_something(tag));
        for tag in seen.filter_map(|tag| Tag::parse(tag)) {
            if !tags.contains(&tag) && tags.len() < MOST_TAGS {
                tags.push(tag);
            }
        }
        tags
    }
}

/// The value of an attribute, without its quotes and entities.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<Cow<'a, str>> {
    let lower = tag.to_ascii_uppercase();
    let mut from = 0;
    while let Some(found) = lower.get(from..)?.find(name) {
        let at = from + found;
        let before = lower[..at].ends_with(char::is_whitespace);
        let after = lower[at + name.len()..].trim_start();
        if before && after.starts_with('=') {
            let value = tag[tag.len() - after.len() + 1..].trim_start();
            return Some(html_escape::decode_html_entities(unquoted(value)));
        }
        from = at + name.len();
    }
    None
}

fn unquoted(value: &str) -> &str {
    match value.chars().next() {
        Some(quote @ ('"' | '\'')) => value[1..].split(quote).next().unwrap_or_default(),
        _ => value.split(char::is_whitespace).next().unwrap_or_default(),
    }
}

fn words(text: &str) -> String {
    let decoded = html_escape::decode_html_entities(text);
    decoded
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The file's opening, before its links.
pub const OPENING: &str = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n\
    <META HTTP-EQUIV=\"Content-Type\" CONTENT=\"text/html; charset=UTF-8\">\n\
    <TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n";
/// The file's end, after them.
pub const ENDING: &str = "</DL><p>\n";

/// One site as a line of a bookmark file.
pub fn line(site: &Site) -> String {
    let tags = site.tags.iter().map(Tag::as_str).collect::<Vec<_>>().join(",");
    let escape = |text: &str| html_escape::encode_quoted_attribute(text).into_owned();
    let mut line = format!(
        "    <DT><A HREF=\"{}\" ADD_DATE=\"{}\" TAGS=\"{}\">{}</A>\n",
        escape(&site.url),
        site.created_at.map_or(0, |at| at.as_second()),
        escape(&tags),
        html_escape::encode_text(&site.shown_title()),
    );
    if let Some(description) = &site.description {
        // Writing into a string does not fail.
        let _ = writeln!(line, "    <DD>{}", html_escape::encode_text(&words(description)));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{SiteId, site::NewSite};
    use kernel::{Moment, UserId};
    use proptest::prelude::*;

    const FILE: &str = r#"<!DOCTYPE NETSCAPE-Bookmark-file-1>
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
    <DL><p>
        <DT><A HREF="https://a.example/?x=1&amp;y=2" ADD_DATE="1700000000" TAGS="food,kids">Pancakes &amp; <b>more</b></A>
        <DD>One bowl
            no scales
        <DT><H3>Board games</H3>
        <DL><p>
            <DT><A HREF='https://b.example/"q"'>Chess</A>
        </DL><p>
        <DT><A HREF="place:sort=8">Most visited</A>
    </DL><p>
</DL>"#;

    #[test]
    fn a_browsers_file_is_read_with_folders_as_tags() {
        let found = parse(FILE).bookmarks;
        assert_eq!(found.len(), 3);
        assert_eq!(found[0].url, "https://a.example/?x=1&y=2");
        assert_eq!(
            (found[0].title.as_str(), found[0].description.as_str()),
            ("Pancakes & more", "One bowl no scales")
        );
        assert_eq!(found[0].tags, ["food", "kids"]);
        assert_eq!((found[1].url.as_str(), found[1].title.as_str()), ("https://b.example/\"q\"", "Chess"));
        assert_eq!(found[1].kept_tags().iter().map(Tag::as_str).collect::<Vec<_>>(), ["board-games"]);
        assert_eq!(found[2].tags, [""; 0], "the folder before it is closed");
    }

    #[test]
    fn a_bookmark_marked_private_is_left_out_with_its_description() {
        let file = r#"<DL><DT><A HREF="https://a.example/" PRIVATE="1" TAGS="x">Diary</A><DD>Mine alone
            <DT><A HREF="https://b.example/" PRIVATE="0">Shop</A><DD>Open to all
            <DT><A HREF="https://c.example/" private=1>Letters</A></DL>"#;
        let file = parse(file);
        assert_eq!(file.private, 2);
        let found = file.bookmarks;
        assert_eq!(found.len(), 1);
        assert_eq!((&*found[0].url, &*found[0].description), ("https://b.example/", "Open to all"));
    }

    #[test]
    fn what_is_written_reads_back() {
        let tags = vec![Tag::parse("food").unwrap(), Tag::parse("c++").unwrap()];
        let new = NewSite {
            url: "https://a.example/?a=1&b=\"2\"".into(),
            title: Some("<Title> & \"more\"".into()),
            description: Some("Line one\nline <two>".into()),
            tags: tags.clone(),
        };
        let site =
            Site::new(SiteId::from(uuid::Uuid::nil()), new, UserId(uuid::Uuid::nil()), Moment::default());
        let found = parse(&format!("{OPENING}{}{ENDING}", line(&site))).bookmarks;
        assert_eq!(found.len(), 1);
        assert_eq!((&found[0].url, &found[0].title), (&site.url, &site.title));
        assert_eq!(found[0].description, "Line one line <two>");
        assert_eq!(found[0].kept_tags(), tags);
    }

    proptest! {
        #[test]
        fn no_file_makes_the_reader_fall_over(file in "(<|>|\"|'|A |HREF=|<DL>|</DL>|<DD>|&amp|\\PC){0,80}") {
            for bookmark in parse(&file).bookmarks {
                prop_assert!(bookmark.kept_tags().len() <= MOST_TAGS);
            }
        }
    }
}
