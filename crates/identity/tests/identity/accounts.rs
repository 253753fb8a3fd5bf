//! Registering and signing in.

use crate::{
    people::{PASSWORD, email_of},
    table::Table,
};
use identity::tables::{IDENTITY, USERS};
use jiff::SignedDuration;
use serde_json::json;
use store::View;

#[tokio::test]
async fn someone_registers_and_reads_themselves() {
    let table = Table::new();
    let made = table.somebody().registers("Ana").await.expect(201);
    assert_eq!(made.json["user"]["email"], "ana@example.org");
    assert_eq!(made.json["user"]["displayName"], "Ana");
    assert_eq!(made.json["user"]["avatarKey"], json!(null));
    assert_eq!(made.json["user"]["createdAt"], "2026-11-15T09:00:00.000Z");
    assert_eq!(made.header("set-cookie"), "", "a JSON answer sets no cookie");
    let me = table.somebody().with_bearer(made.text_at("/token")).get("/api/v1/me").await.expect(200);
    assert_eq!(me.json, made.json["user"]);
}

#[tokio::test]
async fn the_profile_row_is_as_the_document_draws_it() {
    let table = Table::new();
    let ana = table.registers("Ana").await;
    let [row] = &table.rows(&USERS).await[..] else { panic!("one row") };
    let names: Vec<_> = row.iter().map(|(name, _)| name).collect();
    assert_eq!(
        names,
        ["created_at", "display_name", "email", "is_managed", "last_active_at", "user_id", "version"],
        "what is absent is not there, not NULL"
    );
    assert_eq!(row.get("user_id").and_then(View::as_str), Some(ana.user_id().await.as_str()));
    assert_eq!(row.get("is_managed"), Some(View::Bool(false)));
    ana.patch("/api/v1/me", json!({ "avatarKey": "fox" })).await.expect(200);
    ana.patch("/api/v1/me/notifications", json!({ "voteNudge": false })).await.expect(200);
    let row = table.rows(&USERS).await.remove(0);
    assert_eq!(row.get("avatar_key").and_then(View::as_str), Some("fox"));
    let Some(View::M(prefs)) = row.get("notification_prefs") else { panic!("a map") };
    assert_eq!(
        prefs.iter().map(|(name, _)| name).collect::<Vec<_>>(),
        ["new_round", "pick_announce", "vote_nudge"]
    );
}

#[tokio::test]
async fn the_first_account_is_super_admin_and_later_ones_are_not() {
    let table = Table::new();
    let first = table.somebody().registers("Ana").await.expect(201);
    let second = table.somebody().registers("Ben").await.expect(201);
    assert_eq!(
        (&first.json["user"]["roles"], &second.json["user"]["roles"]),
        (&json!(["SuperAdmin"]), &json!([]))
    );
}

#[tokio::test]
async fn an_e_mail_address_is_taken_in_every_spelling() {
    let table = Table::new();
    let register = async |email: &str| {
        let body = json!({ "email": email, "password": PASSWORD, "displayName": "Zoë" });
        table.somebody().post("/api/v1/auth/register", body).await
    };
    register("zoë@example.org").await.expect(201);
    for email in ["ZOË@example.org", " zoe\u{308}@EXAMPLE.org ", "zoë@example.org"] {
        register(email).await.expect(409);
    }
    let signed_in = json!({ "email": "Zoe\u{308}@Example.Org", "password": PASSWORD });
    table.somebody().post("/api/v1/auth/login", signed_in).await.expect(200);
}

#[tokio::test]
async fn what_is_wrong_is_told_field_by_field_and_nothing_is_kept() {
    let table = Table::new();
    let body = json!({ "email": "ana", "password": "short", "displayName": "x".repeat(31) });
    let refused = table.somebody().post("/api/v1/auth/register", body).await.expect(422);
    assert_eq!(refused.wrong_fields(), ["email", "displayName", "password"]);
    assert_eq!(refused.header("content-type"), "application/problem+json");
    let unknown =
        json!({ "email": email_of("ana"), "password": PASSWORD, "displayName": "Ana", "admin": true });
    table.somebody().post("/api/v1/auth/register", unknown).await.expect(400);
    assert!(table.rows(&USERS).await.is_empty() && table.rows(&IDENTITY).await.is_empty());
}

#[tokio::test]
async fn names_in_every_script_come_back_as_they_were_given() {
    let table = Table::new();
    for (at, name) in
        ["ليلى", "さくら🌸", "Zoë O’Neill-Ørsted", "<b>Bob</b> & \"Co\""].into_iter().enumerate()
    {
        let body =
            json!({ "email": format!("p{at}@example.org"), "password": PASSWORD, "displayName": name });
        let made = table.somebody().post("/api/v1/auth/register", body).await.expect(201);
        assert_eq!(made.json["user"]["displayName"], name);
    }
}

#[tokio::test]
async fn registration_can_be_closed() {
    let table = Table::with(|settings| settings.registration_open = false, Vec::new());
    table.somebody().registers("Ana").await.expect(403);
    assert!(table.rows(&IDENTITY).await.is_empty());
}

