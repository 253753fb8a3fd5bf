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

#[cfg(test)]
mod tests {
    use super::{super::Reply, *};
    use kernel::Moment;

    fn rsvp(code: &str, response: Response, guest_count: u32) -> Rsvp {
        Rsvp {
            short_id: "abc-def-12345".parse().unwrap(),
            code: code.parse().unwrap(),
            what: Reply { name: "Ana".into(), response, guest_count, note: None },
            created_at: Moment::default(),
            updated_at: Moment::default(),
            ttl: 0,
        }
    }

    #[test]
    fn guests_of_those_going_are_counted_and_a_changed_answer_counts_once() {
        let mut all = Rsvps::default();
        for (code, response, guests) in [
            ("aaaaaaaa", Response::Going, 2),
            ("bbbbbbbb", Response::Going, 0),
            ("cccccccc", Response::Maybe, 5),
            ("dddddddd", Response::NotGoing, 1),
        ] {
            all.insert(rsvp(code, response, guests));
        }
        assert_eq!(all.summary(), RsvpSummary { going: 2, maybe: 1, not_going: 1, guests: 2 });
        all.insert(rsvp("aaaaaaaa", Response::Maybe, 2));
        all.withdraw("bbbbbbbb".parse().unwrap());
        all.withdraw("bbbbbbbb".parse().unwrap());
        assert_eq!(all.summary(), RsvpSummary { going: 0, maybe: 2, not_going: 1, guests: 0 });
        assert_eq!(all.summary().answers(), 3);
    }
}
