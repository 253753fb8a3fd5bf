//! Announcements to more people than fit into the transaction of their occasion.

use super::announce::MOST_AT_ONCE;
use async_trait::async_trait;
use jiff::Timestamp;
use store::{Transaction, Write};
use web::{Progress, Services, WorkHandler, WorkItem, notify::Announcement, work};

const KIND: &str = "movies.tell";

/// The write that has these announcements made, named by their occasion.
pub fn enqueue(occasion: &str, all: &[Announcement], now: Timestamp) -> store::Result<Write> {
    work::enqueue(KIND, occasion, &all, now)
}

pub struct TellMany;

#[async_trait]
impl WorkHandler for TellMany {
    fn kind(&self) -> &'static str {
        KIND
    }

    /// A repeated run writes the same work again: each announcement is delivered once.
    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let all: Vec<Announcement> = item.detail()?;
        for some in all.chunks(MOST_AT_ONCE) {
            let writes: Vec<_> =
                some.iter().map(|one| one.write(*item.created_at)).collect::<store::Result<_>>()?;
            services.store.transact(Transaction::of(writes)).await?;
        }
        services.work_bell.notify_one();
        Ok(Progress::Done)
    }
}
