//! `demo`: fills an empty instance with an example, and says who can sign in and what to look at.

use crate::{
    cli::{Failure, say},
    compose,
    config::Config,
    demo::{Demo, Filled},
    engine, secret,
    transfer::source::randomness,
};
use clap::Args;
use kernel::{Clock, FakeClock, Rng, SystemClock};
use std::sync::Arc;

#[derive(Debug, Clone, Args)]
pub struct DemoArgs {
    /// The same number gives the same example [default: drawn]
    #[arg(long)]
    seed: Option<u64>,
    /// What everybody in the example signs in with [default: drawn]
    #[arg(long)]
    password: Option<String>,
}

pub async fn run(config: &Config, arguments: DemoArgs) -> Result<(), Failure> {
    let system = randomness()?;
    let clock = Arc::new(FakeClock::at(SystemClock.now()));
    let engine = engine::open(config, compose::tables(), clock.clone(), &system).await?;
    let demo = Demo {
        store: engine.store,
        keys: secret::load_or_create(config, &system)?,
        clock,
        rng: arguments.seed.map_or(system, Rng::seeded),
        password: arguments.password,
    };
    let filled = demo.fill().await?;
    if let Some(embedded) = engine.embedded {
        embedded.shutdown();
    }
    tell(config, &filled);
    Ok(())
}

fn tell(config: &Config, filled: &Filled) {
    say("The example is there. Start the server, then sign in as any of these people:");
    for (name, email) in &filled.people {
        say(format!("  {email:28} {name}"));
    }
    say(format!("They all have the password: {}", filled.password));
    say("Worth opening:");
    for sight in &filled.sights {
        say(format!("  {}{}  {}", config.base_url, sight.path, sight.title));
    }
}
