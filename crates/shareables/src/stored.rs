//! What reads and writes items: shares, answers to them, and what people mark on a checklist.

pub mod pool;

use crate::{
    Error,
    keys::{self, Part},
    live::Followed,
    model::{AddedItem, Claim, Code, Content, Entity, ItemId, Said, Shareable, ShortId, Tick},
    tables::SHAREABLES,
};
use kernel::UserId;
use serde::{Serialize, de::DeserializeOwned};
use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
};
use store::{Condition, Item, Known, Store, StoreError, View, Write, from_item, query_all};
use web::{
    Services,
    mine::{Mine, Owned},
    outcome::{Decision, Outcome},
};

web::entities! {
    Shareable: |share| (&SHAREABLES, keys::shareable(&share.short_id)), |share, now| share.updated_at = now,
        while Condition::absent("deletedAt"), notifying |share, notices| notices.edited::<Shareable>(&share.short_id);
}

impl Owned for Shareable {
    fn owner(&mut self) -> &mut Option<UserId> {
        &mut self.owner_id
    }

    fn row(&self) -> Mine {
        let row = Mine::of(self.entity().name(), self.short_id, self.created_at);
        Mine { ttl: Some(self.ttl), ..row }
    }

    fn leave_behind(&mut self) {
        self.owner_id = None;
        self.by = None;
    }
}

impl Decision for Shareable {
    fn outcomes(&self) -> &[Outcome] {
        match &self.content {
            Content::Poll(poll) => &poll.outcomes,
            Content::Checklist(_) | Content::Event(_) => &[],
        }
    }

    fn add_outcome(&mut self, outcome: Outcome) {
        if let Content::Poll(poll) = &mut self.content {
            poll.outcomes.push(outcome);
        }
    }
}

/// A share from its item: which kind it is, what every kind has, and what is that kind's own.
pub fn read_shareable(item: &Item) -> store::Result<Shareable> {
    let entity = item.get("entity").and_then(View::as_str).and_then(Entity::of_name);
    let content = match entity.ok_or_else(|| StoreError::Invalid("entity: no kind of share".into()))? {
        Entity::Checklist => Content::Checklist(from_item(item)?),
        Entity::Event => Content::Event(from_item(item)?),
        Entity::Poll => Content::Poll(from_item(item)?),
    };
    Ok(Shareable { common: from_item(item)?, content })
}

/// Shares as they were read last: a room full of people opens the same one.
static KNOWN: LazyLock<Known<ShortId, Shareable>> = LazyLock::new(Known::default);

/// AP2: a share that is there. Deleted ones are not.
pub async fn find(services: &Services, id: &ShortId) -> store::Result<Option<Arc<Shareable>>> {
    let item = services.store.get(&SHAREABLES, &keys::shareable(id)).await?;
    let share = item.map(|item| KNOWN.entity(*id, item, read_shareable)).transpose()?;
    Ok(share.filter(|share| share.deleted_at.is_none()))
}

/// AP2.
pub async fn load(services: &Services, id: &ShortId) -> Result<Arc<Shareable>, Error> {
    find(services, id).await?.ok_or(Error::NotFound)
}

/// AP2: to be changed.
pub async fn load_to_change(services: &Services, id: &ShortId) -> Result<Shareable, Error> {
    load(services, id).await.map(Arc::unwrap_or_clone)
}

/// The write of a share under a code that nothing has.
pub fn put_new(share: &Shareable) -> store::Result<Write> {
    Ok(store::put(&SHAREABLES, keys::shareable(&share.short_id), share)?.if_new())
}

/// AP6, AP8: the answer with this code.
pub async fn find_answer<A: Followed>(
    services: &Services,
    id: &ShortId,
    code: Code,
) -> store::Result<Option<Said<A>>> {
    services.store.get(&SHAREABLES, &A::PART.of_code(id, code)).await?.map(from_item).transpose()
}

/// The answer of whoever shows this code.
pub async fn get_answer<A: Followed>(
    services: &Services,
    id: &ShortId,
    code: Option<Code>,
) -> Result<Said<A>, Error> {
    let code = code.ok_or(Error::NoSuchAnswer)?;
    find_answer(services, id, code).await?.ok_or(Error::NoSuchAnswer)
}

/// AP5, AP7: every answer, the oldest first.
pub async fn all_answers<A: Followed>(store: &dyn Store, id: &ShortId) -> store::Result<Vec<Said<A>>> {
    let items = query_all(store, A::PART.all_of(id)).await?;
    let mut answers: Vec<_> = items.into_iter().map(from_item).collect::<store::Result<_>>()?;
    answers.sort_by_key(Said::place);
    Ok(answers)
}

/// What people marked on a checklist.
#[derive(Debug, Clone, Default)]
pub struct Marks {
    pub ticks: HashMap<ItemId, Tick>,
    pub claims: HashMap<ItemId, Claim>,
    /// Items of those who can view, the oldest first.
    pub added: Vec<AddedItem>,
}

/// AP3, AP10, AP11: the marks on a checklist; other kinds have none, and nothing is read for them.
pub async fn marks_on(store: &dyn Store, share: &Shareable) -> store::Result<Marks> {
    if share.entity() != Entity::Checklist {
        return Ok(Marks::default());
    }
    let all = |part: Part| query_all(store, part.all_of(&share.short_id));
    let (ticks, claims, added) = futures::try_join!(all(Part::Tick), all(Part::Claim), all(Part::Added))?;
    let mut added: Vec<AddedItem> = added.into_iter().map(from_item).collect::<store::Result<_>>()?;
    added.sort_by_key(|added| (added.created_at, added.item.checklist_item_id));
    Ok(Marks {
        ticks: by_item(ticks, |tick: &Tick| tick.checklist_item_id)?,
        claims: by_item(claims, |claim: &Claim| claim.checklist_item_id)?,
        added,
    })
}

fn by_item<T: DeserializeOwned>(
    rows: Vec<Item>,
    item: impl Fn(&T) -> ItemId,
) -> store::Result<HashMap<ItemId, T>> {
    rows.into_iter().map(|row| from_item(row).map(|mark| (item(&mark), mark))).collect()
}

/// The write of a mark on one item.
pub fn put_mark<T: Serialize>(part: Part, id: &ShortId, item: ItemId, mark: &T) -> store::Result<Write> {
    store::put(&SHAREABLES, part.of_item(id, item), mark)
}

/// The write that removes a mark, if there is one.
pub fn remove_mark(part: Part, id: &ShortId, item: ItemId) -> Write {
    Write::delete(&SHAREABLES, part.of_item(id, item))
}

pub async fn find_mark<T: DeserializeOwned>(
    services: &Services,
    part: Part,
    id: &ShortId,
    item: ItemId,
) -> store::Result<Option<T>> {
    services.store.get(&SHAREABLES, &part.of_item(id, item)).await?.map(from_item).transpose()
}
