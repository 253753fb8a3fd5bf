//! The audit line of what cannot be undone. A code in a log would let whoever reads the log in, so a share is named by a keyed hash of
//! its code: lines about one share can be put together, and nothing can be opened with them.

use crate::model::ShortId;
use data_encoding::HEXLOWER;
use web::Services;

pub fn line(services: &Services, id: &ShortId, what: &str) {
    let share =
        HEXLOWER.encode(&services.keys.mac("share in the audit log", &[id.compact().as_bytes()])[..6]);
    tracing::info!(target: "audit", share, "{what}");
}
