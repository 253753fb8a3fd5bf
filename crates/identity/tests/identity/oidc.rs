//! Signing in with a real OpenID provider.

use crate::{addresses::Party, provider::Provider};
use futures::future::join_all;
use jiff::SignedDuration;
use kernel::{Clock, FakeClock, SystemClock};
use outbound::{Oidc, OidcSettings};
use serde_json::json;
use stage::{Engine, PASSWORD, Person, Setup, Stage};
use std::sync::Arc;
use web::{Feature, Registration};

pub const BASE: &str = "http://127.0.0.1:8080";
const LOGIN: &str = "/api/v1/auth/oidc/login";

pub struct Scene {
    pub stage: Stage,
    pub provider: Provider,
}

pub async fn scene(roles_claim: Option<&str>) -> Scene {
    scene_on(Engine::Embedded, roles_claim).await
}

pub async fn scene_on(engine: Engine, roles_claim: Option<&str>) -> Scene {
    let provider = Provider::start();
    let stage = stage_with(engine, provider.settings(roles_claim)).await;
    Scene { stage, provider }
}

async fn stage_with(engine: Engine, oidc: OidcSettings) -> Stage {
    let features = || vec![Feature { accounts: vec![Arc::new(Party)], ..Feature::default() }];
    let mut setup = Setup::new(engine, features);
    // The provider's tokens are of today.
    setup.clock = Arc::new(FakeClock::at(SystemClock.now()));
    setup.outbound.oidc = Some(Arc::new(Oidc::new(oidc).unwrap()));
    Stage::of(setup).await
}

impl Scene {
    /// Goes to the provider, signs in there as `name`, and comes back.
    pub async fn comes_back(&self, person: &Person, name: &str) -> stage::Answer {
        self.comes_back_to("%2Fhome", person, name).await
    }

    /// The same on the way to another page.
    async fn comes_back_to(&self, next: &str, person: &Person, name: &str) -> stage::Answer {
        let away = person.page(&format!("{LOGIN}?next={next}")).await.expect(303);
        person.page(&self.provider.signs_in(BASE, away.location(), name).await).await
    }

