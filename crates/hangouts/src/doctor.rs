//! Checks what is stored against its own rules: every pointer is the projection of its hangout, every copy says what the original
//! says, every count counts, and nothing hangs on what is not there.

use crate::{
    complete,
    keys::{self, Kind},
    model::{Group, GroupRole, Hangout, HangoutId, Invite, Membership, Pointer, Removal, Response, Target},
    pointers,
    service::{delete_group, edit_group},
    stored,
    tables::INVITER_TABLE,
};
use async_trait::async_trait;
use futures::TryStreamExt;
use std::{collections::HashSet, pin::pin};
use store::{Item, Key, StoreError, Write, from_item};
use web::{DoctorCheck, Finding, Progress, Services, unfinished};

/// Everything in the table.
pub struct HangoutsAgree;

#[async_trait]
impl DoctorCheck for HangoutsAgree {
    fn name(&self) -> &'static str {
        "groups, hangouts and their pointers agree"
    }

    async fn check(&self, services: &Services, repair: bool) -> store::Result<Vec<Finding>> {
        let (mut findings, mut relinked) = (Vec::new(), HashSet::new());
        let mut rows = pin!(store::scan_all(services.store.as_ref(), &INVITER_TABLE));
        while let Some(row) = rows.try_next().await? {
            let key = Key::of(&row, &INVITER_TABLE.key)?;
            let (row, lacked) = complete::complete(services, &key, row, repair).await?;
            findings.extend(lacked);
            match readable(&row) {
                Err(error) => findings.push(Finding::unreadable(&INVITER_TABLE, &key, error)),
                Ok(()) => match (Row { services, repair, item: &row }).check(&mut relinked).await {
                    Ok(found) => findings.extend(found),
                    // A row beside it cannot be read, and is told of itself.
                    Err(StoreError::Invalid(_)) => {}
                    Err(error) => return Err(error),
                },
            }
        }
        Ok(findings)
    }
}

/// Reads a row as what its key says.
fn readable(row: &Item) -> store::Result<()> {
    let kind = Kind::of_row(row);
    let row = keys::named(row.clone());
    match kind {
        Some(Kind::Hangout(_)) => from_item::<Hangout>(row).map(drop),
        Some(Kind::Response(..)) => from_item::<Response>(row).map(drop),
        Some(Kind::Group(_)) => from_item::<Group>(row).map(drop),
        Some(Kind::Member(..)) => from_item::<Membership>(row).map(drop),
        Some(Kind::Invite(_)) => from_item::<Invite>(row).map(drop),
        Some(Kind::Removal(..)) => from_item::<Removal>(row).map(drop),
        // A pointer is compared with what its hangout says, and set right.
        Some(Kind::Pointer(..)) | None => Ok(()),
    }
}

/// One row under the doctor's eye.
struct Row<'a> {
    services: &'a Services,
    repair: bool,
    item: &'a Item,
}

