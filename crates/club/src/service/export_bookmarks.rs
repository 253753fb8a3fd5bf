//! The whole catalogue as a bookmark file.

use crate::{
    Error,
    gate::{Allowed, Reads},
    live::{Sites, Whole},
    model::{
        bookmarks::{self, ENDING, OPENING},
        catalogue::{Order, Search},
    },
};

/// Newest first, as the list shows them. From memory: the file takes what the catalogue takes.
pub async fn export_bookmarks(by: &Allowed<Reads>) -> Result<String, Error> {
    let everything = Search { order: Order::Newest, limit: usize::MAX - 1, ..Search::default() };
    let found = by.with_followed::<Sites, _>(&Whole, |catalogue| catalogue.search(&everything)).await?;
    let lines: String = found.sites.iter().map(bookmarks::line).collect();
    Ok(format!("{OPENING}{lines}{ENDING}"))
}
