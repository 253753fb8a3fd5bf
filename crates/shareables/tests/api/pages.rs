//! The pages' door: who gets in, what a browser keeps, and what nobody gets to see. How pages look is told in a real browser.

use crate::support::{Answer, Share, Table};
use axum::body::Body;
use http::{Request, header};
use jiff::SignedDuration;
use serde_json::json;
use std::collections::BTreeMap;

/// A browser without scripts: it keeps cookies by name, sends forms, and goes where it is told only when asked.
struct Browser<'t> {
    table: &'t Table,
    cookies: BTreeMap<String, String>,
}

impl<'t> Browser<'t> {
    fn new(table: &'t Table) -> Self {
        Self { table, cookies: BTreeMap::new() }
    }

    /// One that holds the organiser's token.
    fn of_organiser(table: &'t Table, share: &Share) -> Self {
        Self { table, cookies: [("share".to_owned(), share.admin.clone())].into() }
    }

    async fn goes_to(&mut self, path: &str) -> Answer {
        self.sends(Request::get(path), Body::empty()).await
    }

    async fn submits(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let encode = |text: &str| {
            text.bytes().fold(String::new(), |sum, byte| match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => sum + &char::from(byte).to_string(),
                _ => format!("{sum}%{byte:02X}"),
            })
        };
        let pairs: Vec<_> =
            fields.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value))).collect();
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header("sec-fetch-site", "same-origin");
        self.sends(request, Body::from(pairs.join("&"))).await
    }

    async fn sends(&mut self, request: http::request::Builder, body: Body) -> Answer {
        let held: Vec<_> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = request.header(header::COOKIE, held.join("; ")).body(body).unwrap();
        let answer = Answer::read(self.table.raw(request).await).await;
        for cookie in cookies_of(&answer) {
            let (pair, rest) = cookie.split_once(';').unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            if rest.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        answer
    }
}

fn cookies_of(answer: &Answer) -> Vec<&str> {
    answer.headers.get_all(header::SET_COOKIE).iter().map(|value| value.to_str().unwrap()).collect()
}

fn header_of<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer.headers.get(name).map_or("", |value| value.to_str().unwrap())
}

fn page(share: &Share) -> String {
    format!("/s/{}", share.id)
}

/// An item that is on no list.
const ITEM: &str = "0199f3a0-0000-7000-8000-00000000000a";

