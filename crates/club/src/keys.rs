//! Key shapes and named access patterns, numbered as in `docs/design/club.md`. Nothing else builds a key.

use crate::{
    model::{
        CommentPlace, MatchId, PlayerId, RoleGroupName, SiteId, Stars, Tag,
        ids::{comment_ref, group_ref, match_ref, membership_ref, part_ref, player_ref, site_ref, user_ref},
        matches::{self, SQUASH_MATCH},
        player::SQUASH_PLAYER,
        role_group::GROUP,
        site::SITE,
    },
    tables::{BY_ENTITY, BY_GROUP, BY_SITE, BY_SQUASH_DATE, BY_STARS, BY_TAG, FUS_MAIN},
};
use jiff::civil::Date;
use kernel::UserId;
use std::fmt::Display;
use store::{Comparison, Key, Query};
use uuid::Uuid;
use web::{Services, system::SYSTEM};

const METADATA: &str = "METADATA";
pub const PROFILE: &str = "PROFILE";
/// What `entityType` says of a tag.
pub const TAG: &str = "TAG";
/// Stands before every id of a site.
pub const SITE_WORD: &str = site_ref::WORD;

/// AP1: a site by its id.
pub fn site(id: &SiteId) -> Key {
    Key::new(site_ref::text(id), METADATA)
}

/// AP2: every site; backwards is newest first.
pub fn sites() -> Query {
    Query::index(&FUS_MAIN, BY_ENTITY, SITE)
}

/// One tag of a site.
pub fn site_tag(site: &SiteId, tag: &Tag) -> Key {
    Key::new(site_ref::text(site), format!("TAG#{tag}"))
}

/// The tags of a site.
pub fn tags_of(site: &SiteId) -> Query {
    Query::table(&FUS_MAIN, site_ref::text(site)).begins_with("TAG#")
}

/// AP3: the sites with a tag; backwards is newest first.
pub fn sites_by_tag(tag: &Tag) -> Query {
    Query::index(&FUS_MAIN, BY_TAG, tag.as_str())
}

/// AP4: somebody's rating of a site.
pub fn rating(user: impl Display, site: &SiteId) -> Key {
    Key::new(of_user(user), site_ref::text(site))
}

/// AP5: somebody's ratings, and between them their comments, which are told apart by [`is_comment`].
pub fn ratings_of(user: UserId) -> Query {
    Query::table(&FUS_MAIN, of_user(user)).begins_with(SITE_WORD)
}

/// Whether the sort key of a person's row is that of a comment.
pub fn is_comment(sk: &str) -> bool {
    sk.starts_with(SITE_WORD) && sk.contains("#COMMENT#")
}

/// AP6: every rating with so many stars.
pub fn ratings_by_stars(stars: Stars) -> Query {
    Query::index(&FUS_MAIN, BY_STARS, u32::from(stars.get()))
}

/// AP7: the ratings of one site with so many stars.
pub fn ratings_of_site(site: &SiteId, stars: Stars) -> Query {
    ratings_by_stars(stars).compare(Comparison::Equal, site_ref::text(site))
}

/// AP8: a comment, by its writer.
pub fn comment(user: impl Display, place: &CommentPlace) -> Key {
    Key::new(of_user(user), place.to_string())
}

/// AP9: the comments on a site, oldest first.
pub fn comments_on(site: &SiteId) -> Query {
    Query::index(&FUS_MAIN, BY_SITE, site_ref::text(site)).begins_with(comment_ref::WORD)
}

/// AP9: one comment on a site, by any writer.
pub fn comment_on(place: &CommentPlace) -> Query {
    Query::index(&FUS_MAIN, BY_SITE, site_ref::text(&place.site))
        .compare(Comparison::Equal, comment_ref::text(&place.id))
}

/// AP10: a role group.
pub fn role_group(name: &RoleGroupName) -> Key {
    Key::new(role_group_sk(name), METADATA)
}

pub fn role_group_sk(name: &RoleGroupName) -> String {
    group_ref::text(name)
}

/// AP11: every role group.
pub fn role_groups() -> Query {
    Query::index(&FUS_MAIN, BY_ENTITY, GROUP)
}

pub fn membership(user: impl Display, group: &RoleGroupName) -> Key {
    Key::new(of_user(user), membership_ref::text(group))
}

/// AP12: the role groups somebody is in.
pub fn memberships_of(user: UserId) -> Query {
    Query::table(&FUS_MAIN, of_user(user)).begins_with(membership_ref::WORD)
}

/// AP13: the members of a role group.
pub fn members_of(group: &RoleGroupName) -> Query {
    Query::index(&FUS_MAIN, BY_GROUP, group.as_str())
}

/// AP14: a profile.
pub fn profile(user: impl Display) -> Key {
    Key::new(of_user(user), PROFILE)
}

/// Everything that is somebody's own.
pub fn everything_of(user: UserId) -> Query {
    Query::table(&FUS_MAIN, of_user(user))
}

/// AP15: a player.
pub fn player(id: PlayerId) -> Key {
    Key::new(player_ref::text(&id), METADATA)
}

/// AP16: every player.
pub fn players() -> Query {
    Query::index(&FUS_MAIN, BY_ENTITY, SQUASH_PLAYER)
}

/// AP17: a match.
pub fn squash_match(id: MatchId) -> Key {
    Key::new(match_ref::text(&id), METADATA)
}

/// AP18: the matches of a day as the document asks for them. Participations of that day are among the rows; only those with
/// `SK=METADATA` are matches.
pub fn matches_on(date: Date) -> Query {
    Query::index(&FUS_MAIN, BY_SQUASH_DATE, date.to_string())
}

