//! Passcodes: how they are made, kept and compared. The text is sealed at rest and bound to its share and role, so a sealed
//! text moved to another item does not open.

use super::{ShortId, fields::folded, words::WORDS};
use kernel::{Checks, Keyring, Rng, Sealed, keyring::DoesNotOpen};

/// What a passcode or token allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    View,
    Admin,
}

kernel::named!(Role: View "view", Admin "admin");

const LEAST: usize = 4;
const MOST: usize = 100;

/// A passcode that can be read out and typed on a phone: three words and five digits, more than 40 bits.
pub fn generate(rng: &Rng) -> String {
    let [one, two, three] = std::array::from_fn(|_| WORDS[rng.index(WORDS.len())]);
    format!("{one}-{two}-{three}-{:05}", rng.below(100_000))
}

/// A passcode as typed: surrounding space is the keyboard's, not the person's.
pub fn typed(text: &str) -> &str {
    text.trim()
}

/// Notes what is wrong with a chosen passcode.
pub fn check(checks: &mut Checks, field: &str, passcode: &str) {
    let long = passcode.chars().count();
    checks.that(
        (LEAST..=MOST).contains(&long),
        field,
        format!("A passcode has {LEAST} to {MOST} characters."),
    );
}

/// Notes that the two passcodes of a share are the same to whoever types them: what opens in lower case, too, opens both.
pub fn check_differ(checks: &mut Checks, view: Option<&str>, admin: &str) {
    let differ = view.is_none_or(|view| folded(view) != folded(admin));
    checks.that(differ, "adminPasscode", "The two passcodes must differ in more than capital letters.");
}

pub fn seal(keys: &Keyring, rng: &Rng, id: &ShortId, role: Role, passcode: &str) -> Sealed {
    keys.seal(rng, &context(id, role), passcode)
}

pub fn open(keys: &Keyring, id: &ShortId, role: Role, sealed: &str) -> Result<String, DoesNotOpen> {
    keys.open(&context(id, role), sealed)
}

fn context(id: &ShortId, role: Role) -> String {
    format!("passcode {} {}", role.name(), id.compact())
}

/// Whether two passcodes are the same, in a time that depends on neither: hashes are compared, in constant time.
pub fn same(keys: &Keyring, one: &str, other: &str) -> bool {
    keys.verify("passcode", &[one.as_bytes()], &keys.mac("passcode", &[other.as_bytes()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generated_passcode_is_three_words_and_five_digits() {
        let passcode = generate(&Rng::seeded(1));
        let parts: Vec<_> = passcode.split('-').collect();
        assert_eq!(parts.len(), 4, "{passcode}");
        assert!(parts[..3].iter().all(|word| WORDS.contains(word)), "{passcode}");
        assert!(parts[3].len() == 5 && parts[3].bytes().all(|b| b.is_ascii_digit()), "{passcode}");
    }

    #[test]
    fn a_sealed_passcode_opens_only_for_its_share_and_role() {
        let rng = Rng::seeded(1);
        let keys = Keyring::generate(&rng);
        let (id, other) = (ShortId::draw(&rng), ShortId::draw(&rng));
        let sealed = seal(&keys, &rng, &id, Role::View, "velvet");
        assert_eq!(open(&keys, &id, Role::View, &sealed).unwrap(), "velvet");
        assert_eq!(open(&keys, &id, Role::Admin, &sealed), Err(DoesNotOpen));
        assert_eq!(open(&keys, &other, Role::View, &sealed), Err(DoesNotOpen));
    }

    #[test]
    fn passcodes_compare_whole() {
        let keys = Keyring::generate(&Rng::seeded(1));
        assert!(same(&keys, "velvet", "velvet"));
        assert!(!same(&keys, "velvet", "velve") && !same(&keys, "velvet", ""));
    }
}
