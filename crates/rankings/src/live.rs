//! Ballots are held in memory and followed; pages that are open learn what came of them.

use crate::{
    keys,
    model::{Poll, PollId, ResultsVisibility, VoteId},
    pages::parts,
    stored,
};
use async_trait::async_trait;
use jiff::Timestamp;
use store::{Item, Key, Query, StoreError, View, view::List};
use tally::{BallotBox, Election, Results, Rules};
use web::{Change, Follow, Part, Problem, Services, Watched};

/// Counting this many ballots takes long enough to keep a thread from answering others.
const WORTH_A_THREAD: usize = 20_000;

/// The ballots of one poll.
pub struct Ballots;

/// Ballots as they are held: over one list of candidates, with one order for ties.
pub struct Held {
    ballots: BallotBox,
    candidates: Vec<String>,
    tie_order: Vec<u32>,
}

impl Held {
    /// The ballots without their voters.
    pub fn election(&self) -> &Election {
        self.ballots.election()
    }

    pub fn total(&self) -> u64 {
        self.ballots.len() as u64
    }
}

impl Follow for Ballots {
    const NAME: &'static str = "votes";
    const MARK: &'static str = "voteId";
    type Id = PollId;
    type State = Held;

    fn id(poll: &Poll) -> PollId {
        poll.id
    }

    fn version(poll: &Poll) -> u64 {
        poll.version
    }

    fn rows(poll: &PollId) -> Vec<Query> {
        vec![keys::votes_of(*poll)]
    }

    fn named(key: &Key) -> String {
        vote_in(key).map(|vote| vote.to_string()).unwrap_or_default()
    }

    fn row(poll: &PollId, vote: &str) -> Option<Key> {
        vote.parse().ok().map(|vote| keys::vote(*poll, vote))
    }
}

impl web::Held for Held {
    type Parent = Poll;
    type Seen = Results;

    fn empty(poll: &Poll) -> store::Result<Self> {
        let tie_order = poll.tie_order();
        let ballots = BallotBox::new(poll.names(), &tie_order);
        let ballots = ballots.map_err(|error| StoreError::Invalid(format!("poll {}: {error}", poll.id)))?;
        Ok(Self { ballots, candidates: poll.candidates.clone(), tie_order })
    }

    fn fits(&self, poll: &Poll) -> bool {
        self.candidates == poll.candidates && self.tie_order == poll.tie_order()
    }

    /// Names that are no candidates, and repeated ones, can only have been written by other means; they are passed over. A vote
    /// without a readable id or list of names is refused, and so left out and counted.
    fn put(&mut self, row: &Item) -> store::Result<()> {
        let unreadable = |what: &str| StoreError::Invalid(format!("the vote has no {what}"));
        let vote = row.get("SK").and_then(View::as_str).and_then(keys::vote_of);
        let vote = vote.ok_or_else(|| unreadable("id"))?;
        let names = row.get("rankings").and_then(View::as_list).map(List::iter);
        let ranking: Option<Vec<&str>> = names.and_then(|names| names.map(View::as_str).collect());
        let ranking = ranking.ok_or_else(|| unreadable("list of names"))?;
        let put = self.ballots.put_known(vote.0.as_u128(), &ranking);
        put.map(drop).map_err(|error| StoreError::Invalid(error.to_string()))
    }

    fn remove(&mut self, key: &Key) {
        if let Some(vote) = vote_in(key) {
            self.ballots.remove(vote.0.as_u128());
        }
    }

    fn see(&mut self, _: &Poll) -> store::Result<Results> {
        Ok(self.ballots.tally(&Rules::default()))
    }

    fn bytes(&self) -> usize {
        self.ballots.memory_bytes()
    }

    fn heavy(&self) -> bool {
        self.ballots.len() >= WORTH_A_THREAD
    }
}

fn vote_in(key: &Key) -> Option<VoteId> {
    key.sort_text().and_then(keys::vote_of)
}

/// What a stream showed when it came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rights {
    pub manages: bool,
    pub voted: bool,
}

impl Rights {
    /// Whether these rights are enough to see results, and everything that follows from them, right now.
    pub fn see_results(self, poll: &Poll, now: Timestamp) -> bool {
        self.manages
            || !poll.is_open(now)
            || match poll.settings.visibility() {
                ResultsVisibility::Always => true,
                ResultsVisibility::AfterVote => self.voted,
                ResultsVisibility::AfterClose => false,
            }
    }
}

/// Those who watch a poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Audience {
    /// They see results, and how many ballots are in.
    Results,
    /// They learn of edits only.
    Edits,
}

web::watched!(Poll as "ranked" by PollId, Rights => Audience);

#[async_trait]
impl Watched for Poll {
    fn audience(&self, rights: &Rights, now: Timestamp) -> Option<Audience> {
        Some(if rights.see_results(self, now) { Audience::Results } else { Audience::Edits })
    }

    fn hears(audience: Audience, change: Change) -> bool {
        change == Change::Edited || audience == Audience::Results
    }

    async fn parts(&self, services: &Services, audience: Audience) -> Result<Vec<Part>, Problem> {
        match audience {
            Audience::Edits => Ok(Vec::new()),
            Audience::Results => {
                let results = services.followed::<Ballots>(self).await?;
                parts::of(self, &results, services.clock.now())
            }
        }
    }

    async fn load(services: &Services, id: &PollId) -> store::Result<Option<Self>> {
        stored::find_poll(services, *id).await
    }
}
