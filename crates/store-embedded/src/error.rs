//! Faults of the disk or the file, said in one sentence.

use std::{
    cell::RefCell,
    io,
    panic::{self, AssertUnwindSafe},
    path::PathBuf,
    sync::Once,
};
use store::{NotSaved, StoreError};

/// Why the data file could not be opened. Nothing in it has been changed.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("{} is in use by another process; stop that one first", .0.display())]
    InUse(PathBuf),
    #[error("the folder {} does not exist", .0.display())]
    NoFolder(PathBuf),
    #[error("{} cannot be written: permission was denied", .0.display())]
    NotWritable(PathBuf),
    #[error("{} is damaged and was left as it is ({cause}); move the data folder aside, keep its key file, and bring back a backup with: roundtable restore FILE", .path.display())]
    Damaged { path: PathBuf, cause: String },
    #[error("{} was written by a newer version of this program (format {found}; this one reads up to {known})", .path.display())]
    Newer { path: PathBuf, found: u32, known: u32 },
    #[error("{} cannot be opened: {cause}", .path.display())]
    Failed { path: PathBuf, cause: String },
}

impl OpenError {
    pub(crate) fn of_io(path: PathBuf, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::NoFolder(path.parent().map(Into::into).unwrap_or_default()),
            io::ErrorKind::PermissionDenied => Self::NotWritable(path),
            // redb's word for a file that is not one of its own, or ends too soon.
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
                Self::Damaged { path, cause: "it is not a data file, or not all of it".to_owned() }
            }
            _ => Self::Failed { path, cause: of_disk(error) },
        }
    }

    pub(crate) fn of(path: PathBuf, error: impl Into<redb::Error>) -> Self {
        match error.into() {
            redb::Error::DatabaseAlreadyOpen => Self::InUse(path),
            redb::Error::Io(error) => Self::of_io(path, &error),
            redb::Error::Corrupted(cause) => Self::Damaged { path, cause },
            error => Self::Failed { path, cause: cause(&error) },
        }
    }
}

/// What went wrong, in words for whoever runs the machine.
pub(crate) fn cause(error: &redb::Error) -> String {
    match error {
        redb::Error::Io(error) => of_disk(error),
        redb::Error::PreviousIo | redb::Error::DatabaseClosed => "the disk failed a moment ago".to_owned(),
        redb::Error::Corrupted(what) => format!("the data file is damaged ({what})"),
        other => other.to_string(),
    }
}

fn of_disk(error: &io::Error) -> String {
    match not_saved(error) {
        Some(NotSaved::NoRoom) => "the disk is full".to_owned(),
        Some(NotSaved::ReadOnly) => "the disk is read-only".to_owned(),
        None => format!("the disk reported \"{error}\""),
    }
}

/// Whether the disk takes nothing right now. A limit on the size of files is as good as a full disk.
fn not_saved(error: &io::Error) -> Option<NotSaved> {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            Some(NotSaved::NoRoom)
        }
        io::ErrorKind::ReadOnlyFilesystem => Some(NotSaved::ReadOnly),
        _ => None,
    }
}

/// Why a commit failed.
pub(crate) fn of_commit(error: &redb::Error) -> StoreError {
    match error {
        redb::Error::Io(disk) => not_saved(disk).map(StoreError::NotSaved),
        _ => None,
    }
    .unwrap_or_else(|| StoreError::Unavailable(cause(error)))
}

pub(crate) fn unavailable(error: impl Into<redb::Error>) -> StoreError {
    StoreError::Unavailable(cause(&error.into()))
}

thread_local! {
    /// Set while a panic is caught on this thread: where it was, and its message.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

static QUIET: Once = Once::new();

/// Runs work on the file. redb meets some damaged pages by panicking; here that is an error like any other, and is reported where
/// the error is instead of on standard error.
pub(crate) fn caught<T>(work: impl FnOnce() -> Result<T, redb::Error>) -> Result<T, redb::Error> {
    unless_panicking(work).unwrap_or_else(|said| Err(redb::Error::Corrupted(said)))
}

/// Runs work, and returns where it panicked and with which message, if it does.
pub(crate) fn unless_panicking<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    QUIET.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let caught = PANIC.with_borrow_mut(|said| said.as_mut().map(|said| *said = info.to_string()));
            if caught.is_none() {
                usual(info);
            }
        }));
    });
    let outer = PANIC.replace(Some(String::new()));
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    let said = PANIC.replace(outer).unwrap_or_default();
    done.map_err(|_| said.replace('\n', " "))
}
