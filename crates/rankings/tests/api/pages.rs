//! The pages, as a browser without scripts uses them.

use crate::support::{Answer, Engine, Poll, Table, key};
use axum::body::Body;
use http::{Request, header};
use http_body_util::BodyExt;
use serde_json::json;
use std::sync::Mutex;

/// A browser: it keeps cookies with their paths and sends forms from our own pages.
struct Browser {
    table: Table,
    cookies: Mutex<Vec<(String, String, String)>>,
}

impl Browser {
    fn new(table: &Table) -> Self {
        Self { table: table.clone(), cookies: Mutex::default() }
    }

    async fn call(&self, method: &str, path: &str, body: String) -> Answer {
        let cookies: Vec<String> = {
            let kept = self.cookies.lock().unwrap();
            let sent = kept.iter().filter(|(_, _, at)| path.starts_with(at.as_str()));
            sent.map(|(name, value, _)| format!("{name}={value}")).collect()
        };
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::COOKIE, cookies.join("; "))
            .header("sec-fetch-site", "same-origin")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        let answer = self.table.call(request, body).await;
        for line in answer.headers.get_all(header::SET_COOKIE) {
            self.keep(line.to_str().unwrap());
        }
        answer
    }

    fn keep(&self, line: &str) {
        assert!(line.contains("HttpOnly") && line.contains("SameSite=Lax"), "{line}");
        let mut parts = line.split("; ");
        let (name, value) = parts.next().unwrap().split_once('=').unwrap();
        let path = parts.find_map(|part| part.strip_prefix("Path=")).unwrap();
        let mut kept = self.cookies.lock().unwrap();
        kept.retain(|(other, _, at)| (other.as_str(), at.as_str()) != (name, path));
        if !value.is_empty() {
            kept.push((name.into(), value.into(), path.into()));
        }
    }

    async fn open(&self, path: &str) -> Answer {
        let page = self.call("GET", path, String::new()).await;
        assert_clean(&page.text);
        page
    }

    async fn submit(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let encoded: Vec<String> =
            fields.iter().map(|(name, value)| format!("{name}={}", escape(value))).collect();
        let page = self.call("POST", path, encoded.join("&")).await;
        assert_clean(&page.text);
        page
    }

    /// Sends a form and goes where it leads.
    async fn submit_and_follow(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let answer = self.submit(path, fields).await.expect(303);
        self.open(answer.header("location")).await
    }

    /// Makes a poll over these choices; gives its address.
    async fn makes_poll(&self, choices: &str, visibility: &str) -> String {
        let fields =
            [("title", "Where to <b>next</b>?"), ("candidates", choices), ("resultsVisibility", visibility)];
        let answer = self.submit("/new/ranked", &fields).await.expect(303);
        answer.header("location").trim_end_matches("/manage?done=created").to_owned()
    }

    async fn casts(&self, base: &str, places: &[(&str, &str)]) -> Answer {
        let fields: Vec<_> = places
            .iter()
            .flat_map(|(name, place)| [("candidate", *name), ("place", *place)])
            .chain([("send", "1")])
            .collect();
        self.submit(base, &fields).await
    }
}

fn escape(text: &str) -> String {
    text.bytes()
        .map(
            |byte| {
                if byte.is_ascii_alphanumeric() {
                    char::from(byte).to_string()
                } else {
                    format!("%{byte:02X}")
                }
            },
        )
        .collect()
}

/// Nothing inline, so that the strict policy holds; nothing that people typed is taken for markup.
#[track_caller]
fn assert_clean(html: &str) {
    for inline in [" style=", "<style", "onclick=", "javascript:", "<b>next</b>"] {
        assert!(!html.contains(inline), "{inline} in {html}");
    }
    for script in html.match_indices("<script").map(|(at, _)| &html[at..]) {
        assert!(script.starts_with("<script type=\"module\" src=\"/assets/"), "{}", &script[..80]);
    }
}

