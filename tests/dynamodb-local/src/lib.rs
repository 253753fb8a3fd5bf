//! Where tests find DynamoDB Local. A crate of its own, because both the DynamoDB adapter's tests and the test kit need it and
//! neither may know the other.
//!
//! `scripts/test` starts one server for the whole run and names it in `TEST_DYNAMODB_ENDPOINT`. Without that, the first test
//! of a process that asks starts a server of its own from `.tools`, so that `cargo nextest run -p store-dynamodb` just works.
//! All tests share a server: each uses its own table prefix.

pub mod proxy;

use local_server::LocalServer;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The variable that names a running server, such as `http://127.0.0.1:8000`.
pub const VARIABLE: &str = "TEST_DYNAMODB_ENDPOINT";

/// Access key and secret that DynamoDB Local accepts: it wants letters and digits and checks nothing else.
pub const ACCESS_KEY: &str = "roundtable";
pub const SECRET_KEY: &str = "roundtable";
pub const REGION: &str = "eu-central-1";

/// The address of DynamoDB Local.
///
/// # Panics
/// In one sentence that says what to do, when there is none and none can be started.
pub fn endpoint() -> String {
    std::env::var(VARIABLE).unwrap_or_else(|_| own_endpoint())
}

/// The address of DynamoDB Local, or why there is none: for those who can do without.
pub fn try_endpoint() -> Result<String, String> {
    std::env::var(VARIABLE).or_else(|_| own_server())
}

/// The address of a server that only this process uses, even where one is named. DynamoDB Local has ten threads for its upkeep and
/// spends one on each table that lets items expire: with many of those, it never gets round to building an index that is added
/// to a table.
///
/// # Panics
/// In one sentence that says what to do, when none can be started.
#[allow(clippy::panic, reason = "a test without its database has failed")]
pub fn own_endpoint() -> String {
    match own_server() {
        Ok(endpoint) => endpoint,
        Err(reason) => panic!(
            "this test needs DynamoDB Local: run scripts/test, or scripts/install-tools once and this test again ({reason})"
        ),
    }
}

/// One server per process, started by whoever asks first; the lock makes everyone else wait for it.
fn own_server() -> Result<String, String> {
    static SERVER: OnceLock<Mutex<Option<LocalServer>>> = OnceLock::new();
    let mut slot = SERVER.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(server) = slot.as_ref() {
        return Ok(server.endpoint.clone());
    }
    let server = LocalServer::start("dynamodb-local")?;
    let endpoint = server.endpoint.clone();
    *slot = Some(server);
    Ok(endpoint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpStream;

    #[test]
    fn the_endpoint_answers_like_dynamodb() {
        let endpoint = endpoint();
        let address = endpoint.strip_prefix("http://").expect("a plain HTTP address");
        let mut connection = TcpStream::connect(address).expect("a server listens there");
        let body = "{}";
        write!(
            connection,
            "POST / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
             Content-Type: application/x-amz-json-1.0\r\nX-Amz-Target: DynamoDB_20120810.ListTables\r\n\
             Authorization: AWS4-HMAC-SHA256 Credential={ACCESS_KEY}/20260101/{REGION}/dynamodb/aws4_request, \
             SignedHeaders=host, Signature=unchecked\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .expect("the request is sent");
        let mut answer = String::new();
        connection.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert!(answer.contains("\"TableNames\""), "{answer}");
    }

    #[test]
    fn asking_twice_gives_the_same_server() {
        assert_eq!(endpoint(), endpoint());
    }
}
