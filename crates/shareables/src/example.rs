//! The checklists, events and polls of the example, with what people said to them.

use crate::{
    gate::Visitor,
    model::{
        Answer, Entity, EventKind, ItemFields, OptionFields, Patch, QuestionFields, Response, RsvpFields,
        ShareableFields, ShortId, VoteFields,
    },
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
use Response::{Going, Maybe, NotGoing};
use async_trait::async_trait;
use web::{
    Ctx, Example, Expected, Once, Problem,
    example::{Cast, Club, ZONE},
};

pub struct Shares;

/// Somebody who answers: with an account, or under a name.
#[derive(Clone, Copy)]
enum By {
    Member(Cast),
    Guest(&'static str),
}

use By::{Guest, Member};

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
    let fields = ShareableFields {
        start_time: Patch::Set(club.time(16, 19, 30)),
        end_time: Patch::Set(club.time(16, 23, 30)),
        time_zone: Patch::Set(ZONE.into()),
        kind: Patch::Set(EventKind::InPerson),
        location: Patch::Set("Clube Naval, Rua do Cais 7".into()),
        description: Patch::Set("Dancing from nine. No presents, please; bring a song instead.".into()),
        is_rsvp_required: Patch::Set(true),
        rsvp_deadline: Patch::Set(club.time(12, 23, 0)),
        ..ShareableFields::default()
    };
    let id = create(club, Maya, (Entity::Event, "Maya turns forty"), fields).await?;
    let replies = [
        (Member(Tom), Going, 1, "We bring the speakers."),
        (Member(Layla), Going, 0, ""),
        (Guest("Grandma Inês"), Going, 2, "Is there a chair with arms?"),
        (Guest("さくら"), Going, 0, ""),
        (Member(Priya), Maybe, 1, ""),
        (Guest("Rui & Bea"), Maybe, 0, "If the sitter has time."),
        (Member(Yuki), NotGoing, 0, "In Kyoto until the 20th. Have fun!"),
    ];
    for (by, response, guest_count, note) in replies {
        club.later();
        let (ctx, name) = person(club, by)?;
        let opened = visitor(&ctx, id).for_answering(&ctx).await?;
        let note = Some(note.to_owned()).filter(|note| !note.is_empty());
        let fields = RsvpFields { name, response, guest_count, note };
        submit_rsvp(&ctx, &opened, SubmitRsvp { way: anew(), fields }).await?;
    }
    Ok(id)
}

async fn picnic(club: &Club) -> Result<ShortId, Problem> {
    let item = |(name, note): (&str, &str)| ItemFields {
        checklist_item_id: None,
        name: name.into(),
        note: Some(note.to_owned()).filter(|note| !note.is_empty()),
    };
    let items = [
        ("Blankets", "Three big ones"),
        ("Bread and cheese", ""),
        ("Fruit", ""),
        ("Lemonade", "Six litres"),
        ("Cups that are not plastic", ""),
        ("Frisbee", ""),
        ("Bin bags", ""),
    ];
    let fields = ShareableFields {
        note: Patch::Set("We meet at the north gate at noon.".into()),
        items: Patch::Set(items.map(item).to_vec()),
        viewers_add: Patch::Set(true),
        ..ShareableFields::default()
    };
    let id = create(club, Ana, (Entity::Checklist, "Picnic at the reservoir"), fields).await?;
    let guest = club.as_guest();
    let opened = visitor(&guest, id).for_answering(&guest).await?;
    let ids: Vec<_> = opened.share.checklist()?.items.iter().map(|item| item.checklist_item_id).collect();
    for (item, by) in ids.iter().zip(["Tom Okafor", "Ana Ferreira", "ليلى حداد"]) {
        club.later();
        claim_item(&guest, &opened, *item, by).await?;
    }
    for (item, by) in ids.iter().skip(3).zip(["Rui", "Bea"]) {
        club.later();
        tick_item(&guest, &opened, *item, Some(by.to_owned())).await?;
    }
    Ok(id)
}

async fn clean_up(club: &Club) -> Result<ShortId, Problem> {
    let day = |days| OptionFields {
        start_time: Some(club.time(days, 10, 0)),
        end_time: Some(club.time(days, 13, 0)),
        ..OptionFields::default()
    };
    let fields = ShareableFields {
        note: Patch::Set("Gloves and bags are there.".into()),
        questions: Patch::Set(vec![question(
            "Which mornings work for you?",
            true,
            [6, 7, 13].map(day).to_vec(),
        )]),
        ..ShareableFields::default()
    };
    let id = create(club, Maya, (Entity::Poll, "Beach clean-up"), fields).await?;
    let votes: [(By, &[&[usize]]); 6] = [
        (Member(Maya), &[&[0, 1]]),
        (Member(Tom), &[&[1]]),
        (Member(Yuki), &[&[1, 2]]),
        (Guest("Rui"), &[&[0, 1]]),
        (Guest("Bea"), &[&[2]]),
        (Guest("محمد"), &[&[1]]),
    ];
    vote(club, id, &votes).await?;
    let ctx = club.as_member(Maya)?;
    close_poll(&ctx, &visitor(&ctx, id), &Expected::any()).await?;
    Ok(id)
}

async fn lunch(club: &Club) -> Result<ShortId, Problem> {
    let fields = ShareableFields {
        questions: Patch::Set(vec![
            QuestionFields {
                is_required: true,
                ..question(
                    "Where do we eat?",
                    false,
                    labels(&["Tasca do Mar", "The Georgian place", "Ramen on the hill"]),
                )
            },
            question("What do you not eat?", true, labels(&["Meat", "Fish", "Gluten", "Nuts"])),
        ]),
        ..ShareableFields::default()
    };
    let id = create(club, Maya, (Entity::Poll, "Club lunch"), fields).await?;
    let votes: [(By, &[&[usize]]); 5] = [
        (Member(Priya), &[&[1], &[0, 1]]),
        (Member(Layla), &[&[0], &[0]]),
        (Guest("Rui"), &[&[1], &[]]),
        (Guest("Bea"), &[&[2], &[2, 3]]),
        (Guest("王小明"), &[&[1], &[]]),
    ];
    vote(club, id, &votes).await?;
    Ok(id)
}

async fn create(
    club: &Club,
    by: Cast,
    (entity, name): (Entity, &str),
    fields: ShareableFields,
) -> Result<ShortId, Problem> {
    let fields = ShareableFields {
        entity: Some(entity),
        name: Patch::Set(name.into()),
        by: Patch::Set(by.name().into()),
        expires_after: Patch::Set(30),
        ..fields
    };
    let cmd = CreateShareable { once: Once::none(), fields, cause: None };
    Ok(create_shareable(&club.as_member(by)?, cmd).await?.into_inner().share.short_id)
}

fn question(title: &str, is_multiple: bool, options: Vec<OptionFields>) -> QuestionFields {
    QuestionFields { title: title.into(), is_multiple, options, ..QuestionFields::default() }
}

fn labels(labels: &[&str]) -> Vec<OptionFields> {
    labels.iter().map(|label| OptionFields { label: (*label).into(), ..OptionFields::default() }).collect()
}

/// The choices are places of options, question by question.
async fn vote(club: &Club, id: ShortId, votes: &[(By, &[&[usize]])]) -> Result<(), Problem> {
    for (by, choices) in votes {
        club.later();
        let (ctx, name) = person(club, *by)?;
        let opened = visitor(&ctx, id).for_answering(&ctx).await?;
        let answers = opened.share.poll()?.questions.iter().zip(*choices).map(|(question, chosen)| {
            let options = chosen.iter().filter_map(|at| question.options.get(*at));
            Answer {
                poll_question_id: question.poll_question_id,
                option_ids: options.map(|option| option.poll_question_option_id).collect(),
            }
        });
        let fields = VoteFields { name: Some(name), answers: answers.collect() };
        cast_vote(&ctx, &opened, CastVote { way: anew(), fields }).await?;
    }
    Ok(())
}

fn person(club: &Club, by: By) -> Result<(Ctx, String), Problem> {
    match by {
        Member(who) => Ok((club.as_member(who)?, who.name().to_owned())),
        Guest(name) => Ok((club.as_guest(), name.to_owned())),
    }
}

fn visitor(ctx: &Ctx, id: ShortId) -> Visitor {
    Visitor::of(id, ctx.actor.user_id())
}

fn anew() -> Way {
    Way::New { once: Once::none(), code: None, changes: false }
}
