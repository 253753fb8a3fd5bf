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

/// The token of the newest letter that confirms an address.
pub fn newest_token(stage: &Stage) -> String {
    token_in(&stage.mail.letters().pop().unwrap().text)
}

/// The token of the letter that confirms this address.
pub fn token_for(stage: &Stage, email: &str) -> String {
    let letters = stage.mail.letters();
    let letter = letters.iter().rfind(|letter| letter.to == email && letter.text.contains("/confirm?"));
    token_in(&letter.unwrap().text)
}

fn token_in(text: &str) -> String {
    text.split_once("/confirm?token=").unwrap().1.split_whitespace().next().unwrap().to_owned()
}
