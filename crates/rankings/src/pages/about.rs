//! What every page of a poll says alike: whether it is open, when it ends, how long it is kept, and how to share it.

use crate::{
    model::{Poll, State},
    urls,
};
use jiff::Timestamp;
use web::{Ctx, Layout, OnceField, Share, TimeLeft, When, outcome::Became};

/// Below this many ballots, whoever watches live results can tell whose ballot has just come in.
pub const FEW_BALLOTS: u64 = 5;

/// A poll as its pages show it at one moment.
pub struct About<'a> {
    pub ctx: &'a Ctx,
    pub poll: &'a Poll,
    pub now: Timestamp,
}

impl<'a> About<'a> {
    pub fn of(ctx: &'a Ctx, poll: &'a Poll) -> Self {
        Self { ctx, poll, now: ctx.clock.now() }
    }

    /// The layout of a page that follows the poll.
    pub fn layout(&self, title: impl Into<String>) -> Layout {
        Layout::of(self.ctx, title).noindex().live(urls::live(self.poll.id))
    }

    pub fn base(&self) -> String {
        urls::poll(self.poll.id)
    }

    pub fn is_open(&self) -> bool {
        self.poll.is_open(self.now)
    }

    /// What a badge says once no more ballots are taken.
    pub fn over(&self) -> Option<&'static str> {
        match self.poll.state(self.now) {
            State::Open => None,
            State::Closed => Some("Closed"),
            State::Expired => Some("Voting has ended"),
        }
    }

    /// How long an open poll goes on that ends by itself.
    pub fn left(&self) -> Option<TimeLeft> {
        let end = self.poll.expires_at.filter(|_| self.is_open())?;
        Some(TimeLeft::new("Closes", *self.poll.created_at, *end, self.now, &self.ctx.zones()))
    }

    pub fn ends(&self) -> Option<When> {
        self.poll.expires_at.map(|end| When::new(end, self.now, &self.ctx.zones()))
    }

    pub fn kept_until(&self) -> Option<When> {
        self.poll.known_to_be_kept_until().map(|until| When::new(until, self.now, &self.ctx.zones()))
    }

    pub fn became(&self) -> Became {
        Became(self.poll.outcomes.clone())
    }

    /// The key of a form on the page.
    pub fn once(&self) -> OnceField {
        OnceField(self.ctx.new_once())
    }

    /// How to share it: code, link, share button and QR code.
    pub fn share(&self) -> Share {
        let share = |path: &str| Share::new(self.ctx.url(path), &self.poll.title).with_qr();
        match &self.poll.code {
            Some(code) => share(&urls::short(code)).code(code),
            None => share(&self.base()),
        }
    }

    /// What a chat shows under the link: what it is and whether it takes ballots, never what came of them.
    pub fn preview(&self) -> String {
        let state = match self.poll.expires_at {
            _ if !self.is_open() => "Closed".into(),
            None => "Open".into(),
            Some(end) => {
                let zones = self.ctx.settings.zones();
                format!("Open until {}", When::new(end, self.now, &zones).said())
            }
        };
        format!("Ranked poll. {state}. No account needed.")
    }
}
