//! Short interactive lessons, played on set-up positions. A lesson is a scenario file: each scenario starts
//! with a position, the actions of seat 1 are the learner's tasks, and other seats act automatically. The
//! engine judges every attempt, as at any table.

use std::fmt;
use std::sync::Arc;

use strum::{IntoStaticStr, VariantArray};
use upcard_engine::{Action, Event, Game, Library, OwnView, Seat, Viewer};
use upcard_scenario::{Check, Scenario, StepKind, Verdict, parse, position_of};
use upcard_table::wire::{
    ClientMessage, Level, Refused, SeatInfo, SeatPlan, ServerMessage, SetUp, Sitter, Stage,
};

use crate::Session;

const LEARNER: Seat = Seat::at(0);

/// A lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Course {
    /// Drawing and discarding.
    Draw,
    /// Sets and runs.
    Melds,
    /// Laying down the contract.
    GoingDown,
    /// Laying off, and swapping wild cards.
    LayingOff,
    /// Buying, and races for the upcard.
    Buying,
    /// Rearranging melds on the table.
    Rearranging,
    /// Games without contracts.
    MeldGames,
    /// Games with hidden melds that end with a knock.
    Gin,
    /// Games in which melds score points.
    #[strum(serialize = "rummy-500")]
    RummyFiveHundred,
    /// Games in which the whole hand is declared.
    Indian,
}

impl Course {
    /// All lessons, in teaching order.
    pub const ALL: &[Course] = Course::VARIANTS;

    /// Its id.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// Source of its scenarios.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Course::Draw => include_str!("../lessons/draw.scenario"),
            Course::Melds => include_str!("../lessons/melds.scenario"),
            Course::GoingDown => include_str!("../lessons/going-down.scenario"),
            Course::LayingOff => include_str!("../lessons/laying-off.scenario"),
            Course::Buying => include_str!("../lessons/buying.scenario"),
            Course::Rearranging => include_str!("../lessons/rearranging.scenario"),
            Course::MeldGames => include_str!("../lessons/meld-games.scenario"),
            Course::Gin => include_str!("../lessons/gin.scenario"),
            Course::RummyFiveHundred => include_str!("../lessons/rummy-500.scenario"),
            Course::Indian => include_str!("../lessons/indian.scenario"),
        }
    }
}

/// Bitmask of the lessons completed on this device.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CompletedLessons(u16);

impl CompletedLessons {
    /// Returns `true` if the lesson was completed.
    #[must_use]
    pub const fn has(self, course: Course) -> bool {
        self.0 & (1 << course as u16) != 0
    }

    /// Marks a lesson as completed.
    pub fn note(&mut self, course: Course) {
        self.0 |= 1 << course as u16;
    }

    /// Serializes to words, for storage.
    #[must_use]
    pub fn text(self) -> String {
        let done = Course::ALL.iter().copied().filter(|course| self.has(*course));
        done.map(Course::word).collect::<Vec<_>>().join(" ")
    }

    /// Parses the output of [`CompletedLessons::text`], skipping unknown words.
    #[must_use]
    pub fn read(text: &str) -> CompletedLessons {
        let mut all = CompletedLessons::default();
        let known = |word: &str| Course::ALL.iter().copied().find(|course| course.word() == word);
        text.split(' ').filter_map(known).for_each(|course| all.note(course));
        all
    }
}

/// Result of an attempt by the learner.
#[derive(Clone, PartialEq, Debug)]
pub enum Attempt {
    /// Task solved.
    Done(Vec<ServerMessage>),
    /// Illegal, with the reason.
    Refused(ServerMessage),
    /// Legal, but not the task. The position is unchanged.
    NotTheTask,
}

/// An automatic step.
#[derive(Clone, Debug)]
pub enum AutomaticStep {
    /// Another seat acts.
    Messages(Vec<ServerMessage>),
    /// The lesson continues from another position.
    Position(Box<Session>),
}

/// Error in a lesson's file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonError(String);

impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LessonError {}

/// A lesson in progress.
#[derive(Clone)]
pub struct Lesson {
    library: Arc<Library>,
    course: Course,
    scenarios: Vec<Scenario>,
    game: Game,
    /// Index of the scenario, and of its next step.
    at: (usize, usize),
    /// Current task, from 1.
    task: usize,
    sequence: u64,
}

impl Lesson {
    /// Starts a lesson.
    ///
    /// # Errors
    /// Errors in its file.
    pub fn begin(library: Arc<Library>, course: Course) -> Result<Lesson, LessonError> {
        let wrong = |error: &dyn fmt::Display| LessonError(format!("{}: {error}", course.word()));
        let scenarios = parse(course.text()).map_err(|errors| match errors.first() {
            Some(error) => wrong(error),
            None => wrong(&"it has no scenario"),
        })?;
        let first = scenarios.first().ok_or_else(|| wrong(&"it has no scenario"))?;
        let game = position_of(first, &library).map_err(|error| wrong(&error))?;
        let mut lesson =
            Lesson { library, course, scenarios, game, at: (0, 0), task: 1, sequence: 0 };
        lesson.find_task();
        Ok(lesson)
    }

    /// The lesson.
    #[must_use]
    pub fn course(&self) -> Course {
        self.course
    }

    /// Current task, from 1.
    #[must_use]
    pub fn task(&self) -> usize {
        self.task
    }

    /// Number of tasks.
    #[must_use]
    pub fn tasks(&self) -> usize {
        let steps = self.scenarios.iter().flat_map(|scenario| &scenario.steps);
        steps.filter(|step| is_task(&step.kind)).count()
    }

