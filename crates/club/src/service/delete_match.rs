//! Deletes a match with everything that stands beside it.

use super::{
    counters,
    enter_match::{beside, players},
};
use crate::{
    Error,
    gate::{Allowed, KeepsSquash},
    keys,
    live::Matches,
    model::MatchId,
    stored,
    tables::FUS_MAIN,
};
use store::{StoreError, Transaction, Write};
use web::{Entity, Expected, Fault};

/// How often it is tried when somebody edits the match at the same moment.
const TRIES: usize = 8;

pub async fn delete_match(by: &Allowed<KeepsSquash>, id: MatchId, expected: &Expected) -> Result<(), Error> {
    for _ in 0..TRIES {
        let played = stored::squash_match(by, id).await?;
        expected.check(played.version)?;
        let players = players(by, &played.players()).await?;
        counters::of_matches(by, &players).await?;
        let there: Vec<_> = players.iter().map(|player| player.id).collect();
        let mut writes = vec![Write::delete(&FUS_MAIN, keys::squash_match(id)).when(played.unchanged())];
        writes.extend(beside(Some(&played), None, &there));
        writes.extend(Matches::marks(by, Some(id), None)?);
        match by.store.transact(Transaction::of(writes)).await {
            Ok(()) => {
                Matches::changed(by, Some(id), None);
                return Ok(());
            }
            Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Fault::Contended.into())
}
