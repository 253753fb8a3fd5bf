//! Ids as types of their own, so that one cannot be passed for another.

/// Declares a UUID newtype that prints, parses, stores and is described as the hyphenated UUID.
#[macro_export]
macro_rules! uuid_id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        #[serde(transparent)]
        pub struct $name(pub uuid::Uuid);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, uuid::Error> {
                text.parse().map(Self)
            }
        }
    };
}

/// Defines an id that is any text, as keys of the documents hold it. Those made here are UUIDs; other programs may write others.
#[macro_export]
macro_rules! text_id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, utoipa::ToSchema)]
        #[schema(value_type = String)]
        pub struct $name(std::sync::Arc<str>);

        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<uuid::Uuid> for $name {
            fn from(id: uuid::Uuid) -> Self {
                Self(id.to_string().into())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::BadId;

            fn from_str(text: &str) -> Result<Self, $crate::BadId> {
                $crate::BadId::check(text)?;
                Ok(Self(text.into()))
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::parsed(deserializer)
            }
        }
    };
}

/// What no key of a table can hold as an id: nothing, or too much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an id has 1 to 900 bytes")]
pub struct BadId;

impl BadId {
    /// Sort keys end at 1,024 bytes, and an id in one has others beside it.
    const MOST_BYTES: usize = 900;

    pub fn check(text: &str) -> Result<(), Self> {
        if text.is_empty() || text.len() > Self::MOST_BYTES { Err(Self) } else { Ok(()) }
    }
}

uuid_id! {
    /// An account.
    UserId
}

#[cfg(test)]
mod tests {
    crate::text_id! {
        /// What a document leaves open.
        SiteId
    }

    #[test]
    fn an_id_of_any_text_is_read_and_written_as_it_is() {
        for text in ["a1b2", "book club", "019a-é", "{}"] {
            let json = serde_json::to_string(text).unwrap();
            let read: SiteId = serde_json::from_str(&json).unwrap();
            assert_eq!((read.as_str(), serde_json::to_string(&read).unwrap()), (text, json));
        }
        assert!("".parse::<SiteId>().is_err() && "x".repeat(901).parse::<SiteId>().is_err());
        let made = SiteId::from(uuid::Uuid::nil());
        assert_eq!(made.to_string(), "00000000-0000-0000-0000-000000000000");
    }
}
