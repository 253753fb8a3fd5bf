//! Starting the program and talking to it.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Output, Stdio},
    time::Duration,
};

/// The program, with none of the caller's configuration.
pub fn roundtable(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roundtable"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("ROUNDTABLE_") {
            command.env_remove(name);
        }
    }
    command.current_dir(folder);
    command
}

/// Runs a command to its end.
pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    roundtable(folder).args(arguments).stdin(Stdio::null()).output().expect("the program runs")
}

/// The one line a failed command left on standard error.
pub fn complaint(output: &Output) -> String {
    assert!(!output.status.success(), "it should have failed: {}", String::from_utf8_lossy(&output.stdout));
    let text = String::from_utf8(output.stderr.clone()).expect("text");
    assert_eq!(text.trim_end().lines().count(), 1, "one sentence, not: {text}");
    text.trim_end().to_owned()
}

pub fn said(output: &Output) -> String {
    assert!(output.status.success(), "it failed: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// A running server, killed when dropped.
pub struct Running {
    pub child: Child,
    pub address: SocketAddr,
    /// The code for the first account, while there is none.
    pub set_up_code: Option<String>,
}

impl Running {
    /// Starts a server on `folder` and waits until it has said where it is.
    pub fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = roundtable(folder);
        command.arg("serve").args(arguments);
        Self::of(command)
    }

    /// Starts this server at a free address and waits until it has said that it is there.
    pub fn of(mut command: Command) -> Self {
        let address = free_address();
        let mut child = command
            .args(["--listen", &address.to_string()])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("output")).lines().map_while(Result::ok);
        let said: Vec<String> = lines.take_while(|line| !line.starts_with("Open the address")).collect();
        if !said.first().is_some_and(|first| first.contains("Roundtable is at")) {
            let mut error = String::new();
            let _ = child.stderr.take().expect("errors").read_to_string(&mut error);
            panic!("the server did not start: {said:?}{error}");
        }
        let set_up_code = said.iter().find_map(|line| line.split_once("/register#code="));
        let set_up_code = set_up_code.map(|(_, code)| code.to_owned());
        // Nobody reads its log, and a full pipe would hold it up.
        if let Some(mut log) = child.stderr.take() {
            std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        }
        Self { child, address, set_up_code }
    }

    /// One HTTP exchange on a connection of its own: the status and the whole answer.
    pub fn request(&self, method: &str, path: &str, body: Option<&str>) -> Option<(u16, String)> {
        self.exchange(method, path, body, "")
    }

    /// The status of an exchange that shows a token.
    pub fn request_as(&self, token: &str, method: &str, path: &str) -> Option<u16> {
        self.exchange(method, path, None, &format!("Authorization: Bearer {token}\r\n"))
            .map(|(status, _)| status)
    }

    fn exchange(&self, method: &str, path: &str, body: Option<&str>, more: &str) -> Option<(u16, String)> {
        let mut stream = TcpStream::connect(self.address).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
        let (length, body) = (body.map_or(0, str::len), body.unwrap_or_default());
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{more}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}",
            self.address
        );
        stream.write_all(head.as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let status = answer.split(' ').nth(1)?.parse().ok()?;
        Some((status, answer))
    }

    pub fn terminate(&self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("kill runs").success());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How often something is done: a smaller number in every test run, and the one that the environment asks for.
pub fn times(variable: &str, usually: usize) -> usize {
    std::env::var(variable).ok().map_or(usually, |text| text.parse().expect("a number"))
}

pub fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port")
}
