//! `/home`: what waits for me, what is ahead, what I made, and what it costs to show.

use futures::{StreamExt, stream};
use jiff::SignedDuration;
use kit::{Engine, Person, TestApp, on_both_engines, serde_json::json};
use store::decorators::Counts;

/// Groups at once when many are made.
const AT_ONCE: usize = 16;
/// Hangouts that are looked through for what waits.
const SHOWN: usize = 12;

/// Hangouts in all of these groups, an hour apart, each in a few of them.
async fn plans(app: &TestApp, by: &Person, groups: &[String], each: i64) {
    for at in 0..each {
        let start = (app.now() + SignedDuration::from_hours(24 + at)).to_string();
        for some in groups.chunks(40) {
            let hangout = json!({ "title": format!("h{at}"), "groupIds": some, "startTime": start });
            by.post("/hangouts", hangout).await.expect(201);
        }
    }
}

/// Groups of `by`'s.
async fn makes_groups(by: &Person, count: usize) -> Vec<String> {
    let make = async |at: usize| {
        let name = json!({ "name": format!("G{at}") });
        by.post("/groups", name).await.expect(201).text_at("groupId")
    };
    stream::iter(0..count).map(make).buffer_unordered(AT_ONCE).collect().await
}

async fn makes_things(app: &TestApp, by: &Person, count: i64) {
    for at in 0..count {
        app.advance(SignedDuration::from_secs(1));
        let list = json!({ "entity": "checklist", "name": format!("List {at}"), "expiresAfter": 7 });
        let poll = json!({ "title": format!("Ranked {at}"), "candidates": ["A", "B"] });
        match at % 2 {
            0 => by.post("/shareables", list).await.expect(201),
            _ => by.post("/ranked-polls", poll).await.expect(201),
        };
    }
}

/// What `/home` of somebody with two hundred groups asks of storage when there are `each` hangouts in every group, then when there are twice
/// as many, and three times as many things: as many calls. What was asked for, few and many.
async fn what_home_costs(engine: Engine, each: i64) -> (Counts, Counts) {
    let app = TestApp::start(engine).await;
    let (ana, bo) = (app.registers("Ana").await, app.registers("Bo").await);
    let groups = makes_groups(&ana, 200).await;
    let (with_bo, alone) = groups.split_at(40);
    for group in with_bo {
        ana.post(&format!("/groups/{group}/members"), json!({ "userId": bo.user_id })).await.expect(201);
    }
    ana.post("/households", json!({ "name": "Ours" })).await.expect(201);
    let more = async |things| {
        plans(&app, &bo, with_bo, each).await;
        plans(&app, &ana, alone, each).await;
        makes_things(&app, &ana, things).await;
        app.finish_work().await;
    };
    let costs = async || app.storage.during(ana.page("/home")).await.1;
    more(21).await;
    let few = costs().await;
    more(42).await;
    let many = costs().await;
    ana.page("/home").await.expect(200).shows("Show all your things").shows("Are you coming?");
    assert_eq!(few.calls(), many.calls(), "{few}\n{many}");
    (few, many)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn home_in_two_hundred_groups_asks_as_much_of_one_machine_however_many_things_and_hangouts() {
    // As many in each group as are looked at.
    let (few, many) = what_home_costs(Engine::Embedded, 4).await;
    // Of the hangouts that are shown, more or fewer have an answer of hers.
    assert!(few.items_read().abs_diff(many.items_read()) <= SHOWN, "{few}\n{many}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn home_in_two_hundred_groups_asks_as_much_of_dynamodb_however_many_things_and_hangouts() {
    what_home_costs(Engine::Dynamodb, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_is_not_there_or_not_allowed_has_the_navigation_of_whoever_is_signed_in() {
    let app = TestApp::start(Engine::Embedded).await;
    let (_root, ana) = (app.registers("Root").await, app.registers_in_a_browser("Ana").await);
    for (path, status) in [("/nowhere/at/all", 404), ("/admin", 403)] {
        let page = ana.page(path).await.expect(status);
        page.shows("href=\"/groups\"").shows("Ana, your account");
        assert!(!page.text.contains("href=\"/sign-in"), "{}", page.text);
        assert_eq!(page.text.matches("name=\"code\"").count(), 1, "one box for a code");
    }
    app.anyone().page("/nowhere/at/all").await.expect(404).shows("href=\"/sign-in");
}

on_both_engines! {
    async fn home_shows_what_waits_what_is_ahead_and_what_i_made(app: TestApp) {
        let (ana, bo) = (app.registers("Ana").await, app.registers("Bo").await);
        ana.page("/home").await.expect(200).shows("Hello Ana.").shows("You are in no group yet.");
        let group = bo.post("/groups", json!({ "name": "Mill Lane" })).await.expect(201).text_at("groupId");
        bo.post(&format!("/groups/{group}/members"), json!({ "userId": ana.user_id })).await.expect(201);
        plans(&app, &bo, &[group], 1).await;
        let home = ana.page("/home").await.expect(200);
        home.shows("One thing is waiting for you.").shows("Are you coming? Mill Lane").shows("Coming up");
        // Who planned it is not asked.
        bo.page("/home").await.expect(200).shows("Hello Bo.");
        let id = home.text.split("/hangouts/").nth(1).unwrap()[..36].to_owned();
        ana.put(&format!("/hangouts/{id}/response"), json!({ "response": "going" })).await.expect(200);
        ana.page("/home").await.expect(200).shows("Hello Ana.<");
        // A poll of mine that has ended waits for a decision, for a while.
        let ranked = json!({ "title": "Where to?", "candidates": ["Porto", "Oslo"], "expiresAt": (app.now() + SignedDuration::from_hours(1)).to_string() });
        ana.post("/ranked-polls", ranked).await.expect(201);
        let made = ana.page("/home").await.expect(200);
        made.shows("Created by you").shows("Where to?").shows("/me/things");
        assert!(!made.text.contains("has ended"), "{}", made.text);
        app.advance(SignedDuration::from_hours(2));
        ana.page("/home").await.expect(200).shows("Your ranked poll has ended. See the result and decide.").shows("One thing is waiting");
        app.advance(SignedDuration::from_hours(24 * 15));
        assert!(!ana.page("/home").await.expect(200).text.contains("has ended"));
    }
}
