//! What a feature hands to the server. The server composes these values and knows no feature by name.

use crate::{
    Api, App, CalendarSource, Ctx, Finding, Icon, Makes, Services, TimeLeft, WorkHandler, assets,
    codes::{Coded, Codes},
    mine::Things,
};
use async_trait::async_trait;
use jiff::Timestamp;
use kernel::UserId;
use std::{net::IpAddr, sync::Arc};
use store::{Table, Write};

/// One feature: its tables, its doors, and its part in what is done once for all.
#[derive(Default)]
pub struct Feature {
    pub name: &'static str,
    pub tables: Vec<&'static Table>,
    /// JSON handlers, under `/api/v1`.
    pub api: OnDemand<Api>,
    /// HTML handlers, mounted at the root.
    pub pages: OnDemand<axum::Router<App>>,
    /// Scripts of its own pages; they live with the feature.
    pub assets: &'static [assets::File],
    pub work: Vec<Arc<dyn WorkHandler>>,
    pub doctor: Vec<Arc<dyn DoctorCheck>>,
    pub home: Vec<Arc<dyn HomeCard>>,
    /// What makes an open `/home` fetch itself.
    pub home_topics: Vec<Arc<dyn HomeTopics>>,
    /// What waits for the person who looks at `/home`.
    pub needs: Vec<Arc<dyn Needs>>,
    /// Its places in the main navigation of those who are signed in.
    pub nav: Vec<Nav>,
    pub calendar: Vec<Arc<dyn CalendarSource>>,
    pub at_start: Vec<Arc<dyn AtStart>>,
    pub accounts: Vec<Arc<dyn AccountHooks>>,
    /// Finds what it has by short codes.
    pub codes: Vec<Arc<dyn Codes>>,
    /// Tells what somebody's things are, of the kinds that it has.
    pub things: Vec<Arc<dyn Things>>,
    /// What an operator may take down: `roundtable {noun} delete {id}`, and where it has passcodes, `reset`.
    pub take_down: Vec<TakeDown>,
    /// What it can make of a decision.
    pub makes: Vec<Arc<dyn Makes>>,
}

/// Made when it is asked for: what only prints its help or checks a configuration needs no route.
pub struct OnDemand<T>(pub fn() -> T);

impl<T> OnDemand<T> {
    pub fn make(&self) -> T {
        self.0()
    }
}

impl<T: Default> Default for OnDemand<T> {
    fn default() -> Self {
        Self(T::default)
    }
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
    /// What the command line says of `roundtable {noun} reset {id}`, where there is that command.
    fn resets(&self) -> Option<&'static str> {
        None
    }
    /// Makes new passcodes. Returns lines for the operator.
    async fn reset(&self, services: &Arc<Services>, id: &str) -> Result<Vec<String>, crate::Problem> {
        let _ = (services, id);
        Ok(Vec::new())
    }
}

/// What all features bring to what is done once for all of them.
#[derive(Clone, Default)]
pub struct Joined {
    pub home: Vec<Arc<dyn HomeCard>>,
    pub home_topics: Vec<Arc<dyn HomeTopics>>,
    pub needs: Vec<Arc<dyn Needs>>,
    pub nav: Vec<Nav>,
    pub codes: Vec<Arc<dyn Codes>>,
    pub things: Vec<Arc<dyn Things>>,
    pub calendar: Vec<Arc<dyn CalendarSource>>,
    pub accounts: Vec<Arc<dyn AccountHooks>>,
    pub take_down: Vec<TakeDown>,
    pub makes: Vec<Arc<dyn Makes>>,
}

impl Joined {
    pub fn of(features: &[Feature]) -> Self {
        let mut joined = Self::default();
        for feature in features {
            joined.home.extend(feature.home.iter().cloned());
            joined.home_topics.extend(feature.home_topics.iter().cloned());
            joined.needs.extend(feature.needs.iter().cloned());
            joined.nav.extend(&feature.nav);
            joined.codes.extend(feature.codes.iter().cloned());
            joined.things.extend(feature.things.iter().cloned());
            joined.calendar.extend(feature.calendar.iter().cloned());
            joined.accounts.extend(feature.accounts.iter().cloned());
            joined.take_down.extend(feature.take_down.iter().cloned());
            joined.makes.extend(feature.makes.iter().cloned());
        }
        joined.home.sort_by_key(|card| card.place());
        joined.nav.sort_by_key(|nav| nav.order);
        joined
    }

