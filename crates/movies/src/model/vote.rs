//! One member's vote on one film.

use super::{FilmId, MemberId, RoundId, loose};
use kernel::{Moment, Open};
use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VoteKind {
    Up,
    Down,
}

impl VoteKind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
        }
    }

    pub fn read(text: &str) -> Option<Self> {
        [Self::Up, Self::Down].into_iter().find(|kind| kind.as_str() == text)
    }
}

impl fmt::Display for VoteKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A row of `Votes`. A vote that is neither up nor down counts as neither.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "VoteRow")]
pub struct Vote {
    pub round_id: RoundId,
    pub tmdb_movie_id: FilmId,
    pub member_id: MemberId,
    pub vote: Open<VoteKind>,
    pub voted_at: Option<Moment>,
}

#[derive(Deserialize)]
struct VoteRow {
    round_id: RoundId,
    #[serde(default, deserialize_with = "loose::text")]
    vote_key: Option<String>,
    #[serde(default, deserialize_with = "loose::optional")]
    vote: Option<Open<VoteKind>>,
    #[serde(default, deserialize_with = "loose::moment")]
    voted_at: Option<Moment>,
    #[serde(default, deserialize_with = "loose::optional")]
    tmdb_movie_id: Option<FilmId>,
    #[serde(default, deserialize_with = "loose::optional")]
    member_id: Option<MemberId>,
}

impl TryFrom<VoteRow> for Vote {
    type Error = &'static str;

    /// Film and member are in the key, too.
    fn try_from(row: VoteRow) -> Result<Self, &'static str> {
        let key = row.vote_key.as_deref().and_then(|key| key.split_once('#'));
        let film = key.and_then(|(film, _)| film.parse().ok());
        let member = key.and_then(|(_, member)| member.parse().ok());
        Ok(Self {
            round_id: row.round_id,
            tmdb_movie_id: film.or(row.tmdb_movie_id).ok_or("a vote on no film")?,
            member_id: member.or(row.member_id).ok_or("a vote of no member")?,
            vote: row.vote.unwrap_or(Open::Other(String::new())),
            voted_at: row.voted_at,
        })
    }
}
