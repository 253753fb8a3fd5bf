//! Stores around a store.
