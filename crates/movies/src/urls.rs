//! The addresses of movie night. Nothing else builds one.

use crate::model::{FilmId, MemberId, RoundId};

pub const MOVIES: &str = "/movies";
pub const HOUSEHOLD: &str = "/movies/household";
pub const HISTORY: &str = "/movies/history";
pub const SCREEN: &str = "/movies/screen";
pub const NEW_ROUND: &str = "/movies/rounds/new";
pub const LIVE: &str = "/movies/live";
pub const POSTERS: &str = "/movies/posters";

pub fn round(id: RoundId) -> String {
    format!("{MOVIES}/rounds/{id}")
}

/// A round as one of one's members sees it.
pub fn round_as(id: RoundId, member: Option<MemberId>) -> String {
    format!("{}{}", round(id), acting(member))
}

/// What an address carries on while one acts for somebody.
pub fn acting(member: Option<MemberId>) -> String {
    member.map(|member| format!("?as={member}")).unwrap_or_default()
}

pub fn round_live(id: RoundId) -> String {
    format!("{}/live", round(id))
}

/// What is done with one film of a shortlist: `vote`, `swap`, `remove`.
pub fn film(round_id: RoundId, film: FilmId, act: &str) -> String {
    format!("{}/films/{film}/{act}", round(round_id))
}

/// What is done with a round: `start`, `pick`, `watched`, `expire`, `reshuffle`, `films`, `ratings`, `nudge`.
pub fn act(id: RoundId, act: &str) -> String {
    format!("{}/{act}", round(id))
}

pub fn member(id: MemberId) -> String {
    format!("{HOUSEHOLD}/members/{id}")
}

pub fn invite(token: &str) -> String {
    format!("{MOVIES}/invites/{token}")
}

/// The big screen, for a television that is not signed in.
pub fn screen(secret: &str) -> String {
    format!("{SCREEN}?key={secret}")
}

pub fn screen_live(secret: Option<&str>) -> String {
    match secret {
        Some(secret) => format!("{SCREEN}/live?key={secret}"),
        None => format!("{SCREEN}/live"),
    }
}

/// A poster of TMDB, through this server; `path` begins with a slash.
pub fn poster(path: &str) -> String {
    format!("{POSTERS}{path}")
}
