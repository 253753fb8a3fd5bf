//! Movie night on `/home`: what waits for the person who looks.

use super::round::current;
use crate::{
    Error,
    gate::Who,
    model::{Member, MemberId, Status},
    service::get_round::{self, SeenRound},
    stored, urls,
};
use async_trait::async_trait;
use web::{
    Ctx, Icon, Problem,
    feature::{Need, Needs},
};

/// A vote or a rating that is missing.
pub struct Waiting;

#[async_trait]
impl Needs for Waiting {
    async fn needs(&self, ctx: &Ctx) -> Result<Vec<Need>, Problem> {
        let who = Who::load(ctx, ctx.actor.signed_in()?.user_id, None).await?;
        let household = match who.household() {
            Ok(household) => household,
            Err(Error::NoHousehold) => return Ok(Vec::new()),
            Err(error) => return Err(error.into()),
        };
        let home = stored::get_household(ctx, household).await?;
        let Some(id) = current(ctx, &home).await? else { return Ok(Vec::new()) };
        let seen = get_round::get_round(ctx, household, id).await?;
        Ok(need(&seen, &who).into_iter().collect())
    }
}

fn need(seen: &SeenRound, who: &Who) -> Option<Need> {
    let mine = |member: &&Member| member.id() == who.id() || member.is_managed_by(who.account());
    let mine: Vec<MemberId> = seen.members.iter().filter(mine).map(Member::id).collect();
    let there = |member: &&MemberId| seen.present.contains(member);
    let rated = |member: MemberId| seen.ratings.iter().any(|rating| rating.member_id == member);
    let (title, about) = match seen.status {
        Status::Voting if mine.iter().filter(there).any(|member| !seen.has_voted(*member)) => (
            "Vote for tonight’s film".to_owned(),
            format!("{} of {} have voted", seen.voted(), seen.present.len()),
        ),
        Status::Watched if mine.iter().filter(there).any(|member| !rated(*member)) => {
            let film = seen.pick.as_ref().map_or("the film", |pick| pick.title.as_str());
            (format!("Say how you liked {film}"), seen.household.name.clone())
        }
        _ => return None,
    };
    Some(Need {
        icon: Icon::Film,
        colour: 5,
        title,
        about,
        path: urls::round(seen.round.round_id),
        left: None,
    })
}
