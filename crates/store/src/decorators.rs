//! Stores around a store, for whatever is the same on every engine: trying again, counting, measuring, and misbehaving on purpose.

mod call;
mod counting;
mod failing;
mod hooked;
mod lagging;
mod metered;
mod retry;

pub use call::{Call, Operation};
pub use counting::{Count, Counter, CountingStore, Counts};
pub use failing::{FailingStore, Fault, Faults};
pub use hooked::{Hook, Hooked, Outcome};
pub use lagging::LaggingIndexes;
pub use metered::{Meter, MeteredStore, OUTCOMES};
pub use retry::{FakeTimer, Policy, RetryStore, SystemTimer, Timer};
