//! What a request shows, and what that allows in one poll.

use crate::{
    Error,
    model::{ManageKey, Poll, PollId, ResultsVisibility, VoteId, Voter},
    service::load,
};
use web::Ctx;

/// The cookie with a browser's voter key: one for all polls, because vote ids cannot be linked across them.
pub const VOTER_COOKIE: &str = "voter";
/// The cookie with the manage key; its path holds the poll's id.
pub const MANAGE_COOKIE: &str = "manage";

/// The keys that came with a request, as bearer or as cookies.
#[derive(Clone)]
pub struct Credentials {
    manage_key: Option<ManageKey>,
    voter: Option<Voter>,
    signed_in: bool,
}

impl Credentials {
    /// Of a JSON request: one bearer, which is a manage key, a voter key or an account's.
    pub fn of_bearer(ctx: &Ctx) -> Self {
        let manage_key = ctx.bearer.as_deref().and_then(ManageKey::read);
        let key = ctx.bearer.clone().filter(|_| manage_key.is_none()).map(Voter::Key);
        Self { manage_key, voter: key.or_else(|| account(ctx)), signed_in: ctx.actor.account.is_some() }
    }

    /// Of a browser: who is signed in votes as their account.
    pub fn of_cookies(ctx: &Ctx) -> Self {
        let manage_key = ctx.cookie(MANAGE_COOKIE).and_then(ManageKey::read);
        let key = ctx.cookie(VOTER_COOKIE).and_then(|key| Voter::with_key(key).ok());
        Self { manage_key, voter: account(ctx).or(key), signed_in: ctx.actor.account.is_some() }
    }

    /// Of somebody who has just typed a manage key.
    pub fn of_key(manage_key: ManageKey) -> Self {
        Self { manage_key: Some(manage_key), voter: None, signed_in: false }
    }

    pub fn voter(&self) -> Option<&Voter> {
        self.voter.as_ref()
    }

    pub fn manage_key(&self) -> Option<&ManageKey> {
        self.manage_key.as_ref()
    }

    pub fn manages(&self, poll: &Poll) -> bool {
        let hash = poll.manage_key_hash.as_deref();
        self.manage_key.as_ref().zip(hash).is_some_and(|(key, hash)| key.opens(hash))
    }

    pub fn must_manage(&self, poll: &Poll) -> Result<(), Error> {
        match () {
            () if self.manages(poll) => Ok(()),
            () if self.manage_key.is_some() => Err(Error::WrongManageKey),
            () if self.signed_in => Err(Error::NotTheManager),
            () if self.voter.is_some() => Err(Error::WrongManageKey),
            () => Err(Error::ManageKeyNeeded),
        }
    }

    /// The id of the ballot these credentials hold in `poll`, cast or not.
    pub fn vote_in(&self, ctx: &Ctx, poll: PollId) -> Option<VoteId> {
        self.voter.as_ref().map(|voter| voter.vote_in(poll, &ctx.keys))
    }

    /// Whether `vote` is theirs.
    pub fn must_hold(&self, ctx: &Ctx, poll: PollId, vote: VoteId) -> Result<(), Error> {
        match self.vote_in(ctx, poll) {
            Some(held) if held == vote => Ok(()),
            Some(_) if self.voter.as_ref().is_some_and(|voter| voter.key().is_none()) => {
                Err(Error::NotYourBallot)
            }
            Some(_) => Err(Error::WrongVoterKey),
            None if self.manage_key.is_some() => Err(Error::WrongVoterKey),
            None => Err(Error::VoterKeyNeeded),
        }
    }

    /// Whether they may see results, and everything that follows from them, right now.
    pub async fn see_results(&self, ctx: &Ctx, poll: &Poll) -> Result<bool, Error> {
        if !poll.state(ctx.clock.now()).is_open() || self.manages(poll) {
            return Ok(true);
        }
        match (poll.settings.results_visibility, self.vote_in(ctx, poll.id)) {
            (ResultsVisibility::Always, _) => Ok(true),
            (ResultsVisibility::AfterVote, Some(vote)) => {
                Ok(load::find_vote(ctx, poll.id, vote).await?.is_some())
            }
            (ResultsVisibility::AfterVote, None) | (ResultsVisibility::AfterClose, _) => Ok(false),
        }
    }

    pub async fn must_see_results(&self, ctx: &Ctx, poll: &Poll) -> Result<(), Error> {
        if self.see_results(ctx, poll).await? {
            return Ok(());
        }
        Err(Error::ResultsHidden(match poll.settings.results_visibility {
            ResultsVisibility::AfterVote => "Results are shown once you have voted.",
            _ => "Results are shown once the poll is closed.",
        }))
    }
}

fn account(ctx: &Ctx) -> Option<Voter> {
    ctx.actor.account.as_ref().map(|account| Voter::Account(account.user_id))
}
