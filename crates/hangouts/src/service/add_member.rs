//! An owner adds somebody to the group.

use super::{
    change_members::{self, Entry},
    find_people, get_group,
};
use crate::{
    Error,
    announce::queue::{self, Notified},
    model::{GroupId, Membership},
};
use identity::Person;
use kernel::UserId;
use web::Ctx;

/// Whom to add.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AddMember {
    Account(UserId),
    Email(String),
}

/// Adds them; who is in already stays as they are.
pub async fn add_member(ctx: &Ctx, id: &GroupId, cmd: &AddMember) -> Result<(Membership, Notified), Error> {
    get_group::get_own_group(ctx, id).await?;
    let Person { user_id, display_name } = match cmd {
        AddMember::Account(user) => find_people::by_id(ctx, *user).await?,
        AddMember::Email(email) => find_people::by_email(ctx, "email", email).await?,
    };
    if identity::refuses_group(ctx, user_id, &id.to_string()).await? {
        return Err(Error::NotAddable);
    }
    let by = ctx.actor.signed_in()?;
    let notified = queue::forecast(ctx, by.user_id, 1).await?;
    let (_, member) = change_members::admit(ctx, id, (user_id, &display_name), &Entry::Owner(by)).await?;
    web::audit(ctx, "group", &id.to_string(), "a member was added to a group");
    Ok((member, notified))
}
