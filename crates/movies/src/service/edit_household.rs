//! Renames a household or changes its streaming services. Everyone in it may.

use crate::{
    Error,
    gate::Who,
    model::{Household, read},
    stored,
};
use kernel::{Checks, Patch};
use web::{Ctx, Edit, Expected, edit};

#[derive(Debug, Clone, Default)]
pub struct EditHousehold {
    pub name: Patch<String>,
    pub streaming_services: Patch<Vec<String>>,
}

pub async fn edit_household(
    ctx: &Ctx,
    who: &Who,
    expected: &Expected,
    cmd: &EditHousehold,
) -> Result<Household, Error> {
    let id = who.household()?;
    let decide = |household: &mut Household| {
        let mut checks = Checks::new();
        if cmd.name.is_given() {
            household.name = read::household_name(&cmd.name.clone().value().unwrap_or_default(), &mut checks);
        }
        if cmd.streaming_services.is_given() {
            let names = cmd.streaming_services.clone().value().unwrap_or_default();
            household.streaming_services = read::services(&names, &mut checks);
        }
        checks.done()?;
        Ok::<_, Error>(Edit::of(()))
    };
    let (household, ()) = edit(ctx, expected, async || stored::get_household(ctx, id).await, decide).await?;
    Ok(household)
}
