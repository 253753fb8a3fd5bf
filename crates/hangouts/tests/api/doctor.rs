//! The doctor finds what is out of step and mends it.

use crate::support::Town;
use serde_json::json;
use store::{Key, Write};

on_both_engines! {
    async fn what_is_out_of_step_is_found_and_mended(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let hangout = town.hangout(&ana, &group, "Supper", 5).await;
        ana.put(&format!("/hangouts/{hangout}/response"), json!({ "response": "going" })).await.expect(200);
        town.settles().await;
        assert_eq!(town.findings(false).await, Vec::<String>::new());
        let table = &hangouts::tables::INVITER_TABLE;
        let at = |pk: String, sk: String| Write::update(table, Key::new(pk, sk));
        let nobody = uuid::Uuid::from_u128(1);
        let broken = [
            at(format!("GROUP#{group}"), format!("HANGOUT#{hangout}")).set("title", "Breakfast"),
            at(format!("USER#{}", bo.user_id), format!("HANGOUT#{hangout}")).set("title", "Supper").set("hangoutId", hangout.as_str()),
            at(format!("GROUP#{group}"), format!("USER#{}", bo.user_id)).set("groupName", "Mull Lane"),
            at(format!("GROUP#{group}"), "METADATA".into()).set("memberCount", 7),
            at(format!("GROUP#{nobody}"), format!("USER#{}", bo.user_id)).set("role", "member").set("groupId", nobody.to_string())
                .set("userId", bo.user_id.as_str()).set("groupName", "x").set("displayName", "Bo").set("joinedAt", "2037-11-15T09:00:00.000Z")
                .set("gsi1pk", "x").set("gsi1sk", "y"),
            at(format!("EVENT#{hangout}"), format!("USER#{nobody}")).set("hangoutId", hangout.as_str()).set("userId", nobody.to_string())
                .set("displayName", "Nobody").set("response", "maybe").set("respondedAt", "2037-11-15T09:00:00.000Z").set("gsi1pk", "x").set("startTimestamp", 1),
        ];
        for write in broken {
            town.services.store.write(write).await.unwrap();
        }
        town.advance(jiff::SignedDuration::from_secs(5));
        let found = town.findings(false).await;
        assert_eq!(found.len(), 6, "{found:#?}");
        assert_eq!(town.findings(false).await.len(), 6, "looking mends nothing");
        town.findings(true).await;
        town.settles().await;
        // A pointer and a membership are not answers: repairing leaves them for a person to judge.
        let left = town.findings(false).await;
        assert!(left.len() == 2 && left.iter().all(|what| what.contains("not there")), "{left:#?}");
        assert_eq!(bo.get(&format!("/groups/{group}/feed")).await.json["items"][0]["title"], "Supper");
    }

    async fn what_waits_to_be_counted_is_not_wrong(town: Town) {
        let ana = town.registers("Ana").await;
        let group = town.group(&ana, "Mill Lane").await;
        let hangout = town.hangout(&ana, &group, "Supper", 5).await;
        ana.put(&format!("/hangouts/{hangout}/response"), json!({ "response": "going" })).await.expect(200);
        assert_eq!(town.findings(false).await, Vec::<String>::new());
        town.settles().await;
        assert_eq!(town.findings(false).await, Vec::<String>::new());
    }
}
