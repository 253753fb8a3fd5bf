//! Creates a poll, which is editing a blank one.

use crate::{
    Error, keys,
    model::{
        ManageKey, Poll, PollCode, PollId, PollSettings,
        candidates::{FEWEST, LONGEST_NAME, MOST},
    },
    service::{edit_poll::EditPoll, retire_poll},
    stored,
    tables::RANKED_CHOICE_POLLS,
};
use kernel::{Moment, Patch};
use serde::Deserialize;
use utoipa::ToSchema;
use web::{Ctx, Made, New, Once, Seed, bounds::texts};

/// What a ranked poll is called where things of all kinds are listed.
pub const KIND: &str = "ranked";

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = CreatePollBody)]
pub struct CreatePoll {
    #[schema(min_length = 1, max_length = 200)]
    pub title: String,
    #[schema(max_length = 5000)]
    pub description: Option<String>,
    /// 2 to 100 names of at most 200 characters; no two that differ only in case.
    #[schema(schema_with = texts::<FEWEST, MOST, LONGEST_NAME>)]
    pub candidates: Vec<String>,
    /// When voting ends by itself.
    pub expires_at: Option<Moment>,
    pub settings: Option<PollSettings>,
}

/// A new poll, and the key to manage it, which is stored only as a hash.
pub struct CreatedPoll {
    pub poll: Poll,
    pub manage_key: ManageKey,
}

pub async fn create_poll(ctx: &Ctx, once: &Once, cmd: CreatePoll) -> Result<Made<CreatedPoll>, Error> {
    let (created_at, owner_id) = (ctx.clock.now().into(), ctx.actor.user_id());
    let mut draft = Poll { created_at, owner_id, version: 1, ..Poll::default() };
    EditPoll::from(cmd).apply(&mut draft, ctx)?;
    let make = async |seed: Seed| {
        let manage_key = manage_key(&seed);
        let code = PollCode::draw(&ctx.rng);
        let poll = Poll {
            id: PollId(ctx.rng.uuid_v4()),
            code: Some(code),
            manage_key_hash: Some(manage_key.hash()),
            ..draft.clone()
        };
        let put = store::put(&RANKED_CHOICE_POLLS, keys::poll(poll.id), &poll)?.if_new();
        let look = retire_poll::first_look(&poll)?;
        let new = New::of(KIND, poll.id, CreatedPoll { poll, manage_key }, [put, look]);
        Ok(New { code: Some(code.to_string()), created_at: Some(created_at), ..new })
    };
    let again = async |seed: Seed, id: String| {
        let id = id.parse().map_err(|_| Error::NotFound)?;
        let manage_key = manage_key(&seed);
        let poll = stored::find_poll(ctx, id).await?;
        let poll = poll.filter(|poll| poll.opens_with(&manage_key));
        Ok(poll.map(|poll| CreatedPoll { poll, manage_key }))
    };
    web::create(ctx, once, make, again).await
}

fn manage_key(seed: &Seed) -> ManageKey {
    ManageKey::of(&seed.token("manage key"))
}

impl From<CreatePoll> for EditPoll {
    fn from(cmd: CreatePoll) -> Self {
        Self {
            title: Patch::Set(cmd.title),
            description: cmd.description.into(),
            candidates: Patch::Set(cmd.candidates),
            expires_at: cmd.expires_at.into(),
            settings: cmd.settings.into(),
        }
    }
}
