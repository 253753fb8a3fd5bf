//! Events and checklists that are made of decisions.

use crate::{
    model::{Entity, ItemFields, Patch, ShareableFields},
    pages::new::kept_of_new,
    service::create_shareable::{CreateShareable, create_shareable},
    urls,
};
use async_trait::async_trait;
use web::{
    Ctx, Icon, Makes, Once, Problem,
    outcome::{Ask, Called, Cause, Draft, Happened, Making},
};

/// How long something lasts where nobody says.
const DAYS: i64 = 7;

pub struct MakesEvent;
pub struct MakesChecklist;

#[async_trait]
impl Makes for MakesEvent {
    fn making(&self) -> Making {
        Making {
            kind: Entity::Event.name(),
            label: "An event",
            about: "Anyone with the link can reply. Nobody needs an account.",
            icon: Icon::Calendar,
            called: Called::Title,
            asks: &[Ask::Start { required: true }, Ask::Place],
        }
    }

    async fn offer(&self, ctx: &Ctx) -> Result<Option<Vec<(String, String)>>, Problem> {
        Ok(ctx.may_create().is_ok().then(Vec::new))
    }

    async fn make(&self, ctx: &Ctx, once: &Once, draft: Draft, cause: Cause) -> Result<Happened, Problem> {
        let fields = ShareableFields {
            entity: Some(Entity::Event),
            start_time: draft.start.map_or(Patch::Keep, Patch::Set),
            end_time: draft.end.map_or(Patch::Keep, Patch::Set),
            time_zone: Patch::Set(draft.time_zone.clone()),
            location: optional(draft.place.as_ref()),
            description: optional(draft.description.as_ref()),
            ..common(&draft)
        };
        make(ctx, once, fields, cause).await
    }
}

#[async_trait]
impl Makes for MakesChecklist {
    fn making(&self) -> Making {
        Making {
            kind: Entity::Checklist.name(),
            label: "A checklist",
            about: "Who brings what, who does what. Nobody needs an account.",
            icon: Icon::Checklist,
            called: Called::Title,
            asks: &[Ask::Items],
        }
    }

    async fn offer(&self, ctx: &Ctx) -> Result<Option<Vec<(String, String)>>, Problem> {
        Ok(ctx.may_create().is_ok().then(Vec::new))
    }

    async fn make(&self, ctx: &Ctx, once: &Once, draft: Draft, cause: Cause) -> Result<Happened, Problem> {
        let item = |name: &String| ItemFields { checklist_item_id: None, name: name.clone(), note: None };
        let fields = ShareableFields {
            entity: Some(Entity::Checklist),
            note: optional(draft.description.as_ref()),
            items: Patch::Set(draft.items.iter().map(item).collect()),
            ..common(&draft)
        };
        make(ctx, once, fields, cause).await
    }
}

fn common(draft: &Draft) -> ShareableFields {
    ShareableFields {
        name: Patch::Set(draft.title.clone()),
        expires_after: Patch::Set(draft.expires_after.unwrap_or(DAYS)),
        ..ShareableFields::default()
    }
}

fn optional(text: Option<&String>) -> Patch<String> {
    text.cloned().map_or(Patch::Keep, Patch::Set)
}

/// The organiser of the decision organises what is made of it: by their account, or by a passcode that is told this once.
async fn make(ctx: &Ctx, once: &Once, fields: ShareableFields, cause: Cause) -> Result<Happened, Problem> {
    let cmd = CreateShareable { once: once.clone(), fields, cause: Some(cause) };
    let created = create_shareable(ctx, cmd).await?.into_inner();
    let (kind, id) = (created.share.entity().name(), created.share.short_id);
    let cookies = kept_of_new(ctx, &created).collect();
    let told = [("adminPasscode", created.admin_passcode), ("adminToken", created.admin_token)];
    Ok(Happened {
        told: told.into(),
        next: urls::admin(&id),
        cookies,
        ..Happened::new(kind, id, urls::page(&id))
    })
}
