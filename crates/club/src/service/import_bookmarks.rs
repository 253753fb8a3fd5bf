//! Takes in a bookmark file: it is read at once and kept in parts, which `work` turns into sites one after the other. Its page shows
//! how far it is.

use super::add_site;
use crate::{
    Error,
    gate::{Allowed, Writes},
    keys,
    model::{
        Bookmark, SiteId,
        bookmarks::{self, File},
        site::{LONGEST_DESCRIPTION, LONGEST_TITLE, NewSite, read_url},
    },
};
use async_trait::async_trait;
use jiff::SignedDuration;
use kernel::{Checks, Moment, UserId, check::shown};
use serde::{Deserialize, Serialize};
use store::{Condition, StoreError, Transaction, Write, from_item};
use utoipa::ToSchema;
use uuid::Uuid;
use web::{Fault, Made, New, Once, Progress, Services, WorkHandler, WorkItem, system::SYSTEM, work};

const WORK: &str = "club.import";
/// Bookmarks of one part: so many take far less than an item may hold.
const PART: usize = 50;
/// Parts that fit into one transaction, with what belongs to it.
const MOST_PARTS: usize = 90;
/// So many skipped bookmarks are named.
const MOST_NAMED: usize = 100;
/// How long an import is remembered.
const KEPT: SignedDuration = SignedDuration::from_hours(7 * 24);

/// How far an import is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Import {
    pub id: Uuid,
    pub by: UserId,
    pub total: u64,
    pub parts: usize,
    /// How many bookmarks have become links, and how many were not links of the web or were there already.
    pub added: u64,
    pub skipped: u64,
    /// Bookmarks marked as private, which are not kept.
    #[serde(default)]
    pub private: u64,
    /// The first of those that were skipped, and why.
    #[serde(default)]
    pub left_out: Vec<LeftOut>,
    /// Parts that are done.
    pub done: usize,
    pub created_at: Moment,
    pub ttl: i64,
}

/// A bookmark that did not become a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LeftOut {
    pub url: String,
    pub title: String,
    /// One sentence.
    pub reason: String,
}

impl LeftOut {
    fn of(bookmark: &Bookmark, reason: impl Into<String>) -> Self {
        let cut = |text: &str| text.chars().take(LONGEST_TITLE).collect();
        Self { url: cut(&bookmark.url), title: cut(&bookmark.title), reason: reason.into() }
    }
}

impl Import {
    pub fn is_done(&self) -> bool {
        self.done >= self.parts
    }
}

#[derive(Serialize, Deserialize)]
struct Part {
    bookmarks: Vec<Bookmark>,
    ttl: i64,
}

pub async fn import_bookmarks(by: &Allowed<Writes>, once: &Once, file: &str) -> Result<Made<Import>, Error> {
    let File { bookmarks: found, private } = bookmarks::parse(file);
    if found.is_empty() {
        let why = if private > 0 {
            "All bookmarks in this file are private."
        } else {
            "There are no bookmarks in this file."
        };
        return Err(Fault::about("html", format!("{why} Choose the file that your browser exported.")).into());
    }
    if found.len() > PART * MOST_PARTS {
        return Err(Error::ImportTooLarge);
    }
    let user = by.user_id()?;
    let made = web::create(
        by,
        once,
        async |_| {
            let now = by.clock.now();
            let (id, ttl) = (by.rng.uuid_v7(now), (now + KEPT).as_second());
            let (total, parts) = (found.len() as u64, found.len().div_ceil(PART));
            let import = Import {
                id,
                by: user,
                total,
                parts,
                added: 0,
                skipped: 0,
                private: private as u64,
                left_out: Vec::new(),
                done: 0,
                created_at: now.into(),
                ttl,
            };
            let mut writes = vec![store::put(&SYSTEM, keys::import(id), &import)?.if_new()];
            for (at, bookmarks) in found.chunks(PART).enumerate() {
                let part = Part { bookmarks: bookmarks.iter().map(shortened).collect(), ttl };
                writes.push(store::put(&SYSTEM, keys::import_part(id, at), &part)?);
            }
            writes.push(work::enqueue(WORK, &id.to_string(), &(), now)?);
            Ok::<_, Error>(New { owned: false, ..New::of("import", id, import, writes) })
        },
        async |_, id| match id.parse() {
            Ok(id) => find_import(by, id).await,
            Err(_) => Ok(None),
        },
    )
    .await?;
    by.work_bell.notify_one();
    Ok(made)
}

/// How far an import is; for those who may import.
pub async fn get_import(by: &Allowed<Writes>, id: Uuid) -> Result<Import, Error> {
    find_import(by, id).await?.ok_or(Error::NoImport)
}

async fn find_import(services: &Services, id: Uuid) -> Result<Option<Import>, Error> {
    let item = services.store.get(&SYSTEM, &keys::import(id)).await?;
    Ok(item.map(from_item).transpose()?)
}

