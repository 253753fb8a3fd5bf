//! `rotate-key`: passcodes are sealed under a new key from the next start on; older keys go on opening what they sealed.

use crate::{
    cli::{Failure, say},
    config::Config,
    secret,
};
use kernel::{Keyring, Rng};

pub fn run(config: &Config) -> Result<(), Failure> {
    let path = &config.secret_key_file;
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure(format!("The key file {} cannot be read: {error}.", path.display())))?;
    let mut keys = Keyring::parse(&text).map_err(|error| Failure(format!("{}: {error}.", path.display())))?;
    let rng = Rng::system().map_err(|error| Failure(format!("The system gave no randomness: {error}.")))?;
    keys.rotate(&rng);
    secret::replace(path, &keys)?;
    say("A new sealing key is in the key file. Restart the server to use it.");
    Ok(())
}
