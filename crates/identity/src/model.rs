//! Accounts, sign-in records and secrets, and the rules about them. Nothing here reads or writes.

mod account;
mod input;
mod lenient;
mod password;
mod push;
mod secret;

pub use account::{Account, Link, NotificationPrefs, SignIn, User};
pub use input::{Email, MOST_DISPLAY_NAME, avatar_key, display_name, predefined_avatar, provided_name};
pub use password::{Password, names};
pub use push::{PushRow, Subscribe};
pub use secret::{Scope, Secret, SecretKind, SecretRow, session_ends};
