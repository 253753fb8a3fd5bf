//! What is read and voted on: a poll and a checklist like those that people make.

use crate::{
    Measured,
    client::{Connection, Request, get, post},
};
use serde_json::{Value, json};

/// A share by its code.
pub struct Share {
    pub json_path: String,
    pub page_path: String,
    pub made: Value,
}

impl Share {
    pub async fn make(connection: &mut Connection, fields: &Value) -> Measured<Self> {
        let created = connection.expect(201, &post("/api/v1/shareables", fields)).await?;
        let code = created["shortId"].as_str().ok_or("no code")?;
        Ok(Self {
            json_path: format!("/api/v1/shareables/{code}"),
            page_path: format!("/s/{code}"),
            made: created["shareable"].clone(),
        })
    }

    pub async fn poll(connection: &mut Connection) -> Measured<Self> {
        let options =
            |labels: &[&str]| labels.iter().map(|label| json!({ "label": label })).collect::<Vec<_>>();
        let fields = json!({
            "entity": "poll", "name": "Autumn weekend", "expiresAfter": 7,
            "note": "Pick what works; we book on Sunday.",
            "questions": [
                { "title": "Which days?", "isRequired": true, "options": options(&["Fri–Sun", "Sat–Sun", "Sat–Mon"]) },
                { "title": "Who drives?", "isMultiple": true, "options": options(&["Ana", "Ben", "Cleo", "Dan"]) },
            ],
        });
        let poll = Self::make(connection, &fields).await?;
        for _ in 0..12 {
            connection.expect(201, &poll.vote()).await?;
        }
        Ok(poll)
    }

    pub async fn checklist(connection: &mut Connection) -> Measured<Self> {
        let things = [
            "Tent", "Stove", "Matches", "Rope", "Water", "Bread", "Coffee", "Map", "Torch", "Soap", "Ball",
            "Book",
        ];
        let items: Vec<_> = things.iter().map(|name| json!({ "name": name })).collect();
        let fields =
            json!({ "entity": "checklist", "name": "Lake weekend", "expiresAfter": 7, "items": items });
        Self::make(connection, &fields).await
    }

    /// A vote for the first option of the first question.
    pub fn vote(&self) -> Request {
        let question = &self.made["questions"][0];
        let option = &question["options"][0]["pollQuestionOptionId"];
        let answer = json!({ "pollQuestionId": question["pollQuestionId"], "optionIds": [option] });
        post(&format!("{}/votes", self.json_path), &json!({ "name": "Ana", "answers": [answer] }))
    }
}

/// A ranked poll, and a vote in it.
pub async fn ranked_vote(connection: &mut Connection) -> Measured<Request> {
    let fields = json!({ "title": "Language?", "candidates": ["JavaScript", "Python", "Go", "Rust"] });
    let created = connection.expect(201, &post("/api/v1/ranked-polls", &fields)).await?;
    let id = created["id"].as_str().ok_or("no id")?;
    let vote = post(
        &format!("/api/v1/ranked-polls/{id}/votes"),
        &json!({ "rankings": ["Go", "Rust", "Python", "JavaScript"] }),
    );
    connection.expect(201, &vote).await?;
    connection.expect(200, &get(&format!("/api/v1/ranked-polls/{id}"))).await?;
    Ok(vote)
}
