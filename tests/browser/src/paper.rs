//! What comes out of a printer, and what a chat shows of a link.

use crate::{
    look::Made,
    people::{event, poll, ranked},
};
use kit::{
    Engine, TestApp,
    browser::{Browser, View, shot},
    serde_json::json,
};

#[tokio::test(flavor = "multi_thread")]
async fn what_is_worth_printing_is_one_page_with_its_code_and_qr() {
    let app = TestApp::start(Engine::Embedded).await;
    let (poll, event, (ballot, _)) = (poll(&app).await, event(&app).await, ranked(&app).await);
    let list = json!({"entity": "checklist", "name": "שלום!", "expiresAfter": 7, "items": [{"name": "Tent"}, {"name": "دانا؟"}]});
    let list = Made::by(&app, list).await;
    let ana = Browser::open(&app.base_url, View::desktop()).await;
    for (name, page) in [
        ("poll", poll.page()),
        ("poll-poster", format!("{}/poster", poll.page())),
        ("event", event.page()),
        ("event-poster", format!("{}/poster", event.page())),
        ("checklist", list.page()),
        ("ballot", ballot.clone()),
        ("ballot-poster", format!("{ballot}/poster")),
        ("results", format!("{ballot}/results")),
    ] {
        ana.goto(&page).await;
        let file = shot(&format!("paper/{name}")).with_extension("pdf");
        assert_eq!(ana.printed_pages(file).await, 1, "{page}");
        ana.as_on_paper().await;
        for needed in [".qr svg", ".shortcode", "h1"] {
            assert!(ana.sees(needed).await, "{page} is printed without {needed}");
        }
        for useless in [".btn", ".topbar .end", ".foot", "[data-rounds]"] {
            assert!(!ana.sees(useless).await, "{page} is printed with {useless}");
        }
        assert!(ana.text_of(".address").await.starts_with("http"), "{page} is printed without its link");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn print_is_a_button_where_scripts_run_and_is_not_there_where_they_do_not() {
    let app = TestApp::start(Engine::Embedded).await;
    let (poll, (ballot, _)) = (poll(&app).await, ranked(&app).await);
    let ana = Browser::open(&app.base_url, View::phone()).await;
    let without = ana.beside(View::phone().without_scripts()).await;
    let pages = [poll.page(), format!("{}/poster", poll.page()), ballot.clone(), format!("{ballot}/results")];
    for page in pages {
        ana.goto(&page).await;
        ana.wait_for("[data-print]").await;
        without.goto(&page).await;
        assert!(!without.sees("[data-print]").await, "{page}");
    }
}

/// What a chat reads of a page: title, description and the address of a picture, which must be one.
async fn preview(app: &TestApp, browser: &Browser, page: &str) -> (String, String, bool) {
    browser.goto(page).await;
    let of = async |name: &str| browser.attribute(&format!("meta[property='og:{name}']"), "content").await;
    let (title, about) = (of("title").await, of("description").await);
    let picture = if browser.count("meta[property='og:image']").await > 0 { of("image").await } else { None };
    let drawn = match picture {
        Some(picture) => {
            let path = picture.strip_prefix(&app.base_url).expect("at the same address").to_owned();
            let answer = app.anyone().page(&path).await.expect(200);
            answer.header("content-type") == "image/png"
        }
        None => false,
    };
    (title.unwrap_or_default(), about.unwrap_or_default(), drawn)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_in_a_chat_shows_what_when_where_and_whether_it_is_open() {
    let app = TestApp::start(Engine::Embedded).await;
    let (poll, event, (ballot, made)) = (poll(&app).await, event(&app).await, ranked(&app).await);
    let ana = Browser::open(&app.base_url, View::phone()).await;
    let open = |kind: &str| format!("{kind}. Open. No account needed.");
    assert_eq!(preview(&app, &ana, &poll.page()).await, ("Where?".into(), open("Poll"), true));
    let about = "Event. Saturday 5 December, 23:30 Lisbon time, 14 Mill Lane. No account needed.";
    assert_eq!(preview(&app, &ana, &event.page()).await, ("Harvest supper".into(), about.into(), true));
    let title = "Where to next summer?".to_owned();
    assert_eq!(preview(&app, &ana, &ballot).await, (title.clone(), open("Ranked poll"), true));
    let key = made["manageKey"].as_str().expect("a key");
    let close = format!("/ranked-polls{}/close", ballot.trim_start_matches("/r"));
    app.anyone().with_bearer(key).act(&close).await.expect(200);
    let closed = "Ranked poll. Closed. No account needed.".to_owned();
    assert_eq!(preview(&app, &ana, &ballot).await, (title, closed, true));
    // What has a passcode tells its kind and nothing else.
    let body = json!({"entity": "checklist", "name": "Secret kit", "expiresAfter": 7, "viewPasscode": "velvet-pond", "items": [{"name": "Tent"}]});
    let locked = Made::by(&app, body).await;
    let (title, about, drawn) = preview(&app, &ana, &locked.page()).await;
    assert_eq!((about.as_str(), drawn), ("Checklist on Roundtable. It needs a passcode.", false));
    assert!(!title.contains("Secret"), "{title}");
    app.anyone().page(&format!("{}/preview.png", locked.page())).await.expect(404);
}
