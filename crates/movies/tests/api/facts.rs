//! Film facts from TMDB, asked of a local server: through the cache, within ceilings, and during an outage.

use crate::support::{Home, Round, child, column, features};
use axum::{
    Json, Router,
    extract::{Path, Query, Request, State},
    http::{StatusCode, header},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::get,
};
use jiff::SignedDuration;
use movies::tables::TMDB_CACHE;
use outbound::{
    Outbound,
    films::{RememberedFilms, Tmdb, TmdbRules},
};
use serde_json::{Value, json};
use stage::{Engine, Setup, Stage};
use std::{
    collections::{BTreeSet, HashMap},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU16, AtomicUsize, Ordering},
    },
    time::Duration,
};

/// What answers as TMDB does.
#[derive(Default)]
struct Server {
    asked: AtomicUsize,
    down: AtomicBool,
    /// Status of every answer, where it is not 0. 1 is no answer at all.
    status: AtomicU16,
    certifications: Mutex<Vec<String>>,
    countries: Mutex<BTreeSet<String>>,
}

type Shared = State<Arc<Server>>;

impl Server {
    fn down(&self) -> Option<Response> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let status = self.status.load(Ordering::SeqCst);
        if status > 1 {
            let status = StatusCode::from_u16(status).unwrap();
            return Some((status, [(header::RETRY_AFTER, "60")], "{}").into_response());
        }
        self.down.load(Ordering::SeqCst).then(|| StatusCode::SERVICE_UNAVAILABLE.into_response())
    }
}

/// Never answers while the server is told so.
async fn stall(State(server): Shared, request: Request, next: Next) -> Response {
    if server.status.load(Ordering::SeqCst) == 1 {
        std::future::pending::<()>().await;
    }
    next.run(request).await
}

/// Lists of two countries, each with an entry that means no rating.
async fn certifications(State(server): Shared) -> Response {
    let of = |names: &[&str]| -> Value {
        names.iter().enumerate().map(|(at, name)| json!({ "certification": name, "meaning": if at == 0 { "No rating information." } else { "" }, "order": at })).collect()
    };
    let lists = json!({ "certifications": { "US": of(&["NR", "G", "PG", "PG-13", "R", "NC-17"]), "DE": of(&["NR", "0", "6", "12", "16", "18"]), "CA-QC": of(&["", "G"]) } });
    server.down().unwrap_or_else(|| Json(lists).into_response())
}

/// TMDB lists what it was asked not to: every fifth film is unrated, every fifth rated R, whatever was asked for.
fn certification(id: i64) -> &'static str {
    ["G", "PG", "NR", "R", "PG"][usize::try_from(id % 5).unwrap()]
}

async fn discover(State(server): Shared, Query(query): Query<HashMap<String, String>>) -> Response {
    if let Some(down) = server.down() {
        return down;
    }
    server.certifications.lock().unwrap().push(query["certification"].clone());
    server.countries.lock().unwrap().insert(query["certification_country"].clone());
    let page: i64 = query["page"].parse().unwrap();
    let results: Vec<Value> = (0..20)
        .map(|at| json!({ "id": page * 100 + at, "title": format!("Film {at}"), "genre_ids": [35] }))
        .collect();
    Json(json!({ "page": page, "results": results, "total_pages": 4 })).into_response()
}

async fn found() -> Json<Value> {
    let results: Vec<Value> =
        (500..520).map(|id| json!({ "id": id, "title": format!("Film {id}") })).collect();
    Json(json!({ "page": 1, "results": results, "total_pages": 1 }))
}

async fn details(State(server): Shared, Path(id): Path<i64>) -> Response {
    if let Some(down) = server.down() {
        return down;
    }
    if id == 404 {
        return StatusCode::NOT_FOUND.into_response();
    }
    let german = ["0", "6", "NR", "18", "12"][usize::try_from(id % 5).unwrap()];
    let releases = json!([
        { "iso_3166_1": "US", "release_dates": [{ "certification": certification(id), "type": 3 }] },
        { "iso_3166_1": "DE", "release_dates": [{ "certification": german, "type": 3 }] },
    ]);
    Json(json!({ "id": id, "title": format!("Film {id}"), "release_date": "1999-08-06", "runtime": 90, "poster_path": "/a.jpg",
        "genres": [{ "id": 35, "name": "Comedy" }], "release_dates": { "results": releases } })).into_response()
}

