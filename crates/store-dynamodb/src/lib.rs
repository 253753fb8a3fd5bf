//! store-dynamodb