impl Row<'_> {
    /// `relinked` are the hangouts that named nobody when they were first met.
    async fn check(&self, relinked: &mut HashSet<HangoutId>) -> store::Result<Vec<Finding>> {
        match Kind::of_row(self.item) {
            Some(Kind::Hangout(id)) => self.hangout(&id).await,
            Some(Kind::Pointer(target, id)) => self.pointer(target, &id, relinked).await,
            Some(Kind::Response(id, _)) => self.response(&id).await,
            Some(Kind::Group(_)) => self.group().await,
            Some(Kind::Member(..)) => self.member().await,
            Some(Kind::Invite(group)) => {
                let there = self.is_there(&keys::group(&group)).await?;
                self.loose(there, "an invite link of a group that is not there").await
            }
            Some(Kind::Removal(group, _)) => {
                let there = self.is_there(&keys::group(&group)).await?;
                self.loose(there, "the removal of a member from a group that is not there").await
            }
            None => self.loose(false, "an item of no known kind").await,
        }
    }

    /// Of a hangout: its counts, then all of its pointers. What somebody is about to set right is not wrong; whoever was may be done
    /// since it was seen, so what nobody is about to set right is looked at again.
    async fn hangout(&self, id: &HangoutId) -> store::Result<Vec<Finding>> {
        let mut findings = Vec::new();
        if self.is_miscounted(id).await?
            && !pointers::is_to_be_counted(self.services, id).await?
            && self.is_miscounted(id).await?
        {
            findings.push(self.found("a hangout whose counts are not those of its responses")?);
            if self.repair {
                pointers::recount(self.services, id).await?;
            }
        }
        if self.is_out_of_step().await?
            && !pointers::is_to_be_in_step(self.services, id).await?
            && self.is_out_of_step().await?
        {
            findings.push(self.found("a hangout whose pointers are not in step with it")?);
            if self.repair {
                while pointers::bring_in_step(self.services, id).await? == Progress::More {}
            }
        }
        Ok(findings)
    }

    async fn is_miscounted(&self, id: &HangoutId) -> store::Result<bool> {
        let Some(hangout) = self.again::<Hangout>().await? else { return Ok(false) };
        Ok(hangout.deleted_at.is_none() && pointers::count(self.services, id).await? != hangout.counts())
    }

    async fn is_out_of_step(&self) -> store::Result<bool> {
        let Some(hangout) = self.again::<Hangout>().await? else { return Ok(false) };
        let wrong = pointers::out_of_step(self.services, &hangout).await?;
        Ok(wrong > 0 || hangout.deleted_at.is_some() || !hangout.leaving().is_empty())
    }

    /// Of a pointer: that its hangout knows of it. Whether it says the right thing is seen with the hangout. One that names no groups
    /// and no people is given those whose pointers lead to it.
    async fn pointer(
        &self,
        target: Target,
        id: &HangoutId,
        relinked: &mut HashSet<HangoutId>,
    ) -> store::Result<Vec<Finding>> {
        if pointers::is_to_be_in_step(self.services, id).await? || !self.is_still_there().await? {
            return Ok(Vec::new());
        }
        match stored::find_hangout(self.services, id).await? {
            Some(hangout) if hangout.targets().contains(&target) => Ok(Vec::new()),
            Some(hangout) if hangout.may_have_more_groups() || relinked.contains(id) => {
                let finding = self.found("a pointer to a hangout that names no groups and no people")?;
                relinked.insert(id.clone());
                if let Some(pointer) = self.again::<Pointer>().await?.filter(|_| self.repair) {
                    pointers::add_target(self.services, id, &pointer).await?;
                }
                Ok(vec![finding])
            }
            _ => {
                self.loose(false, "a pointer to a hangout that is not there, or does not name its target")
                    .await
            }
        }
    }

    async fn response(&self, id: &HangoutId) -> store::Result<Vec<Finding>> {
        let there = self.is_there(&keys::hangout(id)).await?;
        if there || pointers::is_to_be_in_step(self.services, id).await? || !self.is_still_there().await? {
            return Ok(Vec::new());
        }
        let what = "a response to a hangout that is not there";
        Ok(vec![Finding::removable(&INVITER_TABLE, self.key()?, what)])
    }

    /// Of a group: that its count and its owners are those of its memberships, and the copies of its name.
    async fn group(&self) -> store::Result<Vec<Finding>> {
        let Some(group) = self.again::<Group>().await? else { return Ok(Vec::new()) };
        if group.deleted_at.is_some() {
            let (at, id) = ((&INVITER_TABLE, self.key()?), group.group_id.to_string());
            let found = unfinished(self.services, at, (delete_group::KIND, &id), self.repair).await?;
            return Ok(found.into_iter().collect());
        }
        let members: Vec<Membership> = stored::all(self.services, keys::members_of(&group.group_id)).await?;
        let mut findings = Vec::new();
        if members.len() as u64 != group.member_count {
            findings.push(self.found("a group whose count is not that of its members")?);
            if self.repair {
                let write = Write::update(&INVITER_TABLE, keys::group(&group.group_id));
                self.services.store.write(write.set("memberCount", members.len() as u64)).await?;
            }
        }
        if members.iter().any(|member| member.group_name != group.name) {
            findings.push(self.found("a group whose members have another name of it")?);
            if self.repair {
                while edit_group::rename_copies(self.services, &group.group_id).await? == Progress::More {}
            }
        }
        Ok(findings)
    }

    /// Of a membership: that its group and account are there, and know its role and name.
    async fn member(&self) -> store::Result<Vec<Finding>> {
        let Some(member) = self.again::<Membership>().await? else { return Ok(Vec::new()) };
        let Some(group) = stored::find_group(self.services, &member.group_id).await? else {
            let there = self.is_there(&keys::group(&member.group_id)).await?;
            return self.loose(there, "a membership of a group that is not there").await;
        };
        let mut findings = Vec::new();
        let role: GroupRole = group.role_of(&member.user_id);
        if !member.role().is(&role) && member.role().known().is_some() {
            findings.push(self.found("a membership whose role is not the one that its group knows")?);
            self.mend(&member, &member.but(|member| member.role = Some(role.into()))).await?;
        }
        Ok(findings)
    }

    async fn mend(&self, before: &Membership, after: &Membership) -> store::Result<()> {
        if !self.repair {
            return Ok(());
        }
        match self.services.store.write(stored::change_membership(before, after)?).await {
            Err(error) if !error.is_condition_failed() => Err(error),
            _ => Ok(()),
        }
    }

    /// The row as it is now: a scan is not of one moment.
    async fn again<T: serde::de::DeserializeOwned>(&self) -> store::Result<Option<T>> {
        let key = Key::of(self.item, &INVITER_TABLE.key)?;
        self.services.store.get(&INVITER_TABLE, &key).await?.map(keys::named).map(from_item).transpose()
    }

    fn key(&self) -> store::Result<Key> {
        Key::of(self.item, &INVITER_TABLE.key)
    }

    fn found(&self, what: &str) -> store::Result<Finding> {
        Ok(Finding::mendable(&INVITER_TABLE, &self.key()?, what, self.repair))
    }

    /// Returns whether a row is there, readable or not.
    async fn is_there(&self, key: &Key) -> store::Result<bool> {
        Ok(self.services.store.get(&INVITER_TABLE, key).await?.is_some())
    }

    /// Returns whether the row itself has not gone since it was scanned.
    async fn is_still_there(&self) -> store::Result<bool> {
        self.is_there(&self.key()?).await
    }

    /// Tells of what hangs on nothing, unless it has gone since it was scanned.
    async fn loose(&self, fine: bool, what: &str) -> store::Result<Vec<Finding>> {
        if fine || !self.is_still_there().await? {
            return Ok(Vec::new());
        }
        Ok(vec![Finding::loose(&INVITER_TABLE, &self.key()?, what)])
    }
}
