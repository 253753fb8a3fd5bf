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

#[cfg(test)]
mod tests {
    use super::*;
    use tally::{Election, Rules};

    #[test]
    fn a_sheet_has_a_row_a_candidate_and_no_formulas() {
        let mut election = Election::new(["=1+1", "Rust, 2024", "Go"], &[0, 1, 2]).unwrap();
        election.add(&["Go"], 4).unwrap();
        election.add(&["=1+1", "Rust, 2024"], 1).unwrap();
        election.add(&["Rust, 2024"], 2).unwrap();
        let sheet = rounds(&election.tally(&Rules::default())).unwrap();
        assert_eq!(
            std::str::from_utf8(&sheet).unwrap().lines().collect::<Vec<_>>(),
            [
                "Option,Round 1,Round 2",
                "Go,4,4",
                "\"Rust, 2024\",2,3",
                "'=1+1,1,",
                "Exhausted,0,0",
                "To win,4,4",
                "tie order,'=1+1,\"Rust, 2024\",Go"
            ]
        );
    }
}
