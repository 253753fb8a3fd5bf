//! A small HTTP/1.1 client: one connection kept open, one request after the other. Every server is driven by the same one.

use crate::Measured;
use serde_json::Value;
use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};

/// A request, ready to be sent any number of times.
pub type Request = Arc<[u8]>;

pub fn get(path: &str) -> Request {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").into_bytes().into()
}

/// The same as somebody who is signed in.
pub fn get_as(token: &str, path: &str) -> Request {
    let asked = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n");
    asked.into_bytes().into()
}

pub fn post(path: &str, body: &Value) -> Request {
    post_with(path, "Content-Type: application/json\r\n", body)
}

/// `headers` end their lines themselves.
pub fn post_with(path: &str, headers: &str, body: &Value) -> Request {
    let body = body.to_string();
    let length = body.len();
    format!("POST {path} HTTP/1.1\r\nHost: localhost\r\n{headers}Content-Length: {length}\r\n\r\n{body}")
        .into_bytes()
        .into()
}

/// An answer, read whole.
pub struct Answer<'a> {
    pub status: u16,
    pub head: &'a str,
    pub body: &'a [u8],
}

impl Answer<'_> {
    pub fn json(&self) -> Measured<Value> {
        Ok(serde_json::from_slice(self.body)?)
    }
}

pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub async fn open(address: SocketAddr) -> Measured<Self> {
        Self::open_from(Ipv4Addr::LOCALHOST, address).await
    }

    /// As a caller from `source`: this machine answers to every address that begins with 127.
    pub async fn open_from(source: Ipv4Addr, address: SocketAddr) -> Measured<Self> {
        let stream = connect_from(source, address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(64 * 1024) })
    }

    pub async fn send(&mut self, request: &[u8]) -> Measured<Answer<'_>> {
        let body = self.head(request).await?;
        let end = body + content_length(&self.buffer[..body])?;
        while self.buffer.len() < end {
            self.read_more().await?;
        }
        let head = std::str::from_utf8(&self.buffer[..body])?;
        let status = head.get(9..12).ok_or("no status")?.parse()?;
        Ok(Answer { status, head, body: &self.buffer[body..end] })
    }

    /// Sends a request and reads the head of its answer; where the body begins.
    async fn head(&mut self, request: &[u8]) -> Measured<usize> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        loop {
            self.read_more().await?;
            if let Some(at) = memchr::memmem::find(&self.buffer, b"\r\n\r\n") {
                return Ok(at + 4);
            }
        }
    }

    /// The answer's JSON, which must come with this status.
    pub async fn expect(&mut self, status: u16, request: &[u8]) -> Measured<Value> {
        let answer = self.send(request).await?;
        if answer.status == status {
            return answer.json();
        }
        Err(format!("{} instead of {status}: {}", answer.status, String::from_utf8_lossy(answer.body)).into())
    }

    /// The status of an answer of any length; the rest is read and thrown away.
    pub async fn status(&mut self, request: &[u8]) -> Measured<u16> {
        let body = self.head(request).await?;
        let status = std::str::from_utf8(&self.buffer[9..12])?.parse()?;
        match content_length(&self.buffer[..body]) {
            Ok(length) => {
                while self.buffer.len() < body + length {
                    self.read_more().await?;
                }
            }
            Err(_) => {
                while !self.buffer.ends_with(b"\r\n0\r\n\r\n") {
                    self.read_more().await?;
                }
            }
        }
        Ok(status)
    }

    async fn read_more(&mut self) -> Measured<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            return Err("the server closed the connection".into());
        }
        Ok(())
    }
}

/// A connection whose other side sees it come from `source`.
pub async fn connect_from(source: Ipv4Addr, address: SocketAddr) -> Measured<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((source, 0).into())?;
    Ok(socket.connect(address).await?)
}

fn content_length(head: &[u8]) -> Measured<usize> {
    const NAME: &[u8] = b"content-length:";
    let lines = head.split(|byte| *byte == b'\n');
    let line = lines
        .into_iter()
        .find(|line| line.get(..NAME.len()).is_some_and(|name| name.eq_ignore_ascii_case(NAME)));
    let value = &line.ok_or("an answer without a length")?[NAME.len()..];
    Ok(std::str::from_utf8(value)?.trim().parse()?)
}

/// Whether a server is there and well.
pub async fn answers(address: SocketAddr) -> bool {
    let Ok(mut connection) = Connection::open(address).await else { return false };
    connection.send(&get("/healthz")).await.is_ok_and(|answer| answer.status == 200)
}

/// Many connections that each send one request after the other.
#[derive(Clone, Copy)]
pub struct Load {
    pub address: SocketAddr,
    pub connections: u64,
    pub time: Duration,
    /// The only answer that counts; any other ends the measurement.
    pub status: u16,
}

impl Load {
    /// How many answers there were, and in what time. Each request is made by its number.
    pub async fn run(
        self,
        request: impl Fn(u64) -> Request + Send + Sync + 'static,
    ) -> Measured<(u64, Duration)> {
        let (request, number) = (Arc::new(request), Arc::new(AtomicU64::new(0)));
        let mut connections = Vec::new();
        for _ in 0..self.connections {
            connections.push(Connection::open(self.address).await?);
        }
        let began = Instant::now();
        let workers: Vec<_> = connections
            .into_iter()
            .map(|mut connection| {
                let (request, number) = (request.clone(), number.clone());
                tokio::spawn(async move {
                    let mut answered = 0;
                    while began.elapsed() < self.time {
                        let next = request(number.fetch_add(1, Ordering::Relaxed));
                        let answer = connection.send(&next).await?;
                        if answer.status != self.status {
                            return Err(
                                format!("{}: {}", answer.head, String::from_utf8_lossy(answer.body)).into()
                            );
                        }
                        answered += 1;
                    }
                    Measured::Ok(answered)
                })
            })
            .collect();
        let mut answered = 0;
        for worker in workers {
            answered += worker.await??;
        }
        Ok((answered, began.elapsed()))
    }

    /// Answers in a second.
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 answers")]
    pub async fn rate(self, request: impl Fn(u64) -> Request + Send + Sync + 'static) -> Measured<f64> {
        let (answered, took) = self.run(request).await?;
        Ok(answered as f64 / took.as_secs_f64())
    }
}
