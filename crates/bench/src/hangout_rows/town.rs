//! Somebody's groups, made by HTTP; their hangouts, with the pointers that the program itself would write, and their things put
//! straight into the storage file: by HTTP they would take hours.

use crate::{
    Measured,
    client::{Connection, Request, post, post_with},
    fill::put_all,
    program::{Program, create_account},
    store_rows::id,
    tables::{FILE, RANKED_CHOICE_POLLS, SYSTEM},
};
use hangouts::{
    model::{GroupId, Hangout, HangoutId},
    pointers,
    tables::INVITER_TABLE,
};
use jiff::SignedDuration;
use kernel::{Clock, Moment, SystemClock, UserId};
use serde_json::{Value, json};
use std::{path::Path, sync::Arc};
use store::{Item, Key, Op, Query, Store, Table, View, Write};
use store_embedded::{EmbeddedStore, Options};
use uuid::Uuid;

/// How much lies behind the pages.
#[derive(Clone, Copy)]
pub struct Size {
    /// In each group, half of them ahead.
    pub hangouts: usize,
    pub things: usize,
}

pub struct Town {
    pub token: String,
    pub groups: Vec<GroupId>,
}

impl Town {
    /// Fills the data folder of a program that is not running.
    pub async fn fill(data: &Path, groups: usize, size: Size) -> Measured<Self> {
        let account = create_account(data)?;
        let program = Program::start(data).await?;
        let mut connection = Connection::open(program.address).await?;
        let signed_in = connection.expect(200, &post("/api/v1/auth/login", &account)).await?;
        let (token, user) = (text(&signed_in, "/token")?, text(&signed_in, "/user/userId")?);
        let create = |path: &str, body: &Value| as_somebody(&token, path, body);
        let mut named = Vec::new();
        for at in 0..groups {
            let group = create("/api/v1/groups", &json!({ "name": format!("Group {at}") }));
            named.push(text(&connection.expect(201, &group).await?, "/groupId")?.parse()?);
        }
        let poll = json!({ "title": "Which tree?", "candidates": ["Oak", "Ash"] });
        let poll = text(&connection.expect(201, &create("/api/v1/ranked-polls", &poll)).await?, "/id")?;
        program.settle().await?;
        program.stop()?;
        let tables = vec![&INVITER_TABLE, &RANKED_CHOICE_POLLS, &SYSTEM];
        let options = Options::new(data.join(FILE), tables, Arc::new(SystemClock));
        let store: Arc<dyn Store> = Arc::new(EmbeddedStore::open(options)?);
        put_all(&store, planned(user.parse()?, &named, size.hangouts)).await?;
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

/// Hangouts and their pointers: in every group one an hour, at another second in each.
fn planned(by: UserId, groups: &[GroupId], each: usize) -> impl Iterator<Item = Write> {
    let now = SystemClock.now();
    let seconds = |count: usize| SignedDuration::from_secs(i64::try_from(count).unwrap_or(0));
    let hours = move |count: usize| seconds(count * 3_600);
    groups.iter().enumerate().flat_map(move |(at, group)| {
        (0..each).flat_map(move |number| {
            let start = now - hours(each / 2) + hours(number) + seconds(at + 1);
            let mut hangout = Hangout::new(hangout_id(at * each + number), by, Moment::from(now));
            hangout.title = format!("Supper {number}");
            hangout.location = Some("The old mill".into());
            hangout.start = Some(start.into());
            hangout.group_ids = [group.clone()].into();
            rows(hangout)
        })
    })
}

/// What the program stores of a new hangout, without the notes to its worker: these people have been told long ago.
fn rows(hangout: Hangout) -> impl Iterator<Item = Write> {
    let writes = pointers::make(hangout)
        .unwrap_or_else(|error| unreachable!("a hangout and its pointers are items: {error}"));
    writes.into_iter().filter(|write| {
        write.table.name == INVITER_TABLE.name && matches!(write.op, Op::Put(_) | Op::Update(..))
    })
}

/// Ids that sort by their number, as those made one after the other do.
fn hangout_id(number: usize) -> HangoutId {
    Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0000 + ((number as u128) << 80) + number as u128)
        .into()
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
