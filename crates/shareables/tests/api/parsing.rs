//! Whatever is typed or sent as a code, a token or a passcode: it is read or refused, and nothing falls over.

use jiff::Timestamp;
use kernel::{Keyring, Rng};
use proptest::prelude::*;
use shareables::model::{Code, ItemFields, Role, ShortId, passcode, token};

proptest! {
    #[test]
    fn any_text_is_a_code_or_refused(text in any::<String>()) {
        if let Ok(id) = text.parse::<ShortId>() {
            prop_assert_eq!(id.to_string().parse(), Ok(id));
        }
        if let Ok(code) = text.parse::<Code>() {
            prop_assert_eq!(code.compact().parse(), Ok(code));
        }
    }

    #[test]
    fn a_code_reads_however_it_is_spaced_and_cased(
        seed in any::<u64>(),
        gaps in prop::collection::vec(prop_oneof![Just(""), Just("-"), Just(" "), Just("\u{2013}")], 11),
        upper in any::<bool>(),
    ) {
        let id = ShortId::draw(&Rng::seeded(seed));
        let letters = id.compact().chars().zip(&gaps);
        let typed: String = letters.flat_map(|(letter, gap)| std::iter::once(letter).chain(gap.chars())).collect();
        let typed = if upper { typed.to_uppercase() } else { typed };
        prop_assert_eq!(typed.parse(), Ok(id));
    }

    #[test]
    fn no_made_up_token_opens_anything(text in any::<String>(), body in "[av]?[0-9a-f]{0,20}\\.?[A-Za-z0-9_-]{0,60}") {
        let rng = Rng::seeded(1);
        let (keys, id) = (Keyring::generate(&rng), ShortId::draw(&rng));
        for made_up in [text, format!("rsh_{body}")] {
            let role = token::role_of(&keys, &id, |_| 1, Timestamp::UNIX_EPOCH, &made_up);
            prop_assert_eq!(role, None);
        }
    }

    #[test]
    fn a_changed_token_opens_nothing(at in 0_usize..60, with in "[A-Za-z0-9_.-]") {
        let rng = Rng::seeded(1);
        let (keys, id) = (Keyring::generate(&rng), ShortId::draw(&rng));
        let until = Timestamp::from_second(2_000_000_000).unwrap();
        let good = token::mint(&keys, &id, Role::View, 7, until);
        let mut changed = good.clone();
        let at = at % good.len();
        changed.replace_range(at..=at, &with);
        let role = token::role_of(&keys, &id, |_| 7, Timestamp::UNIX_EPOCH, &changed);
        prop_assert_eq!(role, (changed == good).then_some(Role::View));
    }

    #[test]
    fn any_passcode_is_sealed_and_opened_whole(text in any::<String>()) {
        let rng = Rng::seeded(1);
        let (keys, id) = (Keyring::generate(&rng), ShortId::draw(&rng));
        let sealed = passcode::seal(&keys, &rng, &id, Role::Admin, &text).unwrap();
        prop_assert_eq!(passcode::open(&keys, &id, Role::Admin, Some(&sealed)).unwrap().unwrap(), text.clone());
        _ = passcode::open(&keys, &id, Role::Admin, Some(&text));
    }

    #[test]
    fn pasted_lines_are_items_that_say_something(text in any::<String>()) {
        let items = ItemFields::from_lines(&text);
        prop_assert!(items.iter().all(|item| !item.name.trim().is_empty()));
    }
}

#[test]
fn pasted_lines_become_items_without_blank_ones() {
    let items = ItemFields::from_lines("milk\r\n\n  bread \n");
    assert_eq!(items.iter().map(|item| item.name.as_str()).collect::<Vec<_>>(), ["milk", "bread"]);
}
