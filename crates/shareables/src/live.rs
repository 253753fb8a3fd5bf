//! What is held in memory of answers, and what open pages are sent when something changes. Answers are told only to those who may
//! see them.

use crate::{
    Error,
    gate::Opened,
    keys,
    model::{
        self, Access, Answers, Ballot, Code, Content, Reply, Results, Rsvp, RsvpFields, RsvpSummary,
        Shareable, ShortId, VoteFields, results,
    },
    pages::{event, poll},
    stored,
};
use async_trait::async_trait;
use axum::body::Bytes;
use jiff::Timestamp;
use kernel::UserId;
use serde::{Serialize, de::DeserializeOwned};
use std::{
    marker::PhantomData,
    sync::{Arc, OnceLock},
};
use store::{Item, Key, Query, StoreError};
use web::{Change, Follow, Held, Part, Problem, Services, Watched};

/// What is seen of the votes in a poll.
pub struct Tally {
    pub results: Results,
    /// The first people who voted, with their names where they gave one.
    pub first: Vec<Option<String>>,
    /// The results as they are sent to programs, written when the first of them asks.
    json: OnceLock<Bytes>,
    pub drawings: poll::Drawings,
}

impl Tally {
    /// The results as JSON, the same bytes for everyone.
    pub fn json(&self) -> store::Result<Bytes> {
        if let Some(written) = self.json.get() {
            return Ok(written.clone());
        }
        let written = serde_json::to_vec(&self.results).map_err(|error| unreadable(&error))?;
        Ok(self.json.get_or_init(|| written.into()).clone())
    }
}

/// What is seen of the RSVPs to an event.
pub struct Coming {
    pub summary: RsvpSummary,
    /// How many answers there are, also those that say something else.
    pub total: usize,
    /// The first answers: those going, then those who may come, then the others.
    pub first: Vec<Rsvp>,
}

/// How many people stand around a table.
const SEATS: usize = 24;
/// How many people a page names.
const NAMED: usize = 50;

/// Answers of one kind to a share.
pub struct Following<A>(PhantomData<fn() -> A>);

pub type Votes = Following<Ballot>;
pub type Rsvps = Following<Reply>;

impl<A: Followed> Follow for Following<A> {
    const NAME: &'static str = A::NAME;
    type Id = ShortId;
    type State = A::Kept;

    fn id(share: &Shareable) -> ShortId {
        share.short_id
    }

    fn version(share: &Shareable) -> u64 {
        A::version(share)
    }

    fn rows(id: &ShortId) -> Vec<Query> {
        vec![A::PART.all_of(id)]
    }

    fn row(id: &ShortId, named: &str) -> Option<Key> {
        keys::code_in(named).map(|code| A::PART.of_code(id, code))
    }
}

/// What people say to shares of one kind.
pub trait Followed: Serialize + DeserializeOwned + Clone + PartialEq + Send + Sync + 'static {
    const PART: keys::Part;
    const NAME: &'static str;
    /// As somebody fills it in.
    type Fields;
    /// All of them, as they are held.
    type Kept: Held<Parent = Shareable>;

    fn version(_: &Shareable) -> u64 {
        0
    }
    fn count(kept: &Self::Kept) -> usize;
    /// Whether answers are taken now.
    fn check_taken(share: &Shareable, now: Timestamp) -> Result<(), Error>;
    /// What was filled in, checked against what is asked.
    fn accept(share: &Shareable, fields: Self::Fields) -> Result<Self, Error>;
}

impl Followed for Ballot {
    const PART: keys::Part = keys::Part::Vote;
    const NAME: &'static str = "poll_votes";
    type Fields = VoteFields;
    type Kept = results::Votes;

    /// Votes are counted for what is asked now.
    fn version(share: &Shareable) -> u64 {
        share.version
    }

    fn count(votes: &results::Votes) -> usize {
        votes.all().count()
    }

    fn check_taken(share: &Shareable, now: Timestamp) -> Result<(), Error> {
        if share.poll()?.is_closed_at(now) { Err(Error::PollClosed) } else { Ok(()) }
    }

    fn accept(share: &Shareable, fields: VoteFields) -> Result<Self, Error> {
        Ok(share.poll()?.accept(fields)?)
    }
}

impl Followed for Reply {
    const PART: keys::Part = keys::Part::Rsvp;
    const NAME: &'static str = "event_rsvps";
    type Fields = RsvpFields;
    type Kept = Answers<Rsvp>;

    fn count(rsvps: &Answers<Rsvp>) -> usize {
        rsvps.count()
    }

    fn check_taken(share: &Shareable, now: Timestamp) -> Result<(), Error> {
        match share.event()? {
            event if event.cancelled => Err(Error::Cancelled),
            event if event.takes_rsvps(now) => Ok(()),
            _ => Err(Error::DeadlinePassed),
        }
    }

    fn accept(share: &Shareable, fields: RsvpFields) -> Result<Self, Error> {
        share.event()?;
        Ok(fields.accept()?)
    }
}

impl Held for results::Votes {
    type Parent = Shareable;
    type Seen = Tally;

