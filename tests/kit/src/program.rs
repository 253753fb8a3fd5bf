//! The program itself, in a process of its own that can be killed and started again.

use crate::socket;
use stage::Person;
use std::{
    io::{BufRead, BufReader},
    net::{SocketAddr, TcpListener},
    path::PathBuf,
    process::{Child, Command, Stdio},
};
use tempfile::TempDir;

/// A server on a folder and at an address of its own; killed when dropped.
pub struct Program {
    folder: TempDir,
    address: SocketAddr,
    child: Option<Child>,
}

impl Program {
    pub fn start() -> Self {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let (folder, address) = (tempfile::tempdir().expect("a folder"), free.expect("a free port"));
        let mut program = Self { folder, address, child: None };
        program.starts_again();
        program
    }

    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Someone without an account or a cookie.
    pub fn anyone(&self) -> Person {
        socket::anyone(&self.base_url())
    }

    /// Ends it at once, as a lack of power does.
    pub fn is_killed(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("our own child");
            child.wait().expect("our own child");
        }
    }

    /// On the same data and at the same address; it answers when this returns.
    pub fn starts_again(&mut self) {
        let mut command = Command::new(roundtable());
        for (name, _) in
            std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("ROUNDTABLE_"))
        {
            command.env_remove(name);
        }
        let listen = self.address.to_string();
        command.current_dir(self.folder.path()).args(["serve", "--log", "error", "--listen", &listen]);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut first = String::new();
        let output = child.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut first).expect("a line");
        assert!(first.contains("Roundtable is at"), "the server did not start: {first}");
        self.child = Some(child);
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.is_killed();
    }
}

/// The program is built beside the tests, when everything is.
fn roundtable() -> PathBuf {
    let test = std::env::current_exe().expect("this test");
    let built = test.ancestors().nth(2).expect("the target folder").join("roundtable");
    assert!(built.exists(), "{} is not there: cargo build -p server", built.display());
    built
}
