//! After a share was given more time: what belongs to it is kept as long as the share itself.

use crate::{keys, model::ShortId, stored, tables::SHAREABLES};
use async_trait::async_trait;
use jiff::Timestamp;
use store::{Key, StoreError, Transaction, Value, View, Write, query_all};
use web::{Progress, Services, WorkHandler, WorkItem, work};

const KIND: &str = "shareables.restamp";
/// Rows of one transaction.
const CHUNK: usize = 96;
/// Transactions of one turn.
const MOST: usize = 20;

/// The write that asks for it.
pub fn work(id: &ShortId, now: Timestamp) -> store::Result<Write> {
    work::enqueue(KIND, id.compact(), &(), now)
}

pub struct Restamp;

#[async_trait]
impl WorkHandler for Restamp {
    fn kind(&self) -> &'static str {
        KIND
    }

    /// Stamps what bears another time than the share does now.
    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let Ok(id) = item.id.parse() else { return Ok(Progress::Done) };
        // Deleted meanwhile: nothing to keep.
        let Some(share) = stored::find(services, &id).await? else { return Ok(Progress::Done) };
        let Some(ttl) = share.ttl.map(Value::from) else { return Ok(Progress::Done) };
        let mut late = Vec::new();
        for query in keys::parts_of(&id) {
            let all = query_all(services.store.as_ref(), query).await?;
            late.extend(all.into_iter().filter(|item| item.get("ttl") != Some(View::from(&ttl))));
        }
        for chunk in late.chunks(CHUNK).take(MOST) {
            let stamp = |item| {
                let key = Key::of(item, &SHAREABLES.key)?;
                Ok(Write::update(&SHAREABLES, key).set("ttl", ttl.clone()).if_there())
            };
            let writes: Vec<_> = chunk.iter().map(stamp).collect::<store::Result<_>>()?;
            match services.store.transact(Transaction::of(writes)).await {
                // Somebody withdrew or changed an answer at that moment: the next turn finds what is left.
                Ok(()) | Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(if late.is_empty() { Progress::Done } else { Progress::More })
    }
}
