//! The short code of a ranked poll, unlike those of shareables, so that each is known by its shape.

use kernel::code::{digits, letters};

kernel::short_code! {
    /// Three letters, five digits, three letters.
    PollCode: letters(3), digits(5), letters(3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{Rng, code::NotACode};

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        let code = PollCode::draw(&Rng::seeded(1));
        let typed = [code.to_string(), code.to_string().to_uppercase(), code.to_string().replace('-', " ")];
        assert!(typed.iter().all(|typed| typed.parse() == Ok(code)), "{code}");
        for other in ["abc-def-12345", "abc-1234-def", "abc-12345-de1", "abl-12345-def", "", "ébc-12345-def"]
        {
            assert_eq!(other.parse::<PollCode>(), Err(NotACode), "{other}");
        }
    }
}
