//! Accounts against their own rules: every account has a profile and a way in, and the count of SuperAdmins is right.

use crate::{
    keys,
    model::{Account, Email, Link, SecretRow, SignIn},
    service::create_account,
    tables::{IDENTITY, USERS},
};
use async_trait::async_trait;
use store::{Condition, Item, Key, Number, Scan, Store, StoreError, View, Write, from_item};
use web::{DoctorCheck, Finding, Services};

pub struct AccountsAgree;

#[async_trait]
impl DoctorCheck for AccountsAgree {
    fn name(&self) -> &'static str {
        "accounts"
    }

    async fn check(&self, services: &Services, repair: bool) -> store::Result<Vec<Finding>> {
        let store = services.store.as_ref();
        let mut findings = Vec::new();
        let (mut super_admins, mut unreadable, mut after) = (0_u64, false, None);
        loop {
            let rows = store.scan(Scan { table: &IDENTITY, limit: None, after }).await?;
            for item in rows.items {
                let key = Key::of(&item, &IDENTITY.key)?;
                if item.get("SK").and_then(View::as_str) != Some("ACCOUNT") {
                    let why = why_unreadable(&item);
                    findings.extend(why.map(|error| Finding::unreadable(&IDENTITY, &key, error)));
                    continue;
                }
                match from_item::<Account>(item) {
                    Err(error) => {
                        unreadable = true;
                        findings.push(Finding::unreadable(&IDENTITY, &key, error));
                    }
                    Ok(account) if account.deleted_at.is_none() => {
                        super_admins += u64::from(account.counts());
                        findings.extend(compare(services, &account, repair).await?);
                    }
                    Ok(_) => {}
                }
            }
            after = rows.next;
            if after.is_none() {
                break;
            }
        }
        // One that cannot be read may be a SuperAdmin's.
        if !unreadable {
            findings.extend(recount(store, super_admins, repair).await?);
        }
        Ok(findings)
    }
}

/// Returns why a row beside the accounts cannot be read.
fn why_unreadable(item: &Item) -> Option<StoreError> {
    let (partition, kind) = (item.get("PK")?.as_str()?, item.get("SK")?.as_str()?);
    match kind.split('#').next()? {
        "SESSION" | "TOKEN" | "RESET" | "CONFIRM" | "TAKEOVER" => from_item::<SecretRow>(item).err(),
        "LINK" if partition.starts_with("OIDC#") => from_item::<Link>(item).err(),
        _ => None,
    }
}

/// What an account's profile and sign-in record say against it.
async fn compare(services: &Services, account: &Account, repair: bool) -> store::Result<Vec<Finding>> {
    let (store, user, mut wrong) = (services.store.as_ref(), account.user_id, Vec::new());
    let row = store.get(&USERS, &keys::user(user)).await?;
    // An account that has just been deleted took its row along.
    if row.is_none() && store.get(&IDENTITY, &keys::account(user)).await?.is_some() {
        if repair {
            store.write(create_account::profile_write(account, None, account.created_at)?).await?;
        }
        let what = "the account has no row in Users";
        wrong.push(Finding::mendable(&IDENTITY, &keys::account(user), what, repair));
    }
    let mut told =
        |what: &str, remedy: &str| wrong.push(Finding::told(&IDENTITY, &keys::account(user), what, remedy));
    match row {
        Some(row) if row.get("display_name").and_then(View::as_str) != Some(&account.display_name) => {
            told(
                "the account and its row in Users have different names",
                "have its owner set the name again",
            );
        }
        None | Some(_) => {}
    }
    if let Ok(email) = Email::parse(&account.email) {
        let sign_in = store.get(&IDENTITY, &keys::sign_in(&email)).await?.map(from_item::<SignIn>);
        match sign_in {
            Some(Ok(sign_in)) if sign_in.user_id == user => {}
            Some(Err(error)) => wrong.push(Finding::unreadable(&IDENTITY, &keys::sign_in(&email), error)),
            _ => told(
                "the account has no sign-in record",
                "restore the record from a backup, or delete the account",
            ),
        }
    }
    Ok(wrong)
}

/// Whether the stored count of SuperAdmins is what was counted. An edit made meanwhile is not overwritten.
async fn recount(store: &dyn Store, counted: u64, repair: bool) -> store::Result<Option<Finding>> {
    let Some(item) = store.get(&IDENTITY, &keys::super_admins()).await? else {
        let remedy = "set any account's roles with: roundtable account set-role";
        return Ok((counted > 0).then(|| {
            Finding::told(&IDENTITY, &keys::super_admins(), "SuperAdmins are not counted", remedy)
        }));
    };
    let stored = item.get("count");
    if stored.and_then(View::as_number) == Some(Number::from(counted)) {
        return Ok(None);
    }
    let what = format!("there are {counted} SuperAdmins, and the count says otherwise");
    let repaired = match stored.filter(|_| repair) {
        Some(stored) => {
            let unchanged = Condition::equals("count", stored.to_value());
            let write = Write::update(&IDENTITY, keys::super_admins()).set("count", counted).when(unchanged);
            store.write(write).await.is_ok()
        }
        None => false,
    };
    Ok(Some(Finding::mendable(&IDENTITY, &keys::super_admins(), what, repaired)))
}
