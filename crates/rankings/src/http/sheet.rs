//! Results as a sheet.

use axum::body::Bytes;
use tally::{Name, Results, Round};
use web::{Fault, Sheet};

/// One row a candidate, one column a round; below them what ran out, what it took to win, and the order that had the last word on ties.
pub fn rounds(results: &Results) -> Result<Bytes, Fault> {
    let mut sheet = Sheet::default();
    let mut row = |name: &str, cell: &dyn Fn(&Round) -> String| {
        let cells = results.rounds.iter().map(cell);
        sheet.row(std::iter::once(name.to_owned()).chain(cells))
    };
    row("Option", &|round| format!("Round {}", round.round))?;
    for candidate in results.finishing_order() {
        row(&candidate, &|round| {
            round.votes_of(&candidate).map_or_else(String::new, |votes| votes.to_string())
        })?;
    }
    row("Exhausted", &|round| round.exhausted.to_string())?;
    row("To win", &|round| round.threshold.to_string())?;
    let order = results.tie_order.iter().map(Name::as_str);
    sheet.row(std::iter::once("tie order").chain(order))?;
    Ok(sheet.into_bytes()?)
}
