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

pub struct SitePage;

/// Who watches: with an account or without, for whom there are stars and no comments.
pub struct SiteRights {
    pub signed_in: bool,
}

#[async_trait]
impl Watched for SitePage {
    const NAME: &'static str = "site";
    type Id = SiteId;
    type Thing = Site;
    type Rights = SiteRights;
    /// Whether they may read comments.
    type Audience = bool;

    async fn load(services: &Services, id: &SiteId) -> store::Result<Option<Site>> {
        match stored::site(services, *id).await {
            Ok(site) => Ok(Some(site)),
            Err(crate::Error::Fault(web::Fault::Store(error))) => Err(error),
            Err(_) => Ok(None),
        }
    }

    fn audience(_: &Site, rights: &SiteRights, _: Timestamp) -> Option<bool> {
        Some(rights.signed_in)
    }

    async fn parts(
        services: &Services,
        id: &SiteId,
        _: &Site,
        signed_in: bool,
    ) -> Result<Vec<Part>, Problem> {
        // Ratings move the sums on the site itself, so it is read after each of them.
        parts(services, &stored::site(services, *id).await?, signed_in).await
    }
}
