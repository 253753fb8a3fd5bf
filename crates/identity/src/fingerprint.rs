//! Which key file this data belongs to: a server with another one must not start, because nothing it reads would open.

use crate::{keys, tables::IDENTITY};
use kernel::Keyring;
use store::{Item, Store, StoreError, View, Write};

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum NotClaimed {
    #[error(
        "This data belongs to another key file (fingerprint {theirs}; the one given has {ours}): give the right one with --secret-key-file."
    )]
    AnotherKey { ours: String, theirs: String },
    #[error("{0}.")]
    Store(#[from] StoreError),
}

/// The fingerprint of the key file that this data belongs to, if any does.
pub async fn find(store: &dyn Store) -> Result<Option<String>, NotClaimed> {
    let item = store.get(&IDENTITY, &keys::key_fingerprint()).await?;
    Ok(item.as_ref().and_then(held))
}

fn held(item: &Item) -> Option<String> {
    item.get("fingerprint").and_then(View::as_str).map(str::to_owned)
}

/// Claims fresh data for `keys`, or makes sure that it is theirs.
pub async fn claim(store: &dyn Store, keys: &Keyring) -> Result<(), NotClaimed> {
    let ours = keys.fingerprint();
    let item = Item::new().with_key(&IDENTITY, keys::key_fingerprint()).with("fingerprint", ours.clone());
    match store.write(Write::put(&IDENTITY, item).if_new()).await {
        Ok(()) => Ok(()),
        Err(error) if error.is_condition_failed() => {
            let theirs = error.into_existing().as_ref().and_then(held).unwrap_or_default();
            if theirs == ours { Ok(()) } else { Err(NotClaimed::AnotherKey { ours, theirs }) }
        }
        Err(error) => Err(error.into()),
    }
}
