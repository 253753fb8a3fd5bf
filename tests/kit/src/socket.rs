//! People who reach a server over a socket, as everyone else does.

use axum::body::Body;
use futures::{FutureExt, future::BoxFuture};
use http::{Request, Response, header};
use http_body_util::BodyExt;
use stage::{Person, Way};
use std::sync::Arc;

struct Socket {
    http: reqwest::Client,
    base_url: String,
}

impl Way for Socket {
    fn send(&self, request: Request<Body>) -> BoxFuture<'_, Response<Body>> {
        async move {
            let (mut parts, body) = request.into_parts();
            parts.headers.remove(header::HOST);
            let body = body.collect().await.expect("a body").to_bytes();
            let address = format!("{}{}", self.base_url, parts.uri);
            let request = self.http.request(parts.method, address).headers(parts.headers).body(body);
            let answer = request.send().await.expect("an answer");
            let (status, headers) = (answer.status(), answer.headers().clone());
            let mut response = Response::new(Body::from_stream(answer.bytes_stream()));
            (*response.status_mut(), *response.headers_mut()) = (status, headers);
            response
        }
        .boxed()
    }
}

/// Someone without an account who calls the server at `base_url`.
pub fn anyone(base_url: &str) -> Person {
    // The client wants a provider even though nothing here speaks TLS; a second call changes nothing.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let redirects = reqwest::redirect::Policy::none();
    let http = reqwest::Client::builder().redirect(redirects).build().expect("a client");
    Person::new(Arc::new(Socket { http, base_url: base_url.to_owned() }), base_url)
}
