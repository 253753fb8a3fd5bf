//! A feature's JSON routes and their description. Handlers name their paths from [`BASE`] on; they are mounted under the whole path,
//! because a nested router would take every address apart and write it anew.

use crate::App;
use axum::{
    Router,
    extract::Request,
    handler::Handler,
    response::IntoResponse,
    routing::{MethodRouter, Route},
};
use std::convert::Infallible;
use tower::{Layer, Service};
use utoipa::openapi::{HttpMethod, OpenApi};
#[doc(hidden)]
pub use utoipa_axum;
use utoipa_axum::{
    PathItemExt,
    router::{OpenApiRouter, UtoipaMethodRouter},
};

/// What the path of every JSON route begins with.
pub const BASE: &str = "/api/v1";

/// JSON routes, and what is said of them.
#[derive(Default)]
pub struct Api {
    router: Router<App>,
    described: Vec<Describe>,
}

/// Describes some routes. A server answers for weeks before anyone asks for that, and it takes megabytes.
type Describe = fn() -> UtoipaMethodRouter<App>;

/// Handlers and how they are described; [`routes!`](crate::routes) makes it.
pub struct Routes {
    methods: Vec<(String, MethodRouter<App>)>,
    describe: Describe,
}

impl Routes {
    pub fn described_by(describe: Describe) -> Self {
        Self { methods: Vec::new(), describe }
    }

    #[must_use]
    pub fn on<H, T>(mut self, path: &str, methods: &[HttpMethod], handler: H) -> Self
    where
        H: Handler<T, App>,
        T: 'static,
    {
        let here = methods
            .iter()
            .fold(MethodRouter::new(), |here, on| here.on(on.to_method_filter(), handler.clone()));
        self.methods.push((format!("{BASE}{path}"), here));
        self
    }
}

/// What `#[utoipa::path]` says of handlers, for [`Api::routes`]: where they are now, the rest when it is asked for.
#[macro_export]
macro_rules! routes {
    ($($($name:ident)::+),+ $(,)?) => {
        $crate::api::Routes::described_by(|| $crate::api::utoipa_axum::routes!($($($name)::+),+))
            $(.on(
                &$crate::api::utoipa_axum::routes!(@path [path()] of $($name)::+),
                &$crate::api::utoipa_axum::routes!(@path [methods()] of $($name)::+),
                $($name)::+,
            ))+
    };
}

impl Api {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds what [`routes!`](crate::routes) makes of handlers.
    #[must_use]
    pub fn routes(mut self, routes: Routes) -> Self {
        self.described.push(routes.describe);
        for (path, methods) in routes.methods {
            self.router = self.router.route(&path, methods);
        }
        self
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
        let described = self.described.into_iter().map(|describe| describe());
        described.fold(OpenApiRouter::new(), OpenApiRouter::routes).into_openapi()
    }
}
