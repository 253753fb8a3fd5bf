//! The form: what to make of a decision, filled in from what won.

use super::{
    Ask, Called, Decided, Decides, Decision as _, Draft, MakeOutcome, Making, Outcome, Place, make_outcome,
};
use crate::{
    App, CreatingForm, Ctx, Fault, Filled, Layout, OnceField, Problem, Query, components::when,
    words::paragraphs,
};
use askama::Template;
use axum::{
    response::Response,
    routing::{MethodRouter, get},
};
use kernel::{FieldError, Moment};
use serde::Deserialize;

/// What was typed.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct OutcomeForm {
    pub kind: String,
    pub title: String,
    pub location: String,
    pub start_time: String,
    pub end_time: String,
    pub time_zone: String,
    #[serde(rename = "group")]
    pub groups: Vec<String>,
    /// One per line.
    pub items: String,
    /// Whether the times are those of the reader's own clock, whatever that is.
    #[serde(skip)]
    guess_zone: bool,
}

impl OutcomeForm {
    /// Filled in from what won, in the zone of the poll, else of the reader. Where neither is known a browser puts its own.
    fn fresh(kind: &str, decided: &Decided, ctx: &Ctx) -> Self {
        let zones = decided.zones(&ctx.zones());
        let zone = zones.for_form();
        let won = Draft::won(decided, zone, ctx.clock.now());
        let making = ctx.joined.makes.iter().map(|maker| maker.making()).find(|making| making.kind == kind);
        let title = match making.map(|making| making.called) {
            Some(Called::Winner(..)) => won.winner.unwrap_or_default(),
            _ => won.title,
        };
        let local = |at: Option<Moment>| at.map(|at| when::local(at, zone)).unwrap_or_default();
        Self {
            kind: kind.to_owned(),
            title,
            location: won.place.unwrap_or_default(),
            start_time: local(won.start),
            end_time: local(won.end),
            time_zone: zone.name().to_owned(),
            groups: Vec::new(),
            items: String::new(),
            guess_zone: zones.is_guess() && decided.answers.iter().all(|answered| answered.start.is_none()),
        }
    }

    /// What is wrong is said of the fields that the form has.
    fn filed(error: FieldError) -> FieldError {
        let field = match error.field.as_str() {
            "name" => "title".to_owned(),
            field if field.starts_with("groupIds") => "group".to_owned(),
            field if field.starts_with("items") => "items".to_owned(),
            _ => return error,
        };
        FieldError { field, ..error }
    }

    /// What the form means, in the fields of the API.
    fn meant(&self) -> Result<MakeOutcome, Fault> {
        let zone = when::zone(&self.time_zone);
        let time = |field: &str, text: &str| match text.trim() {
            "" => Ok(None),
            text => when::read_local_time(text, &zone)
                .map(Some)
                .map_err(|message| FieldError { field: field.into(), message: message.into() }),
        };
        let start_time = time("startTime", &self.start_time).map_err(|error| Fault::Invalid(vec![error]))?;
        let end_time = time("endTime", &self.end_time).map_err(|error| Fault::Invalid(vec![error]))?;
        Ok(MakeOutcome {
            kind: self.kind.clone(),
            title: Some(self.title.clone()),
            description: None,
            location: Some(self.location.clone()).filter(|text| !text.trim().is_empty()),
            start_time,
            end_time,
            time_zone: Some(self.time_zone.clone()).filter(|zone| !zone.is_empty()),
            group_ids: self.groups.clone(),
            items: paragraphs(&self.items),
            expires_after: None,
        })
    }
}

/// What the page is about.
struct About {
    title: String,
    place: Place,
    outcomes: Vec<Outcome>,
}

#[derive(Template)]
#[template(path = "outcome.html")]
struct OutcomePage {
    layout: Layout,
    about: About,
    /// What can be made that has not been made.
    offers: Vec<Making>,
    /// What the form makes.
    making: Option<Making>,
    groups: Vec<(String, String)>,
    filled: Filled<OutcomeForm>,
    once: OnceField,
    signed_in: bool,
}

impl OutcomePage {
    fn makes(&self, kind: &str) -> bool {
        self.making.is_some_and(|making| making.kind == kind)
    }

    fn asks(&self, ask: Ask) -> bool {
        self.making.is_some_and(|making| making.asks_for(ask))
    }

    fn asks_start(&self) -> Option<bool> {
        self.making?.asks.iter().find_map(|ask| match ask {
            Ask::Start { required } => Some(*required),
            _ => None,
        })
    }

    fn has_group(&self, id: &str) -> bool {
        self.groups.len() == 1 || self.filled.form.groups.iter().any(|group| group == id)
    }
}

/// The page at `/s/{shortId}/outcome` and `/r/{id}/outcome`.
pub fn outcome_page<D: Decides>() -> MethodRouter<App> {
    get(show::<D>).post(make::<D>)
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Wanted {
    kind: String,
}

async fn show<D: Decides>(asks: D, Query(Wanted { kind }): Query<Wanted>) -> Result<Response, Problem> {
    let (about, decided) = about(&asks).await?;
    let form = OutcomeForm::fresh(&kind, &decided, asks.ctx());
    let once = OnceField(asks.ctx().new_once());
    drawn(asks.ctx(), about, Filled::fresh(form), once).await
}

async fn about<D: Decides>(asks: &D) -> Result<(About, Decided), Problem> {
    let (decision, decided) = asks.decided().await?;
    let (title, outcomes) = (decided.title.clone(), decision.outcomes().to_vec());
    Ok((About { title, place: asks.place(), outcomes }, decided))
}

async fn make<D: Decides>(asks: D, sent: CreatingForm<OutcomeForm>) -> Result<Response, Problem> {
    let CreatingForm { once, field, form } = sent;
    asks.decided().await?;
    let made = match form.meant() {
        Ok(cmd) => make_outcome(&asks, &once, &cmd).await,
        Err(error) => Err(error.into()),
    };
    match made {
        Ok(made) => Ok(made.into_page()),
        Err(problem) => {
            let filled = Filled::refused(form, "Not created yet.", problem)?.filed(OutcomeForm::filed);
            drawn(asks.ctx(), about(&asks).await?.0, filled, field).await
        }
    }
}

async fn drawn(
    ctx: &Ctx,
    about: About,
    filled: Filled<OutcomeForm>,
    once: OnceField,
) -> Result<Response, Problem> {
    let (mut offers, mut making, mut groups) = (Vec::new(), None, Vec::new());
    for maker in &ctx.joined.makes {
        let this = maker.making();
        if about.outcomes.iter().any(|made| made.kind == this.kind) {
            continue;
        }
        if let Some(places) = maker.offer(ctx).await? {
            if this.kind == filled.form.kind {
                (making, groups) = (Some(this), places);
            }
            offers.push(this);
        }
    }
    let page = OutcomePage {
        layout: Layout::of(ctx, format!("Make it happen – {}", about.title)).noindex().script("times.js"),
        signed_in: ctx.actor.account.is_some(),
        about,
        offers,
        making,
        groups,
        filled,
        once,
    };
    Ok(page.filled.status().with(page))
}
