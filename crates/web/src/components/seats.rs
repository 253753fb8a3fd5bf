//! People around the table, with one number in the middle.

use super::{Avatar, Face, html_safe, people};
use std::{f64::consts::TAU, fmt};

/// A seat and who is in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    kind: Kind,
    colour: u8,
    text: String,
    face: Option<&'static Face>,
    host: bool,
    done: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Going,
    Maybe,
    Free,
}

impl Seat {
    /// Somebody who is in.
    pub fn going(name: &str) -> Self {
        Self::new(Kind::Going, people::colour(name), people::initial(name))
    }

    /// The same in the colour, and with the picture, of their disc.
    pub fn of(avatar: &Avatar) -> Self {
        Self { face: avatar.face(), ..Self::new(Kind::Going, avatar.colour, avatar.initial.clone()) }
    }

    /// The same of somebody who may come.
    #[must_use]
    pub fn unsure(self) -> Self {
        Self { kind: Kind::Maybe, ..self }
    }

    /// Somebody who may come.
    pub fn maybe(name: &str) -> Self {
        Self::new(Kind::Maybe, people::colour(name), people::initial(name))
    }

    /// Somebody's guest, in the colour of who sits before.
    pub fn guest() -> Self {
        Self::new(Kind::Going, 0, GUEST.into())
    }

    pub fn free() -> Self {
        Self::new(Kind::Free, 0, String::new())
    }

    /// Ringed in gold.
    #[must_use]
    pub fn host(self) -> Self {
        Self { host: true, ..self }
    }

    /// With a tick: they have done it.
    #[must_use]
    pub fn done(self) -> Self {
        Self { done: true, ..self }
    }

    fn new(kind: Kind, colour: u8, text: String) -> Self {
        Self { kind, colour, text, face: None, host: false, done: false }
    }
}

/// The drawing. The names are also in a list beside it, so it describes itself in one sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seats {
    taken: Vec<Seat>,
    /// How many more are in than fit around the table.
    more: usize,
    big: String,
    say: String,
    label: String,
}

/// More than these do not fit; the last seat then tells how many.
const MOST: usize = Seats::MOST;
const GUEST: &str = "+1";
const CENTRE: f64 = 120.0;
const DISTANCE: f64 = 97.0;

impl Seats {
    /// How many fit around the table.
    pub const MOST: usize = 24;

    /// `big` and `say` stand in the middle (“11”, “coming”); `label` tells the whole drawing to the ear.
    pub fn new(
        seats: Vec<Seat>,
        big: impl fmt::Display,
        say: impl Into<String>,
        label: impl Into<String>,
    ) -> Self {
        let more = if seats.len() > MOST { seats.len() - (MOST - 1) } else { 0 };
        let taken = if more > 0 { seats.into_iter().take(MOST - 1).collect() } else { seats };
        let taken = apart(taken);
        Self { taken, more, big: big.to_string(), say: say.into(), label: label.into() }
    }

    /// The same of `total` seats, of which only the first are at hand.
    #[must_use]
    pub fn of_crowd(mut self, total: usize) -> Self {
        if total > MOST {
            self.taken.truncate(MOST - 1);
            self.more = total - self.taken.len();
        }
        self
    }

    /// A table with nobody at it.
    pub fn empty() -> Self {
        Self::new(vec![Seat::free(); 7], "", "", "An empty table")
    }

    fn radius(count: usize) -> f64 {
        match count {
            0..=6 => 19.0,
            7..=10 => 17.0,
            11..=14 => 16.0,
            15..=19 => 13.0,
            _ => 11.0,
        }
    }
}

/// Neighbours have colours of their own; guests have that of whom they come with.
fn apart(mut seats: Vec<Seat>) -> Vec<Seat> {
    let mut before = None;
    for seat in &mut seats {
        seat.colour = match before {
            Some(colour) if seat.text == GUEST => colour,
            _ if seat.kind == Kind::Free => continue,
            _ => people::beside(before, seat.colour),
        };
        before = Some(seat.colour);
    }
    seats
}

impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let escape = |text: &str| {
            askama::filters::escape(text.to_owned(), askama::filters::Html).map(|safe| safe.to_string())
        };
        let (big, say) = (escape(&self.big).unwrap_or_default(), escape(&self.say).unwrap_or_default());
        let label = escape(&self.label).unwrap_or_default();
        write!(f, r#"<svg class="seats" viewBox="0 0 240 240" role="img" aria-label="{label}">"#)?;
        f.write_str(
            r#"<circle class="top" cx="120" cy="120" r="68"/><circle class="rim" cx="120" cy="120" r="61"/>"#,
        )?;
        write!(
            f,
            r#"<text class="big" x="120" y="114">{big}</text><text class="say" x="120" y="144">{say}</text>"#
        )?;
        let rest = (self.more > 0).then(|| Seat::new(Kind::Maybe, 8, format!("+{}", self.more)));
        let count = self.taken.len() + usize::from(rest.is_some());
        for (place, seat) in self.taken.iter().chain(&rest).enumerate() {
            draw(f, seat, place, count)?;
        }
        f.write_str("</svg>")
    }
}

/// A place on the drawing to a tenth. Written as whole numbers, which takes a fraction of the time that floats take.
struct Tenths(f64);

impl fmt::Display for Tenths {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "places are between 0 and 240"
    )]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as u32;
        write!(f, "{}.{}", tenths / 10, tenths % 10)
    }
}

#[expect(clippy::cast_precision_loss, reason = "places around a table are few")]
fn draw(f: &mut fmt::Formatter<'_>, seat: &Seat, place: usize, count: usize) -> fmt::Result {
    let radius = Seats::radius(count);
    let (sine, cosine) = (TAU * place as f64 / count as f64).sin_cos();
    let (across, down) = (CENTRE + DISTANCE * sine, CENTRE - DISTANCE * cosine);
    let (x, y) = (Tenths(across), Tenths(down));
    let text = askama::filters::escape(&seat.text, askama::filters::Html).map_err(|_| fmt::Error)?;
    if seat.kind == Kind::Free {
        return write!(f, r#"<g class="seat free"><circle cx="{x}" cy="{y}" r="{}"/></g>"#, radius - 3.0);
    }
    let kind = if seat.kind == Kind::Maybe { "maybe" } else { "going" };
    let host = if seat.host { " host" } else { "" };
    write!(f, r#"<g class="seat {kind} c{}{host}">"#, seat.colour)?;
    if seat.host {
        write!(f, r#"<circle class="ringed" cx="{x}" cy="{y}" r="{}"/>"#, radius + 3.0)?;
    }
    write!(f, r#"<circle cx="{x}" cy="{y}" r="{radius}"/>"#)?;
    match seat.face {
        Some(face) => {
            // 24 units of picture, two thirds as wide as the seat.
            let scale = radius * 2.0 / 3.0 / 12.0;
            let (left, top) = (Tenths(across - 12.0 * scale), Tenths(down - 12.0 * scale));
            let path = face.path;
            write!(
                f,
                r#"<path class="face" transform="translate({left} {top}) scale({scale:.2})" d="{path}"/>"#
            )?;
        }
        None => write!(f, r#"<text x="{x}" y="{y}">{text}</text>"#)?,
    }
    if seat.done {
        let (across, down) = (across + radius * 0.72, down + radius * 0.72);
        let (x, y) = (Tenths(across), Tenths(down));
        write!(f, r#"<circle class="tickmark" cx="{x}" cy="{y}" r="7.5"/>"#)?;
        write!(f, r#"<path d="M{} {}l2.2 2.4 4-4.6"/>"#, Tenths(across - 3.0), Tenths(down + 0.2))?;
    }
    f.write_str("</g>")
}

html_safe!(Seats);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_sit_evenly_from_the_top_clockwise() {
        let html = Seats::new(
            vec![Seat::going("Nora").host(), Seat::maybe("Sam"), Seat::free(), Seat::free()],
            1,
            "coming",
            "One",
        )
        .to_string();
        assert!(html.contains(r#"cx="120.0" cy="23.0" r="19""#), "{html}");
        assert!(html.contains(r#"cx="217.0" cy="120.0" r="19""#), "{html}");
        assert!(html.contains("host") && html.contains("seat maybe"), "{html}");
    }

    #[test]
    fn a_crowd_is_the_first_and_a_number() {
        let html = Seats::new(vec![Seat::going("N"); 100], 100, "coming", "Many").to_string();
        assert_eq!(html.matches("class=\"seat ").count(), MOST);
        assert!(html.contains(">+77</text>"), "{html}");
    }

    #[test]
    fn what_people_wrote_is_escaped() {
        let html = Seats::new(vec![], "<b>", "\"", "<i>").to_string();
        assert!(!html.contains("<b>") && !html.contains("<i>"), "{html}");
    }
}
