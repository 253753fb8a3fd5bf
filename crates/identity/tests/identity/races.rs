//! Two at once: one wins, and what holds goes on holding.

use crate::scene::alone;
use futures::future::join_all;
use identity::tables::USERS;
use kernel::Role;
use serde_json::json;
use stage::{PASSWORD, email_of};
use std::collections::BTreeSet;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_registers_once_however_many_try() {
    let stage = alone().await;
    for round in 0..12 {
        let name = format!("same{round}");
        let tries = (0..8).map(|_| {
            let (person, name) = (stage.anyone(), name.clone());
            async move { person.registers(&name).await.status.as_u16() }
        });
        let mut statuses = join_all(tries).await;
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409, 409, 409, 409, 409, 409, 409]);
    }
    assert_eq!(stage.rows(&USERS).await.len(), 12, "the losers left nothing behind");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_first_accounts_one_is_super_admin() {
    for _ in 0..12 {
        let stage = alone().await;
        let tries = (0..8).map(|at| {
            let person = stage.anyone();
            async move { person.registers(&format!("p{at}")).await.expect(201).json["user"]["roles"].clone() }
        });
        let roles = join_all(tries).await;
        assert_eq!(roles.iter().filter(|roles| **roles == json!(["SuperAdmin"])).count(), 1, "{roles:?}");
        assert_eq!(roles.iter().filter(|roles| **roles == json!([])).count(), 7, "{roles:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_super_admins_who_leave_at_once_leave_one_behind() {
    let stage = alone().await;
    let (ana, ben) = (stage.registers("Ana").await, stage.registers("Ben").await);
    let path = async |id: String| format!("/users/{id}/roles");
    let (of_ana, of_ben) = (path(ana.user_id.clone()).await, path(ben.user_id.clone()).await);
    for _ in 0..200 {
        for name in ["ana", "ben"] {
            identity::operator::set_roles(&stage.services, &email_of(name), &[Role::SuperAdmin])
                .await
                .unwrap();
        }
        let none = || json!({ "roles": [] });
        let (one, two) = tokio::join!(
            tokio::spawn({
                let (ana, path) = (ana.clone(), of_ana.clone());
                async move { ana.put(&path, none()).await.status.as_u16() }
            }),
            tokio::spawn({
                let (ben, path) = (ben.clone(), of_ben.clone());
                async move { ben.put(&path, none()).await.status.as_u16() }
            }),
        );
        assert_eq!(BTreeSet::from([one.unwrap(), two.unwrap()]), BTreeSet::from([200, 409]));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_new_passwords_at_once_one_is_set() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    let mut current = PASSWORD.to_owned();
    for round in 0..10 {
        let candidates = [format!("left password {round}"), format!("right password {round}")];
        let changes = candidates.iter().map(|new| {
            let body = json!({ "currentPassword": current, "newPassword": new });
            let ana = ana.clone();
            async move { ana.put("/me/password", body).await.status.as_u16() }
        });
        let statuses = join_all(changes).await;
        let won: Vec<_> = candidates.iter().zip(&statuses).filter(|(_, status)| **status == 204).collect();
        assert_eq!(won.len(), 1, "{statuses:?}");
        current.clone_from(won[0].0);
        ana.get("/me").await.expect(200);
    }
    stage.anyone().signs_in("Ana", &current).await.expect(200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reset_link_followed_twice_at_once_works_once() {
    let stage = alone().await;
    stage.registers("Ana").await;
    for round in 0..10 {
        let link = identity::operator::make_reset_link(&stage.services, "ana@example.org").await.unwrap();
        let token = link.split_once("token=").unwrap().1.to_owned();
        let tries = (0..2).map(|side| {
            let body = json!({ "token": token, "password": format!("password {round} of {side}") });
            let person = stage.anyone();
            async move { person.post("/auth/reset", body).await.status.as_u16() }
        });
        let mut statuses = join_all(tries).await;
        statuses.sort_unstable();
        assert_eq!(statuses, [204, 410]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn edits_of_one_profile_at_once_all_count() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    for _ in 0..50 {
        let (name, avatar) = tokio::join!(
            ana.patch("/me", json!({ "displayName": "Anna" })),
            ana.patch("/me", json!({ "avatarKey": "owl" })),
        );
        assert_eq!([name.status, avatar.status], [200, 200]);
        let me = ana.get("/me").await.expect(200);
        assert_eq!((me.text_at("/displayName"), me.text_at("/avatarKey")), ("Anna".into(), "owl".into()));
        ana.patch("/me", json!({ "displayName": "Ana", "avatarKey": null })).await.expect(200);
    }
}
