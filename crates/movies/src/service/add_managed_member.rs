//! Adds somebody without an account, such as a child, who is managed by whoever adds them.

use super::join;
use crate::{
    Error, facts,
    gate::Who,
    keys,
    model::{Member, MemberId, Membership, RatingList, Role, User, read},
    stored,
};
use identity::tables::USERS;
use kernel::{Checks, Moment};
use web::{Ctx, New, Once, create};

pub const MOST_MANAGED: usize = 20;

#[derive(Debug, Clone, Default)]
pub struct AddManagedMember {
    pub display_name: String,
    pub avatar_key: Option<String>,
    pub content_rating_ceiling: Option<String>,
}

pub async fn add_managed_member(
    ctx: &Ctx,
    who: &Who,
    once: &Once,
    cmd: &AddManagedMember,
) -> Result<Member, Error> {
    let household = who.household()?;
    let list = facts::ratings_of(ctx, &stored::get_household(ctx, household).await?).await;
    let (display_name, avatar_key, ceiling) = cmd.check(&list)?;
    let made = create(
        ctx,
        once,
        async |seed| {
            let members = stored::list_members(ctx, household).await?;
            if members.iter().filter(|member| member.id().is_managed()).count() >= MOST_MANAGED {
                return Err(Error::TooManyManaged(MOST_MANAGED));
            }
            let now = Moment::from(ctx.clock.now());
            let id = MemberId::Managed(seed.uuid("managed"));
            let user = User {
                user_id: id,
                display_name: display_name.clone(),
                avatar_key: avatar_key.clone(),
                is_managed: true,
                parent_user_id: Some(who.account()),
                content_rating_ceiling: Some(ceiling.clone()),
                created_at: Some(now),
                last_active_at: Some(now),
                group_id: Some(household),
                version: 1,
                is_listed_only: false,
            };
            let membership = Membership::new(household, id, Role::Member, now);
            let writes = [
                store::put(&USERS, keys::user(id), &user)?.if_new(),
                stored::put_membership(&membership)?.if_new(),
                join::counted(household),
            ];
            let new = New::of("managed", id, Member { user, membership }, writes);
            Ok::<_, Error>(New { owned: false, ..new })
        },
        async |_, id| {
            let members = stored::list_members(ctx, household).await?;
            Ok(members.into_iter().find(|member| member.id().to_string() == id))
        },
    )
    .await?;
    Ok(made.into_inner())
}

impl AddManagedMember {
    fn check(&self, list: &RatingList) -> Result<(String, Option<String>, String), Error> {
        let mut checks = Checks::new();
        let name = identity::model::display_name(&self.display_name, "displayName", &mut checks);
        let avatar = self.avatar_key.as_deref();
        let avatar = avatar.map(|key| identity::model::avatar_key(key, "avatarKey", &mut checks));
        let ceiling = self.content_rating_ceiling.as_deref();
        let ceiling = ceiling.map(|text| read::ceiling(text, list, "contentRatingCeiling", &mut checks));
        checks.done()?;
        Ok((name, avatar, ceiling.flatten().unwrap_or_else(|| list.default_of_managed())))
    }
}
