//! Everything that is kept about a person, for that person.

use super::{
    calendar_feed::get_feed,
    delete_account::Hooks,
    list_secrets::{SessionView, TokenView, list_sessions, list_tokens},
    notifications::get_notifications,
    profile::get_profile,
    push_subscriptions::{PushView, list_pushes},
};
use crate::{
    error::Result,
    model::{NotificationPrefs, UserView},
};
use kernel::{Moment, PageRequest, paging};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use web::Ctx;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Export {
    #[schema(value_type = String, format = DateTime)]
    pub exported_at: Moment,
    pub user: UserView,
    #[schema(value_type = Object)]
    pub notifications: NotificationPrefs,
    pub sessions: Vec<SessionView>,
    pub tokens: Vec<TokenView>,
    /// When the address of one's calendar was made, where there is one.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub calendar_feed_made_at: Option<Moment>,
    pub push_subscriptions: Vec<PushView>,
    /// What each feature keeps, by its name.
    #[schema(value_type = Object)]
    pub features: BTreeMap<&'static str, Value>,
}

pub async fn export(ctx: &Ctx, hooks: &Hooks) -> Result<Export> {
    let user = ctx.actor.signed_in()?.user_id;
    let mut features = BTreeMap::new();
    for hook in hooks.0.iter() {
        features.extend(hook.export(ctx, user).await?);
    }
    Ok(Export {
        exported_at: ctx.clock.now().into(),
        user: get_profile(ctx).await?.1,
        notifications: get_notifications(ctx).await?.1,
        sessions: all_sessions(ctx).await?,
        tokens: list_tokens(ctx, first_page()).await?.0,
        calendar_feed_made_at: get_feed(ctx).await?,
        push_subscriptions: list_pushes(ctx).await?,
        features,
    })
}

async fn all_sessions(ctx: &Ctx) -> Result<Vec<SessionView>> {
    let mut page = first_page();
    let mut all = Vec::new();
    loop {
        let (sessions, next) = list_sessions(ctx, page).await?;
        all.extend(sessions);
        match next {
            Some(next) => page = PageRequest { limit: paging::MOST, after: Some(next) },
            None => return Ok(all),
        }
    }
}

/// More than an account can have tokens.
fn first_page<P>() -> PageRequest<P> {
    PageRequest { limit: paging::MOST, after: None }
}
