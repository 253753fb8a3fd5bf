//! Signing in with a real OpenID provider.

use crate::addresses::Party;
use data_encoding::BASE64URL_NOPAD;
use jiff::SignedDuration;
use kernel::{Clock, FakeClock, SystemClock};
use local_server::LocalServer;
use outbound::{Oidc, OidcSettings};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use stage::{Engine, PASSWORD, Person, Setup, Stage};
use std::{collections::BTreeMap, sync::Arc};
use web::{Feature, Registration};

const BACK: &str = "http://127.0.0.1:8080/api/v1/auth/oidc/callback";
const SECRET: &str = "a-secret-of-the-test";

struct Scene {
    stage: Stage,
    provider: LocalServer,
}

async fn scene(roles_claim: Option<&str>) -> Scene {
    let provider = LocalServer::start("oidc-local").expect("run scripts/install-tools");
    let settings = OidcSettings {
        issuer: provider.endpoint.clone(),
        client_id: "roundtable".into(),
        client_secret: Some(SECRET.into()),
        roles_claim: roles_claim.map(str::to_owned),
        name: "Club".into(),
    };
    let features = || vec![Feature { accounts: vec![Arc::new(Party)], ..Feature::default() }];
    let mut setup = Setup::new(Engine::Embedded, features);
    // The provider's tokens are of today.
    setup.clock = Arc::new(FakeClock::at(SystemClock.now()));
    setup.outbound.oidc = Some(Arc::new(Oidc::new(settings).unwrap()));
    Scene { stage: Stage::of(setup).await, provider }
}

fn client() -> reqwest::Client {
    // The client wants a provider even though nothing here speaks TLS; a second call changes nothing.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap()
}

/// A browser at the provider, which asks for a name and then whether to go on.
async fn signs_in_there(provider: &str, address: &str, name: &str) -> String {
    let http = client();
    let (mut cookies, mut address, mut form) = (BTreeMap::new(), address.to_owned(), None::<String>);
    for _ in 0..12 {
        let whole = if address.starts_with('/') { format!("{provider}{address}") } else { address.clone() };
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
            if address.starts_with(BACK) {
                return address;
            }
            continue;
        }
        let page = answer.text().await.unwrap();
        form = Some(if page.contains("name=\"login\"") {
            format!("prompt=login&login={name}&password=x")
        } else {
            "prompt=consent".to_owned()
        });
    }
    panic!("the provider did not send the browser back");
}

impl Scene {
    /// Goes to the provider, signs in there as `name`, and comes back.
    async fn comes_back(&self, person: &Person, name: &str) -> stage::Answer {
        self.comes_back_to("%2Fhome", person, name).await
    }

    /// The same on the way to another page.
    async fn comes_back_to(&self, next: &str, person: &Person, name: &str) -> stage::Answer {
        let away = person.page(&format!("/api/v1/auth/oidc/login?next={next}")).await.expect(303);
        let back = signs_in_there(&self.provider.endpoint, away.location(), name).await;
        person.page(back.strip_prefix("http://127.0.0.1:8080").unwrap()).await
    }

