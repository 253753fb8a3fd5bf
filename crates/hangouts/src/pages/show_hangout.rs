//! `/hangouts/{id}`: what it is, whether one comes, and who else does.

use super::{around::Around, zones};
use crate::{
    gate::HangoutGate,
    live::Responses,
    model::{Answer, Hangout, HangoutId, PersonId, Response as Said},
    service::{
        delete_hangout,
        edit_hangout::{self, EditHangout},
        get_hangout::{self, HangoutSeen},
        respond,
    },
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use identity::list_names;
use kernel::{FieldError, Patch};
use serde::Deserialize;
use web::{
    Ctx, Errors, Expected, Fault, Filled, Form, Layout, Linked, Notice, Plate, Problem, When,
    outcome::CameFrom,
};

#[derive(Template)]
#[template(path = "hangouts/hangout.html")]
struct HangoutPage {
    layout: Layout,
    title: String,
    /// Empty where nobody knows.
    by: String,
    plate: Option<Plate>,
    when: Option<When>,
    cancelled: bool,
    past: bool,
    notice: Option<Notice>,
    errors: Errors,
    my_answer: &'static str,
    /// Whether it moved since I answered, and what is asked then.
    again: Option<&'static str>,
    description: Option<Linked>,
    location: String,
    groups: Vec<(String, String)>,
    around: Around,
    at: At,
    editor: bool,
    from: Option<CameFrom>,
}

/// Where the page's forms and links lead.
struct At {
    respond: String,
    edit: String,
    copy: String,
    cancel: String,
    restore: String,
    delete: String,
    calendar: String,
}

impl HangoutPage {
    fn has_chosen(&self, answer: &str) -> bool {
        self.my_answer == answer
    }
}

pub async fn show(HangoutGate { ctx, id }: HangoutGate) -> Result<Response, Problem> {
    page(&ctx, &id, &Filled::fresh(())).await
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct RespondForm {
    response: String,
    back: String,
}

/// From the hangout's own page, or from a list, to which it leads back.
pub async fn respond(
    HangoutGate { ctx, id }: HangoutGate,
    Form(form): Form<RespondForm>,
) -> Result<Response, Problem> {
    let said = match Answer::parse(&form.response) {
        Some(answer) => respond::respond(&ctx, &id, answer).await.map(|_| ()),
        None => Err(FieldError { field: "response".into(), message: "Choose an answer.".into() }.into()),
    };
    match said {
        Ok(()) if form.back.starts_with(urls::GROUPS) => Ok(Redirect::to(&form.back).into_response()),
        Ok(()) => Ok(web::done(urls::hangout(&id), "answered").into_response()),
        Err(error) => page(&ctx, &id, &Filled::refused((), "Your response was not saved.", error)?).await,
    }
}

pub async fn cancel(HangoutGate { ctx, id }: HangoutGate) -> Result<Response, Problem> {
    set_cancelled(&ctx, &id, true).await?;
    Ok(web::done(urls::hangout(&id), "cancelled").into_response())
}

pub async fn restore(HangoutGate { ctx, id }: HangoutGate) -> Result<Response, Problem> {
    set_cancelled(&ctx, &id, false).await?;
    Ok(web::done(urls::hangout(&id), "restored").into_response())
}

async fn set_cancelled(ctx: &Ctx, id: &HangoutId, cancelled: bool) -> Result<(), Problem> {
    let cmd = EditHangout { cancelled: Patch::Set(cancelled), ..EditHangout::default() };
    edit_hangout::edit_hangout(ctx, id, &Expected::any(), &cmd).await?;
    Ok(())
}

pub async fn delete(HangoutGate { ctx, id }: HangoutGate) -> Result<Response, Problem> {
    let seen = get_hangout::get_hangout(&ctx, &id).await?;
    delete_hangout::delete_hangout(&ctx, &id, &Expected::any()).await?;
    let group = seen.standing.memberships.keys().next();
    let to = group.map_or_else(|| urls::HANGOUTS.to_owned(), urls::group);
    Ok(web::done(to, "deleted").into_response())
}

async fn page(ctx: &Ctx, id: &HangoutId, filled: &Filled<()>) -> Result<Response, Problem> {
    let HangoutSeen { hangout, standing, my_answer, .. } = get_hangout::get_hangout(ctx, id).await?;
    let said = ctx.followed::<Responses>(&hangout).await.map_err(Fault::from)?;
    let maker = hangout.created_by.as_ref().and_then(PersonId::account);
    let names = list_names(ctx.store.as_ref(), maker.as_slice()).await?;
    let now = ctx.clock.now();
    let (groups, zones) = (standing.memberships.values(), zones::of_hangout(&hangout, &ctx.zones()));
    let page = HangoutPage {
        layout: Layout::of(ctx, hangout.title.clone())
            .noindex()
            .script("times.js")
            .live(urls::hangout_live(id)),
        by: match (&hangout.created_by, maker.and_then(|maker| names.get(&maker))) {
            (None, _) => String::new(),
            (Some(_), name) => name.cloned().unwrap_or_else(|| "a former member".into()),
        },
        plate: hangout.start.map(|start| Plate::new(*start, &zones).large()),
        when: hangout.start.map(|start| When::span(start, hangout.end, now, &zones)),
        cancelled: hangout.cancelled,
        past: hangout.is_past(now),
        notice: filled.notice.clone().or_else(|| done(ctx)),
        errors: filled.errors.clone(),
        again: again(my_answer.as_ref(), &hangout),
        my_answer: my_answer.and_then(|mine| mine.response.known()).map_or("", Answer::name),
        description: hangout.description.clone().map(Linked::new),
        location: hangout.location.clone().unwrap_or_default(),
        groups: groups.map(|mine| (urls::group(&mine.group_id), mine.group_name.clone())).collect(),
        around: Around::of(&hangout, &said),
        at: At::of(&hangout),
        editor: standing.edits,
        from: hangout.from.clone().map(CameFrom),
        title: hangout.title,
    };
    Ok(filled.status().with(page))
}

/// What is asked where the hangout has moved since somebody answered.
fn again(mine: Option<&Said>, hangout: &Hangout) -> Option<&'static str> {
    let before = mine.filter(|mine| mine.is_before(hangout.moved_at) && !hangout.cancelled)?;
    Some(match before.response.known()? {
        Answer::Going => "Still coming?",
        Answer::Maybe => "Still maybe?",
        Answer::NotGoing => "Still can’t come?",
    })
}

impl At {
    fn of(hangout: &Hangout) -> Self {
        let id = &hangout.hangout_id;
        Self {
            respond: urls::respond(id),
            edit: urls::edit_hangout(id),
            copy: urls::copy_hangout(id),
            cancel: urls::cancel_hangout(id),
            restore: urls::restore_hangout(id),
            delete: urls::delete_hangout(id),
            calendar: hangout.start.map(|_| urls::hangout_calendar(id)).unwrap_or_default(),
        }
    }
}

/// Said where the hourly limit of messages holds some back.
pub const TOLD_LATER: &str =
    "You have had many people told in the last hour, so some are told later, within a day.";

fn done(ctx: &Ctx) -> Option<Notice> {
    Some(match ctx.done()? {
        "saved" => Notice::good("Your changes were saved."),
        "saved-later" => Notice::good("Your changes were saved.").text(TOLD_LATER),
        "made-later" => Notice::good("The hangout was created.").text(TOLD_LATER),
        "answered" => Notice::good("Your response was saved.").text("You can change it at any time."),
        "cancelled" => {
            Notice::good("The hangout was cancelled.").text("Everyone still sees it, marked as cancelled.")
        }
        "restored" => Notice::good("The hangout is no longer cancelled."),
        _ => return None,
    })
}
