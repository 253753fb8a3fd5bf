//! Rows that other programs wrote, as document 004 describes them, and rows that nobody can read.

use crate::scene::token_for;
use identity::{
    keys,
    model::{SecretKind, User},
    stored,
    tables::{IDENTITY, USERS},
};
use kernel::UserId;
use serde_json::{Value, json};
use stage::{Engine, PASSWORD, Person, Stage, on_both_engines};
use store::{Item, View, Write, from_item};
use web::system::SYSTEM;

/// A server with identity alone, on either engine.
struct Alone;

impl Alone {
    async fn on(engine: Engine) -> Stage {
        Stage::on(engine, Vec::new).await
    }
}

fn id(person: &Person) -> UserId {
    person.user_id.parse().unwrap()
}

async fn row(stage: &Stage, user: UserId) -> Item {
    stage.services.store.get(&USERS, &keys::user(user)).await.unwrap().unwrap()
}

async fn writes(stage: &Stage, write: Write) {
    stage.services.store.write(write).await.unwrap();
}

/// A person whose row has the document's attributes and nothing of ours.
async fn as_documented(stage: &Stage, person: &Person) {
    let bare = ["version", "time_zone", "no_add_groups", "group_id", "notification_prefs", "device_token"];
    let update = bare.into_iter().fold(Write::update(&USERS, keys::user(id(person))), Write::remove);
    writes(stage, update.set("favourite_colour", "green")).await;
}

