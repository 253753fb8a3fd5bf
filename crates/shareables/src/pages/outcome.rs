//! `/s/{shortId}/outcome`: what to make of what a closed poll decided.

use crate::{
    gate::Gate,
    service::make_outcome::{closed_poll, decided, make_outcome},
    urls,
};
use web::{
    Ctx, Once, Problem,
    outcome::{About, Decided, Decides, Decision as _, Happened, MakeOutcome},
};

impl Decides for Gate {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }

    async fn decided(&self) -> Result<(About, Decided), Problem> {
        let opened = closed_poll(&self.ctx, &self.visitor).await.map_err(|error| self.refuse(error))?;
        let decided = decided(&self.ctx, &opened).await?;
        let (back, action) = (urls::admin(self.id()), urls::outcome(self.id()));
        let outcomes = opened.share.outcomes().to_vec();
        Ok((About { title: opened.share.common.name, back, action, outcomes }, decided))
    }

    async fn make(&self, once: &Once, cmd: &MakeOutcome) -> Result<Happened, Problem> {
        make_outcome(&self.ctx, &self.visitor, once, cmd).await
    }
}
