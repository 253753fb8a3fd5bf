//! Numbers and lists in words.

use std::fmt::Display;

/// “1 vote”, “3 votes”.
pub fn counted(number: impl TryInto<u64> + Display + Copy, one: &str) -> String {
    match number.try_into() {
        Ok(1) => format!("1 {one}"),
        _ => format!("{number} {one}s"),
    }
}

/// “No votes yet”, “1 vote”, “3 votes”.
pub fn counted_or_none(number: impl TryInto<u64> + Display + Copy, one: &str) -> String {
    match number.try_into() {
        Ok(0) => format!("No {one}s yet"),
        _ => counted(number, one),
    }
}

/// “Ana”, “Ana and Ben”, “Ana, Ben and Cleo”.
pub fn list<T: AsRef<str>>(names: &[T]) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [rest @ .., last] => {
            let rest: Vec<_> = rest.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", rest.join(", "), last.as_ref())
        }
    }
}

/// At most so many characters, the last of them an ellipsis where something was left out.
pub fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// The lines of a text that say something.
pub fn paragraphs(text: &str) -> Vec<String> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_told_from_many() {
        assert_eq!(counted(1_u64, "vote"), "1 vote");
        assert_eq!(counted(0_usize, "vote"), "0 votes");
        assert_eq!(counted_or_none(0_u32, "vote"), "No votes yet");
        assert_eq!(counted_or_none(2_u64, "vote"), "2 votes");
    }

    #[test]
    fn what_is_too_long_ends_in_an_ellipsis() {
        assert_eq!((shortened("Lisbôn", 6), shortened("Lisbôn", 5)), ("Lisbôn".into(), "Lisb…".into()));
    }

    #[test]
    fn the_last_of_a_list_is_joined_by_and() {
        assert_eq!(list::<&str>(&[]), "");
        assert_eq!(list(&["Ana"]), "Ana");
        assert_eq!(list(&["Ana", "Ben"]), "Ana and Ben");
        assert_eq!(list(&["Ana", "Ben", "Cleo"]), "Ana, Ben and Cleo");
    }
}
