//! What a caller shows for a poll, and what that allows.

use super::{ManageKey, Poll, PollId, VoteId, Voter};
use crate::Error;
use kernel::{Keyring, UserId};

/// The keys and the account that came with a request.
#[derive(Clone, Default)]
pub struct Credentials {
    pub manage_key: Option<ManageKey>,
    pub voter: Option<Voter>,
    pub account: Option<UserId>,
}

impl Credentials {
    /// Of somebody who has just typed a manage key.
    pub fn of_key(manage_key: ManageKey) -> Self {
        Self { manage_key: Some(manage_key), ..Self::default() }
    }

    /// The key, or the account that the poll belongs to.
    pub fn manages(&self, poll: &Poll) -> bool {
        let hash = poll.manage_key_hash.as_deref();
        self.manage_key.as_ref().zip(hash).is_some_and(|(key, hash)| key.opens(hash)) || self.owns(poll)
    }

    pub fn owns(&self, poll: &Poll) -> bool {
        self.account.is_some() && self.account == poll.owner_id
    }

    pub fn must_manage(&self, poll: &Poll) -> Result<(), Error> {
        match () {
            () if self.manages(poll) => Ok(()),
            () if self.manage_key.is_some() => Err(Error::WrongManageKey),
            () if self.account.is_some() => Err(Error::NotTheManager),
            () if self.voter.is_some() => Err(Error::WrongManageKey),
            () => Err(Error::ManageKeyNeeded),
        }
    }

    /// The id of the ballot these credentials hold in `poll`, cast or not.
    pub fn vote_in(&self, poll: PollId, keys: &Keyring) -> Option<VoteId> {
        self.voter.as_ref().map(|voter| voter.vote_in(poll, keys))
    }

    /// Whether `vote` is theirs.
    pub fn must_hold(&self, poll: PollId, vote: VoteId, keys: &Keyring) -> Result<(), Error> {
        match (self.vote_in(poll, keys), &self.voter) {
            (Some(held), _) if held == vote => Ok(()),
            (Some(_), Some(Voter::Account(_))) => Err(Error::NotYourBallot),
            (Some(_), _) => Err(Error::WrongVoterKey),
            (None, _) if self.manage_key.is_some() => Err(Error::WrongVoterKey),
            (None, _) => Err(Error::VoterKeyNeeded),
        }
    }
}