on_both_engines! {
    async fn a_poll_is_made_passed_round_voted_in_and_counted_without_scripts(table: Table) {
        let (ana, ben) = (Browser::new(&table), Browser::new(&table));
        ana.open("/new/ranked").await.expect(200);
        let base = ana.makes_poll("Lisbon\n\n Lakes \nAthens\n", "always").await;
        let manage = ana.open(&format!("{base}/manage")).await.expect(200);
        assert!(manage.text.contains("#key=rmk_") && manage.text.contains("<svg"), "{}", manage.text);
        assert!(manage.text.contains("few people have voted"));

        let page = ben.open(&base).await.expect(200);
        assert!(page.text.contains("No ballots yet") && page.text.contains("Where to &#60;b&#62;next"), "{}", page.text);
        let moved = ben.submit(&base, &[("candidate", "Lisbon"), ("place", ""), ("candidate", "Lakes"), ("place", ""), ("candidate", "Athens"), ("place", "1"), ("rank", "Lakes")]).await.expect(200);
        assert!(moved.text.contains("Lakes moved to place 2 of 2."), "{}", moved.text);
        assert_eq!(table.get(&format!("/ranked-polls/{}", &base[3..]), None).await.json["totalVotes"], 0, "moving casts nothing");

        let thanks = {
            let answer = ben.casts(&base, &[("Lisbon", ""), ("Lakes", "1"), ("Athens", "2")]).await.expect(303);
            ben.open(answer.header("location")).await
        };
        assert!(thanks.text.contains("Your ballot is in.") && thanks.text.contains("1 ballot<"), "{}", thanks.text);
        ana.casts(&base, &[("Lisbon", "1"), ("Lakes", ""), ("Athens", "")]).await.expect(303);
        let changed = ben.casts(&base, &[("Lisbon", ""), ("Lakes", "2"), ("Athens", "1")]).await.expect(303);
        assert!(changed.header("location").ends_with("done=changed"));
        let cleo = Browser::new(&table);
        cleo.casts(&base, &[("Lisbon", "2"), ("Lakes", "1"), ("Athens", "3")]).await.expect(303);
        cleo.submit_and_follow(&format!("{base}/withdraw"), &[]).await.expect(200);
        cleo.casts(&base, &[("Lisbon", "2"), ("Lakes", "1"), ("Athens", "3")]).await.expect(303);

        let results = ben.open(&format!("{base}/results")).await.expect(200);
        for words in ["Ahead right now", "after 2 rounds and 3 ballots", "Round by round", "Where votes moved", "Head to head", "Your ballot", "How ties were settled"] {
            assert!(results.text.contains(words), "{words} in {}", results.text);
        }
        assert!(results.text.contains(&format!("data-live=\"{base}/live?")));
    }

    async fn the_manager_edits_closes_opens_and_deletes_in_the_browser(table: Table) {
        let ana = Browser::new(&table);
        let base = ana.makes_poll("A\nB", "always").await;
        let edit = |version: &'static str, title: &'static str| [("version", version), ("title", title), ("description", "d"), ("candidates", "A\nB\nC"), ("ends", "1d"), ("resultsVisibility", "afterClose")];
        let saved = ana.submit_and_follow(&format!("{base}/manage"), &edit("1", "New title")).await.expect(200);
        assert!(saved.text.contains("Saved.") && saved.text.contains("New title"));
        let stale = ana.submit(&format!("{base}/manage"), &edit("1", "Newer title")).await.expect(412);
        assert!(stale.text.contains("were not saved") && stale.text.contains("value=\"Newer title\""), "{}", stale.text);
        let wrong = ana.submit(&format!("{base}/manage"), &[("version", "2"), ("title", ""), ("candidates", "A\na")]).await.expect(422);
        assert!(wrong.text.contains("This is required.") && wrong.text.contains("“a”: This is the same as option 1."), "{}", wrong.text);
        let api = format!("/ranked-polls/{}", &base[3..]);
        let poll = table.get(&api, None).await.json;
        assert_eq!((&poll["title"], &poll["candidates"], &poll["expiresAt"]), (&json!("New title"), &json!(["A", "B", "C"]), &json!("2037-11-16T09:00:00.000Z")));

        ana.submit_and_follow(&format!("{base}/manage/close"), &[]).await.expect(200);
        assert!(ana.open(&base).await.text.contains("Voting is over"));
        ana.casts(&base, &[("A", "1")]).await.expect(409);
        ana.submit_and_follow(&format!("{base}/manage/reopen"), &[]).await.expect(200);
        ana.casts(&base, &[("A", "1")]).await.expect(303);
        let fixed = ana.open(&format!("{base}/manage")).await;
        assert!(fixed.text.contains("They can’t be changed, because someone has voted."));
        assert!(ana.open(&format!("{base}/ballots.csv")).await.text.ends_with("\n1,A\n"));
        let deleted = ana.submit(&format!("{base}/manage/delete"), &[]).await.expect(303);
        assert_eq!(deleted.header("location"), "/?done=deleted");
        ana.open(&base).await.expect(404);
        ana.open(&format!("{base}/manage")).await.expect(404);
    }

    async fn the_managers_page_asks_others_for_the_key(table: Table) {
        let (ana, ben) = (Browser::new(&table), Browser::new(&table));
        let base = ana.makes_poll("A\nB", "always").await;
        let link = ana.open(&format!("{base}/manage")).await.text;
        let manage_key: String = link.split("#key=").nth(1).unwrap().chars().take_while(|c| *c != '"').collect();
        let asked = ben.open(&format!("{base}/manage")).await.expect(401);
        assert!(asked.text.contains("data-key") && !asked.text.contains("rmk_A"));
        for action in ["", "/close", "/reopen", "/delete"] {
            ben.submit(&format!("{base}/manage{action}"), &[("title", "Mine")]).await.expect(401);
        }
        assert!(ben.open(&format!("{base}/ballots.csv")).await.expect(401).text.contains("data-key"));
        let wrong = ben.submit(&format!("{base}/manage/key"), &[("key", "rmk_guess")]).await.expect(401);
        assert!(wrong.text.contains("Wrong manage key."), "{}", wrong.text);
        ben.submit_and_follow(&format!("{base}/manage/key"), &[("key", &manage_key)]).await.expect(200);
        ben.open(&format!("{base}/ballots.csv")).await.expect(200);
        let other = ana.makes_poll("A\nB", "always").await;
        ben.open(&format!("{other}/manage")).await.expect(401);
    }

    async fn hidden_results_are_hidden_on_every_page(table: Table) {
        let (ana, ben) = (Browser::new(&table), Browser::new(&table));
        let base = ana.makes_poll("A\nB", "afterVote").await;
        ana.casts(&base, &[("A", "1")]).await.expect(303);
        assert!(!ben.open(&base).await.text.contains("1 ballot<"));
        let hidden = ben.open(&format!("{base}/results")).await.expect(403);
        assert!(hidden.text.contains("once you have voted"));
        ben.open(&format!("{base}/results.csv")).await.expect(403);
        ana.open(&format!("{base}/results")).await.expect(200);
        ben.casts(&base, &[("B", "1")]).await.expect(303);
        assert!(ben.open(&base).await.text.contains("2 ballots<"));
        assert!(ben.open(&format!("{base}/results")).await.expect(200).text.contains("Tied right now"));
        ben.open(&format!("{base}/results.csv")).await.expect(200);
    }
}

