//! One's own account on one page: profile, password, messages, calendar, sessions, API tokens, data.

mod page;

use super::{
    oidc,
    session::{from, known, signed_out},
};
use crate::{
    error::{Error, Result as Served},
    gate::{InPerson, Me},
    model::{Scope, SecretKind},
    service::{
        change_email::{self, Address, ChangeEmail},
        change_notifications::{ChangeNotifications, change_notifications},
        change_password::{self, ChangePassword},
        change_profile::{ChangeProfile, change_profile},
        delete_account, end_sessions, follow_calendar,
        make_token::{MakeToken, make_token},
        unlink_identity,
    },
    urls,
};
use axum::response::{IntoResponse, Response};
use jiff::SignedDuration;
use kernel::Patch;
use page::{MePage, Once};
use serde::Deserialize;
use uuid::Uuid;
use web::{Expected, Filled, Form, Notice, Path, Problem};

/// Every form of the page; `form` says which was sent.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct MeForm {
    form: String,
    display_name: String,
    time_zone: String,
    /// The key of a picture; empty for the first letter.
    avatar: Option<String>,
    current_password: String,
    new_password: String,
    email: String,
    password: String,
    /// What an API token is for.
    name: String,
    scope: String,
    /// How many days an API token lasts; none is for ever.
    days: String,
    /// The messages that are ticked.
    wanted: Vec<String>,
}

pub async fn show(InPerson(me): InPerson) -> Result<Response, Problem> {
    MePage::draw(&me, None, Once::default()).await
}

/// Takes whichever form was sent. A secret that is shown once is in the answer itself: it must not be in an address.
pub async fn change(InPerson(me): InPerson, Form(form): Form<MeForm>) -> Result<Response, Problem> {
    let done = match form.form.as_str() {
        "profile" => save_name(&me, &form).await,
        "zone" => save_zone(&me, &form).await,
        "password" => save_password(&me, &form).await,
        "email" => save_email(&me, &form).await,
        "messages" => save_messages(&me, &form).await,
        "token" => new_token(&me, &form).await,
        "calendar" => new_feed(&me).await,
        "link" => oidc::start_link(&me, &form.current_password).await.map(Done::Elsewhere),
        _ => return Err(Problem::malformed("The form says not what it is about.")),
    };
    match done {
        Ok(Done::Saved(what)) => Ok(web::done(urls::ME, what).into_response()),
        Ok(Done::Known(device)) => Ok(known(&me, device, web::done(urls::ME, "password"))),
        Ok(Done::Shown(once)) => MePage::draw(&me, None, once).await,
        Ok(Done::Elsewhere(page)) => Ok(page),
        Err(error @ Error::Provider(_)) => {
            let notice = Notice::bad("Nothing was linked.").text(oidc::in_words(&error));
            let filled = Filled::because(form, notice, Problem::from(error).status());
            MePage::draw(&me, Some(filled), Once::default()).await
        }
        Err(error) => {
            let filled = Filled::refused(form, "Nothing was changed.", error)?;
            MePage::draw(&me, Some(filled), Once::default()).await
        }
    }
}

