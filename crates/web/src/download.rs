//! Files that a browser saves, and sheets of cells.

use crate::Problem;
use axum::{
    body::{Body, Bytes},
    response::{IntoResponse, Response},
};
use futures::{StreamExt, stream};
use http::header;
use std::{borrow::Cow, convert::Infallible};

/// Rows sent together: a row alone is too little for a frame.
const ROWS_A_CHUNK: usize = 512;

/// A file to save under a name.
pub struct Download {
    name: String,
    kind: &'static str,
    content: Body,
}

impl Download {
    pub fn csv(name: impl Into<String>, content: impl Into<Bytes>) -> Self {
        Self { name: name.into(), kind: "text/csv; charset=utf-8", content: Body::from(content.into()) }
    }

    /// Creates a sheet whose rows are made while it is sent.
    pub fn csv_rows(name: impl Into<String>, rows: impl Iterator<Item = String> + Send + 'static) -> Self {
        let rows =
            stream::iter(rows).ready_chunks(ROWS_A_CHUNK).map(|rows| Ok::<_, Infallible>(rows.concat()));
        Self { name: name.into(), kind: "text/csv; charset=utf-8", content: Body::from_stream(rows) }
    }

    pub fn text(name: impl Into<String>, content: impl Into<Bytes>) -> Self {
        Self { name: name.into(), kind: "text/plain; charset=utf-8", content: Body::from(content.into()) }
    }

    pub fn json(name: impl Into<String>, content: impl Into<Bytes>) -> Self {
        Self { name: name.into(), kind: "application/json", content: Body::from(content.into()) }
    }

    pub fn html(name: impl Into<String>, content: impl Into<Bytes>) -> Self {
        Self { name: name.into(), kind: "text/html; charset=utf-8", content: Body::from(content.into()) }
    }
}

impl IntoResponse for Download {
    fn into_response(self) -> Response {
        let headers = [
            (header::CONTENT_TYPE, self.kind.to_owned()),
            (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", self.name)),
        ];
        (headers, self.content).into_response()
    }
}

/// Rows of cells as CSV (RFC 4180).
pub struct Sheet(csv::Writer<Vec<u8>>);

impl Default for Sheet {
    fn default() -> Self {
        Self(
            csv::WriterBuilder::new()
                .flexible(true)
                .terminator(csv::Terminator::CRLF)
                .from_writer(Vec::new()),
        )
    }
}

impl Sheet {
    pub fn row<C: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = C>) -> Result<(), SheetError> {
        let cells = cells.into_iter().map(|cell| harmless(cell.as_ref()).into_owned());
        self.0.write_record(cells).map_err(|error| SheetError(error.to_string()))
    }

    pub fn into_bytes(self) -> Result<Bytes, SheetError> {
        self.0.into_inner().map(Bytes::from).map_err(|error| SheetError(error.to_string()))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a sheet cannot be written: {0}")]
pub struct SheetError(String);

impl From<SheetError> for crate::Fault {
    fn from(error: SheetError) -> Self {
        Self::Internal(error.to_string())
    }
}

impl From<SheetError> for Problem {
    fn from(error: SheetError) -> Self {
        Self::internal(error.to_string())
    }
}

/// Spreadsheets run what begins like a formula, some also in the wide letters of East Asia; a quote before it makes it text.
fn harmless(cell: &str) -> Cow<'_, str> {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
        format!("'{cell}").into()
    } else {
        cell.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        let mut sheet = Sheet::default();
        sheet.row(["=1+1", "Rust, 2024", "＝1", "fine"]).unwrap();
        sheet.row(["-1"]).unwrap();
        assert_eq!(sheet.into_bytes().unwrap(), "'=1+1,\"Rust, 2024\",'＝1,fine\r\n'-1\r\n");
    }
}
