//! Pages tell their stories without scripts.

use crate::scene::{Club, singles};
use outbound::{Oidc, OidcSettings};
use serde_json::json;
use stage::Engine;
use std::sync::Arc;
use store::Write;

#[tokio::test]
async fn a_link_is_added_rated_and_discussed_by_forms() {
    let club = Club::on(Engine::Embedded).await;
    club.web.record("https://a.example/", "text/html", "<title>Pancakes <b></title><body><p>Mix.");
    let form = club.root.page("/club/new").await.expect(200);
    let fields = [("once", &*form.hidden("once")), ("url", "a.example"), ("tags", "Food, for kids")];
    let added = club.root.submit("/club/new", &fields).await.expect(303);
    assert_eq!(
        club.root.submit("/club/new", &fields).await.expect(303).location(),
        added.location(),
        "a double tap adds one"
    );
    let place = added.location().split('?').next().unwrap().to_owned();
    club.finish_work().await;
    let ana = club.registers_in_a_browser("Ana").await;
    let page = ana.page(&place).await.expect(200);
    page.shows("Pancakes &#60;b&#62;").shows("Mix.").shows("for-kids").shows("No comments yet");
    ana.submit(&format!("{place}/rating"), &[("stars", "4"), ("back", "/club?q=pan")]).await.expect(303);
    let comment = [("once", &*page.hidden("once")), ("body", "<script>alert(1)</script>\nNice")];
    ana.submit(&place, &comment).await.expect(303);
    let page = ana.page(&place).await.expect(200);
    page.shows("&#60;script&#62;").shows("4.0").shows("1 rating").shows("Your rating");
    assert!(!page.text.contains("<script>alert"));
    let list = club.anyone().page("/club?q=panc").await.expect(200);
    list.shows("1 link found").shows("4.0");
    assert!(!list.text.contains("Rate it"), "who is not signed in is not asked for stars");
    club.anyone().page("/club?q=nothing").await.expect(200).shows("No links found");
    club.anyone().page("/club/tags/food").await.expect(200).shows("Pancakes");
    ana.page("/club/ratings").await.expect(200).shows("Pancakes").shows("4 out of 5 stars");
    let empty = ana.submit(&place, &[("once", "0123456789abcdef"), ("body", " ")]).await.expect(422);
    empty.shows("Your comment was not saved.").shows("Write something first.");
}

#[tokio::test]
async fn a_bookmark_brings_the_page_that_is_looked_at_into_the_form() {
    let club = Club::on(Engine::Embedded).await;
    let bookmark = club.root.page("/club").await.expect(200);
    bookmark.shows("href=\"javascript:").shows("Add this page");
    assert!(
        !club.anyone().page("/club").await.expect(200).text.contains("javascript:"),
        "for those who add links"
    );
    let form = club.root.page("/club/new?url=https%3A%2F%2Fa.example%2Fbread&title=Bread").await.expect(200);
    form.shows("value=\"https://a.example/bread\"").shows("value=\"Bread\"");
}

#[tokio::test]
async fn an_edit_on_an_old_page_keeps_what_was_typed() {
    let club = Club::on(Engine::Embedded).await;
    let id = club.adds_site("https://a.example/", &[]).await;
    let place = format!("/club/sites/{id}/edit");
    let version = club.root.page(&place).await.expect(200).hidden("version");
    club.root.patch(&format!("/sites/{id}"), json!({ "title": "Faster" })).await.expect(200);
    let fields = [("version", &*version), ("url", "https://a.example/"), ("title", "Slower")];
    let refused = club.root.submit(&place, &fields).await.expect(412);
    refused.shows("Your changes were not saved.").shows("Slower");
}

