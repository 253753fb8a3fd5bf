//! A Roundtable with movie night, and a family in it.

use serde_json::{Value, json};
pub use stage::{Answer, Engine, Person, Stage};

pub fn features() -> Vec<web::Feature> {
    vec![movies::feature()]
}

/// The server under test.
#[derive(Clone)]
pub struct Home(pub Stage);

impl std::ops::Deref for Home {
    type Target = Stage;

    fn deref(&self) -> &Stage {
        &self.0
    }
}

/// Nora, who created the household; Sam, who joined; and Ella, whom Nora manages.
#[derive(Clone)]
pub struct Family {
    pub nora: Person,
    pub sam: Person,
    pub ella: String,
    pub household: String,
}

impl Home {
    pub async fn on(engine: Engine) -> Self {
        Self(Stage::on(engine, features).await)
    }

    /// A household of one.
    pub async fn household(&self, by: &Person, name: &str) -> String {
        by.post("/households", json!({ "name": name })).await.expect(201).text_at("groupId")
    }

    /// `guest` joins the household of `host` by an invite.
    pub async fn joins(&self, host: &Person, guest: &Person) {
        let token = invite(host).await;
        guest.act(&format!("/invites/{token}/accept")).await.expect(200);
    }

    pub async fn family(&self) -> Family {
        self.family_of("Nora", "Sam").await
    }

    pub async fn family_of(&self, creator: &str, member: &str) -> Family {
        let (nora, sam) = (self.registers(creator).await, self.registers(member).await);
        let household = self.household(&nora, "Mill Lane").await;
        self.joins(&nora, &sam).await;
        let ella = child(&nora, "Ella").await;
        Family { nora, sam, ella, household }
    }
}

/// The token of a new invite.
pub async fn invite(host: &Person) -> String {
    host.act("/households/mine/invites").await.expect(201).text_at("token")
}

/// The id of a new managed member.
pub async fn child(parent: &Person, name: &str) -> String {
    let body = json!({ "displayName": name });
    parent.post("/households/mine/members/managed", body).await.expect(201).text_at("memberId")
}

/// Somebody acting for somebody they manage.
pub fn acting(parent: &Person, member: &str) -> Person {
    parent.with_header("x-acting-member", member)
}

/// A round.
#[derive(Clone)]
pub struct Round {
    pub id: String,
    /// The films on its shortlist, in order.
    pub films: Vec<i64>,
}

impl Round {
    pub fn of(answer: &Answer) -> Self {
        let films = answer.json["suggestions"].as_array().unwrap().iter();
        let films = films.map(|film| film["tmdbMovieId"].as_i64().unwrap()).collect();
        Self { id: answer.text_at("roundId"), films }
    }

    pub fn at(&self, rest: &str) -> String {
        format!("/rounds/{}{rest}", self.id)
    }

    pub fn vote(&self, film: i64) -> String {
        self.at(&format!("/votes/{film}"))
    }

    pub fn rating(&self, member: &str) -> String {
        self.at(&format!("/ratings/{member}"))
    }
}

/// A draft for everybody.
pub async fn draft(by: &Person) -> Round {
    Round::of(&by.post("/rounds", json!({})).await.expect(201))
}

pub async fn voting(by: &Person) -> Round {
    let round = draft(by).await;
    by.act(&round.at("/start")).await.expect(200);
    round
}

pub async fn picked(by: &Person) -> Round {
    let round = voting(by).await;
    pick(by, &round, 0).await.expect(201);
    round
}

pub async fn watched(by: &Person) -> Round {
    let round = picked(by).await;
    by.act(&round.at("/watched")).await.expect(200);
    round
}

pub async fn pick(by: &Person, round: &Round, place: usize) -> Answer {
    by.post(&round.at("/pick"), json!({ "tmdbMovieId": round.films[place] })).await
}

pub async fn rates(by: &Person, round: &Round, member: &str, rating: &str) -> Answer {
    by.put(&round.rating(member), json!({ "rating": rating })).await
}

pub async fn votes(by: &Person, round: &Round, film: i64, vote: &str) -> Answer {
    by.put(&round.vote(film), json!({ "vote": vote })).await
}

pub async fn status(by: &Person, round: &Round) -> String {
    by.get(&round.at("")).await.expect(200).text_at("status")
}

/// A field of every item of a list.
pub fn column(answer: &Answer, field: &str) -> Vec<Value> {
    answer.json["items"].as_array().expect("a list").iter().map(|item| item[field].clone()).collect()
}
