//! Changes what one says of oneself.

use super::get_profile::{SeenProfile, get_profile};
use crate::{
    Error,
    gate::{Allowed, TakesPart},
    model::profile::LONGEST_DESCRIPTION,
    stored,
};
use kernel::{Checks, check::tidy};
use web::{Edit, Expected};

pub async fn edit_profile(
    by: &Allowed<TakesPart>,
    expected: &Expected,
    description: Option<&str>,
) -> Result<SeenProfile, Error> {
    let (user, mut checks) = (by.user_id()?, Checks::new());
    let description = description.map(tidy).filter(|text| !text.is_empty());
    checks.seen("description", description.as_deref().unwrap_or_default(), LONGEST_DESCRIPTION);
    checks.done()?;
    let load = async || Ok::<_, Error>(stored::profile(by, user).await?);
    web::edit(by, expected, load, |profile| {
        profile.description.clone_from(&description);
        Ok::<_, Error>(Edit::of(()))
    })
    .await?;
    get_profile(by, user).await
}