on_both_engines! {
    async fn a_row_with_the_documents_attributes_alone_is_read_and_edited(stage: Alone) {
        let root = stage.registers_in_a_browser("Root").await.with_header("sec-fetch-site", "same-origin");
        as_documented(&stage, &root).await;
        for path in ["/me", "/me/export", "/me/notifications", "/users?q=", "/users?q=root"] {
            root.get(path).await.expect(200);
        }
        for path in ["/me", "/admin/accounts", "/admin/accounts?q=root@"] {
            root.page(path).await.expect(200).shows("Root");
        }
        root.patch("/me", json!({ "displayName": "Ruth" })).await.expect(200);
        root.patch("/me/notifications", json!({ "voteNudge": false })).await.expect(200);
        let row = row(&stage, id(&root)).await;
        assert_eq!(row.get("favourite_colour").and_then(View::as_str), Some("green"), "kept");
        let user: User = from_item(row).unwrap();
        assert_eq!((user.display_name.as_str(), user.version), ("Ruth", 2));
        assert!(!user.notification_prefs.unwrap().vote_nudge);
    }

    async fn any_attribute_may_be_null_or_of_another_type(stage: Alone) {
        let root = stage.registers_in_a_browser("Root").await.with_header("sec-fetch-site", "same-origin");
        let all = ["email", "display_name", "avatar_key", "is_managed", "created_at", "last_active_at",
            "notification_prefs", "device_token", "time_zone", "no_add_groups", "version"];
        for attribute in all {
            for value in [store::Value::Null, store::Value::from("another value"), store::Value::from(7_u64)] {
                // In a key of an index no engine takes it.
                if attribute == "email" && !matches!(value, store::Value::S(_)) {
                    continue;
                }
                let before = row(&stage, id(&root)).await;
                writes(&stage, Write::update(&USERS, keys::user(id(&root))).set(attribute, value.clone())).await;
                for path in ["/me", "/me/export", "/me/notifications", "/users?q="] {
                    let answer = root.get(path).await;
                    assert_eq!(answer.status, 200, "{attribute} {value:?} {path}: {}", answer.text);
                }
                for path in ["/me", "/admin/accounts"] {
                    assert_eq!(root.page(path).await.status, 200, "{attribute} {value:?} {path}");
                }
                assert_eq!(stage.anyone().signs_in("Root", PASSWORD).await.status, 200, "{attribute} {value:?}");
                let edited = root.patch("/me/notifications", json!({ "newRound": false })).await;
                assert_eq!(edited.status, 200, "{attribute} {value:?}: {}", edited.text);
                writes(&stage, Write::put(&USERS, before)).await;
            }
        }
    }

    async fn an_account_opens_unless_what_decides_over_it_cannot_be_read(stage: Alone) {
        let root = stage.registers_in_a_browser("Root").await.with_header("sec-fetch-site", "same-origin");
        let ana = stage.registers_in_a_browser("Ana").await.with_header("sec-fetch-site", "same-origin");
        let key = keys::account(id(&ana));
        writes(&stage, Write::update(&IDENTITY, key.clone()).set("confirmedAt", "2037-11-10T10:30:00Z")).await;
        let before = stage.services.store.get(&IDENTITY, &key).await.unwrap().unwrap();
        let found = format!("/users?email={}", ana.email);
        for (attribute, opens) in [
            ("displayName", true), ("roles", true), ("resetAt", true), ("confirmedAt", true), ("links", true),
            ("lastLoginAt", true), ("lastLoginIp", true), ("version", true), ("createdAt", true),
            ("userId", false), ("email", false), ("epoch", false), ("resets", false), ("provider", false),
            ("deletedAt", false), ("deactivatedAt", false),
        ] {
            let strange = store::Value::L(vec![store::Value::from(7_u64)]);
            writes(&stage, Write::update(&IDENTITY, key.clone()).set(attribute, strange)).await;
            let status = if opens { 200 } else { 401 };
            assert_eq!(ana.get("/me").await.status, status, "{attribute}");
            assert_eq!(stage.anyone().signs_in("Ana", PASSWORD).await.status, status, "{attribute}");
            let edited = ana.patch("/me", json!({ "displayName": format!("Ana {attribute}") })).await;
            assert_eq!(edited.status, status, "{attribute}: {}", edited.text);
            let people = root.get(&found).await.expect(200);
            let is_found = opens && attribute != "confirmedAt";
            let shown = people.json["items"].as_array().unwrap().len();
            assert_eq!(shown, usize::from(is_found), "{attribute}");
            writes(&stage, Write::put(&IDENTITY, before.clone())).await;
        }
    }

    async fn a_sign_in_record_that_cannot_be_read_opens_nothing_and_goes_with_its_account(stage: Alone) {
        let _root = stage.registers("Root").await;
        let ana = stage.registers_in_a_browser("Ana").await.with_header("sec-fetch-site", "same-origin");
        let key = keys::sign_in(&identity::model::Email::parse(&ana.email).unwrap());
        writes(&stage, Write::update(&IDENTITY, key.clone()).set("userId", 7_u64)).await;
        stage.anyone().signs_in("Ana", PASSWORD).await.expect(401);
        ana.delete("/me").await.expect(204);
        assert_eq!(stage.services.store.get(&IDENTITY, &key).await.unwrap(), None);
    }

    async fn an_unknown_role_is_shown_kept_and_gives_no_right(stage: Alone) {
        let root = stage.registers_in_a_browser("Root").await.with_header("sec-fetch-site", "same-origin");
        let ana = stage.registers("Ana").await;
        let roles = store::Value::L(vec!["Owner".into(), "Manager".into()]);
        writes(&stage, Write::update(&IDENTITY, keys::account(id(&ana))).set("roles", roles)).await;
        ana.get("/users?q=").await.expect(403);
        let path = format!("/users/{}/roles", ana.user_id);
        assert_eq!(root.get(&path).await.expect(200).json["roles"], json!(["Owner", "Manager"]));
        root.page("/admin/accounts").await.expect(200).shows("Owner");
        let set = async |roles: Value| root.put(&path, json!({ "roles": roles })).await;
        assert_eq!(set(json!(["Admin"])).await.expect(200).json["roles"], json!(["Admin", "Owner"]));
        assert_eq!(set(json!(["Owner"])).await.expect(200).json["roles"], json!(["Owner"]));
        set(json!(["Emperor"])).await.expect(422);
    }

    async fn a_secret_that_cannot_be_read_spoils_only_itself(stage: Alone) {
        let ana = stage.registers_in_a_browser("Ana").await.with_header("sec-fetch-site", "same-origin");
        let user = id(&ana);
        let other = stage.signs_in("Ana").await;
        ana.post("/me/tokens", json!({ "name": "good" })).await.expect(201);
        for (table, key) in [
            (&IDENTITY, keys::secret(user, SecretKind::Token, uuid::Uuid::nil())),
            (&IDENTITY, keys::secret(user, SecretKind::Session, uuid::Uuid::nil())),
            (&SYSTEM, keys::push(user, uuid::Uuid::nil())),
            (&SYSTEM, keys::feed(user)),
        ] {
            writes(&stage, Write::update(table, key).set("id", 5_u64)).await;
        }
        assert_eq!(ana.get("/me/tokens").await.expect(200).json["items"].as_array().unwrap().len(), 1);
        assert_eq!(ana.get("/me/sessions").await.expect(200).json["items"].as_array().unwrap().len(), 2);
        ana.get("/me/export").await.expect(200);
        ana.page("/me").await.expect(200).shows("good");

        // A session's own row: whoever holds it is signed out.
        let session = identity::model::Secret::parse(other.bearer().unwrap()).unwrap();
        let key = keys::secret(user, SecretKind::Session, session.id());
        writes(&stage, Write::update(&IDENTITY, key).set("createdAt", 5_u64)).await;
        other.get("/me").await.expect(401);
        ana.get("/me").await.expect(200);
    }

    async fn names_and_recipients_leave_out_nobody_else(stage: Alone) {
        let (ana, ben) = (stage.registers("Ana").await, stage.registers("Ben").await);
        writes(&stage, Write::update(&USERS, keys::user(id(&ana))).set("display_name", 5_u64)).await;
        let people = [id(&ana), id(&ben)];
        let names = stored::list_names(stage.services.store.as_ref(), &people).await.unwrap();
        assert_eq!((names[&id(&ana)].as_str(), names[&id(&ben)].as_str()), ("Unnamed", "Ben"));
        let told = identity::list_recipients(&stage.services, &people).await.unwrap();
        assert_eq!(told[&id(&ben)].display_name, "Ben");
    }

    async fn a_row_without_an_account_is_taken_over_by_the_mailed_link_alone(stage: Alone) {
        stage.registers("Root").await;
        let ana = orphan(&stage, "Ana@Example.org", "Ana as written").await;
        let body = json!({ "email": "ana@example.org", "password": PASSWORD, "displayName": "Mallory" });
        // The index finds what was entered as it is stored, or in lower case.
        let typed = json!({ "email": "Ana@Example.org", "password": PASSWORD, "displayName": "Mallory" });
        let answer = stage.anyone().post("/auth/register", &typed).await.expect(202);
        assert!(answer.text.is_empty(), "{}", answer.text);
        stage.anyone().post("/auth/login", &json!({ "email": "ana@example.org", "password": PASSWORD })).await.expect(401);
        stage.finish_work().await;
        let letters = stage.mail.letters();
        let letter = letters.iter().rfind(|letter| letter.to == "ana@example.org").unwrap();
        assert!(!letter.text.contains("Mallory") && !letter.text.contains("Ana"), "{}", letter.text);
        let token = token_for(&stage, "ana@example.org");

        let anyone = stage.anyone();
        anyone.page(&format!("/confirm?token={token}")).await.expect(200).shows("Choose a password");
        let confirm = |password: &str| json!({ "token": token, "password": password });
        anyone.post("/auth/confirm", json!({ "token": token })).await.expect(422);
        let weak = anyone.post("/auth/confirm", confirm("short")).await.expect(422);
        assert_eq!(weak.wrong_fields(), ["password"]);
        anyone.post("/auth/confirm", confirm("the owner chose this")).await.expect(204);
        anyone.post("/auth/confirm", confirm("the owner chose this")).await.expect(410);
        anyone.page(&format!("/confirm?token={token}")).await.expect(410);

        let login = json!({ "email": "ana@example.org", "password": "the owner chose this" });
        let signed_in = anyone.post("/auth/login", &login).await.expect(200);
        let me = anyone.with_account(&signed_in);
        assert_eq!(me.user_id, ana.to_string());
        assert_eq!(signed_in.json["user"]["displayName"], "Ana as written");
        let row = row(&stage, ana).await;
        assert_eq!(row.get("content_rating_ceiling").and_then(View::as_str), Some("PG-13"), "kept");
        assert!(row.get("notification_prefs").is_some());
        anyone.post("/auth/register", &body).await.expect(409);
    }

    async fn a_page_takes_a_row_over_and_signs_in(stage: Alone) {
        stage.registers("Root").await;
        let ana = orphan(&stage, "ana@example.org", "Ana").await;
        let browser = stage.anyone();
        let form = [("email", "ana@example.org"), ("password", PASSWORD), ("displayName", "Ana")];
        browser.submit("/register", &form).await.expect(202).shows("Check your email");
        browser.submit("/register", &form).await.expect(202);
        stage.finish_work().await;
        let token = token_for(&stage, "ana@example.org");
        let refused = browser.submit("/confirm", &[("token", &token), ("password", "short")]).await;
        refused.expect(422).shows("No account was created.");
        let done = browser.submit("/confirm", &[("token", &token), ("password", PASSWORD)]).await.expect(303);
        assert_eq!(done.location(), "/home");
        let me = browser.get("/me").await.expect(200);
        assert_eq!(me.text_at("userId"), ana.to_string());
    }

    async fn without_mail_only_the_operator_gives_such_an_address_an_account(stage: Alone) {
        stage.registers("Root").await;
        let stage = stage.again(|setup| setup.outbound.mail = std::sync::Arc::new(outbound::LoggedMail)).await;
        let ana = orphan(&stage, "ana@example.org", "Ana").await;
        let body = json!({ "email": "ana@example.org", "password": PASSWORD, "displayName": "Ana" });
        stage.anyone().post("/auth/register", &body).await.expect(409);
        let form = [("email", "ana@example.org"), ("password", PASSWORD), ("displayName", "Ana")];
        stage.anyone().submit("/register", &form).await.expect(409).shows("has no account yet");
        let made =
            identity::operator::create_account(&stage.services, "ana@example.org", "Anna", PASSWORD, &[]).await.unwrap();
        assert_eq!(made, ana);
        let me = stage.signs_in("Ana").await;
        assert_eq!(me.get("/me").await.expect(200).text_at("displayName"), "Anna");
    }

    async fn the_first_account_may_be_a_row_that_is_taken_over(stage: Alone) {
        orphan(&stage, "root@example.org", "Root").await;
        let body = json!({ "email": "root@example.org", "password": PASSWORD, "displayName": "Root" });
        stage.anyone().post("/auth/register", &body).await.expect(202);
        stage.finish_work().await;
        let confirm = json!({ "token": token_for(&stage, "root@example.org"), "password": PASSWORD });
        stage.anyone().post("/auth/confirm", &confirm).await.expect(204);
        let root = stage.anyone().signs_in("Root", PASSWORD).await.expect(200);
        assert_eq!(root.json["user"]["roles"], json!(["SuperAdmin"]));
    }
}

/// Writes a row as document 004 has it, for someone without an account.
async fn orphan(stage: &Stage, email: &str, name: &str) -> UserId {
    let user = UserId(stage.services.rng.uuid_v4());
    let key = keys::user(user);
    let row = Write::update(&USERS, key)
        .set("email", email)
        .set("display_name", name)
        .set("is_managed", false)
        .set("content_rating_ceiling", "PG-13")
        .set("created_at", "2026-01-01T09:00:00Z")
        .set("last_active_at", "2026-01-01T09:00:00Z");
    writes(stage, row).await;
    user
}
