//! Every call × every kind of caller.

use crate::support::{Engine, Poll, Table, key};
use http::Method;
use serde_json::{Value, json};

/// Who calls: nobody in particular, an account, another poll's manager, a voter, and this poll's manager.
const CALLERS: [&str; 5] = ["anyone", "account", "other manager", "voter", "manager"];

struct Call {
    method: Method,
    path: &'static str,
    body: Option<Value>,
    expected: [u16; 5],
}

fn calls() -> Vec<Call> {
    let call = |method, path, body, expected| Call { method, path, body, expected };
    let managed = [401, 403, 401, 401, 200];
    vec![
        call(Method::GET, "", None, [200; 5]),
        call(Method::PATCH, "", Some(json!({ "title": "New" })), managed),
        call(Method::POST, "/close", None, managed),
        call(Method::POST, "/reopen", None, managed),
        call(Method::GET, "/ballots.csv", None, managed),
        call(Method::GET, "/results", None, [200; 5]),
        call(Method::GET, "/results.csv", None, [200; 5]),
        call(Method::POST, "/votes", Some(json!({ "rankings": ["Go"] })), [201; 5]),
        call(Method::GET, "/votes/{own}", None, [401, 403, 401, 200, 401]),
        call(Method::DELETE, "/votes/{own}", None, [401, 403, 401, 204, 401]),
        call(Method::DELETE, "", None, [401, 403, 401, 401, 204]),
    ]
}

async fn status(table: &Table, call: &Call, caller: usize, account: &str) -> u16 {
    let (poll, other): (Poll, Poll) = (table.make().await, table.make().await);
    let own = table.vote(&poll, &key("voter"), &["Rust"]).await.expect(201).text_at("id");
    let voter = key("voter");
    let token =
        [None, Some(account), Some(other.key.as_str()), Some(voter.as_str()), Some(poll.key.as_str())]
            [caller];
    let path = poll.at(&call.path.replace("{own}", &own));
    table.send(call.method.clone(), &path, token, call.body.as_ref()).await.status.as_u16()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_call_answers_every_kind_of_caller_as_the_table_says() {
    let table = Table::on(Engine::Embedded).await;
    let account = table.account("ana").await;
    for call in calls() {
        for (caller, expected) in call.expected.into_iter().enumerate() {
            let status = status(&table, &call, caller, &account).await;
            assert_eq!(status, expected, "{} {} by {}", call.method, call.path, CALLERS[caller]);
        }
    }
}

#[tokio::test]
async fn a_dead_session_is_refused_and_not_taken_for_a_voter_key() {
    let table = Table::on(Engine::Embedded).await;
    let poll = table.make().await;
    let ana = table.account("ana").await;
    table.act("/auth/logout", Some(&ana)).await.expect(204);
    table.post(&poll.at("/votes"), Some(&ana), json!({ "rankings": ["Go"] })).await.expect(401);
}