on_both_engines! {
    async fn every_way_of_writing_a_code_leads_to_one_address(table: Table) {
        let list = table.make_checklist(&["Tent"]).await;
        let mut ana = Browser::new(&table);
        let short = ana.goes_to(&format!("/{}", list.id.compact().to_uppercase())).await;
        assert_eq!((short.status.as_u16(), header_of(&short, "location")), (303, page(&list).as_str()));
        let crooked = ana.goes_to(&format!("/s/{}?show=results", list.id.shown())).await;
        assert_eq!(crooked.status.as_u16(), 308);
        assert_eq!(header_of(&crooked, "location"), format!("{}?show=results", page(&list)));
        for nowhere in ["/s/zzz-zzz-00000", "/s/nonsense", "/nonsense", "/s/zzz-zzz-00000/admin"] {
            assert_eq!(ana.goes_to(nowhere).await.status.as_u16(), 404, "{nowhere}");
        }
    }

    async fn pages_are_kept_out_of_search_engines_and_tell_no_other_site_their_address(table: Table) {
        let list = table.make_checklist(&["Tent"]).await;
        let shown = Browser::new(&table).goes_to(&page(&list)).await.expect(200);
        assert_eq!(header_of(&shown, "referrer-policy"), "no-referrer");
        assert!(shown.text.contains(r#"<meta name="robots" content="noindex">"#));
        assert!(cookies_of(&shown).is_empty(), "looking sets no cookies");
    }

    async fn a_passcode_stands_before_every_page_and_guessing_is_slowed(table: Table) {
        let body = json!({ "entity": "checklist", "name": "Quiet kit", "expiresAfter": 7, "viewPasscode": "velvet-pond" });
        let list = table.make(body).await;
        let mut ana = Browser::new(&table);
        let locked = ana.goes_to(&page(&list)).await.expect(401);
        assert!(locked.text.contains("has a passcode") && !locked.text.contains("Quiet kit"));
        ana.submits(&format!("{}/ticks", page(&list)), &[("tick", ITEM)]).await.expect(401);
        let open = format!("{}/open", page(&list));
        let wrong = ana.submits(&open, &[("passcode", "velvet")]).await.expect(401);
        assert!(wrong.text.contains("4 tries left") && wrong.text.contains("velvet"));
        for _ in 0..4 {
            ana.submits(&open, &[("passcode", "velvet")]).await.expect(401);
        }
        let slowed = ana.submits(&open, &[("passcode", "velvet-pond")]).await.expect(429);
        assert!(slowed.text.contains("Too many tries") && !header_of(&slowed, "retry-after").is_empty());
        table.advance(SignedDuration::from_secs(60));
        let opened = ana.submits(&open, &[("passcode", " velvet-pond ")]).await.expect(303);
        let cookies = cookies_of(&opened);
        let bound = |path: String| cookies.iter().any(|cookie| cookie.contains(&format!("Path={path};")));
        assert!(bound(page(&list)) && bound(format!("/api/v1/shareables/{}", list.id)), "{cookies:?}");
        assert!(cookies.iter().all(|cookie| cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax")), "{cookies:?}");
        assert!(ana.goes_to(&page(&list)).await.expect(200).text.contains("Quiet kit"));
        let admin = format!("{}/admin", page(&list));
        assert!(ana.goes_to(&admin).await.expect(401).text.contains("organiser’s passcode"), "looking is not looking after");
        ana.submits(&format!("{admin}/open"), &[("passcode", "velvet-pond")]).await.expect(401);
        ana.submits(&format!("{admin}/open"), &[("passcode", &list.passcode)]).await.expect(303);
        ana.goes_to(&admin).await.expect(200);
    }

    async fn the_organisers_pages_are_the_organisers_alone(table: Table) {
        let (poll, other) = (table.make_poll(json!({})).await, table.make_checklist(&["Tent"]).await);
        let doors = ["/edit", "/extend", "/close", "/reopen", "/passcodes", "/clone", "/clear", "/remove", "/delete"];
        for mut stranger in [Browser::new(&table), Browser::of_organiser(&table, &other)] {
            stranger.goes_to(&format!("{}/admin", page(&poll))).await.expect(401);
            stranger.goes_to(&format!("{}/admin/edit", page(&poll))).await.expect(401);
            for door in doors {
                stranger.submits(&format!("{}/admin{door}", page(&poll)), &[]).await.expect(401);
            }
            stranger.submits(&format!("{}/items", page(&other)), &[("add", "Rope")]).await;
        }
        table.get(&poll.path, None).await.expect(200);
        Browser::of_organiser(&table, &poll).goes_to(&format!("{}/admin", page(&poll))).await.expect(200);
    }

    async fn forms_from_other_sites_are_refused(table: Table) {
        let list = table.make_checklist(&["Tent"]).await;
        let request = Request::post(format!("{}/admin/delete", page(&list)))
            .header(header::COOKIE, format!("share={}", list.admin))
            .header("sec-fetch-site", "cross-site")
            .body(Body::empty());
        assert_eq!(Answer::read(table.raw(request.unwrap()).await).await.status.as_u16(), 403);
    }

    async fn what_has_expired_is_gone_but_for_its_organiser(table: Table) {
        let poll = table.make_poll(json!({})).await;
        table.advance(SignedDuration::from_hours(24 * 8));
        let gone = Browser::new(&table).goes_to(&page(&poll)).await.expect(410);
        assert!(gone.text.contains("This table has been cleared") && !gone.text.contains("Autumn weekend"));
        let mut ana = Browser::of_organiser(&table, &poll);
        for path in ["", "/admin"] {
            assert!(ana.goes_to(&format!("{}{path}", page(&poll))).await.expect(200).text.contains("Expired"));
        }
        ana.submits(&format!("{}/admin/extend", page(&poll)), &[("days", "7")]).await.expect(410);
        let copied = ana.submits(&format!("{}/admin/clone", page(&poll)), &[("name", "Again"), ("expiresAfter", "7")]).await.expect(303);
        assert!(header_of(&copied, "location").ends_with("/admin?new"));
    }

    async fn a_vote_by_form_is_kept_by_the_browser_and_changed_by_it(table: Table) {
        let poll = table.make_poll(json!({})).await;
        let (question, options) = (poll.made["questions"][0]["pollQuestionId"].as_str().unwrap(), &poll.made["questions"][0]["options"]);
        let field = format!("q-{question}");
        let option = |at: usize| options[at]["pollQuestionOptionId"].as_str().unwrap();
        let mut ana = Browser::new(&table);
        let vote = format!("{}/vote", page(&poll));
        let nothing = ana.submits(&vote, &[("name", "Ana")]).await.expect(422);
        assert!(nothing.text.contains("needs an answer") && nothing.text.contains("value=\"Ana\""), "what was typed stays");
        ana.submits(&vote, &[("name", "Ana"), (&field, option(0))]).await.expect(303);
        let code = ana.cookies["answer"].clone();
        ana.submits(&vote, &[("name", "Ana B"), (&field, option(1))]).await.expect(303);
        assert_eq!(ana.cookies["answer"], code, "it is the same vote");
        let results = table.get(&poll.at("/results"), None).await.expect(200);
        assert_eq!(results.json["totalVotes"], 1);
        assert_eq!(results.json["questions"][0]["options"][1]["voters"], json!(["Ana B"]));
        assert!(ana.goes_to(&page(&poll)).await.expect(200).text.contains(&code), "its owner finds the code");
        let others = Browser::new(&table).goes_to(&format!("{}?show=results", page(&poll))).await.expect(200);
        assert!(others.text.contains("Ana B") && !others.text.contains(&code), "nobody else does");
        let mut elsewhere = Browser::new(&table);
        assert!(elsewhere.goes_to(&format!("{}?me={code}", page(&poll))).await.expect(200).text.contains("Your answers are in"));
        elsewhere.submits(&format!("{vote}/withdraw"), &[("me", &code)]).await.expect(303);
        assert_eq!(table.get(&poll.at("/results"), None).await.expect(200).json["totalVotes"], 0);
        ana.goes_to(&page(&poll)).await.expect(200);
        assert!(!ana.cookies.contains_key("answer"), "a code that belongs to nothing is forgotten");
    }

    async fn hidden_results_cannot_be_told_from_the_page(table: Table) {
        for visibility in ["afterSubmit", "afterClose"] {
            let poll = table.make_poll(json!({ "resultsVisibility": visibility })).await;
            let path = format!("{}?show=results", page(&poll));
            let before = Browser::new(&table).goes_to(&path).await.expect(200);
            let vote = json!({ "name": "Zelda", "answers": [poll.answer(0, &[0])] });
            table.post(&poll.at("/votes"), None, vote).await.expect(201);
            let after = Browser::new(&table).goes_to(&path).await.expect(200);
            assert_eq!(after.text, before.text, "{visibility}");
            let guessed = Browser::new(&table).goes_to(&format!("{path}&me=aaaaaaaa")).await.expect(200);
            assert!(!guessed.text.contains("Zelda"), "{visibility}");
        }
        let event = table.make_event(json!({ "rsvpVisibility": "adminOnly" })).await;
        let before = Browser::new(&table).goes_to(&page(&event)).await.expect(200);
        table.post(&event.at("/rsvps"), None, json!({ "name": "Zelda", "response": "going" })).await.expect(201);
        let after = Browser::new(&table).goes_to(&page(&event)).await.expect(200);
        assert_eq!(after.text, before.text);
    }

    async fn a_form_that_makes_something_sets_the_organiser_up_and_comes_back_when_it_is_wrong(table: Table) {
        let mut ana = Browser::new(&table);
        let wrong = ana.submits("/new/event", &[("name", "Supper <b>"), ("startTime", "soon"), ("expiresAfter", "7")]).await.expect(422);
        assert!(wrong.text.contains("Give a day and a time") && wrong.text.contains("Supper &#60;b&#62;"));
        let more = ana.submits("/new/poll", &[("name", "Where"), ("q0-title", "One?"), ("q0-lines", "a\r\nb"), ("do", "add")]).await.expect(200);
        assert!(more.text.contains("q1-title") && more.text.contains("One?"), "nothing is made yet");
        let fields = [("name", "Supper"), ("startTime", "2037-12-05T18:30"), ("timeZone", "Asia/Tokyo"), ("type", "virtual"), ("location", "https://meet.example/x"), ("expiresAfter", "30")];
        let made = ana.submits("/new/event", &fields).await.expect(303);
        let admin = header_of(&made, "location").to_owned();
        let shown = ana.goes_to(&admin).await.expect(200);
        assert!(shown.text.contains("It's ready") && shown.text.contains("Keep this passcode"));
        let event = ana.goes_to(admin.trim_end_matches("/admin?new")).await.expect(200);
        assert!(event.text.contains("18:30") && event.text.contains("Tokyo time") && event.text.contains("https://meet.example/x"));
        assert!(event.text.contains("2037-12-05T09:30:00.000Z"), "kept in UTC");
    }

    async fn an_edit_of_what_somebody_else_changed_meanwhile_is_not_lost_and_not_forced(table: Table) {
        let list = table.make_checklist(&["Tent"]).await;
        let mut ana = Browser::of_organiser(&table, &list);
        let edit = format!("{}/admin/edit", page(&list));
        let item = list.item(0);
        let form = |version: &'static str| [("version", version), ("name", "Mine"), ("item-id", item.as_str()), ("item-name", "Tent"), ("item-note", ""), ("lines", "Rope")].map(|(name, value)| (name, value.to_owned()));
        table.post(&list.at("/items"), list.admin(), json!({ "name": "Stove" })).await.expect(201);
        let sent = form("1");
        let sent: Vec<_> = sent.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let stale = ana.submits(&edit, &sent).await.expect(412);
        assert!(stale.text.contains("Somebody changed this") && stale.text.contains("Rope") && stale.text.contains(r#"name="version" value="2""#));
        assert_eq!(table.get(&list.path, None).await.json["items"][1]["name"], "Stove");
    }

    async fn a_page_costs_as_many_storage_calls_as_its_json(table: Table) {
        table.fill_pool().await;
        let list = table.make_checklist(&["Tent"]).await;
        let (poll, event) = (table.make_poll(json!({})).await, table.make_event(json!({})).await);
        for (share, most) in [(&list, 2), (&poll, 2), (&event, 2)] {
            let mut ana = Browser::new(&table);
            let path = page(share);
            let (answer, counts) = table.storage.during(ana.goes_to(&path)).await;
            answer.expect(200);
            assert_eq!(counts.calls(), most, "{path}\n{counts}");
            let mut organiser = Browser::of_organiser(&table, share);
            let admin = format!("{path}/admin");
            let (answer, counts) = table.storage.during(organiser.goes_to(&admin)).await;
            answer.expect(200);
            assert_eq!(counts.calls(), 2, "{admin}\n{counts}");
        }
    }
}
