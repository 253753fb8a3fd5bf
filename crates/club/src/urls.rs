//! Every address of the club's pages; nothing else writes one.

use crate::model::{CommentPlace, MatchId, PersonId, PlayerId, RoleGroupName, SiteId, Tag};
use std::fmt::Display;
use uuid::Uuid;

pub const CLUB: &str = "/club";
pub const NEW_SITE: &str = "/club/new";
pub const MY_RATINGS: &str = "/club/ratings";
pub const IMPORT: &str = "/club/import";
pub const SQUASH: &str = "/squash";
pub const SQUASH_MATCHES: &str = "/squash/matches";
pub const SQUASH_PLAYERS: &str = "/squash/players";
pub const SQUASH_LIVE: &str = "/squash/live";
pub const ADMIN: &str = "/admin";
pub const MY_PROFILE: &str = "/me/profile";

pub fn site(id: &SiteId) -> String {
    format!("{CLUB}/sites/{}", segment(id.as_str()))
}

/// A form or page below a site: `edit`, `rating`, `comments`, `live`.
pub fn of_site(id: &SiteId, what: &str) -> String {
    format!("{}/{what}", site(id))
}

/// A comment's own page.
pub fn comment(place: &CommentPlace) -> String {
    of_site(&place.site, &format!("comments/{}", segment(place.id.as_str())))
}

pub fn tag(tag: &Tag) -> String {
    format!("{CLUB}/tags/{}", segment(tag.as_str()))
}

pub fn stars(stars: u8) -> String {
    format!("{MY_RATINGS}?stars={stars}")
}

pub fn import(id: Uuid) -> String {
    format!("{IMPORT}/{id}")
}

pub fn player(id: PlayerId) -> String {
    format!("{SQUASH_PLAYERS}/{id}")
}

pub fn of_player(id: PlayerId, what: &str) -> String {
    format!("{SQUASH_PLAYERS}/{id}/{what}")
}

pub fn squash_match(id: MatchId) -> String {
    format!("{SQUASH_MATCHES}/{id}")
}

pub fn role_group(name: &RoleGroupName) -> String {
    format!("{ADMIN}/groups/{}", segment(name.as_str()))
}

pub fn person(id: impl Display) -> String {
    format!("/people/{id}")
}

/// The form that removes a person from a role group.
pub fn remove_member(name: &RoleGroupName, id: &PersonId) -> String {
    format!("{}/members/{}/remove", role_group(name), segment(id.as_str()))
}

/// Where somebody's picture is served; another picture has another address.
pub fn avatar(id: impl Display, picture: &str) -> String {
    format!("{}/users/{id}/avatar?v={picture}", web::api::BASE)
}

/// Text as one segment of a path.
fn segment(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~');
    let escaped = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_segment() {
        let name: RoleGroupName = "Link keepers".parse().unwrap();
        assert_eq!(role_group(&name), "/admin/groups/Link%20keepers");
        assert_eq!(tag(&Tag::parse("c/été").unwrap()), "/club/tags/c%2F%C3%A9t%C3%A9");
    }
}
