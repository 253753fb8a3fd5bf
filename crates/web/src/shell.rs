//! What stands around every handler: limits on the way in, headers and drawn failures on the way out, one line in the log.
//!
//! All of it is one service: each wall around a route costs a request an allocation or two, and a read is over in microseconds.

mod aside;
mod counts;
mod draw;
mod headers;
pub mod host;
mod origin;
pub(crate) mod pack;
mod record;
pub(crate) mod rest;

use crate::{App, NO_SUCH_PAGE, Problem, Quota, address, assets};
use aside::Weight;
use axum::{
    Router,
    body::{Body, HttpBody},
    extract::{ConnectInfo, DefaultBodyLimit, Request},
    response::{IntoResponse, Response},
    routing::{Route, get},
};
use counts::Counts;
use draw::Asked;
use futures::{
    FutureExt, TryFutureExt,
    future::{BoxFuture, Either},
};
use http::{Method, StatusCode, header};
use jiff::SignedDuration;
use kernel::Class;
use record::Record;
use std::{
    any::Any,
    convert::Infallible,
    net::{IpAddr, SocketAddr},
    panic::AssertUnwindSafe,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};
use store::Deadline;
use tower::{Service, ServiceExt, layer::layer_fn};
use tower_http::compression::Compression;

/// The largest body a handler takes, unless its route says otherwise by a `DefaultBodyLimit` of its own.
pub const BODY_LIMIT: usize = 1024 * 1024;
/// How long a handler may take to begin its answer. An answer that has begun, such as a live stream, may go on.
const TIME_LIMIT: Duration = Duration::from_secs(30);
/// How long a request may wait for storage in all: its tries to edit and their retries together.
const STORAGE_LIMIT: Duration = Duration::from_secs(10);
/// When to come back after that.
const STORAGE_WAIT: SignedDuration = SignedDuration::from_secs(2);

type Answered = Result<Response, Infallible>;

/// Puts the shell around the features' routes.
pub fn shell(router: Router<App>, app: App) -> Router {
    let around = app.clone();
    router
        .route("/assets/{file}", get(assets::serve))
        .fallback(async || Problem::not_found(NO_SUCH_PAGE))
        .layer(layer_fn(move |route| Shell::around(route, around.clone())))
        .with_state(app)
}

/// The shell around one route.
#[derive(Clone)]
struct Shell {
    app: App,
    counts: Arc<Counts>,
    weight: Arc<Weight>,
    route: Route,
}

impl Service<Request> for Shell {
    type Response = Response;
    type Error = Infallible;
    type Future = BoxFuture<'static, Answered>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Service::<Request>::poll_ready(&mut self.route, cx)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let (app, counts) = (self.app.clone(), self.counts.clone());
        let record = Record::begin(&app, &request);
        let asked = Asked::of(&request, app.settings.https);
        let (request, rest) = rest::share(request);
        let safe = request.method().is_safe();
        let caller = caller(&app, &request);
        let weight = self.weight.clone();
        // In a box, because it is handed on from hand to hand.
        let admitted = admit(&app, &request, caller)
            .map(|()| limited(record.reference.within(self.handle(request)).boxed(), safe, weight));
        Box::pin(async move {
            let answer = match admitted {
                Ok(handler) => handler.await,
                Err(problem) => problem.into_response(),
            };
            rest.discard().await;
            if answer.extensions().get::<Problem>().is_some_and(|problem| problem.is_wrong_secret) {
                app.quotas.wrong_secret(caller);
            }
            let mut answer = draw::draw(answer, &app, &asked, &record).await;
            headers::add(answer.headers_mut(), asked.path(), &app.settings);
            record.end(&mut answer, &counts);
            Ok(answer)
        })
    }
}

impl Shell {
    fn around(route: Route, app: App) -> Self {
        Self { app, counts: Arc::default(), weight: Arc::default(), route }
    }

    /// Hands the request to its handler, and packs the answer for whoever takes it packed.
    fn handle(&mut self, mut request: Request) -> impl Future<Output = Answered> + Send + use<> {
        if !request.body().is_end_stream() {
            DefaultBodyLimit::max(BODY_LIMIT).apply(&mut request);
        }
        if request.headers().contains_key(header::ACCEPT_ENCODING) {
            let gzip = pack::takes_gzip(request.headers());
            let large =
                move |answer| async move { if gzip { pack::large(answer).await } else { Ok(answer) } };
            // Leaves out what is small, drawn or live by itself.
            let route = ServiceExt::<Request>::and_then(self.route.clone(), large);
            let packed = Compression::new(route).compress_when(pack::on_the_way()).call(request);
            // In a box of its own, so that requests for plain answers do not carry its room about with them.
            Either::Left(packed.map_ok(|answer| answer.map(Body::new)).boxed())
        } else {
            Either::Right(self.route.call(request))
        }
    }
}

fn caller(app: &App, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    address::of_caller(peer, request.headers(), &app.settings.trusted_proxies)
}

fn admit(app: &App, request: &Request, caller: IpAddr) -> Result<(), Problem> {
    host::check(request, &app.settings)?;
    let path = request.uri().path();
    // Following is no request after request: a room full of phones behind one address must not use up what else they may ask.
    let live = path.ends_with("/live") && request.method() == Method::GET;
    if !path.starts_with("/assets/") {
        let quota = if live { Quota::Streams } else { Quota::Requests };
        app.quotas.take(quota, caller)?;
    }
    origin::check(request, &app.settings)
}

/// What the handler answers, or what is answered for it when it panics or takes too long.
///
/// One that may change something is finished on a task of its own, also when its caller hangs up: between a commit and word of it to
/// everyone else nothing may come.
async fn limited(
    handler: impl Future<Output = Answered> + Send + 'static,
    safe: bool,
    weight: Arc<Weight>,
) -> Response {
    let heavy = weight.is_heavy();
    let deadline = Deadline::new(STORAGE_LIMIT);
    let handler = deadline.around(handler);
    let handler = AssertUnwindSafe(async move { weight.weigh(handler).await }).catch_unwind();
    let answered = async {
        if safe && !heavy {
            return handler.await;
        }
        if heavy {
            let answer = aside::run(handler, !safe).await;
            return answer.unwrap_or_else(|| Ok(Ok(StatusCode::SERVICE_UNAVAILABLE.into_response())));
        }
        tokio::spawn(handler).await.unwrap_or_else(|error| Err(Box::new(error)))
    };
    let in_time = async {
        tokio::select! {
            biased;
            answer = answered => Some(answer),
            () = deadline.passed() => None,
        }
    };
    match tokio::time::timeout(TIME_LIMIT, in_time).await {
        Ok(Some(Ok(Ok(answer)))) => answer,
        Ok(Some(Err(payload))) => panicked(payload),
        Ok(None) => {
            let late = Class::Unavailable(STORAGE_WAIT);
            Problem::new(late, "a write takes longer than a request may wait for storage").into_response()
        }
        Err(_) => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}

fn panicked(payload: Box<dyn Any + Send>) -> Response {
    let said = payload.downcast_ref::<&str>().map(ToString::to_string);
    let said = said.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
    Problem::internal(format!("a handler panicked: {said}")).into_response()
}
