//! Items as they were stored before still read, and are written back the same.

use identity::model::{Account, PushRow, Scope, SecretKind, SecretRow, SignIn, User};
use kernel::Moment;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value as Json;
use store::{Item, Value, from_item, to_item};

/// A value as AWS tools write it: its type, then itself.
fn value(json: &Json) -> Value {
    let (kind, inner) = json.as_object().unwrap().iter().next().unwrap();
    match kind.as_str() {
        "S" => Value::from(inner.as_str().unwrap()),
        "N" => Value::N(inner.as_str().unwrap().parse().unwrap()),
        "BOOL" => Value::Bool(inner.as_bool().unwrap()),
        "L" => Value::L(inner.as_array().unwrap().iter().map(value).collect()),
        "M" => Value::M(
            inner
                .as_object()
                .unwrap()
                .iter()
                .map(|(name, json)| (name.as_str().into(), value(json)))
                .collect(),
        ),
        other => panic!("{other}"),
    }
}

fn item(fixture: &str) -> Item {
    let json: Json = serde_json::from_str(fixture).unwrap();
    json.as_object().unwrap().iter().map(|(name, json)| (name.as_str().into(), value(json))).collect()
}

fn reads_back<T: DeserializeOwned + Serialize>(fixture: &str) -> T {
    let item = item(fixture);
    let entity: T = from_item(item.clone()).unwrap();
    assert_eq!(to_item(&entity).unwrap(), item);
    entity
}

#[test]
fn every_stored_entity_reads_back_as_it_was() {
    let user: User = reads_back(include_str!("../fixtures/user.json"));
    assert!(user.notification_prefs.is_some_and(|prefs| !prefs.pick_announce && prefs.new_round));
    let account: Account = reads_back(include_str!("../fixtures/account.json"));
    assert!(account.is_super_admin());
    reads_back::<SignIn>(include_str!("../fixtures/sign_in.json"));
    let push: PushRow = reads_back(include_str!("../fixtures/push.json"));
    assert_eq!(push.id, PushRow::id_of(&push.endpoint), "found again by its endpoint");
    reads_back::<SecretRow>(include_str!("../fixtures/feed.json"));
    let session: SecretRow = reads_back(include_str!("../fixtures/session.json"));
    let token: SecretRow = reads_back(include_str!("../fixtures/token.json"));
    let (before, after) = ("2026-12-14T00:00:00Z".parse().unwrap(), "2026-12-16T00:00:00Z".parse().unwrap());
    assert!(session.is_good(SecretKind::Session, &account, before));
    assert!(!session.is_good(SecretKind::Session, &account, after));
    assert!(token.is_good(SecretKind::Token, &account, before));
    assert!(!token.is_good(SecretKind::Token, &Account { resets: 2, ..account.clone() }, before));
}

#[test]
fn what_was_stored_before_tokens_had_scopes_and_people_more_choices_still_reads() {
    let account: Account = from_item(item(include_str!("../fixtures/account_before.json"))).unwrap();
    let token: SecretRow = from_item(item(include_str!("../fixtures/token_before.json"))).unwrap();
    assert!(token.is_good(SecretKind::Token, &account, Moment::default()));
    assert_eq!(token.scope.unwrap_or_default(), Scope::Write);
    let user: User = from_item(item(include_str!("../fixtures/user_before.json"))).unwrap();
    assert!(user.notification_prefs.is_some_and(|prefs| !prefs.pick_announce && prefs.hangout_new));
}

#[test]
fn a_row_that_another_feature_added_to_still_reads() {
    let row = to_item(&reads_back::<User>(include_str!("../fixtures/user.json"))).unwrap();
    let mut row = row.with("group_id", "g1").with("content_rating_ceiling", "PG");
    row.remove("version");
    let user: User = from_item(row).unwrap();
    assert_eq!((user.display_name.as_str(), user.version), ("Zoë", 0));
}
