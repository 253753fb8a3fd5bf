//! Counting a poll, kept up to date vote by vote. Votes count for what is asked now: one for an option that was removed stays on
//! file and is not counted.

use super::{Answer, Answers, Code, OptionId, Poll, QuestionId, Vote};
use kernel::{Moment, Zone};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// The most names that are told of one option.
const NAMED: usize = 50;

/// What a poll came to so far.
#[derive(Debug, Clone, PartialEq, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Results {
    /// How many people voted.
    pub total_votes: usize,
    pub questions: Vec<QuestionResults>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuestionResults {
    pub poll_question_id: QuestionId,
    pub title: String,
    /// How many of them answered this question.
    pub answered: usize,
    pub options: Vec<OptionResults>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OptionResults {
    pub poll_question_option_id: OptionId,
    pub label: String,
    pub votes: usize,
    /// The names of those who chose it and gave one, at most 50, in the order in which they voted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub voters: Vec<String>,
    /// How many more gave a name.
    pub voters_more: usize,
}

/// A vote as far as it counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Counted {
    pub name: Option<String>,
    pub updated_at: Option<Moment>,
    /// Places in [`Votes::options`].
    chosen: Box<[u16]>,
}

/// One option of the poll, wherever it is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Asked {
    question: usize,
    question_id: QuestionId,
    option_id: OptionId,
    votes: usize,
    named: usize,
}

/// Every vote in a poll, and the counts of them.
#[derive(Debug, Clone, Default)]
pub struct Votes {
    options: Vec<Asked>,
    index: HashMap<(QuestionId, OptionId), u16>,
    /// How many answered each question.
    answered: Vec<usize>,
    all: Answers<Counted>,
}

impl Votes {
    pub fn of(poll: &Poll) -> Self {
        let options: Vec<_> = asked(poll).collect();
        let index = options.iter().zip(0..).map(|(one, at)| ((one.question_id, one.option_id), at)).collect();
        Self { answered: vec![0; poll.questions.len()], options, index, ..Self::default() }
    }

    /// Whether the poll asks what was counted; if not, the votes have to be counted anew.
    pub fn counts(&self, poll: &Poll) -> bool {
        let ids = |one: &Asked| (one.question_id, one.option_id);
        self.answered.len() == poll.questions.len()
            && self.options.iter().map(ids).eq(asked(poll).map(|one| ids(&one)))
    }

    pub fn all(&self) -> &Answers<Counted> {
        &self.all
    }

    /// How many options there are in all.
    pub fn options(&self) -> usize {
        self.options.len()
    }

    /// Takes in a vote, new or changed.
    pub fn insert(&mut self, vote: Vote) {
        self.withdraw(vote.code);
        let pairs = vote
            .answers
            .iter()
            .flat_map(|answer| answer.option_ids.iter().map(|option| (answer.poll_question_id, *option)));
        let mut chosen: Vec<u16> = pairs.filter_map(|pair| self.index.get(&pair).copied()).collect();
        chosen.sort_unstable();
        let place = vote.place();
        let counted = Counted { name: vote.what.name, updated_at: vote.updated_at, chosen: chosen.into() };
        self.change(&counted, usize::saturating_add);
        self.all.insert(place, counted);
    }

    pub fn withdraw(&mut self, code: Code) {
        if let Some(gone) = self.all.withdraw(code) {
            self.change(&gone, usize::saturating_sub);
        }
    }

    fn change(&mut self, vote: &Counted, change: fn(usize, usize) -> usize) {
        let mut last = None;
        for at in &vote.chosen {
            let option = &mut self.options[usize::from(*at)];
            option.votes = change(option.votes, 1);
            option.named = change(option.named, usize::from(vote.name.is_some()));
            if last != Some(option.question) {
                self.answered[option.question] = change(self.answered[option.question], 1);
            }
            last = Some(option.question);
        }
    }

    /// What a vote chose, question by question.
    pub fn answers(&self, vote: &Counted) -> Vec<Answer> {
        let chosen = vote.chosen.iter().map(|at| self.options[usize::from(*at)]);
        Answer::grouped(chosen.map(|option| (option.question_id, option.option_id)))
    }

    pub fn results(&self, poll: &Poll) -> Results {
        let mut names = self.names().into_iter();
        let mut options = self.options.iter();
        let questions = poll.questions.iter().enumerate().map(|(at, question)| QuestionResults {
            poll_question_id: question.poll_question_id,
            title: question.title.clone(),
            answered: self.answered.get(at).copied().unwrap_or(0),
            options: question
                .options
                .iter()
                .zip(options.by_ref().zip(names.by_ref()))
                .map(|(option, (counted, voters))| OptionResults {
                    poll_question_option_id: option.poll_question_option_id,
                    label: option.words(poll.time_zone.as_ref()),
                    votes: counted.votes,
                    voters_more: counted.named - voters.len().min(counted.named),
                    voters,
                })
                .collect(),
        });
        Results { total_votes: self.all.count(), questions: questions.collect() }
    }

    /// The first names of each option. Looking ends as soon as there are enough of each.
    fn names(&self) -> Vec<Vec<String>> {
        let wanted = |option: &Asked| option.named.min(NAMED);
        let mut missing: usize = self.options.iter().map(wanted).sum();
        let mut names = vec![Vec::new(); self.options.len()];
        for vote in self.all.values() {
            if missing == 0 {
                break;
            }
            let Some(name) = &vote.name else { continue };
            for at in vote.chosen.iter().map(|at| usize::from(*at)) {
                if names[at].len() < NAMED {
                    names[at].push(name.clone());
                    missing -= 1;
                }
            }
        }
        names
    }
}

fn asked(poll: &Poll) -> impl Iterator<Item = Asked> {
    poll.questions.iter().enumerate().flat_map(|(question, of)| {
        let question_id = of.poll_question_id;
        let asked = move |option_id| Asked { question, question_id, option_id, votes: 0, named: 0 };
        of.options.iter().map(move |option| asked(option.poll_question_option_id))
    })
}

impl super::Question {
    /// What `answers` chose here, of what is still there, in the question's order.
    pub fn options_in(&self, answers: &[Answer]) -> impl Iterator<Item = &super::PollOption> {
        let answer = answers.iter().find(|answer| answer.poll_question_id == self.poll_question_id);
        let ids = answer.map_or(&[][..], |answer| &answer.option_ids);
        self.options.iter().filter(|option| ids.contains(&option.poll_question_option_id))
    }

    /// The same in words, for files.
    pub fn chosen_in(&self, answers: &[Answer], zone: Option<&Zone>) -> Vec<String> {
        self.options_in(answers).map(|option| option.words(zone)).collect()
    }
}
