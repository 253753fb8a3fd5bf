//! The people of the example.

use super::player::Player;
use crate::cli::Failure;
use identity::{
    operator,
    service::sign_in::{From, start_session},
    stored,
};
use kernel::Role;
use serde::Deserialize;
use serde_json::json;
use std::net::{IpAddr, Ipv4Addr};
use web::Services;

const PEOPLE: &str = include_str!("../../example/people.json");
/// How long ago they came.
const DAYS_AGO: i64 = 90;

/// Somebody who has an account. The first of them is SuperAdmin.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Person {
    /// What scripts call them.
    pub name: String,
    pub display_name: String,
    #[serde(default)]
    roles: Vec<Role>,
}

impl Person {
    pub fn email(&self) -> String {
        format!("{}@example.org", self.name.to_lowercase())
    }
}

pub fn everybody() -> Result<Vec<Person>, Failure> {
    serde_json::from_str(PEOPLE).map_err(|error| Failure(format!("people.json: {error}.")))
}

/// Makes somebody's account and signs them in, so that the API knows them.
pub async fn join(
    person: &Person,
    password: &str,
    services: &Services,
    player: &mut Player,
) -> identity::Result<()> {
    player.evenings.next(DAYS_AGO);
    let email = person.email();
    let user =
        operator::create_account(services, &email, &person.display_name, password, &person.roles).await?;
    // A session is over a month after it was used last, so it begins at the present.
    player.evenings.are_over();
    let account = stored::get_account(services.store.as_ref(), user).await?;
    let from = From { address: IpAddr::V4(Ipv4Addr::LOCALHOST), user_agent: None, device: None, zone: None };
    let session = start_session(services, from, account, None).await?;
    player.meets(&person.name, user, session.token);
    Ok(())
}

/// Nobody stays signed in.
pub async fn leave(people: &[Person], player: &mut Player) -> Result<(), Failure> {
    let rows: Vec<_> = people.iter().map(|person| [&person.name]).collect();
    let script = json!([{ "as": "{0}", "call": "POST /auth/logout", "rows": rows }]);
    player.play("people.json", &script.to_string()).await
}
