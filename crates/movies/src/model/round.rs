//! A movie night and its life: draft → voting → selected → watched → rated, or expired on the way.

use super::{HouseholdId, MemberId, PickId, RoundId, Wish, loose};
use jiff::{SignedDuration, Timestamp};
use kernel::{Moment, Open};
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
    /// A stored value that is not known: no arrow begins or ends here.
    #[serde(skip)]
    Unknown,
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
            Self::Unknown => &["unknown"],
        }
    }

    /// Whether it is the last: nothing moves on from here.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Rated | Self::Expired | Self::Unknown)
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
    #[serde(default, deserialize_with = "loose::optional")]
    pub started_by: Option<MemberId>,
    #[serde(default, deserialize_with = "loose::optional")]
    pub status: Option<Open<Status>>,
    /// Absent in older rounds, where everybody attends.
    #[serde(default, deserialize_with = "loose::optional_list")]
    pub attendees: Option<Vec<MemberId>>,
    #[serde(default, deserialize_with = "loose::moment")]
    pub created_at: Option<Moment>,
    #[serde(default, deserialize_with = "loose::moment")]
    pub voting_started_at: Option<Moment>,
    #[serde(default, deserialize_with = "loose::moment")]
    pub selected_at: Option<Moment>,
    #[serde(default, deserialize_with = "loose::moment")]
    pub watched_at: Option<Moment>,
    #[serde(default, deserialize_with = "loose::moment")]
    pub rated_at: Option<Moment>,
    /// Wishes that gave way. Other programs describe them in words.
    #[serde(default, deserialize_with = "loose::list")]
    pub relaxed_constraints: Vec<Open<Wish>>,
    /// Ours: the pick, once there is one.
    #[serde(default, deserialize_with = "loose::optional")]
    pub pick_id: Option<PickId>,
    /// Ours: when people were last asked to vote, and when that happened by itself.
    #[serde(default, deserialize_with = "loose::moment")]
    pub nudged_at: Option<Moment>,
    #[serde(default, deserialize_with = "loose::moment")]
    pub nudged_by_itself_at: Option<Moment>,
    #[serde(default, deserialize_with = "loose::moment")]
    pub updated_at: Option<Moment>,
    /// Ours: the poll that it was made from.
    #[serde(default, deserialize_with = "loose::optional", skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
    /// Ours: counts edits; votes and ratings leave it alone.
    #[serde(default, deserialize_with = "loose::value")]
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
            started_by: Some(by),
            status: Some(Status::Draft.into()),
            attendees: Some(attendees),
            created_at: Some(now),
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
        let idle = self.last_moved().is_some_and(|last| last.duration_until(now) >= IDLE);
        let stored = self.stored_status();
        if idle && !stored.is_over() { Status::Expired } else { stored }
    }

    /// Status as stored.
    pub fn stored_status(&self) -> Status {
        self.status.as_ref().and_then(Open::known).unwrap_or(Status::Unknown)
    }

    /// Status at `now` as text; a stored value that is not known is shown as it is.
    pub fn status_text(&self, now: Timestamp) -> String {
        match (&self.status, self.status_at(now)) {
            (Some(Open::Other(text)), Status::Unknown) => text.clone(),
            (_, status) => status.as_str().to_owned(),
        }
    }

    fn last_moved(&self) -> Option<Moment> {
        let steps = [
            self.created_at,
            self.voting_started_at,
            self.selected_at,
            self.watched_at,
            self.rated_at,
            self.updated_at,
        ];
        steps.into_iter().flatten().max()
    }

    /// Moves along an arrow and notes when. `None` where the round is not at its beginning.
    pub fn moved(&mut self, by: Move, now: Moment) -> Option<()> {
        let status = by.from(self.status_at(*now))?;
        self.status = Some(status.into());
        match status {
            Status::Voting => self.voting_started_at = Some(now),
            Status::Selected => self.selected_at = Some(now),
            Status::Watched => self.watched_at = Some(now),
            Status::Rated => self.rated_at = Some(now),
            Status::Draft | Status::Expired | Status::Unknown => {}
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
        Round { status: Some(status.into()), ..draft }
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
        let made = |round: &Round| round.created_at.unwrap();
        let days = |round: &Round, days| round.status_at(*made(round).plus_days(days));
        for status in [Status::Draft, Status::Voting, Status::Selected, Status::Watched] {
            assert_eq!((days(&round(status), 29), days(&round(status), 30)), (status, Status::Expired));
        }
        assert_eq!(days(&round(Status::Rated), 400), Status::Rated);
        let mut moved = round(Status::Draft);
        moved.moved(Move::Start, made(&moved).plus_days(20)).unwrap();
        assert_eq!(days(&moved, 49), Status::Voting);
        assert_eq!(moved.moved(Move::Pick, made(&moved).plus_days(50)), None, "expired on the way");
    }

    #[test]
    fn a_status_that_is_not_known_is_shown_as_it_is_and_leads_nowhere() {
        let mut odd = round(Status::Draft);
        odd.status = Some(Open::Other("paused".into()));
        let now = *odd.created_at.unwrap();
        assert_eq!((odd.status_at(now), odd.status_text(now)), (Status::Unknown, "paused".into()));
        for by in Move::ALL {
            assert_eq!(by.from(Status::Unknown), None);
        }
        odd.status = None;
        assert_eq!(odd.status_text(now), "unknown");
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
