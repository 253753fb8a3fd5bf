//! The picture beside a link in a chat: the round table with its seats, and on it what the link leads to. It holds nothing of what
//! people wrote or answered, so that it is drawn once for everyone.

use crate::{
    Problem,
    canvas::{self, BAIZE, Canvas, Colour, PAPER, Point},
};
use axum::response::{IntoResponse, Response};
use std::{f32::consts::TAU, sync::OnceLock};

/// What chats ask for.
pub const WIDTH: u16 = 1200;
pub const HEIGHT: u16 = 630;

/// The kinds that have no day of their own, then the 31 days of a month.
static DRAWN: [OnceLock<Vec<u8>>; 34] = [const { OnceLock::new() }; 34];

/// What a picture shows on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preview {
    Checklist,
    Poll,
    Ranked,
    /// An event on this day of the month.
    Event(i8),
}

impl Preview {
    fn slot(self) -> usize {
        match self {
            Self::Checklist => 0,
            Self::Poll => 1,
            Self::Ranked => 2,
            Self::Event(day) => 2 + usize::from(day.clamp(1, 31).unsigned_abs()),
        }
    }

    /// The picture as PNG.
    fn png(self) -> Result<&'static [u8], Problem> {
        let Some(slot) = DRAWN.get(self.slot()) else { return Ok(&[]) };
        if let Some(png) = slot.get() {
            return Ok(png);
        }
        let png = self.draw().png().map_err(|error| Problem::internal(error.to_string()))?;
        Ok(slot.get_or_init(|| png))
    }

    fn draw(self) -> Canvas {
        let mut canvas = Canvas::new((WIDTH, HEIGHT), BAIZE);
        let middle = (f32::from(WIDTH) / 2.0, f32::from(HEIGHT) / 2.0);
        canvas.dot(middle, 178.0, PAPER);
        for (seat, colour) in (0u8..).zip(SEATS) {
            let turn = TAU * f32::from(seat) / 7.0;
            canvas.dot((middle.0 + 250.0 * turn.sin(), middle.1 - 250.0 * turn.cos()), 46.0, colour);
        }
        let mut strokes = match self {
            Self::Checklist => {
                lines(&[(-40.0, -60.0, 96.0, -60.0), (-40.0, 0.0, 96.0, 0.0), (-40.0, 60.0, 96.0, 60.0)])
            }
            Self::Poll => {
                lines(&[(-70.0, 70.0, -70.0, -10.0), (0.0, 70.0, 0.0, -70.0), (70.0, 70.0, 70.0, 10.0)])
            }
            Self::Ranked => {
                lines(&[(-96.0, -60.0, 96.0, -60.0), (-96.0, 0.0, 40.0, 0.0), (-96.0, 60.0, -16.0, 60.0)])
            }
            Self::Event(day) => number(day),
        };
        if self == Self::Checklist {
            strokes.extend(lines(&[
                (-96.0, -60.0, -96.0, -60.0),
                (-96.0, 0.0, -96.0, 0.0),
                (-96.0, 60.0, -96.0, 60.0),
            ]));
        }
        for (from, to) in strokes {
            let place = |(x, y): Point| (middle.0 + x, middle.1 + y);
            canvas.stroke(place(from), place(to), 13.0, INK);
        }
        canvas
    }
}

impl IntoResponse for Preview {
    fn into_response(self) -> Response {
        canvas::answer(self.png())
    }
}

type Stroke = (Point, Point);
/// Where a stroke begins and ends: x and y of both.
type Ends = (f32, f32, f32, f32);

/// The colours of the style sheet, in the light.
const INK: Colour = [0x15, 0x4e, 0x38];
const SEATS: [Colour; 7] = [
    [0xf2, 0xb8, 0x4b],
    [0xe8, 0x8c, 0x6d],
    [0xd9, 0x85, 0xb0],
    [0xa9, 0x9a, 0xe0],
    [0x7f, 0xb2, 0xe5],
    [0x6f, 0xc9, 0xc0],
    [0xb5, 0xce, 0x6a],
];

fn lines(ends: &[Ends]) -> Vec<Stroke> {
    ends.iter().map(|&(x1, y1, x2, y2)| ((x1, y1), (x2, y2))).collect()
}

/// A number of one or two digits, drawn like those of a pocket calculator: no font has to be there.
fn number(day: i8) -> Vec<Stroke> {
    let digits: Vec<i8> = if day < 10 { vec![day] } else { vec![day / 10, day % 10] };
    let left = if digits.len() == 1 { 0.0 } else { -62.0 };
    let places = digits.into_iter().zip([left, 62.0]);
    places
        .flat_map(|(digit, x)| {
            digit_strokes(digit).into_iter().map(move |((x1, y1), (x2, y2))| ((x1 + x, y1), (x2 + x, y2)))
        })
        .collect()
}

/// The seven strokes, top to bottom and left to right, with the digits that have each.
fn digit_strokes(digit: i8) -> Vec<Stroke> {
    const STROKES: [(&[i8], Ends); 7] = [
        (&[0, 2, 3, 5, 6, 7, 8, 9], (-36.0, -80.0, 36.0, -80.0)),
        (&[0, 4, 5, 6, 8, 9], (-36.0, -80.0, -36.0, 0.0)),
        (&[0, 1, 2, 3, 4, 7, 8, 9], (36.0, -80.0, 36.0, 0.0)),
        (&[2, 3, 4, 5, 6, 8, 9], (-36.0, 0.0, 36.0, 0.0)),
        (&[0, 2, 6, 8], (-36.0, 0.0, -36.0, 80.0)),
        (&[0, 1, 3, 4, 5, 6, 7, 8, 9], (36.0, 0.0, 36.0, 80.0)),
        (&[0, 2, 3, 5, 6, 8, 9], (-36.0, 80.0, 36.0, 80.0)),
    ];
    let ends: Vec<_> =
        STROKES.iter().filter(|(digits, _)| digits.contains(&digit)).map(|(_, ends)| *ends).collect();
    lines(&ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_is_a_png_of_its_own_that_chats_take() {
        let kinds = [Preview::Checklist, Preview::Poll, Preview::Ranked];
        let all: Vec<&[u8]> =
            kinds.into_iter().chain((1..=31).map(Preview::Event)).map(|kind| kind.png().unwrap()).collect();
        for (at, png) in all.iter().enumerate() {
            let info = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
            assert_eq!(info.info().size(), (1200, 630));
            assert!(png.len() < 60_000, "{} bytes", png.len());
            assert!(!all.iter().take(at).any(|other| other == png), "picture {at} is like another");
        }
    }

    #[test]
    fn the_table_stands_in_the_middle_of_the_cloth() {
        let canvas = Preview::Poll.draw();
        assert_eq!(canvas.at(5, 5), BAIZE);
        assert_eq!(canvas.at(600, 200), PAPER);
        assert_eq!(canvas.at(600, 315), INK, "the middle bar");
    }
}
