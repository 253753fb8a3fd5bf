//! Bounds of lists of texts in the API's description. Derive macros know the length of a list and not that of what is in it, and take
//! only numbers, where these are the model's own constants.

use utoipa::openapi::{
    Array, ObjectBuilder, Type,
    schema::{ArrayBuilder, SchemaType},
};

/// `LEAST` to `MOST` texts of at most `LONGEST` characters.
pub fn texts<const LEAST: usize, const MOST: usize, const LONGEST: usize>() -> Array {
    list(LONGEST).min_items(Some(LEAST)).max_items(Some(MOST)).build()
}

/// The same, or `null`.
pub fn texts_or_null<const LEAST: usize, const MOST: usize, const LONGEST: usize>() -> Array {
    let list_or_null = SchemaType::from_iter([Type::Array, Type::Null]);
    list(LONGEST).schema_type(list_or_null).min_items(Some(LEAST)).max_items(Some(MOST)).build()
}

fn list(longest: usize) -> ArrayBuilder {
    let text = ObjectBuilder::new().schema_type(Type::String).min_length(Some(1)).max_length(Some(longest));
    ArrayBuilder::new().items(text)
}
