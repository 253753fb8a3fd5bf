//! Renames a household or changes its streaming services. Everyone in it may.

use crate::{
    Error, facts,
    gate::Who,
    model::{DEFAULT_REGION, Household, HouseholdId, read},
    stored,
};
use kernel::{Checks, Patch};
use web::{Ctx, Edit, Expected, edit};

#[derive(Debug, Clone, Default)]
pub struct EditHousehold {
    pub name: Patch<String>,
    pub streaming_services: Patch<Vec<String>>,
    /// Country whose film ratings count.
    pub rating_region: Patch<String>,
}

pub async fn edit_household(
    ctx: &Ctx,
    who: &Who,
    expected: &Expected,
    cmd: &EditHousehold,
) -> Result<Household, Error> {
    let id = who.household()?;
    let region = match &cmd.rating_region {
        Patch::Keep => None,
        Patch::Clear => Some(DEFAULT_REGION.to_owned()),
        Patch::Set(region) => Some(known_region(ctx, id, region).await?),
    };
    let decide = |household: &mut Household| {
        let mut checks = Checks::new();
        if cmd.name.is_given() {
            let name = cmd.name.clone().value().unwrap_or_default();
            household.name = Some(read::household_name(&name, &mut checks));
        }
        if cmd.streaming_services.is_given() {
            let names = cmd.streaming_services.clone().value().unwrap_or_default();
            household.streaming_services = read::services(&names, &mut checks);
        }
        if let Some(region) = &region
            && household.region() != region
        {
            household.rating_region = Some(region.clone());
        }
        checks.done()?;
        Ok::<_, Error>(Edit::of(()))
    };
    let (household, ()) = edit(ctx, expected, async || stored::get_household(ctx, id).await, decide).await?;
    Ok(household)
}

/// A country whose ratings are known, or the one that the household has already.
async fn known_region(ctx: &Ctx, id: HouseholdId, text: &str) -> Result<String, Error> {
    let region = text.trim().to_ascii_uppercase();
    if region == DEFAULT_REGION || stored::get_household(ctx, id).await?.region() == region {
        return Ok(region);
    }
    let sentence = match facts::list_regions(ctx).await {
        Ok(known) if known.iter().any(|(code, _)| *code == region) => return Ok(region),
        Ok(known) if known.len() == 1 => "This server knows film ratings of the United States (US) only.",
        Ok(_) => "No film ratings are known for this country. Choose another.",
        Err(_) => "The countries are not known right now, because TMDB does not answer. Try again later.",
    };
    Err(Error::about("ratingRegion", sentence))
}
