//! What keeps open pages of a round up to date: who may watch it, and what is pushed when somebody votes or rates.

use crate::{
    Error, keys,
    model::{MemberId, Round, RoundId},
    pages::parts,
    service::get_round::{self, SeenRound},
    tables::ROUNDS,
};
use async_trait::async_trait;
use jiff::Timestamp;
use kernel::Classify;
use store::{StoreError, from_item};
use web::{
    Problem, Services,
    live::{Change, Part, Watched},
};

/// A round that pages and screens watch.
pub struct RoundWatched;

/// Everybody who may watch sees the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Household;

#[async_trait]
impl Watched for RoundWatched {
    const NAME: &'static str = "round";
    type Id = RoundId;
    type Thing = SeenRound;
    /// Who watches; a screen watches in the name of whoever made its link.
    type Rights = MemberId;
    type Audience = Household;

    async fn load(services: &Services, id: &RoundId) -> store::Result<Option<SeenRound>> {
        let Some(row) = services.store.get(&ROUNDS, &keys::round(*id)).await? else { return Ok(None) };
        let round: Round = from_item(row)?;
        match get_round::get_round(services, round.group_id, *id).await {
            Ok(seen) => Ok(Some(seen)),
            Err(Error::NoRound | Error::NoHousehold) => Ok(None),
            Err(error) => Err(StoreError::Unavailable(format!("{error} ({:?})", error.class()))),
        }
    }

    /// Whoever has left the household watches no more.
    fn audience(seen: &SeenRound, who: &MemberId, _now: Timestamp) -> Option<Household> {
        seen.members.iter().any(|member| member.id() == *who).then_some(Household)
    }

    fn hears(_audience: Household, _change: Change) -> bool {
        true
    }

    async fn parts(
        _services: &Services,
        _id: &RoundId,
        seen: &SeenRound,
        _audience: Household,
    ) -> Result<Vec<Part>, Problem> {
        parts::of(seen)
    }
}
