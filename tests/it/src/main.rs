//! Stories through the HTTP door, a module per feature, in one binary so that they link once; and the rules the workspace
//! keeps.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "these are tests")]

mod attackers;
mod bounds;
mod clock;
mod contract;
mod cross_site_link;
mod crowd;
mod dependencies;
#[path = "../../../crates/store-embedded/tests/engine/disk.rs"]
#[allow(dead_code, reason = "the engine's own tests use all of this storage for redb")]
mod disk;
mod docs;
mod documents;
mod ended_streams;
mod everything;
mod example;
mod former_members;
mod four_zones;
mod hijacked_account;
mod home;
mod identity;
mod leaving;
mod mine;
mod movies;
mod mutations;
mod outcomes;
mod overload;
mod packaging;
mod person_costs;
mod pictures;
mod plain_proxy;
#[path = "../../../crates/outbound/tests/outbound/pool.rs"]
#[allow(dead_code, reason = "the provider's own tests use all of it")]
mod pool;
mod power;
#[allow(dead_code, reason = "identity's own tests use all of it")]
#[path = "../../../crates/identity/tests/identity/provider.rs"]
mod provider;
mod relay;
mod repair;
mod rooms;
mod rows;
mod scale;
mod silent_push_host;
mod slow_provider;
mod streams;
mod workspace;
