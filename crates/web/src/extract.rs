//! Extractors whose failures are [`Problem`]s in the contract's words: 400 for what cannot be read, 422 for what can be read
//! and is not allowed.

pub struct Json<T>(pub T);
pub struct Form<T>(pub T);
pub struct Path<T>(pub T);
pub struct Query<T>(pub T);
