//! The code of a shareable.

use kernel::code::{digits, letters};

kernel::short_code! {
    /// Three letters, three letters, five digits: easy to say on the phone.
    ShortId: letters(3), letters(3), digits(5)
}
