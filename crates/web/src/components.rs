//! The parts that pages are made of. Each is a value that prints itself, so a page holds it or makes it where it stands:
//! `{{ seats }}`, `{{ web::Icon::Share }}`, `{{ web::Field::new("name", "Your name").errors(errors).required() }}`.

mod face;
mod faces;
mod field;
mod icon;
mod linked;
mod panels;
mod people;
mod qr;
mod results;
mod seats;
mod things;
mod time;
pub mod when;

pub use face::Face;
pub use faces::Faces;
pub use field::{Errors, Field};
pub use icon::Icon;
pub use linked::{Linked, address_in};
pub use panels::{Empty, Notice, Passcode, Share};
pub use people::{Avatar, Avatars, colour};
pub use qr::qr;
pub use results::{Bar, Bars};
pub use seats::{Seat, Seats};
pub use things::{Look, ThingRow};
pub use time::{Plate, TimeLeft};
pub use when::When;

/// Marks a component as printing finished HTML, so that templates do not escape it again.
macro_rules! html_safe {
    ($($component:ty),*) => {
        $(impl askama::filters::HtmlSafe for $component {})*
    };
}
use html_safe;
