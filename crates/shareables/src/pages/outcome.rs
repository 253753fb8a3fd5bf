//! `/s/{shortId}/outcome`: what to make of what a closed poll decided.

use crate::{
    gate::{Gate, To},
    live,
    model::{Entity, Shareable},
    service::get_decision::get_decision,
    urls,
};
use std::sync::Arc;
use web::{
    Ctx, Problem,
    outcome::{Decided, Decides, Origin, Place},
};

impl Decides for Gate {
    type Decision = Shareable;

    fn ctx(&self) -> &Ctx {
        &self.ctx
    }

    fn place(&self) -> Place {
        let from = Origin { kind: Entity::Poll.name().into(), path: urls::page(self.id()) };
        Place { from, back: urls::admin(self.id()), action: urls::outcome(self.id()) }
    }

    async fn decided(&self) -> Result<(Shareable, Decided), Problem> {
        let opened = self.open(To::Organise).await?;
        let decided = get_decision(&self.ctx, &opened).await.map_err(|error| self.refuse(error))?;
        Ok((Arc::unwrap_or_clone(opened.share), decided))
    }

    fn tell(&self) {
        live::edited(&self.ctx, self.id());
    }
}
