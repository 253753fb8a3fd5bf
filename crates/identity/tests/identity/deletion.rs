//! Taking one's data along, and leaving.

use crate::{push, scene::beside};
use async_trait::async_trait;
use identity::{
    doctor::AccountsAgree,
    tables::{IDENTITY, USERS},
};
use jiff::SignedDuration;
use kernel::UserId;
use serde_json::{Value, json};
use stage::{Engine, PASSWORD, Stage, email_of};
use std::sync::{Arc, Mutex};
use web::{AccountHooks, DoctorCheck, Feature, Services, system::SYSTEM};

/// A feature that keeps one thing for everybody, and may want them to stay.
#[derive(Default)]
struct Shelf {
    objection: Mutex<Option<String>>,
    forgotten: Mutex<Vec<UserId>>,
    renamed: Mutex<Vec<String>>,
    /// Passes that find something, from the first on.
    finds: Mutex<usize>,
}

impl Shelf {
    fn finds(&self) -> bool {
        let mut finds = self.finds.lock().unwrap();
        let found = *finds > 0;
        *finds = finds.saturating_sub(1);
        found
    }
}

#[async_trait]
impl AccountHooks for Shelf {
    async fn export(&self, _: &Services, user: UserId) -> store::Result<Option<(&'static str, Value)>> {
        Ok(Some(("shelf", json!({ "of": user }))))
    }

    async fn objection(&self, _: &Services, _: UserId) -> store::Result<Option<String>> {
        Ok(self.objection.lock().unwrap().clone())
    }

    async fn renamed(&self, _: &Services, _: UserId, name: &str) -> store::Result<bool> {
        self.renamed.lock().unwrap().push(name.to_owned());
        Ok(self.finds())
    }

    async fn forget(&self, _: &Services, user: UserId) -> store::Result<bool> {
        self.forgotten.lock().unwrap().push(user);
        Ok(self.finds())
    }
}

async fn with_shelf() -> (Stage, Arc<Shelf>) {
    let shelf = Arc::new(Shelf::default());
    let kept = shelf.clone();
    (beside(move || Feature { accounts: vec![kept.clone()], ..Feature::default() }).await, shelf)
}

#[tokio::test]
async fn someone_takes_along_everything_that_is_kept_about_them() {
    let (stage, _) = with_shelf().await;
    let ana = stage.registers("Ana").await;
    let token = ana.post("/me/tokens", json!({ "name": "script" })).await.expect(201).text_at("/token");
    let feed = ana.post("/me/calendar-feed", json!({})).await.expect(201).text_at("/url");
    ana.post("/me/push-subscriptions", push::subscription(1)).await.expect(201);
    let export = ana.get("/me/export").await.expect(200);
    assert_eq!(export.text_at("/calendarFeedMadeAt"), "2037-11-15T09:00:00.000Z");
    assert_eq!(export.text_at("/pushSubscriptions/0/endpoint"), push::endpoint(1));
    assert!(!export.text.contains(feed.rsplit('/').next().unwrap()));
    assert_eq!(export.text_at("/user/email"), email_of("ana"));
    assert_eq!(export.text_at("/features/shelf/of"), ana.user_id.clone());
    assert_eq!(
        (export.text_at("/tokens/0/name"), export.json["sessions"].as_array().unwrap().len()),
        ("script".into(), 1)
    );
    assert!(!export.text.contains(&token) && !export.text.contains("argon2"));
    assert!(export.header("content-disposition").starts_with("attachment"));
}

#[tokio::test]
async fn a_deleted_account_is_dead_at_once_then_gone_and_its_address_is_free() {
    let (stage, shelf) = with_shelf().await;
    stage.registers("Root").await;
    let ana = stage.registers("Ana").await;
    let user: UserId = ana.user_id.clone().parse().unwrap();
    ana.post("/me/tokens", json!({ "name": "script" })).await.expect(201);
    ana.post("/me/push-subscriptions", push::subscription(1)).await.expect(201);
    let feed = ana.post("/me/calendar-feed", json!({})).await.expect(201).text_at("/url");
    ana.delete("/me").await.expect(204);
    stage.anyone().page(&feed).await.expect(404);
    ana.get("/me").await.expect(401);
    stage.anyone().signs_in("Ana", PASSWORD).await.expect(401);
    stage.anyone().registers("Ana").await.expect(201);
    stage.finish_work().await;
    assert_eq!(*shelf.forgotten.lock().unwrap().last().unwrap(), user);
    let left = (stage.rows(&USERS).await, stage.rows(&IDENTITY).await, stage.rows(&SYSTEM).await);
    let left = format!("{left:?}");
    assert!(!left.contains(&user.to_string()), "{left}");
    assert_eq!(AccountsAgree.check(&stage.services, false).await.unwrap(), []);
}

#[tokio::test]
async fn an_account_with_more_rows_than_fit_one_transaction_is_cleared_away_whole() {
    let (stage, _) = with_shelf().await;
    stage.registers("Root").await;
    let ana = stage.registers("Ana").await;
    for at in 0..50 {
        ana.post("/me/tokens", json!({ "name": format!("token {at}") })).await.expect(201);
        identity::operator::make_reset_link(&stage.services, "ana@example.org").await.unwrap();
    }
    ana.delete("/me").await.expect(204);
    stage.finish_work().await;
    let of_root = ["SIGN_IN", "ACCOUNT", "SESSION", "CONFIRM", "SUPER_ADMINS"].len();
    assert_eq!(stage.rows(&IDENTITY).await.len(), of_root);
}

