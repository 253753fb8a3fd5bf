//! “Make it happen”: what was decided becomes an event, a hangout, a checklist or a movie round.
//!
//! A feature that makes things offers a [`Makes`]; a feature that decides has a [`Decision`]. Neither knows the other. What is made
//! and the note of it on the decision are stored in one transaction, so that there is one of each kind, also when two ask at once.

mod decided;
mod page;

pub use decided::{Answered, Decided, Draft};
pub use page::outcome_page;

use crate::{App, Ctx, Entity, Fault, Icon, Once, Problem};
use askama::Template;
use async_trait::async_trait;
use axum::{
    Json,
    extract::FromRequestParts,
    response::{IntoResponse, Response},
};
use axum_extra::extract::cookie::Cookie;
use http::{StatusCode, header};
use kernel::{Class, FieldError, Moment};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};
use store::Write;
use utoipa::ToSchema;

/// How often something is made anew when the decision is edited at the same moment.
const TRIES: usize = 4;

/// What became of a decision, as it is noted there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// `event`, `checklist`, `hangout` or `round`.
    pub kind: String,
    pub id: String,
    pub path: String,
}

/// What something was decided by, as it is noted with what was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// `poll` or `ranked`.
    pub kind: String,
    pub path: String,
}

/// One end of the link between what was decided and what was made.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = OutcomeLink)]
pub struct OutcomeLink {
    pub kind: String,
    pub url: String,
}

impl Outcome {
    pub fn link(&self, ctx: &Ctx) -> OutcomeLink {
        OutcomeLink { kind: self.kind.clone(), url: ctx.url(&self.path) }
    }
}

impl Origin {
    pub fn link(&self, ctx: &Ctx) -> OutcomeLink {
        OutcomeLink { kind: self.kind.clone(), url: ctx.url(&self.path) }
    }
}

/// What became of a decision, on its pages.
#[derive(Debug, Clone, Default, Template)]
#[template(
    source = r#"{% for one in self.0 %}<a class="btn small" href="{{ one.path }}">{{ web::Icon::Tick }} Go to the {{ web::outcome::noun(one.kind) }}</a>{% endfor %}"#,
    ext = "html"
)]
pub struct Became(pub Vec<Outcome>);

impl askama::filters::HtmlSafe for Became {}

/// What something was decided by, on its pages.
#[derive(Debug, Clone, Template)]
#[template(
    source = r#"<p class="meta">Decided by a {% if self.0.kind == "ranked" %}ranked poll{% else %}poll{% endif %}. <a href="{{ self.0.path }}">See the result</a></p>"#,
    ext = "html"
)]
pub struct CameFrom(pub Origin);

impl askama::filters::HtmlSafe for CameFrom {}

/// What a page calls a kind.
pub fn noun(kind: &str) -> &str {
    if kind == "round" { "movie round" } else { kind }
}

/// Something decided: stored, edited, and with what became of it.
pub trait Decision: Entity + 'static {
    fn outcomes(&self) -> &[Outcome];
    fn add_outcome(&mut self, outcome: Outcome);
}

/// Why something is made: it is noted on what decided it in the transaction that makes it.
#[derive(Clone)]
pub struct Cause {
    pub from: Origin,
    note: Arc<dyn Fn(Outcome) -> Result<Write, Fault> + Send + Sync>,
}

impl Cause {
    fn of<D: Decision>(ctx: &Ctx, from: Origin, decision: D) -> Self {
        let now = ctx.clock.now();
        let note = move |outcome: Outcome| {
            if decision.outcomes().iter().any(|made| made.kind == outcome.kind) {
                return Err(Fault::MadeBefore);
            }
            let mut after = decision.clone();
            after.add_outcome(outcome);
            after.edited(now);
            let (table, key) = decision.place();
            Ok(store::difference(table, key, &decision, &after)?.when(decision.unchanged()))
        };
        Self { from, note: Arc::new(note) }
    }

    /// The write that notes what was made. It fails where one of this kind was made before.
    pub fn note(&self, kind: &str, id: impl ToString, path: impl Into<String>) -> Result<Write, Fault> {
        (self.note)(Outcome { kind: kind.into(), id: id.to_string(), path: path.into() })
    }
}

impl std::fmt::Debug for Cause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cause").field("from", &self.from).finish_non_exhaustive()
    }
}

/// What was made, and what only who made it is told.
#[derive(Debug, Clone)]
pub struct Happened {
    pub outcome: Outcome,
    /// More fields of the answer: secrets that are told this once.
    pub told: BTreeMap<&'static str, String>,
    /// Where a browser goes next, and what it keeps.
    pub next: String,
    pub cookies: Vec<Cookie<'static>>,
}

impl Happened {
    pub fn new(kind: &str, id: impl ToString, path: impl Into<String>) -> Self {
        let path = path.into();
        let outcome = Outcome { kind: kind.into(), id: id.to_string(), path: path.clone() };
        Self { outcome, told: BTreeMap::new(), next: path, cookies: Vec::new() }
    }

    /// As JSON: 201.
    pub fn into_json(self, ctx: &Ctx) -> Response {
        let Outcome { kind, id, path } = self.outcome;
        let made = MadeView { kind, id, url: ctx.url(&path), told: self.told };
        (StatusCode::CREATED, [(header::CACHE_CONTROL, "no-store")], Json(made)).into_response()
    }

