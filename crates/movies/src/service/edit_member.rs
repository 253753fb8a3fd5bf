//! Changes a member: a managed one by whoever manages them, one's own ceiling by oneself, and the household's creator hands over.

use super::join;
use crate::{
    Error, facts,
    gate::Who,
    keys,
    model::{Member, MemberId, RatingList, Role, User, read},
    stored,
    tables::GROUP_MEMBERSHIPS,
};
use kernel::{Checks, Patch};
use store::{Condition, Transaction, Write};
use web::{Ctx, Edit, Expected, edit};

#[derive(Debug, Clone, Default)]
pub struct EditMember {
    pub display_name: Patch<String>,
    pub avatar_key: Patch<String>,
    pub content_rating_ceiling: Patch<String>,
    /// `creator` hands the household over.
    pub role: Patch<String>,
}

pub async fn edit_member(
    ctx: &Ctx,
    who: &Who,
    expected: &Expected,
    id: MemberId,
    cmd: &EditMember,
) -> Result<Member, Error> {
    let household = who.household()?;
    let members = stored::list_members(ctx, household).await?;
    let member = members.iter().find(|member| member.id() == id).ok_or(Error::NoMember)?;
    cmd.must_be_allowed(who, member)?;
    if cmd.changes_profile() {
        let list = facts::ratings_of(ctx, &stored::get_household(ctx, household).await?).await;
        let load = async || stored::find_user(ctx, id).await?.ok_or(Error::NoMember);
        edit(ctx, expected, load, |user| cmd.apply(user, &list).map(|()| Edit::of(()))).await?;
    }
    if cmd.role.is_given() {
        hand_over(ctx, who, &members, member, &cmd.role).await?;
    }
    let members = stored::list_members(ctx, household).await?;
    members.into_iter().find(|member| member.id() == id).ok_or(Error::NoMember)
}

impl EditMember {
    fn changes_profile(&self) -> bool {
        self.display_name.is_given() || self.avatar_key.is_given() || self.content_rating_ceiling.is_given()
    }

    /// Name and avatar of an adult are changed in their account.
    fn must_be_allowed(&self, who: &Who, member: &Member) -> Result<(), Error> {
        let managed = member.is_managed_by(who.account());
        let own_ceiling = member.id() == who.account().into() && who.acting().is_none();
        let named = self.display_name.is_given() || self.avatar_key.is_given();
        let allowed = managed || (!named && (own_ceiling || !self.content_rating_ceiling.is_given()));
        if allowed { Ok(()) } else { Err(Error::NotYours) }
    }

    fn apply(&self, user: &mut User, list: &RatingList) -> Result<(), Error> {
        let mut checks = Checks::new();
        if self.display_name.is_given() {
            let name = self.display_name.clone().value().unwrap_or_default();
            user.display_name = identity::model::display_name(&name, "displayName", &mut checks);
        }
        let avatar = self.avatar_key.clone();
        avatar
            .map(|key| identity::model::avatar_key(&key, "avatarKey", &mut checks))
            .change_optional(&mut user.avatar_key);
        match &self.content_rating_ceiling {
            Patch::Keep => {}
            Patch::Clear => {
                user.content_rating_ceiling = user.user_id.is_managed().then(|| list.default_of_managed());
            }
            Patch::Set(text) => {
                user.content_rating_ceiling = read::ceiling(text, list, "contentRatingCeiling", &mut checks);
            }
        }
        Ok(checks.done()?)
    }
}

async fn hand_over(
    ctx: &Ctx,
    who: &Who,
    members: &[Member],
    to: &Member,
    role: &Patch<String>,
) -> Result<(), Error> {
    if *role != Patch::Set(Role::Creator.as_str().to_owned()) {
        return Err(Error::about("role", "The only role that can be given is creator."));
    }
    let from = members.iter().find(|member| member.id() == who.id()).filter(|member| member.is_creator());
    let from = from.ok_or(Error::CreatorOnly)?;
    if to.id().is_managed() {
        return Err(Error::NotForManaged);
    }
    if to.id() == from.id() {
        return Ok(());
    }
    let household = from.membership.group_id;
    let role = |member: &Member, role: Role| {
        let same = match &member.membership.role {
            Some(was) => Condition::equals("role", was.to_string()),
            None => stored::unset("role"),
        };
        Write::update(&GROUP_MEMBERSHIPS, keys::membership(household, member.id()))
            .set("role", role.as_str())
            .if_there()
            .when(same)
    };
    let writes = [role(from, Role::Member), role(to, Role::Creator), join::counted(household)];
    match ctx.store.transact(Transaction::of(writes)).await {
        Ok(()) => {}
        Err(error) if error.is_condition_failed() => return Err(web::Fault::Contended.into()),
        Err(error) => return Err(error.into()),
    }
    web::audit(ctx, "household", &household.to_string(), "handed over");
    Ok(())
}
