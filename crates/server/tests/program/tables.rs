//! Tables on DynamoDB Local that only one test uses.

use crate::server::{roundtable, said};
use std::{
    path::Path,
    process::{Command, Output, Stdio},
    time::Duration,
};

/// Tables of one test's own on DynamoDB Local, or on a way to it.
#[derive(Clone)]
pub struct Tables {
    pub endpoint: String,
    pub prefix: String,
}

impl Tables {
    pub fn create(folder: &Path) -> Self {
        let tables = Self::unmade();
        said(&tables.run(folder, &["tables", "create", "--store", "dynamodb"]));
        tables
    }

    /// Tables of which there are none yet.
    pub fn unmade() -> Self {
        let prefix = format!("program-{}-", kernel::Rng::system().unwrap().uuid_v4().simple());
        Self { endpoint: dynamodb_local::endpoint(), prefix }
    }

    pub fn command(&self, folder: &Path, arguments: &[&str]) -> Command {
        let mut command = roundtable(folder);
        command
            .args(arguments)
            .args(["--dynamodb-endpoint", &self.endpoint, "--table-prefix", &self.prefix])
            .env("AWS_ACCESS_KEY_ID", dynamodb_local::ACCESS_KEY)
            .env("AWS_SECRET_ACCESS_KEY", dynamodb_local::SECRET_KEY)
            .env("AWS_REGION", dynamodb_local::REGION)
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, folder: &Path, arguments: &[&str]) -> Output {
        self.command(folder, arguments).output().unwrap()
    }

    /// Runs a command that is killed after a while, if it is not done by then.
    pub fn kill(&self, folder: &Path, arguments: &[&str], after: Duration) {
        let mut child =
            self.command(folder, arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(after);
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
