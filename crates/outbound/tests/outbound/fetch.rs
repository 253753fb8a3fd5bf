//! The guarded fetcher against real servers on this machine's loopback addresses, some of them allowed and some not.

use axum::{
    Router,
    extract::Path,
    http::{StatusCode, header},
    response::{Html, IntoResponse, Redirect},
    routing::get,
};
use outbound::{
    FetchPages, FetchRules, GuardedPages, RecordedPages,
    fetch::{FetchError, Fetched},
};
use std::{net::SocketAddr, time::Duration};

async fn serve(address: &str) -> SocketAddr {
    let app = Router::new()
        .route("/page", get(|| async { Html("<title>Héllo</title>") }))
        .route("/image", get(|| async { ([(header::CONTENT_TYPE, "image/png")], vec![1_u8]) }))
        .route("/long", get(|| async { Html("x".repeat(5_000)) }))
        .route("/packed/{bytes}", get(packed))
        .route("/endless", get(endless))
        .route("/gone", get(|| async { StatusCode::GONE }))
        .route("/never", get(std::future::pending::<()>))
        .route("/relative", get(|| async { Redirect::to("page") }))
        .route("/hops/{left}", get(hops))
        .route("/to/{*target}", get(|Path(target): Path<String>| async move { Redirect::to(&target) }));
    let listener = tokio::net::TcpListener::bind((address, 0)).await.unwrap();
    let bound = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    bound
}

async fn hops(Path(left): Path<u32>) -> impl IntoResponse {
    if left == 0 {
        Html("there").into_response()
    } else {
        Redirect::to(&format!("/hops/{}", left - 1)).into_response()
    }
}

/// So many zeros, as a few bytes of gzip.
async fn packed(Path(bytes): Path<usize>) -> impl IntoResponse {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut encoder, &vec![b'0'; bytes]).unwrap();
    let headers = [(header::CONTENT_TYPE, "text/html"), (header::CONTENT_ENCODING, "gzip")];
    (headers, encoder.finish().unwrap())
}

async fn endless() -> impl IntoResponse {
    let chunks = futures::stream::repeat_with(|| Ok::<_, std::io::Error>("word ".repeat(100)));
    ([(header::CONTENT_TYPE, "text/html")], axum::body::Body::from_stream(chunks))
}

/// A fetcher for which 127.0.0.1 is outside and every other loopback address is inside.
fn fetcher(ports: &[u16]) -> GuardedPages {
    GuardedPages::with_rules(FetchRules {
        ports: ports.to_vec(),
        allowed_inside: vec!["127.0.0.1/32".parse().unwrap()],
        most_bytes: 4_000,
        patience: Duration::from_secs(2),
        ..FetchRules::default()
    })
    .unwrap()
}

fn is_refused(result: &Result<Fetched, FetchError>) -> bool {
    matches!(result, Err(FetchError::Refused(_)))
}

#[tokio::test]
async fn a_public_page_is_read_and_says_where_it_was_in_the_end() {
    let server = serve("127.0.0.1").await;
    let pages = fetcher(&[server.port()]);
    let page = pages.fetch(&format!("http://{server}/page")).await.unwrap();
    assert_eq!(page.body, "<title>Héllo</title>".as_bytes());
    assert!(page.content_type.starts_with("text/html"));
    let moved = pages.fetch(&format!("http://{server}/relative")).await.unwrap();
    assert_eq!(moved.url, format!("http://{server}/page"));
}

#[tokio::test]
async fn what_is_inside_is_refused_before_a_connection_is_made() {
    let inside = serve("127.0.0.2").await;
    let pages = fetcher(&[inside.port()]);
    let port = inside.port();
    for host in [
        "127.0.0.2",
        "0x7f.2",
        "2130706434",
        "127.2",
        "[::ffff:127.0.0.2]",
        "[::1]",
        "10.0.0.1",
        "169.254.169.254",
    ] {
        let result = pages.fetch(&format!("http://{host}:{port}/page")).await;
        assert!(is_refused(&result), "{host}: {result:?}");
    }
}

