//! Who is coming, kept up to date answer by answer.

use super::{Answers, Code, Response, Rsvp};
use serde::Serialize;
use utoipa::ToSchema;

/// How many said what; `guests` are the extra people of those going.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RsvpSummary {
    pub going: u32,
    pub maybe: u32,
    pub not_going: u32,
    pub guests: u32,
}

impl RsvpSummary {
    pub fn answers(&self) -> usize {
        [self.going, self.maybe, self.not_going].into_iter().map(|count| count as usize).sum()
    }

    fn of_one(rsvp: &Rsvp) -> Self {
        let none = Self::default();
        match rsvp.response {
            Response::Going => Self { going: 1, guests: rsvp.guest_count, ..none },
            Response::Maybe => Self { maybe: 1, ..none },
            Response::NotGoing => Self { not_going: 1, ..none },
        }
    }

    fn changed_by(&mut self, one: Self, change: fn(u32, u32) -> u32) {
        self.going = change(self.going, one.going);
        self.maybe = change(self.maybe, one.maybe);
        self.not_going = change(self.not_going, one.not_going);
        self.guests = change(self.guests, one.guests);
    }
}

/// Every answer to an event, and the sum of them.
#[derive(Debug, Clone, Default)]
pub struct Rsvps {
    all: Answers<Rsvp>,
    summary: RsvpSummary,
}

impl Rsvps {
    pub fn all(&self) -> &Answers<Rsvp> {
        &self.all
    }

    pub fn summary(&self) -> RsvpSummary {
        self.summary
    }

    /// Takes in an answer, new or changed.
    pub fn insert(&mut self, rsvp: Rsvp) {
        self.withdraw(rsvp.code);
        self.summary.changed_by(RsvpSummary::of_one(&rsvp), u32::saturating_add);
        self.all.insert(rsvp.place(), rsvp);
    }

    pub fn withdraw(&mut self, code: Code) {
        if let Some(gone) = self.all.remove(code) {
            self.summary.changed_by(RsvpSummary::of_one(&gone), u32::saturating_sub);
        }
    }
}
