//! Getting the program: how long a build from nothing takes, and how large what it gives is.

use crate::{
    Measured,
    program::{MANIFEST, megabytes},
    table::{Goal, Row},
};
use std::{
    process::{Command, Stdio},
    time::Instant,
};

/// Whatever would remember an earlier build, or build otherwise than a fresh clone does.
const NOT_OURS: [&str; 5] =
    ["RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER", "CARGO_INCREMENTAL", "RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"];

pub fn measure() -> Measured<Vec<Row>> {
    let empty = tempfile::tempdir()?;
    // What has to be downloaded depends on the line, not on us.
    run(cargo().args(["fetch", "--locked", "--quiet", "--manifest-path", MANIFEST]))?;
    let began = Instant::now();
    let mut build = cargo();
    build.args(["build", "--release", "--locked", "--quiet", "--manifest-path", MANIFEST]);
    run(build.arg("--target-dir").arg(empty.path()))?;
    let seconds = began.elapsed().as_secs_f64();
    let row =
        |what, unit, ours, goal| Row { what, unit, ours, baseline: None, goal: Some(Goal::AtMost(goal)) };
    Ok(vec![
        row("cargo build --release from nothing", "s", seconds, 240.0),
        row("the program's file", "MB", megabytes(&empty.path().join("release/roundtable"))?, 40.0),
    ])
}

fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for name in NOT_OURS {
        cargo.env_remove(name);
    }
    cargo.stdin(Stdio::null()).stdout(Stdio::null());
    cargo
}

fn run(command: &mut Command) -> Measured<()> {
    let status = command.status()?;
    if status.success() { Ok(()) } else { Err(format!("cargo ended with {status}").into()) }
}
