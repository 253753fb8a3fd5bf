//! The one gate of a share: who is asking, what they may do with it, and how a refusal looks.

use crate::{
    Error,
    model::{Access, Code, Shareable, ShortId},
    pages::guarded_preview,
    stored, urls,
};
use askama::Template;
use axum::{
    extract::FromRequestParts,
    response::{IntoResponse, Redirect, Response},
};
use http::{Method, request::Parts};
use jiff::Timestamp;
use kernel::{Class, Classify, UserId};
use serde::Deserialize;
use std::sync::Arc;
use web::{App, Ctx, Layout, Passcode, Path, Problem, Services, When};

/// The cookie that holds an access token.
pub const ACCESS: &str = "share";
/// The cookie that holds the code of this browser's own RSVP, vote or claims.
pub const ANSWER: &str = "answer";

/// Someone at a share, and what they show for it.
#[derive(Debug, Clone)]
pub struct Visitor {
    pub id: ShortId,
    pub user: Option<UserId>,
    token: Option<String>,
    /// Whether the token came with this very request; a browser's cookie may only be old.
    bears: bool,
    /// Of their own answer.
    pub code: Option<Code>,
}

/// What somebody comes to a share for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum To {
    /// Viewers while it lasts, the organiser also afterwards.
    Read,
    /// Everyone who may view, while it lasts.
    Answer,
    /// What the organiser may always do.
    Organise,
    /// What the organiser may do while it lasts.
    Edit,
}

/// A share, and how far its visitor may go in it.
#[derive(Debug, Clone)]
pub struct Opened {
    pub share: Arc<Shareable>,
    pub access: Access,
    /// Whether it belongs to the visitor's account.
    pub mine: bool,
    /// The code that the visitor showed of their own answer.
    pub code: Option<Code>,
}

impl Visitor {
    /// The share, if they may do with it what they came for. Whoever shows a token that opens nothing here shows a wrong one.
    pub async fn open(&self, services: &Services, to: To) -> Result<Opened, Error> {
        let (share, now) = (stored::load(services, &self.id).await?, services.clock.now());
        let access = share.access(&services.keys, now, self.user, self.token.as_deref());
        let opened = Opened { mine: share.is_of(self.user), access, code: self.code, share };
        match opened.refusal(to, now) {
            None => Ok(opened),
            Some(error) if self.bears && error.class() == Class::Unauthenticated => Err(Error::WrongToken),
            Some(error) => Err(error),
        }
    }

    /// The share alone, as edits load it.
    pub async fn share(&self, services: &Services, to: To) -> Result<Shareable, Error> {
        Ok(Arc::unwrap_or_clone(self.open(services, to).await?.share))
    }
}

impl Opened {
    pub fn id(&self) -> &ShortId {
        &self.share.short_id
    }

    /// Why something that only the organiser may do is refused.
    pub fn needs_admin(&self) -> Error {
        match self.access {
            Access::Visitor => Error::AdminNeeded,
            Access::Viewer | Access::Admin => Error::AdminOnly,
        }
    }

    /// Why they may not do what they came for. What has expired tells that before it asks for a passcode.
    fn refusal(&self, to: To, now: Timestamp) -> Option<Error> {
        let (share, is_admin) = (&self.share, self.access.is_admin());
        match to {
            To::Organise | To::Edit if !is_admin => Some(self.needs_admin()),
            To::Organise => None,
            To::Read if is_admin => None,
            _ if let Some(at) = share.expired_at(now) => Some(Error::Expired { entity: share.entity(), at }),
            _ if !share.may_view(self.access) => Some(Error::PasscodeNeeded(share.entity())),
            _ => None,
        }
    }
}

/// A request about one share.
pub struct Gate {
    pub ctx: Ctx,
    pub visitor: Visitor,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    short_id: ShortId,
}

impl FromRequestParts<App> for Gate {
    type Rejection = Response;

