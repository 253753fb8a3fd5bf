//! shareables
