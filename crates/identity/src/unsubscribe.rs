//! The address by which a letter lets its reader stop such letters: good for one person and one topic, without signing in.

use crate::{error::Error, keys, model::NotificationPrefs, stored, tables::USERS};
use data_encoding::BASE64URL_NOPAD;
use kernel::{UserId, secret};
use store::{Value, Write, to_item};
use web::{Services, notify::Topic};

/// Where a letter on `topic` to `user` leads.
pub fn path(services: &Services, user: UserId, topic: Topic) -> String {
    format!("/unsubscribe/{}", token(services, user, topic))
}

fn token(services: &Services, user: UserId, topic: Topic) -> String {
    let mac = services.keys.proof("unsubscribe", &[user.to_string().as_bytes(), topic.as_str().as_bytes()]);
    format!("{user}.{}.{}", topic.as_str(), BASE64URL_NOPAD.encode(&mac[..16]))
}

/// The person and topic that a token is good for.
pub fn read(services: &Services, given: &str) -> Option<(UserId, Topic)> {
    let mut parts = given.splitn(3, '.');
    let user: UserId = parts.next()?.parse().ok()?;
    let name = parts.next()?;
    let topic = Topic::ALL.into_iter().find(|topic| topic.as_str() == name)?;
    secret::same(token(services, user, topic), given).then_some((user, topic))
}

/// Stops messages on one topic. Who has no account any more gets none.
pub async fn stop(services: &Services, user: UserId, topic: Topic) -> Result<(), Error> {
    let Some(found) = stored::find_user(services.store.as_ref(), user).await? else { return Ok(()) };
    let mut prefs: NotificationPrefs = found.notification_prefs.unwrap_or_default();
    prefs.set(topic, false);
    let map = Value::M(to_item(&prefs)?.into_iter().collect());
    let write = Write::update(&USERS, keys::user(user)).set("notification_prefs", map).if_there();
    match services.store.write(write).await {
        Err(error) if error.is_condition_failed() => Ok(()),
        done => Ok(done?),
    }
}