    fn empty(share: &Shareable) -> store::Result<Self> {
        share.poll().map(Self::of).map_err(|error| unreadable(&error))
    }

    fn fits(&self, share: &Shareable) -> bool {
        share.poll().is_ok_and(|poll| self.counts(poll))
    }

    fn put(&mut self, row: &Item) -> store::Result<()> {
        stored::read_answer(row).map(|vote| self.insert(vote))
    }

    fn remove(&mut self, key: &Key) {
        if let Some(code) = code_of(key) {
            self.withdraw(code);
        }
    }

    fn see(&mut self, share: &Shareable) -> store::Result<Tally> {
        let results = self.results(share.poll().map_err(|error| unreadable(&error))?);
        let first = self.all().values().take(SEATS + 1).map(|vote| vote.name.clone()).collect();
        Ok(Tally { results, first, json: OnceLock::new(), drawings: poll::Drawings::default() })
    }

    fn bytes(&self) -> usize {
        self.all().count() * (160 + 2 * self.options().min(64))
    }

    /// Every vote may have to be looked at.
    fn heavy(&self) -> bool {
        self.all().count() * self.options().max(8) > 200_000
    }
}

impl Held for Answers<Rsvp> {
    type Parent = Shareable;
    type Seen = Coming;

    fn empty(_: &Shareable) -> store::Result<Self> {
        Ok(Self::default())
    }

    fn put(&mut self, row: &Item) -> store::Result<()> {
        stored::read_answer(row).map(|rsvp: Rsvp| self.insert(rsvp.place(), rsvp))
    }

    fn remove(&mut self, key: &Key) {
        if let Some(code) = code_of(key) {
            self.withdraw(code);
        }
    }

    fn see(&mut self, _: &Shareable) -> store::Result<Coming> {
        use model::Response::{Going, Maybe, NotGoing};
        let of = |response| self.values().filter(move |rsvp| rsvp.response.known() == response).take(NAMED);
        let known = of(Some(Going)).chain(of(Some(Maybe))).chain(of(Some(NotGoing)));
        let first = known.chain(of(None)).take(NAMED);
        let first = first.cloned().collect();
        Ok(Coming { summary: RsvpSummary::of(self.values()), total: self.count(), first })
    }

    fn bytes(&self) -> usize {
        self.count() * 320
    }
}

/// Answers that cannot be read as what was asked are an error, not nobody's answers.
fn unreadable(error: &impl std::error::Error) -> StoreError {
    StoreError::Invalid(format!("answers cannot be read: {error}"))
}

fn code_of(key: &Key) -> Option<Code> {
    key.sort_text().and_then(keys::code_in)
}

/// What a stream showed when it came.
pub struct Rights {
    access: Access,
    /// The version of the passcode that its token came of.
    version: u64,
    user: Option<UserId>,
    answered: bool,
}

/// Those who are shown the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Audience {
    Organiser,
    /// They see answers.
    Answers,
    /// They see the share, and no answers.
    Edits,
}

impl Rights {
    /// `answered`: whether they hold the code of an answer.
    pub fn of(opened: &Opened, user: Option<UserId>, answered: bool) -> Self {
        let role = if opened.access.is_admin() { model::Role::Admin } else { model::Role::View };
        Self { access: opened.access, version: opened.share.passcode_version(role), user, answered }
    }

    fn access(&self, share: &Shareable) -> Access {
        let unchanged = |role| share.passcode_version(role) == self.version;
        match self.access {
            Access::Admin if share.is_of(self.user) || unchanged(model::Role::Admin) => Access::Admin,
            Access::Viewer if unchanged(model::Role::View) => Access::Viewer,
            _ => Access::Visitor,
        }
    }
}

web::watched!(Shareable as "share" by ShortId, Rights => Audience);

#[async_trait]
impl Watched for Shareable {
    fn audience(&self, rights: &Rights, now: Timestamp) -> Option<Audience> {
        let access = rights.access(self);
        if access.is_admin() {
            return Some(Audience::Organiser);
        }
        if self.has_expired(now) || !self.may_view(access) {
            return None;
        }
        let sees = self.shows_answers(access, rights.answered, now);
        Some(if sees { Audience::Answers } else { Audience::Edits })
    }

    fn hears(audience: Audience, change: Change) -> bool {
        change == Change::Edited || audience != Audience::Edits
    }

    async fn parts(&self, services: &Services, audience: Audience) -> Result<Vec<Part>, Problem> {
        match &self.content {
            _ if audience == Audience::Edits => Ok(Vec::new()),
            // What people mark on a checklist is told as an edit: its page fetches itself.
            Content::Checklist(_) => Ok(Vec::new()),
            Content::Event(_) => event::parts(services, self).await,
            Content::Poll(poll) => poll::parts(services, self, poll).await,
        }
    }

    async fn load(services: &Services, id: &ShortId) -> store::Result<Option<Self>> {
        Ok(stored::find(services, id).await?.map(Arc::unwrap_or_clone))
    }
}

/// The share itself changed, what is marked on a checklist, or the share is gone; call it after the commit.
pub fn edited(services: &Services, id: &ShortId) {
    services.live.changed::<Shareable>(id, Change::Edited);
}
