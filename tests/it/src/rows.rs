//! Small worlds of stored rows as the documents describe them, and the pages and calls that show them. Other modules write these
//! rows with an AWS client, spoil them one attribute at a time, and look at everything again.

pub mod club;
pub mod hangouts;
pub mod identity;
pub mod movies;
pub mod rankings;
pub mod shareables;

use ::identity::{
    keys,
    model::{Secret, SecretKind, SecretRow},
    tables::IDENTITY,
};
use kernel::{Rng, UserId};
use kit::serde_json::{Value as Json, json};
use server::compose;
use stage::{Answer, Engine, Person, Setup, Stage};
use std::collections::HashMap;
use store::{Item, Number, Table, Text, Value, Write};

/// The time on the clock of a test is five days later.
pub const THEN: &str = "2037-11-10T10:30:00Z";
/// A day after the time on the clock.
pub const SOON: &str = "2037-11-16T19:00:00Z";
pub const SOON_MILLIS: i64 = 2_141_924_400_000;
/// A Unix second that is never reached in a test.
pub const TTL: i64 = 2_300_000_000;

/// How much of our own the rows have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The document's attributes, and nothing else.
    Document,
    /// Ours too, as this program writes them.
    Whole,
}

/// Ids and names of one world; no two worlds share one.
#[derive(Debug, Clone, Copy)]
pub struct Ids(pub u32);

impl Ids {
    /// A UUID for a thing of this name.
    pub fn uuid(self, name: &str) -> String {
        let hash = name
            .bytes()
            .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        format!("{hash:08x}-0000-4000-8000-{:012x}", self.0)
    }

    /// A word that no other world has.
    pub fn word(self, word: &str) -> String {
        format!("{word}{:05}", self.0)
    }

    /// A day that no other world has.
    pub fn day(self) -> String {
        let days = self.0;
        format!("{}-{:02}-{:02}", 1990 + days / 336, 1 + days / 28 % 12, 1 + days % 28)
    }
}

/// A row of one of the tables.
#[derive(Debug, Clone)]
pub struct Row {
    /// Name of the row in its world.
    pub name: &'static str,
    pub table: &'static str,
    pub item: Json,
    /// Whether it is one that is spoilt.
    pub spoilt: bool,
    /// Attributes that it has only sometimes.
    pub also: Vec<&'static str>,
}

/// A page or call, and what it must show.
#[derive(Debug, Clone)]
pub struct Look {
    pub by: Option<&'static str>,
    pub path: String,
    pub status: u16,
    /// Beginning of the address that it may lead on to; the answer from there counts.
    pub leads: Option<&'static str>,
    /// Words, each with the name of the row that they come from.
    pub shows: Vec<(&'static str, String)>,
    /// Rows without which there is nothing to show here.
    pub about: Vec<&'static str>,
}

impl Look {
    pub fn shows(&mut self, row: &'static str, words: impl Into<String>) -> &mut Self {
        self.shows.push((row, words.into()));
        self
    }

    pub fn about(&mut self, rows: &[&'static str]) -> &mut Self {
        self.about.extend(rows);
        self
    }

    pub fn leads(&mut self, below: &'static str) -> &mut Self {
        self.leads = Some(below);
        self
    }

    pub fn status(&mut self, status: u16) -> &mut Self {
        self.status = status;
        self
    }
}

/// Rows that belong together, and those who look at them.
#[derive(Debug, Clone)]
pub struct World {
    pub ids: Ids,
    pub form: Form,
    pub rows: Vec<Row>,
    /// Names of those who sign in, with their roles. Their ids are the world's.
    pub people: Vec<(&'static str, Vec<&'static str>)>,
    pub looks: Vec<Look>,
}

impl World {
    pub fn new(ids: Ids, form: Form) -> Self {
        Self { ids, form, rows: Vec::new(), people: Vec::new(), looks: Vec::new() }
    }

    /// Someone with an account, and no row but those of signing in.
    pub fn person(&mut self, name: &'static str, roles: &[&'static str]) {
        self.people.push((name, roles.to_vec()));
    }

    /// A row: the document's attributes, and ours.
    pub fn row(&mut self, name: &'static str, table: &'static str, document: Json, ours: Json) -> &mut Row {
        let mut item = document;
        if let (Form::Whole, Some(item), Json::Object(ours)) = (self.form, item.as_object_mut(), ours) {
            item.extend(ours);
        }
        self.rows.push(Row { name, table, item, spoilt: true, also: Vec::new() });
        self.rows.last_mut().expect("a row")
    }

    /// A row of our own, which no document has.
    pub fn our_row(&mut self, name: &'static str, table: &'static str, item: Json) {
        if self.form == Form::Whole {
            self.row(name, table, item, json!({}));
        }
    }

    /// What someone sees; a path without `/api/v1` is a page.
    pub fn look(&mut self, by: Option<&'static str>, path: impl Into<String>) -> &mut Look {
        let look =
            Look { by, path: path.into(), status: 200, leads: None, shows: Vec::new(), about: Vec::new() };
        self.looks.push(look);
        self.looks.last_mut().expect("a look")
    }

    /// Several that show nothing in particular.
    pub fn visits(&mut self, by: Option<&'static str>, about: &[&'static str], paths: &[String]) {
        for path in paths {
            self.look(by, path.as_str()).about(about);
        }
    }
}

impl Row {
    /// It stays as it is in every world, beside one that is spoilt.
    pub fn sound(&mut self) -> &mut Self {
        self.spoilt = false;
        self
    }

