//! `openapi`: the API's description, as the server publishes it.

use crate::{
    cli::{Failure, say},
    openapi,
};

pub fn run() -> Result<(), Failure> {
    say(openapi::document_text());
    Ok(())
}
