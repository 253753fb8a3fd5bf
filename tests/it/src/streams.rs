//! Streams end when what opened them ends (a session, a token, a link, a membership, a role), on every server, and not before.

use futures::{StreamExt, stream::BoxStream};
use jiff::SignedDuration;
use kit::{Answer, Engine, PASSWORD, Person, TestApp, on_both_engines, serde_json::json};
use std::time::Duration;
use tokio::time::timeout;

/// Less than what passes until a stream looks around by itself, and long on a busy machine.
const PATIENCE: Duration = Duration::from_secs(15);

/// An open stream of events.
pub struct Stream {
    chunks: BoxStream<'static, String>,
}

impl Stream {
    /// Opens a stream and waits until it has begun.
    pub async fn open(person: &Person, path: &str) -> Self {
        let response = person.opens(path).await;
        assert_eq!(response.status().as_u16(), 200, "{path}");
        let chunks = response.into_body().into_data_stream();
        let chunks =
            chunks.map(|chunk| String::from_utf8_lossy(&chunk.expect("a chunk")).into_owned()).boxed();
        let mut stream = Self { chunks };
        assert!(stream.next().await.expect("a first line").contains("open"), "{path}");
        stream
    }

    async fn next(&mut self) -> Option<String> {
        timeout(PATIENCE, self.chunks.next()).await.expect("the stream neither said anything nor ended")
    }

    /// Reads on until the stream ends, which it must.
    pub async fn ends(&mut self) {
        while self.next().await.is_some() {}
    }

    /// Reads on until something changed; the stream must not have ended.
    async fn hears_a_change(&mut self) {
        let mut heard = String::new();
        while !heard.contains("event: changed") {
            heard += &self.next().await.expect("the stream has not ended");
        }
    }
}

/// The server that streams are opened at: on DynamoDB another one than the one that is told of the end.
async fn elsewhere(app: &TestApp) -> Option<TestApp> {
    match app.engine {
        Engine::Embedded => None,
        Engine::Dynamodb => Some(app.another_server().await),
    }
}

/// The same person at another server.
fn at(app: &TestApp, person: &Person) -> Person {
    app.anyone().with_bearer(person.bearer().expect("a token"))
}

/// A group of `owner`, and the address of its stream.
async fn group(owner: &Person) -> (String, String) {
    let group = owner.post("/groups", json!({ "name": "Mill Lane" })).await.expect(201).text_at("groupId");
    let live = format!("/api/v1/groups/{group}/live");
    (format!("/groups/{group}"), live)
}

async fn adds(owner: &Person, group: &str, member: &Person) {
    owner.post(&format!("{group}/members"), json!({ "userId": member.user_id })).await.expect(201);
}

async fn signs_in(app: &TestApp, name: &str) -> Person {
    let anyone = app.anyone();
    anyone.with_account(&anyone.signs_in(name, PASSWORD).await.expect(200))
}

/// The stream goes on. An end says “changed” once, so more than that was heard by one that is open.
async fn goes_on(stream: &mut Stream, owner: &Person, group: &str) {
    for name in ["One", "Two", "Three"] {
        owner.patch(group, json!({ "name": name })).await.expect(200);
        stream.hears_a_change().await;
    }
}

async fn makes_token(person: &Person, body: &kit::serde_json::Value) -> Answer {
    person.post("/me/tokens", body).await.expect(201)
}

