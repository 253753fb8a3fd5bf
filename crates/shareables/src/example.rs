//! The checklists, events and polls of the example, and what people said to them, as programs would send it.

use crate::{
    gate::Visitor,
    model::{Answer, ShortId, VoteFields},
    service::{
        Way,
        cast_vote::{CastVote, cast_vote},
        claim_item::claim_item,
        close_poll::close_poll,
        create_shareable::{CreateShareable, create_shareable},
        submit_rsvp::{SubmitRsvp, submit_rsvp},
        tick_item::tick_item,
    },
    urls,
};
use Cast::{Ana, Layla, Maya, Priya, Tom, Yuki};
use async_trait::async_trait;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use web::{
    Ctx, Example, Expected, Once, Problem,
    example::{Cast, Club, ZONE},
};

pub struct Shares;

#[async_trait]
impl Example for Shares {
    async fn fill(&self, club: &mut Club) -> Result<(), Problem> {
        club.days_ago(9);
        let party = party(club).await?;
        club.days_ago(7);
        let picnic = picnic(club).await?;
        club.days_ago(4);
        let clean_up = clean_up(club).await?;
        club.days_ago(1);
        let lunch = lunch(club).await?;
        club.show("An event", urls::page(&party));
        club.show("A checklist", urls::page(&picnic));
        club.show("A poll about dates, closed", urls::page(&clean_up));
        club.show("A poll to vote in", urls::page(&lunch));
        Ok(())
    }
}

async fn party(club: &Club) -> Result<ShortId, Problem> {
    let event = json!({
        "entity": "event",
        "name": "Maya turns forty",
        "startTime": club.time(16, 19, 30),
        "endTime": club.time(16, 23, 30),
        "timeZone": ZONE,
        "location": "Clube Naval, Rua do Cais 7",
        "description": "Dancing from nine. No presents, please; bring a song instead.",
        "isRsvpRequired": true,
        "rsvpDeadline": club.time(12, 23, 0),
    });
    let id = create(club, Maya, event).await?;
    for (name, response, guests, note) in [
        (Tom.name(), "going", 1, "We bring the speakers."),
        (Layla.name(), "going", 0, ""),
        ("Grandma Inês", "going", 2, "Is there a chair with arms?"),
        ("さくら", "going", 0, ""),
        (Priya.name(), "maybe", 1, ""),
        ("Rui & Bea", "maybe", 0, "If the sitter has time."),
        (Yuki.name(), "notGoing", 0, "In Kyoto until the 20th. Have fun!"),
    ] {
        club.later();
        let ctx = person(club, name)?;
        let opened = visitor(&ctx, id).for_answering(&ctx).await?;
        let fields = read(json!({ "name": name, "response": response, "guestCount": guests, "note": note }))?;
        submit_rsvp(&ctx, &opened, SubmitRsvp { way: anew(), fields }).await?;
    }
    Ok(id)
}

async fn picnic(club: &Club) -> Result<ShortId, Problem> {
    let checklist = json!({
        "entity": "checklist",
        "name": "Picnic at the reservoir",
        "note": "We meet at the north gate at noon.",
        "items": [
            { "name": "Blankets", "note": "Three big ones" },
            { "name": "Bread and cheese" },
            { "name": "Fruit" },
            { "name": "Lemonade", "note": "Six litres" },
            { "name": "Cups that are not plastic" },
            { "name": "Frisbee" },
            { "name": "Bin bags" },
        ],
        "viewersAdd": true,
    });
    let id = create(club, Ana, checklist).await?;
    let guest = club.as_guest();
    let opened = visitor(&guest, id).for_answering(&guest).await?;
    let mut items = opened.share.checklist()?.items.iter().map(|item| item.checklist_item_id);
    for (by, item) in ["Tom Okafor", "Ana Ferreira", "ليلى حداد"].into_iter().zip(&mut items) {
        club.later();
        claim_item(&guest, &opened, item, by).await?;
    }
    for (by, item) in ["Rui", "Bea"].into_iter().zip(items) {
        club.later();
        tick_item(&guest, &opened, item, Some(by.to_owned())).await?;
    }
    Ok(id)
}

