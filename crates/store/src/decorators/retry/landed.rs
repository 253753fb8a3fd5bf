//! Whether a failed condition is the trace of the write's own earlier attempt.

use crate::{Change, Item, Op, StoreError, Write};

/// Whether the item there is what `write` sent.
pub(super) fn has_landed(write: &Write, error: &StoreError) -> bool {
    let StoreError::ConditionFailed(failed) = error else { return false };
    let [only] = failed.as_slice() else { return false };
    match (&write.op, &only.item) {
        (Op::Put(sent), Some(there)) => sent == there,
        (Op::Update(_, changes), Some(there)) => changes.iter().all(|change| shows(there, change)),
        (Op::Delete(_), None) => true,
        _ => false,
    }
}

fn shows(there: &Item, change: &Change) -> bool {
    match change {
        Change::Set(name, value) => there.get(name) == Some(value.into()),
        Change::Remove(name) => !there.contains(name),
        // A sum does not show what was added.
        Change::Add(..) => false,
    }
}
