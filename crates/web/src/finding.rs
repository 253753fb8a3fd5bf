//! What `doctor` finds: a sentence, the item it is about, and what to do.

use crate::Services;
use store::{Key, Table, Write};

/// Something in stored data that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// One sentence without its full stop.
    pub what: String,
    /// The table and the key of the item.
    pub key: String,
    /// What to do about it, as a sentence without its full stop.
    pub remedy: String,
    pub repaired: bool,
}

impl Finding {
    /// Something that repairing mends: `repaired` says whether that was just done.
    pub fn mendable(table: &Table, key: &Key, what: impl Into<String>, repaired: bool) -> Self {
        let remedy = "mend it with: roundtable doctor --repair";
        Self { repaired, ..Self::told(table, key, what, remedy) }
    }

    /// Something that repairing removes, which is done here where `repair` is set.
    pub async fn removable(
        services: &Services,
        (table, key): (&'static Table, Key),
        what: impl Into<String>,
        repair: bool,
    ) -> store::Result<Self> {
        let finding = Self::mendable(table, &key, what, repair);
        if repair {
            services.store.write(Write::delete(table, key)).await?;
        }
        Ok(finding)
    }

    /// Something that only a person can judge.
    pub fn told(table: &Table, key: &Key, what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            key: format!("{} {key}", table.name),
            remedy: remedy.into(),
            repaired: false,
        }
    }
}