#[tokio::test]
async fn a_name_that_leads_inside_is_refused_when_it_is_looked_up() {
    let pages = GuardedPages::new().unwrap();
    for url in ["http://localhost/", "https://localhost/"] {
        let result = pages.fetch(url).await;
        assert!(is_refused(&result), "{url}: {result:?}");
    }
}

#[tokio::test]
async fn a_redirect_that_leads_inside_is_refused() {
    let (outside, inside) = (serve("127.0.0.1").await, serve("127.0.0.2").await);
    let pages = fetcher(&[outside.port(), inside.port()]);
    for target in [format!("http://{inside}/page"), "file:///etc/passwd".into(), "http://127.0.0.1:1/".into()]
    {
        let result = pages.fetch(&format!("http://{outside}/to/{target}")).await;
        assert!(is_refused(&result), "{target}: {result:?}");
    }
}

#[tokio::test]
async fn five_redirects_are_followed_and_a_sixth_is_not() {
    let server = serve("127.0.0.1").await;
    let pages = fetcher(&[server.port()]);
    assert_eq!(pages.fetch(&format!("http://{server}/hops/5")).await.unwrap().body, b"there");
    assert!(matches!(pages.fetch(&format!("http://{server}/hops/6")).await, Err(FetchError::Failed(_))));
}

#[tokio::test]
async fn only_pages_of_the_web_are_read() {
    let server = serve("127.0.0.1").await;
    let pages = fetcher(&[server.port()]);
    let refused = [
        format!("http://{server}/image"),
        format!("http://{server}/long"),
        format!("http://user:word@{server}/page"),
        format!("ftp://{server}/page"),
        "http://127.0.0.1:9/page".to_owned(),
        "not an address".to_owned(),
    ];
    for url in refused {
        let result = pages.fetch(&url).await;
        assert!(is_refused(&result), "{url}: {result:?}");
    }
}

#[tokio::test]
async fn a_page_that_does_not_answer_fails_in_time_and_says_why() {
    let server = serve("127.0.0.1").await;
    let pages = fetcher(&[server.port(), 1]);
    for (url, why) in [
        (format!("http://{server}/gone"), "it answered 410"),
        (format!("http://{server}/never"), "it took too long"),
        ("http://127.0.0.1:1/".to_owned(), "its server can’t be reached"),
    ] {
        let result = pages.fetch(&url).await;
        assert!(matches!(&result, Err(FetchError::Failed(said)) if said == why), "{url}: {result:?}");
    }
}

#[tokio::test]
async fn a_packed_page_is_unpacked_and_a_bomb_is_refused_while_it_unpacks() {
    let server = serve("127.0.0.1").await;
    let pages = fetcher(&[server.port()]);
    let small = pages.fetch(&format!("http://{server}/packed/3000")).await.unwrap();
    assert_eq!(small.body, vec![b'0'; 3_000]);
    let bomb = pages.fetch(&format!("http://{server}/packed/2000000")).await;
    assert_eq!(bomb, Err(FetchError::Refused("it is too large".into())));
}

#[tokio::test]
async fn a_page_without_an_end_is_refused_at_the_limit() {
    let server = serve("127.0.0.1").await;
    let endless = fetcher(&[server.port()]).fetch(&format!("http://{server}/endless")).await;
    assert_eq!(endless, Err(FetchError::Refused("it is too large".into())));
}

#[tokio::test]
async fn recorded_pages_answer_only_what_was_recorded() {
    let pages = RecordedPages::default();
    pages.record("https://example.org/", "text/html", "<p>hi</p>");
    assert_eq!(pages.fetch("https://example.org/").await.unwrap().body, b"<p>hi</p>");
    pages.fetch("https://example.org/other").await.unwrap_err();
}
