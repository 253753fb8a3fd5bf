//! Checks stored movie nights against their own rules.

use crate::{
    keys,
    model::{Household, Membership, Round, Status, User},
    tables::{GROUP_MEMBERSHIPS, GROUPS, ROUNDS},
};
use async_trait::async_trait;
use futures::TryStreamExt;
use identity::tables::USERS;
use store::{Write, from_item, scan_all};
use web::{DoctorCheck, Finding, Services};

/// A membership and the household on the person's own row say the same; a round belongs to a household that is there; and the round
/// that a household notes as voting is voting.
pub struct HouseholdsAgree;

#[async_trait]
impl DoctorCheck for HouseholdsAgree {
    fn name(&self) -> &'static str {
        "households agree with their people and rounds"
    }

    async fn check(&self, services: &Services, repair: bool) -> store::Result<Vec<Finding>> {
        let mut findings = Vec::new();
        let store = services.store.as_ref();
        let mut memberships = scan_all(store, &GROUP_MEMBERSHIPS);
        while let Some(row) = memberships.try_next().await? {
            findings.extend(membership(services, from_item(row)?, repair).await?);
        }
        let mut rounds = scan_all(store, &ROUNDS);
        while let Some(row) = rounds.try_next().await? {
            findings.extend(orphan(services, &from_item(row)?).await?);
        }
        let mut households = scan_all(store, &GROUPS);
        while let Some(row) = households.try_next().await? {
            findings.extend(voting(services, &from_item(row)?, repair).await?);
        }
        Ok(findings)
    }
}

/// A membership without the person's word for it gives nobody access; it is removed.
async fn membership(services: &Services, row: Membership, repair: bool) -> store::Result<Option<Finding>> {
    let user = services.store.get(&USERS, &keys::user(row.user_id)).await?;
    let user: Option<User> = user.map(from_item).transpose()?;
    if user.is_some_and(|user| user.group_id == Some(row.group_id)) {
        return Ok(None);
    }
    let key = keys::membership(row.group_id, row.user_id);
    let finding = Finding::mendable(
        &GROUP_MEMBERSHIPS,
        &key,
        "a membership of someone who is not in the household",
        repair,
    );
    if repair {
        services.store.write(Write::delete(&GROUP_MEMBERSHIPS, key)).await?;
    }
    Ok(Some(finding))
}

async fn orphan(services: &Services, round: &Round) -> store::Result<Option<Finding>> {
    if services.store.get(&GROUPS, &keys::household(round.group_id)).await?.is_some() {
        return Ok(None);
    }
    let key = keys::round(round.round_id);
    let remedy = "delete it with its suggestions, votes and ratings: nobody can see it";
    Ok(Some(Finding::told(&ROUNDS, &key, "a round of a household that is not there", remedy)))
}

/// A household that waits for a round which is not voting could never vote again.
async fn voting(services: &Services, home: &Household, repair: bool) -> store::Result<Option<Finding>> {
    let Some(active) = home.active_round_id else { return Ok(None) };
    let round = services.store.get(&ROUNDS, &keys::round(active)).await?;
    let round: Option<Round> = round.map(from_item).transpose()?;
    if round.is_some_and(|round| round.status == Status::Voting) {
        return Ok(None);
    }
    let key = keys::household(home.group_id);
    let finding =
        Finding::mendable(&GROUPS, &key, "a household that waits for a round which is not voting", repair);
    if repair {
        services.store.write(Write::update(&GROUPS, key).remove("active_round_id").if_there()).await?;
    }
    Ok(Some(finding))
}
