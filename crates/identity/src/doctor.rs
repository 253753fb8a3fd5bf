//! Accounts against their own rules: every account has a profile and a way in, and the count of SuperAdmins is right.

use crate::{
    keys,
    model::{Account, Email, SignIn},
    tables::{IDENTITY, USERS},
};
use async_trait::async_trait;
use store::{Condition, Number, Scan, Store, View, Write, from_item};
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
        let (mut super_admins, mut after) = (0_u64, None);
        loop {
            let rows = store.scan(Scan { table: &IDENTITY, limit: None, after }).await?;
            for item in rows.items {
                if item.get("SK").and_then(View::as_str) != Some("ACCOUNT") {
                    continue;
                }
                let account: Account = from_item(item)?;
                if account.deleted_at.is_none() {
                    super_admins += u64::from(account.is_super_admin());
                    findings.extend(compare(store, &account).await?);
                }
            }
            after = rows.next;
            if after.is_none() {
                break;
            }
        }
        findings.extend(recount(store, super_admins, repair).await?);
        Ok(findings)
    }
}

/// What an account's profile and sign-in record say against it.
async fn compare(store: &dyn Store, account: &Account) -> store::Result<Vec<Finding>> {
    let user = account.user_id;
    let mut wrong = Vec::new();
    match store.get(&USERS, &keys::user(user)).await? {
        None => wrong.push(format!("account {user} has no row in Users")),
        Some(row) if row.get("display_name").and_then(View::as_str) != Some(&account.display_name) => {
            wrong.push(format!("account {user} and its row in Users have different names"));
        }
        Some(_) => {}
    }
    if let Ok(email) = Email::parse(&account.email) {
        let sign_in =
            store.get(&IDENTITY, &keys::sign_in(&email)).await?.map(from_item::<SignIn>).transpose()?;
        if sign_in.is_none_or(|sign_in| sign_in.user_id != user) {
            wrong.push(format!("account {user} has no sign-in record"));
        }
    }
    Ok(wrong.into_iter().map(|what| Finding { what, repaired: false }).collect())
}

/// Whether the stored count of SuperAdmins is what was counted. An edit made meanwhile is not overwritten.
async fn recount(store: &dyn Store, counted: u64, repair: bool) -> store::Result<Option<Finding>> {
    let Some(item) = store.get(&IDENTITY, &keys::super_admins()).await? else {
        return Ok((counted > 0)
            .then(|| Finding { what: "SuperAdmins are not counted".to_owned(), repaired: false }));
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
    Ok(Some(Finding { what, repaired }))
}
