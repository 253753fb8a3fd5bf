//! Somebody with or without an account who calls whichever server answers.

use kernel::Rng;
use serde_json::Value;
use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    sync::{
        RwLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

/// Whoever has no answer after this long gives up, and the test with them.
const PATIENCE: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_millis(20);

/// The servers that people can reach at the moment.
#[derive(Default)]
pub struct Servers {
    addresses: RwLock<Vec<SocketAddr>>,
    turn: AtomicUsize,
}

impl Servers {
    pub fn are(&self, addresses: impl IntoIterator<Item = SocketAddr>) {
        *self.addresses.write().expect("a lock") = addresses.into_iter().collect();
    }

    /// One after another, as a balancer gives them out.
    fn next(&self) -> Option<SocketAddr> {
        let addresses = self.addresses.read().expect("a lock");
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        addresses.get(turn % addresses.len().max(1)).copied()
    }
}

/// A request as it is sent, again and again if need be.
pub struct Request<'r> {
    pub method: &'r str,
    /// Below `/api/v1`.
    pub path: &'r str,
    pub media_type: &'r str,
    pub body: &'r [u8],
    /// By which a repeated creation is known.
    pub key: Option<String>,
}

#[derive(Clone)]
pub struct Caller<'s> {
    pub servers: &'s Servers,
    pub token: Option<String>,
}

impl Caller<'_> {
    /// The first answer that says yes or no.
    pub fn sends(&self, request: &Request<'_>) -> (u16, Value) {
        let began = Instant::now();
        let mut last = None;
        while began.elapsed() < PATIENCE {
            match self.servers.next().and_then(|server| self.tries(server, request)) {
                Some((503 | 429, answer)) => last = Some(answer),
                Some((status, answer)) if status < 500 => return (status, answer),
                Some((status, answer)) => panic!("{} {}: {status} {answer}", request.method, request.path),
                None => {}
            }
            std::thread::sleep(PAUSE);
        }
        panic!("{} {} was never answered; the last word was {last:?}", request.method, request.path)
    }

    fn json(&self, method: &str, path: &str, body: &Value, key: Option<String>) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let media_type = "application/json";
        self.sends(&Request { method, path, media_type, body: body.as_bytes(), key })
    }

    /// Creates something, once.
    pub fn makes(&self, path: &str, body: &Value) -> Value {
        let key = Rng::system().expect("randomness").uuid_v4().to_string();
        let (status, answer) = self.json("POST", path, body, Some(key));
        assert!(matches!(status, 200 | 201), "POST {path}: {status} {answer}");
        answer
    }

    /// What may be refused because it was done already.
    pub fn does(&self, path: &str, body: &Value) -> (u16, Value) {
        self.json("POST", path, body, None)
    }

    pub fn sets(&self, method: &str, path: &str, body: &Value) -> Value {
        let (status, answer) = self.json(method, path, body, None);
        assert_eq!(status, 200, "{method} {path}: {answer}");
        answer
    }

    pub fn sees(&self, path: &str) -> Value {
        self.sets("GET", path, &Value::Null)
    }

    /// Every item of a list, over all its pages.
    pub fn lists(&self, path: &str) -> Vec<Value> {
        let joint = if path.contains('?') { '&' } else { '?' };
        let (mut items, mut rest) = (Vec::new(), String::new());
        loop {
            let page = self.sees(&format!("{path}{joint}limit=100{rest}"));
            items.extend(page["items"].as_array().expect("items").iter().cloned());
            match page["nextCursor"].as_str() {
                Some(cursor) => rest = format!("&cursor={cursor}"),
                None => return items,
            }
        }
    }

    /// One try at one server; nothing where the connection breaks off.
    pub fn tries(&self, server: SocketAddr, request: &Request<'_>) -> Option<(u16, Value)> {
        let (status, _, body) = self.raw(server, request)?;
        let text = String::from_utf8_lossy(&body);
        Some((status, serde_json::from_str(&text).unwrap_or_else(|_| Value::from(text.into_owned()))))
    }

    /// Status, head and body.
    pub fn raw(&self, server: SocketAddr, request: &Request<'_>) -> Option<(u16, String, Vec<u8>)> {
        let mut stream = TcpStream::connect(server).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
        let Request { method, path, media_type, body, key } = request;
        let token =
            self.token.as_ref().map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
        let key = key.as_ref().map(|key| format!("Idempotency-Key: {key}\r\n")).unwrap_or_default();
        let length = body.len();
        let head = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: localhost:8080\r\nConnection: close\r\n{token}{key}Content-Type: {media_type}\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all(&[head.as_bytes(), *body].concat()).ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok()?;
        let end = answer.windows(4).position(|window| window == b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
        let length: usize =
            head.lines().find_map(|line| line.strip_prefix("content-length: "))?.parse().ok()?;
        let body = answer.split_off(end + 4);
        // An answer that was cut off says nothing.
        (body.len() == length).then_some((head.split(' ').nth(1)?.parse().ok()?, head, body))
    }
}
