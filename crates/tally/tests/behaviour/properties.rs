//! What must hold for any ballots whatever.

use std::collections::BTreeMap;

use proptest::{prelude::*, sample::SizeRange};
use ranked_voting::{Builder, EliminationAlgorithm, VoteRules, run_election};
use tally::{Election, Results, Rules, TieRule};

use crate::reference::{self, Ballots};

const LETTERS: [&str; 9] = ["A", "B", "C", "D", "E", "F", "G", "H", "I"];

/// A number of candidates and ballots for them, partial and blank ones included.
fn ballots(
    most: usize,
    weights: impl Strategy<Value = u64> + Clone + 'static,
) -> impl Strategy<Value = (usize, Ballots)> {
    (1..=most).prop_flat_map(move |candidates| {
        let ranking = (Just((0..candidates).collect::<Vec<_>>()).prop_shuffle(), 0..=candidates)
            .prop_map(|(shuffled, ranked)| shuffled[..ranked].to_vec());
        let ballots = proptest::collection::vec((ranking, weights.clone()), SizeRange::from(0..40));
        (Just(candidates), ballots)
    })
}

fn election(names: &[&str], order: &[u32], ballots: &Ballots) -> Election {
    let mut election = Election::new(names.iter().copied(), order).unwrap();
    for (ranking, weight) in ballots {
        let ranking: Vec<&str> = ranking.iter().map(|&candidate| names[candidate]).collect();
        election.add(&ranking, *weight).unwrap();
    }
    election
}

fn identity(candidates: usize) -> Vec<u32> {
    (0..).take(candidates).collect()
}

fn tally(candidates: usize, ballots: &Ballots, rules: &Rules) -> Results {
    election(&LETTERS[..candidates], &identity(candidates), ballots).tally(rules)
}

fn by_order_only() -> Rules {
    Rules { ties: Vec::new(), ..Rules::default() }
}

fn position(name: &str) -> usize {
    LETTERS.iter().position(|letter| *letter == name).unwrap()
}

