//! Starting with wrong or missing settings.

use crate::setup::{VISITS, clock, options};
use std::process::Command;
use store_dynamodb::{ConnectError, DynamoStore, Options};

/// Tells the child of [`without_credentials_the_sentence_says_what_to_set`] what it is.
const CHILD: &str = "ROUNDTABLE_TEST_WITHOUT_CREDENTIALS";

#[tokio::test]
async fn an_endpoint_that_is_no_address_is_refused() {
    let options = Options { endpoint: Some("localhost:8000".into()), ..options(vec![&VISITS]) };
    let error = DynamoStore::connect(options).await.err().unwrap();
    assert_eq!(error, ConnectError::BadEndpoint("localhost:8000".into()));
    assert_eq!(
        error.to_string(),
        "The DynamoDB endpoint localhost:8000 is not an address that starts with http:// or https://."
    );
}

/// The standard settings come from the environment, which a test cannot change for itself, so it runs itself in another.
#[tokio::test]
async fn without_credentials_the_sentence_says_what_to_set() {
    if std::env::var_os(CHILD).is_some() {
        let options =
            Options { endpoint: Some("http://127.0.0.1:1".into()), ..Options::new(vec![&VISITS], clock()) };
        println!("{}", DynamoStore::connect(options).await.err().unwrap());
        return;
    }
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["connect::without_credentials_the_sentence_says_what_to_set", "--exact", "--nocapture"])
        .env_clear()
        .envs([(CHILD, "1"), ("AWS_EC2_METADATA_DISABLED", "true"), ("HOME", "/nonexistent")])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let sentence = "No AWS credentials for DynamoDB at http://127.0.0.1:1: set AWS_ACCESS_KEY_ID and \
                    AWS_SECRET_ACCESS_KEY (DynamoDB Local takes any letters and digits)";
    assert!(said.contains(sentence), "{said}");
    assert!(!said.contains(".)"), "{said}");
}
