//! Results as a sheet, and files to save.

use crate::Error;
use axum::{
    body::Bytes,
    response::{IntoResponse, Response},
};
use http::header;
use std::borrow::Cow;
use tally::{Results, Round};

/// One row a candidate, one column a round; below them what ran out, and what it took to win.
pub fn rounds(results: &Results) -> Result<Bytes, Error> {
    let failed = |error: csv::Error| Error::Internal(format!("a sheet cannot be written: {error}"));
    let mut sheet = csv::Writer::from_writer(Vec::new());
    let mut row = |name: &str, cell: &dyn Fn(&Round) -> String| {
        let cells = results.rounds.iter().map(cell);
        sheet.write_record(std::iter::once(harmless(name).into_owned()).chain(cells))
    };
    row("Choice", &|round| format!("Round {}", round.round)).map_err(failed)?;
    for candidate in results.finishing_order() {
        let votes = |round: &Round| {
            let tally = round.tallies.iter().find(|tally| tally.candidate == candidate);
            tally.map_or_else(String::new, |tally| tally.votes.to_string())
        };
        row(&candidate, &votes).map_err(failed)?;
    }
    row("Exhausted", &|round| round.exhausted.to_string()).map_err(failed)?;
    row("To win", &|round| round.threshold.to_string()).map_err(failed)?;
    let bytes =
        sheet.into_inner().map_err(|error| Error::Internal(format!("a sheet cannot be written: {error}")))?;
    Ok(bytes.into())
}

/// A name that a spreadsheet would take for a formula, with an apostrophe before it, which spreadsheets hide.
fn harmless(name: &str) -> Cow<'_, str> {
    if name.starts_with(['=', '+', '-', '@']) { format!("'{name}").into() } else { name.into() }
}

/// A CSV file that the browser saves.
pub fn download(name: &str, content: Bytes) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, content).into_response()
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
                "Choice,Round 1,Round 2",
                "Go,4,4",
                "\"Rust, 2024\",2,3",
                "'=1+1,1,",
                "Exhausted,0,0",
                "To win,4,4"
            ]
        );
    }
}
