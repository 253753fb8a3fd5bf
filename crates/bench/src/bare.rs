//! A bare axum server in a process of its own, which sends answers that were recorded from the real program.

use crate::{Measured, client::Answer};
use axum::{
    Router,
    body::Bytes,
    http::{HeaderMap, HeaderName, HeaderValue},
    routing::get,
};
use serde::{Deserialize, Serialize};
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write, stdin, stdout},
    net::{Ipv4Addr, SocketAddr},
    path::Path,
    process::{Child, Command, Stdio},
};
use tokio::net::TcpListener;

/// The argument after `--child` that makes this program the bare server.
pub const TASK: &str = "bare";
/// What the server writes by itself.
const ITS_OWN: [&str; 3] = ["content-length", "date", "connection"];

/// An answer to be sent again, byte for byte.
#[derive(Serialize, Deserialize)]
pub struct Recorded {
    path: String,
    headers: Vec<(String, String)>,
    body: String,
}

impl Recorded {
    pub fn new(path: &str, answer: &Answer) -> Measured<Self> {
        let headers = answer.head.lines().skip(1).filter_map(|line| line.split_once(':'));
        let headers = headers.map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()));
        Ok(Self {
            path: path.to_owned(),
            headers: headers.filter(|(name, _)| !ITS_OWN.contains(&name.as_str())).collect(),
            body: String::from_utf8(answer.body.to_vec())?,
        })
    }
}

/// The running server; it ends with whoever started it.
pub struct Bare {
    child: Child,
    pub address: SocketAddr,
}

impl Bare {
    pub fn start(answers: &[Recorded]) -> Measured<Self> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("answers.json");
        fs::write(&file, serde_json::to_vec(answers)?)?;
        let mut command = Command::new(std::env::current_exe()?);
        command.args([crate::CHILD, TASK]).arg(&file).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let mut address = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut address)?;
        Ok(Self { child, address: address.trim().parse()? })
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the child does: says where it listens, and answers until its input is closed.
pub fn serve(file: &Path) -> Measured<()> {
    let answers: Vec<Recorded> = serde_json::from_slice(&fs::read(file)?)?;
    let mut router = Router::new();
    for Recorded { path, headers, body } in answers {
        let headers: HeaderMap = headers
            .into_iter()
            .map(|(name, value)| Ok((HeaderName::try_from(name)?, HeaderValue::try_from(value)?)))
            .collect::<Measured<_>>()?;
        let body = Bytes::from(body);
        router = router.route(&path, get(async move || (headers.clone(), body.clone())));
    }
    tokio::runtime::Runtime::new()?.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        writeln!(stdout(), "{}", listener.local_addr()?)?;
        let closed = tokio::task::spawn_blocking(|| stdin().read_to_end(&mut Vec::new()));
        tokio::select! {
            served = axum::serve(listener, router).into_future() => Ok(served?),
            _ = closed => Ok(()),
        }
    })
}
