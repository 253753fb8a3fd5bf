//! Pictures of dots and strokes, drawn here: neither a font nor a program for drawings has to be there.

use crate::Problem;
use axum::response::{IntoResponse, Response};
use http::header;

pub type Point = (f32, f32);
pub type Colour = [u8; 3];

/// The green of the table and the paper on it, as in the style sheet.
pub const BAIZE: Colour = [0x1c, 0x6b, 0x4c];
pub const PAPER: Colour = [0xfb, 0xf8, 0xf1];

/// A picture that browsers may keep for a day.
pub fn answer(png: Result<impl IntoResponse, Problem>) -> Response {
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "public, max-age=86400")];
    match png {
        Ok(png) => (headers, png).into_response(),
        Err(problem) => problem.into_response(),
    }
}

/// Colours, row by row.
pub struct Canvas {
    width: u16,
    height: u16,
    pixels: Vec<u8>,
}

impl Canvas {
    pub fn new((width, height): (u16, u16), colour: Colour) -> Self {
        Self { width, height, pixels: colour.repeat(usize::from(width) * usize::from(height)) }
    }

    pub fn dot(&mut self, at: Point, radius: f32, colour: Colour) {
        self.stroke(at, at, radius, colour);
    }

    /// A line with round ends. What a pixel takes of the colour is how far it lies inside, so that edges are smooth.
    pub fn stroke(&mut self, from: Point, to: Point, radius: f32, colour: Colour) {
        for y in across(from.1, to.1, radius, self.height) {
            for x in across(from.0, to.0, radius, self.width) {
                let inside = radius + 0.5 - distance((f32::from(x), f32::from(y)), from, to);
                let at = 3 * (usize::from(y) * usize::from(self.width) + usize::from(x));
                for (have, want) in self.pixels.iter_mut().skip(at).zip(colour) {
                    *have = mix(*have, want, inside.clamp(0.0, 1.0));
                }
            }
        }
    }

    /// The picture as PNG.
    pub fn png(&self) -> Result<Vec<u8>, png::EncodingError> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width.into(), self.height.into());
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.pixels)?;
        writer.finish()?;
        Ok(file)
    }

    #[cfg(test)]
    pub fn at(&self, x: usize, y: usize) -> Colour {
        let from = 3 * (y * usize::from(self.width) + x);
        self.pixels[from..from + 3].try_into().unwrap()
    }
}

/// The pixels that a line from `a` to `b` can touch in one direction.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the canvas")]
fn across(a: f32, b: f32, radius: f32, most: u16) -> std::ops::Range<u16> {
    let clamp = |at: f32| at.clamp(0.0, f32::from(most)) as u16;
    clamp(a.min(b) - radius - 1.0)..clamp(a.max(b) + radius + 2.0)
}

/// How far a point is from a line.
fn distance(point: Point, from: Point, to: Point) -> f32 {
    let (along, there) = ((to.0 - from.0, to.1 - from.1), (point.0 - from.0, point.1 - from.1));
    let length = along.0.mul_add(along.0, along.1 * along.1);
    let share =
        if length > 0.0 { ((there.0 * along.0 + there.1 * along.1) / length).clamp(0.0, 1.0) } else { 0.0 };
    (there.0 - share * along.0).hypot(there.1 - share * along.1)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
fn mix(have: u8, want: u8, share: f32) -> u8 {
    (f32::from(want) - f32::from(have)).mul_add(share, f32::from(have)).round() as u8
}
