//! Tells formats apart by how a file begins, and knows by name some that cannot be read.

use super::{Foreign, Format, columns};

/// The format of a file that begins like this; none for ballots on lines, plain or JSON. What the caller says
/// goes before what the text looks like, but bytes that are no text are refused all the same.
pub(super) fn format(start: &[u8], said: Option<Format>) -> Result<Option<Format>, Foreign> {
    if let Some(foreign) = foreign_bytes(start) {
        return Err(foreign);
    }
    if said.is_some() {
        return Ok(said);
    }
    let text = String::from_utf8_lossy(start);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if let Some(foreign) = foreign_text(text) {
        return Err(foreign);
    }
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let content: Vec<&str> = lines.iter().copied().filter(|line| !line.starts_with('#')).collect();
    if is_preflib(&lines) || is_old_preflib(&content) {
        return Ok(Some(Format::Preflib));
    }
    if is_blt(&content) {
        return Ok(Some(Format::Blt));
    }
    if columns::delimiter(start).is_some() {
        return Ok(Some(Format::Csv));
    }
    if is_abif(&content) {
        Err(Foreign::Abif)
    } else if is_sheet(&content) {
        Err(Foreign::Sheet)
    } else {
        Ok(None)
    }
}

fn foreign_bytes(start: &[u8]) -> Option<Foreign> {
    const OLD_EXCEL: &[u8] = &[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
    let has = |part: &[u8]| memchr::memmem::find(start, part).is_some();
    match start {
        [b'P', b'K', 3 | 5, 4 | 6, ..] if has(b"xl/") || has(b"[Content_Types].xml") => Some(Foreign::Excel),
        [b'P', b'K', 3 | 5, 4 | 6, ..] => Some(Foreign::Zip),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some(Foreign::Utf16),
        // Without a byte order mark: every other byte of Latin text is nought.
        [0, one, 0, other, ..] | [one, 0, other, 0, ..] if *one != 0 && *other != 0 => Some(Foreign::Utf16),
        _ if start.starts_with(OLD_EXCEL) => Some(Foreign::Excel),
        _ => None,
    }
}

fn foreign_text(text: &str) -> Option<Foreign> {
    let begins = |with: &str| text.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    let tag = text.strip_prefix('<').and_then(|tag| tag.chars().next());
    if begins("<!doctype html") || begins("<html") {
        Some(Foreign::Html)
    } else if tag.is_some_and(|first| first.is_ascii_alphabetic() || matches!(first, '?' | '!')) {
        Some(Foreign::Xml)
    } else if text.starts_with(['{', '[']) {
        foreign_json(text)
    } else {
        None
    }
}

/// JSON other than one ballot on each line.
fn foreign_json(text: &str) -> Option<Foreign> {
    const MARKS_OF_VOTES: [&str; 4] = ["\"CVR\"", "CastVoteRecord", "\"Sessions\"", "\"Contests\""];
    let first = text.lines().next().unwrap_or_default().trim_end();
    if first.contains("\"r\"") {
        None
    } else if MARKS_OF_VOTES.iter().any(|mark| text.contains(mark)) {
        Some(Foreign::CastVoteRecords)
    } else {
        let goes_on = first.ends_with(['{', '[', ',']);
        (first.starts_with('[') || goes_on).then_some(Foreign::JsonDocument)
    }
}

/// `# NUMBER ALTERNATIVES: 3` and the like before the ballots.
fn is_preflib(lines: &[&str]) -> bool {
    const KEYS: [&str; 5] =
        ["DATA TYPE:", "NUMBER ALTERNATIVES:", "NUMBER CATEGORIES:", "NUMBER VOTERS:", "ALTERNATIVE NAME "];
    let remarks = lines.iter().map_while(|line| line.strip_prefix('#'));
    remarks.map(str::trim_start).any(|remark| KEYS.iter().any(|key| remark.starts_with(key)))
}

/// The number of candidates alone, then `1,name` and `2,name`.
fn is_old_preflib(content: &[&str]) -> bool {
    match content {
        [count, first, second, ..] if is_number(count) => {
            *count != "1" && first.starts_with("1,") && second.starts_with("2,")
        }
        _ => false,
    }
}

/// Two numbers, then a line of numbers: a ballot, or candidates who have withdrawn.
fn is_blt(content: &[&str]) -> bool {
    let [head, next, ..] = content else { return false };
    let head: Vec<&str> = before_remark(head).split_whitespace().collect();
    let is_word = |word: &str| {
        let number = word.trim_start_matches('-');
        number.split('=').all(is_number) || (word.starts_with('(') && word.ends_with(')')) || word == "-"
    };
    matches!(head[..], [candidates, seats] if is_number(candidates) && is_number(seats))
        && before_remark(next).split_whitespace().all(is_word)
}

fn before_remark(line: &str) -> &str {
    line.split_once('#').map_or(line, |(before, _)| before)
}

/// `27:Ada>Ben`, or `=Ada:[Ada Lovelace]`. After the colon comes no digit, because `10:30>11:00` ranks two
/// times of day.
fn is_abif(content: &[&str]) -> bool {
    let is_ballot = |line: &&str| {
        let Some((count, ranking)) = line.split_once([':', '*']) else { return false };
        let first = ranking.trim_start().chars().next();
        is_number(count.trim()) && first.is_some_and(|first| !first.is_ascii_digit())
    };
    let is_name = |line: &&str| line.starts_with('=') && line.contains(':');
    content.iter().take(20).any(|line| is_ballot(line) || is_name(line))
}

/// Rows of cells rather than ballots: tabs, or several lines with equally many semicolons, and nothing ranked by `>`. Read as
/// ballots, each row would be a vote for a candidate named like the whole row.
fn is_sheet(content: &[&str]) -> bool {
    let lines: Vec<String> = content.iter().take(20).map(|line| outside_quotes(line)).collect();
    let is_ranked = lines.iter().any(|line| line.contains('>') || line.starts_with('{'));
    let mut semicolons = lines.iter().map(|line| line.matches(';').count()).filter(|count| *count > 0);
    let are_cells = semicolons.next().is_some_and(|first| {
        let others: Vec<usize> = semicolons.collect();
        !others.is_empty() && others.iter().all(|count| *count == first)
    });
    !is_ranked && (are_cells || lines.iter().any(|line| line.contains('\t')))
}

/// The line without its double-quoted parts.
fn outside_quotes(line: &str) -> String {
    line.split('"').step_by(2).collect()
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}
