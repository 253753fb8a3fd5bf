//! What is mine: everything that an account created or answered, on every device, and what it claims and gives up.

use jiff::SignedDuration;
use kit::{
    Answer, PASSWORD, Person, TestApp, on_both_engines,
    serde_json::{Value, json},
};

/// One of everything that Ana can create, a minute apart, and the addresses of those that take answers.
async fn makes_everything(app: &TestApp, ana: &Person) -> (String, String) {
    let minute = || app.advance(SignedDuration::from_mins(1));
    let list = json!({ "entity": "checklist", "name": "Lake kit", "expiresAfter": 7, "items": [{ "name": "Tent" }] });
    ana.post("/shareables", list).await.expect(201);
    minute();
    let event = json!({ "entity": "event", "name": "Supper", "expiresAfter": 7, "startTime": "2037-11-20T18:00:00Z", "timeZone": "UTC" });
    ana.post("/shareables", event).await.expect(201);
    minute();
    let poll = json!({ "entity": "poll", "name": "Which day?", "expiresAfter": 7, "questions": [
        { "title": "Which day?", "options": [{ "label": "Friday" }, { "label": "Sunday" }] }
    ] });
    let poll = ana.post("/shareables", poll).await.expect(201);
    minute();
    let ranked = json!({ "title": "Where to?", "candidates": ["Porto", "Oslo"] });
    let ranked = ana.post("/ranked-polls", ranked).await.expect(201);
    minute();
    let group = ana.post("/groups", json!({ "name": "Mill Lane" })).await.expect(201).text_at("groupId");
    minute();
    ana.post("/hangouts", json!({ "title": "Walk", "groupIds": [group] })).await.expect(201);
    let short = poll.text_at("/shareable/shortId");
    (format!("/shareables/{short}"), format!("/ranked-polls/{}", ranked.text_at("/id")))
}

fn column(answer: &Answer, field: &str) -> Vec<String> {
    let items = answer.json["items"].as_array().unwrap_or_else(|| panic!("a list: {}", answer.text));
    items.iter().map(|item| item[field].as_str().unwrap_or_default().to_owned()).collect()
}

async fn things(person: &Person, query: &str) -> Answer {
    person.get(&format!("/me/things{query}")).await.expect(200)
}

/// Bo's answers, to a poll and a ranked poll.
async fn answers(bo: &Person, poll: &str, ranked: &str) {
    let question = bo.get(poll).await.expect(200).json["questions"][0].clone();
    let chosen = [&question["options"][0]["pollQuestionOptionId"]];
    let vote = json!({ "name": "Bo", "answers": [{ "pollQuestionId": question["pollQuestionId"], "optionIds": chosen }] });
    bo.post(&format!("{poll}/votes"), vote).await.expect(201);
    bo.post(&format!("{ranked}/votes"), json!({ "rankings": ["Oslo"] })).await.expect(201);
}

