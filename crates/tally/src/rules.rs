//! What a caller may choose about a count.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How to count. The default is the product's: on to two candidates, ties by earlier rounds, then head to
/// head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// End with the first round in which someone has a majority, instead of going on to two candidates.
    pub stop_at_majority: bool,
    /// What is asked, in turn, about a tie for last place. The order drawn in advance always has the last
    /// word.
    pub ties: Vec<TieRule>,
}

impl Default for Rules {
    fn default() -> Self {
        Self { stop_at_majority: false, ties: vec![TieRule::EarlierRound, TieRule::HeadToHead] }
    }
}

/// One way to tell tied candidates apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum TieRule {
    /// Fewer votes in the latest earlier round that tells them apart.
    EarlierRound,
    /// Between exactly two: the one whom fewer ballots put above the other.
    HeadToHead,
    /// The later one in the order drawn in advance.
    TieOrder,
}

/// Not the name of a tie rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a tie rule; choose from earlier-round, head-to-head and tie-order")]
pub struct UnknownTieRule(String);

impl FromStr for TieRule {
    type Err = UnknownTieRule;

    fn from_str(text: &str) -> Result<Self, UnknownTieRule> {
        match text {
            "earlier-round" => Ok(Self::EarlierRound),
            "head-to-head" => Ok(Self::HeadToHead),
            "tie-order" => Ok(Self::TieOrder),
            other => Err(UnknownTieRule(other.to_owned())),
        }
    }
}
