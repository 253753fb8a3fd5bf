//! Plain lines: `3,A>B>C`, the count being 1 when left out. Names with `,` `>` or `"` are double-quoted.

use std::borrow::Cow;

use super::{LineProblem, ballot::Ballot, names::Names};

/// Reads a line of the usual shape, with names met before. None for anything else, right or wrong: [`read`]
/// decides.
pub(super) fn read_usual(line: &[u8], names: &Names, ballot: &mut Ballot) -> Option<u64> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let (weight, mut rest) = usual_count(line);
    loop {
        let (candidate, length) = names.plain_spellings().get_before_end(rest)?;
        ballot.rank(candidate);
        if length == rest.len() {
            return Some(weight);
        }
        rest = &rest[length + 1..];
    }
}

/// The count and what follows its comma. Without a count, the whole line.
fn usual_count(line: &[u8]) -> (u64, &[u8]) {
    const CANNOT_OVERFLOW: usize = 18;
    let mut count = 0;
    for (at, &byte) in line.iter().take(CANNOT_OVERFLOW).enumerate() {
        match byte {
            b'0'..=b'9' => count = count * 10 + u64::from(byte - b'0'),
            b',' if at > 0 => return (count, &line[at + 1..]),
            _ => break,
        }
    }
    (1, line)
}

/// Reads one trimmed, non-empty line.
pub(super) fn read(text: &str, names: &mut Names, ballot: &mut Ballot) -> Result<u64, LineProblem> {
    let mut scan = Scan::new(text, b'>', b',');
    let mut field = scan.field()?;
    let mut weight = 1;
    if field.end == Some(b',') {
        weight = count(&field)?;
        if scan.rest.trim().is_empty() {
            return Ok(weight);
        }
        field = scan.field()?;
    }
    loop {
        if field.is_missing() {
            return Err(LineProblem::MissingName);
        }
        ballot.rank(names.find_or_add(&field.text)?);
        match field.end {
            None => return Ok(weight),
            Some(b',') => return Err(LineProblem::SecondComma(field.text.into_owned())),
            Some(_) => field = scan.field()?,
        }
    }
}

fn count(field: &Field) -> Result<u64, LineProblem> {
    let text = &*field.text;
    if field.quoted || text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(LineProblem::NotACount(text.to_owned()));
    }
    text.parse().map_err(|_| LineProblem::CountTooLarge(text.to_owned()))
}

/// A name or count and the separator after it.
struct Field<'a> {
    text: Cow<'a, str>,
    quoted: bool,
    end: Option<u8>,
}

impl Field<'_> {
    fn is_missing(&self) -> bool {
        !self.quoted && self.text.is_empty()
    }
}

struct Scan<'a> {
    rest: &'a str,
    separators: (u8, u8),
    /// Looked for once a line, as most lines have none.
    has_quotes: bool,
}

impl<'a> Scan<'a> {
    fn new(rest: &'a str, separator: u8, other: u8) -> Self {
        Self {
            rest,
            separators: (separator, other),
            has_quotes: memchr::memchr(b'"', rest.as_bytes()).is_some(),
        }
    }

    fn field(&mut self) -> Result<Field<'a>, LineProblem> {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix('"') {
            Some(inside) => self.quoted(inside),
            None => self.unquoted(),
        }
    }

    fn unquoted(&mut self) -> Result<Field<'a>, LineProblem> {
        let (text, end) = self.upto_separator();
        if self.has_quotes && text.contains('"') {
            return Err(LineProblem::StrayQuote(text.to_owned()));
        }
        Ok(Field { text: Cow::Borrowed(text), quoted: false, end })
    }

    fn quoted(&mut self, mut inside: &'a str) -> Result<Field<'a>, LineProblem> {
        let mut name = String::new();
        loop {
            let (text, after) = inside.split_once('"').ok_or(LineProblem::OpenQuote)?;
            name.push_str(text);
            // Two quotes stand for one; a single one ends the name.
            let Some(after_pair) = after.strip_prefix('"') else {
                self.rest = after;
                break;
            };
            name.push('"');
            inside = after_pair;
        }
        let (between, end) = self.upto_separator();
        if between.is_empty() {
            Ok(Field { text: Cow::Owned(name), quoted: true, end })
        } else {
            Err(LineProblem::AfterQuote(between.to_owned()))
        }
    }

    fn upto_separator(&mut self) -> (&'a str, Option<u8>) {
        match memchr::memchr2(self.separators.0, self.separators.1, self.rest.as_bytes()) {
            Some(at) => {
                let (text, rest) = self.rest.split_at(at);
                let separator = rest.as_bytes().first().copied();
                self.rest = &rest[1..];
                (text.trim(), separator)
            }
            None => (std::mem::take(&mut self.rest).trim(), None),
        }
    }
}

/// Names from one text, separated by commas, double-quoted where they contain one.
pub fn candidates_from_list(list: &str) -> Result<Vec<String>, LineProblem> {
    names_between(b',', list)
}

/// Names from one text, double-quoted where they contain the separator.
pub(super) fn names_between(separator: u8, list: &str) -> Result<Vec<String>, LineProblem> {
    let mut scan = Scan::new(list, separator, separator);
    let mut names = Vec::new();
    loop {
        let field = scan.field()?;
        if field.text.trim().is_empty() {
            return Err(LineProblem::EmptyName);
        }
        names.push(field.text.into_owned());
        if field.end.is_none() {
            return Ok(names);
        }
    }
}

/// Names from a text with one on each line; empty lines do not count.
pub fn candidates_from_lines(text: &str) -> Vec<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines().map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// A line that reads back as this many ballots with this ranking. Without a line end, which a blank ballot
/// needs.
pub fn format_ballot<S: AsRef<str>>(count: u64, ranking: &[S]) -> String {
    // Spreadsheets run what begins like a formula. After a space it is text, and reads back all the same.
    let runs = ranking.first().is_some_and(|first| first.as_ref().starts_with(FORMULA));
    let space = if runs { " " } else { "" };
    format!("{count},{space}{}", format_ranking(ranking))
}

/// How formulas begin, some also in the wide letters of East Asia.
pub(crate) const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

pub(super) fn format_ranking<S: AsRef<str>>(ranking: &[S]) -> String {
    let names: Vec<Cow<str>> = ranking.iter().map(|name| quoted_if_needed(name.as_ref())).collect();
    names.join(">")
}

fn quoted_if_needed(name: &str) -> Cow<'_, str> {
    if name.contains([',', '>', '"']) {
        Cow::Owned(format!("\"{}\"", name.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(name)
    }
}
