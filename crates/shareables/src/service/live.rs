//! Telling open pages that something changed, and letting them listen. Answers are told only to those who may see them.

use crate::{
    Error,
    model::{Entity, ShortId},
    service::{
        open::{self, Opened},
        results, rsvps,
    },
};
use futures::{
    Stream, StreamExt,
    stream::{self, BoxStream},
};
use web::{Ctx, Services};

/// What everyone who can view may know: edits and ticks.
fn edits(id: &ShortId) -> String {
    format!("share:{}", id.compact())
}

/// RSVPs and votes.
fn answers(id: &ShortId) -> String {
    format!("share:{}:results", id.compact())
}

pub fn tell_edited(services: &Services, id: &ShortId) {
    services.live.tell(&edits(id));
}

pub fn tell_answered(services: &Services, id: &ShortId) {
    services.live.tell(&answers(id));
}

/// The changes that this caller may know of, since the page that asks was made. Rights are looked at before each one is told; when
/// they are not what they were the stream ends, and the browser, coming back, gets what it may have then.
pub async fn watch(
    ctx: &Ctx,
    id: &ShortId,
    code: Option<String>,
    since: Option<u64>,
) -> Result<impl Stream<Item = u64> + Send + use<>, Error> {
    let sees_answers = sees_answers(ctx, id, code.as_deref()).await?;
    let edits = ctx.live.watch_since(&edits(id), since)?.map(|rev| (rev, Kind::Edit));
    let told = if sees_answers {
        let answers = ctx.live.watch_since(&answers(id), since)?.map(|rev| (rev, Kind::Answer));
        stream::select(edits, answers).boxed()
    } else {
        edits.boxed()
    };
    let watcher = Watcher { told, ctx: ctx.clone(), id: *id, code, sees_answers, is_over: false };
    Ok(stream::unfold(watcher, async |mut watcher| watcher.next().await.map(|rev| (rev, watcher))))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Edit,
    Answer,
}

struct Watcher {
    told: BoxStream<'static, (u64, Kind)>,
    ctx: Ctx,
    id: ShortId,
    code: Option<String>,
    sees_answers: bool,
    is_over: bool,
}

impl Watcher {
    async fn next(&mut self) -> Option<u64> {
        if self.is_over {
            return None;
        }
        let (rev, kind) = self.told.next().await?;
        let unchanged = match sees_answers(&self.ctx, &self.id, self.code.as_deref()).await {
            Ok(sees_answers) => sees_answers == self.sees_answers,
            Err(_) => false,
        };
        self.is_over = !unchanged;
        // That something was edited is no secret, and the page has to learn that it lost its rights.
        (unchanged || kind == Kind::Edit).then_some(rev)
    }
}

/// Whether the caller, who must be allowed to look at all, may also know of RSVPs and votes.
async fn sees_answers(ctx: &Ctx, id: &ShortId, code: Option<&str>) -> Result<bool, Error> {
    let opened = open::for_reading(ctx, id).await?;
    may_see_answers(ctx, &opened, code).await
}

/// Whether the caller may see who is coming, or the results.
pub async fn may_see_answers(ctx: &Ctx, opened: &Opened, code: Option<&str>) -> Result<bool, Error> {
    match opened.share.entity() {
        Entity::Checklist => Ok(false),
        Entity::Event => rsvps::may_see(ctx, opened, code).await,
        Entity::Poll => results::may_see(ctx, opened, code).await,
    }
}