    /// As a page: on to what was made.
    pub fn into_page(self) -> Response {
        crate::with_cookies(crate::done(self.next, "created"), self.cookies)
    }
}

/// What was made.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = MadeOutcome)]
pub struct MadeView {
    /// `event`, `checklist`, `hangout` or `round`.
    pub kind: String,
    pub id: String,
    pub url: String,
    /// Of an event or a checklist: `adminPasscode` and `adminToken`, told this once.
    #[serde(flatten)]
    pub told: BTreeMap<&'static str, String>,
}

/// What to make of a decision. Left out, title, place and time come from what won.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct MakeOutcome {
    /// `event`, `checklist`, `hangout` or `round`.
    #[schema(required = true, pattern = "^(event|checklist|hangout|round)$")]
    pub kind: String,
    /// Of a round: the film that is first on its shortlist; none when empty.
    #[schema(max_length = 200)]
    pub title: Option<String>,
    #[schema(max_length = 5000)]
    pub description: Option<String>,
    #[schema(max_length = 200)]
    pub location: Option<String>,
    pub start_time: Option<Moment>,
    pub end_time: Option<Moment>,
    /// An IANA name: of an event or hangout, and in which a date is read that won. Left out, the poll's, else the account's, else the
    /// server's default.
    #[schema(max_length = 50)]
    pub time_zone: Option<String>,
    /// Of a hangout.
    #[schema(value_type = Vec<uuid::Uuid>, max_items = 1000)]
    pub group_ids: Vec<String>,
    /// Of a checklist.
    #[schema(schema_with = crate::bounds::texts::<0, 300, 200>)]
    pub items: Vec<String>,
    /// How many days an event or a checklist lasts: 1, 7 (when left out) or 30.
    #[schema(minimum = 1, maximum = 30)]
    pub expires_after: Option<i64>,
}

/// A field that a form asks for, beside the title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// When it begins; whether that must be known.
    Start {
        required: bool,
    },
    Place,
    Items,
    Groups,
}

/// What something is called that is made of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Called {
    /// By a title: the question, and what won.
    Title,
    /// By what won alone, if anything: the field's label, and what becomes of it.
    Winner(&'static str, &'static str),
}

/// What can be made.
#[derive(Debug, Clone, Copy)]
pub struct Making {
    /// `event`, `checklist`, `hangout` or `round`.
    pub kind: &'static str,
    /// With its article: “An event”.
    pub label: &'static str,
    pub about: &'static str,
    pub icon: Icon,
    pub called: Called,
    pub asks: &'static [Ask],
}

impl Making {
    pub fn asks_for(&self, wanted: Ask) -> bool {
        self.asks.contains(&wanted)
    }
}

/// A feature's way of making something out of a decision.
#[async_trait]
pub trait Makes: Send + Sync {
    fn making(&self) -> Making;
    /// The groups in which the caller may make one; nothing where they may not make one at all.
    async fn offer(&self, ctx: &Ctx) -> Result<Option<Vec<(String, String)>>, Problem>;
    /// Makes it, with the note of `cause` in the same transaction.
    async fn make(&self, ctx: &Ctx, once: &Once, draft: Draft, cause: Cause) -> Result<Happened, Problem>;
}

/// A request about something that may have been decided.
pub trait Decides: FromRequestParts<App> + Send + Sync + 'static {
    type Decision: Decision;

    fn ctx(&self) -> &Ctx;
    fn place(&self) -> Place;
    /// What decided, and what was decided there, for those who may make something of it.
    fn decided(&self) -> impl Future<Output = Result<(Self::Decision, Decided), Problem>> + Send;
    /// Tells everyone who watches it that something was made of it.
    fn tell(&self);
}

/// Where a decision stands.
#[derive(Debug, Clone)]
pub struct Place {
    /// As what is made of it names it.
    pub from: Origin,
    /// Where whoever may make something of it comes from.
    pub back: String,
    /// The address of the page on which it is done.
    pub action: String,
}

/// Makes what `cmd` says out of what was decided.
pub async fn make_outcome<D: Decides>(asks: &D, once: &Once, cmd: &MakeOutcome) -> Result<Happened, Problem> {
    let (ctx, from) = (asks.ctx(), asks.place().from);
    let (mut decision, decided) = asks.decided().await?;
    let maker = ctx.joined.makes.iter().find(|maker| maker.making().kind == cmd.kind);
    let maker = maker.ok_or_else(|| unknown_kind(ctx))?;
    let mut tries = TRIES;
    loop {
        let draft = Draft::of(&decided, cmd, ctx.clock.now(), &ctx.zones())?;
        let (version, cause) = (decision.version(), Cause::of(ctx, from.clone(), decision));
        let made = maker.make(ctx, once, draft, cause).await;
        tries -= 1;
        match made {
            Err(problem) if matches!(problem.class, Class::Conflict) && tries > 0 => {
                decision = asks.decided().await?.0;
                if decision.version() == version {
                    return Err(problem);
                }
            }
            made => {
                if made.is_ok() {
                    asks.tell();
                }
                return made;
            }
        }
    }
}

fn unknown_kind(ctx: &Ctx) -> Problem {
    let kinds: Vec<_> = ctx.joined.makes.iter().map(|maker| maker.making().kind).collect();
    let message = format!("Choose one of {}.", kinds.join(", "));
    Fault::Invalid(vec![FieldError { field: "kind".into(), message }]).into()
}
