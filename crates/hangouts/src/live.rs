//! What open pages watch: a group, a hangout, and on `/home` everything that is somebody's. Responses to a hangout are followed in memory and
//! pushed as a part of its page; everything else makes the page fetch itself.

use crate::{
    Error, keys,
    model::{Counts, GroupId, Hangout, HangoutId, Membership, PersonId, Response, Target},
    pages::Around,
    service::get_hangout,
    stored,
};
use async_trait::async_trait;
use futures::{StreamExt, TryStreamExt, stream};
use jiff::Timestamp;
use kernel::{Account, UserId};
use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};
use store::{Item, Key, Query, from_item};
use web::{
    Follow, Held, HomeTopics, Notices, Problem, Services,
    live::{Part, Watched, topic},
};

/// Groups whose members are read side by side.
const AT_ONCE: usize = 16;

/// A group's page: for its members.
pub struct WatchGroup(HashSet<UserId>);

web::watched!(WatchGroup as "group" by GroupId, UserId => ());

#[async_trait]
impl Watched for WatchGroup {
    fn audience(&self, user: &UserId, _: Timestamp) -> Option<()> {
        self.0.contains(user).then_some(())
    }

    async fn holds(
        services: &Services,
        id: &GroupId,
        user: &UserId,
        _: Option<&Account>,
    ) -> store::Result<bool> {
        Ok(stored::find_membership(services, id, *user).await?.is_some())
    }

    async fn load(services: &Services, id: &GroupId) -> store::Result<Option<Self>> {
        match stored::find_group(services, id).await? {
            Some(_) => Ok(Some(Self(members(services, [id]).await?))),
            None => Ok(None),
        }
    }
}

/// A hangout's page: for members of its groups and people who were invited.
pub struct WatchHangout {
    hangout: Hangout,
    /// Everyone who may see it.
    by: HashSet<UserId>,
}

web::watched!(WatchHangout as "hangout" by HangoutId, UserId => ());

#[async_trait]
impl Watched for WatchHangout {
    fn audience(&self, user: &UserId, _: Timestamp) -> Option<()> {
        (self.hangout.may_have_more_groups() || self.by.contains(user)).then_some(())
    }

    /// Who is in its groups decides who may see it.
    fn topics(&self) -> Vec<String> {
        self.hangout.group_ids.iter().map(members_topic).collect()
    }

    async fn holds(
        services: &Services,
        id: &HangoutId,
        user: &UserId,
        _: Option<&Account>,
    ) -> store::Result<bool> {
        match get_hangout::seen_by(services, id, *user).await {
            Ok(_) => Ok(true),
            Err(Error::NoHangout) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    async fn parts(&self, services: &Services, (): ()) -> Result<Vec<Part>, Problem> {
        let said = services.followed::<Responses>(&self.hangout).await?;
        Ok(vec![Part::new("around", Around::of(&self.hangout, &said))?])
    }

    async fn load(services: &Services, id: &HangoutId) -> store::Result<Option<Self>> {
        let Some(hangout) = stored::find_hangout(services, id).await? else { return Ok(None) };
        let mut by = members(services, &hangout.group_ids).await?;
        by.extend(hangout.targets().into_iter().filter_map(|target| match target {
            Target::User(person) => person.account(),
            Target::Group(_) => None,
        }));
        Ok(Some(Self { hangout, by }))
    }
}

/// Everyone in these groups.
pub async fn members(
    services: &Services,
    groups: impl IntoIterator<Item = &GroupId>,
) -> store::Result<HashSet<UserId>> {
    let reads = groups.into_iter().map(|group| stored::all::<Membership>(services, keys::members_of(group)));
    let reads: Vec<_> = reads.collect();
    let members: Vec<Vec<Membership>> = stream::iter(reads).buffer_unordered(AT_ONCE).try_collect().await?;
    Ok(members.into_iter().flatten().filter_map(|member| member.user_id.account()).collect())
}

/// What is news of somebody's hangouts: their groups. Invitations are told to themselves.
pub struct MyTopics;

#[async_trait]
impl HomeTopics for MyTopics {
    async fn topics(&self, services: &Services, user: UserId) -> store::Result<Vec<String>> {
        let groups: Vec<Membership> = stored::all(services, keys::groups_of(user)).await?;
        Ok(groups.iter().map(|mine| topic::<WatchGroup>(&mine.group_id)).collect())
    }
}

/// Names everyone who is notified of an edited hangout: those who have it open, and the lists that show it.
pub fn notify_hangout<'a>(
    notices: &mut Notices,
    id: &HangoutId,
    touched: impl IntoIterator<Item = &'a Target>,
) {
    notices.edited::<WatchHangout>(id);
    notify_lists(notices, touched);
}

/// Names the lists that show a hangout.
pub fn notify_lists<'a>(notices: &mut Notices, touched: impl IntoIterator<Item = &'a Target>) {
    for target in touched {
        match target {
            Target::Group(group) => notices.edited::<WatchGroup>(group),
            Target::User(person) => person.account().into_iter().for_each(|user| notices.home(user)),
        }
    }
}

