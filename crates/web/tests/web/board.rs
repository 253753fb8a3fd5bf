//! A small thing to answer to and to watch: a board with votes, each a number.

use async_trait::async_trait;
use axum::{Router, extract::ConnectInfo, response::Response, routing::get as on_get};
use http_body_util::BodyExt;
use jiff::Timestamp;
use kernel::{Account, FakeClock, Rng, UserId};
use stage::{Engine, fresh_store};
use std::time::Duration;
use std::{
    collections::HashMap,
    fmt::Write as _,
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};
use store::{
    Item, Key, KeySchema, Query, Store, Table, Transaction, View, Write, decorators::CountingStore, s,
};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;
use uuid::Uuid;
use web::{
    App, Authenticated, Authenticator, Change, Credential, Ctx, Follow, Live, Part, Path, Problem, Services,
    Settings, Watched, system::SYSTEM,
};

pub const BOARD: Table = Table::new("Board", KeySchema::composite(s("PK"), s("SK")));

/// What votes are read against. It counts how often they were seen.
#[derive(Clone, Default)]
pub struct Board {
    pub id: String,
    pub version: u64,
    pub heavy: bool,
    pub times_seen: Arc<AtomicUsize>,
}

impl Board {
    pub fn named(id: &str) -> Self {
        Self { id: id.into(), ..Self::default() }
    }

    pub fn times_seen(&self) -> usize {
        self.times_seen.load(Ordering::SeqCst)
    }
}

pub struct Votes;

#[derive(Default)]
pub struct Held {
    pub rows: HashMap<String, u64>,
    heavy: bool,
}

impl Follow for Votes {
    const NAME: &'static str = "votes";
    type Id = String;
    type State = Held;

    fn id(board: &Board) -> String {
        board.id.clone()
    }
    fn version(board: &Board) -> u64 {
        board.version
    }
    fn rows(id: &String) -> Vec<Query> {
        vec![Query::table(&BOARD, id.as_str()).begins_with("VOTE#").limit(100)]
    }
    fn named(key: &Key) -> String {
        format!("{:?}", key.sk).split('#').nth(1).unwrap().trim_matches(|c: char| !c.is_alphanumeric()).into()
    }
    fn row(id: &String, named: &str) -> Option<Key> {
        Some(vote(id, named))
    }
    const MARK: &'static str = "voteId";
}

impl web::Held for Held {
    type Parent = Board;
    type Seen = u64;

    fn empty(board: &Board) -> store::Result<Self> {
        Ok(Self { heavy: board.heavy, ..Self::default() })
    }
    fn put(&mut self, row: &Item) -> store::Result<()> {
        let number = row.get("number").and_then(View::as_number).and_then(|number| number.as_u64()).unwrap();
        self.rows.insert(row.get("SK").and_then(View::as_str).unwrap().to_owned(), number);
        Ok(())
    }
    fn remove(&mut self, key: &Key) {
        self.rows.retain(|name, _| Some(name.as_str().into()) != key.sk);
    }
    fn see(&mut self, board: &Board) -> store::Result<u64> {
        board.times_seen.fetch_add(1, Ordering::SeqCst);
        Ok(self.rows.values().sum())
    }
    fn bytes(&self) -> usize {
        self.rows.len() * 100
    }
    fn heavy(&self) -> bool {
        self.heavy
    }
}

pub fn vote(board: &str, voter: &str) -> Key {
    Key::new(board, format!("VOTE#{voter}"))
}

/// One process: services of its own on a store that may be shared.
pub struct Process {
    pub app: App,
    pub engine: Engine,
    pub clock: Arc<FakeClock>,
    pub storage: Arc<CountingStore>,
    pub stop: CancellationToken,
    pub ana: Arc<Ana>,
}

impl Process {
    pub async fn on(engine: Engine) -> Self {
        let clock = clock();
        let store = fresh_store(engine, vec![&BOARD, &SYSTEM], clock.clone()).await;
        Self::of(engine, store, clock, 1, |_| {})
    }

    pub async fn with(adjust: impl FnOnce(&mut Settings)) -> Self {
        let clock = clock();
        let store = fresh_store(Engine::Embedded, vec![&BOARD, &SYSTEM], clock.clone()).await;
        Self::of(Engine::Embedded, store, clock, 1, adjust)
    }

    /// Another process on the same data, with a clock of its own.
    pub fn another(&self, clock: Arc<FakeClock>) -> Self {
        Self::of(self.engine, self.storage.clone(), clock, 2, |_| {})
    }

    /// The same, leaving marks as if others shared its store.
    pub fn marked(self) -> Self {
        Self::of(Engine::Dynamodb, self.storage, self.clock, 1, |_| {})
    }

    /// Another process, over whatever stands before its store.
    pub fn over(&self, store: Arc<dyn Store>) -> Self {
        Self::of(self.engine, store, self.clock.clone(), 2, |_| {})
    }

