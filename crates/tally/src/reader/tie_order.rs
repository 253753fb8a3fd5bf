//! `# tie-order: A>B>C`: how a ballots file carries the order drawn in advance, so that its count can be
//! repeated.

use super::{LineProblem, plain};

const KEY: &str = "tie-order:";

/// The line that gives a ballots file its tie order, the favoured candidate first. Without a line end.
pub fn tie_order_line<S: AsRef<str>>(order: &[S]) -> String {
    format!("# {KEY} {}", plain::format_ranking(order))
}

/// The names of such a line; nothing for another comment.
pub(super) fn from_comment(comment: &str) -> Option<Result<Vec<String>, LineProblem>> {
    let names = comment.trim().strip_prefix('#')?.trim_start().strip_prefix(KEY)?;
    Some(plain::names_between(b'>', names))
}

/// A tie order from a file of its own: one name on each line, or the line that a ballots file carries.
pub fn tie_order_from_file(text: &str) -> Result<Vec<String>, LineProblem> {
    let carried = text.lines().find_map(from_comment);
    carried.unwrap_or_else(|| Ok(plain::candidates_from_lines(text)))
}
