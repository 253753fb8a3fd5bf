//! Somebody's groups, made by HTTP; their hangouts and things put straight into the storage file, as copies of one that the program
//! has stored: by HTTP they would take hours.

use crate::{
    Measured,
    client::{Connection, Request, post, post_with},
    fill::put_all,
    program::Program,
    store_rows::id,
    tables::{FILE, INVITER_TABLE, RANKED_CHOICE_POLLS, SYSTEM},
};
use kernel::SystemClock;
use serde_json::{Value, json};
use std::{path::Path, sync::Arc};
use store::{Item, Key, Query, Store, Table, View, Write};
use store_embedded::{EmbeddedStore, Options};

const HOUR: i64 = 3_600_000;

/// How much lies behind the pages.
#[derive(Clone, Copy)]
pub struct Size {
    /// In each group.
    pub hangouts: usize,
    pub things: usize,
}

pub struct Town {
    pub token: String,
    pub groups: Vec<String>,
}

impl Town {
    /// Fills the data folder of a program that is not running.
    pub async fn fill(data: &Path, groups: usize, size: Size) -> Measured<Self> {
        let program = Program::start(data).await?;
        let mut connection = Connection::open(program.address).await?;
        let new =
            json!({ "email": "ana@example.org", "password": "correct horse battery", "displayName": "Ana" });
        let registered = connection.expect(201, &post("/api/v1/auth/register", &new)).await?;
        let (token, user) = (text(&registered, "/token")?, text(&registered, "/user/userId")?);
        let create = |path: &str, body: &Value| as_somebody(&token, path, body);
        let mut named = Vec::new();
        for at in 0..groups {
            let group = create("/api/v1/groups", &json!({ "name": format!("Group {at}") }));
            named.push(text(&connection.expect(201, &group).await?, "/groupId")?);
        }
        let hangout =
            json!({ "title": "Supper", "groupIds": [named[0]], "startTime": "2099-01-01T18:00:00Z" });
        let hangout = connection.expect(201, &create("/api/v1/hangouts", &hangout)).await?;
        let poll = json!({ "title": "Which tree?", "candidates": ["Oak", "Ash"] });
        let poll = connection.expect(201, &create("/api/v1/ranked-polls", &poll)).await?;
        let hangout = text(&hangout, "/hangoutId")?;
        let poll = text(&poll, "/id")?;
        program.settle().await?;
        program.stop()?;
        let tables = vec![&INVITER_TABLE, &RANKED_CHOICE_POLLS, &SYSTEM];
        let options = Options::new(data.join(FILE), tables, Arc::new(SystemClock));
        let store: Arc<dyn Store> = Arc::new(EmbeddedStore::open(options)?);
        let pointer = Key::new(format!("GROUP#{}", named[0]), format!("HANGOUT#{hangout}"));
        let pointer = stored(&store, &INVITER_TABLE, &pointer).await?;
        put_all(&store, pointers(&pointer, &named, size.hangouts)).await?;
        let poll_row =
            stored(&store, &RANKED_CHOICE_POLLS, &Key::new(format!("POLL#{poll}"), "METADATA")).await?;
        let made = store.query(Query::table(&SYSTEM, format!("MINE#{user}#made"))).await?.items;
        let named_so = |row: &&Item| row.get("id").and_then(View::as_str) == Some(poll.as_str());
        let mine = made.iter().find(named_so).ok_or("the poll is not among its owner's things")?;
        put_all(&store, things(&poll_row, mine, size.things)).await?;
        Ok(Self { token, groups: named })
    }
}

fn text(answer: &Value, place: &str) -> Measured<String> {
    let found = answer.pointer(place).and_then(Value::as_str);
    Ok(found.ok_or_else(|| format!("no {place} in {answer}"))?.to_owned())
}

fn as_somebody(token: &str, path: &str, body: &Value) -> Request {
    post_with(path, &format!("Content-Type: application/json\r\nAuthorization: Bearer {token}\r\n"), body)
}

async fn stored(store: &Arc<dyn Store>, table: &'static Table, key: &Key) -> Measured<Item> {
    Ok(store.get(table, key).await?.ok_or_else(|| format!("{} has no {key:?}", table.name))?)
}

/// Copies of one pointer: other hangouts, in every group, one every hour.
fn pointers<'a>(one: &'a Item, groups: &'a [String], each: usize) -> impl Iterator<Item = Write> + 'a {
    let begins = one.get("startTimestamp").and_then(View::as_number).and_then(|begins| begins.as_i64());
    let begins = begins.unwrap_or(0);
    groups.iter().enumerate().flat_map(move |(at, group)| {
        (0..each).map(move |number| {
            let hangout = id((at * each + number) as u64);
            let hours = i64::try_from(number).unwrap_or(0);
            let partition = format!("GROUP#{group}");
            let copy = one
                .clone()
                .with("hangoutId", hangout.as_str())
                .with("gsi1pk", partition.as_str())
                .with("startTimestamp", begins + hours * HOUR);
            let copy = copy.with_key(&INVITER_TABLE, Key::new(partition, format!("HANGOUT#{hangout}")));
            Write::put(&INVITER_TABLE, copy)
        })
    })
}

/// Copies of one poll, and of its place among its owner's things.
fn things<'a>(poll: &'a Item, mine: &'a Item, count: usize) -> impl Iterator<Item = Write> + 'a {
    let of = mine.get("PK").and_then(View::as_str).unwrap_or_default();
    let created_at = mine.get("createdAt").and_then(View::as_str).unwrap_or_default();
    (0..count).flat_map(move |number| {
        let poll_id = id(number as u64);
        let copy = poll.clone().with("id", poll_id.as_str());
        let copy = copy.with_key(&RANKED_CHOICE_POLLS, Key::new(format!("POLL#{poll_id}"), "METADATA"));
        let row = mine.clone().with("id", poll_id.as_str());
        let row = row.with_key(&SYSTEM, Key::new(of, format!("{created_at}#ranked#{poll_id}")));
        [Write::put(&RANKED_CHOICE_POLLS, copy), Write::put(&SYSTEM, row)]
    })
}
