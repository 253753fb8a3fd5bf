//! A phone that has a poll's page open: what it has shown, and when.

use crate::{
    Measured,
    client::{Connection, connect_from, get},
};
use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    task::JoinHandle,
};

/// How many answers a page has shown, and since when.
#[derive(Default)]
pub struct Seen(Vec<(usize, Instant)>);

impl Seen {
    /// When at least so many were first shown.
    pub fn first_with(&self, total: usize) -> Option<Instant> {
        self.0.iter().find(|(shown, _)| *shown >= total).map(|(_, at)| *at)
    }

    pub fn to_the_end(&self, all: usize) -> bool {
        self.first_with(all).is_some()
    }
}

pub struct Watcher {
    seen: Arc<Mutex<Seen>>,
    listening: JoinHandle<()>,
}

impl Watcher {
    /// Fetches the page and opens the stream that it names.
    pub async fn open(source: Ipv4Addr, address: SocketAddr, page: &str) -> Measured<Self> {
        let mut connection = Connection::open_from(source, address).await?;
        let answer = connection.send(&get(page)).await?;
        if answer.status != 200 {
            return Err(format!("the page answers {}", answer.status).into());
        }
        let html = std::str::from_utf8(answer.body)?;
        let live = html.split("data-live=\"").nth(1).and_then(|rest| rest.split('"').next());
        let live = live.ok_or("the page is not live")?.replace("&#38;", "&").replace("&amp;", "&");
        let mut stream = connect_from(source, address).await?;
        let request = format!("GET {live} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut lines = BufReader::new(stream).lines();
        let status = lines.next_line().await?.unwrap_or_default();
        if !status.starts_with("HTTP/1.1 200") {
            return Err(format!("the stream answers {status}").into());
        }
        let seen = Arc::<Mutex<Seen>>::default();
        let shown = seen.clone();
        let listening = tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                if let Some(total) = answers_in(&line) {
                    shown.lock().unwrap_or_else(PoisonError::into_inner).0.push((total, Instant::now()));
                }
            }
        });
        Ok(Self { seen, listening })
    }

    /// Closes the page.
    pub async fn stop(self) -> Seen {
        self.listening.abort();
        let _ = self.listening.await;
        std::mem::take(&mut *self.seen.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// “12 people have answered”.
fn answers_in(line: &str) -> Option<usize> {
    let before = line.split(" people have answered").next().filter(|before| before.len() < line.len())?;
    let digits = before.rsplit(|c: char| !c.is_ascii_digit() && c != ',').next()?;
    digits.replace(',', "").parse().ok()
}
