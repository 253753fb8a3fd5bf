//! The viewing passcode in the clear, where there is one, to be told to someone.

use crate::{
    Error,
    model::{Role, Shareable, passcode},
};
use web::Services;

pub fn get_passcodes(services: &Services, share: &Shareable) -> Result<Option<String>, Error> {
    let open = |sealed: &String| passcode::open(&services.keys, &share.short_id, Role::View, sealed);
    Ok(share.view_passcode.as_ref().map(open).transpose()?)
}