    /// What a code as typed leads to, whichever feature has it.
    pub async fn find_code(&self, services: &Services, typed: &str) -> store::Result<Option<Coded>> {
        for codes in &self.codes {
            if let Some(found) = codes.find(services, typed).await? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// A check of stored data against its own rules.
#[async_trait]
pub trait DoctorCheck: Send + Sync {
    fn name(&self) -> &'static str;
    /// Reports what is wrong. With `repair` it completes, recounts and relinks; it removes nothing, but names what is to be removed.
    async fn check(&self, services: &Services, repair: bool) -> store::Result<Vec<Finding>>;
}

/// Something done once when the server starts, beside requests. It never keeps the server from answering.
#[async_trait]
pub trait AtStart: Send + Sync {
    async fn run(&self, services: &Services);
}

/// A place in the main navigation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nav {
    pub path: &'static str,
    pub label: &'static str,
    pub icon: Icon,
    /// Lower numbers come first.
    pub order: u8,
}

/// Something that waits for a person: a vote, an answer, a rating.
#[derive(Debug, Clone)]
pub struct Need {
    pub icon: Icon,
    /// The colour of its disc, 1 to 7.
    pub colour: u8,
    pub title: String,
    /// What it is and how far: “Poll by Maya, 7 votes”.
    pub about: String,
    pub path: String,
    pub left: Option<TimeLeft>,
}

/// A feature's part in what waits for somebody.
#[async_trait]
pub trait Needs: Send + Sync {
    /// What waits for the person who asks, the most urgent first. The cost must not grow with what they have.
    async fn needs(&self, ctx: &Ctx) -> Result<Vec<Need>, crate::Problem>;
}

/// Which column of `/home` a card is in, from the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HomePlace {
    Main(u8),
    Aside(u8),
}

/// A card on `/home`.
#[async_trait]
pub trait HomeCard: Send + Sync {
    fn place(&self) -> HomePlace {
        HomePlace::Main(5)
    }
    /// The card's HTML, or nothing where there is nothing to show.
    async fn card(&self, ctx: &Ctx) -> Result<Option<String>, crate::Problem>;
    /// The card, and what waits for the person among what was read for it.
    async fn card_and_needs(&self, ctx: &Ctx) -> Result<(Option<String>, Vec<Need>), crate::Problem> {
        Ok((self.card(ctx).await?, Vec::new()))
    }
}

/// What a feature shows of somebody on `/home`, by the topics that are news of it.
#[async_trait]
pub trait HomeTopics: Send + Sync {
    /// Asked anew whenever one of them is told of an edit.
    async fn topics(&self, services: &Services, user: UserId) -> store::Result<Vec<String>>;
}

/// What a feature holds about a person: its name and its data.
pub type Exported = Option<(&'static str, serde_json::Value)>;

/// What a feature does about an account's life.
#[async_trait]
pub trait AccountHooks: Send + Sync {
    /// Everything the feature holds about a person, for `GET /me/export`.
    async fn export(&self, services: &Services, user: UserId) -> store::Result<Exported>;
    /// Why the account cannot be deleted now, in a sentence for its owner.
    async fn objection(&self, services: &Services, user: UserId) -> store::Result<Option<String>> {
        let _ = (services, user);
        Ok(None)
    }
    /// Changes the copies of a person's name. Returns whether any was another. Idempotent; repeated where indexes lag.
    async fn renamed(&self, services: &Services, user: UserId, name: &str) -> store::Result<bool> {
        let _ = (services, user, name);
        Ok(false)
    }
    /// The person has just signed in, from this address. Where that fails, signing in goes on.
    async fn signed_in(
        &self,
        services: &Services,
        user: UserId,
        at: Timestamp,
        from: IpAddr,
    ) -> store::Result<()> {
        let _ = (services, user, at, from);
        Ok(())
    }
    /// Whether `token` is an invitation that opens an account where only invited people may register.
    async fn invites(&self, services: &Services, token: &str) -> store::Result<bool> {
        let _ = (services, token);
        Ok(false)
    }
    /// Returns the writes that end whatever opens a part of the account without its password, such as a secret link. They are part of
    /// the transaction that resets the password.
    fn ended_by_reset(&self, user: UserId) -> Vec<Write> {
        let _ = user;
        Vec::new()
    }
    /// Removes what is the person's alone. Returns whether anything was there. Idempotent; repeated where indexes lag.
    async fn forget(&self, services: &Services, user: UserId) -> store::Result<bool>;
}
