//! `/r/{id}/outcome`: what to make of what a closed poll decided.

use crate::{
    gate::Gate,
    model::Poll,
    service::{create_poll::KIND, get_decision::get_decision},
    urls,
};
use web::{
    Change, Ctx, Problem,
    outcome::{Decided, Decides, Origin, Place},
};

impl Decides for Gate {
    type Decision = Poll;

    fn ctx(&self) -> &Ctx {
        &self.ctx
    }

    fn place(&self) -> Place {
        let from = Origin { kind: KIND.into(), path: format!("{}/results", urls::poll(self.id())) };
        Place { from, back: urls::manage(self.id()), action: urls::outcome(self.id()) }
    }

    /// A browser without the manage key is asked for it.
    async fn decided(&self) -> Result<(Poll, Decided), Problem> {
        let poll = self.manages().await?;
        let decided = get_decision(&self.ctx, &poll).await?;
        Ok((poll, decided))
    }

    fn tell(&self) {
        self.ctx.live.changed::<Poll>(&self.id(), Change::Edited);
    }
}
