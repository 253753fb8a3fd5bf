//! Devices that have signed in to an account before. Wrong passwords from such a device have a counter of their own, so that
//! strangers who guess at the account cannot keep its owner out.
//!
//! A device holds a proof in a cookie. It opens nothing, names nobody, and ends with the password it was made for.

use crate::model::{Email, SignIn};
use data_encoding::BASE64URL_NOPAD;
use kernel::{Keyring, Rng, secret};

const ID: usize = 12;
const MAC: usize = 16;

/// A fresh proof for a device on which the password was right.
pub fn prove(keys: &Keyring, rng: &Rng, email: &Email, sign_in: &SignIn) -> String {
    let id: [u8; ID] = rng.bytes();
    BASE64URL_NOPAD.encode(&[id.as_slice(), &mac(keys, email, sign_in, &id)].concat())
}

/// The device's name, if its proof is one for this password.
pub fn recognise(keys: &Keyring, email: &Email, sign_in: &SignIn, proof: &str) -> Option<String> {
    let bytes = BASE64URL_NOPAD.decode(proof.as_bytes()).ok()?;
    let (id, shown) = bytes.split_first_chunk::<ID>()?;
    secret::same(shown, mac(keys, email, sign_in, id)).then(|| BASE64URL_NOPAD.encode(id))
}

fn mac(keys: &Keyring, email: &Email, sign_in: &SignIn, id: &[u8; ID]) -> [u8; MAC] {
    let whole =
        keys.proof("known device", &[email.as_str().as_bytes(), sign_in.password_hash.as_bytes(), id]);
    let mut short = [0; MAC];
    short.copy_from_slice(&whole[..MAC]);
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{Moment, UserId};

    #[test]
    fn a_proof_is_good_for_one_account_with_one_password() {
        let (keys, rng) = (Keyring::generate(&Rng::seeded(1)), Rng::seeded(2));
        let email = Email::parse("ana@example.org").unwrap();
        let sign_in = SignIn {
            user_id: UserId(rng.uuid_v4()),
            password_hash: "x".into(),
            created_at: Moment::default(),
        };
        let proof = prove(&keys, &rng, &email, &sign_in);
        assert!(recognise(&keys, &email, &sign_in, &proof).is_some());
        let changed = SignIn { password_hash: "y".into(), ..sign_in.clone() };
        assert_eq!(recognise(&keys, &email, &changed, &proof), None);
        let other = Email::parse("ben@example.org").unwrap();
        assert_eq!(recognise(&keys, &other, &sign_in, &proof), None);
        for broken in ["", "AAAA", &proof[..20]] {
            assert_eq!(recognise(&keys, &email, &sign_in, broken), None);
        }
    }
}
