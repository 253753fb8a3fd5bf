//! A poll on three evenings of a week: what crab.fit calls an event.

use super::{ANSWERS, Action, Side, Steps, THINGS, open, take};
use crate::{
    Measured,
    client::{Request, get},
    http_rows::shares::Share,
};
use serde_json::{Value, json};
use std::net::SocketAddr;

pub struct Ours {
    address: SocketAddr,
    polls: Vec<Share>,
}

impl Ours {
    pub async fn prepare(address: SocketAddr) -> Measured<Self> {
        let mut polls = Vec::new();
        for _ in 0..THINGS {
            let mut connection = open(address).await?;
            let poll = Share::make(&mut connection, &fields()).await?;
            for number in 0..ANSWERS {
                take(&mut connection, &[(201, answer(&poll, number))]).await?;
            }
            polls.push(poll);
        }
        Ok(Self { address, polls })
    }
}

impl Side for Ours {
    fn address(&self) -> SocketAddr {
        self.address
    }

    fn steps(&self, action: Action, number: usize) -> Steps {
        let poll = &self.polls[number % THINGS];
        match action {
            Action::Read => vec![(200, get(&format!("{}/answers", poll.json_path)))],
            Action::Answer => vec![(201, answer(poll, number))],
            Action::Create => vec![(201, crate::client::post("/api/v1/shareables", &fields()))],
        }
    }
}

fn fields() -> Value {
    let options: Vec<_> = super::crab_fit::TIMES.iter().map(|time| json!({ "label": time })).collect();
    let question = json!({ "title": "When?", "isMultiple": true, "options": options });
    json!({ "entity": "poll", "name": "Supper", "expiresAfter": 7, "questions": [question] })
}

fn answer(poll: &Share, number: usize) -> Request {
    let question = &poll.made["questions"][0];
    let options: Vec<_> = (0..3).map(|at| question["options"][at]["pollQuestionOptionId"].clone()).collect();
    let answer = json!({ "pollQuestionId": question["pollQuestionId"], "optionIds": options });
    let name = format!("Ana {number}");
    crate::client::post(&format!("{}/votes", poll.json_path), &json!({ "name": name, "answers": [answer] }))
}
