//! What every other crate stands on: time, randomness, ids, who is asking, paging, validation, error classes, keys and secrets. No I/O.

pub mod actor;
pub mod check;
pub mod clock;
pub mod code;
pub mod error;
pub mod ids;
pub mod keyring;
pub mod moment;
pub mod named;
pub mod open;
pub mod paging;
pub mod parsed;
pub mod patch;
pub mod rng;
pub mod secret;
pub mod words;
pub mod zone;

pub use actor::{Account, Actor, Role};
pub use check::{Checks, FieldError, checked};
pub use clock::{Clock, CorrectedClock, FakeClock, StoppedClock, SystemClock};
pub use error::{Class, Classify};
pub use ids::{BadId, UserId};
pub use keyring::{BadKeyFile, Keyring, Sealed};
pub use moment::Moment;
pub use open::Open;
pub use paging::{Page, PageRequest};
pub use parsed::parsed;
pub use patch::Patch;
pub use rng::Rng;
pub use zone::Zone;
