//! The engine's own check of a file that no server has open: every page has the checksum that the page above it gives.

use crate::{
    catalog::Catalog,
    check::check,
    error::{OpenError, caught, cause, unless_panicking},
    open::{builder, prepare},
    snapshot::Snapshot,
};
use redb::StorageBackend;
use std::{
    collections::HashMap,
    fs::{File, OpenOptions},
    io,
    os::unix::fs::FileExt,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use store::Table;

/// Checks every row, every index and every page of the file at `path`, and returns one sentence for each thing that is wrong. The
/// file is only read.
pub fn integrity(
    path: &Path,
    tables: &[&'static Table],
    cache_bytes: usize,
) -> Result<Vec<String>, OpenError> {
    let failed = |error: redb::Error| OpenError::of(path.into(), error);
    let file = ReadFile::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::WouldBlock => OpenError::InUse(path.into()),
        _ => OpenError::of_io(path.into(), &error),
    })?;
    let mut database = caught(|| Ok(builder(cache_bytes).create_with_backend(file)?)).map_err(failed)?;
    let catalog = Arc::new(Catalog::new(tables));
    prepare(&database, &catalog, path)?;
    let snapshot = caught(|| Snapshot::take(&database, catalog)).map_err(failed)?;
    let checked = check(&snapshot);
    drop(snapshot);
    let mut problems = checked.unwrap_or_else(|error| vec![error.to_string()]);
    match caught(|| Ok(database.check_integrity()?)) {
        Ok(true) => {}
        Ok(false) => problems.push("what the file notes as free is not what is free".to_owned()),
        Err(error) => problems.push(format!("pages do not have their checksums: {}", cause(&error))),
    }
    let _ = unless_panicking(|| drop(database));
    Ok(problems)
}

const BLOCK: u64 = 4096;

/// A file that stays as it is: what is written goes into memory, and is forgotten. Opening a file, and checking it, set right what
/// they can; a check must not be what changes a damaged file.
#[derive(Debug)]
struct ReadFile {
    file: File,
    written: Mutex<Written>,
}

#[derive(Debug, Default)]
struct Written {
    length: u64,
    /// How much of the file still shows.
    shown: u64,
    blocks: HashMap<u64, Vec<u8>>,
}

impl ReadFile {
    /// Opens the file unless another process has it open, and keeps others from opening it.
    fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).open(path)?;
        file.try_lock().map_err(io::Error::from)?;
        let length = file.metadata()?.len();
        if length == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let written = Written { length, shown: length, ..Written::default() };
        Ok(Self { file, written: Mutex::new(written) })
    }

    fn written(&self) -> MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A block as the file has it, with zeros for what it has not.
    fn original(&self, block: u64, shown: u64) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; usize::try_from(BLOCK).unwrap_or_default()];
        let there = shown.saturating_sub(block * BLOCK).min(BLOCK);
        self.file.read_exact_at(&mut bytes[..usize::try_from(there).unwrap_or_default()], block * BLOCK)?;
        Ok(bytes)
    }
}

/// The pieces of `length` bytes at `offset`: their block, where they begin in it, and where they begin among those bytes.
fn pieces(offset: u64, length: usize) -> impl Iterator<Item = (u64, usize, std::ops::Range<usize>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let position = offset + at as u64;
        let within = usize::try_from(position % BLOCK).unwrap_or_default();
        let size = (usize::try_from(BLOCK).unwrap_or_default() - within).min(length - at);
        let piece = at..at + size;
        at += size;
        (size > 0).then_some((position / BLOCK, within, piece))
    })
}

impl StorageBackend for ReadFile {
    fn len(&self) -> io::Result<u64> {
        Ok(self.written().length)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let written = self.written();
        if offset + out.len() as u64 > written.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        for (block, within, piece) in pieces(offset, out.len()) {
            let size = piece.len();
            let original;
            let bytes = if let Some(bytes) = written.blocks.get(&block) {
                bytes
            } else {
                original = self.original(block, written.shown)?;
                &original
            };
            out[piece].copy_from_slice(&bytes[within..within + size]);
        }
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        let mut written = self.written();
        if length < written.length {
            written.blocks.retain(|block, _| block * BLOCK < length);
            written.shown = written.shown.min(length);
        }
        written.length = length;
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut written = self.written();
        for (block, within, piece) in pieces(offset, data.len()) {
            if !written.blocks.contains_key(&block) {
                let original = self.original(block, written.shown)?;
                written.blocks.insert(block, original);
            }
            if let Some(bytes) = written.blocks.get_mut(&block) {
                bytes[within..within + piece.len()].copy_from_slice(&data[piece]);
            }
        }
        Ok(())
    }
}
