//! The only way to write a hangout. Every write goes with its pointers: in the same transaction while they fit, else with a note to
//! the worker that brings them in step in chunks. What pointers show is [`Hangout::pointer_to`]; what a change means for
//! them is [`Step`]; nothing else makes either.
//!
//! A hangout counts in `rev` how often what its pointers show has changed. A chunk is written on the condition that `rev` is what the
//! worker read, so that a late one never overwrites a newer one; and a group that gets a pointer must still be there.

mod count;
mod work;

pub use count::{CountResponses, count, is_noted as is_to_be_counted, note as note_to_count, recount};
pub use work::{
    KeepInStep, add_target, bring_in_step, drop_targets, is_noted as is_to_be_in_step, link, out_of_step,
};

use crate::{
    announce, keys, live,
    model::{GroupId, Hangout, HangoutId, Pointer, Step, StoredAs, Target},
    stored,
    tables::INVITER_TABLE,
};
use futures::TryFutureExt;
use jiff::Timestamp;
use kernel::UserId;
use serde::Serialize;
use store::{Condition, Key, StoreError, Table, Write};
use web::{Edit, Entity, Expected, Fault, Notices, Services, edit::same_version};

/// How many items beside the hangout go into its transaction. The rest are for the hangout itself, the notes to the
/// worker, its maker's answer, and what belongs to everything new.
const AT_ONCE: usize = 84;

/// A hangout on its way into storage. Private, so that none gets there without its pointers.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
struct Canonical(Hangout);

impl Entity for Canonical {
    fn place(&self) -> (&'static Table, Key) {
        (&INVITER_TABLE, keys::hangout(&self.0.hangout_id))
    }

    fn version(&self) -> u64 {
        self.0.version
    }

    fn edited(&mut self, now: Timestamp) {
        self.0.version += 1;
        self.0.updated_at = Some(now.into());
    }

    fn notices(&self, notices: &mut Notices) {
        live::notify_hangout(notices, &self.0.hangout_id, &self.0.targets());
    }

    fn unchanged(&self) -> Condition {
        same(&self.0).and(same_version(self.0.version))
    }
}

/// Holds while what the pointers of this hangout show has not changed.
fn same(hangout: &Hangout) -> Condition {
    let same = Condition::equals("rev", hangout.rev());
    if hangout.rev() == 0 { same.or(Condition::absent("rev")) } else { same }
}

/// The writes that make a new hangout.
pub fn make(mut hangout: Hangout) -> store::Result<Vec<Write>> {
    let now = hangout.created_at.map_or_else(Timestamp::default, |at| *at);
    let step = hangout.step_from(None);
    let notes = announce::made(&hangout, now)?;
    let with = writes(&mut hangout, step, now)?;
    let new = store::put(&INVITER_TABLE, keys::hangout(&hangout.hangout_id), &Canonical(hangout))?.if_new();
    Ok(std::iter::once(new).chain(with).chain(notes).collect())
}

/// Changes the hangout that `load` gives as `decide` says, and its pointers with it. What `by` did is told to everyone else.
pub async fn change<T, F: From<Fault>, L: Future<Output = Result<Hangout, F>>>(
    services: &Services,
    by: Option<UserId>,
    expected: &Expected,
    load: impl Fn() -> L,
    mut decide: impl FnMut(&mut Hangout) -> Result<T, F>,
) -> Result<(Hangout, T), F> {
    let load = || load().map_ok(Canonical);
    let changed = web::edit(services, expected, load, |Canonical(hangout)| {
        let before = hangout.clone();
        let answer = decide(hangout)?;
        // From now on it names groups, and more may have it.
        hangout.by_pointers |= hangout.stored_as == StoredAs::Foreign && *hangout != before;
        hangout.note_move(&before, services.clock.now().into());
        let step = hangout.step_from(Some(&before));
        let now = services.clock.now();
        let with = writes(hangout, step, now).map_err(Fault::from)?;
        let notes = announce::changed(services, &before, hangout, by).map_err(Fault::from)?;
        Ok(Edit::of(answer).with(with).with(notes))
    });
    let (Canonical(hangout), answer) = changed.await?;
    Ok((hangout, answer))
}

/// Settles the change that people are told of now, together with `told`. Returns `false` when the hangout was edited meanwhile.
pub async fn settle_change(
    services: &Services,
    before: &Hangout,
    after: Hangout,
    told: Vec<Write>,
) -> store::Result<bool> {
    let (before, after) = (Canonical(before.clone()), Canonical(after));
    let (table, key) = before.place();
    let write = store::difference(table, key, &before, &after)?.when(before.unchanged());
    match services.commit(std::iter::once(write).chain(told)).await {
        Ok(()) => Ok(true),
        Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => Ok(false),
        Err(error) => Err(error),
    }
}

/// What goes beside the hangout into its transaction: its pointers, or a note to the worker where they are too many.
fn writes(hangout: &mut Hangout, step: Step, now: Timestamp) -> store::Result<Vec<Write>> {
    let note = || web::work::enqueue(work::KIND, &hangout.hangout_id.to_string(), &(), now);
    if step.len() > AT_ONCE {
        return Ok(vec![note()?]);
    }
    // A deleted hangout has more to be cleared away than its pointers.
    let rest = hangout.deleted_at.map(|_| note()).transpose()?;
    hangout.has_left();
    let puts: store::Result<Vec<Write>> = step.puts.iter().map(put).collect();
    let removes = step.removes.iter().map(|target| remove(target, &step.hangout_id));
    let joined = step.joined.iter().map(group_is_there);
    Ok(puts?.into_iter().chain(removes).chain(joined).chain(rest).collect())
}

/// What another program keeps on a pointer stays.
fn put(pointer: &Pointer) -> store::Result<Write> {
    stored::whole(keys::pointer(pointer.target(), &pointer.hangout_id), pointer, &Pointer::OPTIONAL)
}

fn remove(target: &Target, hangout: &HangoutId) -> Write {
    Write::delete(&INVITER_TABLE, keys::pointer(target, hangout))
}

fn group_is_there(group: &GroupId) -> Write {
    Write::check(&INVITER_TABLE, keys::group(group), stored::there())
}
