//! What several pages say alike: whether a poll is open, when it may end, who sees results, and how to share it.

use crate::{
    model::{Poll, State},
    urls,
};
use askama::{Template, filters::HtmlSafe};
use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use kernel::Moment;
use std::fmt;
use tally::{Part, Sentence};
use web::{Ctx, Share, TimeLeft, When, components::when};

/// Below this many ballots, whoever watches live results can tell whose ballot has just come in.
pub const FEW_BALLOTS: u64 = 5;

/// How to share a poll: code, link, share button and QR code.
pub fn share(ctx: &Ctx, poll: &Poll) -> Share {
    let share = |path: &str| Share::new(ctx.url(path), &poll.title).with_qr();
    match &poll.code {
        Some(code) => share(&urls::short(code)).code(code),
        None => share(&urls::poll(poll.id)),
    }
}

/// What a chat shows under the link: what it is and whether it takes ballots, never what came of them.
pub fn preview(poll: &Poll, now: Timestamp) -> String {
    let state = match (poll.state(now), poll.expires_at) {
        (State::Open, Some(end)) => {
            let end = end.to_zoned(TimeZone::UTC);
            format!("Open until {}, {} UTC", when::day(&end, now), when::clock(&end))
        }
        (State::Open, None) => "Open".into(),
        (State::Closed | State::Expired, _) => "Closed".into(),
    };
    format!("Ranked poll. {state}. No account needed.")
}

/// Whether a poll takes ballots, as a badge and in words.
pub struct Stage {
    pub open: bool,
    pub left: Option<TimeLeft>,
    /// "Closed", or nothing while it is open.
    pub over: &'static str,
    /// When it ends by itself, for scripts.
    pub ends: String,
}

impl Stage {
    pub fn of(poll: &Poll, now: Timestamp) -> Self {
        let state = poll.state(now);
        let ends = poll.expires_at.filter(|_| state.is_open());
        let left = ends.map(|end| TimeLeft::new("Closes", *poll.created_at, *end, now, &TimeZone::UTC));
        let over = match state {
            State::Open => "",
            State::Closed => "Closed",
            State::Expired => "Voting has ended",
        };
        Self { open: state.is_open(), left, over, ends: ends.map(|end| end.to_string()).unwrap_or_default() }
    }
}

/// A sentence in which every name stands by itself, whatever script it is in.
pub struct Told(pub Sentence);

/// The words alone.
impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Told {
    pub fn is_empty(&self) -> bool {
        self.0.parts().is_empty()
    }

    pub fn html(&self) -> Isolated<'_> {
        Isolated { parts: self.0.parts() }
    }
}

#[derive(Template)]
#[template(
    source = r#"{% for part in parts %}{% match part %}{% when Part::Words(words) %}{{ words }}{% when Part::Name(name) %}<bdi>{{ name }}</bdi>{% endmatch %}{% endfor %}"#,
    ext = "html"
)]
pub struct Isolated<'a> {
    parts: &'a [Part],
}

impl HtmlSafe for Isolated<'_> {}

/// Until when a poll is there, below its pages.
#[derive(Template)]
#[template(
    source = r#"{% if let Some(until) = until %}Available until {{ until }}.{% else %}Available for a year after its last ballot.{% endif %}"#,
    ext = "html"
)]
pub struct Kept {
    until: Option<When>,
}

impl HtmlSafe for Kept {}

impl Kept {
    /// Nothing is said of a poll that is kept as long as its owner wants.
    pub fn of(poll: &Poll, now: Timestamp) -> Option<Self> {
        let until = poll.known_to_be_kept_until().map(|until| When::new(until, now));
        poll.owner_id.is_none().then_some(Self { until })
    }
}

/// When voting may end by itself, as a form offers it: no clock of ours knows the reader's zone, so it is told from now.
pub const ENDS: [(&str, &str); 6] = [
    ("", "When I close it"),
    ("1h", "In an hour"),
    ("1d", "In a day"),
    ("3d", "In 3 days"),
    ("7d", "In a week"),
    ("30d", "In 30 days"),
];

/// The time that one of [`ENDS`] means now; anything else means none.
pub fn end_of(choice: &str, now: Timestamp) -> Option<Moment> {
    let hours = match choice {
        "1h" => 1,
        "1d" => 24,
        "3d" => 72,
        "7d" => 168,
        "30d" => 720,
        _ => return None,
    };
    Some(Moment::from(now).plus(SignedDuration::from_hours(hours)))
}

/// Who sees results when, as a form offers it.
pub const VISIBILITIES: [(&str, &str); 3] = [
    ("always", "Everyone, as ballots come in"),
    ("afterVote", "People who have voted; everyone once it is closed"),
    ("afterClose", "Only me until it is closed"),
];
