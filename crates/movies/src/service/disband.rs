//! Removes everything of a household that nobody is left in, in turns: rounds with all that hangs on them, picks, invites,
//! preferences, and the household last.

use crate::{
    keys,
    model::{HouseholdId, RoundId},
    stored,
    tables::{GROUP_MEMBERSHIPS, GROUPS, INVITES, PICKS, PREFERENCES, RATINGS, ROUNDS, SUGGESTIONS, VOTES},
};
use async_trait::async_trait;
use jiff::Timestamp;
use store::{Key, Query, Store, StoreError, Table, Transaction, Write, remove_some};
use web::{Progress, Services, WorkHandler, WorkItem, system::SYSTEM, work};

pub const KIND: &str = "movies.disband";
/// Removals that are forgotten in one transaction, each with its other direction.
const CHUNK: u32 = 40;

/// The write that has it done.
pub fn enqueue(household: HouseholdId, now: Timestamp) -> store::Result<Write> {
    work::enqueue(KIND, &household.to_string(), &(), now)
}

pub struct Disband;

#[async_trait]
impl WorkHandler for Disband {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let id: HouseholdId =
            item.id.parse().map_err(|_| StoreError::Invalid("not a household's id".into()))?;
        let store = services.store.as_ref();
        if let Some(round) = next_round(services, id).await? {
            return remove_round(services, round).await;
        }
        let rows = [
            (&PICKS, keys::picks_of(id)),
            (&INVITES, keys::invites_of(id)),
            (&PREFERENCES, keys::preferences_in(id)),
            (&GROUP_MEMBERSHIPS, keys::members_of(id)),
        ];
        if remove_rows(store, rows).await? || forget_removals(services, id).await? {
            return Ok(Progress::More);
        }
        store.write(Write::delete(&GROUPS, keys::household(id))).await?;
        Ok(Progress::Done)
    }
}

/// Forgets whom the household removed, some at a time; returns whether there were any.
async fn forget_removals(services: &Services, household: HouseholdId) -> store::Result<bool> {
    let rows = services.store.query(keys::removals_of(household).limit(CHUNK)).await?;
    let deletes: Vec<_> = rows
        .items
        .iter()
        .filter_map(stored::removal_of)
        .flat_map(|(_, user)| [keys::removal(household, user), keys::removed_from(user, household)])
        .map(|key| Write::delete(&SYSTEM, key))
        .collect();
    let some = !deletes.is_empty();
    if some {
        services.store.transact(Transaction::of(deletes)).await?;
    }
    Ok(some)
}

async fn next_round(services: &Services, household: HouseholdId) -> store::Result<Option<RoundId>> {
    let rows = services.store.query(keys::rounds_of(household).limit(CHUNK)).await?;
    for row in &rows.items {
        // One whose id is not a UUID has nothing that could be found.
        if let store::KeyValue::S(id) = Key::of(row, &ROUNDS.key)?.pk
            && let Ok(id) = id.parse()
        {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

/// Removes some of the first rows that there are; whether there were any.
async fn remove_rows(
    store: &dyn Store,
    rows: impl IntoIterator<Item = (&'static Table, Query)>,
) -> store::Result<bool> {
    for (table, query) in rows {
        if remove_some(store, table, [query]).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// One turn at a round; the round itself goes when nothing hangs on it any more.
async fn remove_round(services: &Services, round: RoundId) -> store::Result<Progress> {
    let store = services.store.as_ref();
    let rows = [
        (&VOTES, keys::votes_of(round)),
        (&SUGGESTIONS, keys::suggestions_of(round)),
        (&RATINGS, keys::ratings_of(round)),
    ];
    if !remove_rows(store, rows).await? {
        store.write(Write::delete(&ROUNDS, keys::round(round))).await?;
    }
    Ok(Progress::More)
}
