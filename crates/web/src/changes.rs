//! Changes that people are sent messages about, gathered. The first message goes out a delay after the change, with the state as it is
//! then; what follows within ten delays is one more message at their end; a change that was undone by then is none.

use jiff::SignedDuration;
use kernel::{Moment, UserId};
use serde::{Deserialize, Serialize};

/// Messages about what follows a message wait until this many delays after it.
const QUIET_DELAYS: i32 = 10;

/// A change that is announced when it is due, with the state as it is then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Unannounced<S> {
    /// The state that people know.
    pub was: S,
    pub due: Moment,
    /// When the thing had moved before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved_before: Option<Moment>,
    /// The one person who made every change since, and needs no message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<UserId>,
}

impl<S: Clone> Unannounced<S> {
    /// Returns what is to be announced once `by` has changed a thing that was as `was` and had moved at `moved_before`. `earlier` is
    /// what was to be announced before, `announced_at` when people were sent the last message.
    pub fn after(
        earlier: Option<&Self>,
        announced_at: Option<Moment>,
        (was, moved_before): (S, Option<Moment>),
        by: Option<UserId>,
        now: Moment,
        delay: SignedDuration,
    ) -> Self {
        if let Some(earlier) = earlier {
            return Self { by: earlier.by.filter(|one| Some(*one) == by), ..earlier.clone() };
        }
        let first = now.plus(delay);
        let next = announced_at.map(|last| last.plus(delay * QUIET_DELAYS));
        Self { was, due: next.map_or(first, |next| next.max(first)), moved_before, by }
    }
}
