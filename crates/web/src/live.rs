//! Live updates: pages that are open learn within a second that something changed.
//!
//! Whoever watches one thing shares a room ([`Watched`]): when the thing changes, what the page shows of it is rendered once for each
//! audience and pushed to all of it. A change is told as a revision, a time in milliseconds that only grows. A page says when and by
//! which process it was made (`since`), so whoever was late to listen, or lost that process, learns at once of what they missed. On one
//! machine word goes round in the process; where several processes share a store, each also leaves a mark there and looks for those of
//! the others.

mod frames;
mod grant;
mod hub;
mod keeper;
mod limits;
mod marks;
mod mine;
mod news;
mod rooms;
mod seen;
mod stream;

pub(crate) use grant::account_topic;
pub use limits::TooManyWatchers;
pub(crate) use marks::MAX_MARKED_TOPICS;
pub use mine::WatchMine;
pub use seen::Seen;

use crate::{Ctx, Fault, Problem, Services, follow::Follows};
use askama::Template;
use async_trait::async_trait;
use axum::response::Response;
use hub::{Hub, Since};
use jiff::Timestamp;
use kernel::{Account, Clock, Rng, SystemClock, UserId};
use std::{fmt::Display, hash::Hash, sync::Arc};
use store::{Store, Write};
use tokio_util::sync::CancellationToken;

/// What can happen to something that is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Somebody answered: voted, ticked, replied.
    Answered,
    /// The thing itself is another, or gone.
    Edited,
}

impl Change {
    /// Both together: an edit is told to everyone, so it says enough.
    fn and(self, other: Self) -> Self {
        if self == Self::Edited { self } else { other }
    }
}

/// What [`watched!`](crate::watched) says of something that is watched.
pub trait Topic: Sized + Send + Sync + 'static {
    /// Its topic is `{NAME}:{id}`.
    const NAME: &'static str;
    type Id: Clone + Display + Send + Sync + 'static;
    /// What a stream showed when it came: a role, a token's version, an account.
    type Rights: Send + Sync + 'static;
    /// Those who are shown the same.
    type Audience: Copy + Eq + Hash + Send + Sync + 'static;
}

/// Something that pages watch: what is known of it in memory, enough to judge who may hear what.
#[async_trait]
pub trait Watched: Topic {
    /// Which audience these rights belong to now; a stream whose audience changed ends.
    fn audience(&self, rights: &Self::Rights, now: Timestamp) -> Option<Self::Audience>;
    /// Whether an audience is told of such a change.
    fn hears(audience: Self::Audience, change: Change) -> bool {
        let _ = (audience, change);
        true
    }
    /// Other topics that are news of it, such as those of everything that is somebody's.
    fn topics(&self) -> Vec<String> {
        Vec::new()
    }
    /// The account that these rights come from, where that is not the caller's own: a link's maker.
    fn granted_by(rights: &Self::Rights) -> Option<UserId> {
        let _ = rights;
        None
    }
    /// Judges these rights on stored rows. Asked when a stream opens, when the caller's account or the one that grants the rights
    /// changes ([`Live::account_changed`]), and once a minute. `account` is the caller's as it is now.
    async fn holds(
        services: &Services,
        id: &Self::Id,
        rights: &Self::Rights,
        account: Option<&Account>,
    ) -> store::Result<bool> {
        let _ = (services, id, rights, account);
        Ok(true)
    }
    /// What an audience's page shows of the thing, rendered once for all of it. A page without parts fetches itself.
    async fn parts(&self, services: &Services, audience: Self::Audience) -> Result<Vec<Part>, Problem> {
        let _ = (services, audience);
        Ok(Vec::new())
    }
    /// The thing as it is stored now; `None` when it is gone.
    async fn load(services: &Services, id: &Self::Id) -> store::Result<Option<Self>>;
}

/// What something that is watched is called, what it is found by, and which rights lead to which audience.
///
/// ```text
/// watched!(Poll as "ranked" by PollId, Rights => Audience);
/// ```
#[macro_export]
macro_rules! watched {
    ($thing:ty as $name:literal by $id:ty, $rights:ty => $audience:ty) => {
        impl $crate::live::Topic for $thing {
            const NAME: &'static str = $name;
            type Id = $id;
            type Rights = $rights;
            type Audience = $audience;
        }
    };
}

/// A part of a page: what stands in the element with `data-part="{name}"`. The same for a whole audience, so it holds no code, key or
/// answer of anybody's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    name: &'static str,
    html: String,
}

impl Part {
    /// Larger ones are not sent; the page fetches itself instead.
    pub const MOST_BYTES: usize = 8 * 1024;

    pub fn new(name: &'static str, template: impl Template) -> Result<Self, Problem> {
        let html = template.render();
        let html =
            html.map_err(|error| Problem::internal(format!("the part {name} cannot be drawn: {error}")))?;
        Ok(Self { name, html })
    }
}

