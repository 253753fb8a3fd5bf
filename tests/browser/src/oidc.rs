//! In and out with a real OpenID provider.

use kit::{
    Engine, OidcSettings, Setup, TestApp,
    browser::{Browser, View},
};
use local_server::LocalServer;

async fn in_and_out(view: View) {
    let provider = LocalServer::start("oidc-local").expect("run scripts/install-tools");
    let oidc = OidcSettings {
        issuer: provider.endpoint.clone(),
        client_id: "roundtable".into(),
        client_secret: Some("a-secret-of-the-test".into()),
        roles_claim: None,
        name: "Club".into(),
    };
    let app = TestApp::with(Setup { oidc: Some(oidc), ..Setup::on(Engine::Embedded) }).await;
    app.registers("Root").await;
    let ana = Browser::open(&app.base_url, view).await;
    ana.goto("/sign-in?next=/me").await;
    ana.click("Sign in with Club").await;
    ana.wait_for("input[name=login]").await;
    ana.element("input[name=login]").await.send_keys("ana").await.expect("a field");
    ana.element("input[name=password]").await.send_keys("x").await.expect("a field");
    ana.click_css("button[type=submit]").await;
    ana.wait_for_text("Continue").await;
    ana.click_css("button[type=submit]").await;
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
}
