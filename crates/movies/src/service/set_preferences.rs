//! Says what one likes, does not, and how strong a film may be; for oneself or somebody one manages.

use crate::{
    Error, facts,
    gate::Who,
    model::{MemberId, Preferences, RatingList, read},
    stored,
};
use kernel::Checks;
use store::StoreError;
use web::{Ctx, Entity, Expected, Fault, edit::write_of};

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
    let list = facts::ratings_of(ctx, &stored::get_household(ctx, household).await?).await;
    for _ in 0..TRIES {
        let stored = stored::find_preferences(ctx, household, member).await?;
        let before = stored.clone().unwrap_or_else(|| Preferences::none(household, member));
        expected.check(before.version)?;
        let mut after = cmd.apply(&before, &list)?;
        let write = if stored.is_some() {
            write_of(&before, &mut after, ctx.clock.now())?
        } else {
            after.edited(ctx.clock.now());
            stored::put(&after)?.if_new()
        };
        match ctx.store.write(write).await {
            Ok(()) => return Ok(after),
            Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Fault::Contended.into())
}

impl SetPreferences {
    /// Genres and ratings that are not known are kept where they are stored already.
    fn apply(&self, before: &Preferences, list: &RatingList) -> Result<Preferences, Error> {
        let mut checks = Checks::new();
        let likes = read::genres(&self.genre_likes, &before.genre_likes, "genreLikes", &mut checks);
        let stored = &before.genre_dislikes;
        let dislikes = read::genres(&self.genre_dislikes, stored, "genreDislikes", &mut checks);
        let both = likes.iter().any(|genre| dislikes.contains(genre));
        checks.that(!both, "genreDislikes", "A genre cannot be liked and disliked.");
        let rating = match &self.max_content_rating {
            same if *same == before.max_content_rating => same.clone(),
            Some(text) => read::ceiling(text, list, "maxContentRating", &mut checks),
            None => None,
        };
        checks.done()?;
        Ok(Preferences {
            genre_likes: likes,
            genre_dislikes: dislikes,
            max_content_rating: rating,
            ..before.clone()
        })
    }
}

/// Preferences of oneself or somebody one manages.
pub async fn get_preferences(ctx: &Ctx, who: &Who, member: MemberId) -> Result<Preferences, Error> {
    let household = who.acting_as(ctx, member).await?.household()?;
    let stored = stored::find_preferences(ctx, household, member).await?;
    Ok(stored.unwrap_or_else(|| Preferences::none(household, member)))
}
