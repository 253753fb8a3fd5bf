//! What keeps open pages of a round, and of the household that it belongs to, up to date: who may watch it, and what is pushed when
//! somebody votes or rates.

use crate::{
    Error, keys,
    model::{Household, HouseholdId, Member, MemberId, Round, RoundId},
    pages::parts,
    service::{get_round, make_screen_link},
    stored,
    tables::ROUNDS,
};
use async_trait::async_trait;
use jiff::Timestamp;
use kernel::{Account, UserId};
use store::readable_row;
use web::{
    HomeTopics, Problem, Services,
    live::{Change, Part, Watched, topic},
};

/// A round that pages and screens watch: whose it is, and who is in that household.
pub struct RoundWatched {
    id: RoundId,
    household: HouseholdId,
    members: Vec<MemberId>,
}

/// Everybody who may watch sees the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AtHome;

/// A household as its big screen and its start page watch it, whatever becomes of its round, and the next one: the round that it is at,
/// and who is in it.
pub struct HouseholdWatched {
    id: HouseholdId,
    round: Option<RoundId>,
    members: Vec<MemberId>,
}

/// What is news of somebody's movie night: their household, and the rounds that it is at.
pub struct MyTopics;

#[async_trait]
impl HomeTopics for MyTopics {
    async fn topics(&self, services: &Services, user: UserId) -> store::Result<Vec<String>> {
        let user = stored::find_user(services, user.into()).await?;
        let Some(household) = user.and_then(|user| user.group_id) else { return Ok(Vec::new()) };
        let rounds = match stored::get_household(services, household).await {
            Ok(home) => home.rounds().map(|round| topic::<RoundWatched>(&round)).collect(),
            Err(Error::NoHousehold) => Vec::new(),
            Err(error) => return Err(error.into()),
        };
        Ok([vec![topic::<HouseholdWatched>(&household)], rounds].concat())
    }
}

/// A round is another one now: pages of it and of its household learn of it.
pub fn round_changed(services: &Services, household: HouseholdId, round: RoundId) {
    services.live.changed::<RoundWatched>(&round, Change::Edited);
    services.live.changed::<HouseholdWatched>(&household, Change::Edited);
}

/// Topic of who is in a household, which the rooms of its rounds follow.
fn people_topic(household: HouseholdId) -> String {
    format!("people:{household}")
}

/// Somebody came into the household or left it: who watches its rounds is judged anew, and their own `/home` is another.
pub fn people_changed(services: &Services, home: &Household, who: MemberId) {
    if let Some(user) = who.account() {
        services.live.account_changed(user);
        services.live.mine_changed(user);
    }
    services.live.publish(&people_topic(home.group_id));
    services.live.changed::<HouseholdWatched>(&home.group_id, Change::Edited);
}

/// A caller who watches a household: a member, or a screen by the link that a member made.
pub enum Viewer {
    Member(MemberId),
    Screen { maker: MemberId, key: String },
}

/// Returns whether somebody is in the household, by their own row.
async fn is_in(services: &Services, household: HouseholdId, who: MemberId) -> store::Result<bool> {
    Ok(stored::find_user(services, who).await?.is_some_and(|user| user.group_id == Some(household)))
}

async fn members(services: &Services, household: HouseholdId) -> store::Result<Vec<MemberId>> {
    let members = stored::list_members(services, household).await?;
    Ok(members.iter().map(Member::id).collect())
}

async fn find_round(services: &Services, id: RoundId) -> store::Result<Option<Round>> {
    let row = services.store.get(&ROUNDS, &keys::round(id)).await?;
    Ok(row.and_then(|row| readable_row(&ROUNDS, row)))
}

web::watched!(RoundWatched as "round" by RoundId, MemberId => AtHome);
web::watched!(HouseholdWatched as "household" by HouseholdId, Viewer => AtHome);

#[async_trait]
impl Watched for RoundWatched {
    /// Whoever has left the household watches no more.
    fn audience(&self, who: &MemberId, _now: Timestamp) -> Option<AtHome> {
        self.members.contains(who).then_some(AtHome)
    }

    fn topics(&self) -> Vec<String> {
        vec![people_topic(self.household)]
    }

    async fn holds(
        services: &Services,
        id: &RoundId,
        who: &MemberId,
        _: Option<&Account>,
    ) -> store::Result<bool> {
        let Some(round) = find_round(services, *id).await? else { return Ok(false) };
        is_in(services, round.group_id, *who).await
    }

    async fn parts(&self, services: &Services, _audience: AtHome) -> Result<Vec<Part>, Problem> {
        parts::of(&get_round::get_round(services, self.household, self.id).await?)
    }

    async fn load(services: &Services, id: &RoundId) -> store::Result<Option<Self>> {
        let Some(round) = find_round(services, *id).await? else { return Ok(None) };
        let household = round.group_id;
        Ok(Some(Self { id: *id, household, members: members(services, household).await? }))
    }
}

#[async_trait]
impl Watched for HouseholdWatched {
    fn audience(&self, viewer: &Viewer, _now: Timestamp) -> Option<AtHome> {
        let (Viewer::Member(who) | Viewer::Screen { maker: who, .. }) = viewer;
        self.members.contains(who).then_some(AtHome)
    }

    fn granted_by(viewer: &Viewer) -> Option<UserId> {
        match viewer {
            Viewer::Member(_) => None,
            Viewer::Screen { maker, .. } => maker.account(),
        }
    }

    async fn holds(
        services: &Services,
        id: &HouseholdId,
        viewer: &Viewer,
        _: Option<&Account>,
    ) -> store::Result<bool> {
        match viewer {
            Viewer::Member(who) => is_in(services, *id, *who).await,
            Viewer::Screen { key, .. } => match make_screen_link::household_of(services, key).await {
                Ok(household) => Ok(household == *id),
                Err(Error::NoScreen) => Ok(false),
                Err(error) => Err(error.into()),
            },
        }
    }

    /// Votes and ratings are told of the round.
    fn topics(&self) -> Vec<String> {
        self.round.iter().map(topic::<RoundWatched>).collect()
    }

    async fn parts(&self, services: &Services, _audience: AtHome) -> Result<Vec<Part>, Problem> {
        match self.round {
            Some(round) => parts::of(&get_round::get_round(services, self.id, round).await?),
            None => Ok(Vec::new()),
        }
    }

    async fn load(services: &Services, id: &HouseholdId) -> store::Result<Option<Self>> {
        let home = match stored::get_household(services, *id).await {
            Ok(home) => home,
            Err(Error::NoHousehold) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let round = get_round::find_current(services, &home).await?;
        let round = round.map(|round| round.round_id).or(home.latest_round_id);
        Ok(Some(Self { id: *id, round, members: members(services, *id).await? }))
    }
}