    /// Leads `/s/ABCDEF12345` to `/s/abc-def-12345`, to which cookies are bound.
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        let place = Path::<Place>::from_request_parts(parts, app).await;
        let Path(Place { short_id: id }) =
            place.map_err(|_| Problem::from(Error::NotFound).into_response())?;
        let ctx = Ctx::from_request_parts(parts, app).await.map_err(Problem::into_response)?;
        if let Some(right) = urls::put_right(ctx.path(), &id).filter(|_| parts.method == Method::GET) {
            return Err(Redirect::permanent(&right).into_response());
        }
        // `?code=` in JSON, `?me=` in a personal link.
        let shown = ctx.query_value("code").or_else(|| ctx.query_value("me"));
        // A claim is also released by its code as the bearer.
        let shown = shown.or(ctx.bearer.as_deref()).or_else(|| ctx.cookie(ANSWER));
        let code = shown.and_then(|code| code.parse().ok());
        let visitor = Visitor {
            id,
            user: ctx.actor.user_id(),
            bears: ctx.bearer.is_some(),
            token: ctx.bearer.as_deref().or_else(|| ctx.cookie(ACCESS)).map(str::to_owned),
            code,
        };
        Ok(Self { ctx, visitor })
    }
}

impl Gate {
    pub fn id(&self) -> &ShortId {
        &self.visitor.id
    }

    pub async fn open(&self, to: To) -> Result<Opened, Problem> {
        self.visitor.open(&self.ctx, to).await.map_err(|error| self.refuse(error))
    }

    /// Whether this is one of the organiser's pages.
    fn is_for_organiser(&self) -> bool {
        self.ctx.path().starts_with(&urls::admin(self.id()))
    }

    /// How a refusal looks: to a program a problem, to a person the prompt for the passcode that is missing, or when it expired.
    pub fn refuse(&self, error: Error) -> Problem {
        if self.ctx.path().starts_with(web::api::BASE) {
            return error.into();
        }
        let now = self.ctx.clock.now();
        match (&error, error.class()) {
            (Error::Expired { entity, at }, _) => {
                let page = GonePage {
                    layout: Layout::of(&self.ctx, "Expired").noindex().script("times.js"),
                    kind: entity.name(),
                    at: When::new(*at, now, &self.ctx.zones()),
                    admin: urls::admin(self.id()),
                };
                Problem::from(error).with_page(page)
            }
            (Error::AdminOnly, _) if self.is_for_organiser() => self.locked(error, self.prompt()),
            (_, Class::Unauthenticated) => self.locked(error, self.prompt()),
            _ => error.into(),
        }
    }

    /// The same after a passcode that was typed on a page: it stays in the field.
    pub fn refuse_passcode(&self, typed: &str, error: Error) -> Problem {
        let prompt = match (&error, error.class()) {
            (Error::WrongPasscode { tries_left }, _) => self.prompt().wrong(typed, *tries_left),
            (Error::AdminOnly, _) => {
                let message = "That is the viewing passcode. The organiser passcode is another one.";
                self.prompt().refused(typed, message)
            }
            (_, Class::TooMany(_)) => self.prompt().refused(typed, &error),
            _ => return self.refuse(error),
        };
        self.locked(error, prompt)
    }

    fn prompt(&self) -> Passcode {
        if self.is_for_organiser() {
            Passcode::new(urls::admin(self.id()))
                .title("Enter the organiser passcode")
                .text(if self.ctx.actor.user_id().is_some() {
                    "You saw it once, when you shared the link."
                } else {
                    "You saw it once, when you shared the link. If you were signed in then, sign in instead."
                })
                .label("Organiser passcode")
        } else {
            Passcode::new(urls::page(self.id()))
        }
    }

    fn locked(&self, error: Error, prompt: Passcode) -> Problem {
        let layout = Layout::of(&self.ctx, "Passcode needed").noindex();
        let layout = match error {
            Error::PasscodeNeeded(entity) => layout.describe(guarded_preview(entity)),
            _ => layout,
        };
        let problem = match error {
            // Another passcode would do.
            Error::AdminOnly => Problem::new(Class::Unauthenticated, error.to_string()),
            _ => error.into(),
        };
        problem.with_page(LockedPage { layout, prompt })
    }
}

#[derive(Template)]
#[template(path = "shareables/locked.html")]
struct LockedPage {
    layout: Layout,
    prompt: Passcode,
}

#[derive(Template)]
#[template(path = "shareables/gone.html")]
struct GonePage {
    layout: Layout,
    kind: &'static str,
    at: When,
    admin: String,
}
