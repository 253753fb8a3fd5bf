//! The whole catalogue as a bookmark file.

use crate::{
    Error,
    gate::{Allowed, Reads},
    live::{Sites, Whole},
    model::{
        bookmarks::{self, ENDING, OPENING},
        catalogue::Catalogue,
    },
};

/// Newest first, as the list shows them. From memory: the file takes what the catalogue takes.
pub async fn export_bookmarks(by: &Allowed<Reads>) -> Result<String, Error> {
    let lines = |catalogue: &Catalogue| catalogue.newest().map(bookmarks::line).collect::<String>();
    let lines = by.with_followed::<Sites, _>(&Whole, lines).await?;
    Ok(format!("{OPENING}{lines}{ENDING}"))
}
