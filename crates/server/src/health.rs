//! What a load balancer and a monitoring system ask.

use crate::telemetry::Measured;
use axum::{Json, Router, extract::State, routing::get};
use http::{StatusCode, header};
use kernel::Class;
use serde::Serialize;
use web::{App, Problem, address::FromPrivate};

/// The answer of `/healthz`.
#[derive(Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
}

pub fn routes(metrics: Option<Measured>) -> Router<App> {
    let measured = async move |State(app): State<App>, FromPrivate(is_private): FromPrivate| {
        if !app.settings.public_metrics && !is_private {
            return Err(Problem::new(Class::Forbidden, "What is measured here is not for the world."));
        }
        let text = metrics.as_ref().map(Measured::render).unwrap_or_default();
        Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text))
    };
    Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .route("/metrics", get(measured))
}

/// The process is up.
async fn healthz() -> Json<Health> {
    Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}

/// Storage answers.
async fn readyz(State(app): State<App>) -> Result<(StatusCode, &'static str), Problem> {
    app.store.ready().await?;
    Ok((StatusCode::OK, "ready\n"))
}
