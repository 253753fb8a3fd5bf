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

pub enum MakesShare {
    Event,
    Checklist,
}

#[async_trait]
impl Makes for MakesShare {
    fn making(&self) -> Making {
        match self {
            Self::Event => Making {
                kind: Entity::Event.name(),
                label: "An event",
                about: "Anyone with the link can reply. Nobody needs an account.",
                icon: Icon::Calendar,
                called: Called::Title,
                asks: &[Ask::Start { required: true }, Ask::Place],
            },
            Self::Checklist => Making {
                kind: Entity::Checklist.name(),
                label: "A checklist",
                about: "Who brings what, who does what. Nobody needs an account.",
                icon: Icon::Checklist,
                called: Called::Title,
                asks: &[Ask::Items],
            },
        }
    }

    async fn offer(&self, ctx: &Ctx) -> Result<Option<Vec<(String, String)>>, Problem> {
        Ok(ctx.may_create().is_ok().then(Vec::new))
    }

    /// The organiser of the decision organises what is made of it: by their account, or by a passcode that is told this once.
    async fn make(&self, ctx: &Ctx, once: &Once, draft: Draft, cause: Cause) -> Result<Happened, Problem> {
        let cmd = CreateShareable { once: once.clone(), fields: self.fields(draft), cause: Some(cause) };
        let created = create_shareable(ctx, cmd).await?.into_inner();
        let (kind, id) = (created.share.entity().name(), created.share.short_id);
        let cookies = kept_of_new(ctx, &created).collect();
        let told = [("adminPasscode", created.admin_passcode), ("adminToken", created.admin_token)];
        let happened = Happened::new(kind, id, urls::page(&id));
        Ok(Happened { told: told.into(), next: urls::admin(&id), cookies, ..happened })
    }
}

impl MakesShare {
    fn fields(&self, draft: Draft) -> ShareableFields {
        let common = ShareableFields {
            name: Patch::Set(draft.title),
            expires_after: Patch::Set(draft.expires_after.unwrap_or(DAYS)),
            ..ShareableFields::default()
        };
        let item = |name| ItemFields { name, ..ItemFields::default() };
        match self {
            Self::Event => ShareableFields {
                entity: Some(Entity::Event),
                start_time: draft.start.map_or(Patch::Keep, Patch::Set),
                end_time: draft.end.into(),
                time_zone: Patch::Set(draft.time_zone),
                location: draft.place.into(),
                description: draft.description.into(),
                ..common
            },
            Self::Checklist => ShareableFields {
                entity: Some(Entity::Checklist),
                note: draft.description.into(),
                items: Patch::Set(draft.items.into_iter().map(item).collect()),
                ..common
            },
        }
    }
}
