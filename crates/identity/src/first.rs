//! Whether this instance has its first account yet, who is its SuperAdmin.

use crate::{error::Result, keys, tables::IDENTITY};
use store::Store;

pub async fn is_taken(store: &dyn Store) -> Result<bool> {
    Ok(store.get(&IDENTITY, &keys::super_admins()).await?.is_some())
}
