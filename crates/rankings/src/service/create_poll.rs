//! Creates a poll.

use crate::{
    Error, keys,
    model::{
        ManageKey, Poll, PollCode, PollId, PollSettings,
        read::{self, FEWEST_CANDIDATES, LONGEST_NAME, MOST_CANDIDATES},
    },
    service::retire_poll,
    stored,
    tables::RANKED_CHOICE_POLLS,
};
use kernel::{Checks, Moment};
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
    #[schema(schema_with = texts::<FEWEST_CANDIDATES, MOST_CANDIDATES, LONGEST_NAME>)]
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
    let draft = draft(ctx, cmd)?;
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
        let created_at = Some(poll.created_at);
        let new = New::of(KIND, poll.id, CreatedPoll { poll, manage_key }, [put, look]);
        Ok(New { code: Some(code.to_string()), created_at, ..new })
    };
    let again = async |seed: Seed, id: String| {
        let id = id.parse().map_err(|_| Error::NotFound)?;
        let manage_key = manage_key(&seed);
        let poll = stored::find_poll(ctx, id).await?;
        let same = |poll: &Poll| poll.manage_key_hash.as_deref().is_some_and(|hash| manage_key.opens(hash));
        Ok(poll.filter(same).map(|poll| CreatedPoll { poll, manage_key: manage_key.clone() }))
    };
    web::create(ctx, once, make, again).await
}

fn manage_key(seed: &Seed) -> ManageKey {
    ManageKey::of(&seed.token("manage key"))
}

/// Everything but what names and opens it.
fn draft(ctx: &Ctx, cmd: CreatePoll) -> Result<Poll, Error> {
    let now = ctx.clock.now();
    let mut checks = Checks::new();
    let title = read::title(&cmd.title, &mut checks);
    let description = read::description(cmd.description.as_deref(), &mut checks);
    let candidates = read::candidates(&cmd.candidates, &mut checks);
    read::expiry(cmd.expires_at, now, &mut checks);
    checks.done()?;
    Ok(Poll {
        id: PollId(uuid::Uuid::nil()),
        title,
        description,
        tie_order: read::drawn_tie_order(candidates.len(), &ctx.rng),
        candidates,
        created_at: now.into(),
        expires_at: cmd.expires_at,
        closed_at: None,
        deleted_at: None,
        first_vote_at: None,
        code: None,
        owner_id: ctx.actor.user_id(),
        manage_key_hash: None,
        version: 1,
        settings: cmd.settings.unwrap_or_default(),
        outcomes: Vec::new(),
    })
}