proptest! {
    #[test]
    fn every_round_accounts_for_every_ballot((candidates, ballots) in ballots(9, 0..5u64)) {
        let results = tally(candidates, &ballots, &Rules::default());
        for pair in results.rounds.windows(2) {
            prop_assert!(pair[0].exhausted <= pair[1].exhausted);
        }
        for round in &results.rounds {
            let counted: u64 = round.tallies.iter().map(|tally| tally.votes).sum();
            prop_assert_eq!(counted + round.exhausted, results.total_votes);
            prop_assert_eq!(round.threshold, counted / 2 + 1);
            let moved: u64 = round.transfers.iter().map(|moved| moved.votes).sum();
            let out = round.tallies.iter().filter(|tally| round.eliminated.contains(&tally.candidate));
            prop_assert_eq!(moved, out.map(|tally| tally.votes).sum::<u64>());
        }
    }

    #[test]
    fn transfers_lead_from_one_round_to_the_next((candidates, ballots) in ballots(7, 1..9u64)) {
        let results = tally(candidates, &ballots, &Rules::default());
        for pair in results.rounds.windows(2) {
            prop_assert_eq!(pair[0].eliminated.len(), 1);
            let gained = |name: &str| {
                let to = pair[0].transfers.iter().filter(|moved| moved.to.as_deref() == Some(name));
                to.map(|moved| moved.votes).sum::<u64>()
            };
            for tally in &pair[1].tallies {
                let before = pair[0].tallies.iter().find(|before| before.candidate == tally.candidate).unwrap();
                prop_assert_eq!(before.votes + gained(&tally.candidate), tally.votes);
            }
        }
    }

    #[test]
    fn a_plain_count_without_packing_or_piles_agrees((candidates, ballots) in ballots(9, prop_oneof![0..4u64, 0..400u64, Just(1 << 40)])) {
        let results = tally(candidates, &ballots, &by_order_only());
        let plain = reference::count(candidates, &ballots, false);
        let rounds: Vec<(BTreeMap<usize, u64>, u64)> = results
            .rounds
            .iter()
            .map(|round| {
                let tallies = round.tallies.iter().map(|tally| (position(&tally.candidate), tally.votes));
                (tallies.collect(), round.exhausted)
            })
            .collect();
        prop_assert_eq!(rounds, plain.rounds);
        prop_assert_eq!(results.winner.map(|name| position(&name)), plain.winner);
        prop_assert_eq!(results.pairwise, reference::pairwise(candidates, &ballots));
    }

    #[test]
    fn the_order_of_ballots_does_not_matter(
        ((candidates, ballots), shuffled) in ballots(6, 1..4u64).prop_flat_map(|(candidates, ballots)| {
            (Just((candidates, ballots.clone())), Just(ballots).prop_shuffle())
        })
    ) {
        let rules = Rules::default();
        prop_assert_eq!(tally(candidates, &ballots, &rules), tally(candidates, &shuffled, &rules));
    }

    #[test]
    fn a_weight_is_so_many_ballots((candidates, ballots) in ballots(5, 0..6u64)) {
        let singly: Ballots = ballots
            .iter()
            .flat_map(|(ranking, weight)| (0..*weight).map(|_| (ranking.clone(), 1)))
            .collect();
        let rules = Rules::default();
        prop_assert_eq!(tally(candidates, &ballots, &rules), tally(candidates, &singly, &rules));
    }

    #[test]
    fn renaming_and_reordering_candidates_renames_the_result(
        ((candidates, ballots), new_place) in ballots(7, 1..5u64).prop_flat_map(|(candidates, ballots)| {
            (Just((candidates, ballots)), Just((0..candidates).collect::<Vec<_>>()).prop_shuffle())
        })
    ) {
        let results = tally(candidates, &ballots, &Rules::default());
        // Candidate c becomes candidate new_place[c], with another name, and keeps its place in the tie
        // order.
        let renamed: Ballots = ballots
            .iter()
            .map(|(ranking, weight)| (ranking.iter().map(|&candidate| new_place[candidate]).collect(), *weight))
            .collect();
        let order: Vec<u32> = new_place.iter().map(|&place| u32::try_from(place).unwrap()).collect();
        let names = ["r", "s", "t", "u", "v", "w", "x"];
        let other = election(&names[..candidates], &order, &renamed).tally(&Rules::default());

        let rename = |name: &str| names[new_place[position(name)]].to_owned();
        prop_assert_eq!(results.winner.map(|name| rename(&name)), other.winner.map(|name| name.to_string()));
        prop_assert_eq!(results.drawn_by_lot.map(|name| rename(&name)), other.drawn_by_lot.map(|name| name.to_string()));
        prop_assert_eq!(results.condorcet_winner.map(|name| rename(&name)), other.condorcet_winner.map(|name| name.to_string()));
        prop_assert_eq!(results.rounds.len(), other.rounds.len());
        for (round, other) in results.rounds.iter().zip(&other.rounds) {
            let renamed: BTreeMap<String, u64> =
                round.tallies.iter().map(|tally| (rename(&tally.candidate), tally.votes)).collect();
            let found: BTreeMap<String, u64> =
                other.tallies.iter().map(|tally| (tally.candidate.to_string(), tally.votes)).collect();
            prop_assert_eq!(renamed, found);
        }
    }

    #[test]
    fn one_at_a_time_gives_the_winner_of_batch_elimination((candidates, ballots) in ballots(9, prop_oneof![1..4u64, 1..200u64])) {
        // Batches skip rounds, so the rules that ask earlier rounds may see other figures: ties go by order
        // here.
        let results = tally(candidates, &ballots, &by_order_only());
        let batch = reference::count(candidates, &ballots, true);
        prop_assert_eq!(results.winner.map(|name| position(&name)), batch.winner);
    }

    #[test]
    fn whoever_has_a_majority_of_first_choices_wins_under_either_ending((candidates, ballots) in ballots(6, 1..9u64)) {
        let on_to_two = tally(candidates, &ballots, &Rules::default());
        let stopping = tally(candidates, &ballots, &Rules { stop_at_majority: true, ..Rules::default() });
        let first = &on_to_two.rounds[0];
        if let Some(leader) = first.tallies.iter().find(|tally| tally.votes >= first.threshold) {
            prop_assert_eq!(on_to_two.winner.as_ref(), Some(&leader.candidate));
            prop_assert_eq!(on_to_two.majority_round, Some(1));
            prop_assert_eq!(stopping.rounds.len(), 1);
        }
        prop_assert_eq!(on_to_two.winner, stopping.winner);
        prop_assert_eq!(on_to_two.majority_round, stopping.majority_round);
    }

    #[test]
    fn one_candidate_goes_at_a_time_and_every_tie_is_told((candidates, ballots) in ballots(8, 0..3u64)) {
        let results = tally(candidates, &ballots, &Rules::default());
        for round in &results.rounds {
            let explanation = round.tie_break.as_ref().map(|tie| tie.explanation.clone());
            prop_assert_eq!(results.tie_sentence(round).map(|sentence| sentence.to_string()), explanation);
            prop_assert!(round.eliminated.len() <= 1);
            let Some(gone) = round.eliminated.first() else { continue };
            let fewest = round.tallies.iter().map(|tally| tally.votes).min().unwrap();
            let last: Vec<_> = round.tallies.iter().filter(|tally| tally.votes == fewest).collect();
            prop_assert!(last.iter().any(|tally| tally.candidate == *gone));
            prop_assert_eq!(round.tie_break.is_some(), last.len() > 1);
            if let Some(tie) = &round.tie_break {
                prop_assert_eq!(tie.tied.len(), last.len());
                prop_assert_eq!(&tie.steps.last().unwrap().left, &vec![gone.clone()]);
                prop_assert_eq!(tie.rule, tie.steps.last().unwrap().rule);
                let settled = format!("{gone} drops out.");
                let by_order = tie.rule == TieRule::TieOrder;
                prop_assert!(tie.explanation.ends_with(&settled) || by_order && tie.explanation.ends_with("drops out."));
            }
        }
    }

    #[test]
    fn following_every_ballot_gives_the_tallies((candidates, ballots) in ballots(6, 1..5u64)) {
        let results = tally(candidates, &ballots, &Rules::default());
        let mut followed = vec![BTreeMap::new(); results.rounds.len()];
        for (ranking, weight) in &ballots {
            let ranking: Vec<&str> = ranking.iter().map(|&candidate| LETTERS[candidate]).collect();
            for (round, place) in followed.iter_mut().zip(results.follow(&ranking)) {
                *round.entry(place).or_insert(0) += weight;
            }
        }
        for (round, followed) in results.rounds.iter().zip(&followed) {
            prop_assert_eq!(followed.get(&None).copied().unwrap_or(0), round.exhausted);
            for tally in &round.tallies {
                prop_assert_eq!(followed.get(&Some(tally.candidate.clone())).copied().unwrap_or(0), tally.votes);
            }
        }
    }

    #[test]
    fn the_head_to_head_verdict_is_true((candidates, ballots) in ballots(7, 1..4u64)) {
        let results = tally(candidates, &ballots, &Rules::default());
        let beats = |one: usize, other: usize| results.pairwise[one][other] > results.pairwise[other][one];
        let unbeaten = (0..candidates).find(|&one| (0..candidates).all(|other| one == other || beats(one, other)));
        let anyone = results.rounds[0].tallies.iter().any(|tally| tally.votes > 0);
        prop_assert_eq!(results.condorcet_winner.as_deref().map(position), unbeaten.filter(|_| anyone));

        let top: Vec<usize> = results.smith_set.iter().map(|name| position(name)).collect();
        let outside: Vec<usize> = (0..candidates).filter(|candidate| !top.contains(candidate)).collect();
        prop_assert!(top.iter().all(|&one| outside.iter().all(|&other| beats(one, other))));
        let ring: Vec<usize> = results.cycle.iter().map(|name| position(name)).collect();
        prop_assert!(ring.iter().zip(ring.iter().cycle().skip(1)).all(|(&one, &other)| beats(one, other)));
        let decided = top.iter().all(|&one| top.iter().all(|&other| one == other || beats(one, other) || beats(other, one)));
        prop_assert_eq!(ring.len(), if decided { top.len() } else { ring.len() });
        prop_assert!(ring.is_empty() || ring.len() == top.len());
    }

    /// The other crate draws its ties differently and gives up on elections without votes, so those are left
    /// out.
    #[test]
    fn an_independent_count_agrees_where_there_is_no_tie((candidates, ballots) in ballots(8, 1..60u64)) {
        let results = tally(candidates, &ballots, &Rules::default());
        prop_assume!(results.winner.is_some() && results.rounds.iter().all(|round| round.tie_break.is_none()));
        let names: Vec<String> = LETTERS[..candidates].iter().map(ToString::to_string).collect();
        let rules = VoteRules { elimination_algorithm: EliminationAlgorithm::Single, ..VoteRules::default() };
        let mut builder = Builder::new(&rules).unwrap().candidates(&names).unwrap();
        for (ranking, weight) in &ballots {
            let ranking: Vec<Vec<String>> = ranking.iter().map(|&candidate| vec![names[candidate].clone()]).collect();
            builder.add_vote(&ranking, u32::try_from(*weight).unwrap()).unwrap();
        }
        let other = run_election(&builder).unwrap();
        prop_assert_eq!(other.winners, results.winner.as_ref().map(|name| vec![name.to_string()]));
        for (ours, theirs) in results.rounds.iter().zip(&other.round_stats) {
            let ours: BTreeMap<String, u64> =
                ours.tallies.iter().map(|tally| (tally.candidate.to_string(), tally.votes)).collect();
            prop_assert_eq!(ours, theirs.tally.iter().cloned().collect::<BTreeMap<_, _>>());
        }
    }
}
