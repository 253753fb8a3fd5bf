//! What is written down about requests: the route and the outcome, never the address with its code or the credential.

use crate::house::{House, get, with};
use axum::{Router, routing::get as on_get};
use http::Method;
use kernel::Class;
use metrics_exporter_prometheus::PrometheusBuilder;
use std::{
    io::{self, PipeReader},
    sync::Arc,
};
use tower::ServiceExt;
use tracing::Subscriber;
use web::{App, Path, Problem, Reference};

/// A log, and what is written into it; that ends when nobody writes any more.
fn log() -> (impl Subscriber + Send + Sync, PipeReader) {
    let (written, pen) = io::pipe().unwrap();
    (tracing_subscriber::fmt().with_ansi(false).with_writer(Arc::new(pen)).finish(), written)
}

fn routes() -> Router<App> {
    Router::new()
        .route("/s/{id}", on_get(async || "fine"))
        .route(
            "/reference",
            on_get(async || Reference::current().map(|one| one.to_string()).unwrap_or_default()),
        )
        .route("/api/v1/fail", on_get(async || Problem::new(Class::Internal, "the disk is upside down")))
}

#[tokio::test]
async fn a_request_is_one_line_with_its_route_and_no_secret() {
    let (subscriber, written) = log();
    let writing = tracing::subscriber::set_default(subscriber);
    let request = with(get("/s/ktm-rvb-40718?code=s3cret"), "authorization", "Bearer t0ken");
    let answer = House::new().send(routes(), request).await;
    drop(writing);
    let log = io::read_to_string(written).unwrap();
    assert_eq!(log.lines().count(), 1, "{log}");
    assert!(
        log.contains("/s/{id}") && log.contains("status=200") && log.contains(answer.header("x-request-id")),
        "{log}"
    );
    for secret in ["ktm-rvb", "s3cret", "t0ken"] {
        assert!(!log.contains(secret), "{log}");
    }
}

#[tokio::test]
async fn a_handler_knows_the_reference_of_its_request() {
    let answer = House::new().send(routes(), get("/reference")).await;
    assert_eq!(answer.text, answer.header("x-request-id"));
    assert_eq!(Reference::current(), None, "nothing is answered here");
}

#[tokio::test]
async fn our_own_fault_is_logged_once_with_its_reason_and_reference() {
    let (subscriber, written) = log();
    let writing = tracing::subscriber::set_default(subscriber);
    let answer = House::new().send(routes(), get("/api/v1/fail")).await;
    drop(writing);
    let log = io::read_to_string(written).unwrap();
    let told: Vec<_> = log.lines().filter(|line| line.contains("the disk is upside down")).collect();
    assert_eq!(told.len(), 1, "{log}");
    assert!(told[0].contains("ERROR") && told[0].contains(answer.header("x-request-id")), "{log}");
}

#[test]
fn requests_are_counted_by_route_method_and_status() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    metrics::with_local_recorder(&recorder, || {
        runtime.block_on(async {
            let house = House::new();
            for path in ["/s/abc", "/s/xyz", "/lost"] {
                house.send(routes(), get(path)).await;
            }
        });
    });
    let text = recorder.handle().render();
    assert!(
        text.contains(r#"roundtable_http_requests_total{method="GET",route="/s/{id}",status="200"} 2"#),
        "{text}"
    );
    assert!(
        text.contains(r#"roundtable_http_requests_total{method="GET",route="unmatched",status="404"} 1"#),
        "{text}"
    );
    assert!(text.contains("roundtable_http_request_seconds"), "{text}");
}

#[test]
fn a_route_counts_each_method_and_outcome_by_itself_however_often_it_is_asked() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let answer = async |Path(id): Path<String>| match id.as_str() {
        "none" => Err(Problem::not_found("Nothing.")),
        _ => Ok(id),
    };
    metrics::with_local_recorder(&recorder, || {
        runtime.block_on(async {
            let router = web::shell(Router::new().route("/s/{id}", on_get(answer)), House::new().app);
            for path in ["/s/abc", "/s/none", "/s/xyz", "/s/none", "/s/abc"] {
                router.clone().oneshot(get(path)).await.unwrap();
            }
            let mut head = get("/s/abc");
            *head.method_mut() = Method::HEAD;
            router.oneshot(head).await.unwrap();
        });
    });
    let text = recorder.handle().render();
    for line in [
        r#"roundtable_http_requests_total{method="GET",route="/s/{id}",status="200"} 3"#,
        r#"roundtable_http_requests_total{method="GET",route="/s/{id}",status="404"} 2"#,
        r#"roundtable_http_requests_total{method="HEAD",route="/s/{id}",status="200"} 1"#,
        r#"roundtable_http_requests_total{method="GET",route="/s/{id}",status="503"} 0"#,
        r#"roundtable_http_request_seconds_count{method="GET",route="/s/{id}"} 5"#,
        r#"roundtable_http_request_seconds_count{method="HEAD",route="/s/{id}"} 1"#,
    ] {
        assert!(text.lines().any(|told| told == line), "{line} is not in\n{text}");
    }
}
