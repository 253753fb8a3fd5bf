//! A week of a club in four time zones: planned, moved, cancelled, decided and made to happen. Everyone is told the right day and hour,
//! on every page, in every letter and in every calendar, which two libraries read alike.

use jiff::SignedDuration;
use kit::{
    Engine, Person, TestApp, on_both_engines,
    serde_json::{self, Value, json},
};
use std::{io::Write as _, path::Path, process::Command};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// What two libraries read in a calendar, which must be the same.
fn read(calendar: &str) -> Vec<Value> {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(calendar.as_bytes()).expect("written");
    let read = Command::new(Path::new(ROOT).join("scripts/read-calendar")).arg(file.path()).output();
    let read = read.expect("scripts/install-tools was run");
    let told = String::from_utf8_lossy(&read.stdout);
    assert!(read.status.success(), "{calendar}\n{told}{}", String::from_utf8_lossy(&read.stderr));
    let read: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(read.len(), 2, "{told}");
    assert_eq!(read[0], read[1], "both libraries read the same: {calendar}");
    assert_eq!(read[0]["product"], "-//Roundtable//Roundtable//EN");
    read[0]["events"].as_array().expect("events").clone()
}

async fn follows(person: &Person, feed: &str) -> String {
    let url = person.act(feed).await.expect(201).text_at("url");
    url[url.find("/calendar/").expect("a path")..].to_owned()
}

async fn calendar(app: &TestApp, path: &str) -> Vec<Value> {
    read(&app.anyone().page(path).await.expect(200).text)
}

/// A member of the club, and how their day and hour of the supper are told.
struct Member {
    person: Person,
    zone: &'static str,
}

async fn club(app: &TestApp) -> (Vec<Member>, String) {
    let mut members = Vec::new();
    for (name, zone) in [
        ("Maya", "Europe/Lisbon"),
        ("Ben", "America/Los_Angeles"),
        ("Chi", "Asia/Tokyo"),
        ("Dee", "Pacific/Auckland"),
    ] {
        let person = app.registers(name).await;
        person.patch("/me", json!({ "timeZone": zone })).await.expect(200);
        app.finish_work().await;
        let letters = app.mail.letters();
        let letter =
            letters.iter().rfind(|letter| letter.to == person.email && letter.text.contains("/confirm?"));
        let token = letter.expect("a letter").text.split_once("token=").expect("a link").1.to_owned();
        let token = token.split_whitespace().next().expect("a token");
        app.anyone().post("/auth/confirm", json!({ "token": token })).await.expect(204);
        members.push(Member { person, zone });
    }
    let maya = &members[0].person;
    let group = maya.post("/groups", json!({ "name": "Four corners" })).await.expect(201).text_at("groupId");
    for Member { person, .. } in &members[1..] {
        maya.post(&format!("/groups/{group}/members"), json!({ "userId": person.user_id })).await.expect(201);
        person.page(&format!("/groups/{group}")).await.expect(200);
    }
    (members, group)
}