#[tokio::test]
async fn a_form_that_was_filled_in_wrongly_keeps_what_was_typed() {
    let table = Table::on(Engine::Embedded).await;
    let ana = Browser::new(&table);
    let again = ana
        .submit("/new/ranked", &[("title", "Where?"), ("candidates", "Lisbon\nlisbon"), ("ends", "3d")])
        .await
        .expect(422);
    assert!(
        again.text.contains("value=\"Where?\"") && again.text.contains("Lisbon\nlisbon"),
        "{}",
        again.text
    );
    assert!(again.text.contains("“lisbon”: This is the same as option 1."));
    assert!(again.text.contains("<option value=\"3d\" selected>"));
    let base = ana.makes_poll("Lisbon\nLakes", "always").await;
    for (one, other, trouble) in [
        ("1", "1", "Two options have place 1."),
        ("", "", "Rank at least one option."),
        ("first", "", "“first” is not a place."),
        ("0", "1", "“0” is not a place."),
    ] {
        let page = ana.casts(&base, &[("Lisbon", one), ("Lakes", other)]).await.expect(422);
        assert!(
            page.text.contains("Your ballot was not cast.") && page.text.contains(trouble),
            "{}",
            page.text
        );
    }
}

#[tokio::test]
async fn however_often_a_form_is_tapped_one_thing_is_made_of_it() {
    let table = Table::on(Engine::Embedded).await;
    let (ana, once) = (Browser::new(&table), "k".repeat(43));
    let fields = [("title", "Where?"), ("candidates", "A\nB"), ("once", once.as_str())];
    let first = ana.submit("/new/ranked", &fields).await.expect(303).header("location").to_owned();
    for _ in 0..2 {
        assert_eq!(
            Browser::new(&table).submit("/new/ranked", &fields).await.expect(303).header("location"),
            first
        );
    }
    let other = [("title", "Where else?"), ("candidates", "A\nB"), ("once", once.as_str())];
    assert!(ana.submit("/new/ranked", &other).await.expect(200).text.contains("You already created"));
    let base = first.strip_suffix("/manage?done=created").unwrap();
    for _ in 0..3 {
        let vote = [("candidate", "A"), ("place", "1"), ("send", "1"), ("once", once.as_str())];
        let sent = Browser::new(&table).submit(base, &vote).await.expect(303);
        assert!(sent.header("location").ends_with("done=cast"), "the same ballot again changes nothing");
    }
    let poll = table.get(&format!("/ranked-polls/{}", &base[3..]), None).await.json;
    assert_eq!(poll["totalVotes"], 1);
}