#[tokio::test]
async fn an_account_whose_first_rows_have_expired_is_cleared_away_whole() {
    let (stage, _) = with_shelf().await;
    stage.registers("Root").await;
    let ana = stage.registers("Ana").await;
    for _ in 0..120 {
        identity::operator::make_reset_link(&stage.services, "ana@example.org").await.unwrap();
    }
    let token = ana.post("/me/tokens", json!({ "name": "script" })).await.expect(201).text_at("token");
    stage.advance(SignedDuration::from_hours(25));
    ana.delete("/me").await.expect(204);
    stage.finish_work().await;
    stage.anyone().with_bearer(token).get("/me").await.expect(401);
    let left = format!("{:?}", stage.rows(&IDENTITY).await);
    assert!(!left.contains("TOKEN#") && !left.contains(&ana.user_id), "{left}");
}

#[tokio::test]
async fn a_feature_can_ask_someone_to_stay_in_its_own_words() {
    let (stage, shelf) = with_shelf().await;
    stage.registers("Root").await;
    let ana = stage.registers("Ana").await;
    *shelf.objection.lock().unwrap() = Some("Others still use your shelf. Hand it over first.".into());
    let refused = ana.delete("/me").await.expect(409);
    assert_eq!(refused.text_at("/detail"), "Others still use your shelf. Hand it over first.");
    ana.get("/me").await.expect(200);
    *shelf.objection.lock().unwrap() = None;
    ana.with_header("if-match", "\"99\"").delete("/me").await.expect(412);
    ana.delete("/me").await.expect(204);
}

#[tokio::test]
async fn clearing_away_can_be_interrupted_and_done_again() {
    let (stage, _) = with_shelf().await;
    stage.registers("Root").await;
    let ana = stage.registers("Ana").await;
    ana.delete("/me").await.expect(204);
    let work = identity::feature().work.remove(0);
    let items = stage.rows(&SYSTEM).await;
    let item = items.into_iter().find(|item| item.contains("kind")).unwrap();
    let item = web::WorkItem::read(item).unwrap();
    for _ in 0..4 {
        work.run(&stage.services, &item).await.unwrap();
    }
    stage.finish_work().await;
    assert_eq!(stage.rows(&USERS).await.len(), 1);
}

#[tokio::test]
async fn features_hear_of_a_new_name_and_of_nothing_else() {
    let (stage, shelf) = with_shelf().await;
    let ana = stage.registers("Ana").await;
    ana.patch("/me", json!({ "avatarKey": "owl" })).await.expect(200);
    stage.finish_work().await;
    ana.patch("/me", json!({ "displayName": "Anna" })).await.expect(200);
    ana.patch("/me", json!({ "displayName": "Annika" })).await.expect(200);
    stage.finish_work().await;
    assert_eq!(*shelf.renamed.lock().unwrap(), ["Annika"]);
}

/// Passes of renaming and of deleting when the first two find something, with storage on `engine`.
async fn passes(engine: Engine) -> (Vec<usize>, Vec<usize>) {
    let shelf = Arc::new(Shelf::default());
    let kept = shelf.clone();
    let stage =
        Stage::on(engine, move || vec![Feature { accounts: vec![kept.clone()], ..Feature::default() }]).await;
    stage.registers("Root").await;
    let ana = stage.registers("Ana").await;
    *shelf.finds.lock().unwrap() = 2;
    ana.patch("/me", json!({ "displayName": "Anna" })).await.expect(200);
    let (mut renamed, mut forgotten) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        stage.finish_work().await;
        renamed.push(shelf.renamed.lock().unwrap().len());
        stage.advance(SignedDuration::from_secs(3));
    }
    *shelf.finds.lock().unwrap() = 2;
    ana.delete("/me").await.expect(204);
    for _ in 0..5 {
        stage.finish_work().await;
        forgotten.push(shelf.forgotten.lock().unwrap().len());
        stage.advance(SignedDuration::from_secs(3));
    }
    let mut system = stage.rows(&SYSTEM).await;
    // Marks between servers go by themselves.
    system.retain(|row| !["LIVE#", "PEOPLE#"].iter().any(|mark| format!("{row:?}").contains(mark)));
    let left = format!("{:?}", (stage.rows(&USERS).await, system));
    assert!(!left.contains(&ana.user_id), "{left}");
    (renamed, forgotten)
}

#[tokio::test]
async fn where_indexes_lag_passes_go_on_until_one_five_seconds_later_finds_nothing() {
    // Each begins five seconds after the last change: at 0, 6 and 12 seconds, where it is looked at every three.
    let expected = vec![1, 1, 2, 2, 3];
    assert_eq!(passes(Engine::Dynamodb).await, (expected.clone(), expected));
}

#[tokio::test]
async fn where_indexes_do_not_lag_one_pass_is_enough() {
    assert_eq!(passes(Engine::Embedded).await, (vec![1; 5], vec![1; 5]));
}
