//! Pages of groups, club and movie night that are empty, over or not for the reader: what the example has none of.

use super::{faults, goes_to, places::Place, scene::By};
use jiff::SignedDuration;
use kit::{
    Engine, Person, TestApp,
    browser::{Browser, View},
    serde_json::json,
};

/// An instance with nothing on it yet, the person whose it is, and somebody else.
struct Bare {
    app: TestApp,
    root: Person,
    guest: Person,
    browser: Browser,
    wrong: Vec<String>,
}

/// An id that nothing has.
const NOTHING: &str = "01a04987-5100-7685-adad-6a27f2bbd029";

fn here(person: &Person) -> Person {
    person.with_header("sec-fetch-site", "same-origin")
}

impl Bare {
    async fn start() -> Self {
        let app = TestApp::start(Engine::Embedded).await;
        let (root, guest) =
            (app.registers_in_a_browser("Root").await, app.registers_in_a_browser("Guest").await);
        let browser = Browser::open(&app.base_url, View::phone().reduced_motion()).await;
        browser.bypass_worker().await;
        browser.bring_axe().await;
        Self { app, root, guest, browser, wrong: Vec::new() }
    }

    /// Looks at these pages, signed in as `person` or not at all.
    async fn sees<const N: usize>(&mut self, person: Option<&Person>, pages: [(&'static str, String); N]) {
        self.browser.goto("/offline").await;
        self.browser.forget_cookies().await;
        if let Some(person) = person {
            self.browser.set_cookie("session", &person.cookie("session").expect("a session")).await;
        }
        for (name, path) in pages {
            let place = Place { name, path, by: By::Anyone, sends: None };
            goes_to(&self.browser, &place).await;
            self.wrong.extend(faults(&mut self.browser, &place).await);
        }
    }

    /// The address below the instance's own.
    fn below(&self, url: &str) -> String {
        url.strip_prefix(&self.app.base_url).unwrap_or(url).to_owned()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_good_that_is_empty_over_or_refused_of_groups_and_the_club() {
    let mut bare = Bare::start().await;
    let (root, guest) = (bare.root.clone(), bare.guest.clone());
    let by_root = here(&root);
    bare.sees(
        Some(&root),
        [
            ("catalogue-empty", "/club".into()),
            ("ratings-by-stars-empty", "/club/ratings?stars=5".into()),
            ("admin-empty", "/admin".into()),
            ("squash-empty", "/squash".into()),
            ("squash-players-empty", "/squash/players".into()),
            ("squash-matches-empty", "/squash/matches".into()),
            ("squash-pairs-empty", "/squash/pairs".into()),
            ("hangouts-past-empty", "/hangouts?past=1".into()),
        ],
    )
    .await;

    by_root.post("/rbac/groups", json!({ "name": "Squash" })).await.expect(201);
    let group = by_root.post("/groups", json!({ "name": "Mill Lane" })).await.expect(201).text_at("groupId");
    let link = by_root.post(&format!("/groups/{group}/invite-links"), json!({ "expiresAfter": 7 })).await;
    let link = bare.below(&link.expect(201).text_at("url"));
    let site = json!({ "url": "https://slow.example/page", "title": "Walks nearby" });
    let site = by_root.post("/sites", site).await.expect(201).text_at("id");
    let comment = by_root.post(&format!("/sites/{site}/comments"), json!({ "body": "Mind the cows." })).await;
    let comment = comment.expect(201).text_at("commentId");
    let import = by_root.post("/sites/import", json!({ "html": "<a href=https://a.example>A</a>" })).await;
    let import = import.expect(201).text_at("id");
    bare.app.finish_work().await;
    bare.sees(
        Some(&root),
        [
            ("role-group-empty", "/admin/groups/Squash".into()),
            ("group-alone", format!("/groups/{group}")),
            ("import-done", format!("/club/import/{import}")),
        ],
    )
    .await;

    by_root.post(&format!("/groups/{group}/members"), json!({ "userId": guest.user_id })).await.expect(201);
    bare.sees(
        Some(&guest),
        [
            ("group-empty", format!("/groups/{group}")),
            ("group-members-not-owner", format!("/groups/{group}/members")),
            ("group-edit-not-allowed", format!("/groups/{group}/edit")),
            ("group-not-there", format!("/groups/{NOTHING}")),
            ("site-reader", format!("/club/sites/{site}")),
            ("site-not-there", format!("/club/sites/{NOTHING}")),
            ("site-edit-not-allowed", format!("/club/sites/{site}/edit")),
            ("comment-not-yours", format!("/club/sites/{site}/comments/{comment}")),
        ],
    )
    .await;
    bare.sees(None, [("site-public", format!("/club/sites/{site}"))]).await;

    let supper = json!({ "title": "Supper, some day", "groupIds": [group] });
    let hangout = by_root.post("/hangouts", supper).await.expect(201).text_at("hangoutId");
    let hangout = format!("/hangouts/{hangout}");
    bare.sees(
        Some(&guest),
        [("hangout-no-date", hangout.clone()), ("hangout-edit-not-allowed", format!("{hangout}/edit"))],
    )
    .await;
    by_root.patch(&hangout, json!({ "cancelled": true })).await.expect(200);
    bare.sees(Some(&guest), [("hangout-cancelled", hangout.clone())]).await;
    bare.sees(Some(&root), [("hangout-cancelled-by-me", hangout)]).await;
    bare.app.advance(SignedDuration::from_hours(24 * 7 + 1));
    bare.sees(None, [("join-expired", link)]).await;
    assert_eq!(bare.wrong, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_good_that_is_empty_over_or_refused_of_movie_night() {
    let mut bare = Bare::start().await;
    let (root, guest) = (bare.root.clone(), bare.guest.clone());
    let (by_root, by_guest) = (here(&root), here(&guest));
    by_root.post("/households", json!({ "name": "Mill Lane" })).await.expect(201);
    bare.sees(
        Some(&root),
        [
            ("movies-history-empty", "/movies/history".into()),
            ("movies-tastes", format!("/movies/household/members/{}", root.user_id)),
            ("movies-screen-nothing", "/movies/screen".into()),
        ],
    )
    .await;
    let mut invites = Vec::new();
    for _ in 0..2 {
        let made = by_root.post("/households/mine/invites", json!({})).await.expect(201);
        invites.push((bare.below(&made.text_at("url")), made.text_at("token")));
    }
    by_guest.act(&format!("/invites/{}/accept", invites[0].1)).await.expect(200);
    bare.sees(Some(&root), [("movies-household-invited", "/movies/household".into())]).await;
    bare.sees(
        Some(&guest),
        [
            ("movies-invite-already-in", invites[1].0.clone()),
            ("movies-household-not-creator", "/movies/household".into()),
        ],
    )
    .await;
    bare.sees(None, [("movies-invite-used", invites[0].0.clone())]).await;

    let round = by_root.post("/rounds", json!({ "attendees": [root.user_id] })).await.expect(201);
    let film = round.json["suggestions"][0]["tmdbMovieId"].clone();
    let api = format!("/rounds/{}", round.text_at("roundId"));
    let path = format!("/movies{api}");
    bare.sees(
        Some(&root),
        [
            ("movies-screen-draft", "/movies/screen".into()),
            ("movies-film-not-found", format!("{path}/films?q=zzzz")),
        ],
    )
    .await;
    by_root.act(&format!("{api}/start")).await.expect(200);
    bare.sees(Some(&guest), [("movies-voting-not-watching", path.clone())]).await;
    by_root.post(&format!("{api}/pick"), json!({ "tmdbMovieId": film })).await.expect(201);
    bare.sees(Some(&root), [("movies-screen-picked", "/movies/screen".into())]).await;
    by_root.act(&format!("{api}/watched")).await.expect(200);
    by_root.put(&format!("{api}/ratings/{}", root.user_id), json!({ "rating": "loved" })).await.expect(200);
    bare.sees(Some(&root), [("movies-rated", path)]).await;

    let empty = by_root.post("/rounds", json!({})).await.expect(201);
    let path = format!("/rounds/{}", empty.text_at("roundId"));
    for film in empty.json["suggestions"].as_array().expect("films") {
        by_root.delete(&format!("{path}/suggestions/{}", film["tmdbMovieId"])).await.expect(204);
    }
    bare.sees(
        Some(&root),
        [
            ("movies-draft-empty", format!("/movies{path}")),
            ("movies-round-not-found", format!("/movies/rounds/{NOTHING}")),
        ],
    )
    .await;
    bare.app.advance(SignedDuration::from_hours(24 * 7 + 1));
    bare.sees(None, [("movies-invite-expired", invites[1].0.clone())]).await;
    assert_eq!(bare.wrong, Vec::<String>::new());
}
