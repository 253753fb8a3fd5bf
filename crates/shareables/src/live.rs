//! What is held in memory of answers, and what open pages are sent when something changes. Answers are told only to those who may
//! see them.

use crate::{
    gate::Opened,
    keys::{self, Part as Stored},
    model::{self, Access, Content, Results, RsvpSummary, Shareable, ShortId},
    pages::{event, poll},
    stored,
    tables::SHAREABLES,
};
use async_trait::async_trait;
use axum::body::Bytes;
use jiff::Timestamp;
use kernel::UserId;
use std::sync::OnceLock;
use store::{Item, Key, Query, Table, from_item};
use web::{Change, Follow, Part, Problem, Services, Watched};

/// The votes in a poll.
pub struct Votes;

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
    pub fn json(&self) -> Bytes {
        let write = || serde_json::to_vec(&self.results).map(Bytes::from).unwrap_or_default();
        self.json.get_or_init(write).clone()
    }
}

/// How many people stand around a table.
const SEATS: usize = 24;

impl Follow for Votes {
    const NAME: &'static str = "poll_votes";
    type Id = ShortId;
    type Parent = Shareable;
    type State = model::results::Votes;
    type Seen = Tally;

    fn id(share: &Shareable) -> ShortId {
        share.short_id
    }

    fn version(share: &Shareable) -> u64 {
        share.version
    }

    fn table() -> &'static Table {
        &SHAREABLES
    }

    fn rows(id: &ShortId) -> Vec<Query> {
        vec![Stored::Vote.all_of(id)]
    }

    fn row(id: &ShortId, named: &str) -> Option<Key> {
        keys::code_in(named).map(|code| Stored::Vote.of_code(id, code))
    }

    fn empty(share: &Shareable) -> store::Result<Self::State> {
        Ok(share.poll().map_or_else(|_| Self::State::default(), model::results::Votes::of))
    }

    fn fits(state: &Self::State, share: &Shareable) -> bool {
        share.poll().is_ok_and(|poll| state.fits(poll))
    }

    fn put(state: &mut Self::State, row: &Item) -> store::Result<()> {
        state.put(from_item(row)?);
        Ok(())
    }

    fn remove(state: &mut Self::State, key: &Key) {
        if let Some(code) = key.sort_text().and_then(keys::code_in) {
            state.remove(code);
        }
    }

    fn see(state: &mut Self::State, share: &Shareable) -> Tally {
        let none = Results { total_votes: 0, questions: Vec::new() };
        let results = share.poll().map_or(none, |poll| state.results(poll));
        let first = state.all().values().take(SEATS + 1).map(|vote| vote.name.clone()).collect();
        Tally { results, first, json: OnceLock::new(), drawings: poll::Drawings::default() }
    }

    fn bytes(state: &Self::State) -> usize {
        state.bytes()
    }

    fn heavy(state: &Self::State) -> bool {
        state.is_large()
    }
}

/// The RSVPs to an event.
pub struct Rsvps;

/// What is seen of the RSVPs to an event.
pub struct Coming {
    pub summary: RsvpSummary,
    /// The first answers: those going, then those who may come, then the others.
    pub first: Vec<model::Rsvp>,
}

/// How many people a page names.
const NAMED: usize = 50;

impl Follow for Rsvps {
    const NAME: &'static str = "event_rsvps";
    type Id = ShortId;
    type Parent = Shareable;
    type State = model::Rsvps;
    type Seen = Coming;

    fn id(share: &Shareable) -> ShortId {
        share.short_id
    }

    fn table() -> &'static Table {
        &SHAREABLES
    }

    fn rows(id: &ShortId) -> Vec<Query> {
        vec![Stored::Rsvp.all_of(id)]
    }

    fn row(id: &ShortId, named: &str) -> Option<Key> {
        keys::code_in(named).map(|code| Stored::Rsvp.of_code(id, code))
    }

    fn empty(_: &Shareable) -> store::Result<model::Rsvps> {
        Ok(model::Rsvps::default())
    }

    fn put(state: &mut model::Rsvps, row: &Item) -> store::Result<()> {
        state.put(from_item(row)?);
        Ok(())
    }

    fn remove(state: &mut model::Rsvps, key: &Key) {
        if let Some(code) = key.sort_text().and_then(keys::code_in) {
            state.remove(code);
        }
    }

    fn see(state: &mut model::Rsvps, _: &Shareable) -> Coming {
        use model::Response::{Going, Maybe, NotGoing};
        let of = |response| state.all().values().filter(move |rsvp| rsvp.response == response);
        let first = of(Going).take(NAMED).chain(of(Maybe).take(NAMED)).chain(of(NotGoing).take(NAMED));
        Coming { summary: state.summary(), first: first.take(NAMED).cloned().collect() }
    }

    fn bytes(state: &model::Rsvps) -> usize {
        state.bytes()
    }
}

/// A share that pages watch.
pub struct Watch;

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

#[async_trait]
impl Watched for Watch {
    const NAME: &'static str = "share";
    type Id = ShortId;
    type Thing = Shareable;
    type Rights = Rights;
    type Audience = Audience;

    async fn load(services: &Services, id: &ShortId) -> store::Result<Option<Shareable>> {
        stored::find(services, id).await
    }

    fn audience(share: &Shareable, rights: &Rights, now: Timestamp) -> Option<Audience> {
        let access = rights.access(share);
        if access.is_admin() {
            return Some(Audience::Organiser);
        }
        if share.has_expired(now) || !share.may_view(access) {
            return None;
        }
        let sees = share.shows_answers(access, rights.answered, now);
        Some(if sees { Audience::Answers } else { Audience::Edits })
    }

    fn hears(audience: Audience, change: Change) -> bool {
        change == Change::Edited || audience != Audience::Edits
    }

    async fn parts(
        services: &Services,
        _: &ShortId,
        share: &Shareable,
        audience: Audience,
    ) -> Result<Vec<Part>, Problem> {
        if audience == Audience::Edits {
            return Ok(Vec::new());
        }
        match &share.content {
            // What people mark on a checklist is told as an edit: its page fetches itself.
            Content::Checklist(_) => Ok(Vec::new()),
            Content::Event(_) => event::parts(services, share).await,
            Content::Poll(_) => poll::parts(services, share).await,
        }
    }
}

/// Someone answered; call it after the commit.
pub fn answered(services: &Services, id: &ShortId) {
    services.live.changed::<Watch>(id, Change::Answered);
}

/// The share itself changed, what is marked on a checklist, or the share is gone; call it after the commit.
pub fn edited(services: &Services, id: &ShortId) {
    services.live.changed::<Watch>(id, Change::Edited);
}
