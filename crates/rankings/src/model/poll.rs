//! A ranked poll and what may be done with it when.

use super::{ManageKey, PollCode, PollId, VoteId, candidates::normalised};
use jiff::Timestamp;
use kernel::{Checks, FieldError, Moment, Open, UserId};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::HashSet;
use tally::Name;
use web::{AnswerKey, mine::State, outcome::Outcome};

/// A poll as stored. What follows `expires_at` is ours; a poll that has none of it reads too.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Poll {
    pub id: PollId,
    pub title: String,
    pub description: Option<String>,
    /// No name twice, whatever the row holds.
    #[serde(deserialize_with = "distinct")]
    pub candidates: Vec<String>,
    pub created_at: Moment,
    pub expires_at: Option<Moment>,
    pub closed_at: Option<Moment>,
    /// Hidden from everyone from then on; its votes are being removed.
    pub deleted_at: Option<Moment>,
    /// Set by the first vote, in its own transaction. From then on the candidates are fixed.
    pub first_vote_at: Option<Moment>,
    /// The short code by which it is found. A poll from before codes has none.
    pub code: Option<PollCode>,
    /// The account that created it, or kept it later.
    pub owner_id: Option<UserId>,
    /// SHA-256 of the manage key. Without one only the owner manages a poll.
    pub manage_key_hash: Option<String>,
    /// Grows with every edit, never by votes.
    #[serde(default)]
    pub version: u64,
    #[serde(default)]
    pub settings: StoredSettings,
    /// Candidate indexes in an order drawn at creation; it has the last word on ties.
    #[serde(default)]
    pub tie_order: Vec<u32>,
    /// What was made of the result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<Outcome>,
}

/// One voter's ranking, first choice first; it may leave candidates out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Vote {
    pub id: VoteId,
    pub poll_id: PollId,
    pub rankings: Vec<String>,
    pub voted_at: Moment,
    /// The last idempotency keys it was sent with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub once: Vec<AnswerKey>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PollSettings {
    #[serde(default)]
    pub results_visibility: ResultsVisibility,
}

/// Settings as they are stored; other programs may write values that are not known here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PollSettingsView)]
pub struct StoredSettings {
    #[serde(default = "always")]
    #[schema(value_type = String)]
    pub results_visibility: Open<ResultsVisibility>,
}

impl StoredSettings {
    /// The visibility that counts. An unknown one gives no right.
    pub fn visibility(&self) -> ResultsVisibility {
        self.results_visibility.known().unwrap_or(ResultsVisibility::AfterClose)
    }

    /// Takes over settings that differ from those that count; an unknown value stays until another is chosen.
    pub fn change(&mut self, settings: PollSettings) {
        if settings.results_visibility != self.visibility() {
            self.results_visibility = settings.results_visibility.into();
        }
    }
}

impl Default for StoredSettings {
    fn default() -> Self {
        Self { results_visibility: always() }
    }
}

fn always() -> Open<ResultsVisibility> {
    ResultsVisibility::Always.into()
}

/// Reads names and leaves out repeated ones, which nobody could tell apart.
fn distinct<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let mut names = Vec::<String>::deserialize(deserializer)?;
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    Ok(names)
}

/// Who sees results while the poll is open. Afterwards everyone does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ResultsVisibility {
    #[default]
    Always,
    /// Whoever has voted.
    AfterVote,
    /// Only the manager.
    AfterClose,
}

kernel::named!(ResultsVisibility: Always "always", AfterVote "afterVote", AfterClose "afterClose");

impl Vote {
    /// Returns the same vote with nothing ranked and no time: everything that a replacement changes differs from it.
    pub fn blank(&self) -> Self {
        Self { rankings: Vec::new(), voted_at: Moment::default(), ..self.clone() }
    }
}

/// How long a poll that nobody owns is kept.
pub const KEPT_DAYS: u32 = 365;

impl Poll {
    /// When it took its last ballot, or will: closed by hand or by its time, whichever is first.
    fn ends(&self) -> Option<Moment> {
        self.closed_at.into_iter().chain(self.expires_at).min()
    }

    /// Until when it is kept without an owner: a year after its end, or after its last vote where it has none.
    pub fn kept_until(&self, last_vote: Option<Moment>) -> Moment {
        self.ends().or(last_vote).unwrap_or(self.created_at).plus_days(KEPT_DAYS)
    }

    /// Returns whether it is kept until someone deletes it: while it has an owner, and if another program wrote it. Polls made here
    /// have a manage key.
    pub fn is_kept(&self) -> bool {
        self.owner_id.is_some() || self.manage_key_hash.is_none()
    }

    /// Returns [`Self::kept_until`] as far as it does not depend on votes, or `None` for a poll that is kept.
    pub fn known_to_be_kept_until(&self) -> Option<Moment> {
        self.ends().filter(|_| !self.is_kept()).map(|end| end.plus_days(KEPT_DAYS))
    }

    /// Whether this is its manage key.
    pub fn opens_with(&self, key: &ManageKey) -> bool {
        self.manage_key_hash.as_deref().is_some_and(|hash| key.opens(hash))
    }

    /// A poll past its time stays so whether or not somebody closed it before.
    pub fn state(&self, now: Timestamp) -> State {
        match (self.expires_at, self.closed_at) {
            (Some(end), _) if *end <= now => State::Expired,
            (_, Some(_)) => State::Closed,
            _ => State::Open,
        }
    }