/// Topic of the members of a group, which the rooms of its hangouts follow.
fn members_topic(group: &GroupId) -> String {
    format!("members:{group}")
}

/// Returns everyone who is notified when a person joins or leaves a group. What the person has open of it is judged again.
pub fn of_members(group: &GroupId, person: &PersonId) -> Notices {
    let mut notices = Notices::default();
    notices.edited::<WatchGroup>(group);
    notices.topic(members_topic(group));
    if let Some(user) = person.account() {
        notices.account(user);
        notices.home(user);
    }
    notices
}

/// Returns everyone who is notified of a response, and its row, which is followed.
pub fn of_response(id: &HangoutId, person: &PersonId) -> Notices {
    let mut notices = Notices::default();
    notices.rows::<Responses>(id, [keys::response(id, person)]);
    notices.answered::<WatchHangout>(id);
    notices
}

/// How many said what, by the responses that are followed: with those taken here at once, those of other servers soon.
pub async fn counts(services: &Services, hangout: &Hangout) -> Result<Counts, web::Fault> {
    let said = services.followed::<Responses>(hangout).await?;
    Ok(Counts::of(said.iter().map(|one| &**one)))
}

/// The responses to a hangout, held in memory once somebody has looked.
pub struct Responses;

/// What is made of them: in the order in which people responded.
pub type Said = Vec<Arc<Response>>;

impl Follow for Responses {
    const NAME: &'static str = "responses";
    type Id = HangoutId;
    type State = Given;

    fn id(hangout: &Hangout) -> HangoutId {
        hangout.hangout_id.clone()
    }

    fn rows(id: &HangoutId) -> Vec<Query> {
        vec![keys::responses_of(id)]
    }

    fn row(id: &HangoutId, named: &str) -> Option<Key> {
        keys::response_named(id, named)
    }
}

/// Responses as they are held.
#[derive(Default)]
pub struct Given(BTreeMap<Key, Arc<Response>>);

impl Held for Given {
    type Parent = Hangout;
    type Seen = Said;

    fn empty(_: &Hangout) -> store::Result<Self> {
        Ok(Self::default())
    }

    fn put(&mut self, row: &Item) -> store::Result<()> {
        let response: Response = from_item(keys::named(row.clone()))?;
        self.0.insert(keys::response(&response.hangout_id, &response.user_id), Arc::new(response));
        Ok(())
    }

    fn remove(&mut self, key: &Key) {
        self.0.remove(key);
    }

    fn see(&mut self, _: &Hangout) -> store::Result<Said> {
        let mut said: Said = self.0.values().cloned().collect();
        said.sort_by_key(|response| response.place());
        Ok(said)
    }

    fn bytes(&self) -> usize {
        self.0.len() * 400
    }
}
