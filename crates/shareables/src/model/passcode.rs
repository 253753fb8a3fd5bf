//! Passcodes: what they allow and how they are kept. The text is sealed at rest and bound to its share and role, so a sealed
//! text moved to another item does not open.

use super::{ShortId, fields::folded};
use kernel::{
    Checks, Keyring, Rng, Sealed,
    keyring::{self, DoesNotOpen, NotSealed},
};

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

pub fn seal(
    keys: &Keyring,
    rng: &Rng,
    id: &ShortId,
    role: Role,
    passcode: &str,
) -> Result<Sealed, NotSealed> {
    keys.seal(rng, &context(id, role), passcode)
}

/// Decrypts a passcode. Returns `None` for a text that no server sealed, such as the document's `***`: it opens with nothing.
pub fn open(
    keys: &Keyring,
    id: &ShortId,
    role: Role,
    sealed: Option<&str>,
) -> Result<Option<String>, DoesNotOpen> {
    let sealed = sealed.filter(|text| keyring::is_sealed(text));
    sealed.map(|text| keys.open(&context(id, role), text)).transpose()
}

fn context(id: &ShortId, role: Role) -> String {
    format!("passcode {} {}", role.name(), id.compact())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_passcode_opens_only_for_its_share_and_role() {
        let rng = Rng::seeded(1);
        let keys = Keyring::generate(&rng);
        let (id, other) = (ShortId::draw(&rng), ShortId::draw(&rng));
        let sealed = seal(&keys, &rng, &id, Role::View, "velvet").unwrap();
        let sealed = Some(sealed.as_str());
        assert_eq!(open(&keys, &id, Role::View, sealed).unwrap().as_deref(), Some("velvet"));
        assert_eq!(open(&keys, &id, Role::Admin, sealed), Err(DoesNotOpen));
        assert_eq!(open(&keys, &other, Role::View, sealed), Err(DoesNotOpen));
        for unsealed in [None, Some("***"), Some("")] {
            assert_eq!(open(&keys, &id, Role::View, unsealed), Ok(None), "{unsealed:?}");
        }
    }
}
