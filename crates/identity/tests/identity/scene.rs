//! Servers with identity alone, or beside a feature that only the tests know.

use stage::{Engine, Stage};
use web::{Feature, Settings};

pub async fn alone() -> Stage {
    alone_with(|_| ()).await
}

pub async fn alone_with(adjust: impl FnOnce(&mut Settings)) -> Stage {
    Stage::with(Engine::Embedded, Vec::new, adjust).await
}

/// Beside what `feature` makes.
pub async fn beside(feature: impl Fn() -> Feature + Send + Sync + 'static) -> Stage {
    Stage::on(Engine::Embedded, move || vec![feature()]).await
}
