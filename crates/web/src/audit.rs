//! The audit line of what cannot be undone or changes who may do what.
//!
//! An id in a log may open what it names (a short code does), so a thing is named by a keyed hash of its id: lines about one thing
//! can be put together, and nothing can be opened with them.

use crate::Services;
use data_encoding::HEXLOWER;

/// Notes that `what` happened to the thing of this kind and id.
pub fn audit(services: &Services, kind: &str, id: &str, what: &str) {
    let thing = HEXLOWER.encode(&services.keys.mac("audit log", &[kind.as_bytes(), id.as_bytes()])[..6]);
    tracing::info!(target: "audit", audit = true, kind, thing, "{what}");
}
