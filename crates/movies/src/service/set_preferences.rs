//! Says what one likes, does not, and how strong a film may be; for oneself or somebody one manages.

use crate::{
    Error,
    gate::Who,
    model::{MemberId, Preferences, read},
    stored,
};
use kernel::Checks;
use store::StoreError;
use web::{Ctx, Entity, Expected, Fault};

/// How often it is tried anew when somebody else says something for the same member at that moment.
const TRIES: usize = 8;

#[derive(Debug, Clone, Default)]
pub struct SetPreferences {
    pub genre_likes: Vec<String>,
    pub genre_dislikes: Vec<String>,
    pub max_content_rating: Option<String>,
}

pub async fn set_preferences(
    ctx: &Ctx,
    who: &Who,
    expected: &Expected,
    member: MemberId,
    cmd: &SetPreferences,
) -> Result<Preferences, Error> {
    let household = who.acting_as(ctx, member).await?.household()?;
    let mut checks = Checks::new();
    let likes = read::genres(&cmd.genre_likes, "genreLikes", &mut checks);
    let dislikes = read::genres(&cmd.genre_dislikes, "genreDislikes", &mut checks);
    let both = likes.iter().any(|genre| dislikes.contains(genre));
    checks.that(!both, "genreDislikes", "A genre cannot be liked and disliked.");
    let rating = cmd.max_content_rating.as_deref();
    let rating = rating.and_then(|text| read::ceiling(text, "maxContentRating", &mut checks));
    checks.done()?;
    for _ in 0..TRIES {
        let before = stored::find_preferences(ctx, household, member).await?;
        expected.check(before.version)?;
        let mut after = Preferences {
            genre_likes: likes.clone(),
            genre_dislikes: dislikes.clone(),
            max_content_rating: rating,
            ..before.clone()
        };
        after.edited(ctx.clock.now());
        // Put whole, because the first time there is nothing to change.
        match ctx.store.write(stored::put(&after)?.when(before.unchanged())).await {
            Ok(()) => return Ok(after),
            Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Fault::Contended.into())
}

/// What somebody said.
pub async fn get_preferences(ctx: &Ctx, who: &Who, member: MemberId) -> Result<Preferences, Error> {
    let household = who.acting_as(ctx, member).await?.household()?;
    stored::find_preferences(ctx, household, member).await
}
