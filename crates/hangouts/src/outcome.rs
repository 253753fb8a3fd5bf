//! Hangouts that are made of decisions.

use crate::{
    model::{Details, GroupId},
    service::create_hangout::{CreateHangout, KIND, create_hangout},
    stored, urls,
};
use async_trait::async_trait;
use kernel::{FieldError, Patch};
use web::{
    Ctx, Fault, Icon, Makes, Once, Problem,
    outcome::{Ask, Called, Cause, Draft, Happened, Making},
};

pub struct MakesHangout;

#[async_trait]
impl Makes for MakesHangout {
    fn making(&self) -> Making {
        Making {
            kind: KIND,
            label: "A hangout",
            about: "In one of your groups. Its members say whether they come.",
            icon: Icon::Group,
            called: Called::Title,
            asks: &[Ask::Start { required: false }, Ask::Place, Ask::Groups],
        }
    }

    async fn offer(&self, ctx: &Ctx) -> Result<Option<Vec<(String, String)>>, Problem> {
        let Some(account) = &ctx.actor.account else { return Ok(None) };
        let mine = stored::groups_of(ctx, account.user_id).await?;
        let groups = mine.into_iter().map(|mine| (mine.group_id.to_string(), mine.group_name));
        Ok(Some(groups.collect::<Vec<_>>()).filter(|groups| !groups.is_empty()))
    }

    async fn make(&self, ctx: &Ctx, once: &Once, draft: Draft, cause: Cause) -> Result<Happened, Problem> {
        ctx.actor.signed_in()?;
        let group_ids = groups(&draft.group_ids)?;
        let details = Details {
            title: Patch::Set(draft.title),
            description: draft.description.into(),
            location: draft.place.into(),
            time_zone: Patch::Keep,
            start: draft.start.into(),
            end: draft.end.into(),
        };
        let cmd =
            CreateHangout { details, group_ids, invitee_ids: Vec::new(), attend: false, cause: Some(cause) };
        let id = create_hangout(ctx, once, &cmd).await?.into_inner().hangout.hangout_id;
        Ok(Happened::new(KIND, &id, urls::hangout(&id)))
    }
}

fn groups(ids: &[String]) -> Result<Vec<GroupId>, Fault> {
    let read = |(at, id): (usize, &String)| {
        let wrong =
            || FieldError { field: format!("groupIds[{at}]"), message: "There is no such group.".into() };
        id.parse().map_err(|_| Fault::Invalid(vec![wrong()]))
    };
    ids.iter().enumerate().map(read).collect()
}