    /// Whether ballots are taken.
    pub fn is_open(&self, now: Timestamp) -> bool {
        self.state(now) == State::Open
    }

    /// The ranking in the poll's own spelling; every name must be a candidate, once.
    pub fn rank<S: AsRef<str>>(&self, given: &[S]) -> Result<Vec<String>, Vec<FieldError>> {
        let mut checks = Checks::new();
        checks.that(!given.is_empty(), "rankings", "Rank at least one option.");
        checks.that(
            given.len() <= self.candidates.len(),
            "rankings",
            "There are more names here than options.",
        );
        let mut ranked = Vec::with_capacity(given.len());
        for (at, raw) in given.iter().enumerate().take(self.candidates.len()) {
            let field = format!("rankings[{at}]");
            let name = self.candidate(raw.as_ref());
            checks.that(name.is_some(), &field, "This is not one of the options.");
            if let Some(name) = name {
                checks.that(!ranked.contains(name), &field, "This is ranked twice.");
                ranked.push(name.clone());
            }
        }
        checks.done()?;
        Ok(ranked)
    }

    /// The candidate that a name means: other programs may have spelled it in another way than it is spelled here.
    fn candidate(&self, name: &str) -> Option<&String> {
        let exact = self.candidates.iter().find(|candidate| *candidate == name);
        exact.or_else(|| {
            let name = normalised(name);
            self.candidates.iter().find(|candidate| normalised(candidate) == name)
        })
    }

    /// The order that has the last word on ties; of a poll without one it follows from the names.
    pub fn tie_order(&self) -> Vec<u32> {
        let mut places = self.tie_order.clone();
        places.sort_unstable();
        if places.len() == self.candidates.len() && (0..).zip(&places).all(|(at, place)| at == *place) {
            return self.tie_order.clone();
        }
        tally::hashed_tie_order(&self.names())
    }

    pub fn names(&self) -> Vec<Name> {
        self.candidates.iter().map(|name| Name::from(name.as_str())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn poll() -> Poll {
        let candidates = ["Go", "Café", "Rust"].map(str::to_owned).to_vec();
        Poll { candidates, tie_order: vec![2, 0, 1], ..Poll::default() }
    }

    #[test]
    fn a_poll_without_an_owner_is_known_to_be_kept_for_a_year_after_its_end() {
        let day = |day: u32| Moment::default().plus_days(day);
        let open = Poll { created_at: day(1), manage_key_hash: Some("hash".into()), ..poll() };
        assert_eq!(open.known_to_be_kept_until(), None, "somebody may vote tomorrow");
        let expiring = Poll { expires_at: Some(day(30)), ..open };
        assert_eq!(expiring.known_to_be_kept_until(), Some(day(30 + 365)));
        let closed = Poll { closed_at: Some(day(20)), ..expiring };
        assert_eq!(closed.known_to_be_kept_until(), Some(day(20 + 365)));
        let elsewhere = Poll { manage_key_hash: None, ..closed.clone() };
        assert_eq!(elsewhere.known_to_be_kept_until(), None, "another program wrote it");
        let owned = Poll { owner_id: Some(UserId(uuid::Uuid::from_u128(2))), ..closed };
        assert_eq!(owned.known_to_be_kept_until(), None, "as long as its owner wants");
    }

    #[test]
    fn names_as_other_programs_spell_them_are_ranked_as_they_are_stored() {
        let row = json!({ "id": uuid::Uuid::nil(), "title": "t", "createdAt": "2024-01-15T10:30:00Z",
            "candidates": [" Cafe\u{301} ", "Go", "Go"], "settings": { "resultsVisibility": "board", "more": 1 } });
        let poll: Poll = serde_json::from_value(row).unwrap();
        assert_eq!(poll.candidates, [" Cafe\u{301} ", "Go"]);
        assert_eq!(poll.rank(&["Go", "Café"]).unwrap(), ["Go", " Cafe\u{301} "]);
        assert_eq!(poll.rank(&[" Cafe\u{301} "]).unwrap(), [" Cafe\u{301} "]);
        assert!(poll.rank(&["Café", " Cafe\u{301} "]).is_err() && poll.rank(&["Tea"]).is_err());
        let mut settings = poll.settings;
        assert_eq!(settings.visibility(), ResultsVisibility::AfterClose);
        settings.change(PollSettings { results_visibility: ResultsVisibility::AfterClose });
        assert_eq!(
            serde_json::to_value(&settings).unwrap(),
            json!({ "resultsVisibility": "board" }),
            "it is kept"
        );
        settings.change(PollSettings::default());
        assert_eq!(settings, StoredSettings::default());
    }

    #[test]
    fn a_tie_order_that_is_none_is_replaced_by_one_that_everyone_agrees_on() {
        assert_eq!(poll().tie_order(), [2, 0, 1]);
        let broken = Poll { tie_order: vec![0, 0, 1], ..poll() };
        let absent = Poll { tie_order: Vec::new(), ..poll() };
        assert_eq!(broken.tie_order(), tally::hashed_tie_order(&poll().names()));
        assert_eq!(absent.tie_order(), broken.tie_order());
    }
}
