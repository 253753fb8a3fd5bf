//! Lines in files: written whole or not at all, compressed where asked, read whichever they are.

use super::{Lines, progress::Progress};
use crate::cli::Failure;
use flate2::{Compression, bufread::MultiGzDecoder, write::GzEncoder};
use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, BufRead, BufReader, BufWriter, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};
use tokio::{sync::mpsc, task::spawn_blocking};

/// How a compressed file begins.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// What stands for standard input and output.
pub fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A file on its way: it has its name only once it is whole, and is gone when dropped before that.
pub struct Partial {
    path: PathBuf,
    partial: PathBuf,
}

impl Partial {
    /// Begins a file that is not there yet, for its owner alone: it holds everyone's data. A link is never followed, neither under
    /// the file's name nor under the one it has meanwhile, so that nobody else decides where the data goes.
    pub fn create(path: &Path) -> Result<(Self, File), Failure> {
        if fs::symlink_metadata(path).is_ok() {
            return Err(Failure(format!("{} is there already; name another file.", path.display())));
        }
        let mut partial = OsString::from(path);
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        let open = || OpenOptions::new().write(true).create_new(true).mode(0o600).open(&partial);
        let file = match open() {
            // Left behind by one that broke off; if it is a link, the link goes.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                fs::remove_file(&partial).and_then(|()| open())
            }
            file => file,
        };
        let file = file.map_err(|error| unwritable(path, &error))?;
        Ok((Self { path: path.to_owned(), partial }, file))
    }

    /// Where it is meanwhile.
    pub fn place(&self) -> &Path {
        &self.partial
    }

    /// Gives it its name.
    pub fn keep(self) -> Result<(), Failure> {
        fs::rename(&self.partial, &self.path)
            .and_then(|()| sync_folder(&self.path))
            .map_err(|error| unwritable(&self.path, &error))
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.partial);
    }
}

/// Makes what was renamed in a file's folder last.
pub fn sync_folder(file: &Path) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

pub fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure(format!("{} cannot be written: {error}.", path.display()))
}

/// Writes lines into a file, compressed, and makes sure that they are on the disk.
pub async fn write_compressed(file: File, lines: Lines) -> io::Result<()> {
    let encoder = GzEncoder::new(BufWriter::new(file), Compression::fast());
    let buffered = write(encoder, lines).await?.finish()?;
    buffered.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

/// Writes lines into a file as they are, and makes sure that they are on the disk.
pub async fn write_plain(file: File, lines: Lines) -> io::Result<()> {
    let buffered = write(BufWriter::new(file), lines).await?;
    buffered.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

/// Writes lines, and shows how far it is.
pub async fn write<W: Write + Send + 'static>(mut out: W, mut lines: Lines) -> io::Result<W> {
    let written = spawn_blocking(move || {
        let mut progress = Progress::start();
        while let Some(line) = lines.blocking_recv() {
            progress.line(&line);
            out.write_all(line.as_bytes())?;
            out.write_all(b"\n")?;
        }
        progress.finish();
        out.flush()?;
        Ok(out)
    });
    written.await.map_err(io::Error::other)?
}

/// Sends the lines of a file, or of standard input, compressed or not.
pub async fn read(path: PathBuf, out: mpsc::Sender<String>) -> Result<(), Failure> {
    let unreadable = {
        let path = path.clone();
        move |error: io::Error| Failure(format!("{} cannot be read: {error}.", path.display()))
    };
    let reading = spawn_blocking(move || {
        if is_stream(&path) {
            return send(io::stdin().lock(), &out);
        }
        send(BufReader::new(File::open(&path)?), &out)
    });
    reading.await.map_err(io::Error::other)?.map_err(unreadable)
}

fn send(mut input: impl BufRead, out: &mpsc::Sender<String>) -> io::Result<()> {
    if input.fill_buf()?.starts_with(&GZIP) {
        return send_lines(BufReader::new(MultiGzDecoder::new(input)), out);
    }
    send_lines(input, out)
}

fn send_lines(input: impl BufRead, out: &mpsc::Sender<String>) -> io::Result<()> {
    for line in input.lines() {
        if out.blocking_send(line?).is_err() {
            break;
        }
    }
    Ok(())
}
