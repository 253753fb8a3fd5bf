//! Starts a real server for tests from one of our scripts (`scripts/NAME PORT`), which runs it until its standard input closes. A
//! crate of its own, with no dependencies, because tests of crates that may not know each other need it.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const START: Duration = Duration::from_secs(30);
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A running server. It ends with this value, or with this process, however that ends.
pub struct LocalServer {
    /// Such as `http://127.0.0.1:8000`.
    pub endpoint: String,
    /// Never read: keeping it keeps the server's standard input open.
    _child: Child,
}

impl LocalServer {
    /// Starts `scripts/{script}` on a free port and waits until it answers; or says in a sentence why it does not.
    pub fn start(script: &str) -> Result<Self, String> {
        let address = free_address().map_err(|error| format!("no free port: {error}"))?;
        let path = Path::new(ROOT).join("scripts").join(script);
        let mut child = Command::new(&path)
            .arg(address.port().to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{} did not start: {error}", path.display()))?;
        let deadline = Instant::now() + START;
        while TcpStream::connect(address).is_err() {
            if let Ok(Some(status)) = child.try_wait() {
                return Err(format!("scripts/{script} ended with {status}"));
            }
            if Instant::now() > deadline {
                return Err(format!("scripts/{script} did not answer within {} s", START.as_secs()));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(Self { endpoint: format!("http://{address}"), _child: child })
    }
}

fn free_address() -> std::io::Result<SocketAddr> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()
}
