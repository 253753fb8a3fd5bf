//! DynamoDB's errors as the port's, by what they mean to whoever asked.

use crate::{DynamoStore, attribute::to_item};
use aws_sdk_dynamodb::{
    Error as ServiceError,
    error::{ProvideErrorMetadata, SdkError},
    types::CancellationReason,
};
use store::{Failed, StoreError, Table};

impl DynamoStore {
    /// What a failed call means. `tables` are those it was about.
    pub(crate) fn explain<E: Into<ServiceError>, R>(
        &self,
        error: SdkError<E, R>,
        tables: &[&Table],
    ) -> StoreError {
        let place = &self.place;
        let sentence = match error {
            SdkError::ServiceError(refusal) => return self.refusal(refusal.into_err().into(), tables),
            SdkError::TimeoutError(_) => format!("{place} did not answer in time"),
            SdkError::DispatchFailure(failure) => match failure.as_connector_error() {
                Some(error) if error.is_timeout() => format!("{place} did not answer in time"),
                Some(error) => format!("{place} cannot be reached ({})", root_cause(error)),
                None => format!("{place} cannot be reached"),
            },
            SdkError::ResponseError(_) => format!("{place} broke off its answer"),
            _ => format!("a request to {place} could not be made"),
        };
        StoreError::Unavailable(sentence)
    }

    fn refusal(&self, error: ServiceError, tables: &[&Table]) -> StoreError {
        match error {
            ServiceError::ConditionalCheckFailedException(failed) => condition_failed([(0, failed.item)]),
            ServiceError::TransactionCanceledException(cancelled) => {
                self.cancelled(cancelled.cancellation_reasons.unwrap_or_default())
            }
            error => match error.code() {
                Some(code) => self.refusal_by_code(code, error.message().unwrap_or_default(), tables),
                None => StoreError::Unavailable(format!("{} gave an answer that makes no sense", self.place)),
            },
        }
    }

    fn refusal_by_code(&self, code: &str, message: &str, tables: &[&Table]) -> StoreError {
        let place = &self.place;
        match code {
            "ProvisionedThroughputExceededException"
            | "ThrottlingException"
            | "Throttling"
            | "ThrottlingError"
            | "ProvisionedThroughputExceeded"
            | "RequestLimitExceeded"
            | "LimitExceededException" => {
                StoreError::Throttled(format!("{place} takes no more for the moment"))
            }
            "TransactionConflictException" | "ReplicatedWriteConflictException" => StoreError::Conflict,
            "ResourceNotFoundException" => StoreError::Unavailable(self.missing(tables)),
            "ValidationException" | "ValidationError" => self.invalid(message),
            "ItemCollectionSizeLimitExceededException" | "ItemCollectionSizeLimitExceeded" => {
                StoreError::TooLarge(message.to_owned())
            }
            "IdempotentParameterMismatchException" => {
                StoreError::Invalid("this token was used for another transaction".into())
            }
            "AccessDeniedException" | "AccessDenied" => {
                StoreError::Unavailable(format!("{place} does not allow this account to do that ({message})"))
            }
            "UnrecognizedClientException"
            | "ExpiredTokenException"
            | "InvalidSignatureException"
            | "IncompleteSignatureException"
            | "MissingAuthenticationTokenException" => {
                StoreError::Unavailable(format!("{place} does not accept the AWS credentials ({message})"))
            }
            // The first sending of this very transaction is still under way: only its outcome tells whether it happened.
            "TransactionInProgressException" => {
                StoreError::Unavailable(format!("{place} is still at work on this transaction"))
            }
            _ => StoreError::Unavailable(format!("{place} failed with {code} ({message})")),
        }
    }

    /// DynamoDB tells most of what it refuses by words alone.
    fn invalid(&self, message: &str) -> StoreError {
        if message.contains("exceeded the maximum allowed size") {
            StoreError::TooLarge("an item is larger than 400 KB".into())
        } else if message.contains("does not have the specified index") || message.contains("backfilling") {
            let place = &self.place;
            StoreError::Unavailable(format!("{place}: {message}; run `roundtable tables create`"))
        } else {
            StoreError::Invalid(message.to_owned())
        }
    }

    fn missing(&self, tables: &[&Table]) -> String {
        let mut names: Vec<_> = tables.iter().map(|table| self.physical(table)).collect();
        names.sort_unstable();
        names.dedup();
        let what = match names.as_slice() {
            [only] => format!("the table {only} does not exist"),
            several => format!("one of the tables {} does not exist", several.join(", ")),
        };
        format!("{} answers, but {what}; run `roundtable tables create`", self.place)
    }

    /// A failed condition is certain whatever else was wrong, so it is told first; the rest in the order of what helps more.
    fn cancelled(&self, reasons: Vec<CancellationReason>) -> StoreError {
        let (failed, other): (Vec<_>, Vec<_>) = reasons
            .into_iter()
            .enumerate()
            .filter(|(_, reason)| !matches!(reason.code(), None | Some("None")))
            .partition(|(_, reason)| reason.code() == Some("ConditionalCheckFailed"));
        if !failed.is_empty() {
            return condition_failed(failed.into_iter().map(|(at, reason)| (at, reason.item)));
        }
        let fault = other.iter().find(|(_, reason)| reason.code() != Some("TransactionConflict"));
        match fault {
            Some((_, reason)) => {
                let (code, message) =
                    (reason.code().unwrap_or_default(), reason.message().unwrap_or_default());
                self.refusal_by_code(code, message, &[])
            }
            None => StoreError::Conflict,
        }
    }
}

type Held = Option<crate::attribute::Attributes>;

fn condition_failed(failed: impl IntoIterator<Item = (usize, Held)>) -> StoreError {
    let read = |(at, held): (usize, Held)| Ok(Failed { at, item: held.map(to_item).transpose()? });
    failed
        .into_iter()
        .map(read)
        .collect::<store::Result<_>>()
        .map_or_else(|unreadable| unreadable, StoreError::ConditionFailed)
}

/// What an error says at the bottom, where the reason usually is; to be put in brackets.
pub(crate) fn root_cause(error: &dyn std::error::Error) -> String {
    let mut deepest = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    deepest.to_string().trim_end_matches('.').to_owned()
}
