//! Operation ids that read like calls: `listShareableRsvps`, `closeRankedPoll`, `getMe`.

use web::api::BASE;

/// Last parts of a path that are what is done, not what it is done to.
const ACTIONS: [&str; 12] = [
    "accept",
    "clone",
    "close",
    "copy",
    "expire",
    "leave",
    "nudge",
    "reopen",
    "reshuffle",
    "scrape",
    "start",
    "swap",
];
/// Plurals of which a caller has one: they are got, not listed.
const WHOLES: [&str; 8] =
    ["answers", "notifications", "passcodes", "permissions", "preferences", "results", "roles", "stats"];

/// Operations whose path does not say what they do.
const NAMED: [(&str, &str, &str); 18] = [
    ("post", "/auth/confirm", "confirmEmail"),
    ("post", "/auth/forgot", "requestPasswordReset"),
    ("post", "/auth/login", "signIn"),
    ("post", "/auth/logout", "signOut"),
    ("post", "/auth/register", "registerAccount"),
    ("post", "/auth/reset", "resetPassword"),
    ("get", "/join/{token}", "getGroupInvite"),
    ("post", "/join/{token}", "joinGroup"),
    ("post", "/me/email", "changeMyEmail"),
    ("get", "/me/live", "watchMe"),
    ("get", "/movies/search", "searchMovies"),
    ("post", "/households/mine/members/managed", "addManagedMember"),
    ("post", "/rounds/{id}/pick", "pickRoundFilm"),
    ("post", "/rounds/{id}/watched", "markRoundWatched"),
    ("post", "/shareables/{shortId}/access", "requestShareableAccess"),
    ("put", "/shareables/{shortId}/items/order", "reorderShareableItems"),
    ("post", "/sites/import", "importSites"),
    ("get", "/sites/import/{id}", "getSiteImport"),
];

/// Returns the id of the operation `method path`.
pub fn operation_id(path: &str, method: &str) -> String {
    let path = path.strip_prefix(BASE).unwrap_or(path);
    if let Some((.., id)) = NAMED.iter().find(|(named, at, _)| (*named, *at) == (method, path)) {
        return (*id).to_owned();
    }
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let is_one = |part: &str| part.starts_with('{') || part == "mine";
    let mut nouns: Vec<String> = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let names_one = parts.get(at + 1).is_some_and(|next| is_one(next));
        match *part {
            "me" if parts.len() > 1 => nouns.push("My".to_owned()),
            part if is_one(part) => {}
            part if names_one && !WHOLES.contains(&part) => nouns.push(singular(&camel(part))),
            part => nouns.push(camel(part)),
        }
    }
    let last = parts.last().copied().unwrap_or_default();
    let is_many = !is_one(last) && last.ends_with('s') && !last.contains('.') && !WHOLES.contains(&last);
    let verb = match method {
        _ if ACTIONS.contains(&last) => {
            nouns.pop();
            last
        }
        "get" if last == "live" => {
            nouns.pop();
            "watch"
        }
        "get" if is_many => "list",
        "post" => "create",
        "put" => "set",
        "patch" => "update",
        method => method,
    };
    if verb == "create"
        && is_many
        && let Some(noun) = nouns.last_mut()
    {
        *noun = singular(noun);
    }
    std::iter::once(verb.to_owned()).chain(nouns).collect()
}

/// `invite-links` as `InviteLinks`, `event.ics` as `EventIcs`.
fn camel(part: &str) -> String {
    let words = part.split(|character: char| !character.is_ascii_alphanumeric());
    let capitalised = |word: &str| {
        let (first, rest) = word.split_at_checked(1)?;
        Some(first.to_ascii_uppercase() + rest)
    };
    words.filter_map(capitalised).collect()
}

fn singular(noun: &str) -> String {
    let stem = if noun.ends_with("ches") { noun.strip_suffix("es") } else { noun.strip_suffix('s') };
    stem.unwrap_or(noun).to_owned()
}

#[cfg(test)]
mod tests {
    use super::operation_id;

    #[test]
    fn an_id_reads_like_a_call() {
        for (method, path, id) in [
            ("get", "/shareables/{shortId}", "getShareable"),
            ("get", "/shareables/{shortId}/rsvps", "listShareableRsvps"),
            ("post", "/shareables", "createShareable"),
            ("post", "/ranked-polls/{id}/close", "closeRankedPoll"),
            ("get", "/ranked-polls/{id}/ballots.csv", "getRankedPollBallotsCsv"),
            ("delete", "/groups/{id}/members/{userId}", "deleteGroupMember"),
            ("get", "/households/mine/members", "listHouseholdMembers"),
            ("get", "/me", "getMe"),
            ("post", "/me/tokens", "createMyToken"),
            ("get", "/groups/{id}/live", "watchGroup"),
            ("post", "/squash/matches", "createSquashMatch"),
            ("put", "/sites/{id}/rating", "setSiteRating"),
            ("get", "/hangouts/{id}/event.ics", "getHangoutEventIcs"),
            ("get", "/movies/{tmdbMovieId}", "getMovie"),
            ("post", "/auth/login", "signIn"),
        ] {
            assert_eq!(operation_id(path, method), id);
        }
    }
}
