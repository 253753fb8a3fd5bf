//! What reads and writes items: shares, answers to them, and what people mark on a checklist.

pub mod pool;

use crate::{
    Error,
    keys::{self, Part},
    live::Followed,
    model::{AddedItem, ChecklistItem, Claim, Code, Content, Entity, ItemId, Said, Shareable, ShortId, Tick},
    tables::SHAREABLES,
};
use kernel::{Moment, UserId};
use serde::{Deserialize, Serialize};
use std::{
    borrow::Borrow,
    collections::HashMap,
    sync::{Arc, LazyLock},
};
use store::{Condition, Item, Known, Store, StoreError, View, Write, from_item, left_out, query_all};
use web::{
    AnswerKey, Services,
    mine::{Mine, Owned},
    outcome::{Decision, Outcome},
};

web::entities! {
    Shareable: |share| (&SHAREABLES, keys::shareable(&share.short_id)), |share, now| share.stamp(now),
        while Condition::absent("deletedAt"), notifying |share, notices| notices.edited::<Shareable>(&share.short_id);
}

impl Owned for Shareable {
    fn owner(&mut self) -> &mut Option<UserId> {
        &mut self.owner_id
    }

    fn row(&self) -> Mine {
        let row = Mine::of(self.entity().name(), self.short_id, self.created_at.unwrap_or_default());
        Mine { ttl: self.ttl, ..row }
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
    let (id, _) = key_of(item, keys::owner_of)?;
    let mut share = Shareable { common: from_item(item)?, content };
    share.short_id = id;
    share.complete();
    Ok(share)
}

/// What a row's keys say; what the row repeats of them may be missing in rows that other programs wrote.
fn key_of<T>(row: &Item, read: impl Fn(&str) -> Option<T>) -> store::Result<T> {
    let pk = row.get("pk").and_then(View::as_str).unwrap_or_default();
    read(pk).ok_or_else(|| StoreError::Invalid("pk: no key of a share".into()))
}

fn in_sort_key<T>(row: &Item, read: impl Fn(&str) -> Option<T>) -> store::Result<T> {
    let sk = row.get("sk").and_then(View::as_str).unwrap_or_default();
    read(sk).ok_or_else(|| StoreError::Invalid("sk: no key of this kind".into()))
}

/// An answer from its row.
pub fn read_answer<A: Followed>(row: impl Borrow<Item>) -> store::Result<Said<A>> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Rest {
        created_at: Option<Moment>,
        updated_at: Option<Moment>,
        ttl: Option<i64>,
        #[serde(default)]
        once: Vec<AnswerKey>,
    }
    let row = row.borrow();
    let ((short_id, _), code) = (key_of(row, keys::owner_of)?, in_sort_key(row, keys::code_in)?);
    let (what, Rest { created_at, updated_at, ttl, once }) = (from_item(row)?, from_item(row)?);
    Ok(Said { short_id, code, what, created_at, updated_at, ttl, once })
}

/// A row that stands for one item of a checklist, read with that item's id.
pub trait Marked: Sized {
    fn read(row: &Item, item: ItemId) -> store::Result<Self>;
}

impl Marked for Tick {
    fn read(row: &Item, item: ItemId) -> store::Result<Self> {
        Ok(Self { checklist_item_id: item, ..from_item(row)? })
    }
}

impl Marked for Claim {
    fn read(row: &Item, item: ItemId) -> store::Result<Self> {
        Ok(Self { checklist_item_id: item, ..from_item(row)? })
    }
}

impl Marked for AddedItem {
    fn read(row: &Item, item: ItemId) -> store::Result<Self> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Row {
            #[serde(default)]
            name: String,
            note: Option<String>,
            added_by: Option<String>,
            created_at: Option<Moment>,
            ttl: Option<i64>,
        }
        let Row { name, note, added_by, created_at, ttl } = from_item(row)?;
        Ok(Self { item: ChecklistItem { checklist_item_id: item, name, note }, added_by, created_at, ttl })
    }
}

/// A mark from its row.
pub fn read_mark<T: Marked>(row: impl Borrow<Item>) -> store::Result<T> {
    let row = row.borrow();
    T::read(row, in_sort_key(row, keys::item_in)?)
}

/// What can be read of these rows; the others are left out and counted.
fn readable<T>(rows: Vec<Item>, read: impl Fn(Item) -> store::Result<T>) -> Vec<T> {
    rows.into_iter().filter_map(|row| or_left_out(read(row))).collect()
}

/// What was read of a row; one that cannot be read is left out and counted.
fn or_left_out<T>(read: store::Result<T>) -> Option<T> {
    read.inspect_err(|_| left_out(&SHAREABLES)).ok()
}

/// Shares as they were read last: a room full of people opens the same one.
static KNOWN: LazyLock<Known<ShortId, Shareable>> = LazyLock::new(Known::default);

/// AP2: a share that is there. Deleted ones are not, and none that cannot be read.
pub async fn find(services: &Services, id: &ShortId) -> store::Result<Option<Arc<Shareable>>> {
    let item = services.store.get(&SHAREABLES, &keys::shareable(id)).await?;
    // One that cannot be read is not there for anyone but `doctor`.
    let share = item.and_then(|item| or_left_out(KNOWN.entity(*id, item, read_shareable)));
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
    let row = services.store.get(&SHAREABLES, &A::PART.of_code(id, code)).await?;
    Ok(row.and_then(|row| or_left_out(read_answer(row))))
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
    let mut answers = readable(items, read_answer);
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
    let mut added: Vec<AddedItem> = readable(added, read_mark);
    added.sort_by_key(|added| (added.created_at, added.item.checklist_item_id));
    Ok(Marks {
        ticks: by_item(ticks, |tick: &Tick| tick.checklist_item_id),
        claims: by_item(claims, |claim: &Claim| claim.checklist_item_id),
        added,
    })
}

fn by_item<T: Marked>(rows: Vec<Item>, item: impl Fn(&T) -> ItemId) -> HashMap<ItemId, T> {
    readable(rows, read_mark).into_iter().map(|mark| (item(&mark), mark)).collect()
}

/// The write of a mark on one item.
pub fn put_mark<T: Serialize>(part: Part, id: &ShortId, item: ItemId, mark: &T) -> store::Result<Write> {
    store::put(&SHAREABLES, part.of_item(id, item), mark)
}

/// The write that removes a mark, if there is one.
pub fn remove_mark(part: Part, id: &ShortId, item: ItemId) -> Write {
    Write::delete(&SHAREABLES, part.of_item(id, item))
}

pub async fn find_mark<T: Marked>(
    services: &Services,
    part: Part,
    id: &ShortId,
    item: ItemId,
) -> store::Result<Option<T>> {
    let row = services.store.get(&SHAREABLES, &part.of_item(id, item)).await?;
    Ok(row.and_then(|row| or_left_out(read_mark(row))))
}
