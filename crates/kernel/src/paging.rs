//! Lists in pages.

use serde::Serialize;

pub const DEFAULT_LIMIT: u32 = 50;
pub const MOST: u32 = 100;

/// Which page of a list is wanted. The cursor has been opened and checked already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRequest<P> {
    pub limit: u32,
    pub after: Option<P>,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    pub items: Vec<T>,
    /// Opaque; `null` on the last page.
    pub next_cursor: Option<String>,
}

impl<T> Page<T> {
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(f).collect(), next_cursor: self.next_cursor }
    }
}
