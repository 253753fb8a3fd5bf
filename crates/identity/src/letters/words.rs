//! Words of others in letters to strangers.

/// Returns a name less every word that looks like an address, so that a name is no advertisement. "Someone" where nothing is left.
pub fn without_addresses(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().filter(|word| !looks_like_an_address(word)).collect();
    if words.is_empty() { "Someone".to_owned() } else { words.join(" ") }
}

/// A dot between two letters is enough for mail programs to make a link, and so is a slash or an at sign.
fn looks_like_an_address(word: &str) -> bool {
    let dotted = word.split(['.', '。', '．', '｡']).collect::<Vec<_>>();
    let joined = dotted.windows(2).any(|pair| {
        pair[0].chars().next_back().is_some_and(char::is_alphanumeric)
            && pair[1].chars().next().is_some_and(char::is_alphanumeric)
    });
    joined || word.contains(['@', '/', '\\', ':', '＠', '／', '：'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_keeps_its_words_and_loses_addresses() {
        for (name, left) in [
            ("Maya", "Maya"),
            ("Dr. Ana Lima", "Dr. Ana Lima"),
            ("J.R. Hartley", "Hartley"),
            ("Win at evil.example now", "Win at now"),
            ("https://evil.example", "Someone"),
            ("ana@example.org", "Someone"),
            ("evil.example/x Maya", "Maya"),
            ("evil。example", "Someone"),
        ] {
            assert_eq!(without_addresses(name), left, "{name}");
        }
    }
}