#[tokio::test]
async fn a_ballot_for_someone_else_leaves_ones_own_alone() {
    let table = Table::on(Engine::Embedded).await;
    let ana = Browser::new(&table);
    let base = ana.makes_poll("A\nB", "always").await;
    ana.casts(&base, &[("A", "1")]).await.expect(303);
    let other =
        [("candidate", "B"), ("place", "1"), ("send", "1"), ("for", "another"), ("once", &"o".repeat(43))];
    ana.submit_and_follow(&base, &other).await.expect(200);
    let api = format!("/ranked-polls/{}/results", &base[3..]);
    assert_eq!(table.get(&api, None).await.json["totalVotes"], 2);
    assert!(ana.open(&format!("{base}?for=another")).await.expect(200).text.contains("someone else"));
}

#[tokio::test]
async fn a_form_from_another_site_changes_nothing() {
    let table = Table::on(Engine::Embedded).await;
    let poll = table.make().await;
    let request = Request::post(format!("/r/{}", poll.id))
        .header("origin", "https://elsewhere.example")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
    table.call(request, "candidate=Go&place=1&send=1").await.expect(403);
    assert_eq!(table.total(&poll).await, 0);
}

#[tokio::test]
async fn where_creating_needs_an_account_the_page_leads_to_signing_in() {
    let table = Table::with(Engine::Embedded, |settings| settings.anonymous_creation = false).await;
    let answer = Browser::new(&table).open("/new/ranked").await.expect(303);
    assert_eq!(answer.header("location"), "/sign-in?next=%2Fnew%2Franked");
}

#[tokio::test]
async fn pages_of_a_crowded_poll_stay_small() {
    let table = Table::on(Engine::Embedded).await;
    let names: Vec<String> = (0..100).map(|at| format!("The candidate with number {at}")).collect();
    let poll: Poll = table.make_with(json!({ "candidates": names })).await;
    for voter in 0..60 {
        let ranking: Vec<&str> = (0..30).map(|at| names[(voter * 7 + at * 13) % 100].as_str()).collect();
        table.vote(&poll, &key(voter), &ranking).await.expect(201);
    }
    for path in ["", "/results"] {
        let request = Request::get(format!("/r/{}{path}", poll.id)).header(header::ACCEPT_ENCODING, "gzip");
        let response = table.raw(request.body(Body::empty()).unwrap()).await;
        assert_eq!(
            (response.status().as_u16(), response.headers()["content-encoding"].to_str().unwrap()),
            (200, "gzip")
        );
        let sent = response.into_body().collect().await.unwrap().to_bytes().len();
        assert!(sent < 40_000, "{path} takes {sent} bytes");
    }
}
