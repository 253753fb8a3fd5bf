//! DynamoDB's time, which comes with each of its answers: processes that share tables follow it, so that what one of them dates the
//! others find where they look.

use aws_sdk_dynamodb::{
    config::{
        ConfigBag, Intercept, RuntimeComponents, interceptors::BeforeDeserializationInterceptorContextRef,
    },
    error::BoxError,
};
use jiff::{SignedDuration, Timestamp, fmt::rfc2822};
use kernel::Clock;
use std::{fmt, sync::Arc};

/// Whoever runs the server should know of more than this.
const WORTH_A_WARNING: SignedDuration = SignedDuration::from_secs(2);

/// Tells a clock what time the answers say it is.
pub struct TellTime(pub Arc<dyn Clock>);

impl fmt::Debug for TellTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TellTime")
    }
}

impl Intercept for TellTime {
    fn name(&self) -> &'static str {
        "TellTime"
    }

    fn read_before_deserialization(
        &self,
        context: &BeforeDeserializationInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let wrong = context.response().headers().get("date").and_then(parse).and_then(|now| self.0.told(now));
        if let Some(wrong) = wrong.filter(|wrong| wrong.abs() > WORTH_A_WARNING) {
            tracing::warn!(
                seconds = wrong.as_secs(),
                "this machine's clock is not DynamoDB's; from now on DynamoDB's counts"
            );
        }
        Ok(())
    }
}

fn parse(date: &str) -> Option<Timestamp> {
    rfc2822::parse(date).ok().map(|date| date.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_date_of_an_answer_is_a_time() {
        let time = "2026-11-15T20:36:19Z".parse().ok();
        assert_eq!(parse("Sun, 15 Nov 2026 20:36:19 GMT"), time);
        assert_eq!(parse("yesterday"), None);
    }
}