    async fn token(&self, name: &str) -> String {
        self.provider.token(BASE, name).await
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
    let there = format!("{}/session/end?client_id=roundtable", scene.provider.endpoint());
    ana.submit("/sign-out", &[]).await.expect(200).shows(&there);
    ana.get("/me").await.expect(401);
}

#[tokio::test]
async fn signing_in_elsewhere_replaces_the_session_and_links_nothing() {
    let scene = scene(None).await;
    let ana = scene.stage.registers_in_a_browser("Ana").await;
    let earlier = ana.cookie("session").unwrap();
    let done = scene.comes_back(&ana, "ana").await.expect(303);
    assert_eq!(done.location(), "/home");
    assert_ne!(ana.get("/me").await.expect(200).text_at("userId"), ana.user_id, "an address is no proof");
    scene.stage.anyone().with_bearer(earlier).get("/me").await.expect(401);
    let own = scene.stage.signs_in("Ana").await;
    assert_eq!(own.get("/me/links").await.expect(200).json["items"], json!([]));
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
async fn a_providers_token_does_what_an_api_token_of_scope_write_does() {
    let scene = scene(None).await;
    scene.stage.registers("Root").await;
    scene.comes_back(&scene.stage.anyone(), "ben").await.expect(303);
    let program = scene.stage.anyone().with_bearer(scene.token("ben").await);
    program.patch("/me", json!({ "displayName": "Benjamin" })).await.expect(200);
    program.post("/me/tokens", json!({ "name": "for ever" })).await.expect(403);
    program.post("/me/calendar-feed", json!({})).await.expect(403);
    program.post("/me/push-subscriptions", crate::push::subscription(1)).await.expect(403);
    let link = program.get("/me/links").await.expect(200).text_at("/items/0/id");
    program.delete(&format!("/me/links/{link}")).await.expect(403);
    program.delete("/me/sessions").await.expect(403);
    program.delete("/me").await.expect(403);
}

#[tokio::test]
async fn a_sign_in_belongs_to_the_browser_that_began_it() {
    let scene = scene(None).await;
    let (ana, eve) = (scene.stage.anyone(), scene.stage.anyone());
    let away = ana.page(LOGIN).await.expect(303);
    eve.page(LOGIN).await.expect(303);
    let path = scene.provider.signs_in(BASE, away.location(), "ana").await;
    let refused = eve.page(&path).await.expect(401);
    refused.shows("You are not signed in").shows("Back to sign in").shows("started in another browser");
    scene.stage.anyone().page(&path).await.expect(401);
    // The flow alone, which a page of a neighbouring host could set, is not enough.
    let planted = scene.stage.anyone().with_cookie("oidc", &ana.cookie("oidc").unwrap());
    planted.page(&path).await.expect(401);
    scene.stage.advance(SignedDuration::from_mins(16));
    ana.page(&path).await.expect(401);
}

#[tokio::test]
async fn the_flow_is_bound_to_a_cookie_that_only_this_host_can_set() {
    let scene = scene(None).await;
    let bound = |answer: &stage::Answer, name: &str| {
        let lines = answer.headers.get_all("set-cookie").iter().map(|line| line.to_str().unwrap().to_owned());
        lines.into_iter().find(|line| line.starts_with(&format!("{name}=")))
    };
    let plain = scene.stage.anyone().page(LOGIN).await.expect(303);
    assert!(bound(&plain, "oidc_nonce").is_some_and(|line| line.contains("Path=/;")));
    let secure = scene.stage.again(|setup| setup.settings.https = true).await;
    let away = secure.anyone().page(LOGIN).await.expect(303);
    let line = bound(&away, "__Host-oidc_nonce").expect("a cookie");
    assert!(line.contains("Path=/;") && line.contains("Secure") && !line.contains("Domain"), "{line}");
}

#[tokio::test]
async fn an_answer_must_name_the_issuer_that_announces_itself() {
    let scene = scene(None).await;
    scene.stage.registers("Root").await;
    for wrong in ["iss=https%3A%2F%2Fevil.example", "x=1"] {
        let ana = scene.stage.anyone();
        let away = ana.page(LOGIN).await.expect(303);
        let path = scene.provider.signs_in(BASE, away.location(), "ana").await;
        let (before, _) = path.split_once("iss=").expect("the provider names itself");
        ana.page(&format!("{before}{wrong}")).await.expect(401).shows("was not accepted");
        ana.get("/me").await.expect(401);
    }
}

#[tokio::test]
async fn a_cancelled_sign_in_and_an_outage_are_pages_with_a_way_back() {
    let scene = scene(None).await;
    let ana = scene.stage.anyone();
    let away = ana.page(&format!("{LOGIN}?next=%2Fmovies")).await.expect(303);
    let path = scene.provider.cancels(BASE, away.location()).await;
    let page = ana.page(&path).await.expect(401);
    page.shows("Signing in at the provider was cancelled.").shows("/sign-in?next=%2Fmovies");
    assert!(page.header("content-type").starts_with("text/html"));
    let program = ana.get("/auth/oidc/callback?state=x").await.expect(401);
    assert_eq!(program.header("content-type"), "application/problem+json");

    // Nothing listens there.
    let nowhere = OidcSettings { issuer: "http://127.0.0.1:1".into(), ..scene.provider.settings(None) };
    let stage = stage_with(Engine::Embedded, nowhere).await;
    let page = stage.anyone().page(LOGIN).await.expect(503);
    page.shows("The sign-in provider does not answer right now.").shows("Back to sign in");
    assert!(!page.header("retry-after").is_empty());
    let ben = stage.registers_in_a_browser("Ben").await;
    let form = [("form", "link"), ("currentPassword", PASSWORD)];
    ben.submit("/me", &form).await.expect(503).shows("The sign-in provider does not answer right now.");
    let none = stage.again(|setup| setup.outbound.oidc = None).await;
    none.anyone().page(LOGIN).await.expect(404).shows("This server has no sign-in provider.");
}

#[tokio::test]
async fn a_providers_name_is_kept_as_one_that_could_be_typed() {
    let scene = scene(None).await;
    scene.stage.registers("Root").await;
    let ana = scene.stage.anyone();
    scene.comes_back(&ana, "hidden-ana").await.expect(303);
    let name = ana.get("/me").await.expect(200).text_at("displayName");
    assert_eq!(name, "hidden-ana");
    ana.with_header("sec-fetch-site", "same-origin")
        .patch("/me", json!({ "displayName": name }))
        .await
        .expect(200);
}

async fn sign_ins_at_once(engine: Engine) {
    let scene = scene_on(engine, None).await;
    let root = scene.stage.registers("Root").await;
    for name in ["ana", "2f4c6f3c-1c53-4a5c-9d0e-7b1f3a9d5e21", "unverified-ben"] {
        let mut waiting = Vec::new();
        for _ in 0..6 {
            let person = scene.stage.anyone();
            let away = person.page(LOGIN).await.expect(303);
            waiting.push((scene.provider.signs_in(BASE, away.location(), name).await, person));
        }
        let signed_in = waiting.iter().map(|(path, person)| async {
            person.page(path).await.expect(303);
            person.get("/me").await.expect(200).text_at("userId")
        });
        let ids = join_all(signed_in).await;
        assert!(ids.iter().all(|id| *id == ids[0] && *id != root.user_id), "{name}: {ids:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_first_sign_ins_of_one_identity_all_sign_in() {
    sign_ins_at_once(Engine::Embedded).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_first_sign_ins_of_one_identity_all_sign_in_on_dynamodb() {
    sign_ins_at_once(Engine::Dynamodb).await;
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

#[tokio::test]
async fn a_deactivated_account_is_not_opened_by_the_provider_or_its_tokens() {
    let scene = scene(None).await;
    let root = scene.stage.registers("Root").await;
    let ana = scene.stage.anyone();
    scene.comes_back(&ana, "ana").await.expect(303);
    let user = ana.get("/me").await.expect(200).text_at("userId");
    let program = scene.stage.anyone().with_bearer(scene.token("ana").await);
    program.get("/me").await.expect(200);
    root.put(&format!("/users/{user}/deactivation"), json!({})).await.expect(200);
    program.get("/me").await.expect(401);
    ana.get("/me").await.expect(401);
    scene.comes_back(&scene.stage.anyone(), "ana").await.expect(403);
}
