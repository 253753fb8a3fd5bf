//! How calls fail, for the API's description: each list is stated once, those that are alike in every feature here.

/// Lists of failures, each a status and what it means, to be named among the responses of a call.
///
/// ```text
/// failures! {
///     /// Of reading what everyone may read.
///     Reading: 404 "no such poll";
/// }
/// ```
#[macro_export]
macro_rules! failures {
    ($($(#[$about:meta])* $list:ident: $($status:literal $words:literal),+;)+) => {
        $($(#[$about])*
        pub enum $list {}

        impl ::utoipa::IntoResponses for $list {
            fn responses()
            -> ::std::collections::BTreeMap<String, ::utoipa::openapi::RefOr<::utoipa::openapi::Response>> {
                let failure = |words: &str| ::utoipa::openapi::Response::new(words).into();
                [$((stringify!($status).to_owned(), failure($words))),+].into()
            }
        })+
    };
}

failures! {
    /// Of calls that create.
    Creating:
        409 "at odds with what is there, or what this key created is gone",
        422 "something is not allowed, or the key was used for something else",
        429 "too many new ones in an hour";
    /// Of calls that edit or delete.
    Editing:
        409 "at odds with what is there",
        412 "changed in the meantime",
        422 "something is not allowed";
}
