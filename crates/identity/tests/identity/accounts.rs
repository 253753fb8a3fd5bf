//! Registering and signing in.

use crate::scene::{alone, alone_with};
use identity::tables::{IDENTITY, USERS};
use jiff::SignedDuration;
use serde_json::json;
use stage::{PASSWORD, email_of};
use store::View;
use web::Registration;

#[tokio::test]
async fn someone_registers_and_reads_themselves() {
    let stage = alone().await;
    let made = stage.anyone().registers("Ana").await.expect(201);
    assert_eq!(made.json["user"]["email"], "ana@example.org");
    assert_eq!(made.json["user"]["displayName"], "Ana");
    assert_eq!(made.json["user"]["avatarKey"], json!(null));
    assert_eq!(made.json["user"]["createdAt"], "2037-11-15T09:00:00.000Z");
    assert_eq!(made.header("set-cookie"), "", "a JSON answer sets no cookie");
    let me = stage.anyone().with_bearer(made.text_at("/token")).get("/me").await.expect(200);
    assert_eq!(me.json, made.json["user"]);
}

#[tokio::test]
async fn the_profile_row_is_as_the_document_draws_it() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    let [row] = &stage.rows(&USERS).await[..] else { panic!("one row") };
    let names: Vec<_> = row.iter().map(|(name, _)| name).collect();
    assert_eq!(
        names,
        [
            "created_at",
            "display_name",
            "email",
            "is_managed",
            "last_active_at",
            "notification_prefs",
            "user_id",
            "version"
        ],
        "what is absent is not there, not NULL"
    );
    assert_eq!(row.get("user_id").and_then(View::as_str), Some(ana.user_id.clone().as_str()));
    assert_eq!(row.get("is_managed"), Some(View::Bool(false)));
    ana.patch("/me", json!({ "avatarKey": "owl" })).await.expect(200);
    ana.patch("/me/notifications", json!({ "voteNudge": false })).await.expect(200);
    let row = stage.rows(&USERS).await.remove(0);
    assert_eq!(row.get("avatar_key").and_then(View::as_str), Some("owl"));
    let Some(View::M(prefs)) = row.get("notification_prefs") else { panic!("a map") };
    assert_eq!(
        prefs.iter().map(|(name, _)| name).collect::<Vec<_>>(),
        ["hangout_changed", "hangout_new", "hangout_reminder", "new_round", "pick_announce", "vote_nudge"]
    );
}

#[tokio::test]
async fn the_first_account_is_super_admin_and_later_ones_are_not() {
    let stage = alone().await;
    let first = stage.anyone().registers("Ana").await.expect(201);
    let second = stage.anyone().registers("Ben").await.expect(201);
    assert_eq!(
        (&first.json["user"]["roles"], &second.json["user"]["roles"]),
        (&json!(["SuperAdmin"]), &json!([]))
    );
}

#[tokio::test]
async fn an_e_mail_address_is_taken_in_every_spelling() {
    let stage = alone().await;
    let register = async |email: &str| {
        let body = json!({ "email": email, "password": PASSWORD, "displayName": "Zoë" });
        stage.anyone().post("/auth/register", body).await
    };
    register("zoë@example.org").await.expect(201);
    for email in ["ZOË@example.org", " zoe\u{308}@EXAMPLE.org ", "zoë@example.org"] {
        register(email).await.expect(409);
    }
    let signed_in = json!({ "email": "Zoe\u{308}@Example.Org", "password": PASSWORD });
    stage.anyone().post("/auth/login", signed_in).await.expect(200);
}

#[tokio::test]
async fn what_is_wrong_is_told_field_by_field_and_nothing_is_kept() {
    let stage = alone().await;
    let body = json!({ "email": "ana", "password": "short", "displayName": "x".repeat(31) });
    let refused = stage.anyone().post("/auth/register", body).await.expect(422);
    assert_eq!(refused.wrong_fields(), ["displayName", "email", "password"]);
    assert_eq!(refused.header("content-type"), "application/problem+json");
    let unknown =
        json!({ "email": email_of("ana"), "password": PASSWORD, "displayName": "Ana", "admin": true });
    stage.anyone().post("/auth/register", unknown).await.expect(400);
    assert!(stage.rows(&USERS).await.is_empty() && stage.rows(&IDENTITY).await.is_empty());
}

#[tokio::test]
async fn names_in_every_script_come_back_as_they_were_given() {
    let stage = alone().await;
    for (at, name) in
        ["ليلى", "さくら🌸", "Zoë O’Neill-Ørsted", "<b>Bob</b> & \"Co\""].into_iter().enumerate()
    {
        let body =
            json!({ "email": format!("p{at}@example.org"), "password": PASSWORD, "displayName": name });
        let made = stage.anyone().post("/auth/register", body).await.expect(201);
        assert_eq!(made.json["user"]["displayName"], name);
    }
}

#[tokio::test]
async fn registration_can_be_closed() {
    let stage = alone_with(|settings| settings.registration = Registration::Off).await;
    stage.anyone().registers("Ana").await.expect(403);
    assert!(stage.rows(&IDENTITY).await.is_empty());
}

