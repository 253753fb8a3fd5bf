//! The pages: who gets in, what a browser keeps, and what nobody gets to see. How pages look is told in a real browser.

use crate::support::{Person, Share, Table};
use http::{Request, header};
use jiff::SignedDuration;
use serde_json::json;

/// A browser that holds the organiser's token.
fn organiser(table: &Table, share: &Share) -> Person {
    table.anyone().with_cookie("share", &share.admin)
}

/// An item that is on no list.
const ITEM: &str = "0199f3a0-0000-7000-8000-00000000000a";

on_both_engines! {
    async fn every_way_of_writing_a_code_leads_to_one_address(table: Table) {
        let list = table.make_checklist(&["Tent"]).await;
        let found = shareables::feature().codes[0].find(&table.services, &list.id.compact().to_uppercase()).await.unwrap();
        assert_eq!(found.unwrap().path, list.page(""));
        assert_eq!(shareables::feature().codes[0].find(&table.services, "zzz-zzz-00000").await.unwrap(), None);
        let ana = table.anyone();
        let crooked = ana.page(&format!("/s/{}?show=results", list.id.shown())).await.expect(308);
        assert_eq!(crooked.location(), list.page("?show=results"));
        for nowhere in ["/s/zzz-zzz-00000", "/s/nonsense", "/s/zzz-zzz-00000/admin"] {
            ana.page(nowhere).await.expect(404);
        }
    }

    async fn pages_are_kept_out_of_search_engines_and_tell_no_other_site_their_address(table: Table) {
        let list = table.make_checklist(&["Tent"]).await;
        let shown = table.anyone().page(&list.page("")).await.expect(200);
        assert_eq!(shown.header("referrer-policy"), "no-referrer");
        shown.shows(r#"<meta name="robots" content="noindex">"#);
        assert_eq!(shown.header("set-cookie"), "", "looking sets no cookies");
    }

    async fn a_passcode_stands_before_every_page_and_guessing_is_slowed(table: Table) {
        let body = json!({ "entity": "checklist", "name": "Quiet kit", "expiresAfter": 7, "viewPasscode": "velvet-pond" });
        let list = table.make(body).await;
        let ana = table.anyone();
        let locked = ana.page(&list.page("")).await.expect(401);
        locked.shows("Enter the passcode");
        assert!(!locked.text.contains("Quiet kit"));
        ana.submit(&list.page(""), &[("tick", ITEM)]).await.expect(401);
        let wrong = ana.submit(&list.page(""), &[("passcode", "velvet")]).await.expect(401);
        wrong.shows("4 tries left").shows("velvet");
        for _ in 0..4 {
            ana.submit(&list.page(""), &[("passcode", "velvet")]).await.expect(401);
        }
        let slowed = ana.submit(&list.page(""), &[("passcode", "velvet-pond")]).await.expect(429);
        slowed.shows("Too many tries");
        assert!(!slowed.header("retry-after").is_empty());
        table.advance(SignedDuration::from_secs(60));
        let opened = ana.submit(&list.page(""), &[("passcode", " velvet-pond ")]).await.expect(303);
        let cookies: Vec<_> = opened.headers.get_all(header::SET_COOKIE).iter().map(|value| value.to_str().unwrap()).collect();
        let bound = |path: String| cookies.iter().any(|cookie| cookie.contains(&format!("Path={path};")));
        assert!(bound(list.page("")) && bound(format!("/api/v1/shareables/{}", list.id)), "{cookies:?}");
        assert!(cookies.iter().all(|cookie| cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax")), "{cookies:?}");
        ana.page(&list.page("")).await.expect(200).shows("Quiet kit");
        ana.page(&list.page("/admin")).await.expect(401).shows("organiser passcode");
        ana.submit(&list.page("/admin"), &[("passcode", "velvet-pond")]).await.expect(401).shows("viewing passcode");
        ana.submit(&list.page("/admin"), &[("passcode", &list.passcode)]).await.expect(303);
        ana.page(&list.page("/admin")).await.expect(200);
    }

    async fn forms_from_other_sites_are_refused(table: Table) {
        let list = table.make_checklist(&["Tent"]).await;
        let request = Request::post(list.page("/admin"))
            .header(header::COOKIE, format!("share={}", list.admin))
            .header("sec-fetch-site", "cross-site")
            .body("do=delete".into());
        assert_eq!(table.raw(request.unwrap()).await.status(), 403);
    }

    async fn what_has_expired_is_gone_but_for_its_organiser(table: Table) {
        let poll = table.make_poll(json!({})).await;
        table.advance(SignedDuration::from_hours(24 * 8));
        let gone = table.anyone().page(&poll.page("")).await.expect(410);
        gone.shows("This poll has expired");
        assert!(!gone.text.contains("Autumn weekend"));
        let ana = organiser(&table, &poll);
        for path in ["", "/admin"] {
            ana.page(&poll.page(path)).await.expect(200).shows("Expired");
        }
        ana.submit(&poll.page("/admin"), &[("do", "extend"), ("days", "7")]).await.expect(410);
        let fields = [("do", "copy"), ("name", "Again"), ("expiresAfter", "7")];
        let copied = ana.submit(&poll.page("/admin"), &fields).await.expect(303);
        assert!(copied.location().ends_with("/admin?done=created"));
    }

    async fn a_vote_by_form_is_kept_by_the_browser_and_changed_by_it(table: Table) {
        let poll = table.make_poll(json!({})).await;
        let (friday, saturday) = (poll.chosen(0, 0), poll.chosen(0, 1));
        let ana = table.anyone();
        let page = poll.page("");
        let nothing = ana.submit(&page, &[("name", "Ana")]).await.expect(422);
        nothing.shows("Answer this question.").shows("value=\"Ana\"").shows("autofocus");
        ana.submit(&page, &[("name", "Ana"), (&friday.0, &friday.1)]).await.expect(303);
        let code = ana.cookie("answer").unwrap();
        ana.submit(&page, &[("name", "Ana B"), (&saturday.0, &saturday.1)]).await.expect(303);
        assert_eq!(ana.cookie("answer").unwrap(), code, "it is the same vote");
        let results = table.get(&poll.at("/results"), None).await.expect(200);
        assert_eq!(results.json["totalVotes"], 1);
        assert_eq!(results.json["questions"][0]["options"][1]["voters"], json!(["Ana B"]));
        ana.page(&page).await.expect(200).shows(&code);
        let others = table.anyone().page(&poll.page("?show=results")).await.expect(200);
        others.shows("Ana B");
        assert!(!others.text.contains(&code), "nobody else finds the code");
        let elsewhere = table.anyone();
        elsewhere.page(&poll.page(&format!("?me={code}"))).await.expect(200).shows("You have answered.");
        elsewhere.submit(&poll.page("/withdraw"), &[("me", &code)]).await.expect(303);
        assert_eq!(table.get(&poll.at("/results"), None).await.expect(200).json["totalVotes"], 0);
        ana.page(&page).await.expect(200);
        assert_eq!(ana.cookie("answer"), None, "a code that belongs to nothing is forgotten");
    }

    async fn everyone_is_asked_what_is_asked_now_and_sees_only_their_own_choice(table: Table) {
        let poll = table.make_poll(json!({ "closesAt": table.in_an_hour() })).await;
        let (ana, page, (question, friday)) = (table.anyone(), poll.page(""), poll.chosen(0, 0));
        let seen = async || table.anyone().page(&page).await.expect(200).text.clone();
        assert!(seen().await.contains("Which day?"));
        ana.submit(&page, &[("name", "Ana"), (&question, &friday)]).await.expect(303);
        ana.page(&page).await.expect(200).shows(" checked");
        assert!(!seen().await.contains(" checked"), "what Ana chose is hers");
        let refused = table.anyone().submit(&page, &[("name", "Bo")]).await.expect(422);
        refused.shows("Answer this question.");
        assert!(!seen().await.contains("Answer this question."), "nobody else is told what Bo left out");

        let mut questions = poll.made["questions"].clone();
        questions[0]["title"] = json!("Which evening?");
        table.patch(&poll.path, poll.admin(), json!({ "questions": questions })).await.expect(200);
        let edited = seen().await;
        assert!(edited.contains("Which evening?") && !edited.contains("Which day?"), "{edited}");
        assert!(!edited.contains(" disabled"));
        table.advance(SignedDuration::from_hours(1));
        assert!(seen().await.contains(" disabled"), "its time is over");
    }

    async fn one_browser_answers_for_someone_else_and_keeps_its_own_answer(table: Table) {
        let event = table.make_event(json!({})).await;
        let ana = table.anyone();
        ana.submit(&event.page(""), &[("name", "Ana"), ("response", "going")]).await.expect(303);
        let own = ana.cookie("answer");
        let form = ana.page(&event.page("?other=1")).await.expect(200);
        form.shows("answering for someone else");
        let once = form.hidden("once");
        let fields = [("once", once.as_str()), ("other", "1"), ("name", "Grandpa"), ("response", "maybe")];
        let saved = ana.submit(&event.page(""), &fields).await.expect(303);
        assert!(saved.location().contains("?me="), "{}", saved.location());
        assert_eq!(ana.cookie("answer"), own);
        let seen = table.get(&event.at("/rsvps"), None).await.expect(200);
        assert_eq!(seen.json["summary"], json!({ "going": 1, "maybe": 1, "notGoing": 0, "guests": 0 }));
    }

    async fn hidden_results_cannot_be_told_from_the_page(table: Table) {
        // The key of the form is another one each time; nothing else is.
        let shown = async |path: String| {
            let page = table.anyone().page(&path).await.expect(200);
            page.text.replace(&page.hidden("once"), "")
        };
        for visibility in ["afterSubmit", "afterClose"] {
            let poll = table.make_poll(json!({ "resultsVisibility": visibility })).await;
            let before = shown(poll.page("?show=results")).await;
            let vote = json!({ "name": "Zelda", "answers": [poll.answer(0, &[0])] });
            table.post(&poll.at("/votes"), None, vote).await.expect(201);
            assert_eq!(shown(poll.page("?show=results")).await, before, "{visibility}");
            assert!(!shown(poll.page("?show=results&me=aaaaaaaa")).await.contains("Zelda"), "{visibility}");
            table.anyone().page(&poll.page("/people")).await.expect(403);
            assert!(!table.anyone().page(&poll.page("/screen")).await.expect(200).text.contains("Zelda"));
        }
        let event = table.make_event(json!({ "rsvpVisibility": "adminOnly" })).await;
        let before = shown(event.page("")).await;
        table.post(&event.at("/rsvps"), None, json!({ "name": "Zelda", "response": "going" })).await.expect(201);
        assert_eq!(shown(event.page("")).await, before);
    }

    async fn a_form_that_creates_something_lets_the_organiser_in_and_comes_back_when_it_is_wrong(table: Table) {
        let ana = table.anyone();
        let fields = [("name", "Supper <b>"), ("startTime", "soon"), ("expiresAfter", "7")];
        let wrong = ana.submit("/new/event", &fields).await.expect(422);
        wrong.shows("Choose a day and a time").shows("Supper &#60;b&#62;");
        let fields = [("name", "Where"), ("q0-title", "One?"), ("q0-lines", "a\r\nb"), ("do", "add")];
        let more = ana.submit("/new/poll", &fields).await.expect(200);
        more.shows("q1-title").shows("One?");
        let fields = [("name", "Supper"), ("startTime", "2037-12-05T18:30"), ("timeZone", "Asia/Tokyo"), ("type", "virtual"), ("location", "https://meet.example/x"), ("expiresAfter", "30")];
        let made = ana.submit("/new/event", &fields).await.expect(303);
        let admin = made.location().to_owned();
        ana.page(&admin).await.expect(200).shows("Share your event").shows("Save this organiser passcode now.");
        let event = ana.page(admin.trim_end_matches("/admin?done=created")).await.expect(200);
        event.shows("18:30").shows("Tokyo time").shows("https://meet.example/x");
        event.shows("2037-12-05T09:30:00.000Z");
    }

    async fn a_poll_needs_no_name_and_days_of_a_calendar_become_options(table: Table) {
        let ana = table.anyone();
        let days = [("q0-title", "Which evening?"), ("q0-first", "2037-11-20"), ("q0-last", "2037-11-22"), ("q0-from", "18:00"), ("q0-to", "20:00"), ("timeZone", "Europe/Lisbon"), ("expiresAfter", "7")];
        let added = [&days[..], &[("do", "dates-0")]].concat();
        let more = ana.submit("/new/poll", &added).await.expect(200);
        more.shows("2037-11-20T18:00:00.000Z").shows("2037-11-22T18:00:00.000Z");
        let made = ana.submit("/new/poll", &days).await.expect(303);
        let path = made.location().trim_end_matches("/admin?done=created").to_owned();
        let shown = ana.get(&path.replace("/s/", "/shareables/")).await.expect(200);
        assert_eq!(shown.json["name"], "Which evening?");
        let options = shown.json["questions"][0]["options"].as_array().unwrap();
        assert_eq!((options.len(), &options[0]["startTime"]), (3, &json!("2037-11-20T18:00:00.000Z")));
        ana.page(&path).await.expect(200).shows(r#"<time datetime="2037-11-20T18:00:00.000Z" data-until="2037-11-20T20:00:00.000Z" data-local>"#);
    }

    async fn an_edit_of_what_someone_else_changed_meanwhile_is_not_lost_and_not_forced(table: Table) {
        let list = table.make_checklist(&["Tent"]).await;
        let ana = organiser(&table, &list);
        let item = list.item(0);
        let sent = [("version", "1"), ("name", "Mine"), ("item-id", item.as_str()), ("item-name", "Tent"), ("item-note", ""), ("lines", "Rope")];
        table.post(&list.at("/items"), list.admin(), json!({ "name": "Stove" })).await.expect(201);
        let stale = ana.submit(&list.page("/admin/edit"), &sent).await.expect(412);
        stale.shows("Someone else changed this").shows("Rope").shows(r#"name="version" value="2""#);
        assert_eq!(table.get(&list.path, None).await.json["items"][1]["name"], "Stove");
    }

    async fn rows_of_a_form_change_nothing_before_it_is_saved_and_what_people_chose_is_asked_about(table: Table) {
        let poll = table.make_poll(json!({})).await;
        table.post(&poll.at("/votes"), None, json!({ "answers": [poll.answer(0, &[0])] })).await.expect(201);
        let ana = organiser(&table, &poll);
        let id = |at: &str| poll.made.pointer(at).unwrap().as_str().unwrap().to_owned();
        let (question, friday, saturday) = (id("/questions/0/pollQuestionId"), id("/questions/0/options/0/pollQuestionOptionId"), id("/questions/0/options/1/pollQuestionOptionId"));
        let kept = [("version", "1"), ("name", "Autumn"), ("q0-id", question.as_str()), ("q0-title", "Which day?"), ("q0-option-id", saturday.as_str()), ("q0-option", "Sat"), ("q0-lines", "Sun")];
        let edit = poll.page("/admin/edit");
        let dropped = [&kept[..4], &[("q0-option-id", friday.as_str()), ("q0-option", "Fri")], &kept[4..], &[("do", "drop-0-0")]].concat();
        let shown = ana.submit(&edit, &dropped).await.expect(200);
        assert!(!shown.text.contains(&friday), "the row is gone from the form");
        assert_eq!(table.get(&poll.path, None).await.json["questions"], poll.made["questions"], "and from nothing else");
        let asked = ana.submit(&edit, &kept).await.expect(200);
        asked.shows("1 person chose “Fri”.").shows("Save and remove");
        assert_eq!(table.get(&poll.path, None).await.json["version"], 1);
        let confirmed = [&kept[..], &[("confirmed", "1")]].concat();
        ana.submit(&edit, &confirmed).await.expect(303);
        let results = table.get(&poll.at("/results"), None).await.expect(200);
        assert_eq!(results.json["questions"][0]["answered"], 0);
    }

    async fn previews_name_a_protected_share_by_its_kind_alone_and_never_its_answers(table: Table) {
        let event = table.make_event(json!({ "location": "Old mill", "by": "Hana" })).await;
        let shown = table.anyone().page(&event.page("")).await.expect(200);
        shown.shows(r#"<meta property="og:description" content="Event by Hana. Friday 20 November, 18:30 Lisbon time, Old mill."#);
        let picture = event.page("/preview.png");
        shown.shows(&format!(r#"{picture}"><meta property="og:image:width""#).replace("><", ">\n<"));
        assert_eq!(table.anyone().page(&picture).await.expect(200).header("content-type"), "image/png");
        let locked = table.make_event(json!({ "location": "Old mill", "viewPasscode": "velvet" })).await;
        table.anyone().page(&locked.page("/preview.png")).await.expect(404);
        organiser(&table, &locked).page(&locked.page("/preview.png")).await.expect(404);
        let locked = table.anyone().page(&locked.page("")).await.expect(401);
        assert!(!locked.text.contains("Old mill") && !locked.text.contains("Supper") && !locked.text.contains("og:image"));
        locked.shows(r#"<meta property="og:description" content="Event on Roundtable. It needs a passcode.">"#);
    }

    async fn items_are_claimed_added_and_removed_on_the_page(table: Table) {
        let items = json!([{ "name": "Stove" }]);
        let list = table.make(json!({ "entity": "checklist", "name": "Kit", "expiresAfter": 7, "items": items, "viewersAdd": true })).await;
        let (ana, bo) = (table.anyone(), table.anyone());
        let (page, item) = (list.page(""), list.item(0));
        let nameless = ana.submit(&page, &[("claim", &item), ("by", "")]).await.expect(422);
        nameless.shows("This is required.");
        ana.submit(&page, &[("claim", &item), ("by", "Ana")]).await.expect(303);
        bo.submit(&page, &[("claim", &item), ("by", "Bo")]).await.expect(409).shows("Ana is doing this already.");
        bo.page(&page).await.expect(200).shows("<bdi>Ana</bdi> is doing this");
        let once = bo.page(&page).await.hidden("once");
        for _ in 0..3 {
            bo.submit(&page, &[("once", &once), ("adding", "1"), ("add", "Rope"), ("by", "Bo")]).await.expect(303);
        }
        let seen = table.get(&list.path, None).await.json;
        assert_eq!(seen["items"].as_array().unwrap().len(), 2, "three taps add one item");
        assert_eq!((&seen["items"][1]["addedBy"], &seen["items"][0]["claimedBy"]), (&json!("Bo"), &json!("Ana")));
        let rope = seen["items"][1]["checklistItemId"].as_str().unwrap().to_owned();
        bo.submit(&page, &[("remove", &rope)]).await.expect(401);
        organiser(&table, &list).submit(&page, &[("remove", &rope)]).await.expect(303);
        ana.submit(&page, &[("release", &item)]).await.expect(303);
        let seen = table.get(&list.path, None).await.json;
        assert_eq!((seen["items"].as_array().unwrap().len(), seen["items"][0].get("claimedBy")), (1, None));
    }
}

#[tokio::test]
async fn a_page_costs_as_many_storage_calls_as_its_json() {
    let table = Table::on(crate::support::Engine::Embedded).await;
    table.fill_pool().await;
    let list = table.make_checklist(&["Tent"]).await;
    let (poll, event) = (table.make_poll(json!({})).await, table.make_event(json!({})).await);
    for (share, most) in [(&list, 4), (&poll, 2), (&event, 2)] {
        let path = share.page("");
        let counts = table.calls(async || table.anyone().page(&path).await.expect(200)).await;
        assert_eq!(counts.calls(), most, "{path}\n{counts}");
        let again = table.calls(async || table.anyone().page(&path).await.expect(200)).await;
        assert_eq!(
            again.calls(),
            if most == 4 { 4 } else { 1 },
            "answers are followed, not read again\n{again}"
        );
    }
}
