//! An OpenID provider: where people sign in with another account. Its settings and keys are cached ([`metadata`]).
//!
//! Amazon Cognito differs from the standard in small ways: its access tokens name the client in `client_id` instead of `aud`, every
//! token says in `token_use` what it is, and signing out is an address of its own.

mod metadata;

use crate::Authorities;
use http::header::CONTENT_TYPE;
use jiff::Timestamp;
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use metadata::MetadataCache;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::sync::Arc;

/// Clocks differ by this much.
const LEEWAY: i64 = 60;
const TIMEOUT: std::time::Duration = std::time::Duration::from_secs(10);
/// What tokens may be signed with: never a shared secret, never nothing.
const ALGORITHMS: [Algorithm; 9] = [
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::EdDSA,
];

/// What the operator says about the provider.
#[derive(Clone)]
pub struct OidcSettings {
    /// Without a trailing slash.
    pub issuer: String,
    pub client_id: String,
    pub client_secret: Option<String>,
    /// Another name of this server in `aud` of tokens that programs show, beside the client id.
    pub audience: Option<String>,
    /// The claim that names roles; without it roles are given here.
    pub roles_claim: Option<String>,
    /// What the button says: “Sign in with …”.
    pub name: String,
}

impl std::fmt::Debug for OidcSettings {
    /// Without the secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OidcSettings").field("issuer", &self.issuer).finish_non_exhaustive()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OidcError {
    #[error("The sign-in provider cannot be reached: {0}.")]
    Unreachable(String),
    #[error("The sign-in provider's answer is not valid: {0}.")]
    Refused(String),
}

fn refused(why: impl Into<String>) -> OidcError {
    OidcError::Refused(why.into())
}

/// What a checked token says.
#[derive(Debug, Clone, PartialEq)]
pub struct Claims(pub Map<String, Value>);

impl Claims {
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }

    pub fn is(&self, name: &str) -> bool {
        // Cognito sends some of these as text.
        self.0.get(name).is_some_and(|value| *value == true || *value == "true")
    }

    /// The texts in a claim that is a text or a list of them.
    pub fn texts(&self, name: &str) -> Vec<&str> {
        match self.0.get(name) {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }

    fn second(&self, name: &str) -> Option<i64> {
        self.0.get(name).and_then(Value::as_i64)
    }
}

/// One sign-in under way.
pub struct Asked<'a> {
    pub redirect_uri: &'a str,
    pub state: &'a str,
    pub nonce: &'a str,
    /// The hash of the secret that only this browser can show later (PKCE).
    pub challenge: &'a str,
}

pub struct Oidc {
    pub settings: OidcSettings,
    http: reqwest::Client,
    metadata: Arc<MetadataCache>,
}

impl Oidc {
    pub fn new(settings: OidcSettings) -> Result<Self, OidcError> {
        Self::trusting(settings, &Authorities::system())
    }

    /// A provider that these authorities vouch for.
    pub fn trusting(settings: OidcSettings, authorities: &Authorities) -> Result<Self, OidcError> {
        let tls = authorities.client().map_err(|error| OidcError::Unreachable(error.to_string()))?;
        let http = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            .timeout(TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| OidcError::Unreachable(error.to_string()))?;
        let metadata = Arc::new(MetadataCache::new(http.clone(), &settings.issuer));
        Ok(Self { settings, http, metadata })
    }

    /// Where a browser goes to sign in.
    pub async fn authorization_url(&self, asked: &Asked<'_>, now: Timestamp) -> Result<String, OidcError> {
        let metadata = self.metadata.current(now).await?;
        let query = [
            ("response_type", "code"),
            ("client_id", &self.settings.client_id),
            ("redirect_uri", asked.redirect_uri),
            ("scope", "openid email profile"),
            ("state", asked.state),
            ("nonce", asked.nonce),
            ("code_challenge", asked.challenge),
            ("code_challenge_method", "S256"),
        ];
        with_query(&metadata.discovery.authorization_endpoint, &query)
    }

