//! From the landing page to a link that somebody else can open: few clicks, few fields, at whatever address the server is reached.

use kit::{
    Engine, Setup, TestApp,
    browser::{Browser, Key, NOT_LOCAL, View},
};

/// Each kind of thing: what is filled in to create it, by label, and the button that does.
pub type Kind = (&'static str, &'static [(&'static str, &'static str)], &'static str);

pub const KINDS: [Kind; 4] = [
    ("Checklist", &[("Name", "Camping")], "Create checklist"),
    ("Event", &[("Name", "Supper"), ("Starts", "2037-12-05T18:30")], "Create event"),
    ("Poll", &[("Question 1", "Where?"), ("Options", "Lake\nCoast")], "Create poll"),
    ("Ranked poll", &[("Question", "Where?"), ("Options", "Lake\nCoast\nCity")], "Create ranked poll"),
];

const MOST_FIELDS: usize = 2;

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_is_shared_after_three_clicks_and_at_most_two_fields() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone()).await;
    for (kind, fields, create) in KINDS {
        ana.goto("/").await;
        ana.forget_clicks();
        ana.click(kind).await;
        ana.wait_for("main form").await;
        assert!(fields.len() <= MOST_FIELDS, "{kind} asks for too much");
        assert!(ana.count("main form [required]").await <= MOST_FIELDS, "{kind} says that it asks for more");
        ana.fill_all(fields).await;
        ana.click(create).await;
        ana.click("Copy").await;
        ana.wait_for_text("Copied").await;
        assert_eq!(ana.clicks(), 3, "{kind}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_scripts_the_link_is_there_after_two_clicks() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone().without_scripts()).await;
    for (kind, fields, create) in KINDS {
        ana.goto("/").await;
        ana.forget_clicks();
        ana.click(kind).await;
        ana.fill_all(fields).await;
        ana.click(create).await;
        ana.wait_for("[data-link]").await;
        assert!(ana.value_of("Link").await.starts_with(&app.base_url), "{kind}");
        assert_eq!(ana.clicks(), 2, "{kind}");
    }
}

/// A page at a plain http address that is not this machine's own is given no clipboard by the browser.
#[tokio::test(flavor = "multi_thread")]
async fn links_follow_the_address_in_use_and_are_copied_on_plain_http() {
    let setup = Setup { settings: |settings| settings.follows_host = true, ..Setup::on(Engine::Embedded) };
    let app = TestApp::with(setup).await;
    let there = format!("http://{NOT_LOCAL}:{}", app.address().port());
    let ana = Browser::open(&there, View::phone()).await;
    for (kind, fields, create) in KINDS {
        ana.goto("/").await;
        assert_eq!(ana.run("return isSecureContext || Boolean(navigator.clipboard)", vec![]).await, false);
        ana.click(kind).await;
        ana.fill_all(fields).await;
        ana.click(create).await;
        ana.wait_for("[data-link]").await;
        let link = ana.value_of("Link").await;
        assert!(link.starts_with(&there), "{kind} is shared as {link}");
        ana.click("Copy").await;
        ana.wait_for_text("Copied").await;
        assert!(ana.focused().await.starts_with("Cop"), "focus stays on the button");
        // What was copied is what can be pasted.
        ana.field("Code or link").await.click().await.expect("the field can be clicked");
        ana.press_with(Key::Control, 'v').await;
        assert_eq!(ana.value_of("Code or link").await, link);
        // Whoever scans it comes to the same place.
        ana.goto(&link).await;
        assert!(ana.url().await.starts_with(&there), "{}", ana.url().await);
    }
}
