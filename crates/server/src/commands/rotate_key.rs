//! `rotate-key`: passcodes are sealed under a new key from the next start on; older keys go on opening what they sealed. With `--all` the
//! signing key is replaced too, for when the key file may have been seen by others.

use crate::{
    cli::{Failure, say},
    config::Config,
    secret,
};
use kernel::{Keyring, Rng};

pub fn run(config: &Config, all: bool) -> Result<(), Failure> {
    let path = &config.secret_key_file;
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure(format!("The key file {} cannot be read: {error}.", path.display())))?;
    let mut keys = Keyring::parse(&text).map_err(|error| Failure(format!("{}: {error}.", path.display())))?;
    let rng = Rng::system().map_err(|error| Failure(format!("The system gave no randomness: {error}.")))?;
    keys.rotate(&rng);
    if all {
        keys.replace_signing_key(&rng);
    }
    secret::replace(path, &keys)?;
    if all {
        say("A new sealing key and a new signing key are in the key file. Restart the server to use them.");
        say(
            "What the old one signed ends then: tokens that open a share (people type its passcode again), cookies that prove what was created \
             in a browser or that it is known, cursors of lists, links that stop mail, and personal links.",
        );
        say("Sessions, API tokens, passcodes and everything that is stored stay as they are.");
    } else {
        say("A new sealing key is in the key file. Restart the server to use it.");
    }
    Ok(())
}
