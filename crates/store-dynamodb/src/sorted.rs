//! The same transaction as the same bytes.
//!
//! DynamoDB honours a token only for the transaction it came with, and DynamoDB Local compares down to the order of attributes.
//! The SDK keeps attributes in maps that have another order each time, so the body is put in order before it is signed.

use aws_sdk_dynamodb::{
    config::{ConfigBag, Intercept, RuntimeComponents, interceptors::BeforeTransmitInterceptorContextMut},
    error::BoxError,
};
use serde_json::Value;

#[derive(Debug)]
pub(crate) struct SortedBody;

impl Intercept for SortedBody {
    fn name(&self) -> &'static str {
        "SortedBody"
    }

    fn modify_before_signing(
        &self,
        context: &mut BeforeTransmitInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let request = context.request_mut();
        if let Some(body) = request.body().bytes() {
            let body = sorted(body)?;
            request.headers_mut().insert("content-length", body.len().to_string());
            *request.body_mut() = body.into();
        }
        Ok(())
    }
}

fn sorted(body: &[u8]) -> serde_json::Result<Vec<u8>> {
    let mut value: Value = serde_json::from_slice(body)?;
    value.sort_all_objects();
    serde_json::to_vec(&value)
}

#[cfg(test)]
mod tests {
    #[test]
    fn one_order_whatever_it_was() {
        let sorted = |text: &str| String::from_utf8(super::sorted(text.as_bytes()).unwrap()).unwrap();
        let wanted = r#"{"a":[{"c":"ö","d":{}}],"b":1}"#;
        assert_eq!(sorted(r#"{"b":1,"a":[{"d":{},"c":"ö"}]}"#), wanted);
        assert_eq!(sorted(wanted), wanted);
    }
}
