//! Whether somebody comes.

use super::HangoutId;
use crate::keys;
use kernel::{Account, Moment, UserId};
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

/// One person's response as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Response {
    pub hangout_id: HangoutId,
    pub user_id: UserId,
    pub display_name: String,
    pub response: Answer,
    pub responded_at: Moment,
    gsi1pk: String,
    start_timestamp: i64,
}

impl Response {
    pub fn new(hangout_id: HangoutId, account: &Account, response: Answer, now: Moment) -> Self {
        Self {
            hangout_id,
            user_id: account.user_id,
            display_name: account.display_name.clone(),
            response,
            responded_at: now,
            gsi1pk: keys::responder(account.user_id),
            start_timestamp: now.as_millisecond(),
        }
    }

    /// The same under another name; the keys of the index stay.
    #[must_use]
    pub fn by(&self, name: &str) -> Self {
        let mut renamed = self.clone();
        name.clone_into(&mut renamed.display_name);
        renamed
    }
}
