//! Without a connection: the page that says so keeps an unsent answer and sends it once. Roundtable can be installed.

use kit::{
    Engine, TestApp,
    browser::{Browser, View},
    serde_json::{Value, json},
};

const CONTROLLED: &str = "const done = arguments[arguments.length - 1];
    navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller
        ? done(true) : navigator.serviceWorker.addEventListener('controllerchange', () => done(true)));";
/// What the browser has kept: addresses in caches, and how many answers.
const KEPT: &str = "const done = arguments[arguments.length - 1];
    (async () => {
        const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
        return requests.flat().map((request) => new URL(request.url).pathname);
    })().then(done);";

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_could_not_be_sent_is_kept_and_sent_once() {
    let mut app = TestApp::start(Engine::Embedded).await;
    let body = json!({ "entity": "poll", "name": "Lunch", "expiresAfter": 7, "questions": [
        { "title": "Where?", "options": [{ "label": "Tasca" }, { "label": "Ramen" }] },
    ] });
    let id = app.anyone().post("/shareables", body).await.expect(201).text_at("shortId");
    let ana = Browser::open(&app.base_url, View::phone()).await;
    ana.goto(&format!("/s/{id}")).await;
    assert_eq!(ana.run_async(CONTROLLED).await, json!(true));
    ana.click("Ramen").await;
    app.goes_away().await;
    ana.click("Send answers").await;
    ana.wait_for_text("Your answer is kept on this device.").await;
    app.comes_back().await;
    ana.click("Try again").await;
    ana.wait_for_text("Your answers are saved.").await;
    let results = app.anyone().get(&format!("/shareables/{id}/results")).await.expect(200);
    assert_eq!(results.json["totalVotes"], json!(1));
    let kept: Value = ana.run_async(KEPT).await;
    for path in kept.as_array().expect("addresses") {
        let path = path.as_str().unwrap_or_default();
        assert!(path == "/offline" || path.starts_with("/assets/"), "{path} is kept in the browser");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_can_be_installed() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone()).await;
    ana.goto("/").await;
    let manifest = ana.devtools("Page.getAppManifest", json!({})).await;
    assert_eq!(manifest["errors"], json!([]), "{manifest}");
    ana.run_async(CONTROLLED).await;
    let errors = ana.devtools("Page.getInstallabilityErrors", json!({})).await;
    assert_eq!(errors["installabilityErrors"], json!([]), "{errors}");
    // Home screens that take no SVG find what they take, in the sizes that they ask for.
    let drawn = "const done = arguments[arguments.length - 1];
        const found = async () => {
            const { icons } = await (await fetch('/manifest.webmanifest')).json();
            const touch = document.querySelector('link[rel=apple-touch-icon]').getAttribute('href');
            const all = [...icons, { src: touch, sizes: '180x180', purpose: 'touch', type: 'image/png' }];
            return Promise.all(all.filter((icon) => icon.type === 'image/png').map(async (icon) => {
                const image = new Image();
                image.src = icon.src;
                await image.decode();
                return `${icon.purpose} ${icon.sizes} ${image.naturalWidth}`;
            }));
        };
        found().then(done);";
    let icons = [
        "any 192x192 192",
        "any 512x512 512",
        "maskable 192x192 192",
        "maskable 512x512 512",
        "touch 180x180 180",
    ];
    assert_eq!(ana.run_async(drawn).await, json!(icons));
}
