//! A disk that can be full, slow or gone, and that forgets what was not synced when the power fails.

use kernel::Rng;
use redb::StorageBackend;
use std::{
    collections::HashSet,
    io,
    sync::{Arc, Condvar, Mutex, MutexGuard},
};

const SECTOR: usize = 512;
const BLOCK: u64 = 4096;

#[derive(Debug, Clone)]
enum Change {
    Length(usize),
    Write(usize, Vec<u8>),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Length(length) => bytes.resize(*length, 0),
            Self::Write(offset, data) => {
                let end = offset + data.len();
                if bytes.len() < end {
                    bytes.resize(end, 0);
                }
                bytes[*offset..end].copy_from_slice(data);
            }
        }
    }

    /// The pieces that reach the disk one by one.
    fn sectors(&self) -> Vec<Self> {
        match self {
            Self::Length(_) => vec![self.clone()],
            Self::Write(offset, data) => {
                let pieces = data.chunks(SECTOR).enumerate();
                pieces.map(|(at, piece)| Self::Write(offset + at * SECTOR, piece.to_vec())).collect()
            }
        }
    }
}

#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fault of its own that a test sets")]
struct State {
    /// What programs see.
    current: Vec<u8>,
    /// What is safe from a power failure.
    durable: Vec<u8>,
    unsynced: Vec<Change>,
    /// Blocks that take up room, as on a file system with sparse files.
    used: HashSet<u64>,
    room: Option<usize>,
    /// How many changes until the power fails.
    power: Option<u64>,
    fail_syncs: bool,
    read_only: bool,
    dead: bool,
    held: bool,
    syncing: usize,
    syncs: usize,
}

/// Clones share the disk.
#[derive(Debug, Clone, Default)]
pub struct Disk(Arc<(Mutex<State>, Condvar)>);

impl Disk {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.0.lock().unwrap()
    }

    /// From now on at most this many more blocks can be used; without a figure, any number.
    pub fn leave_room(&self, blocks: Option<usize>) {
        let mut state = self.state();
        state.room = blocks.map(|blocks| state.used.len() + blocks);
    }

    pub fn fail_syncs(&self, fail: bool) {
        self.state().fail_syncs = fail;
    }

    /// Mounted anew, for reading only.
    pub fn read_only(&self, only: bool) {
        self.state().read_only = only;
    }

    /// Whoever syncs waits until the disk is let go.
    pub fn hold(&self) {
        self.state().held = true;
    }

    pub fn let_go(&self) {
        self.state().held = false;
        self.0.1.notify_all();
    }

    /// Waits until someone waits for a sync.
    pub fn until_syncing(&self) {
        let waited = self.0.1.wait_while(self.state(), |state| state.syncing == 0);
        drop(waited.unwrap());
    }

    pub fn syncs(&self) -> usize {
        self.state().syncs
    }

    /// The power fails after this many changes.
    pub fn fail_power_after(&self, changes: u64) {
        self.state().power = Some(changes);
    }

    /// The disk is there again, and nothing on it is lost.
    pub fn restore_power(&self) {
        let mut state = self.state();
        (state.dead, state.power) = (false, None);
    }

    /// What is on the disk when the power is back: all that was synced, and of the rest some sectors, in any order.
    pub fn after_power_failure(&self, rng: &Rng) -> Self {
        let state = self.state();
        let mut bytes = state.durable.clone();
        let mut pieces: Vec<_> = match rng.below(3) {
            0 => state.unsynced.clone(),
            _ => state.unsynced.iter().flat_map(Change::sectors).collect(),
        };
        if rng.below(2) == 0 {
            rng.shuffle(&mut pieces);
        }
        let kept = rng.below(101);
        for piece in pieces.iter().filter(|_| rng.below(100) < kept) {
            piece.apply(&mut bytes);
        }
        let state = State { current: bytes.clone(), durable: bytes, ..State::default() };
        Self(Arc::new((Mutex::new(state), Condvar::new())))
    }

    fn change(&self, change: Change) -> io::Result<()> {
        let mut state = self.state();
        state.alive()?;
        if state.read_only {
            return Err(io::ErrorKind::ReadOnlyFilesystem.into());
        }
        state.take_room(&change)?;
        if let Some(left) = &mut state.power {
            *left = left.saturating_sub(1);
            state.dead = *left == 0;
        }
        change.apply(&mut state.current);
        state.unsynced.push(change);
        state.alive()
    }
}

impl State {
    fn alive(&self) -> io::Result<()> {
        if self.dead { Err(io::Error::other("the power is off")) } else { Ok(()) }
    }

    fn take_room(&mut self, change: &Change) -> io::Result<()> {
        let Change::Write(offset, data) = change else { return Ok(()) };
        let (first, end) = (*offset as u64, (offset + data.len()) as u64);
        for block in first / BLOCK..end.div_ceil(BLOCK) {
            if !self.used.contains(&block) && self.room.is_some_and(|room| self.used.len() >= room) {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.used.insert(block);
        }
        Ok(())
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        self.state().alive()?;
        Ok(self.state().current.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let state = self.state();
        state.alive()?;
        let start = usize::try_from(offset).unwrap();
        let bytes = state.current.get(start..start + out.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        out.copy_from_slice(bytes);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.change(Change::Length(usize::try_from(len).unwrap()))
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut state = self.state();
        state.syncing += 1;
        self.0.1.notify_all();
        state = self.0.1.wait_while(state, |state| state.held).unwrap();
        state.syncing -= 1;
        state.alive()?;
        if state.fail_syncs {
            return Err(io::Error::other("a sector cannot be written"));
        }
        let State { durable, unsynced, .. } = &mut *state;
        for change in unsynced.drain(..) {
            change.apply(durable);
        }
        state.syncs += 1;
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.change(Change::Write(usize::try_from(offset).unwrap(), data.to_vec()))
    }
}
