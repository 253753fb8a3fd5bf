//! What keeps open pages of a round up to date: who may watch it, and what is pushed when somebody votes or rates.

use crate::{
    Error, keys,
    model::{Household, HouseholdId, Member, MemberId, Round, RoundId},
    pages::parts,
    service::get_round,
    stored,
    tables::ROUNDS,
};
use async_trait::async_trait;
use jiff::Timestamp;
use store::{StoreError, from_item};
use web::{
    Problem, Services,
    live::{Change, Part, Watched},
};

/// A round that pages and screens watch.
pub struct RoundWatched;

/// Whose round it is, and who is in that household.
pub struct Watchers {
    household: HouseholdId,
    members: Vec<MemberId>,
}

/// Everybody who may watch sees the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AtHome;

/// Somebody came into the household or left it: who watches its rounds is judged anew.
pub fn people_changed(services: &Services, home: &Household) {
    for round in home.active_round_id.into_iter().chain(home.latest_round_id) {
        services.live.changed::<RoundWatched>(&round, Change::Edited);
    }
}

#[async_trait]
impl Watched for RoundWatched {
    const NAME: &'static str = "round";
    type Id = RoundId;
    type Thing = Watchers;
    /// Who watches; a screen watches in the name of whoever made its link.
    type Rights = MemberId;
    type Audience = AtHome;

    async fn load(services: &Services, id: &RoundId) -> store::Result<Option<Watchers>> {
        let Some(row) = services.store.get(&ROUNDS, &keys::round(*id)).await? else { return Ok(None) };
        let household = from_item::<Round>(row)?.group_id;
        match stored::list_members(services, household).await {
            Ok(members) => {
                Ok(Some(Watchers { household, members: members.iter().map(Member::id).collect() }))
            }
            Err(Error::Fault(web::Fault::Store(error))) => Err(error),
            Err(error) => Err(StoreError::Unavailable(error.to_string())),
        }
    }

    /// Whoever has left the household watches no more.
    fn audience(watchers: &Watchers, who: &MemberId, _now: Timestamp) -> Option<AtHome> {
        watchers.members.contains(who).then_some(AtHome)
    }

    fn hears(_audience: AtHome, _change: Change) -> bool {
        true
    }

    async fn parts(
        services: &Services,
        id: &RoundId,
        watchers: &Watchers,
        _audience: AtHome,
    ) -> Result<Vec<Part>, Problem> {
        parts::of(&get_round::get_round(services, watchers.household, *id).await?)
    }
}
