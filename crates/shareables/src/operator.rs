//! What the operator may do with anyone's share.

use crate::{
    Error,
    model::ShortId,
    service::{delete, open},
};
use web::Services;

/// Takes a share down: gone at once, and everything that hangs on it soon after.
pub async fn take_down(services: &Services, code: &str) -> Result<(), Error> {
    let id: ShortId = code.parse().map_err(|_| Error::NotFound)?;
    loop {
        let share = open::load(services, &id).await?;
        // The organiser may be editing at this moment: then it is looked at again.
        if delete::hide(services, &share).await? {
            return Ok(());
        }
    }
}
