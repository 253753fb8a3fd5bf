//! A participant's own key to their RSVP or vote. Whoever holds it may change the answer, so it goes to its owner and the
//! organiser and to nobody else.

use kernel::code::mixed;

kernel::short_code! {
    /// A participant's code.
    secret Code: mixed(8)
}
