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
        if let Some(name) = &form.rank {
            let at = self.rest.iter().position(|other| other == name)?;
            let name = self.rest.remove(at);
            self.ranked.push(name);
            return self.told(self.ranked.len() - 1);
        }
        if let Some(at) = self.place_of(form.up.as_deref()).filter(|at| *at > 0) {
            self.ranked.swap(at, at - 1);
            return self.told(at - 1);
        }
        if let Some(at) = self.place_of(form.down.as_deref()).filter(|at| at + 1 < self.ranked.len()) {
            self.ranked.swap(at, at + 1);
            return self.told(at + 1);
        }
        let at = self.place_of(form.leave.as_deref())?;
        let name = self.ranked.remove(at);
        let words = format!("{name} is left out.");
        self.rest.insert(0, name);
        Some(words)
    }

    fn place_of(&self, name: Option<&str>) -> Option<usize> {
        self.ranked.iter().position(|other| Some(other.as_str()) == name)
    }

    fn told(&self, at: usize) -> Option<String> {
        let name = self.ranked.get(at)?;
        Some(format!("{name} moved to place {} of {}.", at + 1, self.ranked.len()))
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
    use crate::model::PollId;
    use kernel::Moment;

    fn poll() -> Poll {
        let candidates = ["Lisbon", "Lakes", "Athens", "Brittany"].map(str::to_owned).to_vec();
        Poll { candidates, ..Poll::blank(PollId(uuid::Uuid::from_u128(1)), Moment::default()) }
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
    fn numbers_that_say_nothing_clear_are_told() {
        assert!(form(["1", "1", "", ""]).trouble().unwrap().contains("place 1"));
        assert!(form(["first", "", "", ""]).trouble().unwrap().contains("first"));
        assert!(form(["0", "", "", ""]).trouble().is_some());
        assert!(form(["", "", "", ""]).trouble().unwrap().contains("at least one"));
    }

    #[test]
    fn buttons_move_one_place_and_stop_at_the_last() {
        let start = form(["1", "2", "", ""]);
        let press = |form: BallotForm| {
            let mut order = Order::read(&poll(), &form);
            let words = order.moved(&form);
            (order.ranked.join(" "), order.rest.join(" "), words.unwrap_or_default())
        };
        let up = press(BallotForm { up: Some("Lakes".into()), ..start.clone() });
        assert_eq!(
            up,
            ("Lakes Lisbon".into(), "Athens Brittany".into(), "Lakes moved to place 1 of 2.".into())
        );
        let down = press(BallotForm { down: Some("Lisbon".into()), ..start.clone() });
        assert_eq!(down.0, "Lakes Lisbon");
        let last = press(BallotForm { down: Some("Lakes".into()), ..start.clone() });
        assert_eq!((last.0.as_str(), last.2.as_str()), ("Lisbon Lakes", ""));
        let out = press(BallotForm { leave: Some("Lakes".into()), ..start.clone() });
        assert_eq!(out, ("Lisbon".into(), "Lakes Athens Brittany".into(), "Lakes is left out.".into()));
        let ranked = press(BallotForm { rank: Some("Brittany".into()), ..start.clone() });
        assert_eq!(ranked.0, "Lisbon Lakes Brittany");
        let nothing = press(BallotForm { up: Some("Lisbon".into()), ..start });
        assert_eq!(nothing.2, "");
    }

    #[test]
    fn names_that_are_no_candidates_or_stand_twice_are_passed_over() {
        let mut form = form(["1", "2", "", ""]);
        form.candidate = ["Perl", "Lisbon", "Lisbon", "Lakes"].map(str::to_owned).to_vec();
        form.place = ["1", "2", "3", "4"].map(str::to_owned).to_vec();
        assert_eq!(Order::read(&poll(), &form).ranked, ["Lisbon", "Lakes"]);
    }
}
