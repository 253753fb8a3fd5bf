//! How calls about accounts fail, each list stated once for the API's description.

web::failures! {
    /// Of reading what is one's own.
    Reading: 401 "not signed in";
    /// Of changing what is one's own.
    Writing: 401 "not signed in", 403 "an API token that can only read";
    /// Of what decides over the account itself, which no program may do in one's name.
    Oneself: 401 "not signed in", 403 "an API token";
    /// Of reading an account's roles.
    ReadingRoles: 401 "not signed in", 403 "not a SuperAdmin", 404 "no such account";
    /// Of setting an account's roles.
    SettingRoles:
        401 "not signed in",
        403 "not a SuperAdmin, or an API token",
        404 "no such account",
        409 "the last SuperAdmin stays",
        412 "changed in the meantime",
        422 "no such role";
    /// Of looking after somebody else's account.
    LookingAfter:
        401 "not signed in",
        403 "not a SuperAdmin, an API token, or another SuperAdmin's account",
        404 "no such account";
    /// Of changing what others change too.
    Versions: 409 "several people changed it at once", 412 "changed in the meantime";
}
