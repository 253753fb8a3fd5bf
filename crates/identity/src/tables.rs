//! The two tables of identity: `Users` as the movie night document draws it, and `Identity`, which is ours.

use store::{Index, KeySchema, Table, s};

/// Lists the account with an e-mail address. Uniqueness is decided by [`IDENTITY`], never here.
pub const EMAIL_INDEX: &str = "email-index";
/// Lists the managed members of a parent.
pub const PARENT_INDEX: &str = "parent-index";

/// Every account's profile row, and managed members' too. Other features add attributes of their own to these rows, so a row
/// is put once and from then on only updated.
pub const USERS: Table = Table::new("Users", KeySchema::simple(s("user_id"))).with_indexes(&[
    Index { name: EMAIL_INDEX, key: KeySchema::simple(s("email")) },
    Index { name: PARENT_INDEX, key: KeySchema::simple(s("parent_user_id")) },
]);

/// Sign-in records, accounts with their roles, sessions, API tokens, reset links, and what the instance knows about itself.
pub const IDENTITY: Table = Table::new("Identity", KeySchema::composite(s("PK"), s("SK"))).with_ttl("ttl");
