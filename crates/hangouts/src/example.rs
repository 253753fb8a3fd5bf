//! The groups of the example, what they did and what they plan.

use crate::{
    model::{Answer, Details, GroupId, HangoutId},
    service::{
        add_member::{AddMember, add_member},
        create_group::{CreateGroup, create_group},
        create_hangout::{CreateHangout, create_hangout},
        edit_hangout::{EditHangout, edit_hangout},
        respond::respond,
    },
    urls,
};
use Answer::{Going, Maybe, NotGoing};
use Cast::{Ana, Chidi, Jonas, Layla, Maximiliana, Maya, Noor, Oskar, Priya, Sam, Tom, Yuki};
use async_trait::async_trait;
use kernel::{Moment, Patch, UserId};
use web::{
    Example, Expected, Once, Problem,
    example::{Cast, Club},
};

pub struct Plans;

/// What is planned, and who said what to it.
struct Plan<'a> {
    by: Cast,
    title: &'a str,
    description: &'a str,
    location: &'a str,
    start: Option<Moment>,
    end: Option<Moment>,
    groups: &'a [GroupId],
    invited: &'a [Cast],
    answers: &'a [(Cast, Answer)],
}

#[async_trait]
impl Example for Plans {
    async fn fill(&self, club: &mut Club) -> Result<(), Problem> {
        club.days_ago(80);
        let walkers = group(
            club,
            Maya,
            ("Sunday walkers", "Slow walks with a good lunch at the end. Everyone is welcome."),
            &[Tom, Priya, Layla, Yuki, Maximiliana, Ana, Oskar],
        )
        .await?;
        let cooks =
            group(club, Tom, ("Supper club", "Eight people, one kitchen."), &[Maya, Layla, Chidi, Noor, Sam])
                .await?;
        let street = group(club, Ana, ("Rua das Flores", ""), &[Maya, Jonas]).await?;

        club.days_ago(30);
        plan(
            club,
            &Plan {
                by: Maya,
                title: "Cliffs and clams",
                description: "From the lighthouse to the harbour, 11 km. Bring a hat.",
                location: "Cabo da Roca",
                start: Some(club.time(-16, 9, 30)),
                end: Some(club.time(-16, 15, 0)),
                groups: &[walkers],
                invited: &[],
                answers: &[(Maya, Going), (Tom, Going), (Yuki, Going), (Priya, NotGoing), (Oskar, Maybe)],
            },
        )
        .await?;
        club.days_ago(12);
        let rained_off = plan(
            club,
            &Plan {
                by: Ana,
                title: "Street party meeting",
                description: "",
                location: "At Ana’s",
                start: Some(club.time(2, 20, 0)),
                end: None,
                groups: &[street],
                invited: &[],
                answers: &[(Maya, Going), (Jonas, Maybe)],
            },
        )
        .await?;
        club.later();
        let cancelled = EditHangout { cancelled: Patch::Set(true), ..EditHangout::default() };
        edit_hangout(&club.as_member(Ana)?, rained_off, &Expected::any(), &cancelled).await?;

        club.days_ago(6);
        plan(
            club,
            &Plan {
                by: Tom,
                title: "Dumplings, all evening",
                description: "We fold them together. Tell me if you eat no pork.",
                location: "Tom’s kitchen, Rua da Saudade 14, 2nd floor",
                start: Some(club.time(4, 19, 0)),
                end: Some(club.time(4, 23, 0)),
                groups: &[cooks],
                invited: &[Yuki],
                answers: &[(Tom, Going), (Layla, Going), (Yuki, Going), (Chidi, Maybe), (Sam, NotGoing)],
            },
        )
        .await?;
        club.days_ago(5);
        let walk = plan(
            club,
            &Plan {
                by: Maya,
                title: "Autumn in the Arrábida",
                description: "Train at 8:40 from Entrecampos. We are back by six.",
                location: "Setúbal station",
                start: Some(club.time(9, 9, 50)),
                end: Some(club.time(9, 18, 0)),
                groups: &[walkers, cooks],
                invited: &[Jonas],
                answers: &[
                    (Maya, Going),
                    (Priya, Going),
                    (Layla, Going),
                    (Maximiliana, Going),
                    (Ana, Going),
                    (Oskar, Maybe),
                    (Noor, NotGoing),
                ],
            },
        )
        .await?;
        club.days_ago(3);
        plan(
            club,
            &Plan {
                by: Priya,
                title: "Museum of tiles, some weekend",
                description: "Who would come? We find a date when there are enough of us.",
                location: "Museu Nacional do Azulejo",
                start: None,
                end: None,
                groups: &[walkers],
                invited: &[],
                answers: &[(Priya, Going), (Yuki, Maybe)],
            },
        )
        .await?;
        club.show("A group", urls::group(walkers));
        club.show("A hangout", urls::hangout(walk));
        Ok(())
    }
}

async fn group(
    club: &Club,
    owner: Cast,
    (name, description): (&str, &str),
    members: &[Cast],
) -> Result<GroupId, Problem> {
    let ctx = club.as_member(owner)?;
    let description = Some(description.to_owned()).filter(|text| !text.is_empty());
    let cmd = CreateGroup { name: name.to_owned(), description };
    let id = create_group(&ctx, &Once::none(), cmd).await?.into_inner().group.group_id;
    for member in members {
        club.later();
        add_member(&ctx, id, &AddMember::Account(user(club, *member)?)).await?;
    }
    Ok(id)
}

async fn plan(club: &Club, plan: &Plan<'_>) -> Result<HangoutId, Problem> {
    let text = |text: &str| if text.is_empty() { Patch::Keep } else { Patch::Set(text.to_owned()) };
    let details = Details {
        title: text(plan.title),
        description: text(plan.description),
        location: text(plan.location),
        start: plan.start.map_or(Patch::Keep, Patch::Set),
        end: plan.end.map_or(Patch::Keep, Patch::Set),
    };
    let invited = plan.invited.iter().map(|who| user(club, *who)).collect::<Result<_, _>>()?;
    let cmd = CreateHangout { details, group_ids: plan.groups.to_vec(), invitee_ids: invited, cause: None };
    let ctx = club.as_member(plan.by)?;
    let id = create_hangout(&ctx, &Once::none(), &cmd).await?.into_inner().hangout.hangout_id;
    for (who, answer) in plan.answers {
        club.later();
        respond(&club.as_member(*who)?, id, *answer).await?;
    }
    Ok(id)
}

fn user(club: &Club, who: Cast) -> Result<UserId, Problem> {
    Ok(club.account(who)?.user_id)
}
