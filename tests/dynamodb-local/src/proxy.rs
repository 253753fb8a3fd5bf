//! A way to DynamoDB Local on which things go wrong: between client and server, request by request.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// What becomes of one request.
#[derive(Debug, Clone, Copy)]
pub enum Fate {
    Pass,
    /// The connection ends before the server hears of the request.
    CutBefore,
    /// The server has done what was asked; the connection ends before the client hears of it.
    CutAfter,
    /// The request reaches the server this much later, whether or not the client still waits.
    Delay(Duration),
    /// The server has done what was asked; the client hears of it this much later.
    AnswerLate(Duration),
    /// Nothing ever comes back.
    Hang,
    /// DynamoDB's error of this code comes back, and the server hears nothing.
    Refuse(&'static str),
    /// This status and body come back, and the server hears nothing.
    Answer(u16, &'static str),
}

type Choose = Arc<Mutex<dyn FnMut(&str) -> Fate + Send>>;

pub struct Proxy {
    pub endpoint: String,
    task: JoinHandle<()>,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Proxy {
    /// A proxy before DynamoDB Local that asks `choose` about each request by its operation, such as `PutItem`.
    #[allow(
        clippy::unwrap_used,
        clippy::missing_panics_doc,
        reason = "a test without its way to the database has failed"
    )]
    pub async fn start(choose: impl FnMut(&str) -> Fate + Send + 'static) -> Self {
        let upstream = crate::endpoint().strip_prefix("http://").unwrap().to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let choose: Choose = Arc::new(Mutex::new(choose));
        let task = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(serve(client, upstream.clone(), Arc::clone(&choose)));
            }
        });
        Self { endpoint, task }
    }
}

/// Serves one request; every connection carries only one, so that an answer ends where the connection does.
async fn serve(mut client: TcpStream, upstream: String, choose: Choose) -> std::io::Result<()> {
    let request = read_request(&mut client).await?;
    let fate = choose.lock().unwrap_or_else(PoisonError::into_inner)(&operation(&request));
    match fate {
        Fate::CutBefore => Ok(()),
        Fate::Hang => std::future::pending().await,
        Fate::Pass => client.write_all(&forward(&upstream, &request).await?).await,
        Fate::Delay(by) => {
            tokio::time::sleep(by).await;
            client.write_all(&forward(&upstream, &request).await?).await
        }
        Fate::AnswerLate(by) => {
            let answer = forward(&upstream, &request).await?;
            tokio::time::sleep(by).await;
            client.write_all(&answer).await
        }
        Fate::CutAfter => forward(&upstream, &request).await.map(drop),
        Fate::Refuse(code) => {
            let body =
                format!(r#"{{"__type":"com.amazonaws.dynamodb.v20120810#{code}","message":"so it is"}}"#);
            client.write_all(answer(400, &body).as_bytes()).await
        }
        Fate::Answer(status, body) => client.write_all(answer(status, body).as_bytes()).await,
    }
}

async fn read_request(client: &mut TcpStream) -> std::io::Result<Vec<u8>> {
    let mut request = Vec::new();
    loop {
        if client.read_buf(&mut request).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        if let Some(end) = request.windows(4).position(|window| window == b"\r\n\r\n") {
            let length: usize =
                header(&request[..end], "content-length").and_then(|text| text.parse().ok()).unwrap_or(0);
            if request.len() >= end + 4 + length {
                return Ok(request);
            }
        }
    }
}

fn header(head: &[u8], name: &str) -> Option<String> {
    let head = String::from_utf8_lossy(head);
    let lines = head.lines().filter_map(|line| line.split_once(':'));
    lines
        .into_iter()
        .find(|(held, _)| held.eq_ignore_ascii_case(name))
        .map(|(_, value)| value.trim().to_owned())
}

fn operation(request: &[u8]) -> String {
    let target = header(request, "x-amz-target").unwrap_or_default();
    target.rsplit('.').next().unwrap_or_default().to_owned()
}

/// The server's whole answer.
async fn forward(upstream: &str, request: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut server = TcpStream::connect(upstream).await?;
    let line = request.windows(2).position(|window| window == b"\r\n").unwrap_or(0) + 2;
    server.write_all(&[&request[..line], b"Connection: close\r\n", &request[line..]].concat()).await?;
    let mut answer = Vec::new();
    server.read_to_end(&mut answer).await?;
    Ok(answer)
}

fn answer(status: u16, body: &str) -> String {
    format!(
        "HTTP/1.1 {status} .\r\nContent-Type: application/x-amz-json-1.0\r\nConnection: close\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}
