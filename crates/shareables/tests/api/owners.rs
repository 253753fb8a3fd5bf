//! What is mine: shares that belong to an account.

use crate::support::{Share, Table};
use jiff::SignedDuration;
use serde_json::json;

on_both_engines! {
    async fn who_creates_something_signed_in_is_its_organiser_on_any_device(table: Table) {
        let ana = table.registers("Ana").await;
        let body = json!({ "entity": "checklist", "name": "Kit", "expiresAfter": 7, "viewPasscode": "velvet" });
        let made = ana.post("/shareables", &body).await.expect(201);
        assert_eq!(made.json["shareable"]["mine"], true);
        let share = Share::of(&made);
        let elsewhere = table.signs_in("Ana").await;
        let seen = elsewhere.get(&share.path).await.expect(200);
        assert_eq!((&seen.json["role"], &seen.json["mine"]), (&json!("admin"), &json!(true)));
        assert!(!seen.text.contains(&ana.user_id), "the owner is in no JSON");
        elsewhere.patch(&share.path, json!({ "name": "b" })).await.expect(200);
        table.registers("Bo").await.get(&share.path).await.expect(401);
        let by_token = table.get(&share.path, share.admin()).await.expect(200);
        assert_eq!(by_token.json["mine"], false);
    }

    async fn only_the_browser_that_created_a_share_can_add_it_to_an_account(table: Table) {
        let ana = table.anyone();
        let fields = [("name", "Kit"), ("lines", "Tent"), ("expiresAfter", "7")];
        let made = ana.submit("/new/checklist", &fields).await.expect(303);
        let page = made.location().split("/admin").next().unwrap().to_owned();
        let keep = format!("{page}/keep");
        assert!(ana.submit(&keep, &[]).await.expect(303).location().starts_with("/sign-in"));
        let ana = ana.registered_in_a_browser("Ana").await;
        ana.page(&format!("{page}/admin")).await.expect(200).shows("Add to my account");
        let kept = ana.submit(&keep, &[]).await.expect(303);
        assert!(kept.location().ends_with("done=kept"));
        let api = page.replace("/s/", "/shareables/");
        assert_eq!(table.signs_in("Ana").await.get(&api).await.expect(200).json["mine"], true);

        let bo = table.registers_in_a_browser("Bo").await.with_cookie("share", &ana.cookie("share").unwrap());
        bo.submit(&keep, &[]).await.expect(409);
        ana.submit(&keep, &[("do", "give-up")]).await.expect(303);
        bo.submit(&keep, &[]).await.expect(403);
        ana.submit(&keep, &[]).await.expect(303);
    }

    async fn what_lasts_longer_stays_longer_among_its_owners_things(table: Table) {
        let ana = table.registers("Ana").await;
        let body = json!({ "entity": "checklist", "name": "Kit", "expiresAfter": 7 });
        let share = Share::of(&ana.post("/shareables", &body).await.expect(201));
        table.advance(SignedDuration::from_hours(24 * 6));
        ana.patch(&share.path, json!({ "expiresAfter": 30 })).await.expect(200);
        // More than a year after the first end, and less than that after the second.
        table.advance(SignedDuration::from_hours(24 * 370));
        let listed = table.signs_in("Ana").await.get("/me/things").await.expect(200);
        assert_eq!((&listed.json["items"][0]["title"], &listed.json["items"][0]["state"]), (&json!("Kit"), &json!("expired")));
    }
}