#[tokio::test]
async fn the_first_account_may_need_the_set_up_code_and_guessing_it_is_slowed() {
    let stage = alone_with(|settings| settings.set_up_code = Some("k2m9".into())).await;
    let body = |code: &str| json!({ "email": email_of("ana"), "password": PASSWORD, "displayName": "Ana", "setUpCode": code });
    let ana = stage.anyone();
    ana.registers("Ana").await.expect(403);
    let mut statuses = Vec::new();
    for _ in 0..100 {
        statuses.push(ana.post("/auth/register", body("wrong")).await.status.as_u16());
    }
    assert_eq!((statuses[0], statuses[99]), (403, 429), "{statuses:?}");
    let made = stage.anyone().post("/auth/register", body("k2m9")).await.expect(201);
    assert_eq!(made.json["user"]["roles"], json!(["SuperAdmin"]));
    stage.anyone().registers("Ben").await.expect(201);
}

#[tokio::test]
async fn one_address_registers_twenty_accounts_an_hour() {
    let stage = alone().await;
    let busy = stage.anyone();
    for at in 0..20 {
        busy.registers(&format!("p{at}")).await.expect(201);
    }
    let refused = busy.registers("p20").await.expect(429);
    assert!(refused.header("retry-after").parse::<u32>().unwrap() > 0);
    stage.anyone().registers("p20").await.expect(201);
    stage.advance(SignedDuration::from_hours(1));
    busy.registers("p21").await.expect(201);
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_address_get_the_same_answer() {
    let stage = alone().await;
    stage.registers("Ana").await;
    let mut wrong = stage.anyone().signs_in("Ana", "not the password").await.expect(401).json;
    let mut unknown = stage.anyone().signs_in("Nobody", "not the password").await.expect(401).json;
    let mut rubbish =
        stage.anyone().post("/auth/login", json!({ "email": "?", "password": "" })).await.expect(401).json;
    for answer in [&mut wrong, &mut unknown, &mut rubbish] {
        answer.as_object_mut().unwrap().remove("reference");
    }
    assert_eq!(wrong, unknown);
    assert_eq!(wrong, rubbish);
}

#[tokio::test]
async fn guessing_is_slowed_for_known_and_unknown_addresses_and_a_restart_does_not_help() {
    let stage = alone().await;
    stage.registers("Ana").await;
    for name in ["Ana", "Nobody"] {
        let mut statuses = Vec::new();
        for _ in 0..8 {
            // From everywhere at once: it is the account that is guessed at.
            statuses.push(stage.anyone().signs_in(name, "not the password").await.status.as_u16());
        }
        assert_eq!((statuses[0], statuses[7]), (401, 429), "{name}: {statuses:?}");
    }
    let after = stage.another_server().await;
    let refused = after.anyone().signs_in("Ana", PASSWORD).await.expect(429);
    let wait: i64 = refused.header("retry-after").parse().unwrap();
    stage.advance(SignedDuration::from_secs(wait));
    after.anyone().signs_in("Ana", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn one_address_that_guesses_at_many_accounts_is_slowed() {
    let stage = alone().await;
    let guesser = stage.anyone();
    let mut last = 0;
    for at in 0..101 {
        last = guesser.signs_in(&format!("p{at}"), PASSWORD).await.status.as_u16();
    }
    assert_eq!(last, 429);
    stage.registers("Ana").await;
    stage.anyone().signs_in("Ana", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn a_profile_is_changed_as_a_merge_patch_and_only_from_the_version_seen() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    let seen = ana.get("/me").await.expect(200).header("etag").to_owned();
    let changed =
        ana.with_header("if-match", &seen).patch("/me", json!({ "avatarKey": "owl" })).await.expect(200);
    assert_eq!(
        (changed.text_at("/displayName"), changed.text_at("/avatarKey")),
        ("Ana".into(), "owl".into())
    );
    ana.with_header("if-match", &seen).patch("/me", json!({ "displayName": "Late" })).await.expect(412);
    let cleared = ana.patch("/me", json!({ "avatarKey": null, "displayName": " Anna " })).await.expect(200);
    assert_eq!((&cleared.json["avatarKey"], cleared.text_at("/displayName")), (&json!(null), "Anna".into()));
    for wrong in
        [json!({ "displayName": null }), json!({ "displayName": " " }), json!({ "avatarKey": "../x" })]
    {
        ana.patch("/me", wrong).await.expect(422);
    }
    ana.patch("/me", json!({ "email": "other@example.org" })).await.expect(400);
    assert_eq!(ana.get("/me").await.expect(200).text_at("/displayName"), "Anna");
}

#[tokio::test]
async fn which_messages_one_gets_is_a_merge_patch_over_yes() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    let all = json!({ "voteNudge": true, "pickAnnounce": true, "newRound": true,
        "hangoutNew": true, "hangoutChanged": true, "hangoutReminder": true });
    assert_eq!(ana.get("/me/notifications").await.expect(200).json, all);
    let changed =
        ana.patch("/me/notifications", json!({ "newRound": false, "voteNudge": false })).await.expect(200);
    let wanted = |answer: &stage::Answer| {
        ["voteNudge", "pickAnnounce", "newRound", "hangoutNew"].map(|name| answer.json[name] == true)
    };
    assert_eq!(wanted(&changed), [false, true, false, true]);
    let back = ana.patch("/me/notifications", json!({ "newRound": null })).await.expect(200);
    assert_eq!(wanted(&back), [false, true, true, true]);
    ana.patch("/me/notifications", json!({ "newRound": "yes" })).await.expect(400);
}
