//! Lessons can be completed with every accepted solution, and nothing else is accepted.

use std::sync::Arc;

use upcard_client::lessons::{Attempt, AutomaticStep, CompletedLessons, Course, Lesson};
use upcard_client::wire::{ClientMessage, ServerMessage};
use upcard_client::{Family, Session, coach};
use upcard_engine::{Action, Library};
use upcard_scenario::{parse, run};

use crate::common::fold;

fn library() -> Arc<Library> {
    Arc::new(Library::standard().unwrap())
}

fn say(action: &Action) -> ClientMessage {
    ClientMessage::Act { id: 7, decision: 0, action: action.to_string() }
}

/// Folds the automatic steps.
fn go_on(lesson: &mut Lesson, session: &mut Session) {
    while let Some(step) = lesson.advance() {
        match step {
            AutomaticStep::Messages(messages) => fold(session, messages),
            AutomaticStep::Position(next) => *session = *next,
        }
    }
}

/// Plays on in every possible way; returns the number of ways.
fn play(lesson: &Lesson, session: &Session) -> usize {
    if lesson.is_over() {
        assert!(lesson.solution().is_none());
        return 1;
    }
    let (course, task) = (lesson.course(), lesson.task());
    assert!(lesson.is_learners_turn() && session.must_decide(), "{course:?} {task}");
    let answer = lesson.solution().cloned().unwrap();
    let mut ways = 0;
    for action in std::iter::once(answer).chain(lesson.alternatives()) {
        let (mut lesson, mut session) = (lesson.clone(), session.clone());
        let Some(Attempt::Done(messages)) = lesson.handle_message(&say(&action)) else {
            panic!("{course:?} {task}: {action}");
        };
        assert_eq!(lesson.task(), task + 1);
        assert!(messages.len() > 1);
        fold(&mut session, messages);
        go_on(&mut lesson, &mut session);
        // The folded state equals a fresh one.
        assert_eq!(session.view, lesson.session().view, "{course:?} {task}");
        ways += play(&lesson, &session);
    }
    ways
}

#[test]
fn every_accepted_solution_completes_every_lesson() {
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
fn lesson_files_are_valid_scenarios() {
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
fn other_actions_are_not_accepted() {
    let (mut wrong, mut refused) = (0, 0);
    for &course in Course::ALL {
        let mut lesson = Lesson::begin(library(), course).unwrap();
        let mut session = lesson.session();
        loop {
            go_on(&mut lesson, &mut session);
            if lesson.is_over() {
                break;
            }
            let answer = lesson.solution().cloned().unwrap();
            let answers: Vec<Action> =
                lesson.alternatives().chain(std::iter::once(answer.clone())).collect();
            let before = lesson.session().view;
            let offered = session.view().unwrap().offered(200).actions;
            let lays = |action: &Action| {
                use Action::{Arrange, Declare, Down, Knock};
                std::mem::discriminant(action) == std::mem::discriminant(&answer)
                    && matches!(action, Down(_) | Declare { .. } | Knock { .. } | Arrange(_))
            };
            for action in offered {
                let (one, now) = (action.to_string(), lesson.task());
                if answers.contains(&action) || lays(&action) {
                    continue;
                }
                match lesson.clone().handle_message(&say(&action)) {
                    Some(Attempt::NotTheTask) => wrong += 1,
                    // The solution in another notation, such as with an explicit end.
                    Some(Attempt::Done(_)) => {
                        use Action::{Off, Swap, Take, TakeDeep};
                        let ambiguous =
                            matches!(action, Off { .. } | Swap { .. } | TakeDeep(_) | Take);
                        assert!(ambiguous, "{course:?} {now}: {one}");
                    }
                    other => panic!("{course:?} {now}: {one}: {other:?}"),
                }
            }
            for action in ["call M1", "pick 1", "cut 3", "off M9 2C", "show", "rejoin"] {
                let Ok(action) = action.parse::<Action>() else { continue };
                match lesson.handle_message(&say(&action)) {
                    Some(Attempt::Refused(ServerMessage::Refused { id: 7, .. })) => refused += 1,
                    other => panic!("{course:?}: {action}: {other:?}"),
                }
            }
            assert_eq!(lesson.handle_message(&ClientMessage::Next), None);
            assert_eq!(lesson.session().view, before);
            let Some(Attempt::Done(messages)) = lesson.handle_message(&say(&answer)) else {
                panic!()
            };
            fold(&mut session, messages);
        }
        // Nothing happens after the end.
        assert!(lesson.advance().is_none());
        assert!(!matches!(lesson.handle_message(&say(&Action::Draw)), Some(Attempt::Done(_))));
    }
    assert!(wrong > 30 && refused > 40, "{wrong} {refused}");
}

#[test]
fn completed_lessons_round_trip() {
    let mut all = CompletedLessons::default();
    for course in [Course::Draw, Course::Buying, Course::Indian] {
        assert!(!all.has(course));
        all.note(course);
    }
    assert_eq!(all.text(), "draw buying indian");
    assert_eq!(CompletedLessons::read(&all.text()), all);
    assert_eq!(CompletedLessons::read("nonsense  draw"), CompletedLessons::read("draw"));
    assert_eq!(CompletedLessons::read(""), CompletedLessons::default());
}

/// Every lesson is linked from a coach line, and every coach line links to a lesson that fits its game.
#[test]
fn every_lesson_is_linked_from_a_coach_line() {
    for &course in Course::ALL {
        let rules = Lesson::begin(library(), course).unwrap().session().rules.unwrap();
        let mut of_family =
            coach::CoachLine::ALL.iter().map(|line| line.course(Family::of(&rules)));
        assert!(of_family.any(|offered| offered == course), "{course:?}");
    }
}
