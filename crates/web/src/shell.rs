//! What stands around every handler: limits on the way in, headers and drawn failures on the way out, one line in the log.

mod draw;
mod headers;
mod origin;
mod record;
mod rest;

use crate::{App, Problem, Quota, address, assets};
use axum::{
    Router,
    extract::{ConnectInfo, DefaultBodyLimit, Request, State},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::get,
};
use http::StatusCode;
use std::{any::Any, net::SocketAddr, time::Duration};
use tower_http::{catch_panic::CatchPanicLayer, compression::CompressionLayer, timeout::TimeoutLayer};

/// The largest body a handler takes, unless its route says otherwise by a `DefaultBodyLimit` of its own.
pub const BODY_LIMIT: usize = 1024 * 1024;
/// How long a handler may take to begin its answer. An answer that has begun, such as a live stream, may go on.
const TIME_LIMIT: Duration = Duration::from_secs(30);

/// Puts the shell around the features' routes.
pub fn shell(router: Router<App>, app: App) -> Router {
    router
        .route("/assets/{file}", get(assets::serve))
        .fallback(async || {
            Problem::not_found("Check the address: it may be mistyped, or what was here is gone.")
        })
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, TIME_LIMIT))
        .layer(CatchPanicLayer::custom(panicked))
        // Leaves out what is small, drawn or live by itself.
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(app.clone(), serve))
        .with_state(app)
}

async fn serve(State(app): State<App>, request: Request, next: Next) -> Response {
    let record = record::Record::begin(&app, &request);
    let asked = draw::Asked::of(&request);
    let (request, rest) = rest::share(request);
    let answer = match admit(&app, &request) {
        Ok(()) => record.within(next.run(request)).await,
        Err(problem) => problem.into_response(),
    };
    rest.discard().await;
    let mut answer = draw::draw(answer, &asked, &record);
    headers::add(answer.headers_mut(), asked.path(), &app.settings);
    record.end(&mut answer);
    answer
}

fn admit(app: &App, request: &Request) -> Result<(), Problem> {
    let path = request.uri().path();
    if !path.starts_with("/assets/") {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        let caller = address::of_caller(peer, request.headers(), &app.settings.trusted_proxies);
        app.quotas.take(Quota::Requests, caller)?;
    }
    origin::check(request, &app.settings)
}

fn panicked(payload: Box<dyn Any + Send>) -> Response {
    let said = payload.downcast_ref::<&str>().map(ToString::to_string);
    let said = said.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
    Problem::internal(format!("a handler panicked: {said}")).into_response()
}
