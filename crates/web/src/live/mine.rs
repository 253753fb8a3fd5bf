//! Everything of one person, as their open `/home` watches it: every feature names the topics that are news for them.

use super::{Change, Live, Watched};
use crate::Services;
use async_trait::async_trait;
use futures::future::try_join_all;
use jiff::Timestamp;
use kernel::UserId;

pub struct WatchMine;

#[async_trait]
impl Watched for WatchMine {
    const NAME: &'static str = "mine";
    type Id = UserId;
    /// The topics that are news for them.
    type Thing = Vec<String>;
    type Rights = ();
    type Audience = ();

    async fn load(services: &Services, user: &UserId) -> store::Result<Option<Vec<String>>> {
        let features = services.joined.home_topics.iter().map(|feature| feature.topics(services, *user));
        Ok(Some(try_join_all(features).await?.concat()))
    }

    fn topics(topics: &Vec<String>) -> Vec<String> {
        topics.clone()
    }

    fn audience(_: &Vec<String>, (): &(), _: Timestamp) -> Option<()> {
        Some(())
    }
}

impl Live {
    /// What is somebody's is another: a group, a household or a thing more, or one fewer.
    pub fn mine_changed(&self, user: UserId) {
        self.changed::<WatchMine>(&user, Change::Edited);
    }
}
