//! Key shapes and named access patterns, numbered as in `docs/design/movies.md`. Nothing else builds a key.

use crate::{
    model::{FilmId, HouseholdId, InviteId, MemberId, PickId, RoundId},
    tables::{
        GROUP_INVITES_INDEX, GROUP_MEMBERSHIPS, GROUP_PICKS_INDEX, GROUP_ROUNDS_INDEX, INVITES, PICKS,
        PREFERENCES, RATINGS, ROUND_PICK_INDEX, ROUNDS, SUGGESTIONS, TOKEN_INDEX, USER_GROUPS_INDEX, VOTES,
    },
};
use identity::tables::{PARENT_INDEX, USERS};
use kernel::UserId;
use store::{Key, Query};
use web::system::SYSTEM;

/// AP1: a member's row of `Users`, by id.
pub fn user(member: MemberId) -> Key {
    Key::only(member.to_string())
}

/// AP3: the managed members of a parent.
pub fn managed_by(parent: UserId) -> Query {
    Query::index(&USERS, PARENT_INDEX, parent.to_string())
}

/// AP4: a household by its id.
pub fn household(id: HouseholdId) -> Key {
    Key::only(id.to_string())
}

/// AP5: the members of a household.
pub fn members_of(household: HouseholdId) -> Query {
    Query::table(&GROUP_MEMBERSHIPS, household.to_string())
}

/// AP6: the memberships of a person. `group_id` on the user, which cannot lag, goes first.
pub fn memberships_of(member: MemberId) -> Query {
    Query::index(&GROUP_MEMBERSHIPS, USER_GROUPS_INDEX, member.to_string())
}

/// One membership.
pub fn membership(household: HouseholdId, member: MemberId) -> Key {
    Key::new(household.to_string(), member.to_string())
}

/// AP7: one member's preferences.
pub fn preferences(household: HouseholdId, member: MemberId) -> Key {
    Key::new(household.to_string(), member.to_string())
}

/// AP8: everybody's preferences in a household.
pub fn preferences_in(household: HouseholdId) -> Query {
    Query::table(&PREFERENCES, household.to_string())
}

/// AP9: invites with a token. Tokens made here hold the invite's id, so that it is read by key.
pub fn invites_with(token: &str) -> Query {
    Query::index(&INVITES, TOKEN_INDEX, token)
}

/// An invite by its id.
pub fn invite(id: InviteId) -> Key {
    Key::only(id.to_string())
}

/// AP10: a household's invites, newest first.
pub fn invites_of(household: HouseholdId) -> Query {
    Query::index(&INVITES, GROUP_INVITES_INDEX, household.to_string()).reverse()
}

/// AP11: a round by its id.
pub fn round(id: RoundId) -> Key {
    Key::only(id.to_string())
}

/// AP12: a household's rounds, newest first.
pub fn rounds_of(household: HouseholdId) -> Query {
    Query::index(&ROUNDS, GROUP_ROUNDS_INDEX, household.to_string()).reverse()
}

/// AP13: the shortlist of a round.
pub fn suggestions_of(round: RoundId) -> Query {
    Query::table(&SUGGESTIONS, round.to_string())
}

/// One film of a shortlist.
pub fn suggestion(round: RoundId, film: FilmId) -> Key {
    Key::new(round.to_string(), film.0)
}

/// AP14: all votes of a round.
pub fn votes_of(round: RoundId) -> Query {
    Query::table(&VOTES, round.to_string())
}

/// AP15: one member's vote on one film.
pub fn vote(round: RoundId, film: FilmId, member: MemberId) -> Key {
    Key::new(round.to_string(), format!("{film}#{member}"))
}

/// AP17: the picks of a round. The round holds its pick's id, which goes first.
pub fn picks_in(round: RoundId) -> Query {
    Query::index(&PICKS, ROUND_PICK_INDEX, round.to_string())
}

/// AP16: a pick by its id.
pub fn pick(id: PickId) -> Key {
    Key::only(id.to_string())
}

/// AP18: what a household picked, newest first.
pub fn picks_of(household: HouseholdId) -> Query {
    Query::index(&PICKS, GROUP_PICKS_INDEX, household.to_string()).reverse()
}

/// AP19: the ratings of a round.
pub fn ratings_of(round: RoundId) -> Query {
    Query::table(&RATINGS, round.to_string())
}

/// AP20: one member's rating.
pub fn rating(round: RoundId, member: MemberId) -> Key {
    Key::new(round.to_string(), member.to_string())
}

/// AP21: an answer of TMDB.
pub fn cached(key: &str) -> Key {
    Key::only(key)
}

/// In `System`: the hash of the secret in the address of somebody's big screen.
pub fn screen(user: UserId) -> Key {
    Key::new(format!("SCREEN#{user}"), "SECRET")
}

/// In `System`: that a person was removed from a household.
pub fn removal(household: HouseholdId, user: UserId) -> Key {
    Key::new(removals(household), user.to_string())
}

/// Everyone who was removed from a household.
pub fn removals_of(household: HouseholdId) -> Query {
    Query::table(&SYSTEM, removals(household))
}

fn removals(household: HouseholdId) -> String {
    format!("{LEFT}{household}")
}

/// In `System`: the other direction of [`removal`], by which it is found when the account is exported or deleted.
pub fn removed_from(user: UserId, household: HouseholdId) -> Key {
    Key::new(format!("REMOVED#{user}"), household.to_string())
}

/// The households that a person was removed from.
pub fn removals_from(user: UserId) -> Query {
    Query::table(&SYSTEM, format!("REMOVED#{user}"))
}

const LEFT: &str = "LEFT#";

/// The household and the person that a key of [`removal`] names.
pub fn removal_at(pk: &str, sk: &str) -> Option<(HouseholdId, UserId)> {
    Some((pk.strip_prefix(LEFT)?.parse().ok()?, sk.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::KeyValue;

    #[test]
    fn keys_read_as_the_design_document_writes_them() {
        let id = uuid::Uuid::from_u128(0x123e_4567_e89b_12d3_a456_4266_1417_4000);
        let text = "123e4567-e89b-12d3-a456-426614174000";
        let managed = MemberId::Managed(id);
        assert_eq!(user(managed), Key::only(format!("managed_{text}")));
        assert_eq!(household(HouseholdId(id)), Key::only(text));
        assert_eq!(membership(HouseholdId(id), managed), Key::new(text, format!("managed_{text}")));
        assert_eq!(vote(RoundId(id), FilmId(862), UserId(id).into()), Key::new(text, format!("862#{text}")));
        assert_eq!(suggestion(RoundId(id), FilmId(-7)).sk, Some(KeyValue::N((-7).into())));
        assert_eq!(removal(HouseholdId(id), UserId(id)), Key::new(format!("LEFT#{text}"), text));
        assert_eq!(removal_at(&format!("LEFT#{text}"), text), Some((HouseholdId(id), UserId(id))));
        assert_eq!(rating(RoundId(id), managed), Key::new(text, format!("managed_{text}")));
    }
}
