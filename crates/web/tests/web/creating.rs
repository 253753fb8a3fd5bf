//! Creating, once: the same request makes one thing and gets the same answer, whatever happens in between.

use axum::{Router, response::IntoResponse, routing::post};
use futures::future::join_all;
use http::StatusCode;
use jiff::SignedDuration;
use kernel::Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use stage::{Answer, Engine, Person, Stage, on_both_engines};
use std::sync::Arc;
use store::{
    Key, KeySchema, Table,
    decorators::{self, FailingStore},
    from_item, s,
};
use web::{
    Api, App, Creating, CreatingForm, Ctx, Fault, Feature, Json, Made, New, OnDemand, Once, OnceField,
    Problem, Seed,
    mine::{self, Mine, Part},
    routes,
};

const NOTES: Table = Table::new("Notes", KeySchema::composite(s("PK"), s("SK")));
/// Tries of each race: as many as `RACE_TRIES` says, or as fit into seconds on DynamoDB Local.
fn tries() -> usize {
    std::env::var("RACE_TRIES").map_or(200, |tries| tries.parse().unwrap())
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Note {
    id: String,
    text: String,
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
struct NoteBody {
    text: String,
}

fn key(id: &str) -> Key {
    Key::new(format!("NOTE#{id}"), "NOTE")
}

async fn create_note(ctx: &Ctx, once: &Once, text: &str) -> Result<Made<(Note, String)>, Fault> {
    let make = async |seed: Seed| {
        let id = ctx.rng.uuid_v4().to_string();
        let note = Note { id: id.clone(), text: text.to_owned() };
        let put = store::put(&NOTES, key(&id), &note)?.if_new();
        Ok::<_, Fault>(New::of("note", id, (note, seed.token("secret")), [put]))
    };
    let again = async |seed: Seed, id: String| {
        let found = ctx.store.get(&NOTES, &key(&id)).await?;
        let note: Option<Note> = found.map(from_item).transpose()?;
        Ok::<_, Fault>(note.map(|note| (note, seed.token("secret"))))
    };
    web::create(ctx, once, make, again).await
}

fn told((note, secret): (Note, String)) -> Value {
    json!({ "id": note.id, "text": note.text, "secret": secret })
}

#[utoipa::path(post, path = "/notes", tag = "notes", responses((status = 201)))]
async fn post_note(
    ctx: Ctx,
    Creating { once, body }: Creating<NoteBody>,
) -> Result<impl IntoResponse, Problem> {
    let made = create_note(&ctx, &once, &body.text).await?;
    Ok((StatusCode::CREATED, Json(told(made.into_inner()))))
}

#[derive(Deserialize)]
struct NoteForm {
    text: String,
}

async fn send_note(
    ctx: Ctx,
    CreatingForm { once, field, form }: CreatingForm<NoteForm>,
) -> Result<impl IntoResponse, Problem> {
    match create_note(&ctx, &once, &form.text).await {
        Ok(made) => Ok(told(made.into_inner()).to_string()),
        Err(Fault::KeyUsed { id, .. }) => Ok(format!("You already created {id}. {field}")),
        Err(error) => Err(error.into()),
    }
}

fn features() -> Vec<Feature> {
    vec![Feature {
        name: "notes",
        tables: vec![&NOTES],
        api: OnDemand(|| Api::new().routes(routes!(post_note))),
        pages: OnDemand(|| Router::<App>::new().route("/notes", post(send_note))),
        ..Feature::default()
    }]
}

struct Notes;

impl Notes {
    async fn on(engine: Engine) -> Stage {
        Stage::on(engine, features).await
    }
}

async fn creates(by: &Person, key: &str, text: &str) -> Answer {
    by.with_header("idempotency-key", key).post("/notes", json!({ "text": text })).await
}

fn a_key(rng: &Rng) -> String {
    rng.token()
}

on_both_engines! {
    async fn the_same_request_twice_at_once_makes_one_thing(stage: Notes) {
        let (rng, anyone) = (Rng::seeded(7), stage.anyone());
        for _ in 0..tries() {
            let key = a_key(&rng);
            let answers = join_all([creates(&anyone, &key, "Milk"), creates(&anyone, &key, "Milk")]).await;
            let [one, other] = answers.try_into().unwrap_or_else(|_| panic!("two answers"));
            assert_eq!(one.expect(201).json, other.expect(201).json);
        }
        assert_eq!(stage.rows(&NOTES).await.len(), tries());
    }

    async fn the_same_request_on_another_server_makes_one_thing(stage: Notes) {
        let other = stage.another_server().await;
        let (rng, here, there) = (Rng::seeded(8), stage.anyone(), other.anyone());
        for _ in 0..tries() {
            let key = a_key(&rng);
            let (one, other) = tokio::join!(creates(&here, &key, "Milk"), creates(&there, &key, "Milk"));
            assert_eq!(one.expect(201).json, other.expect(201).json);
        }
        assert_eq!(stage.rows(&NOTES).await.len(), tries());
    }

    async fn what_was_stored_before_a_crash_is_not_made_again(stage: Notes) {
        let rng = Rng::seeded(9);
        let failing = std::sync::OnceLock::new();
        let broken = stage.over(|store| failing.get_or_init(|| Arc::new(FailingStore::new(store))).clone()).await;
        let (here, anyone) = (stage.anyone(), broken.anyone());
        for _ in 0..tries() {
            let key = a_key(&rng);
            // The key is looked up, what is made is stored, and then the answer is lost.
            failing.get().unwrap().script([None, Some(decorators::Fault::After)]);
            creates(&anyone, &key, "Milk").await.expect(503);
            let first = creates(&here, &key, "Milk").await.expect(201).json;
            assert_eq!(creates(&here, &key, "Milk").await.expect(201).json, first);
        }
        assert_eq!(stage.rows(&NOTES).await.len(), tries());
    }

    async fn a_key_means_one_request_of_one_caller(stage: Notes) {
        let (rng, anyone, ana) = (Rng::seeded(10), stage.anyone(), stage.registers("Ana").await);
        let key = a_key(&rng);
        let first = creates(&anyone, &key, "Milk").await.expect(201);
        creates(&anyone, &key, "Bread").await.expect(422);
        let hers = creates(&ana, &key, "Bread").await.expect(201);
        assert_ne!(first.text_at("id"), hers.text_at("id"));
        assert_ne!(first.text_at("secret"), hers.text_at("secret"));
        stage.services.store.write(store::Write::delete(&NOTES, self::key(&first.text_at("id")))).await.unwrap();
        creates(&anyone, &key, "Milk").await.expect(409);
        stage.advance(SignedDuration::from_hours(25));
        assert_ne!(creates(&anyone, &key, "Milk").await.expect(201).text_at("id"), first.text_at("id"));
    }

    async fn a_key_used_while_the_clock_was_ahead_is_good_for_a_day_from_then_on(stage: Notes) {
        let ana = stage.registers("Ana").await;
        let key = a_key(&Rng::seeded(7));
        stage.advance(SignedDuration::from_hours(24));
        let first = creates(&ana, &key, "milk").await.expect(201).text_at("id");
        stage.advance(SignedDuration::from_hours(-24));
        assert_eq!(creates(&ana, &key, "milk").await.expect(201).text_at("id"), first);
        stage.advance(SignedDuration::from_hours(23));
        assert_eq!(creates(&ana, &key, "milk").await.expect(201).text_at("id"), first);
        stage.advance(SignedDuration::from_hours(2));
        assert_ne!(creates(&ana, &key, "milk").await.expect(201).text_at("id"), first);
    }

    async fn what_an_account_makes_is_listed_as_its_own(stage: Notes) {
        let ana = stage.registers("Ana").await;
        let made = ana.post("/notes", json!({ "text": "Milk" })).await.expect(201).text_at("id");
        let query = mine::of(ana.user_id.parse().unwrap(), Part::Made);
        let rows = store::query_all(stage.services.store.as_ref(), query).await.unwrap();
        let mine: Vec<Mine> = rows.into_iter().map(from_item).collect::<store::Result<_>>().unwrap();
        assert_eq!(mine.iter().map(|mine| (&*mine.kind, &*mine.id)).collect::<Vec<_>>(), [("note", &*made)]);
    }
}

#[tokio::test]
async fn a_key_is_visible_and_long_enough_for_who_has_no_account() {
    let stage = Stage::on(Engine::Embedded, features).await;
    let (anyone, ana) = (stage.anyone(), stage.registers("Ana").await);
    for bad in ["short", "with a space in it and long", &"k".repeat(65)] {
        creates(&anyone, bad, "Milk").await.expect(400);
        creates(&ana, bad, "Milk").await.expect(400);
    }
    creates(&anyone, &"k".repeat(21), "Milk").await.expect(400);
    creates(&anyone, &"k".repeat(22), "Milk").await.expect(201);
    creates(&ana, "12345678", "Milk").await.expect(201);
}

#[tokio::test]
async fn a_repeated_request_costs_no_quota() {
    let stage = Stage::with(Engine::Embedded, features, |settings| settings.creations_per_hour = 1).await;
    let (rng, anyone) = (Rng::seeded(11), stage.anyone());
    let key = a_key(&rng);
    for _ in 0..3 {
        creates(&anyone, &key, "Milk").await.expect(201);
    }
    creates(&anyone, &a_key(&rng), "Milk").await.expect(429);
}

#[tokio::test]
async fn a_form_sent_twice_makes_one_thing_and_other_values_are_told() {
    let stage = Stage::on(Engine::Embedded, features).await;
    let anyone = stage.anyone();
    let once = Rng::seeded(12).token();
    let first = anyone.submit("/notes", &[("text", "Milk"), ("once", &once)]).await.expect(200);
    let second = anyone.submit("/notes", &[("once", &once), ("text", "Milk")]).await.expect(200);
    assert_eq!(first.text, second.text, "wherever the field stands");
    let other = anyone.submit("/notes", &[("text", "Bread"), ("once", &once)]).await.expect(200);
    assert!(other.text.contains("You already created"), "{}", other.text);
    assert!(other.text.contains(&OnceField(once).to_string()), "{}", other.text);
    anyone.submit("/notes", &[("text", "Milk")]).await.expect(200);
    assert_eq!(stage.rows(&NOTES).await.len(), 2);
}

#[tokio::test]
async fn who_may_not_create_without_an_account_is_asked_to_sign_in() {
    let stage = Stage::with(Engine::Embedded, features, |settings| settings.anonymous_creation = false).await;
    stage.anyone().post("/notes", json!({ "text": "Milk" })).await.expect(401);
    stage.registers("Ana").await.post("/notes", json!({ "text": "Milk" })).await.expect(201);
}
