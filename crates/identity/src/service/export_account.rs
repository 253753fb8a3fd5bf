//! Everything that is kept about a person, for that person.

use super::{
    follow_calendar::find_feed, list_secrets::list_all, subscribe_push::list_pushes,
    unlink_identity::list_links,
};
use crate::{
    error::Result,
    model::{Account, Link, PushRow, SecretKind, SecretRow, User},
    stored,
};
use kernel::{Moment, UserId};
use serde_json::Value;
use std::collections::BTreeMap;
use web::Services;

pub struct Export {
    pub exported_at: Moment,
    pub user: User,
    pub account: Account,
    /// Links to identities at providers, by their ids.
    pub links: Vec<(String, Link)>,
    pub sessions: Vec<SecretRow>,
    pub tokens: Vec<SecretRow>,
    /// What is stored of the address of one's calendar.
    pub feed: Option<SecretRow>,
    pub pushes: Vec<PushRow>,
    /// What each feature keeps, by its name.
    pub features: BTreeMap<&'static str, Value>,
}

pub async fn export_account(services: &Services, user: UserId) -> Result<Export> {
    let mut features = BTreeMap::new();
    for hook in &services.joined.accounts {
        features.extend(hook.export(services, user).await?);
    }
    let store = services.store.as_ref();
    let account = stored::get_account(store, user).await?;
    Ok(Export {
        exported_at: services.clock.now().into(),
        user: stored::get_user(store, user).await?,
        links: list_links(services, &account).await?,
        account,
        sessions: list_all(services, user, SecretKind::Session).await?,
        tokens: list_all(services, user, SecretKind::Token).await?,
        feed: find_feed(services, user).await?,
        pushes: list_pushes(services, user).await?,
        features,
    })
}