#[tokio::test]
async fn a_match_is_entered_by_form_and_quick_score() {
    let club = Club::on(Engine::Embedded).await;
    let manager = club.squash_manager("Mia").await;
    manager.page("/squash").await.expect(200).shows("No players yet");
    let ids = club.players(&manager, &["Nora", "Leo"]).await;
    let form = manager.page("/squash").await.expect(200);
    let mut fields = vec![
        ("once", form.hidden("once")),
        ("kind", "singles".into()),
        ("a1", ids[0].clone()),
        ("b1", ids[1].clone()),
    ];
    fields.extend([("ga", "3".into()), ("gb", "3".into()), ("date", "2037-11-14".into())]);
    let send = async |fields: &[(&str, String)]| {
        let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        manager.submit("/squash", &fields).await
    };
    send(&fields)
        .await
        .expect(422)
        .shows("The match was not saved.")
        .shows("The other side must have 0, 1 or 2 games.");
    fields.push(("quick", "3-2".into()));
    send(&fields).await.expect(303);
    let page = manager.page("/squash").await.expect(200);
    page.shows("2 players, 1 match").shows("3 : 2").shows("Saturday 14 November");
    manager
        .page(&format!("/squash/players/{}", ids[0]))
        .await
        .expect(200)
        .shows("1 match, 1 won")
        .shows("Head to head")
        .shows("Saturday 14 November");
    manager.page(&format!("/squash/pairs?p={}&p={}", ids[0], ids[1])).await.expect(200).shows("Court 1");
    manager.page("/squash/matches?from=2037-11-14&to=2037-11-14").await.expect(200).shows("3 : 2");
    manager.page("/squash/matches?from=2037-11-15&to=2037-11-16").await.expect(200).shows("No matches found");
}

#[tokio::test]
async fn a_player_is_linked_to_an_account_by_form() {
    let club = Club::on(Engine::Embedded).await;
    let manager = club.squash_manager("Mia").await;
    let form = manager.page("/squash/players").await.expect(200);
    form.shows("No account").shows("Mia");
    let fields = [("once", &*form.hidden("once")), ("name", "Mimi"), ("userId", &*manager.user_id)];
    manager.submit("/squash/players", &fields).await.expect(303);
    let ids = club.players(&manager, &["Leo"]).await;
    let players = manager.get("/squash/players").await.expect(200);
    let mimi = players.json["items"].as_array().unwrap().iter().find(|one| one["name"] == "Mimi").unwrap();
    assert_eq!(mimi["userId"], json!(manager.user_id));
    let id = mimi["playerId"].as_str().unwrap();
    manager.post("/squash/matches", singles("2037-11-10", id, &ids[0])).await.expect(201);
    manager.page("/squash").await.expect(200).shows("id=\"me\"");
    let place = format!("/squash/players/{id}/edit");
    let version = manager.page(&place).await.expect(200).hidden("version");
    let wrong = [("version", &*version), ("name", "Mimi"), ("userId", "somebody")];
    manager.submit(&place, &wrong).await.expect(422).shows("There is no such account.");
    manager.submit(&place, &[("version", &*version), ("name", "Mimi"), ("userId", "")]).await.expect(303);
    assert_eq!(manager.get(&format!("/squash/players/{id}")).await.expect(200).json["userId"], json!(null));
    assert!(!manager.page("/squash").await.expect(200).text.contains("id=\"me\""));
}

#[tokio::test]
async fn a_super_admin_governs_roles_on_the_page() {
    // Without mail an address counts as given.
    let mut setup = stage::Setup::new(Engine::Embedded, || vec![club::feature()]);
    setup.outbound.mail = Arc::new(outbound::LoggedMail);
    let club = Club::of(setup).await;
    let ana = club.registers("Ana").await;
    let form = club.root.page("/admin").await.expect(200);
    form.shows("No role groups yet.");
    let fields = [("once", &*form.hidden("once")), ("name", "Squash"), ("permissions", "sites.moderate")];
    let made = club.root.submit("/admin", &fields).await.expect(303);
    assert_eq!(made.location(), "/admin/groups/Squash");
    club.root.submit("/admin/groups/Squash/members", &[("email", &ana.email)]).await.expect(303);
    club.root
        .page("/admin/groups/Squash")
        .await
        .expect(200)
        .shows("Ana")
        .shows("Delete other people’s comments");
    club.root
        .submit("/admin/groups/Squash/members", &[("email", "nobody@example.org")])
        .await
        .expect(422)
        .shows("Nobody was added.");
    let found = club.root.page(&format!("/admin/people?email={}", ana.email)).await.expect(200);
    let roles = [("version", &*found.hidden("version")), ("email", &*ana.email), ("roles", "Manager")];
    club.root.submit(&format!("/admin/people/{}/roles", ana.user_id), &roles).await.expect(303);
    assert_eq!(ana.get("/me/permissions").await.json["roles"], json!(["Manager"]));
    ana.page("/squash").await.expect(200).shows("Add players");
    club.root.submit(&format!("/admin/groups/Squash/members/{}/remove", ana.user_id), &[]).await.expect(303);
    ana.page("/squash").await.expect(404);
}

