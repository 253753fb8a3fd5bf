//! Accounts through the front door, on both engines.

use futures::future::join_all;
use jiff::SignedDuration;
use kit::{Engine, PASSWORD, Person, Setup, TestApp, on_both_engines, serde_json::json};

fn credentials(email: &str, password: &str) -> kit::serde_json::Value {
    json!({ "email": email, "password": password })
}

async fn log_in(person: &Person, email: &str, password: &str) -> kit::Answer {
    person.post("/auth/login", &credentials(email, password)).await
}

on_both_engines! {
    async fn someone_registers_signs_in_reads_themselves_and_leaves(app: TestApp) {
        let ana = app.registers("Ana").await;
        let me = ana.get("/me").await.expect(200);
        assert_eq!((me.text_at("/email"), me.text_at("/displayName")), ("ana@example.org".into(), "Ana".into()));

        let again = log_in(&app.anyone(), "ANA@example.org", PASSWORD).await.expect(200);
        let elsewhere = app.anyone().with_bearer(again.text_at("/token"));
        elsewhere.get("/me").await.expect(200);

        elsewhere.post("/auth/logout", &json!({})).await.expect(204);
        elsewhere.get("/me").await.expect(401);
        ana.get("/me").await.expect(200);
    }

    async fn the_first_account_is_superadmin_and_only_one_of_many_at_once(app: TestApp) {
        let register = |at: usize| {
            let body = json!({ "email": format!("p{at}@example.org"), "password": PASSWORD, "displayName": format!("P{at}") });
            let person = app.anyone();
            async move { person.post("/auth/register", &body).await.expect(201) }
        };
        let answers = join_all((0..8).map(register)).await;
        let first = answers.iter().filter(|answer| answer.json["user"]["roles"] == json!(["SuperAdmin"])).count();
        assert_eq!(first, 1);
    }

    async fn one_e_mail_registers_once_however_many_try(app: TestApp) {
        let body = json!({ "email": "same@example.org", "password": PASSWORD, "displayName": "Same" });
        let tries = (0..12).map(|_| {
            let (person, body) = (app.anyone(), body.clone());
            async move { person.post("/auth/register", &body).await.status }
        });
        let statuses = join_all(tries).await;
        assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
        assert!(statuses.iter().all(|status| matches!(status.as_u16(), 201 | 409)), "{statuses:?}");
    }

    async fn guessing_a_password_is_slowed_and_a_restart_does_not_help(app: TestApp) {
        app.registers("Ana").await;
        let mut statuses = Vec::new();
        for _ in 0..12 {
            statuses.push(log_in(&app.anyone(), "ana@example.org", "wrong password here").await.status);
        }
        assert_eq!(statuses[0], 401);
        assert_eq!(*statuses.last().unwrap(), 429, "{statuses:?}");
        let app = app.restarted().await;
        let refused = log_in(&app.anyone(), "ana@example.org", PASSWORD).await.expect(429);
        let wait: i64 = refused.header("retry-after").parse().expect("seconds");
        app.advance(SignedDuration::from_secs(wait + 1));
        log_in(&app.anyone(), "ana@example.org", PASSWORD).await.expect(200);
    }

    async fn a_new_password_ends_every_other_session(app: TestApp) {
        let here = app.registers("Ana").await;
        let token = log_in(&app.anyone(), "ana@example.org", PASSWORD).await.expect(200).text_at("/token");
        let there = app.anyone().with_bearer(token);
        let change = json!({ "currentPassword": PASSWORD, "newPassword": "another long password" });
        here.put("/me/password", &change).await.expect(204);
        there.get("/me").await.expect(401);
        here.get("/me").await.expect(200);
        log_in(&app.anyone(), "ana@example.org", "another long password").await.expect(200);
    }

    async fn a_forgotten_password_is_set_anew_by_mail_once(app: TestApp) {
        app.registers("Ana").await;
        for email in ["ana@example.org", "nobody@example.org"] {
            app.anyone().post("/auth/forgot", &json!({ "email": email })).await.expect(202);
        }
        app.finish_work().await;
        let letters = app.mail.letters().into_iter().filter(|letter| letter.text.contains("/reset?")).collect::<Vec<_>>();
        assert_eq!(letters.len(), 1, "only the account's owner gets a letter");
        let token = letters[0].text.split("token=").nth(1).expect("a link").split_whitespace().next().unwrap().to_owned();
        let reset = json!({ "token": token, "password": "another long password" });
        app.anyone().post("/auth/reset", &reset).await.expect(204);
        // A link works once.
        app.anyone().post("/auth/reset", &reset).await.expect(410);
        log_in(&app.anyone(), "ana@example.org", "another long password").await.expect(200);
    }

    async fn an_api_token_works_until_it_is_revoked_and_is_shown_once(app: TestApp) {
        let ana = app.registers("Ana").await;
        let made = ana.post("/me/tokens", &json!({ "name": "script" })).await.expect(201);
        let script = app.anyone().with_bearer(made.text_at("/token"));
        script.get("/me").await.expect(200);
        let listed = ana.get("/me/tokens").await.expect(200);
        assert_eq!(listed.json["items"].as_array().map(Vec::len), Some(1));
        assert!(!listed.text.contains(&made.text_at("/token")));
        ana.delete(&format!("/me/tokens/{}", made.text_at("/id"))).await.expect(204);
        script.get("/me").await.expect(401);
    }

    async fn a_calendar_can_be_followed_at_its_address_until_it_is_replaced_or_stopped(app: TestApp) {
        let ana = app.registers("Ana").await;
        let make = async || {
            let made = ana.post("/me/calendar-feed", &json!({})).await.expect(201).text_at("/url");
            made.strip_prefix(&app.base_url).expect("an address here").to_owned()
        };
        let first = make().await;
        let calendar = app.anyone().page(&first).await.expect(200);
        assert_eq!(calendar.header("content-type"), "text/calendar; charset=utf-8");
        assert!(calendar.text.starts_with("BEGIN:VCALENDAR\r\n") && calendar.text.contains("Roundtable"), "{}", calendar.text);
        let second = make().await;
        app.anyone().page(&first).await.expect(404);
        app.anyone().page(&second).await.expect(200);
        ana.delete("/me/calendar-feed").await.expect(204);
        app.anyone().page(&second).await.expect(404);
    }

    async fn the_last_superadmin_stays_under_race(app: TestApp) {
        let ana = app.registers("Ana").await;
        let ben = app.registers("Ben").await;
        let id = async |person: &Person| person.get("/me").await.expect(200).text_at("/userId");
        let (ana_id, ben_id) = (id(&ana).await, id(&ben).await);
        let roles = |id: &str| format!("/users/{id}/roles");
        ana.put(&roles(&ana_id), &json!({ "roles": [] })).await.expect(409);
        ana.put(&roles(&ben_id), &json!({ "roles": ["SuperAdmin"] })).await.expect(200);
        let none = json!({ "roles": [] });
        let (ana_path, ben_path) = (roles(&ana_id), roles(&ben_id));
        let (one, two) = futures::join!(ana.put(&ana_path, &none), ben.put(&ben_path, &none));
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
    }

    async fn posts_from_another_site_are_refused(app: TestApp) {
        let ana = app.registers_in_a_browser("Ana").await;
        ana.get("/me").await.expect(200);
        let body = json!({ "displayName": "Evil" });
        ana.patch("/me", &body).await.expect(403);
        ana.with_header("origin", "https://evil.example").patch("/me", &body).await.expect(403);
        ana.with_header("sec-fetch-site", "cross-site").patch("/me", &body).await.expect(403);
        ana.with_header("origin", &app.base_url).patch("/me", &body).await.expect(200);
        app.anyone().submit_from_anywhere("/sign-in", &[("email", "ana@example.org"), ("password", PASSWORD)]).await.expect(403);
    }

    async fn an_account_can_be_deleted_and_its_e_mail_used_again(app: TestApp) {
        app.registers("Root").await;
        let ana = app.registers("Ana").await;
        ana.delete("/me").await.expect(204);
        app.finish_work().await;
        ana.get("/me").await.expect(401);
        log_in(&app.anyone(), "ana@example.org", PASSWORD).await.expect(401);
        app.registers("Ana").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn registration_can_be_closed() {
    let closed = TestApp::with(Setup {
        settings: |s| s.registration = kit::Registration::Off,
        ..Setup::on(Engine::Embedded)
    })
    .await;
    let body = json!({ "email": "ana@example.org", "password": PASSWORD, "displayName": "Ana" });
    closed.anyone().post("/auth/register", &body).await.expect(403);
}
