//! rankings
