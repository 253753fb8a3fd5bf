//! Passcodes and tokens: who gets in, who is shut out, and how guessing is slowed.

use crate::support::{Share, Table};
use jiff::SignedDuration;
use kernel::{Keyring, Rng};
use serde_json::json;
use shareables::{keys, tables::SHAREABLES};

async fn locked(table: &Table) -> Share {
    table.make(json!({ "entity": "checklist", "name": "Secret", "expiresAfter": 30, "viewPasscode": "velvet pond" })).await
}

async fn enter(table: &Table, share: &Share, passcode: &str) -> crate::support::Answer {
    table.post(&share.at("/access"), None, json!({ "passcode": passcode })).await
}

fn token(answer: &crate::support::Answer) -> String {
    answer.text_at("token")
}

on_both_engines! {
    async fn a_passcode_opens_the_share_in_its_role(table: Table) {
        let share = locked(&table).await;
        table.get(&share.path, None).await.expect(401);
        let viewer = enter(&table, &share, " velvet pond ").await.expect(200);
        assert_eq!(viewer.json["role"], "view");
        let seen = table.get(&share.path, Some(&token(&viewer))).await.expect(200);
        assert_eq!((&seen.json["role"], &seen.json["hasViewPasscode"]), (&json!("view"), &json!(true)));
        let admin = enter(&table, &share, &share.passcode).await.expect(200);
        assert_eq!(admin.json["role"], "admin");
        table.patch(&share.path, Some(&token(&admin)), json!({ "name": "b" })).await.expect(200);
        table.patch(&share.path, Some(&token(&viewer)), json!({ "name": "c" })).await.expect(403);
        let shouted = share.passcode[..1].to_uppercase() + &share.passcode[1..];
        enter(&table, &share, &shouted).await.expect(200);
        enter(&table, &share, "velvet").await.expect(401);
        assert_eq!(viewer.header("set-cookie"), "", "JSON answers set no cookies");
    }

    async fn a_token_ends_after_thirty_days_and_opens_no_other_share(table: Table) {
        let (share, other) = (locked(&table).await, locked(&table).await);
        let viewer = token(&enter(&table, &share, "velvet pond").await);
        table.get(&other.path, Some(&viewer)).await.expect(401);
        table.get(&other.path, share.admin()).await.expect(401);
        table.get(&share.path, Some("rsh_made-up")).await.expect(401);
        table.advance(SignedDuration::from_hours(24 * 29));
        table.patch(&share.path, share.admin(), json!({ "expiresAfter": 30 })).await.expect(200);
        table.get(&share.path, Some(&viewer)).await.expect(200);
        table.advance(SignedDuration::from_hours(24));
        table.get(&share.path, Some(&viewer)).await.expect(401);
    }

    async fn a_new_passcode_shuts_out_those_who_came_in_on_the_old_one(table: Table) {
        let share = locked(&table).await;
        let viewer = token(&enter(&table, &share, "velvet pond").await);
        let told = table.get(&share.at("/passcodes"), share.admin()).await.expect(200);
        assert_eq!(told.json["viewPasscode"], "velvet pond");

        table.advance(SignedDuration::from_mins(-1));
        let changed = table.put(&share.at("/passcodes"), share.admin(), json!({ "viewPasscode": "new one" })).await.expect(200);
        assert!(changed.json["viewPasscodeVersion"].as_u64() > told.json["viewPasscodeVersion"].as_u64(), "also when the clock was put back");
        assert_eq!(changed.json["adminPasscodeVersion"], told.json["adminPasscodeVersion"]);
        table.get(&share.path, Some(&viewer)).await.expect(401);
        table.get(&share.path, share.admin()).await.expect(200);
        enter(&table, &share, "velvet pond").await.expect(401);
        enter(&table, &share, "new one").await.expect(200);

        let changed = table.put(&share.at("/passcodes"), share.admin(), json!({ "adminPasscode": "mine now" })).await.expect(200);
        table.get(&share.at("/passcodes"), share.admin()).await.expect(401);
        table.get(&share.at("/passcodes"), Some(&changed.text_at("adminToken"))).await.expect(200);
        enter(&table, &share, &share.passcode).await.expect(401);

        let admin = changed.text_at("adminToken");
        table.put(&share.at("/passcodes"), Some(&admin), json!({ "viewPasscode": null })).await.expect(200);
        table.get(&share.path, None).await.expect(200);
        table.put(&share.at("/passcodes"), Some(&admin), json!({ "adminPasscode": null })).await.expect(422);
        for alike in ["mine now", "Mine NOW"] {
            table.put(&share.at("/passcodes"), Some(&admin), json!({ "viewPasscode": alike })).await.expect(422);
        }
    }

    async fn guessing_is_slowed_per_share_even_after_a_restart_and_spares_token_holders(table: Table) {
        let share = locked(&table).await;
        let viewer = token(&enter(&table, &share, "velvet pond").await);
        for _ in 0..5 {
            enter(&table, &share, "wrong").await.expect(401);
        }
        let refused = enter(&table, &share, "velvet pond").await.expect(429);
        assert_eq!(refused.header("retry-after"), "1", "even the right one waits");
        table.get(&share.path, Some(&viewer)).await.expect(200);

        let restarted = Table(table.another_server().await);
        enter(&restarted, &share, "velvet pond").await.expect(429);
        table.advance(SignedDuration::from_secs(1));
        enter(&restarted, &share, "velvet pond").await.expect(200);
    }

    async fn passcodes_are_sealed_at_rest_and_open_after_the_key_was_rotated(table: Table) {
        let share = locked(&table).await;
        let item = table.services.store.get(&SHAREABLES, &keys::shareable(&share.id)).await.unwrap().unwrap();
        assert!(!format!("{item:?}").contains("velvet"));
        assert!(!format!("{item:?}").contains(&share.passcode));
        let mut rotated: Keyring = table.services.keys.clone();
        rotated.rotate(&Rng::seeded(9));
        let table = Table(table.again(|setup| setup.keys = rotated).await);
        enter(&table, &share, "velvet pond").await.expect(200);
        table.put(&share.at("/passcodes"), share.admin(), json!({ "viewPasscode": "under new key" })).await.expect(200);
        enter(&table, &share, "under new key").await.expect(200);
    }
}

#[tokio::test]
async fn a_wrong_participant_code_is_404_and_keeps_nobody_out() {
    let table = Table::on(crate::support::Engine::Embedded).await;
    let share = table.make_event(json!({})).await;
    let rsvp = json!({ "name": "Ana", "response": "going" });
    let code = table.post(&share.at("/rsvps"), None, rsvp).await.expect(201).text_at("code");
    for _ in 0..20 {
        table.get(&share.at("/rsvps/aaaaaaaa"), None).await.expect(404);
    }
    table.get(&share.at(&format!("/rsvps/{code}")), None).await.expect(200);
}
