//! Claims of items: by name, released by their code, their account or the organiser.

use crate::support::{Share, Table};
use serde_json::{Value, json};
use shareables::{keys::Part, tables::SHAREABLES};
use store::{Item, View, Write};

fn claim_of(share: &Share) -> String {
    share.at(&format!("/items/{}/claim", share.item(0)))
}

async fn row(table: &Table, share: &Share) -> Option<Item> {
    let key = Part::Claim.of_item(&share.id, share.item(0).parse().unwrap());
    table.services.store.get(&SHAREABLES, &key).await.unwrap()
}

on_both_engines! {
    async fn a_claim_is_released_by_its_code_or_the_organiser_and_nobody_else(table: Table) {
        let share = table.make_checklist(&["Tent", "Rope"]).await;
        let path = claim_of(&share);
        table.put(&path, None, json!({ "by": " " })).await.expect(422);
        let claimed = table.put(&path, None, json!({ "by": "Bo" })).await.expect(200);
        let code = claimed.text_at("code");
        assert_eq!((&claimed.json["claimedBy"], code.len()), (&json!("Bo"), 8));
        assert!(!table.get(&share.path, share.admin()).await.text.contains(&code), "told once");
        table.put(&path, None, json!({ "by": "Bo" })).await.expect(409);
        let held = row(&table, &share).await.unwrap();
        assert!(held.contains("codeHash") && !held.contains("userId"));
        for other in ["", "?code=aaaaaaaa"] {
            let refused = table.delete(&format!("{path}{other}"), None).await.expect(403);
            assert!(refused.text.contains("Only Bo or the organiser can release this."), "{}", refused.text);
        }
        table.put(&format!("{path}?code={code}"), None, json!({ "by": "Bo" })).await.expect(200);
        table.delete(&format!("{path}?code={code}"), None).await.expect(204);
        table.delete(&path, None).await.expect(204);
        let code = table.put(&path, None, json!({ "by": "Bo" })).await.expect(200).text_at("code");
        table.delete(&path, Some(&code)).await.expect(204);
        table.put(&path, None, json!({ "by": "Bo" })).await.expect(200);
        table.delete(&path, share.admin()).await.expect(204);
        assert!(row(&table, &share).await.is_none());
    }

    async fn a_claim_stored_without_a_code_is_released_by_anyone_who_may_tick(table: Table) {
        let share = table.make_checklist(&["Tent"]).await;
        let key = Part::Claim.of_item(&share.id, share.item(0).parse().unwrap());
        let stored = Item::new().with("claimedBy", "Bo").with_key(&SHAREABLES, key);
        table.services.store.write(Write::put(&SHAREABLES, stored)).await.unwrap();
        table.delete(&claim_of(&share), None).await.expect(204);
        assert!(row(&table, &share).await.is_none());
    }

    async fn an_account_releases_its_claim_and_takes_its_name_with_it(table: Table) {
        // The first account has the role without which nobody may leave.
        table.registers("Root").await;
        let ana = table.registers("Ana").await;
        let share = table.make_checklist(&["Tent"]).await;
        let path = claim_of(&share);
        ana.put(&path, json!({ "by": "Ana" })).await.expect(200);
        ana.put(&path, json!({ "by": "Ana" })).await.expect(200);
        ana.delete(&path).await.expect(204);
        ana.put(&path, json!({ "by": "Ana" })).await.expect(200);
        assert!(row(&table, &share).await.unwrap().contains("userId"));
        let export = ana.get("/me/export").await.expect(200);
        assert_eq!(export.json["features"]["shareables"]["claims"][0]["claimedBy"], "Ana", "{}", export.text);
        ana.delete("/me").await.expect(204);
        table.finish_work().await;
        let held = row(&table, &share).await.unwrap();
        assert_eq!(held.get("claimedBy").and_then(View::as_str), Some("Former member"));
        assert!(!held.contains("userId"));
    }

    async fn the_page_asks_for_the_name_first_and_knows_its_own_claims(table: Table) {
        let share = table.make_checklist(&["Tent", "Rope"]).await;
        let (page, items) = (share.page(""), [share.item(0), share.item(1)]);
        let (ana, bo) = (table.anyone(), table.anyone());
        let asked = ana.submit(&page, &[("claim", &items[0]), ("by", "")]).await.expect(422);
        asked.shows(r#"name="claimBy""#);
        assert_eq!(table.get(&share.path, None).await.json["items"][0].get("claimedBy"), None::<&Value>);
        ana.submit(&page, &[("claim", &items[0]), ("claimBy", "Ana"), ("by", "")]).await.expect(303);
        ana.submit(&page, &[("claim", &items[1]), ("by", "Ana")]).await.expect(303);
        let seen = ana.page(&page).await.expect(200);
        assert_eq!(seen.text.matches("You are doing this").count(), 2, "{}", seen.text);
        assert!(seen.text.contains(r#"name="release""#));
        let others = bo.page(&page).await.expect(200);
        assert!(others.text.contains("<bdi>Ana</bdi> is doing this") && !others.text.contains(r#"name="release""#));
        bo.submit(&page, &[("release", &items[0])]).await.expect(403);
        ana.submit(&page, &[("release", &items[0])]).await.expect(303);
        assert_eq!(table.get(&share.path, None).await.json["items"][0].get("claimedBy"), None::<&Value>);
    }
}
