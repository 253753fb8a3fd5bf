//! `/r/{id}/outcome`: what to make of what a closed poll decided.

use crate::{
    gate::Gate,
    model::Poll,
    service::make_outcome::{closed_poll, decided, make_outcome},
    urls,
};
use axum::response::Response;
use serde::Deserialize;
use web::{
    CreatingForm, Filled, OnceField, Problem, Query,
    outcome::{About, OutcomeForm, outcome_page},
};

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Wanted {
    kind: String,
}

pub async fn show_outcome(gate: Gate, Query(Wanted { kind }): Query<Wanted>) -> Result<Response, Problem> {
    let poll = closed(&gate).await?;
    let form = OutcomeForm::fresh(&kind, &decided(&gate.ctx, &poll).await?, &gate.ctx);
    let once = OnceField(gate.ctx.new_once());
    outcome_page(&gate.ctx, about(&poll), Filled::fresh(form), once).await
}

pub async fn make(gate: Gate, sent: CreatingForm<OutcomeForm>) -> Result<Response, Problem> {
    let CreatingForm { once, field, form } = sent;
    closed(&gate).await?;
    let made = match form.meant() {
        Ok(cmd) => make_outcome(&gate.ctx, gate.id, &gate.credentials, &once, &cmd).await,
        Err(error) => Err(error.into()),
    };
    match made {
        Ok(made) => Ok(made.into_page()),
        Err(problem) => {
            let filled = Filled::refused(form, "Not created yet.", problem)?.filed(OutcomeForm::filed);
            outcome_page(&gate.ctx, about(&closed(&gate).await?), filled, field).await
        }
    }
}

/// The poll, for its manager; a browser without the key is asked for it.
async fn closed(gate: &Gate) -> Result<Poll, Problem> {
    gate.manages().await?;
    Ok(closed_poll(&gate.ctx, gate.id, &gate.credentials).await?)
}

fn about(poll: &Poll) -> About {
    About {
        title: poll.title.clone(),
        back: urls::manage(poll.id),
        action: urls::outcome(poll.id),
        outcomes: poll.outcomes.clone(),
    }
}
