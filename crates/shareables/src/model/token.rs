//! Access tokens: what a right passcode is exchanged for. A token is a MAC over share, role, passcode version and end, so
//! nothing is stored for it, and a new passcode (a new version) makes every older token worthless.

use super::{Role, ShortId};
use jiff::Timestamp;
use kernel::{Keyring, secret};

/// How long a token is good for.
pub const DAYS: u32 = 30;

/// Makes a token that ends at `until`.
pub fn mint(keys: &Keyring, id: &ShortId, role: Role, version: u64, until: Timestamp) -> String {
    let until = until.as_second();
    let parts =
        [id.compact().as_bytes(), role.name().as_bytes(), &version.to_be_bytes(), &until.to_be_bytes()];
    format!("{}{until:x}.{}", prefix(role), keys.signature("share access", &parts))
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
    let role = [Role::View, Role::Admin].into_iter().find(|role| token.starts_with(prefix(*role)))?;
    let (until, _) = token.strip_prefix(prefix(role))?.split_once('.')?;
    let until = Timestamp::from_second(i64::from_str_radix(until, 16).ok()?).ok()?;
    let good = secret::same(mint(keys, id, role, version(role), until), token);
    (good && now < until).then_some(role)
}

fn prefix(role: Role) -> &'static str {
    match role {
        Role::View => "rsh_v",
        Role::Admin => "rsh_a",
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
