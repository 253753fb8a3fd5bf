//! The order on a ballot as a form holds it: every candidate with a number, or none. Buttons move one of them; nothing is stored
//! until the ballot is cast.

use crate::model::Poll;
use serde::Deserialize;

/// A posted ballot. `candidate` and `place` come in pairs; of the buttons, the pressed one.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct BallotForm {
    candidate: Vec<String>,
    place: Vec<String>,
    up: Option<String>,
    down: Option<String>,
    rank: Option<String>,
    leave: Option<String>,
    /// Set where it is the ballot of somebody else on this device.
    r#for: Option<String>,
    /// Set where the person wants the ballot cast.
    pub send: Option<String>,
}

/// Candidates in order, and those left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Order {
    pub ranked: Vec<String>,
    pub rest: Vec<String>,
}

impl Order {
    pub fn new(poll: &Poll, ranked: Vec<String>) -> Self {
        let rest = poll.candidates.iter().filter(|name| !ranked.contains(name)).cloned().collect();
        Self { ranked, rest }
    }

    /// The order that the numbers give; equal ones stay as they stood. What is no candidate is not there.
    pub fn read(poll: &Poll, form: &BallotForm) -> Self {
        let mut placed: Vec<(u32, &String)> = Vec::new();
        for (name, place) in form.candidate.iter().zip(&form.place) {
            let new = poll.candidates.contains(name) && !placed.iter().any(|(_, other)| *other == name);
            if let (Ok(place), true) = (place.trim().parse(), new) {
                placed.push((place, name));
            }
        }
        placed.sort_by_key(|(place, _)| *place);
        Self::new(poll, placed.into_iter().map(|(_, name)| name.clone()).collect())
    }

    /// Moves what a button names, and says where it went.
    pub fn moved(&mut self, form: &BallotForm) -> Option<String> {
        let place = |name: &Option<String>| self.ranked.iter().position(|other| Some(other) == name.as_ref());
        let to = if let Some(name) = &form.rank {
            let at = self.rest.iter().position(|other| other == name)?;
            self.ranked.push(self.rest.remove(at));
            self.ranked.len() - 1
        } else if let Some(at) = place(&form.up) {
            self.ranked.swap(at, at.checked_sub(1)?);
            at - 1
        } else if let Some(at) = place(&form.down) {
            self.ranked.get(at + 1)?;
            self.ranked.swap(at, at + 1);
            at + 1
        } else {
            let name = self.ranked.remove(place(&form.leave)?);
            self.rest.insert(0, name.clone());
            return Some(format!("{name} is left out."));
        };
        Some(format!("{} moved to place {} of {}.", self.ranked[to], to + 1, self.ranked.len()))
    }
}

impl BallotForm {
    pub fn for_another(&self) -> bool {
        self.r#for.is_some()
    }

    /// A number that is no number, or that stands twice, in words for whoever typed it.
    pub fn trouble(&self) -> Option<String> {
        let mut seen = Vec::new();
        for place in self.place.iter().map(|place| place.trim()).filter(|place| !place.is_empty()) {
            match place.parse::<u32>() {
                Ok(0) | Err(_) => {
                    return Some(format!(
                        "“{place}” is not a place. Use 1 for your first option, 2 for the next."
                    ));
                }
                Ok(number) if seen.contains(&number) => {
                    return Some(format!("Two options have place {number}. Give each its own number."));
                }
                Ok(number) => seen.push(number),
            }
        }
        seen.is_empty().then(|| "Rank at least one option.".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poll() -> Poll {
        let candidates = ["Lisbon", "Lakes", "Athens", "Brittany"].map(str::to_owned).to_vec();
        Poll { candidates, ..Poll::default() }
    }

    fn form(places: [&str; 4]) -> BallotForm {
        let place = places.map(str::to_owned).to_vec();
        BallotForm { candidate: poll().candidates, place, ..BallotForm::default() }
    }

    #[test]
    fn numbers_give_the_order_and_gaps_do_not_matter() {
        let order = Order::read(&poll(), &form(["7", "", "2", " 3 "]));
        assert_eq!(order.ranked, ["Athens", "Brittany", "Lisbon"]);
        assert_eq!(order.rest, ["Lakes"]);
        assert_eq!(form(["7", "", "2", " 3 "]).trouble(), None);
    }

    #[test]
    fn buttons_move_one_place_and_stop_at_the_last() {
        let pressed = |button: &str, name: &str| {
            let of = |this: &str| (this == button).then(|| name.to_owned());
            let (up, down, rank, leave) = (of("up"), of("down"), of("rank"), of("leave"));
            BallotForm { up, down, rank, leave, ..form(["1", "2", "", ""]) }
        };
        for (button, name, ranked, rest, words) in [
            ("up", "Lakes", "Lakes Lisbon", "Athens Brittany", "Lakes moved to place 1 of 2."),
            ("up", "Lisbon", "Lisbon Lakes", "Athens Brittany", ""),
            ("down", "Lisbon", "Lakes Lisbon", "Athens Brittany", "Lisbon moved to place 2 of 2."),
            ("down", "Lakes", "Lisbon Lakes", "Athens Brittany", ""),
            ("leave", "Lakes", "Lisbon", "Lakes Athens Brittany", "Lakes is left out."),
            ("rank", "Brittany", "Lisbon Lakes Brittany", "Athens", "Brittany moved to place 3 of 3."),
        ] {
            let form = pressed(button, name);
            let mut order = Order::read(&poll(), &form);
            assert_eq!(order.moved(&form).unwrap_or_default(), words);
            assert_eq!((order.ranked.join(" ").as_str(), order.rest.join(" ").as_str()), (ranked, rest));
        }
    }

    #[test]
    fn names_that_are_no_candidates_or_stand_twice_are_passed_over() {
        let mut form = form(["1", "2", "", ""]);
        form.candidate = ["Perl", "Lisbon", "Lisbon", "Lakes"].map(str::to_owned).to_vec();
        form.place = ["1", "2", "3", "4"].map(str::to_owned).to_vec();
        assert_eq!(Order::read(&poll(), &form).ranked, ["Lisbon", "Lakes"]);
    }
}
