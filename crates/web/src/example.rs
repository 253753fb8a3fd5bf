//! An example: a club that fills an empty instance, so that a newcomer sees everything at once.
//!
//! Each feature adds its part through its own services ([`Example`]), in the name of the club's people and at times around the
//! present. All of it follows from the clock and the stream of randomness.

use crate::{Ctx, Problem, Services};
use async_trait::async_trait;
use jiff::{SignedDuration, Span, Timestamp, tz::TimeZone};
use kernel::{Account, Actor, FakeClock, Moment, Role};
use std::{net::IpAddr, sync::Arc};

/// Where the club is.
pub const ZONE: &str = "Europe/Lisbon";

/// A feature's part in the example.
#[async_trait]
pub trait Example: Send + Sync {
    /// Adds what the feature shows of the club. The accounts are there before anything else is.
    async fn fill(&self, club: &mut Club) -> Result<(), Problem>;
}

/// The club's people who have an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cast {
    /// Organises most things; the first account, so SuperAdmin.
    Maya,
    Tom,
    /// Keeps the catalogue.
    Priya,
    /// Keeps the squash ladder.
    Jonas,
    Layla,
    Yuki,
    Maximiliana,
    Sam,
    Ana,
    Oskar,
    Chidi,
    Noor,
}

impl Cast {
    pub const ALL: [Self; 12] = [
        Self::Maya,
        Self::Tom,
        Self::Priya,
        Self::Jonas,
        Self::Layla,
        Self::Yuki,
        Self::Maximiliana,
        Self::Sam,
        Self::Ana,
        Self::Oskar,
        Self::Chidi,
        Self::Noor,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Maya => "Maya Lindqvist",
            Self::Tom => "Tom Okafor",
            Self::Priya => "Priya Raman",
            Self::Jonas => "Jonas Weber",
            Self::Layla => "ليلى حداد",
            Self::Yuki => "田中 由紀",
            Self::Maximiliana => "Maximiliana Featherstonehaugh",
            Self::Sam => "Sam",
            Self::Ana => "Ana Ferreira",
            Self::Oskar => "Oskar Nowak",
            Self::Chidi => "Chidi Eze",
            Self::Noor => "Noor van Dijk",
        }
    }

    pub fn email(self) -> String {
        format!("{}@example.org", format!("{self:?}").to_lowercase())
    }

    pub fn roles(self) -> &'static [Role] {
        match self {
            Self::Maya => &[Role::SuperAdmin],
            Self::Priya => &[Role::Admin],
            Self::Jonas => &[Role::Manager],
            _ => &[],
        }
    }
}

/// Something worth opening, for whoever filled the instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sight {
    pub title: String,
    pub path: String,
}

/// The club while it is being made up.
pub struct Club {
    pub services: Arc<Services>,
    /// What everybody signs in with.
    pub password: String,
    pub sights: Vec<Sight>,
    clock: Arc<FakeClock>,
    now: Timestamp,
    members: Vec<(Cast, Account)>,
}

impl Club {
    /// `clock` is the one that `services` go by; it stands at the present.
    pub fn new(services: Arc<Services>, clock: Arc<FakeClock>, password: String) -> Self {
        let now = services.clock.now();
        Self { services, password, sights: Vec::new(), clock, now, members: Vec::new() }
    }

    /// A time of day at the club, so many days from today.
    pub fn time(&self, days: i64, hour: i8, minute: i8) -> Moment {
        let zone = TimeZone::get(ZONE).unwrap_or(TimeZone::UTC);
        let today = self.now.to_zoned(zone.clone()).date();
        let day = today.checked_add(Span::new().days(days)).unwrap_or(today);
        let time = day.at(hour, minute, 0, 0).to_zoned(zone);
        time.map_or(self.now, |time| time.timestamp()).into()
    }

    /// What follows happens so many days ago, in the evening; each day only once, so that nothing happens at the same moment.
    pub fn days_ago(&self, days: i64) {
        self.clock.set(*self.time(-days, 19, 0));
    }

    /// A little later.
    pub fn later(&self) {
        self.clock.advance(SignedDuration::from_mins(7));
    }

    /// What follows happens now.
    pub fn now(&self) {
        self.clock.set(self.now);
    }

    pub fn join(&mut self, who: Cast, account: Account) {
        self.members.push((who, account));
    }

    pub fn account(&self, who: Cast) -> Result<&Account, Problem> {
        let member = self.members.iter().find(|(cast, _)| *cast == who).map(|(_, account)| account);
        member.ok_or_else(|| Problem::internal(format!("{who:?} has no account in the example")))
    }

    /// In somebody's name.
    pub fn as_member(&self, who: Cast) -> Result<Ctx, Problem> {
        Ok(self.context(Some(self.account(who)?.clone())))
    }

    /// Somebody without an account.
    pub fn as_guest(&self) -> Ctx {
        self.context(None)
    }

    fn context(&self, account: Option<Account>) -> Ctx {
        Ctx::new(self.services.clone(), Actor { account, address: IpAddr::from([127, 0, 0, 1]) })
    }

    pub fn show(&mut self, title: impl Into<String>, path: impl Into<String>) {
        self.sights.push(Sight { title: title.into(), path: path.into() });
    }
}
