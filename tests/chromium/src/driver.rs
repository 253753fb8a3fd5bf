//! The chromedriver process behind one or more browser windows, ended with all its browsers when the last window is dropped.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) struct Driver {
    process: Child,
    port: u16,
    /// Profiles and whatever else Chromium leaves behind; removed after it has ended.
    _files: TempDir,
    /// Kept open: a driver that writes to a closed pipe dies of it.
    _output: BufReader<ChildStdout>,
}

impl Driver {
    /// Starts chromedriver on a port of its own choosing and waits until it listens.
    pub(crate) fn start() -> Self {
        let files = TempDir::with_prefix("roundtable-").expect("a folder for profiles");
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .env("TZ", "UTC")
            .env("TMPDIR", files.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("browser tests need chromium and chromedriver: run scripts/install-tools");
        let mut output = BufReader::new(process.stdout.take().expect("its output is piped"));
        let port = announced_port(&mut output).expect("chromedriver says on which port it listens");
        Self { process, port, _files: files, _output: output }
    }

    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Ends one session, and its browser with it.
    pub(crate) fn end_session(&self, session: &str) {
        // The browser may be gone already, and an unclosed one falls with the driver.
        let _ = self.request("DELETE", &format!("/session/{session}"));
    }

    /// Plain blocking HTTP, because destructors cannot wait for a future. Returns when the answer begins.
    fn request(&self, method: &str, path: &str) -> std::io::Result<()> {
        let mut connection = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
        connection.set_read_timeout(Some(PATIENCE))?;
        write!(connection, "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")?;
        connection.read_exact(&mut [0])
    }
}

impl Drop for Driver {
    /// Asked to shut down, chromedriver closes its browsers and removes their profiles; killed, it would leave both behind.
    fn drop(&mut self) {
        let _ = self.request("GET", "/shutdown");
        let deadline = Instant::now() + PATIENCE;
        while matches!(self.process.try_wait(), Ok(None)) {
            if Instant::now() > deadline {
                let _ = self.process.kill();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn announced_port(output: &mut impl BufRead) -> Option<u16> {
    output.lines().map_while(Result::ok).find_map(|line| {
        let (_, rest) = line.split_once("started successfully on port ")?;
        rest.trim_end_matches('.').parse().ok()
    })
}
