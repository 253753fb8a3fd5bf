//! Everything that a password reset ends, on both engines.

use crate::{
    paused::{Pause, PausedStore},
    push,
};
use serde_json::json;
use stage::{Engine, PASSWORD, Person, Stage, on_both_engines};
use std::sync::Arc;

const NEW_PASSWORD: &str = "another long password";

struct Scene {
    stage: Stage,
}

impl Scene {
    async fn on(engine: Engine) -> Self {
        let stage = Stage::on(engine, Vec::new).await;
        stage.registers("Root").await;
        Self { stage }
    }

    /// Sets a new password by a link that the operator made.
    async fn resets(&self, person: &Person) -> Person {
        let link = identity::operator::make_reset_link(&self.stage.services, &person.email).await.unwrap();
        let token = link.split_once("token=").unwrap().1;
        let body = json!({ "token": token, "password": NEW_PASSWORD });
        self.stage.anyone().post("/auth/reset", body).await.expect(204);
        let anyone = self.stage.anyone();
        let login = json!({ "email": person.email, "password": NEW_PASSWORD });
        anyone.with_account(&anyone.post("/auth/login", login).await.expect(200))
    }
}

on_both_engines! {
    async fn a_reset_ends_sessions_tokens_the_calendar_and_push_messages(scene: Scene) {
        let ana = scene.stage.registers("Ana").await;
        let token = ana.post("/me/tokens", json!({ "name": "t" })).await.expect(201).text_at("token");
        let calendar = ana.post("/me/calendar-feed", json!({})).await.expect(201).text_at("url");
        for device in 1..=3 {
            ana.post("/me/push-subscriptions", push::subscription(device)).await.expect(201);
        }
        ana.put("/me/device-token", json!({ "deviceToken": "a1b2" })).await.expect(204);
        scene.stage.anyone().page(&calendar).await.expect(200);
        let owner = scene.resets(&ana).await;
        ana.get("/me").await.expect(401);
        scene.stage.anyone().with_bearer(token).get("/me").await.expect(401);
        scene.stage.anyone().page(&calendar).await.expect(404);
        let export = owner.get("/me/export").await.expect(200);
        assert_eq!(export.json["pushSubscriptions"], json!([]));
        assert!(!export.text.contains("a1b2"), "{}", export.text);
        let fresh = owner.post("/me/calendar-feed", json!({})).await.expect(201).text_at("url");
        scene.stage.anyone().page(&fresh).await.expect(200);
    }

    async fn a_request_under_way_at_the_reset_leaves_nothing_behind(scene: Scene) {
        let ana = scene.stage.registers("Ana").await;
        let pause = Arc::new(Pause::default());
        let held = pause.clone();
        let slow = scene.stage.over(|inner| Arc::new(PausedStore { inner, pause: held })).await;
        let mut password = PASSWORD;
        for (path, body) in [
            ("/me/calendar-feed", json!({})),
            ("/me/push-subscriptions", push::subscription(1)),
            ("/me/tokens", json!({ "name": "t" })),
        ] {
            let login = json!({ "email": ana.email, "password": password });
            let session = slow.anyone().post("/auth/login", login).await.expect(200).text_at("token");
            pause.arm();
            let asking = tokio::spawn({
                let person = slow.anyone().with_bearer(session);
                async move { person.post(path, body).await }
            });
            pause.reached().await;
            let owner = scene.resets(&ana).await;
            pause.release();
            password = NEW_PASSWORD;
            asking.await.unwrap().expect(401);
            let export = owner.get("/me/export").await.expect(200);
            assert_eq!((&export.json["pushSubscriptions"], &export.json["tokens"]), (&json!([]), &json!([])));
            assert!(export.json["calendarFeedMadeAt"].is_null(), "{}", export.text);
        }
    }
}