async fn clean_up(club: &Club) -> Result<ShortId, Problem> {
    let morning = |day| json!({ "startTime": club.time(day, 10, 0), "endTime": club.time(day, 13, 0) });
    let poll = json!({
        "entity": "poll",
        "name": "Beach clean-up",
        "note": "Gloves and bags are there.",
        "questions": [{
            "title": "Which mornings work for you?",
            "isMultiple": true,
            "options": [morning(6), morning(7), morning(13)],
        }],
    });
    let id = create(club, Maya, poll).await?;
    let votes: [(&str, &[&[usize]]); 6] = [
        (Maya.name(), &[&[0, 1]]),
        (Tom.name(), &[&[1]]),
        (Yuki.name(), &[&[1, 2]]),
        ("Rui", &[&[0, 1]]),
        ("Bea", &[&[2]]),
        ("محمد", &[&[1]]),
    ];
    vote(club, id, &votes).await?;
    let ctx = club.as_member(Maya)?;
    close_poll(&ctx, &visitor(&ctx, id), &Expected::any()).await?;
    Ok(id)
}

async fn lunch(club: &Club) -> Result<ShortId, Problem> {
    let option = |label| json!({ "label": label });
    let poll = json!({
        "entity": "poll",
        "name": "Club lunch",
        "questions": [
            {
                "title": "Where do we eat?",
                "isRequired": true,
                "options": [option("Tasca do Mar"), option("The Georgian place"), option("Ramen on the hill")],
            },
            {
                "title": "What do you not eat?",
                "isMultiple": true,
                "options": [option("Meat"), option("Fish"), option("Gluten"), option("Nuts")],
            },
        ],
    });
    let id = create(club, Maya, poll).await?;
    let votes: [(&str, &[&[usize]]); 5] = [
        (Priya.name(), &[&[1], &[0, 1]]),
        (Layla.name(), &[&[0], &[0]]),
        ("Rui", &[&[1], &[]]),
        ("Bea", &[&[2], &[2, 3]]),
        ("王小明", &[&[1], &[]]),
    ];
    vote(club, id, &votes).await?;
    Ok(id)
}

async fn create(club: &Club, by: Cast, mut share: Value) -> Result<ShortId, Problem> {
    share["by"] = by.name().into();
    share["expiresAfter"] = 30.into();
    let cmd = CreateShareable { once: Once::none(), fields: read(share)?, cause: None };
    Ok(create_shareable(&club.as_member(by)?, cmd).await?.into_inner().share.short_id)
}

fn read<T: DeserializeOwned>(sent: Value) -> Result<T, Problem> {
    serde_json::from_value(sent).map_err(|error| Problem::internal(error.to_string()))
}

/// The choices are places of options, question by question.
async fn vote(club: &Club, id: ShortId, votes: &[(&str, &[&[usize]])]) -> Result<(), Problem> {
    for (name, choices) in votes {
        club.later();
        let ctx = person(club, name)?;
        let opened = visitor(&ctx, id).for_answering(&ctx).await?;
        let answers = opened.share.poll()?.questions.iter().zip(*choices).map(|(question, chosen)| Answer {
            poll_question_id: question.poll_question_id,
            option_ids: chosen.iter().map(|at| question.options[*at].poll_question_option_id).collect(),
        });
        let fields = VoteFields { name: Some((*name).to_owned()), answers: answers.collect() };
        cast_vote(&ctx, &opened, CastVote { way: anew(), fields }).await?;
    }
    Ok(())
}

/// The member who has this name, or else a guest.
fn person(club: &Club, name: &str) -> Result<Ctx, Problem> {
    match Cast::ALL.into_iter().find(|who| who.name() == name) {
        Some(who) => club.as_member(who),
        None => Ok(club.as_guest()),
    }
}

fn visitor(ctx: &Ctx, id: ShortId) -> Visitor {
    Visitor::of(id, ctx.actor.user_id())
}

fn anew() -> Way {
    Way::New { once: Once::none(), code: None, changes: false }
}
