//! A page to print and pin up: what it is, when and where, code and QR.

use crate::{Ctx, Layout, Share};
use askama::Template;

#[derive(Template)]
#[template(path = "poster.html")]
pub struct Poster {
    layout: Layout,
    /// What it is, with a capital.
    pub kind: &'static str,
    pub by: Option<String>,
    title: String,
    /// When and where, line by line.
    pub lines: Vec<String>,
    share: Share,
    back: String,
}

impl Poster {
    /// `back` is the page that it leads to.
    pub fn of(ctx: &Ctx, kind: &'static str, title: &str, share: Share, back: String) -> Self {
        let layout = Layout::of(ctx, format!("Poster – {title}")).noindex();
        Self { layout, kind, by: None, title: title.to_owned(), lines: Vec::new(), share, back }
    }
}