on_both_engines! {
    async fn a_stream_ends_with_its_session_and_others_go_on(app: TestApp) {
        let there = elsewhere(&app).await;
        let there = there.as_ref().unwrap_or(&app);
        let (ana, bo) = (app.registers("Ana").await, app.registers("Bo").await);
        let (group, live) = group(&ana).await;
        adds(&ana, &group, &bo).await;
        let (phone, laptop) = (signs_in(&app, "Bo").await, signs_in(&app, "Bo").await);
        let mut at_home = Stream::open(&at(there, &bo), &live).await;
        let mut on_phone = Stream::open(&at(there, &phone), &live).await;
        let mut on_laptop = Stream::open(&at(there, &laptop), &live).await;
        phone.act("/auth/logout").await.expect(204);
        on_phone.ends().await;
        goes_on(&mut at_home, &ana, &group).await;
        // One of the others ends it from its list.
        let sessions = bo.get("/me/sessions").await.expect(200);
        let listed = sessions.json["items"].as_array().unwrap().iter().find(|one| one["current"] == false);
        bo.delete(&format!("/me/sessions/{}", listed.unwrap()["id"].as_str().unwrap())).await.expect(204);
        on_laptop.ends().await;
        goes_on(&mut at_home, &ana, &group).await;
        // A new password ends every other session.
        let tablet = signs_in(&app, "Bo").await;
        let mut on_tablet = Stream::open(&at(there, &tablet), &live).await;
        let body = json!({ "currentPassword": PASSWORD, "newPassword": "another long enough password" });
        bo.put("/me/password", body).await.expect(204);
        on_tablet.ends().await;
        goes_on(&mut at_home, &ana, &group).await;
        bo.with_header("sec-fetch-site", "same-origin").delete("/me").await.expect(204);
        at_home.ends().await;
    }

    async fn a_stream_ends_with_its_token_and_not_before(app: TestApp) {
        let there = elsewhere(&app).await;
        let there = there.as_ref().unwrap_or(&app);
        let ana = app.registers("Ana").await;
        let (group, live) = group(&ana).await;
        let soon = (app.now() + SignedDuration::from_secs(2)).to_string();
        let short = makes_token(&ana, &json!({ "name": "short", "scope": "read", "expiresAt": soon })).await;
        let long = makes_token(&ana, &json!({ "name": "long" })).await;
        let of = |token: &Answer| there.anyone().with_bearer(token.text_at("token"));
        let mut brief = Stream::open(&of(&short), &live).await;
        let mut lasting = Stream::open(&of(&long), &live).await;
        app.advance(SignedDuration::from_secs(3));
        brief.ends().await;
        goes_on(&mut lasting, &ana, &group).await;
        ana.delete(&format!("/me/tokens/{}", long.text_at("id"))).await.expect(204);
        lasting.ends().await;
    }

    async fn a_stream_ends_with_a_membership_of_the_group_and_those_of_others_go_on(app: TestApp) {
        let there = elsewhere(&app).await;
        let there = there.as_ref().unwrap_or(&app);
        let (ana, bo, cleo) = (app.registers("Ana").await, app.registers("Bo").await, app.registers("Cleo").await);
        let (group, live) = group(&ana).await;
        for member in [&bo, &cleo] {
            adds(&ana, &group, member).await;
        }
        let groups = [group.strip_prefix("/groups/").unwrap()];
        let hangout = ana.post("/hangouts", json!({ "title": "Supper", "groupIds": groups })).await.expect(201);
        let hangout = format!("/api/v1/hangouts/{}/live", hangout.text_at("hangoutId"));
        let mut of_group = Stream::open(&at(there, &bo), &live).await;
        let mut of_hangout = Stream::open(&at(there, &bo), &hangout).await;
        let mut of_cleo = Stream::open(&at(there, &cleo), &live).await;
        ana.delete(&format!("{group}/members/{}", bo.user_id)).await.expect(204);
        of_group.ends().await;
        of_hangout.ends().await;
        goes_on(&mut of_cleo, &ana, &group).await;
        cleo.delete(&format!("{group}/members/{}", cleo.user_id)).await.expect(204);
        of_cleo.ends().await;
    }

    async fn streams_and_screens_of_a_household_end_with_the_membership_and_with_the_link(app: TestApp) {
        let there = elsewhere(&app).await;
        let there = there.as_ref().unwrap_or(&app);
        let (nora, sam) = (app.registers("Nora").await, app.registers("Sam").await);
        nora.post("/households", json!({ "name": "Mill Lane" })).await.expect(201);
        let invite = nora.act("/households/mine/invites").await.expect(201).text_at("token");
        sam.act(&format!("/invites/{invite}/accept")).await.expect(200);
        // Not the newest round: pages of earlier ones end too.
        let round = nora.post("/rounds", json!({})).await.expect(201).text_at("roundId");
        nora.act(&format!("/rounds/{round}/expire")).await.expect(200);
        nora.post("/rounds", json!({})).await.expect(201);
        let screen = async || {
            let link = sam.act("/me/screen-link").await.expect(201).text_at("url");
            format!("/movies/screen/live?{}", link.split_once('?').unwrap().1)
        };
        let mut earlier = Stream::open(&there.anyone(), &screen().await).await;
        let key = screen().await;
        earlier.ends().await;
        let mut on_screen = Stream::open(&there.anyone(), &key).await;
        let mut of_round = Stream::open(&at(there, &sam), &format!("/api/v1/rounds/{round}/live")).await;
        let mut of_nora = Stream::open(&at(there, &nora), &format!("/api/v1/rounds/{round}/live")).await;
        nora.delete(&format!("/households/mine/members/{}", sam.user_id)).await.expect(204);
        on_screen.ends().await;
        of_round.ends().await;
        assert_eq!(there.anyone().opens(&key).await.status().as_u16(), 404);
        nora.act("/auth/logout").await.expect(204);
        of_nora.ends().await;
    }

    async fn a_stream_of_the_ladder_ends_with_the_role_and_the_role_group(app: TestApp) {
        let there = elsewhere(&app).await;
        let there = there.as_ref().unwrap_or(&app);
        let (root, mia) = (app.registers("Root").await, app.registers("Mia").await);
        root.post("/rbac/groups", json!({ "name": "Squash" })).await.expect(201);
        let membership = format!("/rbac/groups/Squash/members/{}", mia.user_id);
        let roles = format!("/users/{}/roles", mia.user_id);
        let live = "/api/v1/squash/live";
        root.put(&membership, json!({})).await.expect(200);
        let mut as_member = Stream::open(&at(there, &mia), live).await;
        root.delete(&membership).await.expect(204);
        as_member.ends().await;
        root.put(&roles, json!({ "roles": ["SuperAdmin"] })).await.expect(200);
        let (group, _) = group(&mia).await;
        let mut as_admin = Stream::open(&at(there, &mia), live).await;
        let mut of_mia = Stream::open(&at(there, &mia), "/api/v1/me/live").await;
        root.put(&roles, json!({ "roles": [] })).await.expect(200);
        as_admin.ends().await;
        // What needs no role goes on.
        goes_on(&mut of_mia, &mia, &group).await;
    }
}