    fn of(
        engine: Engine,
        store: Arc<dyn Store>,
        clock: Arc<FakeClock>,
        seed: u64,
        adjust: impl FnOnce(&mut Settings),
    ) -> Self {
        let (stop, rng) = (CancellationToken::new(), Rng::seeded(seed));
        let storage = Arc::new(CountingStore::new(store));
        let live = match engine {
            Engine::Embedded => Live::in_process(clock.clone(), stop.clone()),
            Engine::Dynamodb => Live::marked(storage.clone(), clock.clone(), rng.clone(), stop.clone()),
        };
        let mut settings = Settings { base_url: "http://table.example".into(), ..Settings::default() };
        adjust(&mut settings);
        let ana = Arc::new(Ana::default());
        let services = stage::services(storage.clone(), clock.clone(), ana.clone(), settings);
        Self { app: App(Arc::new(Services { live, rng, ..services })), engine, clock, storage, stop, ana }
    }

    /// Writes a vote, with its mark where there has to be one, and says nothing of it to anyone.
    pub async fn write(&self, board: &str, voter: &str, number: u64) {
        let key = vote(board, voter);
        let item = Item::new().with("number", number).with_key(&BOARD, key.clone());
        let mark = self.app.mark::<Votes>(&board.to_owned(), &key).unwrap();
        let writes = [Some(Write::put(&BOARD, item)), mark].into_iter().flatten();
        self.app.store.transact(Transaction::of(writes)).await.unwrap();
    }

    /// Writes this many votes of one each, as if they had long been there.
    pub async fn fill(&self, board: &str, votes: usize) {
        let items = (0..votes).map(|voter| {
            Item::new().with("number", 1_u64).with_key(&BOARD, vote(board, &format!("v{voter:04}")))
        });
        let writes: Vec<_> = items.map(|item| Write::put(&BOARD, item)).collect();
        for some in writes.chunks(100) {
            self.app.store.transact(Transaction::of(some.to_vec())).await.unwrap();
        }
    }

    pub async fn votes(&self, board: &str, voter: &str, number: u64) {
        self.write(board, voter, number).await;
        self.app.answered::<Votes>(&board.to_owned(), [vote(board, voter)]);
        self.app.live.changed::<Boards>(&board.to_owned(), Change::Answered);
    }

    pub async fn withdraws(&self, board: &str, voter: &str) {
        let key = vote(board, voter);
        let mark = self.app.mark::<Votes>(&board.to_owned(), &key).unwrap();
        let writes = [Some(Write::delete(&BOARD, key.clone())), mark].into_iter().flatten();
        self.app.store.transact(Transaction::of(writes)).await.unwrap();
        self.app.answered::<Votes>(&board.to_owned(), [key]);
    }

    pub async fn sum(&self, board: &Board) -> u64 {
        *self.app.followed::<Votes>(board).await.unwrap()
    }

    /// Puts the board itself: what its page says, and whether it shows votes.
    pub async fn edits(&self, board: &str, title: &str, open: bool) {
        let item = Item::new().with("title", title).with("open", u64::from(open));
        let item = item.with_key(&BOARD, Key::new(board, "BOARD"));
        self.app.store.write(Write::put(&BOARD, item)).await.unwrap();
        self.app.live.changed::<Boards>(&board.to_owned(), Change::Edited);
    }

    pub async fn deletes(&self, board: &str) {
        self.app.store.write(Write::delete(&BOARD, Key::new(board, "BOARD"))).await.unwrap();
        self.app.live.changed::<Boards>(&board.to_owned(), Change::Edited);
    }

    /// The answer at a board's live address to somebody at `192.0.2.{last}`.
    pub async fn listens(
        &self,
        board: &str,
        query: &str,
        headers: &[(&'static str, &str)],
        last: u8,
    ) -> Response {
        let mut request = crate::house::get(&format!("/boards/{board}/live{query}"));
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([192, 0, 2, last], 1))));
        web::shell(routes(), self.app.clone()).oneshot(request).await.unwrap()
    }
}

/// Far from today: DynamoDB Local's own expiry goes by the real time.
fn clock() -> Arc<FakeClock> {
    Arc::new(FakeClock::at("2100-11-15T09:00:00Z".parse::<Timestamp>().unwrap()))
}

fn routes() -> Router<App> {
    let live = async |ctx: Ctx, Path(id): Path<String>| -> Result<Response, Problem> {
        let organiser = ctx.actor.account.is_some();
        Ok(ctx.watch::<Boards>(id, organiser).await?)
    };
    Router::new().route("/boards/{id}/live", on_get(live))
}

