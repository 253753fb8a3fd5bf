//! Checks stored movie nights against their own rules.

mod fill;

use crate::{
    keys,
    model::{Household, HouseholdId, Membership, Pick, Role, Round, Status, User},
    service::disband,
    stored,
    tables::{GROUP_MEMBERSHIPS, GROUPS, PICKS, ROUNDS},
};
use async_trait::async_trait;
use futures::TryStreamExt;
use identity::tables::USERS;
use kernel::UserId;
use serde::de::DeserializeOwned;
use store::{Condition, Key, Table, Transaction, Write, from_item, scan_all};
use web::{DoctorCheck, Finding, Services, readable, system::SYSTEM, unfinished};

/// A membership and the household on the person's own row say the same; a round belongs to a household that is there; the round that a
/// household notes as voting is voting, and one that is voting is noted; and a round notes its pick. What one side says and the other
/// lacks is filled in.
pub struct HouseholdsAgree;

#[async_trait]
impl DoctorCheck for HouseholdsAgree {
    fn name(&self) -> &'static str {
        "households agree with their people and rounds"
    }

    async fn check(&self, services: &Services, repair: bool) -> store::Result<Vec<Finding>> {
        let mut doctor = Doctor { services, repair, findings: Vec::new() };
        let store = services.store.as_ref();
        let mut memberships = readable(store, &GROUP_MEMBERSHIPS);
        while let Some(row) = memberships.try_next().await? {
            match row {
                Ok(row) => doctor.membership(row).await?,
                Err(unreadable) => doctor.findings.push(unreadable),
            }
        }
        let mut people = readable(store, &USERS);
        while let Some(row) = people.try_next().await? {
            match row {
                Ok(row) => doctor.person(row).await?,
                Err(unreadable) => doctor.findings.push(unreadable),
            }
        }
        let mut households = readable(store, &GROUPS);
        while let Some(row) = households.try_next().await? {
            match row {
                Ok(row) => doctor.household(row).await?,
                Err(unreadable) => doctor.findings.push(unreadable),
            }
        }
        let mut rounds = readable(store, &ROUNDS);
        while let Some(row) = rounds.try_next().await? {
            match row {
                Ok(row) => doctor.round(row).await?,
                Err(unreadable) => doctor.findings.push(unreadable),
            }
        }
        let mut picks = readable(store, &PICKS);
        while let Some(row) = picks.try_next().await? {
            match row {
                Ok(row) => doctor.pick(&row).await?,
                Err(unreadable) => doctor.findings.push(unreadable),
            }
        }
        let mut system = scan_all(store, &SYSTEM);
        while let Some(row) = system.try_next().await? {
            if let Some((household, user)) = stored::removal_of(&row) {
                doctor.removal(household, user).await?;
            }
        }
        Ok(doctor.findings)
    }
}

struct Doctor<'a> {
    services: &'a Services,
    repair: bool,
    findings: Vec<Finding>,
}

