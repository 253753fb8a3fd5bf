//! What a page says of what has just been done.

use web::{Ctx, Notice};

pub fn notice(ctx: &Ctx) -> Option<Notice> {
    let (title, text) = match ctx.done()? {
        "added" => ("The film was added.", ""),
        "created" => {
            ("Your household is created.", "Now add the people you watch with, and say what you like.")
        }
        "drafted" => ("Here are films for everyone who is there.", ""),
        "ended" => ("The round has ended.", ""),
        "handed-over" => ("The household is handed over.", ""),
        "invited" => ("The invite link is ready.", "Send it to one person. It works once, within 7 days."),
        "joined" => ("You are in.", "Say what you like, so that suggestions fit you."),
        "left" => ("You have left the household.", ""),
        "nudged" => ("Those who have not voted were reminded.", ""),
        "person-added" => ("The person was added.", "Say what they like, so that suggestions fit them."),
        "person-removed" => ("The person was removed.", ""),
        "picked" => ("The film is picked.", "Everyone in the round sees it now."),
        "picked-before" => {
            return Some(Notice::new("A film was already picked.").text("This is the one that counts."));
        }
        "rated" => ("The rating is saved.", ""),
        "removed" => ("The film was removed.", ""),
        "reshuffled" => ("These are other films.", ""),
        "revoked" => ("The invite was withdrawn.", ""),
        "saved" => ("Your changes are saved.", ""),
        "started" => {
            ("Voting is open.", "Everyone who is there can vote now, on their own phone or on this one.")
        }
        "swapped" => ("The film was swapped.", ""),
        "watched" => ("The film is marked as watched.", "Now everyone can say how they liked it."),
        _ => return None,
    };
    Some(Notice::good(title).text(text))
}
