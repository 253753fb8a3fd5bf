//! A result in a few words: for everyone, and for one ballot.

use askama::{Template, filters::HtmlSafe};
use tally::{Name, Results, Sentence};
use web::words::counted;

/// The result in a few words.
#[derive(Template)]
#[template(path = "rankings/winner.html")]
pub struct Verdict {
    kicker: &'static str,
    /// The winner's votes, and of how many.
    votes: Option<(u64, String)>,
    headline: Sentence,
    sentence: Sentence,
}

impl HtmlSafe for Verdict {}

impl Verdict {
    pub fn of(results: &Results, open: bool) -> Self {
        match (&results.winner, &results.tied, &results.drawn_by_lot) {
            (Some(winner), _, _) => Self::won(results, winner, open),
            (None, Some(tied), Some(drawn)) => Self::tied(results, tied, drawn, open),
            _ => Self::nothing(open),
        }
    }

    fn won(results: &Results, winner: &Name, open: bool) -> Self {
        let continuing = results.rounds.last().map_or(0, |round| results.total_votes - round.exhausted);
        let votes = results.finalists().first().map_or(0, |tally| tally.votes);
        Self {
            kicker: if open { "Ahead right now" } else { "Winner" },
            votes: Some((votes, format!("of {}", counted(continuing, "vote")))),
            headline: Sentence::default().name(winner),
            sentence: results.margin(),
        }
    }

    fn tied(results: &Results, tied: &[Name], drawn: &Name, open: bool) -> Self {
        let equal = format!("Equal {}. The order drawn when the poll was made puts ", results.after());
        Self {
            kicker: if open { "Tied right now" } else { "A tie" },
            votes: results.finalists().first().map(|tally| (tally.votes, "votes each".into())),
            headline: Sentence::default().list(tied),
            sentence: Sentence::default().words(equal).name(drawn).words(" first."),
        }
    }

    fn nothing(open: bool) -> Self {
        let (kicker, sentence) = if open {
            ("No ballots yet", "The result shows on this page as ballots come in.")
        } else {
            ("Nobody voted", "")
        };
        let words = |words: &str| Sentence::default().words(words);
        Self { kicker, votes: None, headline: words("No votes"), sentence: words(sentence) }
    }
}

/// Whom one's own ballot counts for, round by round.
pub struct Mine {
    pub sentence: Sentence,
    pub rounds: Vec<(usize, String)>,
}

impl Mine {
    pub fn of(results: &Results, ranking: &[String]) -> Self {
        let followed = results.follow(ranking);
        let last = followed.last().cloned().flatten();
        let sentence = Sentence::default();
        let sentence = match (&last, &results.winner) {
            (Some(name), Some(winner)) if name == winner => {
                sentence.words("Your ballot counts for ").name(name).words(", in first place.")
            }
            (Some(name), _) => {
                sentence.words("In the last round your ballot counts for ").name(name).words(".")
            }
            (None, _) => {
                sentence.words("None of your choices was left in the last round, so your ballot ran out.")
            }
        };
        let counts_for = |name: Option<Name>| name.map_or("nobody any more".into(), |name| name.to_string());
        let mut rounds: Vec<_> = (1..).zip(followed.into_iter().map(counts_for)).collect();
        // Rounds in which nothing changes for this ballot are not told again.
        rounds.dedup_by(|(_, name), (_, before)| name == before);
        Self { sentence, rounds }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(ballots: &[(&[&str], u64)]) -> Results {
        crate::pages::sample::results([2, 0, 1], ballots)
    }

    #[test]
    fn a_result_is_told_in_a_sentence_open_or_over() {
        let won = results(&[(&["Lisbon"], 4), (&["Edinburgh", "Lakes"], 2), (&["Lakes"], 3)]);
        let verdict = Verdict::of(&won, false);
        assert_eq!((verdict.kicker, verdict.headline.to_string().as_str()), ("Winner", "Lakes"));
        assert_eq!(verdict.votes, Some((5, "of 9 votes".into())));
        assert_eq!(verdict.sentence.to_string(), "5 to 4 over Lisbon, after 2 rounds and 9 ballots.");
        assert_eq!(Verdict::of(&won, true).kicker, "Ahead right now");
        let tied = Verdict::of(&results(&[(&["Lisbon"], 1), (&["Lakes"], 1)]), false);
        assert_eq!((tied.kicker, tied.headline.to_string().as_str()), ("A tie", "Lakes and Lisbon"));
        assert!(tied.sentence.to_string().ends_with("puts Lakes first."), "{}", tied.sentence);
        assert_eq!(Verdict::of(&results(&[]), true).headline.to_string(), "No votes");
    }

    #[test]
    fn a_ballot_is_followed_to_where_it_counts_in_the_end() {
        let won = results(&[(&["Lisbon"], 4), (&["Edinburgh", "Lakes"], 2), (&["Lakes"], 3)]);
        let moved = Mine::of(&won, &["Edinburgh".into(), "Lakes".into()]);
        assert_eq!(moved.rounds, [(1, "Edinburgh".into()), (2, "Lakes".into())]);
        assert!(moved.sentence.to_string().contains("in first place"), "{}", moved.sentence);
        let out = Mine::of(&won, &["Edinburgh".into()]);
        assert_eq!(out.rounds, [(1, "Edinburgh".into()), (2, "nobody any more".into())]);
        assert!(out.sentence.to_string().contains("ran out"), "{}", out.sentence);
        let stayed = Mine::of(&won, &["Lisbon".into()]);
        assert_eq!(stayed.rounds, [(1, "Lisbon".into())]);
    }
}
