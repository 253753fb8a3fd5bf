//! Whether this instance has its first account yet, who is its SuperAdmin, and the code that registering it takes.
//!
//! A proxy on the same machine that names neither itself nor its caller cannot be told from a person there, so everyone needs the code.

use crate::{error::Result, keys, tables::IDENTITY, urls};
use kernel::Keyring;
use store::Store;

/// Letters and digits that are not mistaken for one another.
const LETTERS: &[u8; 31] = b"abcdefghjkmnpqrstuvwxyz23456789";
const LENGTH: usize = 12;

pub async fn is_taken(store: &dyn Store) -> Result<bool> {
    Ok(store.get(&IDENTITY, &keys::super_admins()).await?.is_some())
}

/// Returns the set-up code. It follows from the key file, so that every start and every server of an instance has the same.
pub fn set_up_code(keys: &Keyring) -> String {
    let drawn = keys.mac("set-up code", &[]);
    drawn[..LENGTH].iter().map(|byte| char::from(LETTERS[usize::from(*byte) % LETTERS.len()])).collect()
}

/// Returns the path that carries the code to the form, behind the `#`, which no browser sends and no log holds.
pub fn set_up_path(code: &str) -> String {
    format!("{}#code={code}", urls::REGISTER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Rng;

    #[test]
    fn a_set_up_code_belongs_to_a_key_file() {
        let (one, other) = (Keyring::generate(&Rng::seeded(1)), Keyring::generate(&Rng::seeded(2)));
        let code = set_up_code(&one);
        assert_eq!((code.len(), &code), (LENGTH, &set_up_code(&one)));
        assert_ne!(code, set_up_code(&other));
        assert_eq!(set_up_path(&code), format!("/register#code={code}"));
    }
}