/// A board as pages watch it: organisers see votes, others only while it is open.
pub struct Boards {
    id: String,
    title: String,
    open: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Audience {
    Organiser,
    Sees,
    Waits,
}

/// How often parts were rendered, by whom they were for.
pub static RENDERED: Mutex<Vec<Audience>> = Mutex::new(Vec::new());

#[derive(askama::Template)]
#[template(
    source = "<h2>{{ title }}</h2>{% if let Some(sum) = sum %}<p>{{ sum }}</p>{% endif %}",
    ext = "html"
)]
struct Results {
    title: String,
    sum: Option<u64>,
}

#[derive(askama::Template)]
#[template(source = "<p>{{ title }}</p>", ext = "html")]
struct Head {
    title: String,
}

web::watched!(Boards as "board" by String, bool => Audience);

#[async_trait]
impl Watched for Boards {
    fn audience(&self, organiser: &bool, _: Timestamp) -> Option<Audience> {
        Some(match (organiser, self.open) {
            (true, _) => Audience::Organiser,
            (false, true) => Audience::Sees,
            (false, false) => Audience::Waits,
        })
    }

    fn hears(audience: Audience, change: Change) -> bool {
        change == Change::Edited || audience != Audience::Waits
    }

    /// What is said beside a board is news of it.
    fn topics(&self) -> Vec<String> {
        vec![web::live::topic::<Self>(&format!("beside-{}", self.id))]
    }

    async fn parts(&self, services: &Services, audience: Audience) -> Result<Vec<Part>, Problem> {
        RENDERED.lock().unwrap().push(audience);
        let sum = match audience {
            Audience::Waits => None,
            _ => Some(*services.followed::<Votes>(&Board::named(&self.id)).await?),
        };
        let title = self.title.clone();
        Ok(vec![
            Part::new("results", Results { title: title.clone(), sum })?,
            Part::new("head", Head { title })?,
        ])
    }

    async fn load(services: &Services, id: &String) -> store::Result<Option<Self>> {
        let item = services.store.get(&BOARD, &Key::new(id.as_str(), "BOARD")).await?;
        Ok(item.map(|item| Self {
            id: id.clone(),
            title: item.get("title").and_then(View::as_str).unwrap().to_owned(),
            open: item.get("open").and_then(View::as_number).and_then(|open| open.as_u64()) == Some(1),
        }))
    }
}

/// Knows Ana by her name, until she is signed out.
#[derive(Default)]
pub struct Ana {
    pub signed_out: AtomicBool,
}

#[async_trait]
impl Authenticator for Ana {
    async fn authenticate(&self, credential: &Credential) -> store::Result<Authenticated> {
        let (Credential::Bearer(name) | Credential::Cookie(name)) = credential;
        if name == "token" {
            return Ok(Authenticated::Token { account: ana(), writes: true });
        }
        if name != "ana" || self.signed_out.load(Ordering::SeqCst) {
            return Ok(Authenticated::NotOurs);
        }
        Ok(Authenticated::Account(ana()))
    }
}

fn ana() -> Account {
    Account {
        user_id: UserId(Uuid::from_u128(1)),
        display_name: "Ana".into(),
        roles: vec![],
        time_zone: None,
    }
}

/// The events of a text, one line each: their name and their data.
pub fn events(text: &str) -> String {
    let mut lines = String::new();
    for block in text.split("\n\n").filter(|block| block.contains("event:")) {
        let field =
            |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim();
        let data: serde_json::Value = serde_json::from_str(field("data:")).unwrap();
        let shown = [&data["name"], &data["html"]].map(|value| value.as_str().unwrap_or_default());
        writeln!(lines, "{} {} {}", field("event:"), shown[0], shown[1]).unwrap();
    }
    lines.lines().map(str::trim_end).fold(String::new(), |all, line| all + line + "\n")
}

/// Long enough on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(30);

/// Somebody who listens.
pub struct Ear(pub Response);

impl Ear {
    pub async fn at(here: &Process, board: &str, query: &str, headers: &[(&'static str, &str)]) -> Self {
        Self(here.listens(board, query, headers, 1).await)
    }

    pub async fn next(&mut self) -> Option<String> {
        let frame = timeout(PATIENCE, self.0.body_mut().frame()).await.unwrap()?;
        Some(String::from_utf8(frame.unwrap().into_data().unwrap().to_vec()).unwrap())
    }

    /// What comes until something changed, that included.
    pub async fn text(&mut self) -> String {
        let mut text = String::new();
        while !text.contains("event: changed") {
            text += &self.next().await.unwrap();
        }
        text
    }

    pub async fn events(&mut self) -> String {
        events(&self.text().await)
    }

    /// What comes until the stream ends.
    pub async fn rest(&mut self) -> String {
        let mut text = String::new();
        while let Some(more) = self.next().await {
            text += &more;
        }
        events(&text)
    }

    /// What comes within this time, which passes at once; for streams that nothing is stored meanwhile for.
    pub async fn during(&mut self, time: Duration) -> String {
        let mut text = String::new();
        let listening = async {
            while let Some(more) = self.next().await {
                text += &more;
            }
        };
        let _ = timeout(time, listening).await;
        text
    }
}
