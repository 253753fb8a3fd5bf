//! The same vote as a `PutItem` to other databases that speak DynamoDB, on the same number of connections with the same client.

use super::votes::{CONNECTIONS, TURN};
use crate::{
    Measured,
    client::{Connection, Load, Request, post_with},
    peers,
    table::{Goal, Row},
};
use serde_json::{Value, json};
use std::net::{SocketAddr, ToSocketAddrs};

/// The first turns of a Java program are its warm-up.
const TURNS: usize = 6;
const TABLE: &str = "Shareables";

/// `votes`: how many a second the program took.
pub async fn measure(votes: f64) -> Measured<Vec<Row>> {
    let row = |what, baseline, goal: Option<f64>| Row {
        what,
        unit: "/s",
        ours: votes,
        baseline,
        goal: goal.map(Goal::Ratio),
    };
    let what = "a vote by HTTP, 64 connections";
    let peers: [(&str, &str, Option<f64>); 3] = [
        ("dynamodb-local", "PutItem on DynamoDB Local, in memory", Some(10.0)),
        ("dynoxide", "PutItem on dynoxide, in memory", Some(3.0)),
        ("dynalite", "PutItem on dynalite, in memory", None),
    ];
    let mut rows = Vec::new();
    for (script, name, goal) in peers {
        // One at a time: each has the machine for itself, and ends with its row.
        let baseline = match peers::start(script) {
            Some(server) => Some((name, rate(&server.endpoint).await?)),
            None => None,
        };
        rows.push(row(what, baseline, goal));
    }
    Ok(rows)
}

async fn rate(endpoint: &str) -> Measured<f64> {
    let address = address(endpoint)?;
    Connection::open(address).await?.expect(200, &create_table()).await?;
    let mut best = 0.0_f64;
    for turn in 0..TURNS as u64 {
        let load = Load { address, connections: CONNECTIONS, time: TURN, status: 200 };
        best = best.max(load.rate(move |number| put_item(turn, number)).await?);
    }
    Ok(best)
}

fn address(endpoint: &str) -> Measured<SocketAddr> {
    let host = endpoint.strip_prefix("http://").ok_or("the endpoint must begin with http://")?;
    Ok(host.trim_end_matches('/').to_socket_addrs()?.next().ok_or("the endpoint leads nowhere")?)
}

fn create_table() -> Request {
    let (text, kind) = ("S", |name, kind| json!({ "AttributeName": name, "KeyType": kind }));
    let attribute = |name| json!({ "AttributeName": name, "AttributeType": text });
    let body = json!({
        // A table of its own on a server that others may use too.
        "TableName": table(),
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [attribute("pk"), attribute("sk")],
        "KeySchema": [kind("pk", "HASH"), kind("sk", "RANGE")],
    });
    call("CreateTable", &body)
}

fn table() -> String {
    format!("bench-{}-{TABLE}", std::process::id())
}

/// The vote that the program is sent, as it stores it.
fn put_item(turn: u64, number: u64) -> Request {
    let (text, id) = (|text: &str| json!({ "S": text }), "6d3c7a52-5a5e-4f2b-9f4e-0d1c2b3a4f5e");
    let code = format!("{turn:01}{number:07}");
    let answer = json!({ "pollQuestionId": text(id), "optionIds": { "L": [text(id)] } });
    let item: Value = json!({
        "pk": text("poll_vote#abcdef12345"),
        "sk": text(&format!("01#{code}#")),
        "shortId": text("abc-def-12345"),
        "code": text(&code),
        "name": text("Ana"),
        "answers": { "L": [{ "M": answer }] },
        "createdAt": text("2026-02-18T13:00:00.000Z"),
        "updatedAt": text("2026-02-18T13:00:00.000Z"),
        "ttl": { "N": "4000000000" },
    });
    call("PutItem", &json!({ "TableName": table(), "Item": item }))
}

fn call(operation: &str, body: &Value) -> Request {
    let (key, region) = (dynamodb_local::ACCESS_KEY, dynamodb_local::REGION);
    let headers = format!(
        "Content-Type: application/x-amz-json-1.0\r\nX-Amz-Target: DynamoDB_20120810.{operation}\r\n\
         X-Amz-Date: 20260101T000000Z\r\n\
         Authorization: AWS4-HMAC-SHA256 Credential={key}/20260101/{region}/dynamodb/aws4_request, \
         SignedHeaders=host, Signature=unchecked\r\n"
    );
    post_with("/", &headers, body)
}
