//! Lessons can be completed with every accepted solution, and nothing else is accepted.

use std::sync::Arc;

use upcard_client::lessons::{Course, Follows, Learnt, Lesson, Tried};
use upcard_client::wire::{ClientMessage, ServerMessage};
use upcard_client::{Family, Session, coach};
use upcard_engine::{Action, Library};
use upcard_scenario::{parse, run};

fn library() -> Arc<Library> {
    Arc::new(Library::standard().unwrap())
}

fn say(action: &Action) -> ClientMessage {
    ClientMessage::Act { id: 7, decision: 0, action: action.to_string() }
}

/// Folds messages and asserts that none are missing.
fn fold(session: &mut Session, messages: Vec<ServerMessage>) {
    for message in messages {
        let note = session.fold(message);
        assert!(!matches!(note, Some(upcard_client::Note::Gap | upcard_client::Note::Error(_))));
    }
}

/// Folds the automatic steps.
fn go_on(lesson: &mut Lesson, session: &mut Session) {
    while let Some(follows) = lesson.follow() {
        match follows {
            Follows::Messages(messages) => fold(session, messages),
            Follows::Position(next) => *session = *next,
        }
    }
}

/// Plays on in every possible way; returns the number of ways.
fn play(lesson: &Lesson, session: &Session) -> usize {
    if lesson.is_over() {
        assert!(lesson.answer().is_none());
        return 1;
    }
    assert!(lesson.asks() && session.asked(), "{:?} {}", lesson.course(), lesson.task());
    let answer = lesson.answer().cloned().unwrap();
    let mut ways = 0;
    for action in std::iter::once(answer).chain(lesson.others()) {
        let (mut lesson, mut session) = (lesson.clone(), session.clone());
        let task = lesson.task();
        let Some(Tried::Done(messages)) = lesson.take(&say(&action)) else {
            panic!("{:?} {task}: {action}", lesson.course());
        };
        assert_eq!(lesson.task(), task + 1);
        assert!(messages.len() > 1);
        fold(&mut session, messages);
        go_on(&mut lesson, &mut session);
        // The folded state equals a fresh one.
        assert_eq!(session.view, lesson.session().view, "{:?} {task}", lesson.course());
        ways += play(&lesson, &session);
    }
    ways
}

#[test]
fn every_lesson_is_played_to_its_end_by_every_answer() {
    let mut alternatives = 0;
    for &course in Course::ALL {
        let mut lesson = Lesson::begin(library(), course).unwrap();
        let tasks = lesson.tasks();
        assert!((2..=6).contains(&tasks), "{course:?} has {tasks} tasks");
        let mut session = lesson.session();
        go_on(&mut lesson, &mut session);
        alternatives += play(&lesson, &session) - 1;
    }
    assert!(alternatives > 5, "{alternatives}");
}

/// The lesson files are valid scenarios: what they claim about the rules is true.
#[test]
fn the_rules_judge_as_the_lessons_say() {
    for &course in Course::ALL {
        for scenario in parse(course.text()).unwrap() {
            assert!(!scenario.title.is_empty(), "{course:?}");
            let report = run(&scenario, &scenario.game, &library()).unwrap();
            let wrong: Vec<_> = report.differences().collect();
            assert!(wrong.is_empty(), "{course:?}: {wrong:?}");
        }
    }
}

/// Other legal actions change nothing, and illegal ones are refused with their code.
#[test]
fn nothing_else_is_taken_for_an_answer() {
    let (mut wrong, mut refused) = (0, 0);
    for &course in Course::ALL {
        let mut lesson = Lesson::begin(library(), course).unwrap();
        let mut session = lesson.session();
        loop {
            go_on(&mut lesson, &mut session);
            if lesson.is_over() {
                break;
            }
            let answer = lesson.answer().cloned().unwrap();
            let answers: Vec<Action> =
                lesson.others().chain(std::iter::once(answer.clone())).collect();
            let before = lesson.session().view;
            let offered = session.view().unwrap().offered(200).actions;
            let lays = |action: &Action| {
                std::mem::discriminant(action) == std::mem::discriminant(&answer)
                    && matches!(
                        action,
                        Action::Down(_)
                            | Action::Declare { .. }
                            | Action::Knock { .. }
                            | Action::Arrange(_)
                    )
            };
            for action in offered {
                let (one, now) = (action.to_string(), lesson.task());
                if answers.contains(&action) || lays(&action) {
                    continue;
                }
                match lesson.clone().take(&say(&action)) {
                    Some(Tried::NotThat) => wrong += 1,
                    // The solution in another notation, such as with an explicit end.
                    Some(Tried::Done(_)) => assert!(
                        matches!(
                            action,
                            Action::Off { .. }
                                | Action::Swap { .. }
                                | Action::TakeDeep(_)
                                | Action::Take
                        ),
                        "{course:?} {now}: {one}"
                    ),
                    other => panic!("{course:?} {now}: {one}: {other:?}"),
                }
            }
            for action in ["call M1", "pick 1", "cut 3", "off M9 2C", "show", "rejoin"] {
                let Ok(action) = action.parse::<Action>() else { continue };
                match lesson.take(&say(&action)) {
                    Some(Tried::Refused(ServerMessage::Refused { id: 7, .. })) => refused += 1,
                    other => panic!("{course:?}: {action}: {other:?}"),
                }
            }
            assert_eq!(lesson.take(&ClientMessage::Next), None);
            assert_eq!(lesson.session().view, before);
            let Some(Tried::Done(messages)) = lesson.take(&say(&answer)) else { panic!() };
            fold(&mut session, messages);
        }
        // Nothing happens after the end.
        assert!(lesson.follow().is_none());
        assert!(!matches!(lesson.take(&say(&Action::Draw)), Some(Tried::Done(_))));
    }
    assert!(wrong > 30 && refused > 40, "{wrong} {refused}");
}

#[test]
fn what_was_learnt_reads_back() {
    let mut all = Learnt::default();
    for course in [Course::Draw, Course::Buying, Course::Indian] {
        assert!(!all.has(course));
        all.note(course);
    }
    assert_eq!(all.text(), "draw buying indian");
    assert_eq!(Learnt::read(&all.text()), all);
    assert_eq!(Learnt::read("nonsense  draw"), Learnt::read("draw"));
    assert_eq!(Learnt::read(""), Learnt::default());
}

/// Every lesson is linked from a coach line, and every coach line links to a lesson that fits its game.
#[test]
fn every_lesson_is_offered_by_a_line_of_the_coach() {
    let mut offered = Vec::new();
    for family in Family::ALL {
        offered.extend(coach::Lesson::ALL.iter().map(|line| line.course(family)));
    }
    for &course in Course::ALL {
        assert!(offered.contains(&course), "{course:?}");
        let rules = Lesson::begin(library(), course).unwrap().session().rules.unwrap();
        let mut of_family = coach::Lesson::ALL.iter().map(|line| line.course(Family::of(&rules)));
        assert!(of_family.any(|offered| offered == course), "{course:?}");
    }
}
