//! Finds a share by its code, as it was typed.

use crate::{
    model::{Shareable, ShortId},
    stored, urls,
};
use async_trait::async_trait;
use std::sync::Arc;
use web::{Coded, Codes, Services};

pub struct FindCode;

#[async_trait]
impl Codes for FindCode {
    async fn find(&self, services: &Services, typed: &str) -> store::Result<Option<Coded>> {
        let Ok(id) = typed.parse::<ShortId>() else { return Ok(None) };
        let coded = |share: Arc<Shareable>| Coded {
            kind: share.entity().name().to_owned(),
            id: id.to_string(),
            path: urls::page(&id),
        };
        Ok(stored::find(services, &id).await?.map(coded))
    }
}
