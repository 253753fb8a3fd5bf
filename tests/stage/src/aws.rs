//! The tables that the product fills, as somebody else's AWS client sees them.

use crate::{Setup, engine::on_dynamodb};
use aws_sdk_dynamodb::{
    Config,
    config::{BehaviorVersion, Credentials, Region},
};
use kernel::Rng;
use std::collections::HashMap;

pub use aws_sdk_dynamodb::{Client, types::AttributeValue};

pub type Row = HashMap<String, AttributeValue>;

/// A client of DynamoDB Local that knows under which names a server's tables are there.
pub struct Outsider {
    pub client: Client,
    prefix: String,
}

impl Outsider {
    /// The setup on tables of its own, and who looks at them from outside.
    pub async fn of(setup: Setup) -> (Setup, Self) {
        let prefix =
            format!("ap{}-", Rng::system().expect("randomness").text(b"abcdefghijklmnopqrstuvwxyz", 12));
        let store = on_dynamodb(prefix.clone(), setup.tables(), setup.clock.clone()).await;
        let (key, secret) = (dynamodb_local::ACCESS_KEY, dynamodb_local::SECRET_KEY);
        let config = Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .endpoint_url(dynamodb_local::endpoint())
            .region(Region::new(dynamodb_local::REGION))
            .credentials_provider(Credentials::new(key, secret, None, None, "test"))
            .http_client(aws_smithy_http_client::Builder::new().build_http())
            .build();
        (Setup { store: Some(store), ..setup }, Self { client: Client::from_conf(config), prefix })
    }

    /// The name of a table in DynamoDB.
    pub fn name_of(&self, table: &store::Table) -> String {
        format!("{}{}", self.prefix, table.name)
    }
}

pub fn s(text: impl Into<String>) -> AttributeValue {
    AttributeValue::S(text.into())
}

/// One attribute of each row.
pub fn texts(rows: &[Row], name: &str) -> Vec<String> {
    rows.iter().map(|row| row[name].as_s().expect("a text").clone()).collect()
}
