//! Key shapes and named access patterns, numbered as in `docs/design/shareables.md`. Nothing else builds a key.

use crate::{
    model::{Code, ItemId, ShortId},
    tables::{SHAREABLES, SHORT_ID_POOL},
};
use kernel::UserId;
use store::{Key, Query};
use web::system::SYSTEM;

/// Every sort key of `Shareables` begins with the format's version.
const FORMAT: &str = "01#";

/// How many partitions the pool is spread over.
pub const POOL_PARTITIONS: u32 = 1_000;

/// AP1: a few available ShortIds of one pool partition.
pub fn available_in(partition: u32, most: u32) -> Query {
    Query::table(&SHORT_ID_POOL, partition).begins_with("available#").limit(most)
}

/// One place of the pool; `slot` counts from 1.
pub fn pool_slot(partition: u32, slot: u32) -> Key {
    Key::new(partition, format!("available#{slot:02}"))
}

/// AP2: a shareable by its code.
pub fn shareable(id: &ShortId) -> Key {
    Key::new(format!("shareable#{}", id.compact()), FORMAT)
}

/// What belongs to a shareable and is stored beside it, each kind in a partition of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Tick,
    Claim,
    Added,
    Rsvp,
    Vote,
}

impl Part {
    pub const ALL: [Self; 5] = [Self::Tick, Self::Claim, Self::Added, Self::Rsvp, Self::Vote];

    fn prefix(self) -> &'static str {
        match self {
            Self::Tick => "checklist_tick",
            Self::Claim => "checklist_claim",
            Self::Added => "checklist_added",
            Self::Rsvp => "event_rsvp",
            Self::Vote => "poll_vote",
        }
    }

    /// AP3, AP5, AP7, AP10, AP11: everything of this kind.
    pub fn all_of(self, id: &ShortId) -> Query {
        Query::table(&SHAREABLES, self.partition(id)).begins_with(FORMAT)
    }

    fn partition(self, id: &ShortId) -> String {
        format!("{}#{}", self.prefix(), id.compact())
    }

    /// AP4: what belongs to one item of a checklist.
    pub fn of_item(self, id: &ShortId, item: ItemId) -> Key {
        Key::new(self.partition(id), format!("{FORMAT}{}#", item.0.simple()))
    }

    /// AP6, AP8: one person's answer.
    pub fn of_code(self, id: &ShortId, code: Code) -> Key {
        Key::new(self.partition(id), format!("{FORMAT}{code}#"))
    }
}

/// The participant's code in the sort key of an answer.
pub fn code_in(sk: &str) -> Option<Code> {
    sk.strip_prefix(FORMAT)?.strip_suffix('#')?.parse().ok()
}

/// The item in the sort key of a mark on it.
pub fn item_in(sk: &str) -> Option<ItemId> {
    sk.strip_prefix(FORMAT)?.strip_suffix('#')?.parse().ok()
}

/// AP12: the claims of an account, in `System`.
pub fn claims_of(user: UserId) -> Query {
    Query::table(&SYSTEM, format!("CLAIMS#{user}"))
}

/// AP12: one claim of an account.
pub fn claim_of(user: UserId, id: &ShortId, item: ItemId) -> Key {
    Key::new(format!("CLAIMS#{user}"), format!("{}#{}", id.compact(), item.0.simple()))
}

/// The share and the item in the sort key of an account's claim.
pub fn claimed_in(sk: &str) -> Option<(ShortId, ItemId)> {
    let (id, item) = sk.split_once('#')?;
    Some((id.parse().ok()?, item.parse().ok()?))
}

/// AP9: everything that belongs to a shareable and goes with it, partition by partition.
pub fn parts_of(id: &ShortId) -> [Query; 5] {
    Part::ALL.map(|part| part.all_of(id))
}

/// The ShortId in the partition key of a shareable or of what belongs to one, and which part it is of the latter.
pub fn owner_of(pk: &str) -> Option<(ShortId, Option<Part>)> {
    let (kind, id) = pk.split_once('#')?;
    let part = match kind {
        "shareable" => None,
        _ => Some(Part::ALL.into_iter().find(|part| part.prefix() == kind)?),
    };
    Some((id.parse().ok()?, part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id() -> ShortId {
        "ABC-DEF-12345".parse().unwrap()
    }

    #[test]
    fn keys_read_as_the_design_document_writes_them() {
        let code: Code = "k7m2q9xw".parse().unwrap();
        let item: ItemId = "0199F3A0-0000-7000-8000-00000000000A".parse().unwrap();
        assert_eq!(shareable(&id()), Key::new("shareable#abcdef12345", "01#"));
        assert_eq!(Part::Rsvp.of_code(&id(), code), Key::new("event_rsvp#abcdef12345", "01#k7m2q9xw#"));
        assert_eq!(Part::Vote.of_code(&id(), code), Key::new("poll_vote#abcdef12345", "01#k7m2q9xw#"));
        assert_eq!(code_in("01#k7m2q9xw#"), Some(code));
        for (part, pk) in [
            (Part::Tick, "checklist_tick#abcdef12345"),
            (Part::Claim, "checklist_claim#abcdef12345"),
            (Part::Added, "checklist_added#abcdef12345"),
        ] {
            assert_eq!(part.of_item(&id(), item), Key::new(pk, "01#0199f3a000007000800000000000000a#"));
        }
        assert_eq!(pool_slot(99, 1), Key::new(99_u32, "available#01"));
    }

    #[test]
    fn a_partition_key_names_its_owner() {
        assert_eq!(owner_of("shareable#abcdef12345"), Some((id(), None)));
        assert_eq!(owner_of("poll_vote#abcdef12345"), Some((id(), Some(Part::Vote))));
        assert_eq!(owner_of("somethingelse#abcdef12345"), None);
    }
}
