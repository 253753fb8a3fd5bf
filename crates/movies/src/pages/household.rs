//! The household: its name and services, its people, invites, and the link for a television.

use super::{done, draft::Credit, movies::HouseholdForm, people::avatar};
use crate::{
    Error, facts,
    gate::{Gate, Who},
    keys,
    model::{Invite, InviteId, InviteStatus, Member, RatingList, Role},
    service::{
        create_invite,
        edit_household::{self, EditHousehold},
        make_screen_link, revoke_invite,
    },
    stored,
    tables::INVITES,
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use kernel::{FieldError, Open, Patch};
use store::readable;
use web::{
    Avatar, CreatingForm, Ctx, Expected, Filled, Form, Layout, NoFields, Notice, OnceField, Path, Problem,
    Share, components::When,
};

/// More invites than these are not listed on the page.
const MOST_INVITES: u32 = 20;

#[derive(Template)]
#[template(path = "movies/household.html")]
struct HouseholdPage {
    layout: Layout,
    done: Option<Notice>,
    filled: Filled<HouseholdForm>,
    services: Vec<(String, String, bool)>,
    /// Countries whose film ratings can count; empty where there is no choice.
    regions: Vec<(String, String)>,
    members: Vec<MemberRow>,
    creator: bool,
    invites: Vec<InviteRow>,
    once: OnceField,
    /// A link that has just been made.
    screen: Option<Share>,
    leave: String,
    credit: Credit,
}

struct MemberRow {
    avatar: Avatar,
    name: String,
    about: String,
    path: String,
    /// One's own, or somebody one manages.
    mine: bool,
    me: bool,
    managed: bool,
}

struct InviteRow {
    /// For the person who made it.
    share: Option<Share>,
    /// The person who made it, for others.
    maker: String,
    expires: Option<When>,
    revoke: String,
}

impl MemberRow {
    fn of(member: &Member, members: &[Member], who: &Who, list: &RatingList) -> Self {
        let parent = members.iter().find(|one| Some(one.id()) == member.user.parent_user_id.map(Into::into));
        let ceiling = member.ceiling(list).and_then(|level| list.name(level));
        let ceiling = ceiling.map(|rating| format!("films up to {rating}"));
        let role = match (parent, member.membership.role()) {
            (Some(parent), _) => Some(format!("Managed by {}", parent.user.display_name)),
            (None, Open::Known(Role::Creator)) => Some("Creator".to_owned()),
            (None, Open::Known(Role::Member)) => None,
            (None, Open::Other(text)) => Some(text),
        };
        let me = member.id() == who.account().into();
        Self {
            avatar: avatar(&member.user),
            name: member.user.display_name.clone(),
            about: [role, ceiling].into_iter().flatten().collect::<Vec<_>>().join(", "),
            path: urls::member(member.id()),
            mine: me || member.is_managed_by(who.account()),
            me,
            managed: member.id().is_managed(),
        }
    }
}

async fn pending(ctx: &Ctx, who: &Who) -> Result<Vec<Invite>, Error> {
    let rows = ctx.store.query(keys::invites_of(who.household()?).limit(MOST_INVITES)).await?;
    let invites: Vec<Invite> = readable(&INVITES, rows.items);
    let now = ctx.clock.now();
    Ok(invites.into_iter().filter(|invite| invite.status_at(now).is(&InviteStatus::Pending)).collect())
}

impl InviteRow {
    fn of(ctx: &Ctx, invite: &Invite, members: &[Member], who: &Who) -> Self {
        let mine = invite.is_made_by(who.account().into());
        let link = || ctx.url(&urls::invite(&invite.invite_token));
        let maker = members.iter().find(|member| invite.is_made_by(member.id()));
        Self {
            share: mine.then(|| Share::new(link(), "Join our movie night")),
            maker: maker.map_or_else(|| "Former member".to_owned(), |maker| maker.user.display_name.clone()),
            expires: invite.expires().map(|at| When::new(at, ctx.clock.now(), &ctx.zones())),
            revoke: format!("{}/invites/{}/revoke", urls::HOUSEHOLD, invite.invite_id),
        }
    }
}

async fn page(
    ctx: &Ctx,
    who: &Who,
    filled: Option<Filled<HouseholdForm>>,
    screen: Option<Share>,
) -> Result<Response, Problem> {
    let household = who.household()?;
    let (home, members, invites) = futures::try_join!(
        stored::get_household(ctx, household),
        stored::list_members(ctx, household),
        pending(ctx, who)
    )?;
    let list = facts::ratings_of(ctx, &home).await;
    let filled = filled.unwrap_or_else(|| {
        let form = HouseholdForm {
            name: home.title().to_owned(),
            services: home.streaming_services.clone(),
            region: home.region().to_owned(),
            version: Some(home.version),
        };
        Filled::fresh(form)
    });
    let page = HouseholdPage {
        layout: Layout::of(ctx, format!("Household – {}", home.title())).noindex().script("times.js"),
        done: done::notice(ctx),
        services: super::movies::services(ctx, &filled.form.services).await,
        members: members.iter().map(|member| MemberRow::of(member, &members, who, &list)).collect(),
        regions: regions(ctx, home.region()).await,
        creator: members.iter().any(|one| one.id() == who.account().into() && one.is_creator()),
        invites: invites.iter().map(|invite| InviteRow::of(ctx, invite, &members, who)).collect(),
        once: OnceField(ctx.new_once()),
        screen,
        leave: format!("{}/remove", urls::member(who.account().into())),
        credit: Credit::of(ctx),
        filled,
    };
    Ok(page.filled.status().with(page))
}

/// Countries to choose from, the household's among them.
async fn regions(ctx: &Ctx, chosen: &str) -> Vec<(String, String)> {
    let mut known = facts::list_regions(ctx).await.unwrap_or_default();
    if known.is_empty() || known.iter().all(|(code, _)| code != chosen) {
        known.push((chosen.to_owned(), chosen.to_owned()));
    }
    if known.len() > 1 { known } else { Vec::new() }
}

/// Names of the API's fields on the page.
fn renamed(mut error: FieldError) -> FieldError {
    if error.field == "ratingRegion" {
        error.field = "region".into();
    }
    error
}

pub async fn show_household(Gate { ctx, who }: Gate) -> Result<Response, Problem> {
    match who.household() {
        Ok(_) => page(&ctx, &who, None, None).await,
        Err(Error::NoHousehold) => Ok(axum::response::Redirect::to(urls::MOVIES).into_response()),
        Err(error) => Err(error.into()),
    }
}

pub async fn save(Gate { ctx, who }: Gate, Form(form): Form<HouseholdForm>) -> Result<Response, Problem> {
    let cmd = EditHousehold {
        name: Patch::Set(form.name.clone()),
        streaming_services: Patch::Set(form.services.clone()),
        rating_region: if form.region.is_empty() { Patch::Keep } else { Patch::Set(form.region.clone()) },
    };
    let expected = form.version.map_or_else(Expected::any, Expected::version);
    match edit_household::edit_household(&ctx, &who, &expected, &cmd).await {
        Ok(_) => Ok(web::done(urls::HOUSEHOLD, "saved").into_response()),
        Err(error) => {
            let filled = Filled::refused(form, "Your changes were not saved.", error)?.filed(renamed);
            page(&ctx, &who, Some(filled), None).await
        }
    }
}

pub async fn invite(
    Gate { ctx, who }: Gate,
    CreatingForm { once, .. }: CreatingForm<NoFields>,
) -> Result<Response, Problem> {
    create_invite::create_invite(&ctx, &who, &once).await?;
    Ok(web::done(urls::HOUSEHOLD, "invited").into_response())
}

pub async fn revoke(Gate { ctx, who }: Gate, Path(id): Path<InviteId>) -> Result<Response, Problem> {
    revoke_invite::revoke_invite(&ctx, &who, id).await?;
    Ok(web::done(urls::HOUSEHOLD, "revoked").into_response())
}

/// Whoever opens the address of the page that showed a link once gets the page without it.
pub async fn back(Gate { .. }: Gate) -> Redirect {
    Redirect::to(urls::HOUSEHOLD)
}

/// The link is shown this once, so the page is the answer.
pub async fn screen(Gate { ctx, who }: Gate) -> Result<Response, Problem> {
    let secret = make_screen_link::make_screen_link(&ctx, &who).await?;
    let share = Share::new(ctx.url(&urls::screen(&secret)), "Movie night").with_qr();
    page(&ctx, &who, None, Some(share)).await
}
