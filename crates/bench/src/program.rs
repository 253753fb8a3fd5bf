//! The real program in a process of its own, as people run it: its logs, metrics and limits are part of what is measured.

use crate::{Measured, client};
use serde_json::{Value, json};
use std::{
    fmt::Display,
    fs,
    io::Write,
    net::{Ipv4Addr, SocketAddr, TcpListener},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::OnceLock,
    time::{Duration, Instant},
};

pub const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml");
/// A start that takes longer has failed.
const LONGEST_START: Duration = Duration::from_secs(30);
/// Idle is: no work noticed for this long. Work at start takes no longer than the second figure.
const QUIET: Duration = Duration::from_millis(500);
const LONGEST_WORK: Duration = Duration::from_mins(1);

pub struct Program {
    child: Child,
    pub address: SocketAddr,
    /// From starting the process to its first answer.
    pub start: Duration,
}

impl Program {
    /// Starts a server on this data folder, without limits on how much one address may ask, and waits for its first answer.
    pub async fn start(data: &Path) -> Measured<Self> {
        let limits = ["--requests-per-second", "0", "--creations-per-hour", "1000000", "--max-answers", "0"];
        Self::start_with(
            data,
            &[&limits[..], &["--max-ballots", "0", "--participant-mb-per-hour", "0"]].concat(),
        )
        .await
    }

    /// The same with these options, and else as everyone has it.
    pub async fn start_with(data: &Path, options: &[&str]) -> Measured<Self> {
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
        let mut command = Command::new(path()?);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("ROUNDTABLE_") {
                command.env_remove(name);
            }
        }
        command.current_dir(data).args(["serve", "--listen", &address.to_string(), "--data"]).arg(data);
        command.args(options);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let began = Instant::now();
        let mut program = Self { child: command.spawn()?, address, start: Duration::ZERO };
        while !client::answers(address).await {
            if let Some(status) = program.child.try_wait()? {
                return Err(format!("roundtable ended with {status}").into());
            }
            if began.elapsed() > LONGEST_START {
                return Err("roundtable did not answer in time".into());
            }
            tokio::time::sleep(Duration::from_micros(500)).await;
        }
        program.start = began.elapsed();
        Ok(program)
    }

    /// Waits until what goes on beside requests is done.
    pub async fn settle(&self) -> Measured<()> {
        let began = Instant::now();
        let mut before = self.processor_time()?;
        while began.elapsed() < LONGEST_WORK {
            tokio::time::sleep(QUIET).await;
            let now = self.processor_time()?;
            if now == before {
                return Ok(());
            }
            before = now;
        }
        Err("roundtable did not come to rest".into())
    }

    pub fn resident_megabytes(&self) -> Measured<f64> {
        resident_megabytes(self.child.id())
    }

    /// What the system says of the time spent, in ticks.
    fn processor_time(&self) -> Measured<(String, String)> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name, in brackets, may hold anything; the rest is separated by spaces.
        let mut fields =
            stat.rsplit_once(')').ok_or("no name in /proc/…/stat")?.1.split_whitespace().skip(11);
        let mut field = || fields.next().map(str::to_owned).ok_or("no times in /proc/…/stat");
        Ok((field()?, field()?))
    }

    /// Stops it as an operator does.
    pub fn stop(mut self) -> Measured<()> {
        Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status()?;
        let status = self.child.wait()?;
        if status.success() { Ok(()) } else { Err(format!("roundtable ended with {status}").into()) }
    }

    /// Ends it as a power cut does.
    pub fn crash(mut self) -> Measured<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Creates the first account of a folder's program that is not running, and returns what signs in to it.
pub fn create_account(data: &Path) -> Measured<Value> {
    let (email, password) = ("ana@example.org", "correct horse battery");
    let mut command = Command::new(path()?);
    command.current_dir(data).args(["account", "create", email, "--name", "Ana", "--data"]).arg(data);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
    child.stdin.take().ok_or("no input")?.write_all(password.as_bytes())?;
    let status = child.wait()?;
    if status.success() {
        Ok(json!({ "email": email, "password": password }))
    } else {
        Err(format!("roundtable account create ended with {status}").into())
    }
}

/// The program of this very code: built anew if cargo is at hand, and else what lies beside this one.
fn path() -> Measured<&'static Path> {
    static BUILT: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    BUILT.get_or_init(build).as_deref().map_err(|reason| reason.clone().into())
}

#[expect(clippy::cast_precision_loss, reason = "far less than 2^52 bytes")]
pub fn megabytes(file: &Path) -> Measured<f64> {
    Ok(fs::metadata(file)?.len() as f64 / 1e6)
}

fn build() -> Result<PathBuf, String> {
    if let Some(cargo) = std::env::var_os("CARGO") {
        let mut build = Command::new(cargo);
        build.args(["build", "--quiet", "--package", "server", "--manifest-path", MANIFEST]);
        if !cfg!(debug_assertions) {
            build.arg("--release");
        }
        let status = build.status().map_err(|error| format!("cargo did not start: {error}"))?;
        if !status.success() {
            return Err("the program could not be built".into());
        }
    }
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    let program = here.with_file_name("roundtable");
    if program.exists() {
        return Ok(program);
    }
    Err(format!("{} is missing; build it first: cargo build --release", program.display()))
}

/// What a process occupies in memory: `self`, or another by its number.
pub fn resident_megabytes(process: impl Display) -> Measured<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line =
        status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS in /proc/…/status")?;
    let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kilobytes / 1024.0)
}
