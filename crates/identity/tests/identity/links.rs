//! Linking identities at a provider to an account, and removing them.

use crate::oidc::{BASE, Scene, scene};
use outbound::RecordedMail;
use serde_json::{Value, json};
use stage::{Answer, PASSWORD, Person};

impl Scene {
    /// Shows the password on the account page and signs in at the provider as `name`; returns the address that leads back.
    async fn begins_to_link(&self, person: &Person, name: &str) -> String {
        let form = [("form", "link"), ("currentPassword", PASSWORD)];
        let page = person.submit("/me", &form).await.expect(200);
        self.provider.signs_in(BASE, &self.provider.onward(&page.text), name).await
    }

    async fn links(&self, person: &Person, name: &str) -> Answer {
        person.page(&self.begins_to_link(person, name).await).await
    }

    /// The account that someone gets who signs in at the provider as `name`.
    async fn opens(&self, name: &str) -> String {
        let person = self.stage.anyone();
        self.comes_back(&person, name).await.expect(303);
        person.get("/me").await.expect(200).text_at("userId")
    }
}

async fn links_of(person: &Person) -> Vec<Value> {
    person.get("/me/links").await.expect(200).json["items"].as_array().cloned().unwrap_or_default()
}

/// Sets a new password by a mailed link.
async fn resets(scene: &Scene, email: &str) {
    scene.stage.anyone().post("/auth/forgot", json!({ "email": email })).await.expect(202);
    scene.stage.finish_work().await;
    let token = mailed_token(&scene.stage.mail).await;
    let body = json!({ "token": token, "password": "another long password" });
    scene.stage.anyone().post("/auth/reset", body).await.expect(204);
}

/// Waits for a letter with a link that sets a new password; returns the link's token.
async fn mailed_token(mail: &RecordedMail) -> String {
    let mut letters = mail.letters();
    loop {
        let mut links = letters.iter().filter_map(|letter| letter.text.split_once("/reset?token="));
        if let Some((_, link)) = links.next_back() {
            return link.split_whitespace().next().unwrap().to_owned();
        }
        letters = mail.wait_for(letters.len() + 1).await;
    }
}

async fn confirms(scene: &Scene, email: &str) {
    scene.stage.finish_work().await;
    let token = crate::scene::token_for(&scene.stage, email);
    scene.stage.anyone().post("/auth/confirm", json!({ "token": token })).await.expect(204);
}

#[tokio::test]
async fn an_identity_is_linked_with_the_password_and_removed_again() {
    let scene = scene(None).await;
    let ana = scene.stage.registers_in_a_browser("Ana").await;
    confirms(&scene, &ana.email).await;
    ana.page("/me").await.expect(200).shows("Link Club").shows("Current password");
    let wrong =
        ana.submit("/me", &[("form", "link"), ("currentPassword", "not it, sorry")]).await.expect(422);
    wrong.shows("Wrong password.");
    let done = scene.links(&ana, "ana-at-work").await.expect(303);
    assert_eq!(done.location(), "/me?done=linked");
    ana.page("/me").await.expect(200).shows("You can sign in with Club.");
    let held = links_of(&ana).await;
    assert_eq!((held.len(), &held[0]["issuer"]), (1, &json!(scene.provider.endpoint())));
    assert!(held[0]["linkedAt"].is_string());
    assert_eq!(scene.opens("ana-at-work").await, ana.user_id);
    scene.stage.finish_work().await;
    let letters = scene.stage.mail.letters();
    let told: Vec<_> = letters.iter().filter(|letter| letter.subject.contains("linked")).collect();
    assert_eq!((told.len(), told[0].to.as_str()), (1, ana.email.as_str()));
    assert!(told[0].text.contains("Club") && told[0].text.contains("/forgot"), "{}", told[0].text);

    let link = format!("/me/links/{}", held[0]["id"].as_str().unwrap());
    let (session, ben) = (scene.stage.signs_in("Ana").await, scene.stage.registers("Ben").await);
    ben.delete(&link).await.expect(404);
    session.delete(&link).await.expect(204);
    session.delete(&link).await.expect(404);
    assert!(links_of(&ana).await.is_empty());
    assert_ne!(scene.opens("ana-at-work").await, ana.user_id);
}

