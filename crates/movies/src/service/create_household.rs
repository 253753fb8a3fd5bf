//! Creates a household; whoever creates it is in no other.

use super::join;
use crate::{
    Error, facts,
    gate::Who,
    model::{Household, HouseholdId, Role, read},
    stored,
};
use kernel::{Checks, Moment};
use web::{Ctx, New, Once, create};

#[derive(Debug, Clone, Default)]
pub struct CreateHousehold {
    pub name: String,
    pub streaming_services: Vec<String>,
}

pub async fn create_household(
    ctx: &Ctx,
    who: &Who,
    once: &Once,
    cmd: &CreateHousehold,
) -> Result<Household, Error> {
    let mut checks = Checks::new();
    let name = read::household_name(&cmd.name, &mut checks);
    let streaming_services = read::services(&cmd.streaming_services, &mut checks);
    checks.done()?;
    if who.acting().is_some() {
        return Err(Error::NotYours);
    }
    let made = create(
        ctx,
        once,
        async |seed| {
            let user = stored::find_user(ctx, who.account().into()).await?.ok_or(Error::NoMember)?;
            if user.group_id.is_some() {
                return Err(Error::AlreadyInHousehold);
            }
            let now = Moment::from(ctx.clock.now());
            let household = Household {
                group_id: HouseholdId(seed.uuid("household")),
                name: Some(name.clone()),
                created_by: Some(user.user_id),
                streaming_services: streaming_services.clone(),
                created_at: Some(now),
                active_round_id: None,
                latest_round_id: None,
                watched_movie_ids: Some(Vec::new()),
                rating_region: Some(facts::default_region(ctx).await),
                version: 1,
                deleted_at: None,
            };
            let mut writes = vec![stored::put(&household)?.if_new()];
            writes.extend(join::writes(ctx, household.group_id, &user, Role::Creator, now).await?);
            let new = New::of("household", household.group_id, household, writes);
            Ok::<_, Error>(New { owned: false, ..new })
        },
        async |_, id| made_before(ctx, who, id.parse().ok()).await,
    )
    .await?
    .into_inner();
    ctx.live.mine_changed(who.account());
    Ok(made)
}

/// The household that the key made, unless it is gone or its maker has left it.
async fn made_before(ctx: &Ctx, who: &Who, id: Option<HouseholdId>) -> Result<Option<Household>, Error> {
    let user = stored::find_user(ctx, who.account().into()).await?;
    let Some(id) = id.filter(|id| user.is_some_and(|user| user.group_id == Some(*id))) else {
        return Ok(None);
    };
    match stored::get_household(ctx, id).await {
        Err(Error::NoHousehold) => Ok(None),
        household => household.map(Some),
    }
}
