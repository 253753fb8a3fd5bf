//! Everything of one person, as their open `/home` watches it: every feature names the topics that are news for them.

use super::{Change, Live, Watched};
use crate::Services;
use async_trait::async_trait;
use futures::future::try_join_all;
use jiff::Timestamp;
use kernel::UserId;

/// The topics that are news for them.
pub struct WatchMine(Vec<String>);

crate::watched!(WatchMine as "mine" by UserId, () => ());

#[async_trait]
impl Watched for WatchMine {
    fn audience(&self, (): &(), _: Timestamp) -> Option<()> {
        Some(())
    }

    fn topics(&self) -> Vec<String> {
        self.0.clone()
    }

    async fn load(services: &Services, user: &UserId) -> store::Result<Option<Self>> {
        let features = services.joined.home_topics.iter().map(|feature| feature.topics(services, *user));
        Ok(Some(Self(try_join_all(features).await?.concat())))
    }
}

impl Live {
    /// What is somebody's is another: a group, a household or a thing more, or one fewer.
    pub fn mine_changed(&self, user: UserId) {
        self.changed::<WatchMine>(&user, Change::Edited);
    }
}
