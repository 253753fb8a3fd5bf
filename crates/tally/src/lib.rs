//! Ranked-choice counting: pure, exact, and able to explain itself.
//!
//! From one set of ballots it gives the instant runoff round by round, with every transfer and every tie
//! told, and the head-to-head matrix with the candidate who beats all others or the cycle that prevents one.
//! Votes are whole numbers throughout.
//!
//! - [`Election`] holds candidates and counted rankings; [`Election::tally`] gives [`Results`].
//! - [`BallotBox`] is an election whose ballots belong to voters, who may replace or withdraw theirs.
//! - [`read_ballots`] reads ballot files; [`render`] draws a result for a terminal.

mod ballot_box;
mod ballots;
mod count;
mod election;
mod name;
mod order;
mod packed;
mod pairwise;
mod reader;
mod results;
mod rules;
mod sentence;
mod text;
mod voters;
mod words;
mod writer;

pub use ballot_box::BallotBox;
pub use election::{BallotError, Election, ElectionError};
pub use name::Name;
pub use order::hashed_tie_order;
pub use reader::{
    BallotFile, Foreign, Format, LineProblem, Overvote, Progress, ReadError, ReadOptions, TieOrderProblem,
    UnknownFormat, UnknownOvervote, Warning, candidates_from_lines, candidates_from_list, format_ballot,
    read_ballots, tie_order_from_file, tie_order_line,
};
pub use results::{Results, Round, Tally, TieBreak, TieStep, Transfer};
pub use rules::{Rules, TieRule, UnknownTieRule};
pub use sentence::{Part, Sentence};
pub use text::render;
pub use words::HOW_IT_IS_COUNTED;
