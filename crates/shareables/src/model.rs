//! What a shareable is, and its rules. Pure: no storage, no clock, no request.

pub mod access;
pub mod answers;
pub mod checklist;
pub mod code;
pub mod event;
pub mod fields;
pub mod passcode;
pub mod poll;
pub mod results;
pub mod shareable;
pub mod token;

pub use access::Access;
pub use answers::{Answers, Place, Said};
pub use checklist::{AddedItem, Checklist, ChecklistItem, Claim, ItemFields, ItemId, ItemPatch, Tick};
pub use code::{Code, ShortId};
pub use event::{
    Event, EventKind, EventSchedule, Reply, Response, Rsvp, RsvpFields, RsvpSummary, RsvpVisibility,
};
pub use fields::ShareableFields;
pub use kernel::Patch;
pub use passcode::Role;
pub use poll::{
    Answer, AnswerFields, Ballot, OptionFields, OptionId, Poll, PollOption, Question, QuestionFields,
    QuestionId, ResultsVisibility, Vote, VoteFields,
};
pub use results::{OptionResults, QuestionResults, Results};
pub use shareable::{Common, Content, Entity, Lifetime, Shareable, WrongKind};
