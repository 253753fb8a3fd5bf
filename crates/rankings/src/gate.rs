//! Who is asking about which poll. Programs show keys as bearer, browsers as cookies; nothing below reads either.

use crate::{
    Error,
    live::Rights,
    model::{Credentials, ManageKey, Poll, PollId, Voter},
    pages::manage_key,
    stored,
};
use axum::extract::FromRequestParts;
use axum_extra::extract::cookie::Cookie;
use http::request::Parts;
use jiff::SignedDuration;
use serde::Deserialize;
use web::{App, Ctx, Path, Problem, api};

/// The cookie with a browser's voter key: one for all polls, because vote ids cannot be linked across them.
const VOTER_COOKIE: &str = "voter";
/// The cookie with the manage key; its path holds the poll's id.
const MANAGE_COOKIE: &str = "manage";
/// The cookie of the browser that created a poll without an account; its path holds the poll's id.
const CREATOR_COOKIE: &str = "created";
/// As long as browsers keep a cookie at all.
const COOKIE_AGE: SignedDuration = SignedDuration::from_hours(400 * 24);
/// Where the pages of all polls are.
const PAGES: &str = "/r";

/// A request about one poll.
pub struct Gate {
    pub ctx: Ctx,
    pub id: PollId,
    pub credentials: Credentials,
}

#[derive(Deserialize)]
struct PollPath {
    id: PollId,
}

impl FromRequestParts<App> for Gate {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Path(PollPath { id }) = Path::from_request_parts(parts, app).await?;
        let ctx = Ctx::from_request_parts(parts, app).await?;
        let credentials = credentials(&ctx);
        Ok(Self { ctx, id, credentials })
    }
}

impl Gate {
    pub async fn poll(&self) -> Result<Poll, Error> {
        stored::get_poll(&self.ctx, self.id).await
    }

    /// The poll, for its manager. A browser without the key is asked for it.
    pub async fn manages(&self) -> Result<Poll, Problem> {
        let poll = self.poll().await?;
        match self.credentials.must_manage(&poll) {
            Ok(()) => Ok(poll),
            Err(error) => Err(manage_key::refusal(&self.ctx, &poll, error)),
        }
    }

    /// What this caller may see of the poll while they watch it.
    pub async fn rights(&self, poll: &Poll) -> Result<Rights, Error> {
        let voted = match self.credentials.vote_in(poll.id, &self.ctx.keys) {
            Some(vote) => stored::find_vote(&self.ctx, poll.id, vote).await?.is_some(),
            None => false,
        };
        Ok(Rights { manages: self.credentials.manages(poll), voted })
    }

    pub fn has_created(&self) -> bool {
        let given = self.ctx.cookie(CREATOR_COOKIE).unwrap_or_default();
        blake3::hash(given.as_bytes()) == blake3::hash(creator_mark(&self.ctx, self.id).as_bytes())
    }

    /// Makes this browser forget that it manages the poll.
    pub fn forget(&self) -> Cookie<'static> {
        self.ctx.dead_cookie(MANAGE_COOKIE, format!("{PAGES}/{}", self.id))
    }
}

/// One bearer is a manage key, a voter key or an account's. In a browser, who is signed in votes as their account.
fn credentials(ctx: &Ctx) -> Credentials {
    let account = ctx.actor.account.as_ref().map(|account| account.user_id);
    if ctx.path().starts_with(api::BASE) {
        let manage_key = ctx.bearer.as_deref().and_then(ManageKey::read);
        let key = ctx.bearer.clone().filter(|_| manage_key.is_none()).map(Voter::Key);
        return Credentials { manage_key, voter: key.or(account.map(Voter::Account)), account };
    }
    let manage_key = ctx.cookie(MANAGE_COOKIE).and_then(ManageKey::read);
    let key = ctx.cookie(VOTER_COOKIE).and_then(|key| Voter::with_key(key).ok());
    Credentials { manage_key, voter: account.map(Voter::Account).or(key), account }
}

/// The cookie by which this browser manages a poll from now on.
pub fn manage_cookie(ctx: &Ctx, poll: PollId, key: &ManageKey) -> Cookie<'static> {
    ctx.new_cookie(MANAGE_COOKIE, key.as_str(), format!("{PAGES}/{poll}"), COOKIE_AGE)
}

/// The cookie by which this browser votes from now on; an account needs none.
pub fn voter_cookie(ctx: &Ctx, voter: &Voter) -> Option<Cookie<'static>> {
    voter.key().map(|key| ctx.new_cookie(VOTER_COOKIE, key, PAGES, COOKIE_AGE))
}

/// The cookie that proves later that this browser created the poll.
pub fn creator_cookie(ctx: &Ctx, poll: PollId) -> Cookie<'static> {
    ctx.new_cookie(CREATOR_COOKIE, creator_mark(ctx, poll), format!("{PAGES}/{poll}"), COOKIE_AGE)
}

fn creator_mark(ctx: &Ctx, poll: PollId) -> String {
    data_encoding::BASE64URL_NOPAD.encode(&ctx.keys.mac("creator of a ranked poll", &[poll.0.as_bytes()]))
}
