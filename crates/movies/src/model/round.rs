//! A movie night and its life: draft → voting → selected → watched → rated, or expired on the way.

use super::{HouseholdId, MemberId, PickId, RoundId, Wish};
use jiff::{SignedDuration, Timestamp};
use kernel::Moment;
use serde::{Deserialize, Serialize};
use web::outcome::Origin;

/// A round that nobody moved on for this long is over.
const IDLE: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Where a round is. Older spellings are read here and nowhere else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Draft,
    #[serde(alias = "closed")]
    Voting,
    #[serde(alias = "picked")]
    Selected,
    Watched,
    Rated,
    #[serde(alias = "discarded")]
    Expired,
}

impl Status {
    pub const ALL: [Self; 6] =
        [Self::Draft, Self::Voting, Self::Selected, Self::Watched, Self::Rated, Self::Expired];

    pub fn as_str(self) -> &'static str {
        self.spellings()[0]
    }

    /// How it may be stored: ours first, then the older ones.
    pub fn spellings(self) -> &'static [&'static str] {
        match self {
            Self::Draft => &["draft"],
            Self::Voting => &["voting", "closed"],
            Self::Selected => &["selected", "picked"],
            Self::Watched => &["watched"],
            Self::Rated => &["rated"],
            Self::Expired => &["expired", "discarded"],
        }
    }

    /// Whether it is the last: nothing moves on from here.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Rated | Self::Expired)
    }
}

/// One arrow of a round's life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    Start,
    Pick,
    Watch,
    Rate,
    Expire,
}

impl Move {
    pub const ALL: [Self; 5] = [Self::Start, Self::Pick, Self::Watch, Self::Rate, Self::Expire];

    /// Where the arrow leads from `status`; `None` where there is no such arrow.
    pub fn from(self, status: Status) -> Option<Status> {
        match (self, status) {
            (Self::Start, Status::Draft) => Some(Status::Voting),
            (Self::Pick, Status::Voting) => Some(Status::Selected),
            (Self::Watch, Status::Selected) => Some(Status::Watched),
            (Self::Rate, Status::Watched) => Some(Status::Rated),
            (Self::Expire, status) if !status.is_over() => Some(Status::Expired),
            _ => None,
        }
    }
}

/// A row of `Rounds`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    pub round_id: RoundId,
    pub group_id: HouseholdId,
    pub started_by: MemberId,
    pub status: Status,
    /// Absent in older rounds, where everybody attends.
    pub attendees: Option<Vec<MemberId>>,
    pub created_at: Moment,
    pub voting_started_at: Option<Moment>,
    pub selected_at: Option<Moment>,
    pub watched_at: Option<Moment>,
    pub rated_at: Option<Moment>,
    #[serde(default)]
    pub relaxed_constraints: Vec<Wish>,
    /// Ours: the pick, once there is one.
    pub pick_id: Option<PickId>,
    /// Ours: when people were last asked to vote, and when that happened by itself.
    pub nudged_at: Option<Moment>,
    pub nudged_by_itself_at: Option<Moment>,
    pub updated_at: Option<Moment>,
    /// Ours: the poll that it was made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
    /// Ours: counts edits; votes and ratings leave it alone.
    #[serde(default)]
    pub version: u64,
}

impl Round {
    pub fn draft(
        id: RoundId,
        household: HouseholdId,
        by: MemberId,
        attendees: Vec<MemberId>,
        now: Moment,
    ) -> Self {
        Self {
            round_id: id,
            group_id: household,
            started_by: by,
            status: Status::Draft,
            attendees: Some(attendees),
            created_at: now,
            voting_started_at: None,
            selected_at: None,
            watched_at: None,
            rated_at: None,
            relaxed_constraints: Vec::new(),
            pick_id: None,
            nudged_at: None,
            nudged_by_itself_at: None,
            updated_at: None,
            from: None,
            version: 1,
        }
    }

    /// Where the round is at `now`: one that nobody moved on for 30 days has expired, whatever is stored.
    pub fn status_at(&self, now: Timestamp) -> Status {
        let idle = self.last_moved().duration_until(now) >= IDLE;
        if idle && !self.status.is_over() { Status::Expired } else { self.status }
    }