#[tokio::test]
async fn the_first_account_may_need_the_set_up_code_and_guessing_it_is_slowed() {
    let table = Table::with(|settings| settings.set_up_code = Some("k2m9".into()), Vec::new());
    let body = |code: &str| json!({ "email": email_of("ana"), "password": PASSWORD, "displayName": "Ana", "setUpCode": code });
    let ana = table.somebody();
    ana.registers("Ana").await.expect(403);
    let mut statuses = Vec::new();
    for _ in 0..8 {
        statuses.push(ana.post("/api/v1/auth/register", body("wrong")).await.status);
    }
    assert_eq!((statuses[0], statuses[7]), (403, 429), "{statuses:?}");
    let made = table.somebody().post("/api/v1/auth/register", body("k2m9")).await.expect(201);
    assert_eq!(made.json["user"]["roles"], json!(["SuperAdmin"]));
    table.somebody().registers("Ben").await.expect(201);
}

#[tokio::test]
async fn one_address_registers_twenty_accounts_an_hour() {
    let table = Table::new();
    let busy = table.somebody();
    for at in 0..20 {
        busy.registers(&format!("p{at}")).await.expect(201);
    }
    let refused = busy.registers("p20").await.expect(429);
    assert!(refused.header("retry-after").parse::<u32>().unwrap() > 0);
    table.somebody().registers("p20").await.expect(201);
    table.advance(SignedDuration::from_hours(1));
    busy.registers("p21").await.expect(201);
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_address_get_the_same_answer() {
    let table = Table::new();
    table.registers("Ana").await;
    let mut wrong = table.somebody().signs_in("Ana", "not the password").await.expect(401).json;
    let mut unknown = table.somebody().signs_in("Nobody", "not the password").await.expect(401).json;
    let mut rubbish = table
        .somebody()
        .post("/api/v1/auth/login", json!({ "email": "?", "password": "" }))
        .await
        .expect(401)
        .json;
    for answer in [&mut wrong, &mut unknown, &mut rubbish] {
        answer.as_object_mut().unwrap().remove("reference");
    }
    assert_eq!(wrong, unknown);
    assert_eq!(wrong, rubbish);
}

#[tokio::test]
async fn guessing_is_slowed_for_known_and_unknown_addresses_and_a_restart_does_not_help() {
    let table = Table::new();
    table.registers("Ana").await;
    for name in ["Ana", "Nobody"] {
        let mut statuses = Vec::new();
        for _ in 0..8 {
            // From everywhere at once: it is the account that is guessed at.
            statuses.push(table.somebody().signs_in(name, "not the password").await.status);
        }
        assert_eq!((statuses[0], statuses[7]), (401, 429), "{name}: {statuses:?}");
    }
    let after = table.restarted();
    let refused = after.somebody().signs_in("Ana", PASSWORD).await.expect(429);
    let wait: i64 = refused.header("retry-after").parse().unwrap();
    table.advance(SignedDuration::from_secs(wait));
    after.somebody().signs_in("Ana", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn one_address_that_guesses_at_many_accounts_is_slowed() {
    let table = Table::new();
    let guesser = table.somebody();
    let mut last = 0;
    for at in 0..8 {
        last = guesser.signs_in(&format!("p{at}"), PASSWORD).await.status;
    }
    assert_eq!(last, 429);
    table.registers("Ana").await;
    table.somebody().signs_in("Ana", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn a_profile_is_changed_as_a_merge_patch_and_only_from_the_version_seen() {
    let table = Table::new();
    let ana = table.registers("Ana").await;
    let seen = ana.get("/api/v1/me").await.expect(200).header("etag").to_owned();
    let changed = ana
        .with_header("if-match", &seen)
        .patch("/api/v1/me", json!({ "avatarKey": "fox" }))
        .await
        .expect(200);
    assert_eq!(
        (changed.text_at("/displayName"), changed.text_at("/avatarKey")),
        ("Ana".into(), "fox".into())
    );
    ana.with_header("if-match", &seen)
        .patch("/api/v1/me", json!({ "displayName": "Late" }))
        .await
        .expect(412);
    let cleared =
        ana.patch("/api/v1/me", json!({ "avatarKey": null, "displayName": " Anna " })).await.expect(200);
    assert_eq!((&cleared.json["avatarKey"], cleared.text_at("/displayName")), (&json!(null), "Anna".into()));
    for wrong in
        [json!({ "displayName": null }), json!({ "displayName": " " }), json!({ "avatarKey": "../x" })]
    {
        ana.patch("/api/v1/me", wrong).await.expect(422);
    }
    ana.patch("/api/v1/me", json!({ "email": "other@example.org" })).await.expect(400);
    assert_eq!(ana.get("/api/v1/me").await.expect(200).text_at("/displayName"), "Anna");
}

#[tokio::test]
async fn which_messages_one_gets_is_a_merge_patch_over_yes() {
    let table = Table::new();
    let ana = table.registers("Ana").await;
    let all = json!({ "voteNudge": true, "pickAnnounce": true, "newRound": true });
    assert_eq!(ana.get("/api/v1/me/notifications").await.expect(200).json, all);
    let changed = ana
        .patch("/api/v1/me/notifications", json!({ "newRound": false, "voteNudge": false }))
        .await
        .expect(200);
    assert_eq!(changed.json, json!({ "voteNudge": false, "pickAnnounce": true, "newRound": false }));
    let back = ana.patch("/api/v1/me/notifications", json!({ "newRound": null })).await.expect(200);
    assert_eq!(back.json, json!({ "voteNudge": false, "pickAnnounce": true, "newRound": true }));
    ana.patch("/api/v1/me/notifications", json!({ "newRound": "yes" })).await.expect(400);
}
