//! Everyone who has a profile, held in memory and followed, so that people are found by the beginning of their name or address.
//!
//! `Users` has no key that sorts by either, so it is read whole, once; what is stored stays the truth, and each page of what is found
//! is read from there.

use crate::{keys, tables::USERS};
use kernel::UserId;
use std::{
    collections::{BTreeMap, HashMap},
    mem,
    ops::Bound::{Excluded, Unbounded},
};
use store::{Item, Key, KeyValue, Query, Table, View, Write};
use unicode_normalization::UnicodeNormalization;
use web::{Follow, Held, Services};

/// The name under which a profile sorts, and whose it is.
pub type Place = (String, UserId);

/// Everyone, followed.
pub struct Everyone;

impl Follow for Everyone {
    const NAME: &'static str = "people";
    type Id = &'static str;
    type State = People;

    fn id((): &()) -> Self::Id {
        "all"
    }

    fn rows(_: &Self::Id) -> Vec<Query> {
        Vec::new()
    }

    fn whole() -> Option<&'static Table> {
        Some(&USERS)
    }

    fn row(_: &Self::Id, named: &str) -> Option<Key> {
        Some(Key::only(named.to_owned()))
    }
}

impl Everyone {
    /// Returns the mark of a change to somebody's name or address, where other servers need one.
    pub fn mark(services: &Services, user: UserId) -> store::Result<Option<Write>> {
        services.mark::<Self>(&"all", &keys::user(user))
    }

    /// Has a profile looked at again, after the commit.
    pub fn changed(services: &Services, user: UserId) {
        services.answered::<Self>(&"all", [keys::user(user)]);
    }
}

/// Names and addresses, with nothing else about anyone.
#[derive(Default)]
pub struct People {
    /// Addresses by place.
    emails: BTreeMap<Place, String>,
    names: HashMap<UserId, String>,
    bytes: usize,
}

impl People {
    /// Returns at most so many places of people whose name or address begins with `wanted`, in order, from behind a place on.
    pub fn find(&self, wanted: &str, after: Option<&Place>, most: usize) -> Vec<Place> {
        let behind = after.map_or(Unbounded, Excluded);
        let all = self.emails.range((behind, Unbounded));
        let found = all.filter(|((name, _), email)| name.starts_with(wanted) || email.starts_with(wanted));
        found.take(most).map(|(place, _)| place.clone()).collect()
    }

    fn let_go(&mut self, user: UserId) {
        let Some(name) = self.names.remove(&user) else { return };
        let place = (name, user);
        let email = self.emails.remove(&place).unwrap_or_default();
        self.bytes -= taken(&place.0, &email);
    }
}

/// Returns a text as it is compared: without case.
pub fn folded(text: &str) -> String {
    text.trim().to_lowercase().nfc().collect()
}

fn taken(name: &str, email: &str) -> usize {
    2 * name.len() + email.len() + mem::size_of::<(Place, String)>() + mem::size_of::<(UserId, String)>()
}

impl Held for People {
    type Parent = ();
    type Seen = ();

    fn empty((): &()) -> store::Result<Self> {
        Ok(Self::default())
    }

    /// A row that names nobody is left out. Managed members sign in nowhere.
    fn put(&mut self, row: &Item) -> store::Result<()> {
        let text = |attribute: &str| row.get(attribute).and_then(View::as_str);
        let Some(user) = text("user_id").and_then(|id| id.parse::<UserId>().ok()) else { return Ok(()) };
        self.let_go(user);
        if matches!(row.get("is_managed"), Some(View::Bool(true))) {
            return Ok(());
        }
        let (name, email) =
            (folded(text("display_name").unwrap_or_default()), folded(text("email").unwrap_or_default()));
        self.bytes += taken(&name, &email);
        self.names.insert(user, name.clone());
        self.emails.insert((name, user), email);
        Ok(())
    }

    fn remove(&mut self, key: &Key) {
        let KeyValue::S(id) = &key.pk else { return };
        if let Ok(user) = id.parse() {
            self.let_go(user);
        }
    }

    fn see(&mut self, (): &()) -> store::Result<()> {
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.bytes
    }
}