impl Doctor<'_> {
    /// A row as it is now: nothing where it is not there, and an error in place of one that cannot be read.
    async fn now<T: DeserializeOwned>(
        &self,
        table: &'static Table,
        key: &Key,
    ) -> store::Result<Option<store::Result<T>>> {
        Ok(self.services.store.get(table, key).await?.map(from_item))
    }

    /// Mends by this write, unless what was seen has changed since.
    async fn mend(
        &mut self,
        (table, key): (&'static Table, Key),
        what: &str,
        mend: Write,
    ) -> store::Result<()> {
        if self.repair {
            match self.services.store.write(mend).await {
                Err(error) if error.is_condition_failed() => return Ok(()),
                written => written?,
            }
        }
        self.findings.push(Finding::mendable(table, &key, what, self.repair));
        Ok(())
    }

    /// A removal from a household that is gone refuses nobody; its deletion is finished.
    async fn removal(&mut self, household: HouseholdId, user: UserId) -> store::Result<()> {
        if self.services.store.get(&GROUPS, &keys::household(household)).await?.is_some() {
            return Ok(());
        }
        let key = keys::removal(household, user);
        if self.repair {
            let rows = [key.clone(), keys::removed_from(user, household)];
            let deletes = rows.map(|key| Write::delete(&SYSTEM, key));
            self.services.store.transact(Transaction::of(deletes)).await?;
        }
        let what = "the removal of a member from a household that is not there";
        self.findings.push(Finding::mendable(&SYSTEM, &key, what, self.repair));
        Ok(())
    }

    fn tell(&mut self, table: &'static Table, key: &Key, what: &str) {
        self.findings.push(Finding::loose(table, key, what));
    }

    /// A membership as the document writes it has no counterpart on the person's row: that is filled in.
    async fn membership(&mut self, row: Membership) -> store::Result<()> {
        let (household, member) = (row.group_id, row.user_id);
        let (key, user_key) = (keys::membership(household, member), keys::user(member));
        let user: User = match self.now(&USERS, &user_key).await? {
            None => {
                self.tell(&GROUP_MEMBERSHIPS, &key, "a membership of a person who is not there");
                return Ok(());
            }
            // It is told of itself.
            Some(Err(_)) => return Ok(()),
            Some(Ok(user)) => user,
        };
        if user.group_id == Some(household)
            || self.services.store.get(&GROUP_MEMBERSHIPS, &key).await?.is_none()
        {
            return Ok(());
        }
        let home = self.now::<Household>(&GROUPS, &keys::household(household)).await?;
        if user.group_id.is_some() {
            self.tell(&GROUP_MEMBERSHIPS, &key, "a membership of a person who is in another household");
        } else if home.is_none() {
            self.tell(&GROUP_MEMBERSHIPS, &key, "a membership of a household that is not there");
        } else if home.is_some_and(|home| home.is_ok_and(|home| home.deleted_at.is_none())) {
            let free = Condition::exists("user_id").and(stored::unset("group_id"));
            let settle = Write::update(&USERS, user_key).set("group_id", household.to_string()).when(free);
            let what = "a membership that the person’s own row does not name";
            self.mend((&GROUP_MEMBERSHIPS, key), what, settle).await?;
        }
        Ok(())
    }

    /// The other way round: a person whose row names a household is a member of it.
    async fn person(&mut self, user: User) -> store::Result<()> {
        let Some(household) = user.group_id else { return Ok(()) };
        let (key, user_key) = (keys::membership(household, user.user_id), keys::user(user.user_id));
        if self.services.store.get(&GROUP_MEMBERSHIPS, &key).await?.is_some() {
            return Ok(());
        }
        // Somebody who has just left has gone from both.
        let still = self.now::<User>(&USERS, &user_key).await?.and_then(Result::ok);
        if still.is_none_or(|user| user.group_id != Some(household)) {
            return Ok(());
        }
        let home: Household = match self.now(&GROUPS, &keys::household(household)).await? {
            None => {
                self.tell(&USERS, &user_key, "a person in a household that is not there");
                return Ok(());
            }
            Some(Err(_)) => return Ok(()),
            Some(Ok(home)) => home,
        };
        let role = if home.created_by == Some(user.user_id) { Role::Creator } else { Role::Member };
        let joined = home.created_at.unwrap_or_else(|| self.services.clock.now().into());
        let membership = Membership::new(household, user.user_id, role, joined);
        let put = stored::put_membership(&membership)?.if_new();
        self.mend((&USERS, user_key), "a person in a household that does not list them", put).await
    }

    /// A household that waits for a round which is not voting could never vote again.
    async fn household(&mut self, home: Household) -> store::Result<()> {
        let key = keys::household(home.group_id);
        if home.deleted_at.is_some() {
            let id = home.group_id.to_string();
            let found = unfinished(self.services, (&GROUPS, key), (disband::KIND, &id), self.repair).await?;
            self.findings.extend(found);
            return Ok(());
        }
        self.fill_household(&home).await?;
        let Some(active) = home.active_round_id else { return Ok(()) };
        let round = match self.now::<Round>(&ROUNDS, &keys::round(active)).await? {
            Some(Err(_)) => return Ok(()),
            round => round.and_then(Result::ok),
        };
        if round.is_some_and(|round| round.stored_status() == Status::Voting) {
            return Ok(());
        }
        let same = Condition::equals("active_round_id", active.to_string());
        let mend = Write::update(&GROUPS, key.clone()).remove("active_round_id").when(same);
        self.mend((&GROUPS, key), "a household that waits for a round which is not voting", mend).await
    }

    /// A round belongs to a household; one that is voting is the one that its household notes.
    async fn round(&mut self, round: Round) -> store::Result<()> {
        let (key, home_key) = (keys::round(round.round_id), keys::household(round.group_id));
        let home: Household = match self.now(&GROUPS, &home_key).await? {
            None => {
                self.tell(&ROUNDS, &key, "a round of a household that is not there");
                return Ok(());
            }
            Some(Err(_)) => return Ok(()),
            Some(Ok(home)) => home,
        };
        let voting = self.now::<Round>(&ROUNDS, &key).await?.and_then(Result::ok);
        let now = self.services.clock.now();
        let is_voting = |round: Round| round.status_at(now) == Status::Voting;
        if home.active_round_id.is_some() || !voting.is_some_and(is_voting) {
            return Ok(());
        }
        let free = Condition::exists("group_id").and(stored::unset("active_round_id"));
        let note =
            Write::update(&GROUPS, home_key).set("active_round_id", round.round_id.to_string()).when(free);
        self.mend((&ROUNDS, key), "a round in voting that its household does not note", note).await
    }

    /// A round past voting notes its pick.
    async fn pick(&mut self, pick: &Pick) -> store::Result<()> {
        let key = keys::round(pick.round_id);
        let Some(Ok(round)) = self.now::<Round>(&ROUNDS, &key).await? else { return Ok(()) };
        self.fill_pick(pick).await?;
        let picked = matches!(round.stored_status(), Status::Selected | Status::Watched | Status::Rated);
        if round.pick_id.is_some() || !picked {
            return Ok(());
        }
        let free = Condition::exists("round_id").and(stored::unset("pick_id"));
        let note = Write::update(&ROUNDS, key.clone()).set("pick_id", pick.pick_id.to_string()).when(free);
        self.mend((&ROUNDS, key), "a round that does not note its pick", note).await
    }
}
