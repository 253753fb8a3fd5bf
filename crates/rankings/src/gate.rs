//! Who is asking about which poll. Programs show keys as bearer, browsers as cookies; nothing below reads either.

use crate::{
    Error,
    live::Rights,
    model::{ManageKey, Poll, PollId, Vote, VoteId, Voter},
    pages::manage_key,
    service::create_poll::KIND,
    stored, urls,
};
use axum::extract::FromRequestParts;
use axum_extra::extract::cookie::Cookie;
use http::request::Parts;
use kernel::{Keyring, UserId};
use serde::Deserialize;
use web::{App, Ctx, Path, Problem, Services, api, cookies::LONGEST};

/// The cookie with a browser's voter key: one for all polls, because vote ids cannot be linked across them.
const VOTER_COOKIE: &str = "voter";
/// The cookie with the manage key; its path holds the poll's id.
const MANAGE_COOKIE: &str = "manage";

/// Someone at a poll, and what they show for it.
pub struct Visitor {
    pub id: PollId,
    pub account: Option<UserId>,
    pub manage_key: Option<ManageKey>,
    pub voter: Option<Voter>,
}

impl Visitor {
    /// For looking.
    pub async fn for_reading(&self, services: &Services) -> Result<Poll, Error> {
        stored::get_poll(services, self.id).await
    }

    /// For what only the manager may do.
    pub async fn for_managing(&self, services: &Services) -> Result<Poll, Error> {
        let poll = self.for_reading(services).await?;
        self.must_manage(&poll)?;
        Ok(poll)
    }

    /// By the key, or by the account that the poll belongs to.
    pub fn manages(&self, poll: &Poll) -> bool {
        self.manage_key.as_ref().is_some_and(|key| poll.opens_with(key)) || self.owns(poll)
    }

    pub fn owns(&self, poll: &Poll) -> bool {
        self.account.is_some() && self.account == poll.owner_id
    }

    fn must_manage(&self, poll: &Poll) -> Result<(), Error> {
        match () {
            () if self.manages(poll) => Ok(()),
            () if self.manage_key.is_some() => Err(Error::WrongManageKey),
            () if self.account.is_some() => Err(Error::NotTheManager),
            () if self.voter.is_some() => Err(Error::WrongManageKey),
            () => Err(Error::ManageKeyNeeded),
        }
    }

    /// The id of their ballot, cast or not.
    pub fn vote_id(&self, keys: &Keyring) -> Option<VoteId> {
        self.voter.as_ref().map(|voter| voter.vote_in(self.id, keys))
    }

    /// Their ballot, if they have cast one.
    pub async fn find_vote(&self, services: &Services) -> store::Result<Option<Vote>> {
        match self.vote_id(&services.keys) {
            Some(vote) => stored::find_vote(services, self.id, vote).await,
            None => Ok(None),
        }
    }

    /// Whether `vote` is theirs.
    pub fn must_hold(&self, vote: VoteId, keys: &Keyring) -> Result<(), Error> {
        match (self.vote_id(keys), &self.voter) {
            (Some(held), _) if held == vote => Ok(()),
            (Some(_), Some(Voter::Account(_))) => Err(Error::NotYourBallot),
            (Some(_), _) => Err(Error::WrongVoterKey),
            (None, _) if self.manage_key.is_some() => Err(Error::WrongVoterKey),
            (None, _) => Err(Error::VoterKeyNeeded),
        }
    }
}

/// A request about one poll.
pub struct Gate {
    pub ctx: Ctx,
    pub visitor: Visitor,
}

/// A poll as the caller finds it.
pub struct Opened {
    pub poll: Poll,
    /// Their ballot, if they have cast one.
    pub vote: Option<Vote>,
    /// What they may see of it, and go on seeing while they watch.
    pub rights: Rights,
}

#[derive(Deserialize)]
struct Place {
    id: PollId,
}

impl FromRequestParts<App> for Gate {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Path(Place { id }) = Path::from_request_parts(parts, app).await?;
        let ctx = Ctx::from_request_parts(parts, app).await?;
        let visitor = visitor(&ctx, id);
        Ok(Self { ctx, visitor })
    }
}

/// One bearer is a manage key, a voter key or an account's. In a browser, who is signed in votes as their account.
fn visitor(ctx: &Ctx, id: PollId) -> Visitor {
    let account = ctx.actor.user_id();
    if ctx.path().starts_with(api::BASE) {
        let manage_key = ctx.bearer.as_deref().and_then(ManageKey::read);
        let key = ctx.bearer.clone().filter(|_| manage_key.is_none()).map(Voter::Key);
        return Visitor { id, account, manage_key, voter: key.or(account.map(Voter::Account)) };
    }
    let manage_key = ctx.cookie(MANAGE_COOKIE).and_then(ManageKey::read);
    let key = ctx.cookie(VOTER_COOKIE).and_then(|key| Voter::with_key(key).ok());
    Visitor { id, account, manage_key, voter: account.map(Voter::Account).or(key) }
}

impl Gate {
    pub fn id(&self) -> PollId {
        self.visitor.id
    }

    pub async fn poll(&self) -> Result<Poll, Error> {
        self.visitor.for_reading(&self.ctx).await
    }

    /// The poll, for its manager. A browser without the key is asked for it.
    pub async fn manages(&self) -> Result<Poll, Problem> {
        let poll = self.poll().await?;
        match self.visitor.must_manage(&poll) {
            Ok(()) => Ok(poll),
            Err(error) => Err(manage_key::refusal(&self.ctx, &poll, error)),
        }
    }

    pub async fn open(&self) -> Result<Opened, Error> {
        self.opened(self.poll().await?).await
    }

    /// The same of a poll that was read already.
    pub async fn opened(&self, poll: Poll) -> Result<Opened, Error> {
        let vote = self.visitor.find_vote(&self.ctx).await?;
        let rights = Rights { manages: self.visitor.manages(&poll), voted: vote.is_some() };
        Ok(Opened { poll, vote, rights })
    }

    /// Whether this browser created the poll.
    pub fn has_created(&self) -> bool {
        self.ctx.has_created(KIND, &self.id().to_string())
    }

    /// Makes this browser forget that it manages the poll.
    pub fn forget(&self) -> Cookie<'static> {
        self.ctx.dead_cookie(MANAGE_COOKIE, urls::poll(self.id()))
    }
}

/// The cookie by which this browser manages a poll from now on.
pub fn manage_cookie(ctx: &Ctx, poll: PollId, key: &ManageKey) -> Cookie<'static> {
    ctx.new_cookie(MANAGE_COOKIE, key.as_str(), urls::poll(poll), LONGEST)
}

/// The cookie by which this browser votes from now on; an account needs none.
pub fn voter_cookie(ctx: &Ctx, voter: &Voter) -> Option<Cookie<'static>> {
    voter.key().map(|key| ctx.new_cookie(VOTER_COOKIE, key, urls::PAGES, LONGEST))
}