    /// Returns `true` if all tasks are done.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.task > self.tasks()
    }

    /// Returns `true` if it is the learner's turn to act.
    #[must_use]
    pub fn is_learners_turn(&self) -> bool {
        self.step().is_some_and(is_task)
    }

    /// Solution of the current task; `None` while others act.
    #[must_use]
    pub fn solution(&self) -> Option<&Action> {
        match self.step() {
            Some(step @ StepKind::Act { action, .. }) if is_task(step) => Some(action),
            _ => None,
        }
    }

    /// Further accepted solutions.
    pub fn alternatives(&self) -> impl Iterator<Item = Action> + '_ {
        let steps = &self.scenarios[self.at.0].steps;
        let before = steps[..self.at.1].iter().rev();
        before.take_while(|step| matches!(step.kind, StepKind::Check(_))).filter_map(|step| {
            match &step.kind {
                StepKind::Check(Check::Offered(LEARNER, text, true)) => text.parse().ok(),
                _ => None,
            }
        })
    }

    /// Session that shows the current position to the learner.
    #[must_use]
    pub fn session(&self) -> Session {
        let scenario = &self.scenarios[self.at.0];
        let rules = self.game.rules().clone();
        let (players, level) = (usize::from(rules.players), Level::Steady);
        let mut session = Session::new(self.library.clone(), 1);
        session.seated = vec![SeatInfo::of(Sitter::Bot { level }); players];
        session.seated[LEARNER.index()] = SeatInfo::of(Sitter::Person { name: String::new() });
        session.present = vec![true; players];
        let mut seats = vec![SeatPlan::Bot { level }; players];
        seats[LEARNER.index()] = SeatPlan::Person;
        session.set_up = Some(SetUp::new(&scenario.game, seats));
        session.rules = Some(rules);
        session.view = Some(self.game.own_view(Some(LEARNER)));
        session.seat = Some(LEARNER);
        session.stage = Stage::Playing;
        session.number = 1;
        session.sequence = Some(self.sequence);
        session.story.begin(session.view.as_ref());
        session
    }

    /// Handles a message of the learner. Messages other than actions are ignored.
    pub fn handle_message(&mut self, message: &ClientMessage) -> Option<Attempt> {
        let ClientMessage::Act { id, action, .. } = message else { return None };
        let Ok(action) = action.parse::<Action>() else { return Some(Attempt::NotTheTask) };
        if let Err(refusal) = self.game.view(LEARNER).judge(&action) {
            let why = Refused::Rule { code: refusal.code() };
            return Some(Attempt::Refused(ServerMessage::Refused { id: *id, why }));
        }
        if !self.solves(&action) {
            return Some(Attempt::NotTheTask);
        }
        let mut messages = vec![ServerMessage::Accepted { id: *id }];
        messages.extend(self.act(LEARNER, &action));
        self.task += 1;
        self.at.1 += 1;
        self.find_task();
        Some(Attempt::Done(messages))
    }

    /// Performs the next automatic step; `None` if the learner is to act, or the lesson is over.
    pub fn advance(&mut self) -> Option<AutomaticStep> {
        if self.is_over() {
            return None;
        }
        match self.step().cloned() {
            Some(step) if is_task(&step) => None,
            Some(StepKind::Act { seat, action, .. }) => {
                let messages = self.act(seat, &action);
                self.at.1 += 1;
                self.find_task();
                Some(AutomaticStep::Messages(messages))
            }
            Some(StepKind::Next(_) | StepKind::Check(_)) => None,
            None => {
                let next = self.at.0 + 1;
                self.game = position_of(self.scenarios.get(next)?, &self.library).ok()?;
                self.at = (next, 0);
                self.find_task();
                Some(AutomaticStep::Position(Box::new(self.session())))
            }
        }
    }

    fn step(&self) -> Option<&StepKind> {
        self.scenarios[self.at.0].steps.get(self.at.1).map(|step| &step.kind)
    }

    /// Advances past checks and refused actions.
    fn find_task(&mut self) {
        let passes = |step: &StepKind| match step {
            StepKind::Check(_) | StepKind::Next(_) => true,
            StepKind::Act { verdict, .. } => matches!(verdict, Some(Verdict::Refused(_))),
        };
        while self.step().is_some_and(passes) {
            self.at.1 += 1;
        }
    }

    /// Returns `true` if a legal action solves the task. Melds may be laid down in any order and with any
    /// legal cards; other actions must equal the solution, in any notation, or one of the further solutions.
    fn solves(&self, action: &Action) -> bool {
        let Some(answer) = self.solution() else { return false };
        let lays = matches!(
            answer,
            Action::Down(_) | Action::Declare { .. } | Action::Knock { .. } | Action::Arrange(_)
        );
        let same = |other: &Action| {
            std::mem::discriminant(other) == std::mem::discriminant(action)
                && (lays || other == action || self.after(other) == self.after(action))
        };
        same(answer) || self.alternatives().any(|other| same(&other))
    }

    /// The learner's view after an action.
    fn after(&self, action: &Action) -> Option<OwnView> {
        let mut game = self.game.clone();
        game.act(LEARNER, action, &mut ()).ok()?;
        Some(game.own_view(Some(LEARNER)))
    }

    fn act(&mut self, seat: Seat, action: &Action) -> Vec<ServerMessage> {
        let mut events: Vec<Event> = Vec::new();
        // Errors are ignored: the next position is independent.
        let _ = self.game.act(seat, action, &mut events);
        let message = |event: &Event| {
            self.sequence += 1;
            let event = event.redacted_for(Viewer::Seat(LEARNER)).into();
            ServerMessage::Event { sequence: self.sequence, event }
        };
        events.iter().map(message).collect()
    }
}

/// Returns `true` if this step is a task for the learner.
fn is_task(step: &StepKind) -> bool {
    matches!(step, StepKind::Act { seat: LEARNER, verdict, .. } if !matches!(verdict, Some(Verdict::Refused(_))))
}