async fn providers(State(server): Shared, Path(id): Path<i64>) -> Response {
    if let Some(down) = server.down() {
        return down;
    }
    let name = if id % 2 == 0 { "Netflix" } else { "Hulu" };
    Json(json!({ "id": id, "results": { "US": { "flatrate": [{ "provider_id": 8, "provider_name": name }] } } })).into_response()
}

async fn services(State(server): Shared) -> Response {
    server.down().unwrap_or_else(|| Json(json!({ "results": [{ "provider_id": 8, "provider_name": "Netflix", "display_priority": 0 }] })).into_response())
}

async fn start() -> (Home, Arc<Server>) {
    start_in("US").await
}

async fn start_in(region: &str) -> (Home, Arc<Server>) {
    let server = Arc::new(Server::default());
    let app = Router::new()
        .route("/3/discover/movie", get(discover))
        .route("/3/search/movie", get(found))
        .route("/3/movie/{id}", get(details))
        .route("/3/movie/{id}/watch/providers", get(providers))
        .route("/3/watch/providers/movie", get(services))
        .route(
            "/3/genre/movie/list",
            get(|| async { Json(json!({ "genres": [{ "id": 35, "name": "Comedy" }] })) }),
        )
        .route("/3/certification/movie/list", get(certifications))
        .route(
            "/3/configuration/countries",
            get(|| async { Json(json!([{ "iso_3166_1": "DE", "english_name": "Germany" }])) }),
        )
        .route("/t/p/w342/a.jpg", get(|| async { ([(header::CONTENT_TYPE, "image/jpeg")], "picture") }))
        .layer(from_fn_with_state(server.clone(), stall))
        .with_state(server.clone());
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    let rules = TmdbRules {
        first_wait: Duration::from_millis(1),
        patience: Duration::from_secs(1),
        ..TmdbRules::new("secret", region).at(&base)
    };
    let films = Arc::new(RememberedFilms::new(Tmdb::new(rules).unwrap()));
    let setup = Setup::new(Engine::Embedded, features);
    let outbound = Outbound { films: Some(films), ..setup.outbound.clone() };
    (Home(Stage::of(Setup { outbound, ..setup }).await), server)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn suggestions_come_from_tmdb_within_every_ceiling_and_through_the_cache() {
    let (home, server) = start().await;
    let family = home.family().await;
    family.nora.patch("/households/mine", json!({ "streamingServices": ["netflix"] })).await.expect(200);
    let made = family.nora.post("/rounds", json!({})).await.expect(201);
    let films = made.json["suggestions"].as_array().unwrap();
    assert_eq!(films.len(), 8);
    for film in films {
        assert!(["G", "PG"].contains(&film["contentRating"].as_str().unwrap()), "{film}");
        assert!(film["why"].as_str().unwrap().contains("On Netflix."), "{film}");
    }
    assert!(server.certifications.lock().unwrap().iter().all(|asked| asked == "G|PG"), "asked for by name");
    let asked = server.asked.swap(0, Ordering::SeqCst);
    assert!(asked > 20 && !home.rows(&TMDB_CACHE).await.is_empty());
    let one = films[0]["tmdbMovieId"].as_i64().unwrap();
    family.nora.get(&format!("/movies/{one}")).await.expect(200);
    assert_eq!(server.asked.load(Ordering::SeqCst), 0, "it is in the cache");
    home.advance(SignedDuration::from_hours(25));
    let nora = home.signs_in("Nora").await;
    nora.get(&format!("/movies/{one}")).await.expect(200);
    assert_eq!(server.asked.load(Ordering::SeqCst), 1, "a day later it is asked for again");
}

/// The rows of `TmdbCache`, by what was asked: a film, where it is streamed, and a list.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_are_kept_as_the_document_says_for_as_long_as_it_says() {
    let (home, _) = start().await;
    let family = home.family().await;
    family.nora.patch("/households/mine", json!({ "streamingServices": ["netflix"] })).await.expect(200);
    family.nora.post("/rounds", json!({})).await.expect(201);
    let rows: Vec<Value> =
        home.rows(&TMDB_CACHE).await.iter().map(|row| store::from_item(row).unwrap()).collect();
    let hours = |row: &Value| (row["ttl"].as_i64().unwrap() - home.now().as_second()) / 3_600;
    let holds = |word: &str| -> Vec<&Value> {
        rows.iter().filter(|row| row["response_data"].as_str().unwrap().contains(word)).collect()
    };
    for (word, kept) in [("release_dates", 24), ("flatrate", 12), ("total_pages", 24)] {
        let found = holds(word);
        assert!(!found.is_empty(), "{word}");
        for row in found {
            let names: Vec<_> = row.as_object().unwrap().keys().collect();
            assert_eq!(names, ["cache_key", "cached_at", "response_data", "ttl"]);
            let key = row["cache_key"].as_str().unwrap();
            assert!(key.len() == 64 && key.bytes().all(|byte| byte.is_ascii_hexdigit()), "a hash: {key}");
            assert_eq!((row["cached_at"].as_str().unwrap(), hours(row)), ("2037-11-15T09:00:00.000Z", kept));
            serde_json::from_str::<Value>(row["response_data"].as_str().unwrap()).expect("JSON as it came");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_outage_stops_no_round_and_new_ones_come_from_the_built_in_catalogue() {
    let (home, server) = start().await;
    let family = home.family().await;
    let nora = &family.nora;
    let round = Round::of(&nora.post("/rounds", json!({})).await.expect(201));
    let known = nora.get("/movies/101").await.expect(200).json;
    server.down.store(true, Ordering::SeqCst);
    nora.act(&round.at("/start")).await.expect(200);
    nora.put(&round.vote(round.films[0]), json!({ "vote": "up" })).await.expect(200);
    nora.post(&round.at("/pick"), json!({ "tmdbMovieId": round.films[0] })).await.expect(201);
    home.advance(SignedDuration::from_hours(25));
    let nora = &home.signs_in("Nora").await;
    assert_eq!(nora.get("/movies/101").await.expect(200).json, known, "an older answer is better than none");
    nora.get("/movies/999").await.expect(503);
    assert_eq!(nora.get("/movies/3082").await.expect(200).text_at("title"), "Modern Times");
    nora.act(&round.at("/watched")).await.expect(200);
    assert_eq!(
        nora.post("/rounds", json!({})).await.expect(201).json["suggestions"].as_array().unwrap().len(),
        8
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn search_and_posters_go_through_this_server_and_sources_are_named() {
    let (home, _) = start().await;
    let family = home.family().await;
    let found = family.nora.get("/movies/search?q=film").await.expect(200);
    assert_eq!(column(&found, "title").len(), 20);
    family.nora.get("/movies/404").await.expect(404);
    let poster = home.anyone().page("/movies/posters/a.jpg").await.expect(200);
    assert_eq!((poster.header("content-type"), poster.text.as_str()), ("image/jpeg", "picture"));
    assert!(poster.header("cache-control").contains("immutable"));
    for name in ["b.jpg", "..%2fa.jpg", "a.svg"] {
        home.anyone().page(&format!("/movies/posters/{name}")).await.expect(404);
    }
    let round = Round::of(&family.nora.post("/rounds", json!({})).await.expect(201));
    let page = family.nora.page(&format!("/movies/rounds/{}", round.id)).await.expect(200);
    page.shows("/movies/posters/a.jpg").shows("not endorsed or certified by TMDB").shows("JustWatch");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ceilings_are_chosen_from_the_list_of_the_households_country_and_never_relaxed() {
    let (home, server) = start_in("DE").await;
    let nora = home.registers("Nora").await;
    let made = nora.post("/households", json!({ "name": "Mill Lane" })).await.expect(201);
    assert_eq!(made.text_at("ratingRegion"), "DE");
    let ella = child(&nora, "Ella").await;
    let path = format!("/households/mine/members/{ella}");
    let ceiling =
        async || column(&nora.get("/households/mine/members").await, "contentRatingCeiling")[1].clone();
    assert_eq!(ceiling().await, "0", "the mildest, where the document's default is not on the list");
    assert_eq!(
        nora.patch(&path, json!({ "contentRatingCeiling": "PG" })).await.expect(422).wrong_fields(),
        ["contentRatingCeiling"]
    );
    nora.patch(&path, json!({ "contentRatingCeiling": "12" })).await.expect(200);
    let round = nora.post("/rounds", json!({})).await.expect(201);
    for film in round.json["suggestions"].as_array().unwrap() {
        assert!(["0", "6", "12"].contains(&film["contentRating"].as_str().unwrap()), "{film}");
    }
    assert!(server.certifications.lock().unwrap().iter().all(|asked| asked == "0|6|12"), "asked for by name");
    assert_eq!(*server.countries.lock().unwrap(), BTreeSet::from(["DE".to_owned()]));
    let page = nora.page("/movies/household").await.expect(200);
    page.shows("Film ratings of").shows("Germany").shows("films up to 12");
    nora.page(&format!("/movies/household/members/{ella}")).await.expect(200).shows(">16<");
    // Another country: what is not on its list is the strictest, and films that were rated elsewhere are above it.
    assert_eq!(
        nora.patch("/households/mine", json!({ "ratingRegion": "XX" })).await.expect(422).wrong_fields(),
        ["ratingRegion"]
    );
    assert_eq!(
        nora.patch("/households/mine", json!({ "ratingRegion": "us" }))
            .await
            .expect(200)
            .text_at("ratingRegion"),
        "US"
    );
    assert_eq!(ceiling().await, "G");
    assert_eq!(
        nora.get("/me/managed-members").await.expect(200).text_at("/items/0/contentRatingCeiling"),
        "G"
    );
    nora.act(&format!("/rounds/{}/start", round.text_at("roundId"))).await.expect(409);
    let tastes = nora.page(&format!("/movies/household/members/{ella}")).await.expect(200);
    tastes.shows("<option value=\"G\" selected");
    nora.patch(&path, json!({ "contentRatingCeiling": "PG" })).await.expect(200);
    let round = nora.post("/rounds", json!({})).await.expect(201);
    for film in round.json["suggestions"].as_array().unwrap() {
        assert!(["G", "PG"].contains(&film["contentRating"].as_str().unwrap()), "{film}");
    }
    let form = [("name", "Mill Lane"), ("region", "DE")];
    nora.submit("/movies/household", &form).await.expect(303);
    assert_eq!(nora.get("/households/mine").await.expect(200).text_at("ratingRegion"), "DE");
    // Without the list nothing is known to be mild enough.
    home.advance(SignedDuration::from_hours(25));
    let nora = home.signs_in("Nora").await;
    let other = home.again(|setup| setup.outbound.films = None).await;
    let alone = other.anyone().with_bearer(nora.bearer().unwrap().to_owned());
    let members = alone.get("/households/mine/members").await.expect(200);
    assert_eq!(members.text_at("/items/1/contentRatingCeiling"), "PG", "only the built-in list is there");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_tmdb_ratings_are_those_of_the_united_states() {
    let home = Home::on(Engine::Embedded).await;
    let nora = home.registers("Nora").await;
    let made = nora.post("/households", json!({ "name": "Mill Lane" })).await.expect(201);
    assert_eq!(made.text_at("ratingRegion"), "US");
    let refused = nora.patch("/households/mine", json!({ "ratingRegion": "DE" })).await.expect(422);
    assert_eq!(refused.wrong_fields(), ["ratingRegion"]);
    nora.patch("/households/mine", json!({ "ratingRegion": "US" })).await.expect(200);
    assert!(
        !nora.page("/movies/household").await.expect(200).text.contains("Film ratings of"),
        "nothing to choose"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn trouble_with_tmdb_is_said_and_its_services_are_not_claimed() {
    let refused = "TMDB does not accept the configured token.";
    for (status, words) in
        [(401, refused), (403, refused), (404, refused), (429, "TMDB is busy."), (1, "TMDB did not answer")]
    {
        let (home, server) = start().await;
        let nora = home.registers("Nora").await;
        let made =
            nora.post("/households", json!({ "name": "Mill Lane", "streamingServices": ["netflix"] })).await;
        assert!(made.expect(201).json.get("filmFactsNotice").is_none(), "all is well");
        server.status.store(status, Ordering::SeqCst);
        let round = nora.post("/rounds", json!({})).await.expect(201);
        assert!(round.text_at("filmFactsNotice").starts_with(words), "{status}: {}", round.text);
        assert_eq!(round.json["suggestions"].as_array().unwrap().len(), 8, "from the built-in list");
        assert!(!round.text.contains("On Netflix"), "{status}");
        let found = nora.get("/movies/search?q=robin").await.expect(200);
        assert!(found.text_at("filmFactsNotice").starts_with(words), "{status}");
        let page = nora.page(&format!("/movies/rounds/{}", round.text_at("roundId"))).await.expect(200);
        page.shows(words).shows("without streaming services").shows("not endorsed or certified by TMDB");
        assert!(!page.text.contains("JustWatch"), "{status}: streaming data is not claimed");
        nora.page("/movies/household").await.expect(200).shows(words);
        server.status.store(0, Ordering::SeqCst);
    }
}
