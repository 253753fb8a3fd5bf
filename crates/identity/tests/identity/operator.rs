//! What the operator does from the command line, and what the instance knows about itself.

use crate::scene::{alone, alone_with};
use identity::{Error, doctor::AccountsAgree, fingerprint, first, operator, tables::IDENTITY};
use kernel::{Keyring, Rng, Role};
use serde_json::json;
use stage::PASSWORD;
use store::{Key, Write};
use web::DoctorCheck;
use web::Registration;

#[tokio::test]
async fn the_operator_makes_accounts_also_where_registration_is_closed() {
    let stage = alone_with(|settings| settings.registration = Registration::Off).await;
    let create = async |email: &str, roles: &[Role]| {
        operator::create_account(&stage.services, email, "Somebody", PASSWORD, roles).await
    };
    assert!(!first::is_taken(stage.services.store.as_ref()).await.unwrap());
    create("root@example.org", &[Role::Manager]).await.unwrap();
    assert!(first::is_taken(stage.services.store.as_ref()).await.unwrap());
    create("ben@example.org", &[Role::Admin]).await.unwrap();
    assert_eq!(create("BEN@example.org", &[]).await, Err(Error::EmailTaken));
    assert!(matches!(create("ben", &[]).await, Err(Error::Fault(web::Fault::Invalid(_)))));
    let roles = async |name: &str| {
        stage.anyone().signs_in(name, PASSWORD).await.expect(200).json["user"]["roles"].clone()
    };
    assert_eq!(roles("root").await, json!(["SuperAdmin", "Manager"]), "the first account is SuperAdmin");
    assert_eq!(roles("ben").await, json!(["Admin"]));
    assert_eq!(AccountsAgree.check(&stage.services, false).await.unwrap(), []);
}

#[tokio::test]
async fn the_operator_sets_roles_but_cannot_take_the_last_super_admin() {
    let stage = alone().await;
    stage.registers("Root").await;
    stage.registers("Ben").await;
    let set = async |email: &str, roles: &[Role]| operator::set_roles(&stage.services, email, roles).await;
    assert_eq!(set("root@example.org", &[]).await, Err(Error::LastSuperAdmin));
    set("ben@example.org", &[Role::Manager, Role::SuperAdmin]).await.unwrap();
    set("root@example.org", &[]).await.unwrap();
    assert_eq!(set("nobody@example.org", &[]).await, Err(Error::NoSuchAccount));
}

#[tokio::test]
async fn the_operator_lets_someone_try_again_at_once() {
    let stage = alone().await;
    stage.registers("Ana").await;
    for _ in 0..6 {
        stage.anyone().signs_in("Ana", "not the password").await;
    }
    stage.anyone().signs_in("Ana", PASSWORD).await.expect(429);
    operator::unlock(&stage.services, "ANA@example.org").await.unwrap();
    stage.anyone().signs_in("Ana", PASSWORD).await.expect(200);
    assert_eq!(operator::unlock(&stage.services, "no@example.org").await, Err(Error::NoSuchAccount));
}

#[tokio::test]
async fn data_belongs_to_the_key_file_that_claimed_it() {
    let stage = alone().await;
    let store = stage.services.store.as_ref();
    let keys = |seed| Keyring::generate(&Rng::seeded(seed));
    fingerprint::claim(store, &keys(1)).await.unwrap();
    fingerprint::claim(store, &keys(1)).await.unwrap();
    let refused = fingerprint::claim(store, &keys(2)).await.unwrap_err().to_string();
    assert!(refused.contains(&keys(1).fingerprint()) && refused.ends_with('.'), "{refused}");
}

#[tokio::test]
async fn the_doctor_finds_what_does_not_agree_and_mends_the_count() {
    let stage = alone().await;
    stage.registers("Root").await;
    let ben = stage.registers("Ben").await;
    let store = stage.services.store.as_ref();
    let count = Key::new("INSTANCE", "SUPER_ADMINS");
    store.write(Write::update(&IDENTITY, count).set("count", 7)).await.unwrap();
    let account = Key::new(format!("USER#{}", ben.user_id.clone()), "ACCOUNT");
    store.write(Write::update(&IDENTITY, account).set("displayName", "Other")).await.unwrap();
    let found = async |repair| AccountsAgree.check(&stage.services, repair).await.unwrap();
    assert_eq!(found(false).await.len(), 2);
    assert_eq!(found(true).await.iter().filter(|finding| finding.repaired).count(), 1);
    assert_eq!(found(false).await.len(), 1, "names are for a person to decide");
}
