//! What an attacker does.

use crate::{
    Measured,
    client::{Connection, Request, get, post},
    crowd_rows::silent,
    figure::figure,
    http_rows::shares::Share,
};
use serde_json::{Value, json};
use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::io::AsyncWriteExt;

const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 66, 6, 6);
const CONNECTIONS: usize = 40;
const STREAMS: usize = 2_500;
const SLOW: usize = 1_000;

#[derive(Clone, Copy)]
pub enum Attack {
    Guesses,
    Streams,
    Results,
    Ballots,
    Creations,
    Slow,
}

/// What is sent over and over, made by its number.
pub type Target = Arc<dyn Fn(u64) -> Request + Send + Sync>;

impl Attack {
    /// Makes what is attacked.
    pub async fn prepare(self, address: SocketAddr) -> Measured<Target> {
        let mut owner = Connection::open(address).await?;
        Ok(match self {
            Self::Guesses => {
                let poll = Share::poll(&mut owner).await?;
                let path = format!("{}/access", poll.json_path);
                Arc::new(move |number| post(&path, &json!({ "passcode": format!("guess-{number}") })))
            }
            Self::Streams | Self::Slow => {
                let live = format!("{}/live", Share::poll(&mut owner).await?.json_path);
                Arc::new(move |_| get(&live))
            }
            Self::Results => {
                let poll = large_poll(address).await?;
                let (json_path, page) = (format!("{}/results", poll.json_path), poll.page_path);
                Arc::new(move |number| {
                    let path = if number % 2 == 0 { &json_path } else { &page };
                    let text = format!(
                        "GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip, br\r\n\r\n"
                    );
                    text.into_bytes().into()
                })
            }
            Self::Ballots => {
                let names: Vec<_> =
                    (0..100).map(|number| format!("{number:03}{}", "測".repeat(190))).collect();
                let fields = json!({ "title": "Large", "candidates": names });
                let made = owner.expect(201, &post("/api/v1/ranked-polls", &fields)).await?;
                let path = format!("/api/v1/ranked-polls/{}/votes", made["id"].as_str().ok_or("no id")?);
                let vote = post(&path, &json!({ "rankings": names }));
                Arc::new(move |_| vote.clone())
            }
            Self::Creations => {
                let items: Vec<_> = (0..300)
                    .map(|number| json!({ "name": format!("{number}{}", "x".repeat(190)) }))
                    .collect();
                let fields =
                    json!({ "entity": "checklist", "name": "Many", "expiresAfter": 7, "items": items });
                let made = post("/api/v1/shareables", &fields);
                Arc::new(move |_| made.clone())
            }
        })
    }

    pub async fn run(self, address: SocketAddr, target: Target, during: Duration) -> Measured<()> {
        match self {
            Self::Streams => hold(address, &target(0), STREAMS, during).await,
            Self::Slow => {
                // Half a request, and never the rest.
                let half = &target(0)[..20];
                hold(address, half, SLOW, during).await
            }
            _ => flood(address, target, during).await,
        }
    }
}

/// Sends as fast as answers come, whatever they are, and comes back when it is cut off.
async fn flood(address: SocketAddr, target: Target, during: Duration) -> Measured<()> {
    let (number, began) = (Arc::new(AtomicU64::new(0)), Instant::now());
    let attackers: Vec<_> = (0..CONNECTIONS)
        .map(|_| {
            let (target, number) = (target.clone(), number.clone());
            tokio::spawn(async move {
                while began.elapsed() < during {
                    let Ok(mut connection) = Connection::open_from(ATTACKER, address).await else { continue };
                    while began.elapsed() < during {
                        let request = target(number.fetch_add(1, Ordering::Relaxed));
                        if connection.status(&request).await.is_err() {
                            break;
                        }
                    }
                }
            })
        })
        .collect();
    for attacker in attackers {
        attacker.await?;
    }
    Ok(())
}

/// Opens many connections, sends the same on each and reads nothing.
async fn hold(address: SocketAddr, sent: &[u8], many: usize, during: Duration) -> Measured<()> {
    let (began, mut held) = (Instant::now(), Vec::new());
    while held.len() < many && began.elapsed() < during {
        let mut stream = silent(ATTACKER, address).await?;
        let _ = stream.write_all(sent).await;
        held.push(stream);
    }
    tokio::time::sleep(during.saturating_sub(began.elapsed())).await;
    Ok(())
}

/// A poll of thirty questions with thirty options each, in which everyone chose everything.
async fn large_poll(address: SocketAddr) -> Measured<Share> {
    let options: Vec<_> = (0..30).map(|at| json!({ "label": format!("Option {at}") })).collect();
    let question =
        |at: usize| json!({ "title": format!("Question {at}"), "isMultiple": true, "options": options });
    let questions: Vec<_> = (0..30).map(question).collect();
    let fields = json!({ "entity": "poll", "name": "Large", "expiresAfter": 7, "questions": questions });
    let poll = Share::make(&mut Connection::open(address).await?, &fields).await?;
    let vote = poll.vote_for_everything("Somebody with a name");
    let ballots = figure("VOTES", 3_500);
    let mut voters = Vec::new();
    // Each address may send so much an hour.
    for voter in 0..8_u8 {
        let vote = vote.clone();
        voters.push(tokio::spawn(async move {
            let mut connection = Connection::open_from(Ipv4Addr::new(127, 8, 0, voter + 1), address).await?;
            for _ in 0..ballots / 8 {
                connection.expect(201, &vote).await?;
            }
            Measured::Ok(())
        }));
    }
    for voter in voters {
        voter.await??;
    }
    Ok(poll)
}

impl Share {
    fn vote_for_everything(&self, name: &str) -> Request {
        let id = |value: &Value, field: &str| value[field].clone();
        let all = |list: &Value| list.as_array().cloned().unwrap_or_default();
        let answers: Vec<_> = all(&self.made["questions"])
            .iter()
            .map(|question| {
                let options: Vec<_> = all(&question["options"])
                    .iter()
                    .map(|option| id(option, "pollQuestionOptionId"))
                    .collect();
                json!({ "pollQuestionId": id(question, "pollQuestionId"), "optionIds": options })
            })
            .collect();
        post(&format!("{}/votes", self.json_path), &json!({ "name": name, "answers": answers }))
    }
}
