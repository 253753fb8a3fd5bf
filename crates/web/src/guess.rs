//! Guess limits: a few tries, then growing waits, remembered across restarts.

/// The limiter of guesses.
pub struct Guesses;
