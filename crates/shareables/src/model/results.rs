//! Counting a poll: votes for what is asked now. A vote for an option that was removed stays on file and is not counted.

use super::{OptionId, Poll, Question, QuestionId, Vote};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// What a poll came to so far.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Results {
    /// How many people voted.
    pub total_votes: usize,
    pub questions: Vec<QuestionResults>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuestionResults {
    #[schema(value_type = uuid::Uuid)]
    pub poll_question_id: QuestionId,
    pub title: String,
    /// How many of them answered this question.
    pub answered: usize,
    pub options: Vec<OptionResults>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OptionResults {
    #[schema(value_type = uuid::Uuid)]
    pub poll_question_option_id: OptionId,
    pub label: String,
    pub votes: usize,
    /// The names of those who chose it and gave one, in the order in which they voted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub voters: Vec<String>,
}

impl Results {
    /// Counts `votes`, which are in the order in which they came.
    pub fn count(poll: &Poll, votes: &[Vote]) -> Self {
        let mut chosen: HashMap<(QuestionId, OptionId), Vec<&Vote>> = HashMap::new();
        for vote in votes {
            for answer in &vote.answers {
                for option in &answer.option_ids {
                    chosen.entry((answer.poll_question_id, *option)).or_default().push(vote);
                }
            }
        }
        let questions = poll.questions.iter().map(|question| QuestionResults {
            poll_question_id: question.poll_question_id,
            title: question.title.clone(),
            answered: votes.iter().filter(|vote| question.is_answered_in(vote)).count(),
            options: question.count(&chosen),
        });
        Self { total_votes: votes.len(), questions: questions.collect() }
    }
}

impl Question {
    fn count(&self, chosen: &HashMap<(QuestionId, OptionId), Vec<&Vote>>) -> Vec<OptionResults> {
        let options = self.options.iter().map(|option| {
            let id = option.poll_question_option_id;
            let votes = chosen.get(&(self.poll_question_id, id)).map_or(&[][..], Vec::as_slice);
            OptionResults {
                poll_question_option_id: id,
                label: option.label.clone(),
                votes: votes.len(),
                voters: votes.iter().filter_map(|vote| vote.name.clone()).collect(),
            }
        });
        options.collect()
    }

    /// Whether `vote` chose something here that is still there.
    pub fn is_answered_in(&self, vote: &Vote) -> bool {
        self.chosen_in(vote).next().is_some()
    }

    /// The labels that `vote` chose here, of those still there, in the question's order.
    pub fn chosen_in<'q>(&'q self, vote: &Vote) -> impl Iterator<Item = &'q str> {
        let answer = vote.answers.iter().find(|answer| answer.poll_question_id == self.poll_question_id);
        let ids = answer.map(|answer| answer.option_ids.clone()).unwrap_or_default();
        let options = self.options.iter().filter(move |option| ids.contains(&option.poll_question_option_id));
        options.map(|option| option.label.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Answer, PollOption};
    use super::*;
    use kernel::Moment;
    use uuid::Uuid;

    fn question(id: u128, options: &[(u128, &str)]) -> Question {
        Question {
            poll_question_id: QuestionId(Uuid::from_u128(id)),
            title: "Which day?".into(),
            is_multiple: true,
            is_required: false,
            options: options
                .iter()
                .map(|(id, label)| PollOption {
                    poll_question_option_id: OptionId(Uuid::from_u128(*id)),
                    label: (*label).into(),
                })
                .collect(),
        }
    }

    fn vote(name: Option<&str>, question: u128, options: &[u128]) -> Vote {
        Vote {
            short_id: "abc-def-12345".parse().unwrap(),
            code: "k7m2q9xw".parse().unwrap(),
            name: name.map(Into::into),
            answers: vec![Answer {
                poll_question_id: QuestionId(Uuid::from_u128(question)),
                option_ids: options.iter().map(|id| OptionId(Uuid::from_u128(*id))).collect(),
            }],
            created_at: Moment::default(),
            updated_at: Moment::default(),
            ttl: 0,
        }
    }

    #[test]
    fn votes_for_removed_options_and_questions_no_longer_count() {
        let poll = Poll { questions: vec![question(1, &[(11, "Fri"), (12, "Sat")])], ..Poll::default() };
        let votes = [
            vote(Some("Ana"), 1, &[11, 12]),
            vote(None, 1, &[11]),
            vote(Some("Bo"), 1, &[99]),
            vote(None, 9, &[11]),
        ];
        let results = Results::count(&poll, &votes);
        let of = |at: usize| {
            (results.questions[0].options[at].votes, results.questions[0].options[at].voters.clone())
        };
        assert_eq!((results.total_votes, results.questions[0].answered), (4, 2));
        assert_eq!(of(0), (2, vec!["Ana".to_owned()]), "only those who gave a name are named");
        assert_eq!(of(1), (1, vec!["Ana".to_owned()]));
    }

    #[test]
    fn chosen_labels_come_in_the_questions_order() {
        let question = question(1, &[(11, "Fri"), (12, "Sat")]);
        let chosen: Vec<_> = question.chosen_in(&vote(None, 1, &[12, 99, 11])).collect();
        assert_eq!(chosen, ["Fri", "Sat"]);
    }
}
