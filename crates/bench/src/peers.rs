//! Other programs to be measured beside, started by one of our scripts. One that is not there is no reason to stop; but it is said
//! loudly, because a table without its peers proves little.

use local_server::LocalServer;
use std::{
    path::Path,
    process::Command,
    sync::{Mutex, MutexGuard, PoisonError},
};

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts");

static MISSING: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn missing_ones() -> MutexGuard<'static, Vec<String>> {
    MISSING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs whatever is missing; what cannot be is told with its row.
pub fn install() {
    for script in ["install-tools", "install-peers"] {
        let _ = Command::new(Path::new(SCRIPTS).join(script)).status();
    }
}

/// Notes that a peer is not there, and what brings it.
pub fn missing(name: &str, remedy: &str) {
    missing_ones().push(format!("{name} ({remedy})"));
}

/// What was missing since this was asked last.
pub fn take_missing() -> Vec<String> {
    std::mem::take(&mut *missing_ones())
}

/// Starts `scripts/{name}`, which ends with the value.
pub fn start(name: &str) -> Option<LocalServer> {
    LocalServer::start(name).inspect_err(|_| missing(name, "scripts/install-peers")).ok()
}
