//! Where the secrets of a new thing come from.

use super::once::Once;
use crate::{Ctx, Fault, system};
use data_encoding::BASE64URL_NOPAD;
use kernel::{Keyring, Rng};
use store::Key;
use uuid::Uuid;

/// The shortest key of a caller without an account, who is known by nothing else.
const SHORTEST_ALONE: usize = 22;

/// Secrets and ids for one creation: derived from its key, so that the same request gives the same ones; drawn where there is no key.
#[derive(Clone)]
pub struct Seed {
    root: Option<[u8; 32]>,
    keys: Keyring,
    rng: Rng,
}

impl Once {
    /// The seed of what `ctx`'s caller creates with this key.
    pub fn seed(&self, ctx: &Ctx) -> Result<Seed, Fault> {
        let account = ctx.actor.account.as_ref().map(|account| account.user_id.to_string());
        let root = self.key().map(|key| {
            if account.is_none() && key.len() < SHORTEST_ALONE {
                return Err(Fault::BadKey);
            }
            let caller = account.as_deref().unwrap_or("anonymous");
            Ok(ctx.keys.mac("creation", &[caller.as_bytes(), self.path().as_bytes(), key.as_bytes()]))
        });
        Ok(Seed { root: root.transpose()?, keys: ctx.keys.clone(), rng: ctx.rng.clone() })
    }
}

impl Seed {
    /// 256 bits for one purpose.
    pub fn bytes(&self, purpose: &str) -> [u8; 32] {
        match &self.root {
            Some(root) => self.keys.mac("creation secret", &[root, purpose.as_bytes()]),
            None => self.rng.bytes(),
        }
    }

    /// A secret of 43 characters.
    pub fn token(&self, purpose: &str) -> String {
        BASE64URL_NOPAD.encode(&self.bytes(purpose))
    }

    pub fn uuid(&self, purpose: &str) -> Uuid {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&self.bytes(purpose)[..16]);
        uuid::Builder::from_random_bytes(bytes).into_uuid()
    }

    /// Whether the same request would give the same secrets.
    pub fn is_keyed(&self) -> bool {
        self.root.is_some()
    }

    /// Where it is written down what the key made.
    pub(super) fn record(&self) -> Option<Key> {
        let root = self.root.as_ref()?;
        Some(system::once(&self.keys.mac_text("creation record", &[root])))
    }
}