    fn last_moved(&self) -> Moment {
        let steps =
            [self.voting_started_at, self.selected_at, self.watched_at, self.rated_at, self.updated_at];
        steps.into_iter().flatten().max().unwrap_or(self.created_at).max(self.created_at)
    }

    /// Moves along an arrow and notes when. `None` where the round is not at its beginning.
    pub fn moved(&mut self, by: Move, now: Moment) -> Option<()> {
        self.status = by.from(self.status_at(*now))?;
        match self.status {
            Status::Voting => self.voting_started_at = Some(now),
            Status::Selected => self.selected_at = Some(now),
            Status::Watched => self.watched_at = Some(now),
            Status::Rated => self.rated_at = Some(now),
            Status::Draft | Status::Expired => {}
        }
        Some(())
    }

    /// Who is there: those who were named, as far as they are still in the household, or all of its `members`.
    pub fn present(&self, members: &[MemberId]) -> Vec<MemberId> {
        let named = |member: &MemberId| self.attendees.as_ref().is_none_or(|named| named.contains(member));
        members.iter().copied().filter(named).collect()
    }

    pub fn is_attended_by(&self, member: MemberId) -> bool {
        self.attendees.as_ref().is_none_or(|named| named.contains(&member))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(status: Status) -> Round {
        let id: uuid::Uuid = "123e4567-e89b-12d3-a456-426614174000".parse().unwrap();
        let now: Moment = "2026-11-15T09:00:00Z".parse().unwrap();
        let draft = Round::draft(RoundId(id), HouseholdId(id), MemberId::Managed(id), vec![], now);
        Round { status, ..draft }
    }

    #[test]
    fn every_arrow_is_drawn_and_every_other_is_refused() {
        use Status::{Draft, Expired, Rated, Selected, Voting, Watched};
        let drawn = [
            (Move::Start, Draft, Voting),
            (Move::Pick, Voting, Selected),
            (Move::Watch, Selected, Watched),
            (Move::Rate, Watched, Rated),
            (Move::Expire, Draft, Expired),
            (Move::Expire, Voting, Expired),
            (Move::Expire, Selected, Expired),
            (Move::Expire, Watched, Expired),
        ];
        for by in Move::ALL {
            for from in Status::ALL {
                let to = drawn.iter().find(|(arrow, start, _)| (*arrow, *start) == (by, from));
                assert_eq!(by.from(from), to.map(|(_, _, end)| *end), "{by:?} from {from:?}");
            }
        }
    }

    #[test]
    fn older_spellings_are_read_and_ours_are_written() {
        let read = |text: &str| serde_json::from_str::<Status>(&format!("{text:?}")).unwrap();
        for status in Status::ALL {
            for spelling in status.spellings() {
                assert_eq!(read(spelling), status);
            }
            assert_eq!(serde_json::to_string(&status).unwrap(), format!("{:?}", status.as_str()));
        }
    }

    #[test]
    fn a_round_that_nobody_moves_on_expires_by_itself_unless_it_is_over() {
        let days = |round: &Round, days| round.status_at(*round.created_at.plus_days(days));
        for status in [Status::Draft, Status::Voting, Status::Selected, Status::Watched] {
            assert_eq!((days(&round(status), 29), days(&round(status), 30)), (status, Status::Expired));
        }
        assert_eq!(days(&round(Status::Rated), 400), Status::Rated);
        let mut moved = round(Status::Draft);
        moved.moved(Move::Start, moved.created_at.plus_days(20)).unwrap();
        assert_eq!(days(&moved, 49), Status::Voting);
        assert_eq!(moved.moved(Move::Pick, moved.created_at.plus_days(50)), None, "expired on the way");
    }

    #[test]
    fn who_left_the_household_attends_no_more_and_an_older_round_has_everybody() {
        let [one, two] = [1_u128, 2].map(|n| MemberId::Managed(uuid::Uuid::from_u128(n)));
        let mut round = round(Status::Voting);
        round.attendees = Some(vec![one, two]);
        assert_eq!(round.present(&[two]), [two]);
        round.attendees = None;
        assert_eq!(round.present(&[one, two]), [one, two]);
    }
}