/// The hub of everything live in one process. Clones are handles to the same one.
#[derive(Clone)]
pub struct Live(Arc<Hub>, Option<Arc<marks::Marks>>);

impl Default for Live {
    /// One machine, real time, no end.
    fn default() -> Self {
        Self::in_process(Arc::new(SystemClock), CancellationToken::new())
    }
}

impl Live {
    /// For a store that only this process uses. Streams end when `shutdown` is cancelled.
    pub fn in_process(clock: Arc<dyn Clock>, shutdown: CancellationToken) -> Self {
        Self(Arc::new(Hub::new(clock, shutdown, false)), None)
    }

    /// For a store that several processes share; starts the tasks that leave and read marks, so call it inside the runtime.
    pub fn marked(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        rng: Rng,
        shutdown: CancellationToken,
    ) -> Self {
        let hub = Arc::new(Hub::new(clock, shutdown, true));
        let marks = marks::start(&hub, store, rng);
        Self(hub, Some(marks))
    }

    /// Tells everyone who watches that something changed. Call it after the commit; it never waits and never fails.
    pub fn changed<W: Watched>(&self, id: &W::Id, change: Change) {
        self.0.changed(&topic::<W>(id), change);
    }

    /// Returns whether other processes use the same store, whose indexes then may show a write late.
    pub fn is_shared(&self) -> bool {
        self.0.unmarked.is_some()
    }

    /// Tells other processes of everything that changed here. Call it after the last answer: marks are gathered for a moment, and what is
    /// not stored when the process ends is lost.
    pub async fn flush(&self) {
        if let Some(marks) = &self.1 {
            marks.flush().await;
        }
    }

    /// Publishes a change whose mark is gathered with others.
    pub(crate) fn publish_change(&self, topic: &str, change: Change) {
        self.0.changed(topic, change);
    }

    /// The marks of edits, for the transaction of the edits: at most two rows for [`MAX_MARKED_TOPICS`] topics. None where no other
    /// process uses the store.
    pub(crate) fn marks_of_edits(&self, topics: &[String]) -> Vec<Write> {
        self.1.as_ref().map(|marks| marks.of_edits(topics)).unwrap_or_default()
    }

    /// Publishes edits in this process whose marks were part of the commit.
    pub(crate) fn published(&self, topics: &[String]) {
        for topic in topics {
            self.0.changed_here(topic, Change::Edited);
        }
    }

    /// Publishes a change of a topic that has no room of its own, for rooms that name it in [`Watched::topics`].
    pub fn publish(&self, topic: &str) {
        self.0.changed(topic, Change::Edited);
    }

    /// Publishes that a session, token, role, membership or link of an account ended: every stream that was opened by it is judged
    /// again, on every server.
    pub fn account_changed(&self, user: UserId) {
        self.publish(&account_topic(user));
    }

    /// How many streams are open.
    pub fn streams(&self) -> usize {
        self.0.streams.total()
    }

    /// How many things are watched.
    pub fn rooms(&self) -> usize {
        self.0.rooms.count()
    }

    /// How many topics are remembered, watched or not.
    pub fn topics(&self) -> usize {
        self.0.topics_known()
    }

    /// What is held in memory of answers.
    pub fn follows(&self) -> &Follows {
        &self.0.follows
    }
}

/// The topic of something that is watched.
pub fn topic<W: Watched>(id: &W::Id) -> String {
    format!("{}:{id}", W::NAME)
}

impl Ctx {
    /// The answer of a `…/live` address, for a caller who may look at all: `changed {rev}` after every change that their audience hears
    /// of; with `?parts=1` also `part {name,rev,html}`, and `edited {rev}` when the page has to be fetched again.
    pub async fn watch<W: Watched>(&self, id: W::Id, rights: W::Rights) -> Result<Response, Fault> {
        stream::open::<W>(self, id, rights).await
    }

    /// What a page made for this request shows: everything until the request came in.
    pub(crate) fn seen(&self) -> Seen {
        let rev = u64::try_from(self.started.as_millisecond()).unwrap_or(0);
        Seen { rev, process: Some(self.live.0.process) }
    }

    /// What the page that asks at a `…/live` address has seen already: where it left off, or else when it was made.
    fn live_since(&self) -> Option<Since> {
        let last = self.headers.get("last-event-id").and_then(|id| id.to_str().ok());
        let left_off = last.and_then(|id| id.parse().ok()).map(|seen| Since { seen, broke_off: true });
        let made = || Some(Since { seen: self.live_query("since")?.parse().ok()?, broke_off: false });
        left_off.or_else(made)
    }

    fn live_query(&self, name: &str) -> Option<&str> {
        let (_, query) = self.path().split_once('?')?;
        query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
    }
}
