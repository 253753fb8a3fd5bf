//! Taking part: what the forms of an event and of a poll do. The code of the answer stays in the browser.

use super::{
    door::Visit,
    event::{self, RsvpForm},
    fields::Fields,
    mine::code_of,
    poll::{self, VoteForm},
    remember::{self, with_cookies},
    trouble::Trouble,
};
use crate::{
    Error, cookies,
    model::{Answer, Code, QuestionId, Response as Rsvp, RsvpFields, ShortId, VoteFields},
    service::{open, rsvp, votes},
};
use axum::response::{Redirect, Response};
use kernel::FieldError;
use web::{Ctx, Form};

/// `POST /s/{code}/rsvp`: answers, or changes the answer.
pub async fn send_rsvp(visit: Visit, Form(form): Form<Fields>) -> Response {
    let (ctx, id) = (&visit.ctx, &visit.id);
    let page = async {
        let typed = RsvpForm {
            me: form.text("me"),
            name: form.text("name"),
            response: form.text("response"),
            guest_count: form.text("guestCount"),
        };
        match save_rsvp(ctx, id, &typed).await {
            Ok(code) => Ok(kept(ctx, id, code, &typed.name, "")),
            Err(error) => {
                let trouble = Trouble::of(error, "Your answer was not saved.")?;
                event::again(ctx, open::for_reading(ctx, id).await?, typed, trouble).await
            }
        }
    };
    visit.answer(page).await
}

async fn save_rsvp(ctx: &Ctx, id: &ShortId, typed: &RsvpForm) -> Result<Option<Code>, Error> {
    let response = match typed.response.as_str() {
        "going" => Rsvp::Going,
        "maybe" => Rsvp::Maybe,
        "notGoing" => Rsvp::NotGoing,
        _ => return Err(invalid("response", "Say whether you are coming.")),
    };
    let guests = match typed.guest_count.trim() {
        "" => 0,
        text => text.parse().map_err(|_| invalid("guestCount", "From 0 to 20 guests."))?,
    };
    let guest_count = if response == Rsvp::Going { guests } else { 0 };
    let fields = RsvpFields { name: typed.name.clone(), response, guest_count };
    let changed = match code_of(ctx, Some(&typed.me)) {
        Some(code) => found(rsvp::change_rsvp(ctx, id, &code, fields.clone()).await)?,
        None => None,
    };
    match changed {
        Some(view) => Ok(view.code),
        None => Ok(rsvp::submit_rsvp(ctx, id, fields).await?.code),
    }
}

/// `POST /s/{code}/rsvp/withdraw`
pub async fn withdraw_rsvp(visit: Visit, Form(form): Form<Fields>) -> Response {
    let (ctx, id) = (&visit.ctx, &visit.id);
    let page = async {
        if let Some(code) = code_of(ctx, Some(&form.text("me"))) {
            found(rsvp::withdraw_rsvp(ctx, id, &code).await)?;
        }
        Ok(forgotten(ctx, id))
    };
    visit.answer(page).await
}

/// `POST /s/{code}/vote`: votes, or changes the vote.
pub async fn send_vote(visit: Visit, Form(form): Form<Fields>) -> Response {
    let (ctx, id) = (&visit.ctx, &visit.id);
    let page = async {
        let typed = VoteForm { me: form.text("me"), name: form.text("name"), answers: answers(&form) };
        match save_vote(ctx, id, &typed).await {
            Ok(code) => Ok(kept(ctx, id, Some(code), &typed.name, "?show=results")),
            Err(error) => {
                let trouble = Trouble::of(error, "Your answers were not saved.")?;
                poll::again(ctx, open::for_reading(ctx, id).await?, typed, trouble).await
            }
        }
    };
    visit.answer(page).await
}

async fn save_vote(ctx: &Ctx, id: &ShortId, typed: &VoteForm) -> Result<Code, Error> {
    let fields = VoteFields { name: Some(typed.name.clone()), answers: typed.answers.clone() };
    let changed = match code_of(ctx, Some(&typed.me)) {
        Some(code) => found(votes::change_vote(ctx, id, &code, fields.clone()).await)?,
        None => None,
    };
    match changed {
        Some(view) => Ok(view.code),
        None => Ok(votes::cast_vote(ctx, id, fields).await?.code),
    }
}

/// `POST /s/{code}/vote/withdraw`
pub async fn withdraw_vote(visit: Visit, Form(form): Form<Fields>) -> Response {
    let (ctx, id) = (&visit.ctx, &visit.id);
    let page = async {
        if let Some(code) = code_of(ctx, Some(&form.text("me"))) {
            found(votes::withdraw_vote(ctx, id, &code).await)?;
        }
        Ok(forgotten(ctx, id))
    };
    visit.answer(page).await
}

/// The chosen options, question by question: each is sent under `q-` and its question's id.
fn answers(form: &Fields) -> Vec<Answer> {
    let mut answers: Vec<Answer> = Vec::new();
    for (question, option) in form.beginning_with("q-") {
        let (Ok(question), Ok(option)) = (question.parse::<QuestionId>(), option.parse()) else { continue };
        match answers.iter_mut().find(|answer| answer.poll_question_id == question) {
            Some(answer) => answer.option_ids.push(option),
            None => answers.push(Answer { poll_question_id: question, option_ids: vec![option] }),
        }
    }
    answers
}

/// What a code belongs to, if it still belongs to something.
fn found<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(Error::NoSuchAnswer) => Ok(None),
        Err(error) => Err(error),
    }
}

fn invalid(field: &str, message: &str) -> Error {
    Error::Invalid(vec![FieldError { field: field.into(), message: message.into() }])
}

/// Back to the page, with the code and the name in the browser.
fn kept(ctx: &Ctx, id: &ShortId, code: Option<Code>, name: &str, query: &str) -> Response {
    let code = code.map(|code| cookies::code(ctx, id, &code)).into_iter().flatten();
    let back = Redirect::to(&format!("{}{query}", cookies::page_path(id)));
    with_cookies(back, code.chain([remember::name(ctx, name)]))
}

fn forgotten(ctx: &Ctx, id: &ShortId) -> Response {
    let back = Redirect::to(&cookies::page_path(id));
    with_cookies(back, cookies::forget(ctx, id, cookies::CODE))
}