/// What came of a form.
enum Done {
    Saved(&'static str),
    /// The password is another one, and this browser is known by it.
    Known(String),
    Shown(Once),
    /// The way to the provider.
    Elsewhere(Response),
}

async fn save_name(me: &Me, form: &MeForm) -> Served<Done> {
    // A form of before pictures could be chosen has no field for one.
    let picture = match form.avatar.as_deref() {
        None => Patch::Keep,
        Some("") => Patch::Clear,
        Some(key) => Patch::Set(key.to_owned()),
    };
    let cmd = ChangeProfile {
        display_name: Patch::Set(form.display_name.clone()),
        avatar_key: picture,
        ..ChangeProfile::default()
    };
    change_profile(me, &Expected::any(), cmd).await?;
    Ok(Done::Saved("name"))
}

async fn save_zone(me: &Me, form: &MeForm) -> Served<Done> {
    let time_zone = match form.time_zone.as_str() {
        "" => Patch::Clear,
        zone => Patch::Set(zone.to_owned()),
    };
    change_profile(me, &Expected::any(), ChangeProfile { time_zone, ..ChangeProfile::default() }).await?;
    Ok(Done::Saved("zone"))
}

async fn save_password(me: &Me, form: &MeForm) -> Served<Done> {
    let cmd = ChangePassword { current: form.current_password.clone(), new: form.new_password.clone() };
    let here = me.secret.as_ref();
    Ok(Done::Known(change_password::change_password(me, me.user(), here, &from(me), cmd).await?))
}

async fn save_email(me: &Me, form: &MeForm) -> Served<Done> {
    let cmd = ChangeEmail { email: form.email.clone(), password: form.password.clone() };
    Ok(Done::Saved(match change_email::change_email(me, me.user(), &from(me), cmd).await? {
        Address::Changed => "email",
        Address::ToBeConfirmed => "mailed",
    }))
}

async fn save_messages(me: &Me, form: &MeForm) -> Served<Done> {
    let wanted = |name: &str| Patch::Set(form.wanted.iter().any(|wanted| wanted == name));
    let cmd = ChangeNotifications {
        vote_nudge: wanted("vote_nudge"),
        pick_announce: wanted("pick_announce"),
        new_round: wanted("new_round"),
        hangout_new: wanted("hangout_new"),
        hangout_changed: wanted("hangout_changed"),
        hangout_reminder: wanted("hangout_reminder"),
    };
    change_notifications(me, me.user(), &Expected::any(), cmd).await?;
    Ok(Done::Saved("messages"))
}

async fn new_token(me: &Me, form: &MeForm) -> Served<Done> {
    let days: Option<i64> = form.days.parse().ok();
    let cmd = MakeToken {
        name: form.name.clone(),
        scope: if form.scope == "read" { Scope::Read } else { Scope::Write },
        expires_at: days.map(|days| me.clock.now() + SignedDuration::from_hours(24 * days.clamp(1, 3650))),
    };
    let (token, _) = make_token(me, cmd).await?;
    Ok(Done::Shown(Once { token: Some(token), ..Once::default() }))
}

async fn new_feed(me: &Me) -> Served<Done> {
    let path = follow_calendar::make_feed(me).await?;
    Ok(Done::Shown(Once { feed: Some(me.url(&path)), ..Once::default() }))
}

pub async fn end_session(InPerson(me): InPerson, Path(id): Path<Uuid>) -> Result<Response, Problem> {
    end_sessions::end(&me, me.user(), SecretKind::Session, id).await?;
    Ok(web::done(urls::ME, "session").into_response())
}

pub async fn end_other_sessions(InPerson(me): InPerson) -> Result<Response, Problem> {
    end_sessions::end_others(&me, me.user(), me.secret.as_ref()).await?;
    Ok(web::done(urls::ME, "sessions").into_response())
}

pub async fn delete_token(InPerson(me): InPerson, Path(id): Path<Uuid>) -> Result<Response, Problem> {
    end_sessions::end(&me, me.user(), SecretKind::Token, id).await?;
    Ok(web::done(urls::ME, "token").into_response())
}

pub async fn remove_link(InPerson(me): InPerson, Path(id): Path<String>) -> Result<Response, Problem> {
    match unlink_identity::unlink_identity(&me, me.user(), &id).await {
        Ok(()) => Ok(web::done(urls::ME, "unlinked").into_response()),
        Err(error @ Error::LastWayIn) => {
            let form = MeForm { form: "link".into(), ..MeForm::default() };
            let filled = Filled::refused(form, "The link was not removed.", error)?;
            MePage::draw(&me, Some(filled), Once::default()).await
        }
        Err(error) => Err(error.into()),
    }
}

pub async fn stop_feed(InPerson(me): InPerson) -> Result<Response, Problem> {
    follow_calendar::stop_feed(&me, me.user()).await?;
    Ok(web::done(urls::ME, "calendar").into_response())
}

pub async fn delete(InPerson(me): InPerson) -> Result<Response, Problem> {
    match delete_account::delete_account(&me, me.user(), &Expected::any()).await {
        Ok(()) => Ok(signed_out(&me, &format!("{}?done=deleted", urls::SIGN_IN))),
        Err(error @ (Error::StillNeeded(_) | Error::LastSuperAdmin)) => {
            let form = MeForm { form: "delete".into(), ..MeForm::default() };
            let filled = Filled::refused(form, "Your account was not deleted.", error)?;
            MePage::draw(&me, Some(filled), Once::default()).await
        }
        Err(error) => Err(error.into()),
    }
}
