//! Looking at a share.

use crate::{
    Error,
    gate::Opened,
    stored::{self, Marks},
};
use web::Services;

/// A share as its visitor may see it.
pub struct Shown {
    pub opened: Opened,
    pub marks: Marks,
}

/// What is to be seen of a share beside the share itself.
pub async fn get_shareable(services: &Services, opened: Opened) -> Result<Shown, Error> {
    let marks = stored::marks_on(services.store.as_ref(), &opened.share).await?;
    Ok(Shown { opened, marks })
}
