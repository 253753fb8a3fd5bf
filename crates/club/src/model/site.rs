//! A link of the catalogue.

use super::{PersonId, SiteId, Tag, ids::site_ref, rating::Stars};
use kernel::{Checks, Moment, Open, UserId, check::tidy};
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;
use utoipa::ToSchema;

/// What `entityType` says of a site.
pub const SITE: &str = "SITE";
const LONGEST_URL: usize = 2_000;
pub const LONGEST_TITLE: usize = 200;
pub const LONGEST_DESCRIPTION: usize = 5_000;

/// A site as stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Site {
    #[serde(rename = "PK", with = "site_ref")]
    pub id: SiteId,
    pub url: String,
    /// The host's name until somebody gives a title or the page is read; empty where another program wrote none.
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default)]
    pub scraped_content: Option<String>,
    #[serde(default)]
    pub tags: Vec<Tag>,
    #[serde(default)]
    pub created_at: Option<Moment>,
    #[serde(default)]
    pub updated_at: Option<Moment>,
    /// Absent while the site is being deleted, so that no list shows it.
    #[serde(default)]
    pub entity_type: Option<String>,
    #[serde(default)]
    entity_sk: Option<String>,
    /// Absent until the ratings of a site by another program are counted.
    #[serde(default, deserialize_with = "count")]
    pub rating_count: Option<u64>,
    #[serde(default, deserialize_with = "count")]
    pub rating_sum: Option<u64>,
    #[serde(default, deserialize_with = "count")]
    stars1: Option<u64>,
    #[serde(default, deserialize_with = "count")]
    stars2: Option<u64>,
    #[serde(default, deserialize_with = "count")]
    stars3: Option<u64>,
    #[serde(default, deserialize_with = "count")]
    stars4: Option<u64>,
    #[serde(default, deserialize_with = "count")]
    stars5: Option<u64>,
    /// Absent where the page was never read.
    #[serde(default)]
    pub scrape: Option<Scrape>,
    #[serde(default)]
    pub added_by: Option<PersonId>,
    /// Counts edits.
    #[serde(default)]
    pub version: u64,
    #[serde(default)]
    pub deleted_at: Option<Moment>,
}

/// A counter that other programs may have moved below zero.
fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let counted = Option::<i64>::deserialize(deserializer)?;
    Ok(counted.map(|counted| u64::try_from(counted).unwrap_or(0)))
}

/// How reading the page went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Scrape {
    #[serde(default = "waiting")]
    #[schema(value_type = String)]
    pub status: Open<ScrapeStatus>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Moment>,
    /// What went wrong, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

fn waiting() -> Open<ScrapeStatus> {
    ScrapeStatus::Waiting.into()
}

impl Default for Scrape {
    fn default() -> Self {
        Self { status: waiting(), at: None, error: None }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ScrapeStatus {
    /// The page has not been read yet.
    Waiting,
    Done,
    Failed,
}

/// A new site, before it has an id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSite {
    pub url: String,
    pub title: Option<String>,
    pub description: Option<String>,
    pub tags: Vec<Tag>,
}

impl Site {
    pub fn new(id: SiteId, new: NewSite, added_by: UserId, now: Moment) -> Self {
        let mut site = Self {
            id,
            title: new.title.unwrap_or_else(|| host_of(&new.url)),
            url: new.url,
            description: new.description,
            scraped_content: None,
            tags: new.tags,
            created_at: Some(now),
            updated_at: Some(now),
            entity_type: None,
            entity_sk: None,
            rating_count: Some(0),
            rating_sum: Some(0),
            stars1: Some(0),
            stars2: Some(0),
            stars3: Some(0),
            stars4: Some(0),
            stars5: Some(0),
            scrape: Some(Scrape::default()),
            added_by: Some(added_by.into()),
            version: 1,
            deleted_at: None,
        };
        site.index();
        site
    }

    /// Fills in what lists find it by.
    pub fn index(&mut self) {
        self.entity_type.get_or_insert_with(|| SITE.into());
        self.entity_sk.get_or_insert_with(|| site_ref::text(&self.id));
    }

    pub fn host(&self) -> String {
        host_of(&self.url)
    }

    /// The title to show.
    pub fn shown_title(&self) -> Cow<'_, str> {
        if self.title.trim().is_empty() { self.host().into() } else { self.title.as_str().into() }
    }

    /// The address, if a browser may be sent there.
    pub fn web_address(&self) -> Option<&str> {
        let url = url::Url::parse(&self.url).ok()?;
        matches!(url.scheme(), "http" | "https").then_some(self.url.as_str())
    }

    pub fn ratings(&self) -> u64 {
        self.rating_count.unwrap_or(0)
    }

    /// How many ratings have one star, two stars and so on.
    pub fn spread(&self) -> [u64; 5] {
        [self.stars1, self.stars2, self.stars3, self.stars4, self.stars5].map(Option::unwrap_or_default)
    }

    /// The average, to two decimals; nothing without ratings.
    pub fn average(&self) -> Option<f64> {
        average(self.ratings(), self.rating_sum.unwrap_or(0))
    }

