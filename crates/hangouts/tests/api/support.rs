//! A server with groups and hangouts, and what its people do.

use jiff::SignedDuration;
use serde_json::{Value, json};
use stage::{Answer, Engine, Person, Stage};
use std::ops::Deref;

pub struct Town {
    pub stage: Stage,
}

impl Deref for Town {
    type Target = Stage;

    fn deref(&self) -> &Stage {
        &self.stage
    }
}

pub fn features() -> Vec<web::Feature> {
    vec![hangouts::feature()]
}

impl Town {
    pub async fn on(engine: Engine) -> Self {
        Self { stage: Stage::on(engine, features).await }
    }

    /// A group that `owner` made.
    pub async fn group(&self, owner: &Person, name: &str) -> String {
        owner.post("/groups", json!({ "name": name })).await.expect(201).text_at("groupId")
    }

    /// A group with more people in it than its owner.
    pub async fn group_with(&self, owner: &Person, name: &str, members: &[&Person]) -> String {
        let group = self.group(owner, name).await;
        for member in members {
            self.adds(owner, &group, member).await;
        }
        group
    }

    /// Adds someone, who opens the group.
    pub async fn adds(&self, owner: &Person, group: &str, member: &Person) {
        let body = json!({ "userId": member.user_id });
        owner.post(&format!("/groups/{group}/members"), body).await.expect(201);
        member.get(&format!("/groups/{group}")).await.expect(200);
    }

    /// A hangout in one group, in some hours.
    pub async fn hangout(&self, by: &Person, group: &str, title: &str, hours: i64) -> String {
        let body = json!({ "title": title, "groupIds": [group], "startTime": self.in_hours(hours) });
        by.post("/hangouts", body).await.expect(201).text_at("hangoutId")
    }

    pub fn in_hours(&self, hours: i64) -> String {
        kernel::Moment::from(self.now() + SignedDuration::from_hours(hours)).to_string()
    }

    /// Does all background work, counts included, which wait a second between two.
    pub async fn settles(&self) {
        for _ in 0..3 {
            self.finish_work().await;
            self.advance(SignedDuration::from_secs(1));
        }
        self.finish_work().await;
    }

    /// What `doctor` says.
    pub async fn findings(&self, repair: bool) -> Vec<String> {
        let mut found = Vec::new();
        for check in &hangouts::feature().doctor {
            let findings = check.check(&self.services, repair).await.unwrap();
            found.extend(findings.into_iter().map(|finding| format!("{}: {}", finding.key, finding.what)));
        }
        found
    }
}

/// The titles in a list.
pub fn titles(answer: &Answer) -> Vec<String> {
    column(answer, "title")
}

pub fn column(answer: &Answer, field: &str) -> Vec<String> {
    let items = answer.json["items"].as_array().unwrap_or_else(|| panic!("a list: {}", answer.text));
    items.iter().map(|item| item[field].as_str().unwrap_or_default().to_owned()).collect()
}

/// Every item of a list, page after page.
pub async fn every_page(by: &Person, path: &str) -> Vec<Value> {
    let (mut items, mut cursor) = (Vec::new(), String::new());
    loop {
        let joined = if path.contains('?') { '&' } else { '?' };
        let more = if cursor.is_empty() { String::new() } else { format!("{joined}cursor={cursor}") };
        let page = by.get(&format!("{path}{more}")).await.expect(200);
        items.extend(page.json["items"].as_array().unwrap().iter().cloned());
        match page.json["nextCursor"].as_str() {
            Some(next) => next.clone_into(&mut cursor),
            None => return items,
        }
    }
}
