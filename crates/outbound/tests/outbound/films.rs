//! The client of TMDB against a local server that answers as TMDB's documentation describes.

use axum::{
    Json, Router,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use outbound::films::{
    Discover, FilmError, FilmFacts, FilmQuery, RememberedFilms, Tmdb, TmdbRules,
    answers::{FilmDetails, FilmPage, FilmServices, Genres, Services},
    read,
};
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

/// What the server was asked, and how it is to behave.
#[derive(Default)]
struct Server {
    asked: AtomicU32,
    /// How many of the next answers fail.
    failing: AtomicU32,
    status: AtomicU32,
}

type Shared = State<Arc<Server>>;

impl Server {
    fn breaks(&self, times: u32, status: u16) {
        self.status.store(status.into(), Ordering::SeqCst);
        self.failing.store(times, Ordering::SeqCst);
    }

    fn asked(&self) -> u32 {
        self.asked.swap(0, Ordering::SeqCst)
    }

    /// The failure that is due, if any.
    fn fails(&self, headers: &HeaderMap) -> Option<Response> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let less = |left: u32| left.checked_sub(1);
        if self.failing.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less).is_ok() {
            let status = u16::try_from(self.status.load(Ordering::SeqCst)).unwrap();
            let wait = [(header::RETRY_AFTER, "0")];
            return Some((StatusCode::from_u16(status).unwrap(), wait, "{}").into_response());
        }
        let allowed = headers.get(header::AUTHORIZATION).is_some_and(|token| token == "Bearer secret");
        let told =
            serde_json::json!({ "status_code": 7, "status_message": "Invalid API key", "success": false });
        (!allowed).then(|| (StatusCode::UNAUTHORIZED, Json(told)).into_response())
    }
}

async fn films(
    State(server): Shared,
    headers: HeaderMap,
    Query(query): Query<HashMap<String, String>>,
) -> Response {
    if let Some(failure) = server.fails(&headers) {
        return failure;
    }
    let page: i64 = query["page"].parse().unwrap();
    let film = |at: i64| serde_json::json!({ "id": page * 100 + at, "title": format!("Film {page}.{at}"), "genre_ids": [35], "release_date": "1999-07-31", "poster_path": null });
    let results: Vec<_> = (0..20).map(film).collect();
    Json(serde_json::json!({ "page": page, "results": results, "total_pages": 3, "total_results": 60 }))
        .into_response()
}

async fn details(State(server): Shared, headers: HeaderMap, Path(id): Path<i64>) -> Response {
    if let Some(failure) = server.fails(&headers) {
        return failure;
    }
    match id {
        404 => (StatusCode::NOT_FOUND, Json(serde_json::json!({ "status_code": 34 }))).into_response(),
        13 => "{\"id\": 13, \"title\":".into_response(),
        14 => Json(serde_json::json!({ "id": "fourteen" })).into_response(),
        15 => std::future::pending().await,
        16 => format!("\"{}\"", "x".repeat(5 << 20)).into_response(),
        id => Json(serde_json::json!({
            "id": id, "title": "The Iron Giant", "release_date": "1999-08-06", "runtime": 86, "poster_path": "/ct04FCFLPImNG5thcPLRnVsZlmS.jpg",
            "genres": [{ "id": 10751, "name": "Family" }],
            "release_dates": { "results": [{ "iso_3166_1": "US", "release_dates": [{ "certification": "PG", "type": 3, "release_date": "1999-08-06T00:00:00.000Z" }] }] },
        }))
        .into_response(),
    }
}

async fn start() -> (Arc<Server>, Tmdb) {
    let server = Arc::new(Server::default());
    let services = || async {
        Json(
            serde_json::json!({ "id": 1, "results": { "US": { "link": "x", "flatrate": [{ "provider_id": 8, "provider_name": "Netflix", "logo_path": "/a.jpg", "display_priority": 0 }] } } }),
        )
    };
    let all_services = || async {
        Json(
            serde_json::json!({ "results": [{ "provider_id": 337, "provider_name": "Disney Plus", "display_priority": 1 }] }),
        )
    };
    let genres = || async { Json(serde_json::json!({ "genres": [{ "id": 28, "name": "Action" }] })) };
    let app = Router::new()
        .route("/3/discover/movie", get(films))
        .route("/3/search/movie", get(films))
        .route("/3/movie/{id}", get(details))
        .route("/3/movie/{id}/watch/providers", get(services))
        .route("/3/watch/providers/movie", get(all_services))
        .route("/3/genre/movie/list", get(genres))
        .route(
            "/t/p/w342/a.jpg",
            get(|| async { ([(header::CONTENT_TYPE, "image/jpeg")], vec![0xff_u8, 0xd8]) }),
        )
        .route("/t/p/w342/page.jpg", get(|| async { ([(header::CONTENT_TYPE, "text/html")], "<script>") }))
        .with_state(server.clone());
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    (server, Tmdb::new(rules().at(&base)).unwrap())
}

fn rules() -> TmdbRules {
    TmdbRules {
        patience: Duration::from_millis(300),
        first_wait: Duration::from_millis(1),
        ..TmdbRules::new("secret", "US")
    }
}

async fn ask<T: serde::de::DeserializeOwned>(
    films: &impl FilmFacts,
    query: &FilmQuery,
) -> Result<T, FilmError> {
    read(&films.ask(query).await?.text)
}

