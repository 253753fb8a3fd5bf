//! Pages: the layout every one of them shares, and how a template becomes an answer.

use crate::{Avatar, Ctx, Nav, Problem, Services, assets, live::Seen};
use askama::Template;
use axum::response::{IntoResponse, Response};
use http::header;
use kernel::{Account, Zone};

/// Most pages fit into this many bytes: to make room and copy what is there costs as much as a tenth of the page.
const ROOM: usize = 32 * 1024;

/// A rendered template. With another status than 200: `(StatusCode::UNAUTHORIZED, Html(page))`.
#[derive(Debug, Clone)]
pub struct Html<T>(pub T);

impl<T: Template> Html<T> {
    /// The HTML itself: of a page, or of a card on somebody else's page.
    pub fn drawn(&self) -> Result<String, Problem> {
        let mut html = String::with_capacity(ROOM);
        let drawn = self.0.render_into(&mut html);
        drawn.map(|()| html).map_err(|error| Problem::internal(format!("a page cannot be drawn: {error}")))
    }
}

impl<T: Template> IntoResponse for Html<T> {
    fn into_response(self) -> Response {
        match self.drawn() {
            Ok(html) => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response(),
            Err(problem) => problem.into_response(),
        }
    }
}

/// Whoever is signed in, as the top bar shows them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    pub name: String,
    pub avatar: Avatar,
}

/// What the base template needs. A page struct has one in a field called `layout`.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    pub title: String,
    /// For search engines and chat previews.
    pub description: String,
    /// The whole address of the picture that chats show beside the link.
    pub picture: Option<String>,
    /// Keeps the page out of search engines: for everything that is somebody's own.
    pub noindex: bool,
    pub signed_in: Option<SignedIn>,
    /// The zone of the account, which scripts use instead of the browser's.
    pub time_zone: Option<Zone>,
    /// The main navigation, for those who are signed in.
    pub nav: Vec<Nav>,
    /// The address of this page, path and query.
    pub path: String,
    /// The address of the events that keep the page live.
    pub live: Option<String>,
    /// What the thing shown is going through. A live page that comes back in another state is taken in whole.
    pub state: Option<&'static str>,
    /// Modules of this page, beside those that every page has.
    pub scripts: Vec<&'static str>,
    /// Whether the page was made from what somebody sent: loading it again would send that again.
    pub posted: bool,
    /// Whether the page asks for a code itself, so that its foot does not.
    pub has_code_box: bool,
    /// What the page shows already; live updates go on from there.
    seen: Option<Seen>,
}

impl Layout {
    pub fn of(ctx: &Ctx, title: impl Into<String>) -> Self {
        Self {
            path: ctx.path().to_owned(),
            posted: ctx.posted,
            seen: Some(ctx.seen()),
            ..Self::for_account(ctx, ctx.actor.account.as_ref(), title)
        }
    }

    /// For whoever is signed in, if anybody is.
    pub(crate) fn for_account(
        services: &Services,
        account: Option<&Account>,
        title: impl Into<String>,
    ) -> Self {
        let signed_in = account.map(|account| SignedIn {
            name: account.display_name.clone(),
            avatar: Avatar::of(account.user_id, &account.display_name),
        });
        let nav = if signed_in.is_some() { services.joined.nav.clone() } else { Vec::new() };
        let time_zone = account.and_then(|account| account.time_zone.clone());
        Self { title: title.into(), nav, signed_in, time_zone, ..Self::default() }
    }

    /// For a page of nobody in particular.
    pub fn plain(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    #[must_use]
    pub fn describe(self, description: impl Into<String>) -> Self {
        Self { description: description.into(), ..self }
    }

    /// Chats show the picture at `url` beside the link.
    #[must_use]
    pub fn picture(self, url: impl Into<String>) -> Self {
        Self { picture: Some(url.into()), ..self }
    }

    #[must_use]
    pub fn noindex(self) -> Self {
        Self { noindex: true, ..self }
    }

    /// Keeps the page live by the events at `url`, a path on this server. What the stream sends by itself stands in an element with
    /// `data-part`; what is fetched again after an edit carries `data-live-region` and an id.
    #[must_use]
    pub fn live(self, url: impl AsRef<str>) -> Self {
        let url = url.as_ref();
        let joined = if url.contains('?') { '&' } else { '?' };
        let live = match self.seen {
            Some(seen) => format!("{url}{joined}since={seen}&parts=1"),
            None => format!("{url}{joined}parts=1"),
        };
        Self { live: Some(live), ..self }
    }

    /// The same for a page of one person's own, which holds what no part may: it fetches itself again after every change.
    #[must_use]
    pub fn live_by_fetching(self, url: impl AsRef<str>) -> Self {
        let page = self.live(url);
        let live = page.live.as_ref().and_then(|url| url.strip_suffix("&parts=1")).map(str::to_owned);
        Self { live, ..page }
    }

    /// Says which state of the thing this is the page of.
    #[must_use]
    pub fn state(self, state: &'static str) -> Self {
        Self { state: Some(state), ..self }
    }

    /// The page asks for a code itself.
    #[must_use]
    pub fn with_code_box(self) -> Self {
        Self { has_code_box: true, ..self }
    }

    /// One more module from `crates/web/assets`.
    #[must_use]
    pub fn script(mut self, name: &'static str) -> Self {
        self.scripts.push(name);
        self
    }

    /// Where an asset is served.
    pub fn asset(&self, name: &str) -> &'static str {
        assets::asset(name)
    }

    /// Whether this page is the one at `path`, or below it.
    pub fn is_under(&self, path: &str) -> bool {
        let here = self.path.split('?').next().unwrap_or_default();
        here.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// Whether this page is the one at `path`.
    pub fn is_at(&self, path: &str) -> bool {
        self.path.split('?').next() == Some(path)
    }

    /// Where to sign in, and come back.
    pub fn sign_in(&self) -> String {
        sign_in(if self.is_at("/") { "" } else { &self.path })
    }
}

/// The address of the sign-in page that leads on to `next`.
pub fn sign_in(next: &str) -> String {
    match serde_html_form::to_string([("next", next)]) {
        Ok(query) if !next.is_empty() => format!("/sign-in?{query}"),
        _ => "/sign-in".into(),
    }
}
