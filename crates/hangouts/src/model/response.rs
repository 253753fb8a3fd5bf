//! Whether somebody comes.

use super::{HangoutId, PersonId};
use crate::keys;
use kernel::{Account, Moment, Open};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Answer {
    Going,
    Maybe,
    NotGoing,
}

impl Answer {
    pub const ALL: [Self; 3] = [Self::Going, Self::Maybe, Self::NotGoing];

    pub fn name(self) -> &'static str {
        match self {
            Self::Going => "going",
            Self::Maybe => "maybe",
            Self::NotGoing => "notGoing",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|answer| answer.name() == text)
    }
}

/// One person's response as stored. All but its ids and the answer may be absent from a row that another program wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Response {
    pub hangout_id: HangoutId,
    pub user_id: PersonId,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub display_name: String,
    /// An answer that is not known is kept, shown as it is, and counted as none.
    pub response: Open<Answer>,
    /// When it was given or last renewed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub responded_at: Option<Moment>,
    /// The time of its place among the responses, where it was renewed since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placed_at: Option<Moment>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gsi1pk: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start_timestamp: Option<i64>,
}

impl Response {
    /// Attributes that a response may be without.
    pub const OPTIONAL: [&str; 1] = ["placedAt"];

    pub fn new(hangout_id: &HangoutId, account: &Account, response: Answer, now: Moment) -> Self {
        Self {
            hangout_id: hangout_id.clone(),
            user_id: account.user_id.into(),
            display_name: account.display_name.clone(),
            response: response.into(),
            responded_at: Some(now),
            placed_at: None,
            gsi1pk: Some(keys::responder(account.user_id)),
            start_timestamp: Some(now.as_millisecond()),
        }
    }

    /// The same answer once more keeps the place of the first; another one goes to the end.
    #[must_use]
    pub fn in_place_of(self, earlier: Option<&Self>) -> Self {
        let same = earlier.filter(|earlier| earlier.response == self.response);
        Self { placed_at: same.and_then(Self::place), ..self }
    }

    /// The time of its place among the responses.
    pub fn place(&self) -> Option<Moment> {
        self.placed_at.or(self.responded_at)
    }

    /// Returns whether it was given before the hangout moved at `moved_at`.
    pub fn is_before(&self, moved_at: Option<Moment>) -> bool {
        moved_at.is_some_and(|moved_at| self.responded_at.is_none_or(|at| at < moved_at))
    }

    /// The same under another name; the keys of the index stay.
    #[must_use]
    pub fn by(&self, name: &str) -> Self {
        let mut renamed = self.clone();
        name.clone_into(&mut renamed.display_name);
        renamed
    }
}