#[tokio::test]
async fn people_show_what_they_wrote() {
    let club = Club::on(Engine::Embedded).await;
    let ana = club.registers("Ana").await;
    let form = ana.page("/me/profile").await.expect(200);
    ana.submit("/me/profile", &[("version", &form.hidden("version")), ("description", "I bake.")])
        .await
        .expect(303);
    let place = format!("/people/{}", ana.user_id);
    ana.page(&place).await.expect(200).shows("I bake.").shows("Last signed in");
    let ben = club.registers("Ben").await;
    assert!(!ben.page(&place).await.expect(200).text.contains("Last signed in"));
}

#[tokio::test]
async fn a_super_admin_changes_no_roles_on_the_page_that_come_from_a_provider() {
    let settings = OidcSettings {
        issuer: "https://provider.example".into(),
        client_id: "roundtable".into(),
        client_secret: None,
        audience: None,
        roles_claim: Some("groups".into()),
        name: "Provider".into(),
    };
    let mut setup = stage::Setup::new(Engine::Embedded, || vec![club::feature()]);
    setup.outbound.mail = Arc::new(outbound::LoggedMail);
    setup.outbound.oidc = Some(Arc::new(Oidc::new(settings).unwrap()));
    let club = Club::of(setup).await;
    let ana = club.registers("Ana").await;
    let account = identity::keys::account(ana.user_id.parse().unwrap());
    let signs_in_there = Write::update(&identity::tables::IDENTITY, account).set("provider", "Provider");
    club.services.store.write(signs_in_there).await.unwrap();
    let found = club.root.page(&format!("/admin/people?email={}", ana.email)).await.expect(200);
    let roles = [("version", &*found.hidden("version")), ("email", &*ana.email), ("roles", "Admin")];
    let refused = club.root.submit(&format!("/admin/people/{}/roles", ana.user_id), &roles).await.expect(409);
    refused.shows("The roles were not changed.").shows("come from its sign-in provider. Change them there.");
    assert_eq!(ana.get("/me/permissions").await.json["roles"], json!([]));
}

#[tokio::test]
async fn a_form_that_has_created_something_says_so_and_creates_another_when_it_is_sent_once_more() {
    let club = Club::on(Engine::Embedded).await;
    let manager = club.squash_manager("Mia").await;
    let ids = club.players(&manager, &["Nora", "Leo"]).await;
    let site = format!("/club/sites/{}", club.adds_site("https://a.example/", &[]).await);
    let (singles, with) =
        ([("kind", "singles"), ("date", "2037-11-14")], [("a1", &*ids[0]), ("b1", &*ids[1])]);
    let played: Vec<_> = singles.into_iter().chain(with).collect();
    for (path, kind, field, values, rest) in [
        ("/club/new", "link", "url", ["https://b.example/", "https://c.example/"], Vec::new()),
        (&*site, "comment", "body", ["Nice", "Very nice"], Vec::new()),
        ("/admin", "role group", "name", ["Keepers", "Readers"], Vec::new()),
        ("/squash/players", "player", "name", ["Ida", "Ole"], Vec::new()),
        ("/squash", "match", "quick", ["3-1", "3-2"], played),
    ] {
        let once = club.root.page(path).await.expect(200).hidden("once");
        let send = async |once: &str, value: &str| {
            let fields = [("once", once), (field, value)].into_iter().chain(rest.iter().copied());
            club.root.submit(path, &fields.collect::<Vec<_>>()).await
        };
        let made = send(&once, values[0]).await.expect(303).location().to_owned();
        assert_eq!(send(&once, values[0]).await.expect(303).location(), made, "a double tap makes one");
        let told = send(&once, values[1]).await.expect(200);
        told.shows(&format!("You already created this {kind}.")).shows(">Open</a>");
        told.shows("Create another</button>").shows(values[1]);
        send(&told.hidden("once"), values[1]).await.expect(303);
    }
    assert_eq!(club.root.get("/squash/matches").await.expect(200).json["items"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn whoever_is_signed_in_is_not_asked_to_sign_in_by_a_page_that_is_not_theirs() {
    let club = Club::on(Engine::Embedded).await;
    let ana = club.registers_in_a_browser("Ana").await;
    for (path, status) in [("/squash", 404), ("/admin", 403), ("/nothing/at/all", 404)] {
        let page = ana.page(path).await.expect(status);
        page.shows("Ana, your account");
        assert!(!page.text.contains("Sign in</a>"), "{path}");
    }
    club.anyone().page("/nothing/at/all").await.expect(404).shows("Sign in</a>");
}
