//! The data folder and the key file in it: made on first start, readable by their owner alone.

use crate::{cli::Failure, config::Config};
use kernel::{Keyring, Rng};
use std::{
    fs,
    io::{self, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    path::Path,
};

/// Makes the data folder, for its owner alone, if it is not there.
pub fn ensure_data_folder(config: &Config) -> Result<(), Failure> {
    let folder = &config.data;
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)
        .map_err(|error| Failure(format!("The data folder {} cannot be made: {error}.", folder.display())))
}

/// Reads the key file, or makes one for a store that is empty.
pub fn load_or_create(config: &Config, rng: &Rng) -> Result<Keyring, Failure> {
    match load(config)? {
        Some(keys) => Ok(keys),
        None => create(config, rng),
    }
}

/// Makes a key file.
pub fn create(config: &Config, rng: &Rng) -> Result<Keyring, Failure> {
    let keys = Keyring::generate(rng);
    write_new(&config.secret_key_file, &keys)?;
    Ok(keys)
}

/// Reads the key file, if there is one.
pub fn load(config: &Config) -> Result<Option<Keyring>, Failure> {
    let path = &config.secret_key_file;
    match fs::read_to_string(path) {
        Ok(text) => {
            refuse_if_open_to_others(path)?;
            let keys = Keyring::parse(&text);
            keys.map(Some).map_err(|error| Failure(format!("{}: {error}.", path.display())))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure(format!("The key file {} cannot be read: {error}.", path.display()))),
    }
}

/// There is data, and the key file that it belongs to is not there. A new one would open none of it.
pub fn missing(config: &Config, fingerprint: &str) -> Failure {
    let path = config.secret_key_file.display();
    Failure(format!(
        "The key file {path} is missing, and this data belongs to one (fingerprint {fingerprint}): put it back, or give it with --secret-key-file."
    ))
}

/// Replaces the key file's contents in one step, so that a crash leaves the old or the new one.
pub fn replace(path: &Path, keys: &Keyring) -> Result<(), Failure> {
    let beside = path.with_extension("key.new");
    let _ = fs::remove_file(&beside);
    write_new(&beside, keys)?;
    fs::rename(&beside, path)
        .map_err(|error| Failure(format!("The key file {} cannot be replaced: {error}.", path.display())))
}

fn write_new(path: &Path, keys: &Keyring) -> Result<(), Failure> {
    let text = keys.to_text().map_err(|error| Failure(format!("{}: {error}.", path.display())))?;
    let written =
        fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
    written.map_err(|error| Failure(format!("The key file {} cannot be written: {error}.", path.display())))
}

fn refuse_if_open_to_others(path: &Path) -> Result<(), Failure> {
    let for_others = fs::metadata(path)?.permissions().mode() & 0o077;
    if for_others == 0 {
        return Ok(());
    }
    Err(Failure(format!(
        "The key file {} can be read by others; make it yours alone with chmod 600.",
        path.display()
    )))
}
