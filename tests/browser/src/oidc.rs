//! In and out with a real OpenID provider.

use crate::accounts::registers;
use kit::{
    Engine, OidcSettings, PASSWORD, Setup, TestApp,
    browser::{Browser, View},
};
use local_server::LocalServer;

struct Scene {
    app: TestApp,
    _provider: LocalServer,
}

async fn scene() -> Scene {
    let provider = LocalServer::start("oidc-local").expect("run scripts/install-tools");
    let oidc = OidcSettings {
        issuer: provider.endpoint.clone(),
        client_id: "roundtable".into(),
        client_secret: Some("a-secret-of-the-test".into()),
        audience: None,
        roles_claim: None,
        name: "Club".into(),
    };
    let app = TestApp::with(Setup { oidc: Some(oidc), ..Setup::on(Engine::Embedded) }).await;
    app.registers("Root").await;
    Scene { app, _provider: provider }
}

/// Signs in on the provider's pages.
async fn signs_in_there(browser: &Browser, name: &str) {
    browser.wait_for("input[name=login]").await;
    browser.element("input[name=login]").await.send_keys(name).await.expect("a field");
    browser.element("input[name=password]").await.send_keys("x").await.expect("a field");
    browser.click_css("button[type=submit]").await;
    browser.wait_for_text("Continue").await;
    browser.click_css("button[type=submit]").await;
}

async fn links_and_unlinks(view: View) {
    let scene = scene().await;
    let ana = Browser::open(&scene.app.base_url, view).await;
    registers(&ana, "Ana").await;
    ana.goto("/me#links").await;
    ana.element("#link-password").await.send_keys(PASSWORD).await.expect("a field");
    ana.click("Go on to Club").await;
    signs_in_there(&ana, "ana-at-work").await;
    ana.wait_for_path("/me").await;
    ana.wait_for_text("Your sign-in is linked.").await;
    ana.click("Remove the link to Club").await;
    ana.wait_for_text("The link is removed.").await;
}

async fn cancels(view: View) {
    let scene = scene().await;
    let ana = Browser::open(&scene.app.base_url, view).await;
    ana.goto("/sign-in").await;
    ana.click("Sign in with Club").await;
    ana.wait_for("input[name=login]").await;
    ana.click_css("a[href$='/abort']").await;
    ana.wait_for_text("Signing in at the provider was cancelled.").await;
    ana.click("Back to sign in").await;
    ana.wait_for_path("/sign-in").await;
}

async fn in_and_out(view: View) {
    let scene = scene().await;
    let ana = Browser::open(&scene.app.base_url, view).await;
    ana.goto("/sign-in?next=/me").await;
    ana.click("Sign in with Club").await;
    signs_in_there(&ana, "ana").await;
    ana.wait_for_path("/me").await;
    ana.wait_for_text("ana@example.org").await;
    ana.wait_for_text("You can sign in with Club.").await;
    ana.click("Sign out").await;
    // The provider asks, too.
    ana.wait_for("button[name=logout]").await;
    ana.click_css("button[name=logout]").await;
    ana.wait_for_path("/").await;
    ana.wait_for_text("Sign in").await;
    ana.goto("/me").await;
    ana.wait_for_path("/sign-in").await;
}

stories! {
    someone_signs_in_and_out_with_a_provider: in_and_out(View::phone());
    someone_signs_in_and_out_with_a_provider_without_scripts: in_and_out(View::desktop().without_scripts());
    someone_links_a_provider_and_removes_the_link: links_and_unlinks(View::phone());
    someone_links_a_provider_without_scripts: links_and_unlinks(View::desktop().without_scripts());
    someone_cancels_at_the_provider: cancels(View::phone());
}