    /// A token of the provider for `name`, as a program gets one.
    async fn token(&self, name: &str) -> String {
        let verifier = "v".repeat(43);
        let challenge = BASE64URL_NOPAD.encode(&Sha256::digest(verifier.as_bytes()));
        let address = format!(
            "/auth?response_type=code&client_id=roundtable&redirect_uri={BACK}&scope=openid&state=s\
             &code_challenge={challenge}&code_challenge_method=S256"
        );
        let back = signs_in_there(&self.provider.endpoint, &address, name).await;
        let code = back.split_once("code=").unwrap().1.split('&').next().unwrap();
        let body =
            format!("grant_type=authorization_code&code={code}&redirect_uri={BACK}&code_verifier={verifier}");
        let answer = client()
            .post(format!("{}/token", self.provider.endpoint))
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

#[tokio::test]
async fn someone_signs_in_with_the_provider_and_out_again() {
    let scene = scene(None).await;
    scene.stage.registers("Root").await;
    let ana = scene.stage.anyone();
    ana.page("/sign-in").await.expect(200).shows("Sign in with Club");
    let done = scene.comes_back(&ana, "ana").await.expect(303);
    assert_eq!(done.location(), "/home");
    let me = ana.get("/me").await.expect(200);
    assert_eq!((me.text_at("email"), me.text_at("displayName")), ("ana@example.org".into(), "ana".into()));
    let again = scene.stage.anyone();
    scene.comes_back(&again, "ana").await.expect(303);
    assert_eq!(again.get("/me").await.expect(200).text_at("userId"), me.text_at("userId"));
    let there = format!("{}/session/end?client_id=roundtable", scene.provider.endpoint);
    ana.submit("/sign-out", &[]).await.expect(200).shows(&there);
    ana.get("/me").await.expect(401);
}

#[tokio::test]
async fn an_account_is_linked_by_its_owner_and_never_by_its_address() {
    let scene = scene(None).await;
    let built_in = scene.stage.registers_in_a_browser("Ana").await;
    let stranger = scene.stage.anyone();
    scene.comes_back(&stranger, "ana").await.expect(303);
    let other = stranger.get("/me").await.expect(200).text_at("userId");
    assert_ne!(other, built_in.user_id, "the same address is not the same person");
    let refused = scene.comes_back(&built_in, "ana").await.expect(409);
    refused.shows("linked to this sign-in already");
    let done = scene.comes_back(&built_in, "ana-at-work").await.expect(303);
    assert_eq!(done.location(), "/me?done=linked");
    let again = scene.stage.anyone();
    scene.comes_back(&again, "ana-at-work").await.expect(303);
    assert_eq!(again.get("/me").await.expect(200).text_at("userId"), built_in.user_id);
    scene.stage.signs_in("Ana").await;
}

#[tokio::test]
async fn roles_come_from_the_claim_where_one_is_configured() {
    let scene = scene(Some("groups")).await;
    let root = scene.stage.registers("Root").await;
    let admin = scene.stage.anyone();
    scene.comes_back(&admin, "admin-ana").await.expect(303);
    let me = admin.get("/me").await.expect(200);
    assert_eq!(me.json["roles"], json!(["Admin"]));
    let roles = format!("/users/{}/roles", me.text_at("userId"));
    root.put(&roles, json!({ "roles": [] })).await.expect(409);
}

#[tokio::test]
async fn a_super_admin_by_claim_does_not_stand_in_for_the_last_one_of_this_server() {
    let scene = scene(Some("groups")).await;
    let root = scene.stage.registers("Root").await;
    let other = scene.stage.anyone();
    scene.comes_back(&other, "super-ana").await.expect(303);
    assert_eq!(other.get("/me").await.expect(200).json["roles"], json!(["SuperAdmin"]));
    let own = format!("/users/{}/roles", root.user_id);
    root.put(&own, json!({ "roles": [] })).await.expect(409);
    root.delete("/me").await.expect(409);
}

#[tokio::test]
async fn the_providers_id_becomes_the_accounts_unless_it_is_none_or_taken() {
    let scene = scene(None).await;
    let root = scene.stage.registers("Root").await;
    let theirs = "7d0a3c1e-52c4-4b8e-9a55-0c1de54f2a10";
    let ana = scene.stage.anyone();
    scene.comes_back(&ana, theirs).await.expect(303);
    assert_eq!(ana.get("/me").await.expect(200).text_at("userId"), theirs);
    let (ben, impostor) = (scene.stage.anyone(), scene.stage.anyone());
    scene.comes_back(&ben, "ben").await.expect(303);
    assert_ne!(ben.get("/me").await.expect(200).text_at("userId"), "ben");
    scene.comes_back(&impostor, &root.user_id).await.expect(303);
    assert_ne!(
        impostor.get("/me").await.expect(200).text_at("userId"),
        root.user_id,
        "an id is nobody's claim"
    );
}

#[tokio::test]
async fn an_address_counts_if_the_provider_has_verified_it() {
    let scene = scene(None).await;
    let root = scene.stage.registers("Root").await;
    for name in ["ana", "unverified-ben"] {
        scene.comes_back(&scene.stage.anyone(), name).await.expect(303);
    }
    let found = async |name: &str| {
        let found = root.get(&format!("/users?email={name}@example.org")).await.expect(200);
        found.json["items"].as_array().map(Vec::len)
    };
    assert_eq!((found("ana").await, found("unverified-ben").await), (Some(1), Some(0)));
}

#[tokio::test]
async fn a_providers_token_is_a_bearer_for_who_has_signed_in_before() {
    let scene = scene(None).await;
    scene.stage.registers("Root").await;
    let token = scene.token("ben").await;
    let program = scene.stage.anyone().with_bearer(&token);
    program.get("/me").await.expect(401);
    let ben = scene.stage.anyone();
    scene.comes_back(&ben, "ben").await.expect(303);
    let id = ben.get("/me").await.expect(200).text_at("userId");
    assert_eq!(program.get("/me").await.expect(200).text_at("userId"), id);
    let (head, signature) = token.rsplit_once('.').unwrap();
    let flipped = if signature.starts_with('A') { "B" } else { "A" };
    let forged = format!("{head}.{flipped}{}", &signature[1..]);
    scene.stage.anyone().with_bearer(forged).get("/me").await.expect(401);
    scene.stage.advance(SignedDuration::from_hours(2));
    program.get("/me").await.expect(401);
}

#[tokio::test]
async fn a_sign_in_belongs_to_the_browser_that_began_it() {
    let scene = scene(None).await;
    let (ana, eve) = (scene.stage.anyone(), scene.stage.anyone());
    let away = ana.page("/api/v1/auth/oidc/login").await.expect(303);
    eve.page("/api/v1/auth/oidc/login").await.expect(303);
    let back = signs_in_there(&scene.provider.endpoint, away.location(), "ana").await;
    let path = back.strip_prefix("http://127.0.0.1:8080").unwrap();
    eve.page(path).await.expect(401);
    scene.stage.anyone().page(path).await.expect(401);
    scene.stage.advance(SignedDuration::from_mins(16));
    ana.page(path).await.expect(401);
}

#[tokio::test]
async fn closed_registration_is_closed_for_the_provider_too_and_an_account_can_be_deleted() {
    let scene = scene(None).await;
    scene.stage.registers("Root").await;
    let ana = scene.stage.anyone();
    scene.comes_back(&ana, "ana").await.expect(303);
    ana.submit("/me/delete", &[]).await.expect(303);
    scene.stage.finish_work().await;
    let left = format!("{:?}", scene.stage.rows(&identity::tables::IDENTITY).await);
    assert!(!left.contains("OIDC#") && !left.contains("ana@example.org"), "{left}");
    let closed = scene.stage.again(|setup| setup.settings.registration = Registration::Off).await;
    let scene = Scene { stage: closed, ..scene };
    scene.comes_back(&scene.stage.anyone(), "ben").await.expect(403);
    scene.stage.anyone().signs_in("ana", PASSWORD).await.expect(401);
}

#[tokio::test]
async fn where_only_invited_people_may_register_the_provider_opens_accounts_by_invitation() {
    let scene = scene(None).await;
    scene.stage.registers("Root").await;
    let invited = scene.stage.again(|setup| setup.settings.registration = Registration::Invited).await;
    let scene = Scene { stage: invited, ..scene };
    scene.comes_back(&scene.stage.anyone(), "ana").await.expect(403);
    let ana = scene.stage.anyone();
    let done = scene.comes_back_to("%2Fjoin%2Fcome-in", &ana, "ana").await.expect(303);
    assert_eq!(done.location(), "/join/come-in");
    ana.get("/me").await.expect(200);
}
