//! Sessions: seen, ended, and dead at once.

use crate::scene::alone;
use identity::tables::IDENTITY;
use jiff::SignedDuration;
use serde_json::json;
use stage::PASSWORD;

#[tokio::test]
async fn signing_out_kills_this_session_only_and_at_once() {
    let stage = alone().await;
    let here = stage.registers("Ana").await;
    let there =
        here.with_bearer(stage.anyone().signs_in("Ana", PASSWORD).await.expect(200).text_at("/token"));
    there.post("/auth/logout", json!({})).await.expect(204);
    there.get("/me").await.expect(401);
    there.post("/auth/logout", json!({})).await.expect(401);
    here.get("/me").await.expect(200);
    stage.anyone().post("/auth/logout", json!({})).await.expect(401);
}

#[tokio::test]
async fn sessions_are_listed_newest_first_and_ended_one_by_one() {
    let stage = alone().await;
    let here = stage.registers("Ana").await;
    stage.advance(SignedDuration::from_mins(1));
    let phone = stage.anyone().with_header("user-agent", "Firefox/141 Android");
    let phone = phone.with_bearer(phone.signs_in("Ana", PASSWORD).await.expect(200).text_at("/token"));
    let listed = here.get("/me/sessions").await.expect(200);
    let items = listed.json["items"].as_array().unwrap();
    assert_eq!(items.len(), 2);
    assert_eq!(
        (&items[0]["current"], &items[0]["userAgent"]),
        (&json!(false), &json!("Firefox/141 Android"))
    );
    assert_eq!(items[1]["current"], json!(true));
    let path = format!("/me/sessions/{}", listed.text_at("/items/0/id"));
    here.delete(&path).await.expect(204);
    phone.get("/me").await.expect(401);
    here.delete(&path).await.expect(404);
    here.delete("/me/sessions/not-an-id").await.expect(404);
}

#[tokio::test]
async fn nobody_ends_anothers_session() {
    let stage = alone().await;
    let (ana, ben) = (stage.registers("Ana").await, stage.registers("Ben").await);
    let id = ana.get("/me/sessions").await.expect(200).text_at("/items/0/id");
    ben.delete(&format!("/me/sessions/{id}")).await.expect(404);
    ana.get("/me").await.expect(200);
}

#[tokio::test]
async fn all_other_sessions_end_together() {
    let stage = alone().await;
    let here = stage.registers("Ana").await;
    let mut others = Vec::new();
    for _ in 0..3 {
        others.push(
            here.with_bearer(stage.anyone().signs_in("Ana", PASSWORD).await.expect(200).text_at("/token")),
        );
    }
    here.delete("/me/sessions").await.expect(204);
    for other in &others {
        other.get("/me").await.expect(401);
    }
    let listed = here.get("/me/sessions").await.expect(200);
    assert_eq!(listed.json["items"].as_array().unwrap().len(), 1);
    stage.anyone().signs_in("Ana", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn a_session_is_over_after_thirty_idle_days_and_goes_on_while_it_is_used() {
    let stage = alone().await;
    let used = stage.registers("Ana").await;
    let idle = used.with_bearer(stage.anyone().signs_in("Ana", PASSWORD).await.expect(200).text_at("/token"));
    for _ in 0..3 {
        stage.advance(SignedDuration::from_hours(14 * 24));
        used.get("/me").await.expect(200);
    }
    idle.get("/me").await.expect(401);
    let me = used.get("/me").await.expect(200);
    assert_eq!(me.text_at("/lastActiveAt"), "2037-12-27T09:00:00.000Z");
    stage.advance(SignedDuration::from_hours(30 * 24));
    used.get("/me").await.expect(401);
}

#[tokio::test]
async fn a_session_is_over_after_a_hundred_and_eighty_days_however_much_it_is_used() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    for _ in 0..8 {
        stage.advance(SignedDuration::from_hours(20 * 24));
        ana.get("/me").await.expect(200);
    }
    stage.advance(SignedDuration::from_hours(20 * 24 - 1));
    ana.get("/me").await.expect(200);
    stage.advance(SignedDuration::from_hours(1));
    ana.get("/me").await.expect(401);
}

#[tokio::test]
async fn when_and_from_where_someone_signed_in_is_kept() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    stage.advance(SignedDuration::from_mins(1));
    stage.anyone_at("203.0.113.77".parse().unwrap()).signs_in("Ana", PASSWORD).await.expect(200);
    let export = ana.get("/me/export").await.expect(200);
    assert_eq!(export.text_at("lastLoginAt"), "2037-11-15T09:01:00.000Z");
    assert_eq!(export.text_at("lastLoginIp"), "203.0.113.77");
}

#[tokio::test]
async fn a_long_list_comes_in_pages_and_a_cursor_belongs_to_its_owner() {
    let stage = alone().await;
    let (ana, ben) = (stage.registers("Ana").await, stage.registers("Ben").await);
    for _ in 0..4 {
        stage.anyone().signs_in("Ana", PASSWORD).await.expect(200);
    }
    let (mut seen, mut path) = (Vec::new(), "/me/sessions?limit=2".to_owned());
    loop {
        let page = ana.get(&path).await.expect(200);
        seen.extend(
            page.json["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()),
        );
        let Some(cursor) = page.json["nextCursor"].as_str() else { break };
        ben.get(&format!("/me/sessions?cursor={cursor}")).await.expect(400);
        ana.get(&format!("/me/tokens?cursor={cursor}")).await.expect(400);
        path = format!("/me/sessions?limit=2&cursor={cursor}");
    }
    assert_eq!(seen.len(), 5);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 5, "each once");
    for limit in ["0", "101", "x"] {
        ana.get(&format!("/me/sessions?limit={limit}")).await.expect(422);
    }
}

#[tokio::test]
async fn made_up_and_changed_tokens_open_nothing() {
    let stage = alone().await;
    let made = stage.anyone().registers("Ana").await.expect(201);
    let token = made.text_at("/token");
    let ben = stage.registers("Ben").await;
    let of_ben = ben.user_id.clone();
    let mut changed = token.clone();
    // Somewhere among the random bits, far from the end, whose last bits do not all count.
    let flipped = if changed.as_bytes()[60] == b'A' { "B" } else { "A" };
    changed.replace_range(60..61, flipped);
    for bad in
        [changed.as_str(), "rts_", "rts_made-up", "rtt_made-up", "rtr_made-up", &format!("rts_{of_ben}")]
    {
        stage.anyone().with_bearer(bad).get("/me").await.expect(401);
    }
    stage.anyone().with_header("authorization", "Basic abc").get("/me").await.expect(401);
    stage.anyone().with_bearer(token).get("/me").await.expect(200);
}

#[tokio::test]
async fn whoever_reads_the_table_cannot_sign_in() {
    let stage = alone().await;
    let made = stage.anyone().registers("Ana").await.expect(201);
    let token = made.text_at("/token");
    let stored = format!("{:?}", stage.rows(&IDENTITY).await);
    let random = &token[token.len() - 42..];
    assert!(!stored.contains(random) && !stored.contains(PASSWORD), "{stored}");
    assert!(stored.contains("$argon2id$"));
}
