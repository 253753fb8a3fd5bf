//! A count and a checksum of items, the same in whatever order they come.

use serde::{Deserialize, Serialize};
use std::fmt;
use store::{Item, packed::pack};

/// A short name for what an item holds: the beginning of a hash of all of it.
pub type Digest = [u8; 16];

pub fn digest(item: &Item) -> Digest {
    digest_of(&pack(item))
}

pub fn digest_of(bytes: &[u8]) -> Digest {
    let mut digest = Digest::default();
    digest.copy_from_slice(&blake3::hash(bytes).as_bytes()[..16]);
    digest
}

/// How many items, and the sum of their digests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sum {
    pub items: u64,
    checksum: u128,
}

impl Sum {
    pub fn add(&mut self, digest: Digest) {
        self.items += 1;
        self.checksum = self.checksum.wrapping_add(u128::from_be_bytes(digest));
    }

    /// Takes out what was added.
    pub fn remove(&mut self, digest: Digest) {
        self.items -= 1;
        self.checksum = self.checksum.wrapping_sub(u128::from_be_bytes(digest));
    }

    pub fn checksum(&self) -> String {
        format!("{:032x}", self.checksum)
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noun = if self.items == 1 { "item" } else { "items" };
        write!(f, "{} {noun}, checksum {}", self.items, self.checksum())
    }
}

/// A sum as it stands in the line that ends a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    pub items: u64,
    checksum: String,
}

impl From<Sum> for Written {
    fn from(sum: Sum) -> Self {
        Self { items: sum.items, checksum: sum.checksum() }
    }
}
