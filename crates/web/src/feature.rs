//! What a feature hands to the server. The server composes these values and knows no feature by name.

use crate::{Api, App, CalendarSource, Ctx, Finding, Services, WorkHandler, assets, codes::Codes};
use async_trait::async_trait;
use kernel::UserId;
use std::sync::Arc;
use store::Table;

/// One feature: its tables, its doors, and its part in what is done once for all.
#[derive(Default)]
pub struct Feature {
    pub name: &'static str,
    pub tables: Vec<&'static Table>,
    /// JSON handlers, under `/api/v1`.
    pub api: Api,
    /// HTML handlers, mounted at the root.
    pub pages: axum::Router<App>,
    /// Scripts of its own pages; they live with the feature.
    pub assets: &'static [assets::File],
    pub work: Vec<Arc<dyn WorkHandler>>,
    pub doctor: Vec<Arc<dyn DoctorCheck>>,
    pub home: Vec<Arc<dyn HomeCard>>,
    pub calendar: Vec<Arc<dyn CalendarSource>>,
    pub at_start: Vec<Arc<dyn AtStart>>,
    pub accounts: Vec<Arc<dyn AccountHooks>>,
    /// Finds what it has by short codes.
    pub codes: Vec<Arc<dyn Codes>>,
    /// What an operator may take down: `roundtable {noun} delete {id}`.
    pub take_down: Vec<TakeDown>,
}

/// Something that an operator may take down, by whatever people call it.
#[derive(Clone)]
pub struct TakeDown {
    /// The command: `shareable`, `ranked`.
    pub noun: &'static str,
    /// What the command line says of it.
    pub about: &'static str,
    pub run: Arc<dyn TakesDown>,
}

#[async_trait]
pub trait TakesDown: Send + Sync {
    /// Deletes the thing with every answer to it.
    async fn take_down(&self, services: &Arc<Services>, id: &str) -> Result<(), crate::Problem>;
}

/// A check of stored data against its own rules.
#[async_trait]
pub trait DoctorCheck: Send + Sync {
    fn name(&self) -> &'static str;
    /// Reports what is wrong; mends it when `repair` is set.
    async fn check(&self, services: &Services, repair: bool) -> store::Result<Vec<Finding>>;
}

/// Something done once when the server starts, beside requests. It never keeps the server from answering.
#[async_trait]
pub trait AtStart: Send + Sync {
    async fn run(&self, services: &Services);
}

/// A card on `/home`.
#[async_trait]
pub trait HomeCard: Send + Sync {
    /// The card's HTML, or nothing where there is nothing to show.
    async fn card(&self, ctx: &Ctx) -> Result<Option<String>, crate::Problem>;
}

/// What a feature does about an account's life.
#[async_trait]
pub trait AccountHooks: Send + Sync {
    /// Everything the feature holds about a person, for `GET /me/export`: the feature's name and its data.
    async fn export(
        &self,
        services: &Services,
        user: UserId,
    ) -> store::Result<Option<(&'static str, serde_json::Value)>>;
    /// Why the account cannot be deleted now, in a sentence for its owner.
    async fn objection(&self, services: &Services, user: UserId) -> store::Result<Option<String>>;
    /// The person goes by another name now: copies of it follow. Done again after a crash, it does no harm.
    async fn renamed(&self, services: &Services, user: UserId, name: &str) -> store::Result<()> {
        let _ = (services, user, name);
        Ok(())
    }
    /// Removes what is the person's alone. Done again after a crash, it does no harm.
    async fn forget(&self, services: &Services, user: UserId) -> store::Result<()>;
}
