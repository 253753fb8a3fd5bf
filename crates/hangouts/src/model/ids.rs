//! Ids of groups, hangouts and their people: any text, because the document leaves them open. Those made here are UUIDs.

use kernel::UserId;

kernel::text_id! {
    /// A group of people.
    GroupId
}

kernel::text_id! {
    /// A hangout. Those made here sort by the time they were made.
    HangoutId
}

kernel::text_id! {
    /// A person in a group or at a hangout. Those with an account have its id; other programs may write people without one.
    PersonId
}

impl PersonId {
    /// The account of this person, if the id is one of an account.
    pub fn account(&self) -> Option<UserId> {
        self.as_str().parse().ok().filter(|user: &UserId| self == user)
    }
}

impl From<UserId> for PersonId {
    fn from(user: UserId) -> Self {
        user.0.into()
    }
}

impl From<&Self> for PersonId {
    fn from(person: &Self) -> Self {
        person.clone()
    }
}

impl PartialEq<UserId> for PersonId {
    fn eq(&self, user: &UserId) -> bool {
        self.as_str() == user.to_string()
    }
}

/// The accounts among these people.
pub fn accounts<'a>(people: impl IntoIterator<Item = &'a PersonId>) -> Vec<UserId> {
    people.into_iter().filter_map(PersonId::account).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_has_an_account_where_the_id_is_written_as_one() {
        let user = UserId(uuid::Uuid::from_u128(0xab));
        let person = PersonId::from(user);
        assert_eq!((person.account(), person == user), (Some(user), true));
        for other in ["ana", &user.to_string().to_uppercase()] {
            let person: PersonId = other.parse().unwrap();
            assert_eq!((person.account(), person == user), (None, false), "{other}");
        }
    }
}
