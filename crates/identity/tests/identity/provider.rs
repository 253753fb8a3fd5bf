//! A real OpenID provider, and a browser at it.

use data_encoding::BASE64URL_NOPAD;
use local_server::LocalServer;
use outbound::OidcSettings;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

const SECRET: &str = "a-secret-of-the-test";
const CALLBACK: &str = "/api/v1/auth/oidc/callback";

pub struct Provider(LocalServer);

/// What a person does on the provider's pages.
#[derive(Clone, Copy, PartialEq)]
enum There<'a> {
    SignsIn(&'a str),
    Cancels,
}

fn client() -> reqwest::Client {
    // The client wants a provider even though nothing here speaks TLS; a second call changes nothing.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap()
}

/// The first address of this server on a page.
fn address_on<'a>(page: &'a str, begins: &str) -> Option<&'a str> {
    page.split('"').find(|part| part.starts_with(begins))
}

impl Provider {
    pub fn start() -> Self {
        Self(LocalServer::start("oidc-local").expect("run scripts/install-tools"))
    }

    pub fn endpoint(&self) -> &str {
        &self.0.endpoint
    }

    pub fn settings(&self, roles_claim: Option<&str>) -> OidcSettings {
        OidcSettings {
            issuer: self.0.endpoint.clone(),
            client_id: "roundtable".into(),
            client_secret: Some(SECRET.into()),
            audience: None,
            roles_claim: roles_claim.map(str::to_owned),
            name: "Club".into(),
        }
    }

    /// The address of the provider that a page leads on to.
    pub fn onward(&self, page: &str) -> String {
        let address = address_on(page, self.endpoint()).unwrap_or_else(|| panic!("no way on: {page}"));
        address.replace("&#38;", "&")
    }

    /// Signs in there as `name`; returns the address that the browser is sent back to, without `base_url`.
    pub async fn signs_in(&self, base_url: &str, address: &str, name: &str) -> String {
        self.visits(base_url, address, There::SignsIn(name)).await
    }

    /// Cancels there; returns the address that the browser is sent back to, without `base_url`.
    pub async fn cancels(&self, base_url: &str, address: &str) -> String {
        self.visits(base_url, address, There::Cancels).await
    }

    /// A browser at the provider, which asks for a name and then whether to go on.
    async fn visits(&self, base_url: &str, address: &str, there: There<'_>) -> String {
        let http = client();
        let (mut cookies, mut address, mut form) = (BTreeMap::new(), address.to_owned(), None::<String>);
        for _ in 0..12 {
            let whole = if address.starts_with('/') {
                format!("{}{address}", self.endpoint())
            } else {
                address.clone()
            };
            let held: Vec<_> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let request = match form.take() {
                Some(body) => {
                    http.post(&whole).header("content-type", "application/x-www-form-urlencoded").body(body)
                }
                None => http.get(&whole),
            };
            let answer = request.header("cookie", held.join("; ")).send().await.unwrap();
            for line in answer.headers().get_all("set-cookie") {
                let pair = line.to_str().unwrap().split(';').next().unwrap();
                let (name, value) = pair.split_once('=').unwrap();
                cookies.insert(name.to_owned(), value.to_owned());
            }
            if let Some(next) = answer.headers().get("location") {
                address = next.to_str().unwrap().to_owned();
                if let Some(back) = address.strip_prefix(base_url) {
                    return back.to_owned();
                }
                continue;
            }
            let page = answer.text().await.unwrap();
            match there {
                There::Cancels => {
                    let abort = page.split('"').find(|part| part.ends_with("/abort"));
                    abort.unwrap_or_else(|| panic!("no way to cancel: {page}")).clone_into(&mut address);
                }
                There::SignsIn(name) if page.contains("name=\"login\"") => {
                    form = Some(format!("prompt=login&login={name}&password=x"));
                }
                There::SignsIn(_) => form = Some("prompt=consent".to_owned()),
            }
        }
        panic!("the provider did not send the browser back");
    }

    /// A token of the provider for `name`, as a program gets one.
    pub async fn token(&self, base_url: &str, name: &str) -> String {
        let verifier = "v".repeat(43);
        let challenge = BASE64URL_NOPAD.encode(&Sha256::digest(verifier.as_bytes()));
        let callback = format!("{base_url}{CALLBACK}");
        let address = format!(
            "/auth?response_type=code&client_id=roundtable&redirect_uri={callback}&scope=openid&state=s\
             &code_challenge={challenge}&code_challenge_method=S256"
        );
        let back = self.signs_in(base_url, &address, name).await;
        let code = back.split_once("code=").unwrap().1.split('&').next().unwrap();
        let body = format!(
            "grant_type=authorization_code&code={code}&redirect_uri={callback}&code_verifier={verifier}"
        );
        let answer = client()
            .post(format!("{}/token", self.endpoint()))
            .basic_auth("roundtable", Some(SECRET))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(body)
            .send()
            .await
            .unwrap();
        let tokens: Value = answer.json().await.unwrap();
        tokens["id_token"].as_str().unwrap_or_else(|| panic!("{tokens}")).to_owned()
    }
}
