//! `/s/{shortId}/outcome`: what to make of what a closed poll decided.

use crate::{
    Error,
    gate::{Gate, Opened},
    model::ShortId,
    service::make_outcome::{closed_poll, decided, make_outcome},
    urls,
};
use axum::response::Response;
use serde::Deserialize;
use web::{
    CreatingForm, Filled, OnceField, Problem, Query,
    outcome::{About, Decision as _, OutcomeForm, outcome_page},
};

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Wanted {
    kind: String,
}

pub async fn show(gate: Gate, Query(Wanted { kind }): Query<Wanted>) -> Result<Response, Problem> {
    let opened = closed(&gate).await?;
    let form = OutcomeForm::fresh(&kind, &decided(&gate.ctx, &opened).await?, &gate.ctx);
    let once = OnceField(gate.ctx.new_once());
    outcome_page(&gate.ctx, about(gate.id(), &opened), Filled::fresh(form), once).await
}

pub async fn make(gate: Gate, sent: CreatingForm<OutcomeForm>) -> Result<Response, Problem> {
    let CreatingForm { once, field, form } = sent;
    closed(&gate).await?;
    let made = match form.meant() {
        Ok(cmd) => make_outcome(&gate.ctx, &gate.visitor, &once, &cmd).await,
        Err(error) => Err(error.into()),
    };
    match made {
        Ok(made) => Ok(made.into_page()),
        Err(problem) => {
            let filled = Filled::refused(form, "Not created yet.", problem)?.filed(OutcomeForm::filed);
            outcome_page(&gate.ctx, about(gate.id(), &closed(&gate).await?), filled, field).await
        }
    }
}

async fn closed(gate: &Gate) -> Result<Opened, Problem> {
    closed_poll(&gate.ctx, &gate.visitor).await.map_err(|error: Error| gate.refuse(error))
}

fn about(id: &ShortId, opened: &Opened) -> About {
    About {
        title: opened.share.name.clone(),
        back: urls::admin(id),
        action: urls::outcome(id),
        outcomes: opened.share.outcomes().to_vec(),
    }
}