    /// Fills what nobody wrote with what the page says of itself. Whether something that people see has changed.
    pub fn fill(&mut self, title: Option<String>, description: Option<String>, text: String) -> bool {
        let (title_before, description_before) = (self.title.clone(), self.description.clone());
        if self.shown_title() == self.host()
            && let Some(title) = title
        {
            self.title = title;
        }
        if self.description.is_none() {
            self.description = description;
        }
        self.scraped_content = (!text.is_empty()).then_some(text);
        (&self.title, &self.description) != (&title_before, &description_before)
    }
}

/// The average of so many ratings, to two decimals.
#[expect(clippy::cast_precision_loss, reason = "ratings are counted in thousands, not in quadrillions")]
pub fn average(count: u64, sum: u64) -> Option<f64> {
    (count > 0).then(|| (sum as f64 / count as f64 * 100.0).round() / 100.0)
}

/// The attribute that counts ratings with so many stars.
pub fn stars_attribute(stars: Stars) -> &'static str {
    ["stars1", "stars2", "stars3", "stars4", "stars5"][usize::from(stars.get() - 1)]
}

/// The host of an address, as people name it.
pub fn host_of(url: &str) -> String {
    let host = url::Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned));
    let host = host.unwrap_or_else(|| url.to_owned());
    host.strip_prefix("www.").unwrap_or(&host).to_owned()
}

/// An address in the form in which two are compared: as [`read_url`] keeps them.
pub fn same_address(url: &str) -> String {
    url::Url::parse(url.trim()).map_or_else(|_| url.to_owned(), String::from)
}

/// A web address as it is kept. A bare `example.org/path` is taken for https.
pub fn read_url(typed: &str, checks: &mut Checks) -> String {
    let typed = typed.trim();
    checks.that(!typed.is_empty(), "url", "Enter the address of the page.");
    let whole = if typed.contains("://") { typed.to_owned() } else { format!("https://{typed}") };
    let url = url::Url::parse(&whole).ok().filter(is_web);
    checks.that(
        typed.is_empty() || url.is_some(),
        "url",
        "Enter a web address, such as https://example.org/page.",
    );
    let url = url.map_or_else(String::new, String::from);
    checks.that(url.len() <= LONGEST_URL, "url", format!("Use at most {LONGEST_URL} characters."));
    url
}

fn is_web(url: &url::Url) -> bool {
    let named = url.host_str().is_some_and(|host| host.contains('.') || host.contains(':'));
    matches!(url.scheme(), "http" | "https") && named && url.username().is_empty() && url.password().is_none()
}

/// A title; an empty one is none.
pub fn read_title(typed: Option<&str>, checks: &mut Checks) -> Option<String> {
    let title = typed.map(str::trim).filter(|title| !title.is_empty())?;
    checks.text("title", title, LONGEST_TITLE);
    Some(title.to_owned())
}

/// A description; an empty one is none.
pub fn read_description(typed: Option<&str>, checks: &mut Checks) -> Option<String> {
    let text = typed.map(tidy).filter(|text| !text.is_empty())?;
    checks.at_most("description", &text, LONGEST_DESCRIPTION);
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(typed: &str) -> Option<String> {
        let mut checks = Checks::new();
        let url = read_url(typed, &mut checks);
        checks.is_empty().then_some(url)
    }

    fn site() -> Site {
        let id = uuid::Uuid::nil().into();
        let new = NewSite {
            url: "https://www.a.example/x".into(),
            title: None,
            description: None,
            tags: Vec::new(),
        };
        Site::new(id, new, UserId(uuid::Uuid::nil()), Moment::default())
    }

    #[test]
    fn addresses_of_the_web_are_taken_and_others_are_not() {
        assert_eq!(url("example.org/a b").as_deref(), Some("https://example.org/a%20b"));
        assert_eq!(url(" http://Example.org ").as_deref(), Some("http://example.org/"));
        for wrong in [
            "",
            "javascript:alert(1)",
            "ftp://a.example",
            "https://u:p@a.example",
            "mailto:a@b.example",
            "nohost",
            "https://",
        ] {
            assert_eq!(url(wrong), None, "{wrong}");
        }
        assert_eq!(url(&format!("https://a.example/{}", "x".repeat(2_000))), None);
    }

    #[test]
    fn a_missing_title_is_the_host_until_the_page_is_read() {
        let mut site = site();
        assert_eq!(site.title, "a.example");
        assert!(site.fill(Some("Read".into()), Some("Said".into()), "Text".into()));
        assert_eq!((site.title.as_str(), site.description.as_deref()), ("Read", Some("Said")));
        assert!(!site.fill(Some("Other".into()), Some("Other".into()), String::new()), "what is there stays");
        assert_eq!((site.title.as_str(), site.scraped_content), ("Read", None));
    }

    #[test]
    fn an_average_has_two_decimals() {
        assert_eq!((average(0, 0), average(3, 14), average(2, 9)), (None, Some(4.67), Some(4.5)));
    }
}
