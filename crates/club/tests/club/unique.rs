//! One address is one link, and one account is one player: also with rows by other programs, and when two requests come at once.

use crate::scene::Club;
use serde_json::{Value, json};
use stage::{Person, on_both_engines};
use store::{Item, Write};

const THEN: &str = "2024-01-15T10:30:00Z";

async fn put(club: &Club, row: &Value) {
    let item: Item = store::to_item(row).unwrap();
    club.services.store.write(Write::put(&club::tables::FUS_MAIN, item)).await.unwrap();
}

/// Both requests at once; their statuses, the lower first.
async fn at_once(by: &Person, path: &str, bodies: [Value; 2]) -> [u16; 2] {
    let [first, second] = bodies.map(|body| {
        let (by, path) = (by.clone(), path.to_owned());
        tokio::spawn(async move { by.post(&path, body).await.status.as_u16() })
    });
    let mut both = [first.await.unwrap(), second.await.unwrap()];
    both.sort_unstable();
    both
}

on_both_engines! {
    async fn an_address_is_one_link(club: Club) {
        let url = "https://a.example/page";
        let id = club.adds_site(url, &["food"]).await;
        let refused = club.root.post("/sites", json!({ "url": "a.example/page", "title": "Again" })).await.expect(409);
        assert!(refused.text_at("detail").contains(&format!("/club/sites/{id}")), "{}", refused.text);
        let other = club.adds_site("https://b.example/", &[]).await;
        let place = format!("/sites/{other}");
        club.root.patch(&place, json!({ "url": url })).await.expect(409);
        // The form names it, with a way there, and keeps what was typed.
        let form = club.root.page("/club/new").await.expect(200);
        let fields = [("once", &*form.hidden("once")), ("url", url), ("title", "Typed"), ("description", ""), ("tags", "")];
        let again = club.root.submit("/club/new", &fields).await.expect(409);
        again.shows(&format!("href=\"/club/sites/{id}\"")).shows("Typed").shows("already in the list");
        // An address that was given back, or whose link is deleted, is free.
        club.root.patch(&place, json!({ "url": "https://c.example/" })).await.expect(200);
        let back = club.adds_site("https://b.example/", &[]).await;
        club.root.delete(&format!("/sites/{back}")).await.expect(204);
        club.adds_site("https://b.example/", &[]).await;
        club.root.patch(&format!("/sites/{id}"), json!({ "url": "HTTPS://A.example/page" })).await.expect(200);
        // A link by another program has no row beside it.
        put(&club, &json!({ "PK": "SITE#a1b2", "SK": "METADATA", "url": "https://d.example", "title": "D", "entityType": "SITE",
            "entitySk": "SITE#a1b2", "createdAt": THEN, "updatedAt": THEN })).await;
        club.services.forget::<club::live::Sites>(&club::live::Whole);
        let refused = club.root.post("/sites", json!({ "url": "https://d.example/" })).await.expect(409);
        assert!(refused.text_at("detail").contains("/club/sites/a1b2"), "{}", refused.text);
        club.root.delete("/sites/a1b2").await.expect(204);
        club.adds_site("https://d.example/", &[]).await;
        assert_eq!(club.anyone().get("/sites").await.json["items"].as_array().unwrap().len(), 4);
    }

    async fn of_two_who_add_one_address_at_once_one_does(club: Club) {
        for n in 0..10 {
            let body = || json!({ "url": format!("https://s{n}.example/"), "title": "A" });
            assert_eq!(at_once(&club.root, "/sites", [body(), body()]).await, [201, 409]);
        }
        assert_eq!(club.anyone().get("/sites").await.json["items"].as_array().unwrap().len(), 10);
    }

    async fn an_account_is_one_player(club: Club) {
        let manager = club.squash_manager("Mia").await;
        let (ana, bo) = (club.registers("Ana").await, club.registers("Bo").await);
        let body = |name: &str, user: &Person| json!({ "name": name, "userId": user.user_id });
        for n in 0..5 {
            let cy = club.registers(&format!("Cy{n}")).await;
            assert_eq!(at_once(&manager, "/squash/players", [body("Cy", &cy), body("Sy", &cy)]).await, [201, 409]);
        }
        let nora = manager.post("/squash/players", body("Nora", &ana)).await.expect(201).text_at("playerId");
        let refused = manager.post("/squash/players", body("Nora again", &ana)).await.expect(409);
        assert!(refused.text_at("detail").contains("Nora") && refused.text_at("detail").contains(&nora), "{}", refused.text);
        let leo = manager.post("/squash/players", json!({ "name": "Leo" })).await.expect(201).text_at("playerId");
        let leo = format!("/squash/players/{leo}");
        manager.patch(&leo, json!({ "userId": ana.user_id })).await.expect(409);
        manager.patch(&leo, json!({ "userId": bo.user_id })).await.expect(200);
        manager.patch(&leo, json!({ "userId": bo.user_id, "name": "Leonard" })).await.expect(200);
        manager.patch(&leo, json!({ "userId": null })).await.expect(200);
        manager.delete(&format!("/squash/players/{nora}")).await.expect(204);
        manager.patch(&leo, json!({ "userId": ana.user_id })).await.expect(200);
        put(&club, &json!({ "PK": "SQUASH#PLAYER#7f3f2f0e-0000-4000-8000-000000000003", "SK": "METADATA", "name": "By hand",
            "userId": bo.user_id, "entityType": "SQUASH_PLAYER", "entitySk": "SQUASH#PLAYER#7f3f2f0e-0000-4000-8000-000000000003" })).await;
        club.services.forget::<club::live::Matches>(&club::live::Whole);
        manager.post("/squash/players", body("Bo", &bo)).await.expect(409);
    }

    async fn an_import_says_what_it_left_out(club: Club) {
        let there = club.adds_site("https://there.example/", &[]).await;
        let link = |url: &str, title: &str| format!("<DT><A HREF=\"{url}\">{title}</A>\n");
        let file = format!(
            "<DL><p>{}{}{}{}{}</DL>",
            link("https://there.example/", "There"), link("place:sort=8", "Most visited"), link("https://new.example/", "Pan\u{200b}cakes"),
            link("https://new.example/", "Twice"), "<DT><A HREF=\"https://diary.example/\" PRIVATE=\"1\">Diary</A>",
        );
        let import = club.root.post("/sites/import", json!({ "html": file })).await.expect(201).text_at("id");
        club.finish_work().await;
        let after = club.root.get(&format!("/sites/import/{import}")).await.expect(200);
        assert_eq!((&after.json["added"], &after.json["skipped"], &after.json["private"]), (&json!(1), &json!(3), &json!(1)));
        let left: Vec<_> = after.json["leftOut"].as_array().unwrap().iter().map(|one| (one["title"].as_str().unwrap(), one["reason"].as_str().unwrap())).collect();
        let already = "This address is already in the list.";
        assert_eq!(left, [("There", already), ("Most visited", "This is not a web address."), ("Twice", already)]);
        club.root.page(&format!("/club/import/{import}")).await.expect(200).shows("Most visited").shows("1 bookmark marked as private");
        let titles: Vec<_> = club.anyone().get("/sites").await.json["items"].as_array().unwrap().iter()
            .filter(|site| site["id"] != json!(there)).map(|site| site["title"].clone()).collect();
        assert_eq!(titles, ["Pancakes"], "nothing invisible comes in");
        for nothing in ["", "<html><p>No bookmarks</html>", "<DL><DT><A HREF=\"https://diary.example/\" PRIVATE=\"1\">Diary</A></DL>"] {
            assert_eq!(club.root.post("/sites/import", json!({ "html": nothing })).await.expect(422).wrong_fields(), ["html"]);
        }
    }

    async fn the_text_of_a_page_is_searched(club: Club) {
        club.web.record("https://bread.example/", "text/html", "<title>Bread</title><p>Feed the sourdough every Tuesday.");
        let id = club.adds_site("https://bread.example/", &[]).await;
        club.adds_site("https://other.example/", &[]).await;
        club.finish_work().await;
        let found = club.anyone().get("/sites?q=sourdough+bread").await.expect(200);
        assert_eq!((&found.json["items"][0]["id"], found.json["items"].as_array().unwrap().len()), (&json!(id), 1), "{}", found.text);
        let page = club.anyone().page("/club?q=tuesday").await.expect(200);
        page.shows("Bread");
        assert!(!page.text.contains("other.example"));
    }

    async fn a_profile_is_there_from_the_first_sign_in_and_keeps_what_is_in_it(club: Club) {
        let ana = club.registers("Ana").await;
        let key = store::Key::new(format!("USER#{}", ana.user_id), "PROFILE");
        let row = async || club.services.store.get(&club::tables::FUS_MAIN, &key).await.unwrap().unwrap();
        let text = |row: &Item, name: &str| row.get(name).and_then(store::View::as_str).unwrap_or_default().to_owned();
        let first = text(&row().await, "lastLoginAt");
        assert!(!first.is_empty() && !text(&row().await, "lastLoginIp").is_empty());
        let noted = Write::update(&club::tables::FUS_MAIN, key.clone()).set("note_by_other_tool", "kept").set("description", "By hand");
        club.services.store.write(noted).await.unwrap();
        club.advance(jiff::SignedDuration::from_hours(30));
        let ana = club.signs_in("Ana").await;
        assert!(text(&row().await, "lastLoginAt") > first);
        assert_eq!((text(&row().await, "note_by_other_tool"), text(&row().await, "description")), ("kept".into(), "By hand".into()));
        let profile = ana.get("/me/profile").await.expect(200);
        assert_eq!((profile.text_at("lastLoginAt"), profile.text_at("lastLoginIp")), (text(&row().await, "lastLoginAt"), text(&row().await, "lastLoginIp")));
        let export = ana.get("/me/export").await.expect(200);
        assert_eq!(export.text_at("/features/club/profile/lastLoginIp"), text(&row().await, "lastLoginIp"));
    }

    async fn permissions_that_are_not_known_are_kept_and_give_no_right(club: Club) {
        let ana = club.registers("Ana").await;
        club.in_group(&ana, "Keepers", &["reports.read", "sites.write", "sites.write"]).await;
        let group = club.root.get("/rbac/groups/Keepers").await.expect(200);
        assert_eq!(group.json["permissions"], json!(["sites.write", "reports.read"]));
        let may = ana.get("/me/permissions").await.expect(200);
        assert_eq!(may.json["permissions"], json!(["sites.write", "reports.read"]));
        assert_eq!(club.root.get("/me/permissions").await.json["permissions"], json!(["sites.write", "sites.moderate"]));
        for page in ["/admin", "/admin/groups/Keepers"] {
            club.root.page(page).await.expect(200).shows("reports.read").shows("allows nothing");
        }
        // The form keeps it while it is ticked.
        let fields = [("description", "Ours"), ("permissions", "reports.read"), ("version", "1")];
        club.root.submit("/admin/groups/Keepers", &fields).await.expect(303);
        assert_eq!(club.root.get("/rbac/groups/Keepers").await.json["permissions"], json!(["reports.read"]));
        ana.post("/sites", json!({ "url": "https://a.example/" })).await.expect(403);
        let many: Vec<_> = (0..51).map(|n| format!("p{n}")).collect();
        let wrong = [json!([""]), json!(["x".repeat(65)]), json!(["two words"]), json!(["hid\u{200b}den"]), json!(many)];
        for permissions in wrong {
            let refused = club.root.post("/rbac/groups", json!({ "name": "New", "permissions": permissions })).await.expect(422);
            assert_eq!(refused.wrong_fields(), ["permissions"], "{permissions}");
            club.root.patch("/rbac/groups/Keepers", json!({ "permissions": permissions })).await.expect(422);
        }
    }
}