    pub fn also(&mut self, attributes: &[&'static str]) -> &mut Self {
        self.also.extend(attributes);
        self
    }

    pub fn table(&self) -> &'static Table {
        table(self.table)
    }

    pub fn item(&self) -> Item {
        let object = self.item.as_object().expect("an object");
        object.iter().map(|(name, json)| (Text::from(name.as_str()), value(json))).collect()
    }
}

/// Makes a world.
pub type Make = fn(Ids, Form) -> World;

/// Every world; together they hold every kind of row.
pub const ALL: [(&str, Make); 11] = [
    ("shareables", shareables::guarded),
    ("shareables", shareables::checklist),
    ("shareables", shareables::event),
    ("shareables", shareables::poll),
    ("rankings", rankings::world),
    ("hangouts", hangouts::world),
    ("club", club::links),
    ("club", club::people),
    ("club", club::squash),
    ("movies", movies::world),
    ("identity", identity::world),
];

/// A server of all features without a socket.
pub fn setup(engine: Engine) -> Setup {
    // Identity is among them by itself.
    Setup::new(engine, || {
        compose::features().into_iter().filter(|feature| feature.name != "identity").collect()
    })
}

pub fn table(name: &str) -> &'static Table {
    server::transfer::tables().into_iter().find(|table| table.name == name).expect("a table")
}

/// A value of DynamoDB, NULL too.
pub fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(flag) => Value::Bool(*flag),
        Json::Number(number) => Value::N(number.to_string().parse::<Number>().expect("a number")),
        Json::String(text) => Value::S(text.as_str().into()),
        Json::Array(list) => Value::L(list.iter().map(value).collect()),
        Json::Object(map) => {
            Value::M(map.iter().map(|(name, json)| (Text::from(name.as_str()), value(json))).collect())
        }
    }
}

/// People of a world, by their names there, ready to ask.
pub struct People(HashMap<&'static str, Person>);

impl People {
    /// Gives each an account and a session. Nothing but what signing in itself would have written.
    pub async fn sign_in(stage: &Stage, world: &World) -> Self {
        let mut people = HashMap::new();
        for (name, roles) in &world.people {
            let user_id = world.ids.uuid(name);
            let token = session(stage, &user_id, &world.ids.word(name), roles).await;
            people.insert(*name, stage.anyone().with_cookie("session", &token));
        }
        Self(people)
    }

    pub fn of(&self, stage: &Stage, name: Option<&'static str>) -> Person {
        name.map_or_else(|| stage.anyone(), |name| self.0[name].clone())
    }
}

/// The token of a session of an account that is made for it.
async fn session(stage: &Stage, user_id: &str, name: &str, roles: &[&str]) -> String {
    let user = UserId(user_id.parse().expect("a UUID"));
    let (now, rng) = (stage.now().into(), Rng::system().expect("randomness"));
    let secret = Secret::draw(&rng, SecretKind::Session, user, now);
    let account = Row {
        name: "account",
        table: IDENTITY.name,
        item: json!({ "PK": format!("USER#{user}"), "SK": "ACCOUNT", "userId": user_id, "displayName": name,
            "email": format!("{name}@example.org").to_lowercase(), "roles": roles, "epoch": 0, "version": 1,
            "createdAt": THEN, "confirmedAt": THEN }),
        spoilt: false,
        also: Vec::new(),
    };
    let user = Row {
        name: "user",
        table: "Users",
        item: json!({ "user_id": user_id, "email": format!("{name}@example.org").to_lowercase(), "display_name": name,
            "is_managed": false, "created_at": THEN, "last_active_at": THEN }),
        spoilt: false,
        also: Vec::new(),
    };
    let row = SecretRow { last_used_at: Some(now), ..SecretRow::of(&secret, now) };
    let row = store::put(&IDENTITY, keys::secret(secret.user_id(), SecretKind::Session, secret.id()), &row)
        .expect("an item");
    let profile = Write::put(user.table(), user.item()).if_new();
    for write in [Write::put(&IDENTITY, account.item()).if_new(), profile, row] {
        match stage.services.store.write(write).await {
            Err(error) if error.is_condition_failed() => {}
            written => written.expect("it is written"),
        }
    }
    secret.reveal()
}

/// Asks for a page, or a call of the API.
pub async fn ask(person: &Person, path: &str) -> Answer {
    match path.strip_prefix(web::api::BASE) {
        Some(call) => person.get(call).await,
        None => person.page(path).await,
    }
}

/// Asks as a look says, and goes where it leads.
pub async fn visit(person: &Person, look: &Look) -> Answer {
    let answer = ask(person, &look.path).await;
    match look.leads {
        Some(below) if answer.header("location").starts_with(below) => ask(person, answer.location()).await,
        _ => answer,
    }
}

/// Why an answer is not what it must be, while the row `spoilt` cannot be relied on.
pub fn fault(look: &Look, answer: &Answer, spoilt: Option<&str>) -> Option<String> {
    let excused = spoilt.is_some_and(|spoilt| look.about.contains(&spoilt));
    let status = answer.status.as_u16();
    let who = look.by.unwrap_or("nobody");
    if status >= 500 || (status != look.status && !excused) {
        return Some(format!("{} by {who} answered {status}", look.path));
    }
    let owed = |row: &str| Some(row) != spoilt && !excused;
    let lacks = look.shows.iter().find(|(row, words)| owed(row) && !answer.text.contains(words));
    lacks.map(|(row, words)| format!("{} by {who} does not show {words:?} of {row}", look.path))
}
