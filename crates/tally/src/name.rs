//! Candidate names: cheap to repeat in every round of a result, and spelled one way.

use std::{borrow::Borrow, fmt, ops::Deref, sync::Arc};

use serde::{Deserialize, Serialize};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// A candidate's name. Cloning shares the text, because a long count names everyone in every round; for the
/// same reason it is a single word wide, which is worth the second step to the text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(value_type = String))]
#[serde(transparent)]
pub struct Name(Arc<Box<str>>);

impl Name {
    /// The name trimmed and in Unicode's composed form (NFC), so that two ways of typing `é` are one name.
    /// Case stays.
    pub fn normalised(raw: &str) -> Self {
        let trimmed = raw.trim();
        match is_nfc_quick(trimmed.chars()) {
            IsNormalized::Yes => Self::from(trimmed),
            IsNormalized::No | IsNormalized::Maybe => Self::from(trimmed.nfc().collect::<String>()),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self(Arc::new(text.into()))
    }
}

impl From<String> for Name {
    fn from(text: String) -> Self {
        Self(Arc::new(text.into()))
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

/// As the text itself: quoted and with control characters escaped, which is how messages show names.
impl fmt::Debug for Name {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), out)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(&self.0)
    }
}