/// What stands on a page, less markup.
fn words(html: &str) -> String {
    let mut words = String::new();
    for part in html.split('<').skip(1) {
        words.push_str(part.split_once('>').map_or("", |(_, text)| text));
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

async fn shows(member: &Member, path: &str, times: &str) {
    let page = words(&member.person.page(path).await.expect(200).text);
    assert!(page.contains(times), "{times} for {} on {path}: {page}", member.zone);
    assert!(!page.contains("UTC"), "{} on {path}: {page}", member.zone);
}

on_both_engines! {
    async fn a_supper_at_a_place_is_told_in_its_time_and_beside_it_in_each_readers(app: TestApp) {
        let (members, group) = club(&app).await;
        let maya = &members[0].person;
        let plan = json!({ "title": "Supper", "location": "14 Mill Lane", "timeZone": "Europe/Lisbon", "groupIds": [group],
            "startTime": "2037-11-20T23:30:00Z", "endTime": "2037-11-21T01:00:00Z" });
        let id = maya.post("/hangouts", plan).await.expect(201).text_at("hangoutId");
        let page = format!("/hangouts/{id}");
        let there = "Friday 20 November, 23:30 until Saturday 21 November, 01:00";
        for (member, beside) in members.iter().zip([
            "",
            " Lisbon time (15:30 until 17:00 your time)",
            " Lisbon time (Saturday 21 November, 08:30 until 10:00 your time)",
            " Lisbon time (Saturday 21 November, 12:30 until 14:00 your time)",
        ]) {
            shows(member, &page, &format!("{there}{beside}")).await;
            member.person.put(&format!("{page}/response"), json!({ "response": "going" })).await.expect(200);
        }
        let mut feeds = Vec::new();
        for Member { person, .. } in &members {
            feeds.push(follows(person, "/me/calendar-feed").await);
        }
        feeds.push(follows(maya, &format!("/groups/{group}/calendar-feed")).await);
        for feed in &feeds {
            let [supper] = &calendar(&app, feed).await[..] else { panic!("one event") };
            assert_eq!((&supper["start"], &supper["end"]), (&json!("2037-11-20T23:30:00Z"), &json!("2037-11-21T01:00:00Z")));
            assert_eq!((&supper["title"], &supper["status"]), (&json!("Supper"), &json!("CONFIRMED")));
        }

        // Moved by a day: the same event, an hour of another day for everyone.
        app.advance(SignedDuration::from_mins(5));
        let before = calendar(&app, &feeds[1]).await.remove(0);
        let moved = json!({ "startTime": "2037-11-21T23:30:00Z", "endTime": "2037-11-22T01:00:00Z" });
        maya.patch(&page, moved).await.expect(200);
        app.advance(SignedDuration::from_mins(30));
        app.finish_work().await;
        let there = "Saturday 21 November, 23:30 until Sunday 22 November, 01:00";
        shows(&members[1], &page, &format!("{there} Lisbon time (15:30 until 17:00 your time)")).await;
        shows(&members[2], &page, &format!("{there} Lisbon time (Sunday 22 November, 08:30 until 10:00 your time)")).await;
        for feed in &feeds {
            let after = calendar(&app, feed).await.remove(0);
            assert_eq!((&after["uid"], &after["start"]), (&before["uid"], &json!("2037-11-21T23:30:00Z")));
            assert!(after["sequence"].as_u64() > before["sequence"].as_u64());
        }
        for (name, day) in [("ben", "Saturday 21 November, 23:30 Lisbon time (15:30 your time)"), ("chi", "Saturday 21 November, 23:30 Lisbon time (Sunday 22 November, 08:30 your time)")] {
            let letters = app.mail.letters();
            let letter = letters.iter().rfind(|letter| letter.to == format!("{name}@example.org") && letter.subject.contains("changed"));
            let letter = letter.unwrap_or_else(|| panic!("a letter to {name}"));
            assert!(letter.text.contains(day) && !letter.text.contains("UTC"), "{}", letter.text);
        }

        // Cancelled: still in everyone's list and calendar, marked so.
        maya.patch(&page, json!({ "cancelled": true })).await.expect(200);
        for (feed, member) in feeds.iter().zip(&members) {
            assert_eq!(calendar(&app, feed).await[0]["status"], "CANCELLED");
            shows(member, "/hangouts", "Cancelled").await;
            shows(member, "/home", "Cancelled").await;
        }
    }

    async fn a_decided_evening_becomes_a_hangout_and_an_event_of_the_same_day_and_hour(app: TestApp) {
        let (members, group) = club(&app).await;
        let maya = &members[0].person;
        let options = json!([{ "startTime": "2037-11-25T20:00:00Z" }, { "startTime": "2037-11-26T23:30:00Z" }]);
        let poll = json!({ "entity": "poll", "name": "Next evening", "expiresAfter": 1, "timeZone": "Europe/Lisbon",
            "questions": [{ "title": "Which evening?", "options": options }] });
        let poll = maya.post("/shareables", poll).await.expect(201);
        let id = poll.text_at("shortId");
        let question = &poll.json["shareable"]["questions"][0];
        let choice = json!({ "answers": [{ "pollQuestionId": question["pollQuestionId"],
            "optionIds": [question["options"][1]["pollQuestionOptionId"]] }] });
        let page = format!("/s/{id}");
        let times = ["Thursday 26 November, 23:30", "Thursday 26 November, 15:30", "Friday 27 November, 08:30", "Friday 27 November, 12:30"];
        for (member, time) in members.iter().zip(times) {
            shows(member, &page, time).await;
            member.person.post(&format!("/shareables/{id}/votes"), &choice).await.expect(201);
        }
        // Kept for a day only, it would end before its dates: it stays for a week after the last of them.
        let lasts = maya.get(&format!("/shareables/{id}")).await.expect(200).text_at("expiresAt");
        assert_eq!(&lasts[..10], "2037-12-03");
        maya.act(&format!("/shareables/{id}/close")).await.expect(200);

        // The form starts with the day and hour that won, by the clock of the poll.
        let outcome = format!("{page}/outcome");
        let form = maya.page(&format!("{outcome}?kind=event")).await.expect(200);
        form.shows(r#"value="2037-11-26T23:30""#).shows(r#"<option value="Europe/Lisbon" selected"#);
        let once = form.hidden("once");
        let fields = [("once", once.as_str()), ("kind", "event"), ("title", "Next evening"),
            ("startTime", "2037-11-26T23:30"), ("timeZone", "Europe/Lisbon"), ("location", "14 Mill Lane")];
        let made = maya.submit(&outcome, &fields).await.expect(303).location().to_owned();
        let event = made.split(['?', '#']).next().expect("a path").trim_start_matches("/s/").trim_end_matches("/admin").to_owned();
        let seen = maya.get(&format!("/shareables/{event}")).await.expect(200);
        assert_eq!((seen.text_at("startTime"), seen.text_at("timeZone")), ("2037-11-26T23:30:00.000Z".into(), "Europe/Lisbon".into()));
        shows(&members[2], &format!("/s/{event}"), "Thursday 26 November, 23:30 Lisbon time (Friday 27 November, 08:30 your time)").await;

        let body = json!({ "kind": "hangout", "title": "Next evening", "groupIds": [group] });
        let hangout = maya.post(&format!("/shareables/{id}/outcome"), body).await.expect(201).text_at("id");
        app.advance(SignedDuration::from_mins(30));
        app.finish_work().await;
        for (member, time) in members.iter().zip(times) {
            shows(member, &format!("/hangouts/{hangout}"), time).await;
            let feed = follows(&member.person, "/me/calendar-feed").await;
            let entries = calendar(&app, &feed).await;
            assert!(entries.iter().any(|entry| entry["start"] == "2037-11-26T23:30:00Z" && entry["title"] == "Next evening"), "{entries:?}");
        }
        let letters = app.mail.letters();
        let letter = letters.iter().rfind(|letter| letter.to == "chi@example.org" && letter.text.contains(&hangout)).expect("a letter to Chi");
        assert!(letter.text.contains("Friday 27 November, 08:30") && !letter.text.contains("UTC"), "{}", letter.text);
    }

    async fn an_event_by_link_stands_beside_hangouts_in_coming_up_and_the_calendar(app: TestApp) {
        let (members, _) = club(&app).await;
        let chi = &members[2];
        let call = json!({ "entity": "event", "name": "Call", "expiresAfter": 7, "type": "virtual", "startTime": "2037-11-20T18:00:00Z",
            "timeZone": "Europe/Lisbon", "description": "Slides\nand tea" });
        let supper = json!({ "entity": "event", "name": "Market", "expiresAfter": 7, "startTime": "2037-11-21T18:00:00Z", "timeZone": "Europe/Lisbon", "location": "Square" });
        for (event, response) in [(&call, "maybe"), (&supper, "notGoing")] {
            let id = members[0].person.post("/shareables", event).await.expect(201).text_at("shortId");
            let reply = json!({ "name": "Chi", "response": response, "guestCount": 0 });
            chi.person.post(&format!("/shareables/{id}/rsvps"), reply).await.expect(201);
        }
        // A call is told in the reader's own time, and there is no place to name.
        for path in ["/hangouts", "/home"] {
            shows(chi, path, "Saturday 21 November, 03:00").await;
            let page = chi.person.page(path).await.expect(200).text;
            assert!(page.contains("You said maybe") && !page.contains("Market"), "{path}: {page}");
        }
        let feed = follows(&chi.person, "/me/calendar-feed").await;
        let [event] = &calendar(&app, &feed).await[..] else { panic!("one event") };
        let told = (&event["title"], &event["status"], &event["description"], &event["end"]);
        assert_eq!(told, (&json!("Call"), &json!("TENTATIVE"), &json!("Slides\nand tea"), &json!("2037-11-20T19:00:00Z")));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readers_without_a_zone_are_told_the_things_own_or_the_servers_and_it_is_named() {
    let app = TestApp::start(Engine::Embedded).await;
    let maya = app.registers("Maya").await;
    let event = |more: Value| {
        let mut event = json!({ "entity": "event", "name": "Supper", "expiresAfter": 7, "startTime": "2037-11-20T23:30:00Z" });
        event.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        event
    };
    for (more, told) in [
        (json!({ "timeZone": "Asia/Tokyo", "location": "Hall" }), "Saturday 21 November, 08:30 Tokyo time"),
        (json!({ "timeZone": "America/Lima", "type": "virtual" }), "Friday 20 November, 18:30 Lima time"),
        (json!({ "timeZone": "UTC" }), "Friday 20 November, 23:30 GMT"),
    ] {
        let id = maya.post("/shareables", event(more)).await.expect(201).text_at("shortId");
        let page = words(&app.anyone().page(&format!("/s/{id}")).await.expect(200).text);
        assert!(page.contains(told) && !page.contains("UTC"), "{told}: {page}");
    }
}
