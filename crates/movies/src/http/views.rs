//! What programs are told.

mod films;
mod households;
mod rounds;

pub use films::{FilmView, FoundFilms, PickView};
pub use households::{HouseholdView, InviteView, ManagedView, MemberView, PreferencesView, SeenInviteView};
pub use rounds::{RatingView, RoundView, SuggestionView, VoteView, WholeRoundView};

use serde::Serialize;
use utoipa::ToSchema;

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Items<T> {
    pub items: Vec<T>,
    /// `null` on the last page.
    pub next_cursor: Option<String>,
}

impl<T> Items<T> {
    pub fn all(items: Vec<T>) -> Self {
        Self { items, next_cursor: None }
    }
}

impl<T> From<kernel::Page<T>> for Items<T> {
    fn from(page: kernel::Page<T>) -> Self {
        Self { items: page.items, next_cursor: page.next_cursor }
    }
}
