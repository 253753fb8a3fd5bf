//! How much one share takes and one address may write, and that only the guilty are told.

use crate::support::{Engine, Share, Table};
use serde_json::{Value, json};

fn vote(share: &Share, name: &str) -> Value {
    json!({ "name": name, "answers": [share.answer(0, &[0])] })
}

#[tokio::test]
async fn a_poll_takes_so_many_answers_and_those_who_answered_may_still_change_theirs() {
    let table = Table::with(Engine::Embedded, |settings| settings.max_answers = 2).await;
    let share = table.make_poll(json!({})).await;
    let ana = table.post(&share.at("/votes"), None, vote(&share, "Ana")).await.expect(201).text_at("code");
    table.post(&share.at("/votes"), None, vote(&share, "Ben")).await.expect(201);
    table.get(&share.at("/results"), None).await.expect(200);
    let refused = table.post(&share.at("/votes"), None, vote(&share, "Zoe")).await.expect(409);
    assert!(refused.text_at("detail").starts_with("This poll has as many answers as it can take."));
    let own = share.at(&format!("/votes/{ana}"));
    table.put(&own, None, vote(&share, "Ana B.")).await.expect(200);
    table.delete(&own, None).await.expect(204);
    table.get(&share.at("/results"), None).await.expect(200);
    table.post(&share.at("/votes"), None, vote(&share, "Zoe")).await.expect(201);
}

#[tokio::test]
async fn also_when_nobody_looks_no_share_is_filled_without_end() {
    let table = Table::with(Engine::Embedded, |settings| settings.max_answers = 20).await;
    let share = table.make_event(json!({})).await;
    let reply = json!({ "name": "Ana", "response": "going" });
    let mut taken = 0;
    while table.post(&share.at("/rsvps"), None, reply.clone()).await.status == 201 {
        taken += 1;
        assert!(taken < 200, "an event of twenty takes no more");
    }
    let going = table.get(&share.at("/rsvps"), share.admin()).await.expect(200);
    assert_eq!(going.json["summary"]["going"], taken);
}

#[tokio::test]
async fn without_a_limit_any_number_is_taken() {
    let table = Table::with(Engine::Embedded, |settings| settings.max_answers = 0).await;
    let share = table.make_poll(json!({})).await;
    for _ in 0..30 {
        table.post(&share.at("/votes"), None, vote(&share, "Ana")).await.expect(201);
        table.get(&share.at("/results"), None).await.expect(200);
    }
}

#[tokio::test]
async fn one_address_writes_so_much_and_others_write_on() {
    let table = Table::with(Engine::Embedded, |settings| settings.participant_mb_per_hour = 1).await;
    let share = table.make_event(json!({})).await;
    let reply = |length: usize| json!({ "name": "Ana", "response": "going", "note": "é".repeat(length) });
    let (flood, ben) = (table.anyone(), table.anyone());
    // The note is refused for its length, and what is refused is not stored: it costs nothing.
    flood.post(&share.at("/rsvps"), reply(400_000)).await.expect(422);
    let mut taken = 0;
    while flood.post(&share.at("/rsvps"), reply(300)).await.status == 201 {
        taken += 1;
    }
    assert!((1_400..1_600).contains(&taken), "{taken} replies of some 650 bytes are a megabyte");
    let refused = flood.post(&share.at("/rsvps"), reply(300)).await.expect(429);
    assert!(!refused.header("retry-after").is_empty());
    flood.get(&share.path).await.expect(200);
    ben.post(&share.at("/rsvps"), reply(300)).await.expect(201);
}

#[tokio::test]
async fn a_wrong_code_or_token_is_ten_requests_and_keeps_nobody_out() {
    let table = Table::with(Engine::Embedded, |settings| settings.requests_per_second = 3).await;
    let share = table.make_event(json!({})).await;
    let (guesser, ben) = (table.anyone(), table.anyone());
    guesser.get(&share.at("/rsvps/k7m2q9xw")).await.expect(404);
    guesser.with_bearer("no token of ours").patch(&share.path, json!({ "name": "Mine" })).await.expect(401);
    for _ in 0..10 {
        guesser.get(&share.path).await.expect(200);
    }
    guesser.get(&share.path).await.expect(429);
    ben.get(&share.path).await.expect(200);
}
