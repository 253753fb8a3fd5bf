//! Key shapes and named access patterns, numbered as in `docs/design/shareables.md`. Nothing else builds a key.

use crate::{
    model::{Code, ItemId, ShortId},
    tables::{SHAREABLES, SHORT_ID_POOL},
};
use store::{Key, Query};

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

/// AP3: every tick of a checklist.
pub fn ticks_of(id: &ShortId) -> Query {
    Query::table(&SHAREABLES, format!("checklist_tick#{}", id.compact())).begins_with(FORMAT)
}

/// AP4: the tick of one item.
pub fn tick(id: &ShortId, item: ItemId) -> Key {
    Key::new(format!("checklist_tick#{}", id.compact()), format!("{FORMAT}{}#", item.0.simple()))
}

/// AP5: every RSVP to an event.
pub fn rsvps_of(id: &ShortId) -> Query {
    Query::table(&SHAREABLES, format!("event_rsvp#{}", id.compact())).begins_with(FORMAT)
}

/// AP6: one person's RSVP.
pub fn rsvp(id: &ShortId, code: &Code) -> Key {
    Key::new(format!("event_rsvp#{}", id.compact()), format!("{FORMAT}{code}#"))
}

/// AP7: every vote in a poll.
pub fn votes_of(id: &ShortId) -> Query {
    Query::table(&SHAREABLES, format!("poll_vote#{}", id.compact())).begins_with(FORMAT)
}

/// AP8: one person's vote.
pub fn vote(id: &ShortId, code: &Code) -> Key {
    Key::new(format!("poll_vote#{}", id.compact()), format!("{FORMAT}{code}#"))
}

/// AP9: everything that hangs on a shareable and goes with it, partition by partition.
pub fn dependants_of(id: &ShortId) -> [Query; 3] {
    [ticks_of(id), rsvps_of(id), votes_of(id)]
}

/// The compact ShortId in the partition key of a shareable or of what hangs on one, and which of the two it is.
pub fn owner_of(pk: &str) -> Option<(ShortId, bool)> {
    let (kind, id) = pk.split_once('#')?;
    let is_shareable = match kind {
        "shareable" => true,
        "checklist_tick" | "event_rsvp" | "poll_vote" => false,
        _ => return None,
    };
    Some((id.parse().ok()?, is_shareable))
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
        assert_eq!(rsvp(&id(), &code), Key::new("event_rsvp#abcdef12345", "01#k7m2q9xw#"));
        assert_eq!(vote(&id(), &code), Key::new("poll_vote#abcdef12345", "01#k7m2q9xw#"));
        assert_eq!(
            tick(&id(), item),
            Key::new("checklist_tick#abcdef12345", "01#0199f3a000007000800000000000000a#")
        );
        assert_eq!(pool_slot(99, 1), Key::new(99_u32, "available#01"));
    }

    #[test]
    fn a_partition_key_names_its_owner() {
        assert_eq!(owner_of("shareable#abcdef12345"), Some((id(), true)));
        assert_eq!(owner_of("poll_vote#abcdef12345"), Some((id(), false)));
        assert_eq!(owner_of("somethingelse#abcdef12345"), None);
    }
}
