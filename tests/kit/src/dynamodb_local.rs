//! The DynamoDB Local that tests share. The adapter's own tests use the same crate without this kit.

pub use dynamodb_local::{ACCESS_KEY, REGION, SECRET_KEY, endpoint};
