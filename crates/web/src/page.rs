//! Pages: the layout every one of them shares, and how a template becomes an answer.

/// A rendered template.
pub struct Html<T>(pub T);

/// What the base template needs.
pub struct Layout {
    pub title: String,
}
