//! One thing has one name on every screen, and long help shows only where somebody asks for it.

use crate::people::{event, poll, ranked};
use kit::{Engine, TestApp, browser::View};

/// What screens do not say, in lower case: the words for these are others.
const NOT_SAID: [&str; 24] = [
    "look after",
    "pass it round",
    "here until",
    "here for",
    "take it away",
    "take it with you",
    "that is not it",
    "do not go together",
    "has been cleared",
    "level with",
    "exhausted",
    "one a line",
    "must be answered",
    "several answers;",
    "what it is",
    "also if you cannot come",
    "what stays keep counting",
    "shuts out everyone",
    "shown this once",
    "the table is set",
    "look into your mail",
    "your password now",
    "read along",
    "0 votes",
];

#[tokio::test(flavor = "multi_thread")]
async fn every_page_speaks_the_same_words_and_keeps_help_folded() {
    let app = TestApp::start(Engine::Embedded).await;
    let (poll, event, (ballot, made)) = (poll(&app).await, event(&app).await, ranked(&app).await);
    let ana = poll.organiser(&app, View::phone()).await;
    let key = made["manageKey"].as_str().expect("a key");
    let mut pages: Vec<String> =
        ["/", "/new/checklist", "/new/event", "/new/poll", "/new/ranked", "/here", "/nowhere"]
            .map(str::to_owned)
            .to_vec();
    pages.extend(
        ["", "?show=results", "/people", "/screen", "/poster", "/admin", "/admin/edit"]
            .map(|path| poll.page() + path),
    );
    pages.extend(["", "/people", "/screen", "/poster", "/admin"].map(|path| event.page() + path));
    pages.extend(["", "/results", "/screen", "/poster"].map(|path| format!("{ballot}{path}")));
    pages.push(format!("{ballot}/manage#key={key}"));
    for page in pages {
        ana.goto(&page).await;
        let text = ana.text().await.to_lowercase();
        for words in NOT_SAID {
            assert!(!text.contains(words), "{page} says “{words}”");
        }
        assert_eq!(ana.count("main details[open]").await, 0, "{page} shows what nobody asked for");
    }
}
