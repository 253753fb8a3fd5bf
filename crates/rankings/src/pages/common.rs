//! What several pages share: the way in, the share panel, where things are.

use crate::{Error, model::Poll};
use jiff::SignedDuration;
use kernel::{Classify, FieldError};
use web::{Ctx, Errors, Problem, Share};

/// As long as browsers keep a cookie at all.
pub const COOKIE_AGE: SignedDuration = SignedDuration::from_hours(400 * 24);

/// Below this many ballots, whoever watches live results can tell whose ballot has just come in.
pub const FEW_BALLOTS: u64 = 5;

/// How to pass a poll round: link, share and QR code.
pub fn share(ctx: &Ctx, poll: &Poll) -> Share {
    Share::new(ctx.url(&format!("/r/{}", poll.id)), &poll.title).with_qr()
}

/// What was wrong with a form, to show beside its fields; anything else goes on as it is. A form has one field for all candidates.
pub fn form_errors(error: Error, candidates: &[String]) -> Result<Errors, Problem> {
    let Error::Invalid(errors) = error else { return Err(Problem::new(error.class(), error.to_string())) };
    let one_field = |error: FieldError| {
        let at = error.field.strip_prefix("candidates[").and_then(|rest| rest.strip_suffix(']'));
        match at.and_then(|at| at.parse::<usize>().ok()).and_then(|at| candidates.get(at)) {
            Some(name) => {
                FieldError { field: "candidates".into(), message: format!("“{name}”: {}", error.message) }
            }
            None => error,
        }
    };
    Ok(Errors(errors.into_iter().map(one_field).collect()))
}
