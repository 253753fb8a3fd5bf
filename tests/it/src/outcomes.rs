//! What was decided is made to happen: once of each kind, by whoever organised the decision, linked at both ends.

use futures::future::join;
use jiff::SignedDuration;
use kit::{
    Answer, Engine, Method, Person, TestApp, on_both_engines,
    serde_json::{Value, json},
};

const KEY: &str = "0123456789abcdefghijklm";

/// Two weeks from now and the days after it, as somebody would type them.
fn days(app: &TestApp) -> [String; 3] {
    let day = |after: i64| {
        (app.now() + SignedDuration::from_hours(24 * after)).strftime("%Y-%m-%d 20:00").to_string()
    };
    [14, 15, 16].map(day)
}

async fn ranked_poll(by: &Person, title: &str, candidates: &[String], wins: usize) -> String {
    let made =
        by.post("/ranked-polls", json!({ "title": title, "candidates": candidates })).await.expect(201);
    let id = made.text_at("id");
    let ballot = json!({ "rankings": [candidates[wins]] });
    by.post(&format!("/ranked-polls/{id}/votes"), ballot).await.expect(201);
    id
}

async fn with_key(by: &Person, path: &str, body: &Value) -> Answer {
    by.with_header("idempotency-key", KEY).send(Method::POST, path, Some(body)).await
}

on_both_engines! {
    async fn a_ranked_poll_of_three_dates_becomes_a_hangout_that_its_voters_answer(app: TestApp) {
        let (maya, ben) = (app.registers("Maya").await, app.registers("Ben").await);
        let group = maya.post("/groups", json!({ "name": "Walkers" })).await.expect(201).text_at("groupId");
        maya.post(&format!("/groups/{group}/members"), json!({ "userId": ben.user_id })).await.expect(201);
        let days = days(&app);
        let id = ranked_poll(&maya, "Which day for the walk?", &days, 1).await;
        ben.post(&format!("/ranked-polls/{id}/votes"), json!({ "rankings": [days[1], days[0]] })).await.expect(201);
        let path = format!("/ranked-polls/{id}/outcome");
        let body = json!({ "kind": "hangout", "title": "The walk", "groupIds": [group] });
        maya.post(&path, &body).await.expect(409);
        maya.act(&format!("/ranked-polls/{id}/close")).await.expect(200);
        ben.post(&path, &body).await.expect(403);
        app.anyone().post(&path, &body).await.expect(401);

        let made = with_key(&maya, &path, &body).await.expect(201);
        let hangout = made.text_at("id");
        assert_eq!(made.text_at("kind"), "hangout");
        assert!(made.text_at("url").ends_with(&format!("/hangouts/{hangout}")), "{}", made.text);
        assert_eq!(with_key(&maya, &path, &body).await.expect(201).text_at("id"), hangout, "the same request again");
        maya.post(&path, &body).await.expect(409);

        let poll = ben.get(&format!("/ranked-polls/{id}")).await.expect(200);
        assert_eq!(poll.json["outcomes"], json!([{ "kind": "hangout", "url": made.text_at("url") }]));
        let seen = ben.get(&format!("/hangouts/{hangout}")).await.expect(200);
        let day = format!("{}:00.000Z", days[1].replace(' ', "T"));
        assert_eq!((seen.text_at("title"), seen.text_at("startTime")), ("The walk".into(), day));
        assert_eq!(seen.text_at("/from/kind"), "ranked");
        assert!(seen.text_at("/from/url").contains(&id), "{}", seen.text);
        ben.put(&format!("/hangouts/{hangout}/response"), json!({ "response": "going" })).await.expect(200);
    }

    async fn without_an_account_a_poll_becomes_an_event_and_a_checklist(app: TestApp) {
        let anyone = app.anyone();
        let start = (app.now() + SignedDuration::from_hours(72)).to_string();
        let body = json!({ "entity": "poll", "name": "Club lunch", "expiresAfter": 7, "questions": [
            { "title": "Where do we eat?", "options": [{ "label": "Tasca" }, { "label": "Ramen" }] },
            { "title": "When?", "options": [{ "startTime": start }, { "label": "Never" }] },
        ] });
        let poll = anyone.post("/shareables", body).await.expect(201);
        let (id, organiser) = (poll.text_at("shortId"), anyone.with_bearer(poll.text_at("adminToken")));
        let asked = &poll.json["shareable"]["questions"];
        let chosen = |question: usize, option: usize| json!({
            "pollQuestionId": asked[question]["pollQuestionId"],
            "optionIds": [asked[question]["options"][option]["pollQuestionOptionId"]],
        });
        let votes = format!("/shareables/{id}/votes");
        anyone.post(&votes, json!({ "answers": [chosen(0, 1), chosen(1, 0)] })).await.expect(201);
        let path = format!("/shareables/{id}/outcome");
        organiser.post(&path, json!({ "kind": "event" })).await.expect(409);
        organiser.act(&format!("/shareables/{id}/close")).await.expect(200);
        anyone.post(&path, json!({ "kind": "event" })).await.expect(401);
        organiser.post(&path, json!({ "kind": "party" })).await.expect(422);
        organiser.post(&path, json!({ "kind": "hangout" })).await.expect(401);
        let made = organiser.post(&path, json!({ "kind": "event" })).await.expect(201);
        let event = anyone.with_bearer(made.text_at("adminToken")).get(&format!("/shareables/{}", made.text_at("id"))).await.expect(200);
        assert_eq!((event.text_at("name"), event.text_at("location"), event.text_at("role")), ("Club lunch".into(), "Ramen".into(), "admin".into()));
        assert_eq!(event.json["startTime"].as_str().map(|at| at[..16].to_owned()), Some(start[..16].to_owned()));
        assert_eq!(event.text_at("/from/kind"), "poll");
        let made = organiser.post(&path, json!({ "kind": "checklist", "items": ["Bread", "Wine"] })).await.expect(201);
        let list = anyone.get(&format!("/shareables/{}", made.text_at("id"))).await.expect(200);
        assert_eq!(list.json["items"].as_array().map(Vec::len), Some(2));
        let poll = anyone.get(&format!("/shareables/{id}")).await.expect(200);
        let kinds: Vec<_> = poll.json["outcomes"].as_array().unwrap().iter().map(|one| one["kind"].clone()).collect();
        assert_eq!(kinds, ["event", "checklist"]);
    }

    async fn of_two_at_once_one_makes_it(app: TestApp) {
        let maya = app.registers("Maya").await;
        let id = ranked_poll(&maya, "Which day?", &days(&app), 0).await;
        maya.act(&format!("/ranked-polls/{id}/close")).await.expect(200);
        let path = format!("/ranked-polls/{id}/outcome");
        let body = json!({ "kind": "event" });
        let (one, other) = join(maya.post(&path, &body), maya.post(&path, &body)).await;
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409], "{} {}", one.text, other.text);
        let events = app.everything().await.into_iter().filter(|(table, item)| {
            *table == "Shareables" && item.get("entity").and_then(|entity| entity.as_str().map(str::to_owned)).as_deref() == Some("event")
        });
        assert_eq!(events.count(), 1);
    }
}

