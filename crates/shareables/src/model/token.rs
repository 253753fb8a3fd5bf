//! Access tokens: what a right passcode is exchanged for. A token is a MAC over share, role, passcode version and end, so
//! nothing is stored for it, and a new passcode (a new version) makes every older token worthless.

use super::{Role, ShortId};
use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use kernel::Keyring;

const PREFIX: &str = "rsh_";
/// How long a token is good for.
pub const DAYS: u32 = 30;

/// Makes a token that ends at `until`.
pub fn mint(keys: &Keyring, id: &ShortId, role: Role, version: u64, until: Timestamp) -> String {
    let until = until.as_second();
    let mac = keys.mac(PURPOSE, &parts(id, role, &version.to_be_bytes(), &until.to_be_bytes()));
    format!("{PREFIX}{}{until:x}.{}", letter(role), BASE64URL_NOPAD.encode(&mac))
}

/// The role that `token` gives, where `version` tells the current passcode version of a role. One for another share, an
/// outdated or a made-up one gives none.
pub fn role_of(
    keys: &Keyring,
    id: &ShortId,
    version: impl Fn(Role) -> u64,
    now: Timestamp,
    token: &str,
) -> Option<Role> {
    let body = token.strip_prefix(PREFIX)?;
    let role = [Role::View, Role::Admin].into_iter().find(|role| body.starts_with(letter(*role)))?;
    let (until, mac) = body.get(1..)?.split_once('.')?;
    let until = i64::from_str_radix(until, 16).ok()?;
    let mac = BASE64URL_NOPAD.decode(mac.as_bytes()).ok()?;
    let parts = (version(role).to_be_bytes(), until.to_be_bytes());
    let good = keys.verify(PURPOSE, &self::parts(id, role, &parts.0, &parts.1), &mac);
    (good && now.as_second() < until).then_some(role)
}

const PURPOSE: &str = "share access";

fn parts<'p>(id: &'p ShortId, role: Role, version: &'p [u8; 8], until: &'p [u8; 8]) -> [&'p [u8]; 4] {
    [id.compact().as_bytes(), role.name().as_bytes(), version, until]
}

fn letter(role: Role) -> char {
    match role {
        Role::View => 'v',
        Role::Admin => 'a',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Rng;

    #[test]
    fn a_token_is_good_for_its_share_role_version_and_time_only() {
        let rng = Rng::seeded(1);
        let keys = Keyring::generate(&rng);
        let (id, other) = (ShortId::draw(&rng), ShortId::draw(&rng));
        let at = |second| Timestamp::from_second(second).unwrap();
        let token = mint(&keys, &id, Role::View, 7, at(1_000));
        let role = |id: &ShortId, version, now, token: &str| role_of(&keys, id, |_| version, at(now), token);
        assert_eq!(role(&id, 7, 999, &token), Some(Role::View));
        assert_eq!(role(&id, 7, 1_000, &token), None, "ended");
        assert_eq!(role(&id, 8, 999, &token), None, "the passcode changed");
        assert_eq!(role(&other, 7, 999, &token), None, "another share");
        assert_eq!(role(&id, 7, 999, &token.replacen("rsh_v", "rsh_a", 1)), None, "raised to admin");
        assert_eq!(role(&id, 7, 999, &token.replacen("3e8", "fff", 1)), None, "made to last");
        for rubbish in ["", "rsh_", "rsh_v", "rsh_é.", "rsh_v3e8.", "session"] {
            assert_eq!(role(&id, 7, 999, rubbish), None, "{rubbish}");
        }
    }
}
