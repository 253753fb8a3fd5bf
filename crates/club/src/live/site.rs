//! The page of a site: its stars and its comments change while it is open.

use crate::{
    model::{Site, SiteId},
    pages::site::parts,
    stored,
};
use async_trait::async_trait;
use jiff::Timestamp;
use web::{
    Problem, Services,
    live::{Part, Watched},
};

pub struct SitePage(Site);

/// Who watches: with an account or without, for whom there are stars and no comments.
pub struct SiteRights {
    pub signed_in: bool,
}

// Those who may read comments, and the others.
web::watched!(SitePage as "site" by SiteId, SiteRights => bool);

#[async_trait]
impl Watched for SitePage {
    fn audience(&self, rights: &SiteRights, _: Timestamp) -> Option<bool> {
        Some(rights.signed_in)
    }

    async fn parts(&self, services: &Services, signed_in: bool) -> Result<Vec<Part>, Problem> {
        // Ratings move the sums on the site itself, so it is read after each of them.
        parts(services, &stored::site(services, &self.0.id).await?, signed_in).await
    }

    async fn load(services: &Services, id: &SiteId) -> store::Result<Option<Self>> {
        match stored::site(services, id).await {
            Ok(site) => Ok(Some(Self(site))),
            Err(crate::Error::Fault(web::Fault::Store(error))) => Err(error),
            Err(_) => Ok(None),
        }
    }
}
