//! What people are told of a round, from the start of the vote to a browser's push service, which opens it as the browser would.

use crate::support::{Home, acting, child, draft, features, pick, votes};
use axum::{Router, body::Bytes, extract::State, http::StatusCode, routing::post};
use data_encoding::BASE64URL_NOPAD;
use identity::model::{PushRow, Subscribe};
use outbound::{FetchRules, WebPush, push::VapidKey};
use p256::{SecretKey, elliptic_curve::sec1::ToEncodedPoint};
use serde_json::{Value, json};
use stage::{Engine, Person, Setup, Stage};
use std::sync::{Arc, Mutex};
use web::system::SYSTEM;
use web_push_native::Auth;

const SECRET: [u8; 16] = [9; 16];

type Taken = Arc<Mutex<Vec<Bytes>>>;

async fn take(State(taken): State<Taken>, body: Bytes) -> StatusCode {
    taken.lock().unwrap().push(body);
    StatusCode::CREATED
}

/// A push service on this machine, and a home whose messages go there.
struct Told {
    home: Home,
    endpoint: String,
    key: SecretKey,
    taken: Taken,
}

impl Told {
    async fn start() -> Self {
        let taken = Taken::default();
        let router = Router::new().route("/send", post(take)).with_state(taken.clone());
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        let rules = FetchRules {
            ports: vec![address.port()],
            allowed_inside: vec!["127.0.0.0/8".parse().unwrap()],
            ..FetchRules::default()
        };
        let vapid = VapidKey::from_secrets([[3; 32]]).unwrap();
        let push = WebPush::new(vapid, "https://table.example", rules).unwrap();
        let mut setup = Setup::new(Engine::Embedded, features);
        setup.outbound.push = Arc::new(push);
        let home = Home(Stage::of(setup).await);
        let key = SecretKey::from_slice(&[5; 32]).unwrap();
        Self { home, endpoint: format!("http://{address}/send"), key, taken }
    }

    /// Somebody's browser subscribes. Its row is stored as it is, because a push service has https, which this one lacks.
    async fn subscribes(&self, person: &Person) {
        let subscribe = Subscribe {
            endpoint: self.endpoint.clone(),
            p256dh: BASE64URL_NOPAD.encode(self.key.public_key().to_encoded_point(false).as_bytes()),
            auth: BASE64URL_NOPAD.encode(&SECRET),
        };
        let row = PushRow::of(subscribe, self.home.now().into());
        let key = identity::keys::push(person.user_id.parse().unwrap(), row.id);
        self.home.services.store.write(store::put(&SYSTEM, key, &row).unwrap()).await.unwrap();
    }

    /// What came since the last time, opened.
    async fn heard(&self) -> Vec<Value> {
        self.home.finish_work().await;
        let taken = std::mem::take(&mut *self.taken.lock().unwrap());
        let opened = taken.iter().map(|body| {
            web_push_native::decrypt(body.to_vec(), &self.key, Auth::from_slice(&SECRET)).unwrap()
        });
        opened.map(|text| serde_json::from_slice(&text).unwrap()).collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_household_is_told_of_a_vote_and_of_the_pick_each_once_and_who_acted_for_whom() {
    let told = Told::start().await;
    let family = told.home.family().await;
    told.subscribes(&family.sam).await;
    let round = draft(&family.nora).await;
    acting(&family.nora, &family.ella).act(&round.at("/start")).await.expect(200);
    let heard = told.heard().await;
    assert_eq!(heard.len(), 1, "{heard:?}");
    assert_eq!(heard[0]["title"], "Movie night: vote now");
    assert_eq!(heard[0]["body"], "Nora for Ella started a round. Say which films you would enjoy.");
    assert_eq!(heard[0]["path"], format!("/movies/rounds/{}", round.id));
    let film = pick(&family.nora, &round, 0).await.expect(201).text_at("title");
    let heard = told.heard().await;
    assert_eq!((heard.len(), &heard[0]["body"]), (1, &json!(format!("Nora picked {film}."))));
    assert!(told.heard().await.is_empty(), "once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_kind_is_told_only_to_those_who_want_it() {
    let told = Told::start().await;
    let family = told.home.family().await;
    told.subscribes(&family.sam).await;
    child(&family.sam, "Tim").await;
    family
        .sam
        .patch("/me/notifications", json!({ "newRound": false, "pickAnnounce": false }))
        .await
        .expect(200);
    let round = draft(&family.nora).await;
    family.nora.act(&round.at("/start")).await.expect(200);
    assert!(told.heard().await.is_empty(), "not wanted");
    family.nora.act(&round.at("/nudge")).await.expect(200);
    let heard = told.heard().await;
    assert_eq!(heard.len(), 1, "one for Sam, though Tim's vote is missing, too: {heard:?}");
    assert_eq!(heard[0]["title"], "Movie night: your vote is missing");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reminders_go_only_to_people_whose_vote_is_missing_and_who_can_be_told() {
    let told = Told::start().await;
    let family = told.home.family().await;
    let (nora, sam) = (&family.nora, &family.sam);
    let max = told.home.registers("Max").await;
    told.home.joins(nora, &max).await;
    told.subscribes(sam).await;
    told.subscribes(&max).await;
    let round = draft(nora).await;
    nora.act(&round.at("/start")).await.expect(200);
    told.heard().await;
    // Sam has voted; Max is asked.
    votes(sam, &round, round.films[0], "down").await.expect(200);
    nora.act(&round.at("/nudge")).await.expect(200);
    assert_eq!(told.heard().await.len(), 1, "Max alone");
    // Nobody is left who wants to be reminded, has an account that is active, and has not voted.
    max.patch("/me/notifications", json!({ "voteNudge": false })).await.expect(200);
    told.home.advance(jiff::SignedDuration::from_hours(1));
    let refused = nora.act(&round.at("/nudge")).await.expect(409);
    assert!(refused.text.contains("can be reminded"), "{}", refused.text);
    max.patch("/me/notifications", json!({ "voteNudge": true })).await.expect(200);
    nora.put(&format!("/users/{}/deactivation", max.user_id), json!({})).await.expect(200);
    nora.act(&round.at("/nudge")).await.expect(409);
    assert!(told.heard().await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_household_that_is_too_large_for_one_transaction_is_told_all_the_same() {
    let told = Told::start().await;
    let nora = told.home.registers("Nora").await;
    told.home.household(&nora, "Mill Lane").await;
    for at in 0..100 {
        let guest = told.home.registers(&format!("Guest{at}")).await;
        told.home.joins(&nora, &guest).await;
        if at % 33 == 0 {
            told.subscribes(&guest).await;
        }
    }
    let round = draft(&nora).await;
    nora.act(&round.at("/start")).await.expect(200);
    assert_eq!(told.heard().await.len(), 4);
    nora.act(&round.at("/nudge")).await.expect(200);
    assert_eq!(told.heard().await.len(), 4);
    pick(&nora, &round, 0).await.expect(201);
    assert_eq!(told.heard().await.len(), 4);
}
