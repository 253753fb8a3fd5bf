//! What a row written by hand may lack: its key, its group, its members or the person's own row say it.

use crate::{
    keys::{self, Kind},
    model::{GroupId, HangoutId, PersonId, Target, accounts},
    tables::INVITER_TABLE,
};
use identity::tables::USERS;
use store::{Item, Key, Value, View, query_all};
use web::{Finding, Services, fill};

type Wanted = Vec<(&'static str, Value)>;

/// The row with what it lacked, and a finding where it lacked anything. Repairing stores it so.
pub async fn complete(
    services: &Services,
    key: &Key,
    row: Item,
    repair: bool,
) -> store::Result<(Item, Option<Finding>)> {
    let wanted = wanted(services, &row).await?;
    let Some(write) = fill(&INVITER_TABLE, key.clone(), &row, wanted) else { return Ok((row, None)) };
    if repair {
        match services.store.write(write).await {
            Err(error) if error.is_condition_failed() => return Ok((row, None)),
            written => written?,
        }
    }
    let finding = Finding::mendable(&INVITER_TABLE, key, "it lacks what other rows or its key say", repair);
    let now = if repair { services.store.get(&INVITER_TABLE, key).await? } else { None };
    Ok((now.unwrap_or(row), Some(finding)))
}

/// A group's row with its owners and the count of its members, which other programs do not keep. They are stored by the first write.
pub async fn group(services: &Services, row: Item, store: bool) -> store::Result<Item> {
    let lacks = |name| matches!(row.get(name), None | Some(View::Null));
    if !["ownerIds", "memberCount"].into_iter().any(lacks) {
        return Ok(row);
    }
    let key = Key::of(&row, &INVITER_TABLE.key)?;
    if store {
        return Ok(complete(services, &key, row, true).await?.0);
    }
    let wanted = wanted(services, &row).await?;
    let missing = wanted.into_iter().filter(|(name, _)| lacks(name)).collect::<Vec<_>>();
    Ok(missing.into_iter().fold(row, |row, (name, value)| row.with(name, value)))
}

async fn wanted(services: &Services, row: &Item) -> store::Result<Wanted> {
    Ok(match Kind::of_row(row) {
        Some(Kind::Member(group, user)) => member(services, &group, &user).await?,
        Some(Kind::Group(group)) => of_group(services, &group).await?,
        Some(Kind::Response(hangout, user)) => response(services, &hangout, &user, row).await?,
        Some(Kind::Hangout(id)) => hangout(&id, row),
        _ => Vec::new(),
    })
}

/// The row of a person's account, if there is one.
async fn account(services: &Services, person: &PersonId) -> store::Result<Option<Item>> {
    match accounts([person]).first() {
        Some(user) => services.store.get(&USERS, &identity::keys::user(*user)).await,
        None => Ok(None),
    }
}

fn text<'a>(row: &'a Item, name: &str) -> Option<&'a str> {
    row.get(name).and_then(View::as_str)
}

/// The attribute of a row, under another name or the same.
fn copied(name: &'static str, row: Option<&Item>, from: &str) -> Option<(&'static str, Value)> {
    row.and_then(|row| row.get(from)).map(|value| (name, value.to_value()))
}

async fn member(services: &Services, group: &GroupId, user: &PersonId) -> store::Result<Wanted> {
    let held = services.store.get(&INVITER_TABLE, &keys::group(group)).await?;
    let person = account(services, user).await?;
    let owns = match held.as_ref().and_then(|held| held.get("ownerIds")) {
        Some(View::L(owners)) => owners.iter().any(|owner| owner.as_str() == Some(&user.to_string())),
        _ => false,
    };
    let mut wanted: Wanted = vec![
        ("groupId", group.to_string().into()),
        ("userId", user.to_string().into()),
        ("gsi1pk", keys::of_target(&Target::User(user.clone())).into()),
        ("gsi1sk", keys::of_target(&Target::Group(group.clone())).into()),
        ("role", if owns { "owner" } else { "member" }.into()),
    ];
    wanted.extend(copied("groupName", held.as_ref(), "name"));
    wanted.extend(copied("displayName", person.as_ref(), "display_name"));
    wanted.extend(copied("joinedAt", held.as_ref(), "createdAt"));
    Ok(wanted)
}

/// A group's members say who owns it, how many they are, and what it is called.
async fn of_group(services: &Services, group: &GroupId) -> store::Result<Wanted> {
    let members = query_all(services.store.as_ref(), keys::members_of(group)).await?;
    let first = members.iter().min_by_key(|member| text(member, "joinedAt").unwrap_or("~"));
    let named = |member: &Item| text(member, "SK").and_then(|sk| sk.strip_prefix("USER#")).map(str::to_owned);
    let mut owners: Vec<_> =
        members.iter().filter(|member| text(member, "role") == Some("owner")).filter_map(named).collect();
    if owners.is_empty() {
        owners.extend(first.and_then(named));
    }
    let mut wanted: Wanted = vec![
        ("groupId", group.to_string().into()),
        ("memberCount", (members.len() as u64).into()),
        ("version", 1_u64.into()),
    ];
    wanted.extend(owners.first().map(|owner| ("createdBy", owner.as_str().into())));
    if !owners.is_empty() {
        wanted.push(("ownerIds", Value::L(owners.into_iter().map(Value::from).collect())));
    }
    let name = members.iter().find(|member| text(member, "groupName").is_some());
    wanted.extend(copied("name", name, "groupName"));
    wanted.extend(copied("createdAt", first, "joinedAt"));
    wanted.extend(copied("updatedAt", first, "joinedAt"));
    Ok(wanted)
}

async fn response(
    services: &Services,
    hangout: &HangoutId,
    user: &PersonId,
    row: &Item,
) -> store::Result<Wanted> {
    let person = account(services, user).await?;
    let mut wanted: Wanted = vec![
        ("hangoutId", hangout.to_string().into()),
        ("userId", user.to_string().into()),
        ("gsi1pk", keys::responder(user).into()),
    ];
    wanted.extend(copied("displayName", person.as_ref(), "display_name"));
    let answered = text(row, "respondedAt").and_then(|at| at.parse::<jiff::Timestamp>().ok());
    wanted.extend(answered.map(|at| ("startTimestamp", at.as_millisecond().into())));
    Ok(wanted)
}

/// What every hangout has that nobody has answered, changed or cancelled. Its groups are found by their pointers.
fn hangout(id: &HangoutId, row: &Item) -> Wanted {
    let mut wanted: Wanted = vec![
        ("hangoutId", id.to_string().into()),
        ("cancelled", false.into()),
        ("version", 1_u64.into()),
        ("rev", 1_u64.into()),
    ];
    wanted.extend(["goingCount", "maybeCount", "notGoingCount"].map(|name| (name, 0_u64.into())));
    wanted.extend(copied("updatedAt", Some(row), "createdAt"));
    wanted
}
