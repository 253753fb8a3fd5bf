//! `/r/{id}/outcome`: what to make of what a closed poll decided.

use crate::{
    gate::Gate,
    service::make_outcome::{closed_poll, decided, make_outcome},
    urls,
};
use web::{
    Ctx, Once, Problem,
    outcome::{About, Decided, Decides, Happened, MakeOutcome},
};

impl Decides for Gate {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }

    /// A browser without the manage key is asked for it.
    async fn decided(&self) -> Result<(About, Decided), Problem> {
        self.manages().await?;
        let poll = closed_poll(&self.ctx, &self.visitor).await?;
        let decided = decided(&self.ctx, &poll).await?;
        let (back, action) = (urls::manage(poll.id), urls::outcome(poll.id));
        Ok((About { title: poll.title, back, action, outcomes: poll.outcomes }, decided))
    }

    async fn make(&self, once: &Once, cmd: &MakeOutcome) -> Result<Happened, Problem> {
        make_outcome(&self.ctx, &self.visitor, once, cmd).await
    }
}