#[tokio::test]
async fn an_identity_opens_one_account_and_an_unconfirmed_address_gets_no_letter() {
    let scene = scene(None).await;
    let ana = scene.stage.registers_in_a_browser("Ana").await;
    let theirs = scene.opens("ben").await;
    assert_ne!(theirs, ana.user_id);
    let refused = scene.links(&ana, "ben").await.expect(409);
    refused.shows("linked to this sign-in already").shows("Back to your account");
    scene.links(&ana, "ana").await.expect(303);
    scene.links(&ana, "ana").await.expect(303);
    assert_eq!(links_of(&ana).await.len(), 1);
    scene.stage.finish_work().await;
    assert!(!scene.stage.mail.letters().iter().any(|letter| letter.subject.contains("linked")));
}

#[tokio::test]
async fn a_link_is_for_the_account_that_asked_for_it_and_for_no_other() {
    let scene = scene(None).await;
    let ana = scene.stage.registers_in_a_browser("Ana").await;
    scene.stage.registers("Ben").await;
    let back = scene.begins_to_link(&ana, "ana-at-work").await;
    ana.submit("/sign-out", &[]).await;
    ana.page(&back).await.expect(401).shows("Nothing was linked");
    ana.submit("/sign-in", &[("email", "ben@example.org"), ("password", PASSWORD)]).await.expect(303);
    ana.page(&back).await.expect(401);
    assert!(links_of(&ana).await.is_empty() && links_of(&scene.stage.signs_in("Ana").await).await.is_empty());
}

#[tokio::test]
async fn a_reset_ends_links_of_registered_accounts_and_those_that_are_being_made() {
    let scene = scene(None).await;
    let ana = scene.stage.registers_in_a_browser("Ana").await;
    scene.links(&ana, "ana-at-work").await.expect(303);
    let back = scene.begins_to_link(&ana, "ana-at-home").await;
    resets(&scene, &ana.email).await;
    let fields = [("email", ana.email.as_str()), ("password", "another long password")];
    ana.submit("/sign-in", &fields).await.expect(303);
    ana.page(&back).await.expect(401);
    assert!(links_of(&ana).await.is_empty());
    assert_ne!(scene.opens("ana-at-work").await, ana.user_id);
    let left = format!("{:?}", scene.stage.rows(&identity::tables::IDENTITY).await);
    assert_eq!(left.matches("OIDC#").count(), 1, "only the stranger's: {left}");
}

#[tokio::test]
async fn the_last_way_in_stays_and_a_reset_leaves_an_account_of_the_provider_its_links() {
    let scene = scene(None).await;
    scene.stage.registers("Root").await;
    let ana = scene.stage.anyone();
    scene.comes_back(&ana, "ana").await.expect(303);
    let id = ana.get("/me").await.expect(200).text_at("userId");
    let page = ana.page("/me").await.expect(200);
    assert!(!page.text.contains("link-password"), "an account of the provider has no password to ask for");
    let link = links_of(&ana).await[0]["id"].as_str().unwrap().to_owned();
    let same_origin = ana.with_header("sec-fetch-site", "same-origin");
    same_origin.delete(&format!("/me/links/{link}")).await.expect(409);
    ana.submit(&format!("/me/links/{link}/remove"), &[]).await.expect(409).shows("The link was not removed.");

    scene.links(&ana, "ana-too").await.expect(303);
    let gone = ana.submit(&format!("/me/links/{link}/remove"), &[]).await.expect(303);
    ana.page(gone.location()).await.expect(200).shows("The link is removed.");
    assert_eq!(scene.opens("ana-too").await, id);

    resets(&scene, "ana@example.org").await;
    assert_eq!(scene.opens("ana-too").await, id, "it keeps its way in");
    let session = scene.stage.anyone();
    let fields = [("email", "ana@example.org"), ("password", "another long password")];
    session.submit("/sign-in", &fields).await.expect(303);
    let other = links_of(&session).await[0]["id"].as_str().unwrap().to_owned();
    session.submit(&format!("/me/links/{other}/remove"), &[]).await.expect(303);
    session.page("/me").await.expect(200).shows("Link Club");
}

#[tokio::test]
async fn a_link_made_before_its_provider_was_recorded_is_listed_and_removed() {
    let scene = scene(None).await;
    let ana = scene.stage.registers_in_a_browser("Ana").await;
    scene.links(&ana, "ana-at-work").await.expect(303);
    let link = links_of(&ana).await[0]["id"].as_str().unwrap().to_owned();
    let key = identity::keys::link(&link);
    let older = store::Write::update(&identity::tables::IDENTITY, key).remove("issuer");
    scene.stage.services.store.write(older).await.unwrap();
    assert_eq!(links_of(&ana).await[0]["issuer"], Value::Null);
    ana.page("/me").await.expect(200).shows("You can sign in with Club.");
    ana.submit(&format!("/me/links/{link}/remove"), &[]).await.expect(303);
    assert!(links_of(&ana).await.is_empty());
}
