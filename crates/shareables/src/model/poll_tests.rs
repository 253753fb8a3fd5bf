//! The rules of polls, one by one.

use super::super::Patch;
use super::*;

fn question(title: &str, labels: &[&str]) -> QuestionFields {
    let options =
        labels.iter().map(|label| OptionFields { label: (*label).into(), ..OptionFields::default() });
    QuestionFields { title: title.into(), options: options.collect(), ..QuestionFields::default() }
}

fn poll(questions: Vec<QuestionFields>) -> Poll {
    let mut poll = Poll::default();
    let mut checks = Checks::new();
    let fields = ShareableFields { questions: Patch::Set(questions), ..ShareableFields::default() };
    poll.apply(fields, &Rng::seeded(1), &mut checks);
    assert!(checks.is_empty(), "{checks:?}");
    poll
}

fn choose(poll: &Poll, question: usize, options: &[usize]) -> Answer {
    let question = &poll.questions[question];
    Answer {
        poll_question_id: question.poll_question_id,
        option_ids: options.iter().map(|at| question.options[*at].poll_question_option_id).collect(),
    }
}

fn accepts(poll: &Poll, answers: Vec<Answer>) -> bool {
    poll.accept(VoteFields { name: None, answers }).is_ok()
}

#[test]
fn answers_follow_the_rules_of_their_question() {
    let mut required = question("Which day?", &["Fri", "Sat"]);
    required.is_required = true;
    let mut several = question("Which dishes?", &["Soup", "Pie", "Cake"]);
    several.is_multiple = true;
    let poll = poll(vec![required, several]);
    assert!(accepts(&poll, vec![choose(&poll, 0, &[0])]));
    assert!(accepts(&poll, vec![choose(&poll, 0, &[1]), choose(&poll, 1, &[0, 2])]));
    assert!(!accepts(&poll, vec![choose(&poll, 1, &[0])]), "the required one is missing");
    assert!(!accepts(&poll, vec![choose(&poll, 0, &[])]), "the required one is empty");
    assert!(!accepts(&poll, vec![choose(&poll, 0, &[0, 1])]), "two where one is allowed");
    assert!(!accepts(&poll, vec![choose(&poll, 0, &[0]), choose(&poll, 1, &[0, 0])]), "the same twice");
    assert!(!accepts(&poll, vec![choose(&poll, 0, &[0]), choose(&poll, 0, &[1])]), "a question twice");
    let mut foreign = choose(&poll, 0, &[0]);
    foreign.option_ids = choose(&poll, 1, &[0]).option_ids;
    assert!(!accepts(&poll, vec![foreign]), "an option of another question");
    let unknown = Answer { poll_question_id: QuestionId(uuid::Uuid::nil()), option_ids: vec![] };
    assert!(!accepts(&poll, vec![choose(&poll, 0, &[0]), unknown]), "a question that is not there");
}

#[test]
fn a_vote_that_says_nothing_is_refused() {
    let poll = poll(vec![question("Any wishes?", &["Tea", "Coffee"])]);
    assert!(!accepts(&poll, vec![]));
    assert!(!accepts(&poll, vec![choose(&poll, 0, &[])]));
}

#[test]
fn results_are_seen_as_the_setting_says() {
    use ResultsVisibility::{AfterClose, AfterSubmit, Always};
    let now = Timestamp::from_second(1_000).unwrap();
    let seen = |results_visibility, is_closed, access, voted| {
        Poll { results_visibility, is_closed, ..Poll::default() }.shows_results(access, voted, now)
    };
    assert!(seen(Always, false, Access::Visitor, false));
    assert!(
        !seen(AfterSubmit, false, Access::Viewer, false) && seen(AfterSubmit, false, Access::Viewer, true)
    );
    assert!(seen(AfterSubmit, true, Access::Visitor, false), "closed: nobody can be swayed");
    assert!(!seen(AfterClose, false, Access::Viewer, true) && seen(AfterClose, true, Access::Viewer, false));
    assert!(seen(AfterClose, false, Access::Admin, false) && seen(AfterSubmit, false, Access::Admin, false));
}

#[test]
fn a_closing_time_that_passed_closes_and_reopening_removes_it() {
    let at = |second| Timestamp::from_second(second).unwrap();
    let mut poll = Poll { closes_at: Some(at(1_000).into()), ..Poll::default() };
    assert!(!poll.is_closed_at(at(999)) && poll.is_closed_at(at(1_000)));
    poll.reopen(at(1_000));
    assert_eq!((poll.closes_at, poll.is_closed_at(at(1_000))), (None, false));
    let mut early = Poll { is_closed: true, closes_at: Some(at(1_000).into()), ..Poll::default() };
    early.reopen(at(500));
    assert_eq!(early.closes_at, Some(at(1_000).into()), "a time still ahead stays");
}

#[test]
fn limits_and_repeated_ids_are_refused_by_place() {
    let mut checks = Checks::new();
    let mut twice = question("B", &["x"]);
    let id = OptionId(uuid::Uuid::nil());
    twice.options = vec![OptionFields { poll_question_option_id: Some(id), ..OptionFields::default() }; 2];
    let questions = vec![question("", &[]), twice];
    let fields = ShareableFields { questions: Patch::Set(questions), ..ShareableFields::default() };
    Poll::default().apply(fields, &Rng::seeded(1), &mut checks);
    let errors = checks.done().unwrap_err();
    let wrong: Vec<_> = errors.iter().map(|error| error.field.as_str()).collect();
    assert_eq!(
        wrong,
        [
            "questions[0].title",
            "questions[0].options",
            "questions[1].options[0].label",
            "questions[1].options[1].label",
            "questions[1].options[1].pollQuestionOptionId"
        ]
    );
}

#[test]
fn no_two_options_are_alike_and_a_time_needs_no_label() {
    let wrong = |options: Vec<OptionFields>| {
        let mut checks = Checks::new();
        let question = QuestionFields { title: "q".into(), options, ..QuestionFields::default() };
        let fields = ShareableFields { questions: Patch::Set(vec![question]), ..ShareableFields::default() };
        Poll::default().apply(fields, &Rng::seeded(1), &mut checks);
        checks.done().err().map(|errors| errors[0].field.clone())
    };
    let label = |label: &str| OptionFields { label: label.into(), ..OptionFields::default() };
    let at = |hour: i8| OptionFields {
        start_time: Some(
            jiff::civil::date(2026, 10, 17)
                .at(hour, 0, 0, 0)
                .to_zoned(jiff::tz::TimeZone::UTC)
                .unwrap()
                .timestamp()
                .into(),
        ),
        ..OptionFields::default()
    };
    assert_eq!(
        wrong(vec![label("Straße"), label(" STRASSE ")]).as_deref(),
        Some("questions[0].options[1].label")
    );
    assert_eq!(
        wrong(vec![label("e\u{301}"), label("\u{e9}")]).as_deref(),
        Some("questions[0].options[1].label"),
        "after NFC"
    );
    assert_eq!(wrong(vec![at(18), at(18)]).as_deref(), Some("questions[0].options[1].label"));
    assert_eq!(wrong(vec![at(18), at(19)]), None);
    let backwards = OptionFields { end_time: at(17).start_time, ..at(18) };
    assert_eq!(wrong(vec![backwards, at(19)]).as_deref(), Some("questions[0].options[0].endTime"));
}
