//! An event and who is free when, in the words of crab.fit's API. Who answers signs up by name first.

use super::{ANSWERS, Action, Side, Steps, THINGS, open, take};
use crate::{
    Measured,
    client::{Request, get, post},
};
use serde_json::{Value, json};
use std::net::SocketAddr;

/// Three hours on two evenings and a morning, as crab.fit writes them.
pub const TIMES: [&str; 9] = [
    "1800-16112026",
    "1900-16112026",
    "2000-16112026",
    "1800-17112026",
    "1900-17112026",
    "2000-17112026",
    "0900-18112026",
    "1000-18112026",
    "1100-18112026",
];

pub struct CrabFit {
    address: SocketAddr,
    events: Vec<String>,
}

impl CrabFit {
    pub async fn prepare(address: SocketAddr) -> Measured<Self> {
        let mut events = Vec::new();
        for _ in 0..THINGS {
            let made = open(address).await?.expect(201, &create()).await?;
            let id = made["id"].as_str().ok_or("an event without an id")?.to_owned();
            for number in 0..ANSWERS {
                take(&mut open(address).await?, &answer(&id, number)).await?;
            }
            events.push(id);
        }
        Ok(Self { address, events })
    }
}

impl Side for CrabFit {
    fn address(&self) -> SocketAddr {
        self.address
    }

    fn steps(&self, action: Action, number: usize) -> Steps {
        let event = &self.events[number % THINGS];
        match action {
            Action::Read => vec![(200, get(&format!("/event/{event}/people")))],
            Action::Answer => answer(event, number + ANSWERS),
            Action::Create => vec![(201, create())],
        }
    }
}

fn create() -> Request {
    post("/event", &json!({ "name": "Supper", "times": TIMES, "timezone": "Europe/Lisbon" }))
}

fn answer(event: &str, number: usize) -> Steps {
    let person = format!("/event/{event}/people/ana{number}");
    vec![(200, get(&person)), (200, patch(&person, &json!({ "availability": TIMES[..3] })))]
}

fn patch(path: &str, body: &Value) -> Request {
    let body = body.to_string();
    let length = body.len();
    let head = "Host: localhost\r\nContent-Type: application/json\r\n";
    format!("PATCH {path} HTTP/1.1\r\n{head}Content-Length: {length}\r\n\r\n{body}").into_bytes().into()
}
