//! A feature's JSON routes and their description. Handlers name their paths from [`BASE`] on; they are mounted under the whole path,
//! because a nested router would take every address apart and write it anew.

use crate::App;
use axum::{
    Router,
    extract::Request,
    response::IntoResponse,
    routing::{MethodRouter, Route},
};
use std::convert::Infallible;
use tower::{Layer, Service};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

/// What the path of every JSON route begins with.
pub const BASE: &str = "/api/v1";

/// JSON routes, and what is said of them.
#[derive(Default)]
pub struct Api {
    router: Router<App>,
    described: OpenApiRouter<App>,
}

impl Api {
    pub fn new() -> Self {
        Self { router: Router::new(), described: OpenApiRouter::new() }
    }

    /// Adds what `utoipa_axum::routes!` makes of handlers.
    #[must_use]
    pub fn routes(mut self, (schemas, paths, methods): UtoipaMethodRouter<App>) -> Self {
        for path in paths.paths.keys() {
            self.router = self.router.route(&format!("{BASE}{path}"), methods.clone());
        }
        Self { described: self.described.routes((schemas, paths, MethodRouter::new())), ..self }
    }

    /// Puts `layer` around the routes that are there.
    #[must_use]
    pub fn layer<L>(self, layer: L) -> Self
    where
        L: Layer<Route> + Clone + Send + Sync + 'static,
        L::Service: Service<Request> + Clone + Send + Sync + 'static,
        <L::Service as Service<Request>>::Response: IntoResponse + 'static,
        <L::Service as Service<Request>>::Error: Into<Infallible> + 'static,
        <L::Service as Service<Request>>::Future: Send + 'static,
    {
        Self { router: self.router.layer(layer), ..self }
    }

    /// The routes under their whole paths.
    pub fn into_router(self) -> Router<App> {
        self.router
    }

    /// What is said of them, with paths from [`BASE`] on.
    pub fn into_openapi(self) -> OpenApi {
        self.described.into_openapi()
    }
}