#[tokio::test]
async fn lists_come_in_pages_and_every_question_is_answered() {
    let (_, tmdb) = start().await;
    for number in 1..=3 {
        let page: FilmPage = ask(&tmdb, &FilmQuery::discover(&Discover::default(), number)).await.unwrap();
        assert_eq!((page.page, page.total_pages, page.results.len()), (number, 3, 20));
        assert_eq!(page.results[0].title, format!("Film {number}.0"));
    }
    let found: FilmPage = ask(&tmdb, &FilmQuery::search("the iron & the giant", 1)).await.unwrap();
    assert_eq!(found.results.len(), 20);
    let film: FilmDetails = ask(&tmdb, &FilmQuery::details(10386)).await.unwrap();
    assert_eq!((film.certifications("US"), film.runtime), (vec!["PG"], Some(86)));
    let on: FilmServices = ask(&tmdb, &FilmQuery::services_of(10386)).await.unwrap();
    assert_eq!(on.results["US"].streaming().next().unwrap().provider_name, "Netflix");
    let all: Services = ask(&tmdb, &FilmQuery::services("US")).await.unwrap();
    assert_eq!(all.results[0].provider_id, 337);
    let genres: Genres = ask(&tmdb, &FilmQuery::genres()).await.unwrap();
    assert_eq!(genres.genres[0].name, "Action");
}

#[tokio::test]
async fn a_wrong_token_and_a_missing_film_are_told_at_once() {
    let (server, tmdb) = start().await;
    let missing = ask::<FilmDetails>(&tmdb, &FilmQuery::details(404)).await;
    assert_eq!((missing, server.asked()), (Err(FilmError::NotFound), 1));
    server.breaks(9, 401);
    assert_eq!(ask::<FilmDetails>(&tmdb, &FilmQuery::details(1)).await, Err(FilmError::Refused));
    assert_eq!(server.asked(), 1, "a wrong token is not tried again");
}

#[tokio::test]
async fn what_is_busy_or_broken_for_a_moment_is_asked_again_and_then_given_up() {
    let (server, tmdb) = start().await;
    for status in [429, 500, 503] {
        server.breaks(2, status);
        ask::<FilmDetails>(&tmdb, &FilmQuery::details(1)).await.unwrap();
        assert_eq!(server.asked(), 3, "{status}");
        server.breaks(9, status);
        let error = ask::<FilmDetails>(&tmdb, &FilmQuery::details(1)).await.unwrap_err();
        assert!(matches!(error, FilmError::Busy(_) | FilmError::Unavailable(_)), "{error}");
        assert_eq!(server.asked(), 3, "{status}");
        server.breaks(0, status);
    }
}

#[tokio::test]
async fn what_is_slow_malformed_or_huge_is_no_answer() {
    let (_, tmdb) = start().await;
    for film in [13, 14, 16] {
        let error = ask::<FilmDetails>(&tmdb, &FilmQuery::details(film)).await.unwrap_err();
        assert!(matches!(error, FilmError::Malformed(_)), "{film}: {error}");
    }
    let slow = ask::<FilmDetails>(&tmdb, &FilmQuery::details(15)).await.unwrap_err();
    assert!(matches!(slow, FilmError::Unavailable(_)), "{slow}");
    let nobody = Tmdb::new(rules().at("http://127.0.0.1:1")).unwrap();
    let gone = ask::<FilmDetails>(&nobody, &FilmQuery::details(1)).await.unwrap_err();
    assert!(matches!(&gone, FilmError::Unavailable(why) if !why.contains("127.0.0.1:1/3")), "{gone}");
}

#[tokio::test]
async fn a_poster_is_an_image_and_nothing_else() {
    let (_, tmdb) = start().await;
    let image = tmdb.image("/a.jpg").await.unwrap();
    assert_eq!((image.content_type.as_str(), image.bytes.len()), ("image/jpeg", 2));
    assert!(matches!(tmdb.image("/page.jpg").await, Err(FilmError::Malformed(_))));
    assert_eq!(tmdb.image("/none.jpg").await, Err(FilmError::NotFound));
}

#[tokio::test]
async fn many_who_ask_the_same_at_once_are_one_question() {
    let (server, tmdb) = start().await;
    let films = RememberedFilms::new(tmdb);
    let query = FilmQuery::details(1);
    let asking = (0..50).map(|_| films.ask(&query));
    let answers = futures::future::join_all(asking).await;
    assert!(answers.iter().all(|answer| answer.as_ref().is_ok_and(|answer| !answer.stale)));
    assert_eq!(server.asked(), 1);
}

#[tokio::test]
async fn during_an_outage_the_last_answer_is_given_and_nobody_is_asked_for_a_while() {
    let (server, tmdb) = start().await;
    let films = RememberedFilms::new(tmdb);
    let known = films.ask(&FilmQuery::details(1)).await.unwrap();
    films.remember(&FilmQuery::details(2), "{}");
    server.asked();
    server.breaks(100, 503);
    let stale = films.ask(&FilmQuery::details(1)).await.unwrap();
    assert_eq!((stale.text, stale.stale), (known.text, true));
    assert_eq!(films.ask(&FilmQuery::details(2)).await.unwrap().text, "{}");
    assert!(films.ask(&FilmQuery::details(3)).await.is_err(), "what was never known stays unknown");
    assert_eq!(server.asked(), 3, "one question and its two repetitions");
}
