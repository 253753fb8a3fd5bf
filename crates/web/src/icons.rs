//! Roundtable's mark as PNG, for home screens that take no SVG. It is drawn when it is first asked for.

use crate::{
    Problem,
    canvas::{self, BAIZE, Canvas, PAPER},
};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::{f32::consts::TAU, sync::OnceLock};

/// The mark is as wide as this where its middle is the middle of `brand.svg`: the table, the ring of seats, and a seat.
const MARK: f32 = 32.0;
const TABLE: f32 = 7.2;
const RING: f32 = 12.6;
const SEAT: f32 = 2.5;

/// A picture of the mark.
pub struct Icon {
    pub path: &'static str,
    size: u16,
    /// What the manifest says that it is for.
    purpose: Option<&'static str>,
    /// How much of the picture's width the mark takes. Launchers cut into a maskable one, so that its mark is smaller.
    share: f32,
    drawn: OnceLock<Vec<u8>>,
}

impl Icon {
    const fn new(path: &'static str, size: u16, purpose: Option<&'static str>, share: f32) -> Self {
        Self { path, size, purpose, share, drawn: OnceLock::new() }
    }

    /// As the manifest names it.
    pub fn in_manifest(&self) -> Option<Value> {
        let sizes = format!("{0}x{0}", self.size);
        Some(json!({ "src": self.path, "type": "image/png", "sizes": sizes, "purpose": self.purpose? }))
    }

    fn draw(&self) -> Canvas {
        let mut canvas = Canvas::new((self.size, self.size), BAIZE);
        let middle = f32::from(self.size) / 2.0;
        let scale = f32::from(self.size) * self.share / MARK;
        canvas.dot((middle, middle), TABLE * scale, PAPER);
        for seat in 0..7_u8 {
            let turn = TAU * f32::from(seat) / 7.0;
            let (away, at) = (RING * scale, turn.sin_cos());
            canvas.dot((away.mul_add(at.0, middle), away.mul_add(-at.1, middle)), SEAT * scale, PAPER);
        }
        canvas
    }

    fn png(&self) -> Result<&[u8], Problem> {
        if let Some(png) = self.drawn.get() {
            return Ok(png);
        }
        let png = self.draw().png().map_err(|error| Problem::internal(error.to_string()))?;
        Ok(self.drawn.get_or_init(|| png))
    }
}

impl IntoResponse for &'static Icon {
    fn into_response(self) -> Response {
        canvas::answer(self.png())
    }
}

/// Where an iPhone looks for one when somebody puts the page on its home screen.
pub const TOUCH: &str = "/apple-touch-icon.png";

pub static ICONS: [Icon; 5] = [
    Icon::new("/icon-192.png", 192, Some("any"), 0.8),
    Icon::new("/icon-512.png", 512, Some("any"), 0.8),
    Icon::new("/icon-maskable-192.png", 192, Some("maskable"), 0.56),
    Icon::new("/icon-maskable-512.png", 512, Some("maskable"), 0.56),
    Icon::new(TOUCH, 180, None, 0.7),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_is_a_small_png_of_the_size_that_it_says() {
        for icon in &ICONS {
            let png = icon.png().unwrap();
            let info = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
            assert_eq!(info.info().size(), (icon.size.into(), icon.size.into()), "{}", icon.path);
            assert!(png.len() < 20_000, "{} has {} bytes", icon.path, png.len());
        }
    }

    #[test]
    fn a_maskable_mark_keeps_to_the_circle_that_launchers_leave() {
        for icon in ICONS.iter().filter(|icon| icon.purpose == Some("maskable")) {
            let canvas = icon.draw();
            let size = usize::from(icon.size);
            assert_eq!(canvas.at(size / 2, size / 2), PAPER);
            let farthest = (RING + SEAT) * icon.share / MARK;
            assert!(farthest < 0.4, "{farthest} of the width, where 0.4 are left");
            assert_eq!(canvas.at(size / 2, size / 10 - 1), BAIZE);
        }
    }
}