on_both_engines! {
    async fn what_i_created_and_answered_is_listed_the_newest_first(app: TestApp) {
        let (ana, bo) = (app.registers("Ana").await, app.registers("Bo").await);
        let (poll, ranked) = makes_everything(&app, &ana).await;
        let made = things(&ana, "?role=made").await;
        assert_eq!(column(&made, "kind"), ["hangout", "group", "ranked", "poll", "event", "checklist"]);
        assert_eq!(column(&made, "title"), ["Walk", "Mill Lane", "Where to?", "Which day?", "Supper", "Lake kit"]);
        assert!(made.json["items"].as_array().unwrap().iter().all(|item| item["role"] == "made" && item["state"] == "open"));
        let url = &column(&made, "url")[3];
        let path = url.strip_prefix(&app.base_url).expect("an address of this server");
        ana.page(path).await.expect(200).shows("Which day?");
        assert!(things(&ana, "?role=answered").await.json["items"].as_array().unwrap().is_empty());
        // Page after page, each once.
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = things(&ana, &format!("?limit=2{cursor}")).await;
            seen.extend(column(&page, "kind"));
            match page.json["nextCursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        assert_eq!(seen, column(&made, "kind"));
        answers(&bo, &poll, &ranked).await;
        let answered = things(&bo, "").await;
        let mut titles = column(&answered, "title");
        titles.sort();
        assert_eq!(titles, ["Where to?", "Which day?"]);
        assert_eq!(column(&answered, "role"), ["answered", "answered"]);
        // Bo's own page of the poll, from a device that has no cookie of it.
        let url = answered.json["items"].as_array().unwrap().iter().find(|item| item["kind"] == "poll").unwrap()["url"].clone();
        let path = url.as_str().unwrap().strip_prefix(&app.base_url).unwrap().to_owned();
        app.anyone().page(&path).await.expect(200).shows("You have answered.");
        bo.page("/me/things").await.expect(200).shows("Which day?").shows("answered");
        ana.page("/me/things?role=made").await.expect(200).shows("Lake kit").shows("Checklist, created");
    }

    async fn it_says_what_is_closed_ended_or_gone(app: TestApp) {
        let (ana, bo) = (app.registers("Ana").await, app.registers("Bo").await);
        let (poll, ranked) = makes_everything(&app, &ana).await;
        answers(&bo, &poll, &ranked).await;
        ana.act(&format!("{ranked}/close")).await.expect(200);
        let states = |answer: &Answer| -> Vec<Value> {
            answer.json["items"].as_array().unwrap().iter().map(|item| json!([item["kind"], item["state"]])).collect()
        };
        assert!(states(&things(&ana, "?role=made").await).contains(&json!(["ranked", "closed"])));
        app.advance(SignedDuration::from_hours(24 * 8));
        let made = states(&things(&ana, "?role=made").await);
        assert!(made.contains(&json!(["poll", "expired"])) && made.contains(&json!(["checklist", "expired"])), "{made:?}");
        assert_eq!(column(&things(&bo, "").await, "kind"), ["ranked"], "an answered poll stays until it expires");
        ana.delete(&poll).await.expect(204);
        ana.delete(&ranked).await.expect(204);
        app.finish_work().await;
        assert_eq!(column(&things(&ana, "?role=made").await, "kind"), ["hangout", "group", "event", "checklist"]);
        assert!(column(&things(&bo, "").await, "kind").is_empty());
    }

    async fn my_things_are_for_me_alone(app: TestApp) {
        let (ana, bo) = (app.registers("Ana").await, app.registers("Bo").await);
        makes_everything(&app, &ana).await;
        app.anyone().get("/me/things").await.expect(401);
        assert!(column(&things(&bo, "").await, "kind").is_empty());
        assert_eq!(ana.get("/me/things?role=owned").await.expect(422).wrong_fields(), ["role"]);
        let cursor = things(&ana, "?limit=1").await.text_at("nextCursor");
        bo.get(&format!("/me/things?limit=1&cursor={cursor}")).await.expect(400);
    }

    async fn its_owner_manages_a_thing_on_any_device(app: TestApp) {
        let laptop = app.registers("Ana").await;
        let (poll, ranked) = makes_everything(&app, &laptop).await;
        let phone = app.anyone();
        phone.submit("/sign-in", &[("email", "ana@example.org"), ("password", PASSWORD)]).await.expect(303);
        let other = app.registers_in_a_browser("Bo").await;
        let page = poll.replace("/shareables/", "/s/");
        phone.page(&format!("{page}/admin")).await.expect(200).shows("Which day?");
        other.page(&format!("{page}/admin")).await.expect(401);
        let page = ranked.replace("/ranked-polls/", "/r/");
        phone.page(&format!("{page}/manage")).await.expect(200).shows("Where to?");
        assert_ne!(other.page(&format!("{page}/manage")).await.status, 200);
        // The same for programs, which say who they are by bearer.
        let signed_in = app.anyone().signs_in("Ana", PASSWORD).await.expect(200);
        let program = app.anyone().with_account(&signed_in);
        program.patch(&poll, json!({ "name": "Which evening?" })).await.expect(200);
        assert_eq!(program.get(&ranked).await.expect(200).json["mine"], true);
        program.patch(&ranked, json!({ "title": "Where else?" })).await.expect(200);
    }

    async fn what_a_browser_created_signed_out_it_claims_and_its_owner_gives_it_up(app: TestApp) {
        let ana = app.anyone();
        let fields = [("title", "Where to?"), ("candidates", "Porto\nOslo")];
        let manage = ana.submit("/new/ranked", &fields).await.expect(303).location().to_owned();
        let page = manage.strip_suffix("/manage?done=created").unwrap().to_owned();
        let fields = [("name", "Kit"), ("lines", "Tent"), ("expiresAfter", "7")];
        let admin = ana.submit("/new/checklist", &fields).await.expect(303).location().to_owned();
        let share = admin.split("/admin").next().unwrap().to_owned();
        let ana = ana.registered_in_a_browser("Ana").await;
        assert!(column(&things(&ana, "").await, "kind").is_empty());
        ana.page(&manage).await.expect(200).shows("Add to my account");
        for path in [&page, &share] {
            let other = app.registers_in_a_browser(&format!("Bo{}", path.len())).await;
            let refused = other.submit(&format!("{path}/keep"), &[]).await;
            assert!([401, 403].contains(&refused.status.as_u16()), "{}", refused.status);
            ana.submit(&format!("{path}/keep"), &[]).await.expect(303);
            // Twice is as good as once.
            ana.submit(&format!("{path}/keep"), &[]).await.expect(303);
        }
        let mut kinds = column(&things(&ana, "?role=made").await, "kind");
        kinds.sort();
        assert_eq!(kinds, ["checklist", "ranked"]);
        ana.submit(&format!("{share}/keep"), &[("do", "give-up")]).await.expect(303);
        ana.submit(&format!("{page}/give-up"), &[]).await.expect(303);
        assert!(column(&things(&ana, "").await, "kind").is_empty());
    }
}