/// What is kept of a bookmark: nothing longer than a site may have.
fn shortened(bookmark: &Bookmark) -> Bookmark {
    let cut = |text: &str, most: usize| text.chars().take(most).collect();
    Bookmark {
        url: bookmark.url.chars().take(4_000).collect(),
        // Nobody can be asked to type it again without what cannot be seen.
        title: cut(shown(&bookmark.title).trim(), LONGEST_TITLE),
        description: cut(&bookmark.description, LONGEST_DESCRIPTION / 5),
        tags: bookmark.kept_tags().iter().map(ToString::to_string).collect(),
        is_private: bookmark.is_private,
    }
}

/// Turns the parts of imports into sites.
pub struct TakeIn;

#[async_trait]
impl WorkHandler for TakeIn {
    fn kind(&self) -> &'static str {
        WORK
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let Ok(id) = item.id.parse::<Uuid>() else { return Ok(Progress::Done) };
        let found = services.store.get(&SYSTEM, &keys::import(id)).await?;
        let Some(import) = found.map(from_item::<Import>).transpose()? else { return Ok(Progress::Done) };
        if import.is_done() {
            return Ok(Progress::Done);
        }
        let place = keys::import_part(id, import.done);
        let part = services.store.get(&SYSTEM, &place).await?.map(from_item::<Part>).transpose()?;
        let Some(Part { bookmarks, .. }) = part else {
            // What is not there cannot be taken in; it is counted, so that the numbers come to the whole.
            let missing = import.total.saturating_sub((import.done * PART) as u64).min(PART as u64);
            tracing::error!(import = %id, missing, "a part of an import is not there");
            finish_part(services, &import, 0, missing, Vec::new()).await?;
            return Ok(Progress::More);
        };
        let mut left_out = Vec::new();
        for (at, bookmark) in bookmarks.iter().enumerate() {
            let site = site_id(services, &import, import.done * PART + at);
            left_out.extend(take_in(services, site, bookmark, import.by).await?);
        }
        let skipped = left_out.len() as u64;
        finish_part(services, &import, bookmarks.len() as u64 - skipped, skipped, left_out).await?;
        services.work_bell.notify_one();
        Ok(Progress::More)
    }
}

/// The id of the site that a bookmark becomes: the same when the part is done again after a crash.
fn site_id(services: &Services, import: &Import, at: usize) -> SiteId {
    let mac = services.keys.mac("club import", &[import.id.as_bytes(), &(at as u64).to_be_bytes()]);
    let mut random = [0; 10];
    random.copy_from_slice(&mac[..10]);
    let millis = u64::try_from(import.created_at.as_millisecond()).unwrap_or(0);
    uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid().into()
}

/// Makes a link of a bookmark. Returns why not where it cannot be one, or the list had its address before.
async fn take_in(
    services: &Services,
    id: SiteId,
    bookmark: &Bookmark,
    by: UserId,
) -> store::Result<Option<LeftOut>> {
    let mut checks = Checks::new();
    let url = read_url(&bookmark.url, &mut checks);
    if !checks.is_empty() {
        return Ok(Some(LeftOut::of(bookmark, "This is not a web address.")));
    }
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let new = NewSite {
        url,
        title: some(&bookmark.title),
        description: some(&bookmark.description),
        tags: bookmark.kept_tags(),
    };
    match add_site::add(services, id, new, by).await {
        Ok(true) => Ok(None),
        Ok(false) | Err(Error::SiteThere { .. }) => {
            Ok(Some(LeftOut::of(bookmark, "This address is already in the list.")))
        }
        Err(error) => Err(error.into()),
    }
}

/// Counts a part as done and lets go of it; done twice, it counts once.
async fn finish_part(
    services: &Services,
    import: &Import,
    added: u64,
    skipped: u64,
    left_out: Vec<LeftOut>,
) -> store::Result<()> {
    let named = import.left_out.iter().cloned().chain(left_out).take(MOST_NAMED);
    let named = named.map(|one| Ok(store::Value::M(store::to_item(&one)?.iter().map(pair).collect())));
    let counted = Write::update(&SYSTEM, keys::import(import.id))
        .set("added", import.added + added)
        .set("skipped", import.skipped + skipped)
        .set("leftOut", store::Value::L(named.collect::<store::Result<_>>()?))
        .set("done", import.done as u64 + 1)
        .when(Condition::equals("done", import.done as u64));
    let gone = Write::delete(&SYSTEM, keys::import_part(import.id, import.done));
    match services.store.transact(Transaction::of([counted, gone])).await {
        Err(StoreError::ConditionFailed(_)) => Ok(()),
        finished => finished,
    }
}

fn pair((name, value): (&str, store::View<'_>)) -> (store::Text, store::Value) {
    (name.into(), value.to_value())
}