    /// Who it is that comes back with `code`.
    pub async fn exchange(
        &self,
        code: &str,
        verifier: &str,
        redirect_uri: &str,
        nonce: &str,
        now: Timestamp,
    ) -> Result<Claims, OidcError> {
        #[derive(Deserialize)]
        struct Tokens {
            id_token: String,
        }
        let metadata = self.metadata.current(now).await?;
        let form = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", redirect_uri),
            ("client_id", &self.settings.client_id),
            ("code_verifier", verifier),
        ];
        let mut request = self
            .http
            .post(&metadata.discovery.token_endpoint)
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(encoded(&form));
        if let Some(secret) = &self.settings.client_secret {
            request = request.basic_auth(&self.settings.client_id, Some(secret));
        }
        let tokens: Tokens = get_json(request).await?;
        let claims = self.verify(&tokens.id_token, now).await?;
        let ours = claims.texts("aud").contains(&self.settings.client_id.as_str());
        let used = claims.text("token_use").is_none_or(|used| used == "id");
        if !ours || !used || claims.text("nonce") != Some(nonce) {
            return Err(refused("the token is not the one that was asked for"));
        }
        Ok(claims)
    }

    /// Fails unless the `iss` of an answer to a browser (RFC 9207) names this provider. One that announces `iss` must send it.
    pub async fn check_issuer(&self, iss: Option<&str>, now: Timestamp) -> Result<(), OidcError> {
        let discovery = &self.metadata.current(now).await?.discovery;
        let fits = match iss {
            Some(iss) => iss == discovery.issuer,
            None => !discovery.authorization_response_iss_parameter_supported,
        };
        if fits { Ok(()) } else { Err(refused("the answer comes from another provider")) }
    }

    /// Returns the claims of a token that a program showed. It must have been made for this server.
    pub async fn bearer(&self, token: &str, now: Timestamp) -> Result<Claims, OidcError> {
        let claims = self.verify(token, now).await?;
        let id = self.settings.client_id.as_str();
        let audiences = claims.texts("aud");
        let named = audiences.contains(&id)
            || self.settings.audience.as_deref().is_some_and(|ours| audiences.contains(&ours));
        let ours = match claims.text("token_use") {
            // Cognito's access tokens have an audience only where a resource server is configured.
            Some("access") => {
                claims.text("client_id") == Some(id) && (named || !claims.0.contains_key("aud"))
            }
            Some("id") => audiences.contains(&id),
            Some(_) => false,
            None => named,
        };
        if ours { Ok(claims) } else { Err(refused("the token is for someone else")) }
    }

    /// Where a browser goes to sign out there too, and from there to `back`.
    pub async fn logout_url(&self, back: &str, now: Timestamp) -> Result<Option<String>, OidcError> {
        let discovery = &self.metadata.current(now).await?.discovery;
        let id = ("client_id", self.settings.client_id.as_str());
        if let Some(end) = &discovery.end_session_endpoint {
            return with_query(end, &[id, ("post_logout_redirect_uri", back)]).map(Some);
        }
        let pool = discovery.authorization_endpoint.strip_suffix("/oauth2/authorize");
        pool.map(|pool| with_query(&format!("{pool}/logout"), &[id, ("logout_uri", back)])).transpose()
    }

    async fn verify(&self, token: &str, now: Timestamp) -> Result<Claims, OidcError> {
        let header = decode_header(token).map_err(|error| refused(error.to_string()))?;
        if !ALGORITHMS.contains(&header.alg) {
            return Err(refused("it is signed in a way that is not accepted"));
        }
        let (key, metadata) = self.metadata.with_key(header.kid.as_deref(), now).await?;
        let key = DecodingKey::from_jwk(&key).map_err(|error| refused(error.to_string()))?;
        // Times and names are checked below, by our clock.
        let mut validation = Validation::new(header.alg);
        (validation.validate_exp, validation.validate_aud) = (false, false);
        validation.required_spec_claims.clear();
        let claims = decode(token, &key, &validation).map_err(|error| refused(error.to_string()))?.claims;
        let claims = Claims(claims);
        let second = now.as_second();
        if claims.text("iss") != Some(metadata.discovery.issuer.as_str()) {
            return Err(refused("it comes from someone else"));
        }
        if claims.second("exp").is_none_or(|exp| exp + LEEWAY <= second) {
            return Err(refused("it has expired"));
        }
        if claims.second("nbf").is_some_and(|from| from - LEEWAY > second) {
            return Err(refused("it is not valid yet"));
        }
        Ok(claims)
    }
}

async fn get_json<T: DeserializeOwned>(request: reqwest::RequestBuilder) -> Result<T, OidcError> {
    let unreachable = |error: reqwest::Error| OidcError::Unreachable(error.without_url().to_string());
    let answer = request.send().await.map_err(unreachable)?;
    if !answer.status().is_success() {
        return Err(refused(format!("it answered {}", answer.status().as_u16())));
    }
    answer.json().await.map_err(|error| refused(error.without_url().to_string()))
}

fn encoded(pairs: &[(&str, &str)]) -> String {
    let all = with_query("form:", pairs).unwrap_or_default();
    all.split_once('?').map(|(_, query)| query.to_owned()).unwrap_or_default()
}

fn with_query(address: &str, pairs: &[(&str, &str)]) -> Result<String, OidcError> {
    let mut url = reqwest::Url::parse(address).map_err(|error| refused(error.to_string()))?;
    url.query_pairs_mut().extend_pairs(pairs);
    Ok(url.into())
}
