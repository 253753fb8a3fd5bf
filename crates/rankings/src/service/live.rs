//! Who learns of what while a page is open.
//!
//! A watcher hears one topic, chosen by what they may see when they come. Votes are told only to those who may see results under
//! the visibility the poll has at that moment, so a stream that was opened before results were hidden falls silent by itself.

use crate::{
    Error,
    model::{Poll, PollId, ResultsVisibility},
    service::{access::Credentials, load},
};
use axum::response::Response;
use web::{Ctx, Live};

/// Those who watch a poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Watchers {
    Manager,
    /// Whoever may see results under this visibility.
    Seeing(ResultsVisibility),
    /// Everyone else: they hear of edits only.
    Waiting,
}

fn topic(poll: PollId, watchers: Watchers) -> String {
    match watchers {
        Watchers::Manager => format!("ranked:{poll}:manager"),
        Watchers::Seeing(visibility) => format!("ranked:{poll}:{}", visibility.as_str()),
        Watchers::Waiting => format!("ranked:{poll}:edits"),
    }
}

/// A vote was cast, replaced or withdrawn.
pub fn votes_changed(live: &Live, poll: &Poll) {
    live.tell(&topic(poll.id, Watchers::Manager));
    live.tell(&topic(poll.id, Watchers::Seeing(poll.settings.results_visibility)));
}

/// The poll itself was edited, closed, reopened or deleted: everyone hears of it.
pub fn poll_changed(live: &Live, poll: PollId) {
    use ResultsVisibility::{AfterClose, AfterVote, Always};
    let seeing = [Always, AfterVote, AfterClose].map(Watchers::Seeing);
    for watchers in seeing.into_iter().chain([Watchers::Manager, Watchers::Waiting]) {
        live.tell(&topic(poll, watchers));
    }
}

/// The events of a poll for whoever asks.
pub async fn watch_poll(ctx: &Ctx, id: PollId, credentials: &Credentials) -> Result<Response, Error> {
    let poll = load::poll(ctx, id).await?;
    let open = poll.state(ctx.clock.now()).is_open();
    let visibility = poll.settings.results_visibility;
    let watchers = if credentials.manages(&poll) {
        Watchers::Manager
    } else if !open && visibility != ResultsVisibility::Always {
        // Over, so everyone sees results; were it reopened, they would not.
        Watchers::Waiting
    } else if credentials.see_results(ctx, &poll).await? {
        Watchers::Seeing(visibility)
    } else {
        Watchers::Waiting
    };
    Ok(ctx.sse(&topic(id, watchers))?)
}
