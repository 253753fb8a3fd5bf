//! What a page says of what has just been done.

use web::{Ctx, Notice};

pub fn notice(ctx: &Ctx) -> Option<Notice> {
    let (title, text) = match ctx.done()? {
        "added" => ("The film was added.", ""),
        "created" => {
            ("Your household was created.", "Now add the people you watch with, and say what you like.")
        }
        "drafted" => ("These films suit everyone who is watching.", ""),
        "ended" => ("The round has ended.", ""),
        "handed-over" => ("The household was handed over.", ""),
        "invited" => ("The link was created.", "Send it to one person. It works once, within 7 days."),
        "joined" => ("You joined the household.", "Say what you like, so that suggestions suit you."),
        "left" => (
            "You have left the household.",
            "What you like was deleted. Your votes and ratings stay there as those of a former member.",
        ),
        "nudged" => ("Everyone who has not voted was reminded.", ""),
        "person-added" => ("The person was added.", "Say what they like, so that suggestions suit them."),
        "person-removed" => ("The person was removed.", ""),
        "picked" => ("The film was picked.", "Everyone in the round sees it now."),
        "picked-before" => {
            return Some(Notice::new("A film was already picked.").text("This is the picked film."));
        }
        "rated" => ("The rating was saved.", ""),
        "removed" => ("The film was removed.", ""),
        "reshuffled" => ("Other films were suggested.", ""),
        "revoked" => ("The link no longer works.", ""),
        "saved" => ("Your changes were saved.", ""),
        "started" => ("Voting is open.", "Everyone who is watching can vote now, on their own device."),
        "swapped" => ("The film was swapped.", ""),
        "watched" => ("The film was marked as watched.", "Now everyone can rate it."),
        _ => return None,
    };
    Some(Notice::good(title).text(text))
}