/// A closed ranked poll about these films, won by the first, and where something is made of it.
async fn film_poll(by: &Person, films: [&str; 2]) -> (String, String) {
    let id = ranked_poll(by, "What to watch?", &films.map(str::to_owned), 0).await;
    by.act(&format!("/ranked-polls/{id}/close")).await.expect(200);
    let path = format!("/ranked-polls/{id}/outcome");
    (id, path)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_movie_round_has_the_film_that_won_first_on_its_shortlist() {
    let app = TestApp::start(Engine::Embedded).await;
    let maya = app.registers("Maya").await;
    let (_, path) = film_poll(&maya, ["the lion king (2019)", "Heat"]).await;
    maya.post(&path, json!({ "kind": "round" })).await.expect(404);
    maya.post("/households", json!({ "name": "Ours", "streamingServices": [] })).await.expect(201);
    let made = maya.post(&path, json!({ "kind": "round" })).await.expect(201);
    let round = maya.get(&format!("/rounds/{}", made.text_at("id"))).await.expect(200);
    assert_eq!((round.text_at("status"), round.text_at("/from/kind")), ("draft".into(), "ranked".into()));
    let films = round.json["suggestions"].as_array().expect("a shortlist");
    assert_eq!((films[0]["title"].as_str(), films[0]["year"].as_i64()), (Some("The Lion King"), Some(2019)));
    assert_eq!(films.len(), 8, "the others are suggested as ever");
    let ids: std::collections::BTreeSet<_> = films.iter().map(|film| film["tmdbMovieId"].as_i64()).collect();
    assert_eq!(ids.len(), 8, "no film is there twice");

    // What nobody knows is a film all the same, by its title; and another can be named, or none.
    let first = async |body: Value, films: [&str; 2]| {
        let (_, path) = film_poll(&maya, films).await;
        let made = maya.post(&path, body).await.expect(201);
        maya.get(&format!("/rounds/{}", made.text_at("id"))).await.expect(200).json["suggestions"][0].clone()
    };
    let ours = first(json!({ "kind": "round" }), ["Our holiday in Porto", "Heat"]).await;
    assert_eq!((ours["title"].as_str(), ours["year"].as_i64()), (Some("Our holiday in Porto"), None));
    let named = first(json!({ "kind": "round", "title": "Babe" }), ["Our holiday in Porto", "Heat"]).await;
    assert_eq!(named["title"], "Babe");
    let none = first(json!({ "kind": "round", "title": "" }), ["Our holiday in Porto", "Heat"]).await;
    assert_ne!(none["title"], "Our holiday in Porto");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_film_that_somebody_there_must_not_see_is_refused_beside_its_field() {
    let app = TestApp::start(Engine::Embedded).await;
    let maya = app.registers_in_a_browser("Maya").await;
    let here = maya.with_header("sec-fetch-site", "same-origin");
    here.post("/households", json!({ "name": "Ours" })).await.expect(201);
    here.post("/households/mine/members/managed", json!({ "displayName": "Lumi" })).await.expect(201);
    let (id, path) = film_poll(&here, ["Our holiday in Porto", "Heat"]).await;
    let refused = here.post(&path, json!({ "kind": "round" })).await.expect(422);
    assert_eq!(refused.wrong_fields(), ["title"]);
    let form = maya.page(&format!("/r/{id}/outcome?kind=round")).await.expect(200);
    form.shows("Our holiday in Porto").shows("It is first on the shortlist.");
    let once = form.hidden("once");
    let send = async |film: &str| {
        let fields = [("once", once.as_str()), ("kind", "round"), ("title", film)];
        maya.submit(&format!("/r/{id}/outcome"), &fields).await
    };
    send("Our holiday in Porto")
        .await
        .expect(422)
        .shows("This film has no rating")
        .shows("Our holiday in Porto");
    let round = send("").await.expect(303).location().to_owned();
    maya.page(&round).await.expect(200).shows("Decided by a ranked poll");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_forms_do_the_same_and_both_ends_are_linked_on_pages() {
    let app = TestApp::start(Engine::Embedded).await;
    let maya = app.registers_in_a_browser("Maya").await;
    let group = maya
        .with_header("sec-fetch-site", "same-origin")
        .post("/groups", json!({ "name": "Walkers" }))
        .await
        .expect(201)
        .text_at("groupId");
    let browser = maya.with_header("sec-fetch-site", "same-origin");
    let id = ranked_poll(&browser, "Which day?", &days(&app), 2).await;
    maya.submit(&format!("/r/{id}/manage/close"), &[]).await.expect(303);
    maya.page(&format!("/r/{id}/results")).await.expect(200).shows("Make it happen");
    let form = maya.page(&format!("/r/{id}/outcome?kind=hangout")).await.expect(200);
    let start = days(&app)[2].replace(' ', "T");
    form.shows(&start).shows("Walkers").shows("Which day?");
    let once = form.hidden("once");
    let fields = [
        ("once", once.as_str()),
        ("kind", "hangout"),
        ("title", "Walk"),
        ("startTime", start.as_str()),
        ("timeZone", "Europe/Lisbon"),
        ("group", group.as_str()),
    ];
    let without_title: Vec<_> = fields
        .iter()
        .map(|(name, value)| if *name == "title" { (*name, "") } else { (*name, *value) })
        .collect();
    maya.submit(&format!("/r/{id}/outcome"), &without_title).await.expect(422).shows("Not created yet.");
    let made = maya.submit(&format!("/r/{id}/outcome"), &fields).await.expect(303);
    let page = made.location().to_owned();
    maya.page(&page).await.expect(200).shows("Decided by a ranked poll");
    maya.page(&format!("/r/{id}/results")).await.expect(200).shows("Go to the hangout");
    assert!(
        !maya.page(&format!("/r/{id}/outcome")).await.expect(200).text.contains("?kind=hangout"),
        "one of each kind"
    );
    app.anyone().page(&format!("/r/{id}/outcome")).await.expect(401);
}