/// AP19: the matches from one day to another, both included, oldest first.
pub fn matches_between(from: Date, to: Date) -> Query {
    let (first, last) =
        (matches::entity_sk(from, MatchId(Uuid::nil())), matches::entity_sk(to, MatchId(Uuid::max())));
    every_match().between(first, last)
}

/// Every match, oldest first.
pub fn every_match() -> Query {
    Query::index(&FUS_MAIN, BY_ENTITY, SQUASH_MATCH)
}

pub fn participation(player: PlayerId, id: MatchId) -> Key {
    Key::new(player_ref::text(&player), part_ref::text(&id))
}

/// AP20: the matches of a player, in the order in which they were entered.
pub fn matches_of(player: PlayerId) -> Query {
    Query::table(&FUS_MAIN, player_ref::text(&player)).begins_with(part_ref::WORD)
}

/// AP21: how many sites have a tag.
pub fn tag_count(tag: &Tag) -> Key {
    Key::new(tag_sk(tag), METADATA)
}

pub fn tag_sk(tag: &Tag) -> String {
    format!("TAG#{tag}")
}

/// AP22: every tag with its count.
pub fn tags() -> Query {
    Query::index(&FUS_MAIN, BY_ENTITY, TAG)
}

/// AP23: how far an import is, in `System`.
pub fn import(id: Uuid) -> Key {
    Key::new(format!("IMPORT#{id}"), METADATA)
}

/// AP24: a part of an import that is still to be done, in `System`.
pub fn import_part(id: Uuid, part: usize) -> Key {
    Key::new(format!("IMPORT#{id}"), format!("PART#{part:05}"))
}

/// AP25: the links that somebody added, in `System`.
pub fn added_by(user: UserId) -> Query {
    person(user).begins_with(SITE_WORD)
}

pub fn added_site(user: UserId, site: &SiteId) -> Key {
    Key::new(of_person(&user.to_string()), site_ref::text(site))
}

/// AP26: the players of an account or of an address, in `System`.
pub fn players_of(person: &str) -> Query {
    Query::table(&SYSTEM, of_person(person)).begins_with(player_ref::WORD)
}

pub fn is_player(person: &str, player: PlayerId) -> Key {
    Key::new(of_person(person), player_ref::text(&player))
}

/// Everything that AP25 and AP26 find by an account.
pub fn person(user: UserId) -> Query {
    Query::table(&SYSTEM, of_person(&user.to_string()))
}

/// In `System`: that AP25 and AP26 find also what is older than they are.
pub fn pointers_filled() -> Key {
    Key::new("CLUB", METADATA)
}

/// In `System`: the link that has an address.
pub fn address(services: &Services, url: &str) -> Key {
    let mac = services.keys.mac_text("club address", &[url.as_bytes()]);
    Key::new(format!("CLUB#ADDRESS#{mac}"), METADATA)
}

/// In `System`: the player that an account is.
pub fn plays(user: UserId) -> Key {
    Key::new(of_person(&user.to_string()), "PLAYER")
}

fn of_user(user: impl Display) -> String {
    format!("{}{user}", user_ref::WORD)
}

fn of_person(person: &str) -> String {
    format!("CLUB#{person}")
}

/// The row that a followed list knows by its partition alone.
pub fn named(pk: &str) -> Key {
    Key::new(pk, METADATA)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn keys_read_as_the_design_document_writes_them() {
        let id = Uuid::parse_str("123e4567-e89b-12d3-a456-426614174000").unwrap();
        let (user, site_id, player_id, match_id) = (UserId(id), SiteId::from(id), PlayerId(id), MatchId(id));
        let place = CommentPlace { site: site_id.clone(), id: id.into() };
        let tag = Tag::parse("Board games").unwrap();
        let squash: RoleGroupName = "Squash".parse().unwrap();
        let written = [
            (site(&site_id), "SITE#{id}", "METADATA"),
            (site_tag(&site_id, &tag), "SITE#{id}", "TAG#board-games"),
            (rating(user, &site_id), "USER#{id}", "SITE#{id}"),
            (comment(user, &place), "USER#{id}", "SITE#{id}#COMMENT#{id}"),
            (role_group(&squash), "GROUP#Squash", "METADATA"),
            (membership(user, &squash), "USER#{id}", "MEMBERSHIP#Squash"),
            (profile(user), "USER#{id}", "PROFILE"),
            (player(player_id), "SQUASH#PLAYER#{id}", "METADATA"),
            (squash_match(match_id), "SQUASH#MATCH#{id}", "METADATA"),
            (participation(player_id, match_id), "SQUASH#PLAYER#{id}", "MATCH#{id}"),
            (tag_count(&tag), "TAG#board-games", "METADATA"),
        ];
        for (key, pk, sk) in written {
            let with_id = |text: &str| text.replace("{id}", &id.to_string());
            assert_eq!(key, Key::new(with_id(pk), with_id(sk)));
        }
    }

    #[test]
    fn a_range_of_days_covers_every_match_of_them_and_no_other() {
        let range = matches_between(date(2026, 10, 1), date(2026, 10, 3)).range.unwrap();
        let holds = |day, id| range.contains(&matches::entity_sk(day, MatchId(id)).into());
        assert!(holds(date(2026, 10, 1), Uuid::nil()) && holds(date(2026, 10, 3), Uuid::max()));
        assert!(!holds(date(2026, 9, 30), Uuid::max()) && !holds(date(2026, 10, 4), Uuid::nil()));
    }

    #[test]
    fn a_comment_is_told_from_a_rating() {
        assert!(is_comment("SITE#1#COMMENT#2") && !is_comment("SITE#1") && !is_comment("PROFILE"));
    }
}
