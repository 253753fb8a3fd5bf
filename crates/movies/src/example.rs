//! The household of the example: two adults, a lodger and a child, their films so far, and a round that is being voted on.

use crate::{
    gate::Who,
    model::{MemberId, RoundId, Verdict, VoteKind},
    service::{
        accept_invite::accept_invite,
        add_managed_member::{AddManagedMember, add_managed_member},
        cast_vote::cast_vote,
        create_household::{CreateHousehold, create_household},
        create_invite::create_invite,
        create_round::{CreateRound, create_round},
        get_round::{SeenRound, get_round},
        mark_watched::mark_watched,
        pick_film::pick_film,
        rate_film::rate_film,
        set_preferences::{SetPreferences, set_preferences},
        start_round::start_round,
    },
    urls,
};
use Cast::{Maya, Tom, Yuki};
use async_trait::async_trait;
use web::{
    Ctx, Example, Expected, Once, Problem,
    example::{Cast, Club},
};

pub struct MovieNights;

const HOUSEHOLD: [Cast; 3] = [Maya, Tom, Yuki];

#[async_trait]
impl Example for MovieNights {
    async fn fill(&self, club: &mut Club) -> Result<(), Problem> {
        club.days_ago(50);
        let child = household(club).await?;
        tastes(club, child).await?;
        for days in [40, 26, 11] {
            club.days_ago(days);
            let round = voted(club, child, HOUSEHOLD.len()).await?;
            watched(club, round, child).await?;
        }
        club.days_ago(1);
        // One of them has not voted yet.
        let round = voted(club, child, 2).await?;
        club.show("Movie night", urls::round(round));
        club.show("What was watched", urls::HISTORY);
        Ok(())
    }
}

async fn who(club: &Club, member: Cast) -> Result<(Ctx, Who), Problem> {
    let ctx = club.as_member(member)?;
    let who = Who::load(&ctx, club.account(member)?.user_id, None).await?;
    Ok((ctx, who))
}

async fn household(club: &Club) -> Result<MemberId, Problem> {
    let (ctx, maya) = who(club, Maya).await?;
    let cmd = CreateHousehold { name: "Rua das Flores 9".into(), streaming_services: Vec::new() };
    create_household(&ctx, &maya, &Once::none(), &cmd).await?;
    for member in [Tom, Yuki] {
        club.later();
        let (ctx, maya) = who(club, Maya).await?;
        let invite = create_invite(&ctx, &maya, &Once::none()).await?;
        let (ctx, invited) = who(club, member).await?;
        accept_invite(&ctx, &invited, &invite.invite_token).await?;
    }
    let (ctx, maya) = who(club, Maya).await?;
    let cmd = AddManagedMember {
        display_name: "Lumi".into(),
        avatar_key: None,
        content_rating_ceiling: Some("PG".into()),
    };
    Ok(add_managed_member(&ctx, &maya, &Once::none(), &cmd).await?.id())
}

/// By TMDB's numbers of genres: 35 comedy, 12 adventure, 27 horror, 18 drama, 16 animation, 878 science fiction, 10751 family.
async fn tastes(club: &Club, child: MemberId) -> Result<(), Problem> {
    let of = |who: Cast| club.account(who).map(|account| MemberId::from(account.user_id));
    let tastes: [(Cast, MemberId, &[&str], &[&str]); 4] = [
        (Maya, of(Maya)?, &["35", "12"], &["27"]),
        (Tom, of(Tom)?, &["878", "18"], &[]),
        (Yuki, of(Yuki)?, &["16", "18"], &["27"]),
        (Maya, child, &["16", "10751"], &[]),
    ];
    let texts = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
    for (by, member, likes, dislikes) in tastes {
        club.later();
        let cmd = SetPreferences {
            genre_likes: texts(likes),
            genre_dislikes: texts(dislikes),
            max_content_rating: None,
        };
        let (ctx, by) = who(club, by).await?;
        set_preferences(&ctx, &by, &Expected::any(), member, &cmd).await?;
    }
    Ok(())
}

/// A round on which the first so many adults have voted, and the child.
async fn voted(club: &Club, child: MemberId, voters: usize) -> Result<RoundId, Problem> {
    let (ctx, maya) = who(club, Maya).await?;
    let round = create_round(&ctx, &maya, &Once::none(), &CreateRound::default()).await?;
    let id = round.round_id;
    start_round(&ctx, &maya, id).await?;
    let seen = shortlist(&ctx, &maya, id).await?;
    let managed = maya.acting_as(&ctx, child).await?;
    let mut ballots = vec![(ctx, managed)];
    for member in HOUSEHOLD.into_iter().take(voters) {
        ballots.push(who(club, member).await?);
    }
    for (ctx, who) in &ballots {
        for suggestion in &seen.suggestions {
            club.later();
            let kind = if club.services.rng.below(3) == 0 { VoteKind::Down } else { VoteKind::Up };
            cast_vote(ctx, who, id, suggestion.tmdb_movie_id, Some(kind)).await?;
        }
    }
    Ok(id)
}

async fn shortlist(ctx: &Ctx, who: &Who, id: RoundId) -> Result<SeenRound, Problem> {
    Ok(get_round(ctx, who.household()?, id).await?)
}

async fn watched(club: &Club, id: RoundId, child: MemberId) -> Result<(), Problem> {
    let (ctx, maya) = who(club, Maya).await?;
    let seen = shortlist(&ctx, &maya, id).await?;
    let Some(best) = seen.ranked().first().map(|ranked| ranked.film) else {
        return Ok(());
    };
    club.later();
    pick_film(&ctx, &maya, &Once::none(), id, best).await?;
    club.later();
    mark_watched(&ctx, &maya, id).await?;
    let verdict = || match club.services.rng.below(4) {
        0 | 1 => Verdict::Loved,
        2 => Verdict::Liked,
        _ => Verdict::DidNotLike,
    };
    rate_film(&ctx, &maya, id, child, verdict()).await?;
    for member in HOUSEHOLD {
        club.later();
        let (ctx, who) = who(club, member).await?;
        rate_film(&ctx, &who, id, who.id(), verdict()).await?;
    }
    Ok(())
}
