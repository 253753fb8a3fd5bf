//! What both engines must agree on.
