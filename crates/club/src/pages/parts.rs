//! What several pages show: stars, the form that asks for them, a link as a card, tags.

use crate::{
    model::{PersonId, Site, Stars},
    urls,
};
use askama::Template;
use std::collections::HashMap;
use web::{Avatar, words::shortened};

/// So many characters of a description that cards stay of one size.
const DESCRIPTION: usize = 161;

/// An average as five stars, whole and half.
#[derive(Debug, Clone, PartialEq, Template)]
#[template(path = "club/parts/stars.html")]
pub struct StarsShown {
    classes: [&'static str; 5],
    words: String,
}

impl StarsShown {
    pub fn of(average: f64) -> Self {
        let class = |star: f64| match average - star {
            left if left >= 0.75 => " on",
            left if left >= 0.25 => " half",
            _ => "",
        };
        let classes = [0.0, 1.0, 2.0, 3.0, 4.0].map(class);
        Self { classes, words: format!("{average} out of 5 stars") }
    }
}

impl askama::filters::HtmlSafe for StarsShown {}

/// Asks for one's own rating.
#[derive(Debug, Clone, PartialEq, Eq, Template)]
#[template(path = "club/parts/rate.html")]
pub struct RateForm {
    action: String,
    title: String,
    pub mine: u8,
    stars: [u8; 5],
    /// Leads back here afterwards.
    back: String,
}

impl RateForm {
    pub fn new(site: &Site, mine: Option<Stars>, back: &str) -> Self {
        Self {
            action: urls::of_site(&site.id, "rating"),
            title: site.shown_title().into_owned(),
            mine: mine.map_or(0, Stars::get),
            stars: Stars::all().map(Stars::get),
            back: back.to_owned(),
        }
    }
}

impl askama::filters::HtmlSafe for RateForm {}

/// A tag that leads to the links that have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagLink {
    pub tag: String,
    pub href: String,
}

pub fn tag_links(site: &Site) -> Vec<TagLink> {
    site.tags.iter().map(|tag| TagLink { tag: tag.to_string(), href: urls::tag(tag) }).collect()
}

/// A link in a list.
#[derive(Debug, Template)]
#[template(path = "club/parts/card.html")]
pub struct SiteCard {
    href: String,
    host: String,
    title: String,
    description: String,
    tags: Vec<TagLink>,
    stars: Option<StarsShown>,
    average: String,
    /// “4 ratings”.
    count: String,
    by: Option<(Avatar, String)>,
    rate: Option<RateForm>,
}

impl SiteCard {
    /// `rate` is for those who may rate at all.
    pub fn new(site: &Site, names: &HashMap<PersonId, String>, rate: Option<RateForm>) -> Self {
        let by = site.added_by.as_ref().and_then(|user| {
            let name = names.get(user)?;
            Some((Avatar::of(user, name).small(), name.clone()))
        });
        Self {
            href: urls::site(&site.id),
            host: site.host(),
            title: site.shown_title().into_owned(),
            description: shortened(site.description.as_deref().unwrap_or_default(), DESCRIPTION),
            tags: tag_links(site),
            stars: site.average().map(StarsShown::of),
            average: site.average().map(|average| format!("{average:.1}")).unwrap_or_default(),
            count: web::words::counted(site.ratings(), "rating"),
            by,
            rate,
        }
    }
}

impl askama::filters::HtmlSafe for SiteCard {}

/// Where a form that changed something leads back to: a page of the club, never elsewhere.
pub fn back_or<'a>(back: &'a str, otherwise: &'a str) -> &'a str {
    let below =
        back.strip_prefix(urls::CLUB).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']));
    if below && !back.contains(['\\', '\r', '\n']) { back } else { otherwise }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_stars_are_shown_and_said() {
        let html = StarsShown::of(3.5).to_string();
        assert_eq!((html.matches("star on").count(), html.matches("star half").count()), (3, 1));
        assert!(html.contains("3.5 out of 5 stars"), "{html}");
    }

    #[test]
    fn a_form_leads_back_into_the_club_only() {
        assert_eq!(back_or("/club?q=x", "/club"), "/club?q=x");
        for elsewhere in ["//evil.example", "https://evil.example", "/clubs", "/club\\evil", ""] {
            assert_eq!(back_or(elsewhere, "/club/sites/1"), "/club/sites/1", "{elsewhere}");
        }
    }
}
