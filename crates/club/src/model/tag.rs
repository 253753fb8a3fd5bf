//! Tags: how they are written, and what is stored of them beside the site.

use super::{SiteId, ids::site_ref};
use kernel::{
    Checks,
    check::{HIDDEN, hides_something},
};
use serde::{Deserialize, Serialize};
use std::fmt;
use unicode_normalization::UnicodeNormalization;

/// A site has at most so many tags.
pub const MOST_TAGS: usize = 20;
pub const LONGEST: usize = 50;

/// A tag as keys and attributes hold it: lower case, trimmed, with `-` for spaces inside.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tag(String);

impl Tag {
    /// The tag that somebody typed; nothing where no letter is left of it.
    pub fn parse(typed: &str) -> Option<Self> {
        let lower = typed.nfc().collect::<String>().to_lowercase();
        let words: Vec<_> =
            lower.split(|c: char| c.is_whitespace() || c.is_control() || c == '#' || c == ',').collect();
        let joined = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
        let shown = joined.chars().any(char::is_alphanumeric);
        (shown && joined.chars().count() <= LONGEST).then_some(Self(joined))
    }

    /// A tag as another program wrote it.
    pub fn written(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The tag that this one is found as: rows by other programs may have capitals.
    #[must_use]
    pub fn folded(&self) -> Self {
        Self::parse(&self.0).unwrap_or_else(|| self.clone())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The tags of a site as they were typed: each once, in order.
pub fn read_tags(typed: &[String], checks: &mut Checks) -> Vec<Tag> {
    let mut tags = Vec::new();
    for text in typed {
        let tag = Tag::parse(text);
        checks.that(!hides_something(text), "tags", HIDDEN);
        checks.that(
            tag.is_some(),
            "tags",
            format!("A tag has letters or digits and at most {LONGEST} characters."),
        );
        tags.extend(tag.filter(|tag| !tags.contains(tag)));
    }
    checks.that(
        tags.len() <= MOST_TAGS,
        "tags",
        format!("Use at most {MOST_TAGS} tags. These are {}.", tags.len()),
    );
    tags
}

/// One tag of one site: by it the site is found in `byTag`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct SiteTag {
    #[serde(rename = "PK", with = "site_ref")]
    pub site_id: SiteId,
    pub tag: Tag,
}

/// How many sites have a tag; kept by the transaction that changes their tags.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct TagCount {
    /// `TAG#{tag}`
    #[serde(rename = "PK")]
    key: String,
    #[serde(default, rename = "siteCount")]
    pub site_count: i64,
}

impl TagCount {
    pub fn tag(&self) -> &str {
        self.key.strip_prefix("TAG#").unwrap_or(&self.key)
    }
}

/// What changes when `before` becomes `after`: tags that come, tags that go.
pub fn changed(before: &[Tag], after: &[Tag]) -> (Vec<Tag>, Vec<Tag>) {
    let missing = |of: &[Tag], from: &[Tag]| of.iter().filter(|tag| !from.contains(tag)).cloned().collect();
    (missing(after, before), missing(before, after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tag(typed: &str) -> Option<String> {
        Tag::parse(typed).map(|tag| tag.0)
    }

    #[test]
    fn a_tag_is_lower_case_with_dashes_inside() {
        assert_eq!(tag("  JavaScript "), Some("javascript".into()));
        assert_eq!(tag("Board  games"), Some("board-games".into()));
        assert_eq!(tag("#Kids"), Some("kids".into()));
        assert_eq!(tag("ÉTÉ"), Some("été".into()));
        assert_eq!(tag("c++"), Some("c++".into()));
        assert_eq!((tag(""), tag(" - "), tag("…")), (None, None, None));
        assert_eq!(tag(&"x".repeat(51)), None);
    }

    #[test]
    fn typed_tags_are_kept_once_and_bounded() {
        let mut checks = Checks::new();
        let typed: Vec<_> = ["Food", "food ", "Kids"].map(String::from).to_vec();
        assert_eq!(read_tags(&typed, &mut checks).len(), 2);
        assert!(checks.is_empty());
        let many: Vec<_> = (0..21).map(|n| format!("tag{n}")).collect();
        read_tags(&many, &mut checks);
        assert!(!checks.is_empty());
    }

    #[test]
    fn a_tag_with_an_invisible_character_is_refused() {
        for typed in ["fo\u{200b}od", "food\u{202e}", "f\u{ad}ood"] {
            let mut checks = Checks::new();
            read_tags(&[typed.to_owned()], &mut checks);
            assert!(!checks.is_empty(), "{typed:?}");
        }
    }

    #[test]
    fn a_change_names_what_comes_and_what_goes() {
        let of = |tags: &[&str]| tags.iter().map(|tag| Tag((*tag).into())).collect::<Vec<_>>();
        assert_eq!(changed(&of(&["a", "b"]), &of(&["b", "c"])), (of(&["c"]), of(&["a"])));
    }

    proptest! {
        #[test]
        fn a_tag_read_again_is_itself(typed in "\\PC{0,60}") {
            if let Some(tag) = Tag::parse(&typed) {
                prop_assert_eq!(Tag::parse(tag.as_str()), Some(tag.clone()));
                prop_assert!(!tag.as_str().contains(char::is_whitespace));
            }
        }
    }
}
