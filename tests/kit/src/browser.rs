//! The real browser that tests look at pages with; a crate of its own, because it knows nothing of Roundtable.

pub use chromium::*;
