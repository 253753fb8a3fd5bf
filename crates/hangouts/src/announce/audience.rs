//! The people whom a hangout is for, and how much of it each may be told.

use crate::{
    keys,
    model::{Answer, Hangout, Membership, PersonId, Response},
    stored,
};
use futures::{StreamExt, TryStreamExt, stream};
use kernel::UserId;
use std::collections::BTreeMap;
use web::Services;

/// Groups whose members are read side by side.
const AT_ONCE: usize = 16;

/// A person who is told.
pub struct Person {
    pub user: UserId,
    pub knows: Knows,
    /// Whether they have said that they do not come.
    pub declined: bool,
}

/// How well a person knows a hangout. A letter holds the words of others only as far.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Knows {
    /// Invited, and has not answered: fixed words alone.
    Nothing,
    /// A member of the group of this name, and has opened it.
    Group(String),
    /// Made it or answered it.
    Hangout,
}

/// Everyone but `by`. Who was added to a group and has not opened it is told nothing of its hangouts.
pub async fn of(services: &Services, hangout: &Hangout, by: Option<UserId>) -> store::Result<Vec<Person>> {
    let reads: Vec<_> = hangout
        .group_ids
        .iter()
        .map(|group| stored::all::<Membership>(services, keys::members_of(group)))
        .collect();
    let members: Vec<Vec<Membership>> = stream::iter(reads).buffered(AT_ONCE).try_collect().await?;
    let mut people: BTreeMap<PersonId, Knows> =
        hangout.invitee_ids.iter().map(|invitee| (invitee.clone(), Knows::Nothing)).collect();
    let maker = hangout.created_by.clone().filter(|maker| hangout.is_by(maker));
    // Who made a hangout without groups sees it as its maker.
    people.extend(maker.filter(|_| hangout.group_ids.is_empty()).map(|maker| (maker, Knows::Hangout)));
    let answered: Vec<Response> = stored::all(services, keys::responses_of(&hangout.hangout_id)).await?;
    let declined: Vec<PersonId> = answered
        .iter()
        .filter(|response| response.response.is(&Answer::NotGoing))
        .map(|response| response.user_id.clone())
        .collect();
    let answered: Vec<PersonId> = answered.into_iter().map(|response| response.user_id).collect();
    let members = stored::with_group_names(services, members.into_iter().flatten().collect()).await?;
    for member in members {
        if member.is_opened() || answered.contains(&member.user_id) {
            let known = people.entry(member.user_id).or_insert(Knows::Nothing);
            *known = known.clone().max(Knows::Group(member.group_name));
        }
    }
    for person in answered.into_iter().chain(hangout.created_by.clone()) {
        people.entry(person).and_modify(|known| *known = Knows::Hangout);
    }
    let person = |(person, knows): (PersonId, Knows)| {
        let declined = declined.contains(&person);
        Some(Person { user: person.account()?, knows, declined })
    };
    Ok(people.into_iter().filter_map(person).filter(|person| Some(person.user) != by).collect())
}
