//! Short lessons, played on positions. A lesson is a file of scenarios: each begins with a position, what the
//! learner is to do is what seat 1 does there, and what the others do follows by itself. The engine judges
//! whatever is tried, as at any table.

use std::fmt;
use std::sync::Arc;

use strum::{IntoStaticStr, VariantArray};
use upcard_engine::{Action, Event, Game, Library, OwnView, Seat, Viewer};
use upcard_scenario::{Check, Scenario, StepKind, Verdict, parse, position_of};
use upcard_table::wire::{
    ClientMessage, Level, Refused, SeatInfo, SeatPlan, ServerMessage, SetUp, Sitter, Stage,
};

use crate::Session;

/// The learner's seat.
const OWN: Seat = Seat::at(0);

/// A lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Course {
    /// Drawing and discarding.
    Draw,
    /// Sets and runs.
    Melds,
    /// Going down.
    GoingDown,
    /// Laying off, and swapping wild cards.
    LayingOff,
    /// Buying, and races for the upcard.
    Buying,
    /// Rearranging the table.
    Rearranging,
    /// Games in which melds are laid without a contract.
    MeldGames,
    /// Games in which melds stay in the hand until somebody knocks.
    Gin,
    /// Games in which what lies on the table counts.
    #[strum(serialize = "rummy-500")]
    RummyFiveHundred,
    /// Games in which the whole hand is declared.
    Indian,
}

impl Course {
    /// All of them, in the order in which they are learnt.
    pub const ALL: &[Course] = Course::VARIANTS;

    /// The word that names it.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// The scenarios that it is played on.
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

/// The lessons that a person has played to their end on this device.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Learnt(u16);

impl Learnt {
    /// Has it been played to its end?
    #[must_use]
    pub const fn has(self, course: Course) -> bool {
        self.0 & (1 << course as u16) != 0
    }

    /// Notes one.
    pub fn note(&mut self, course: Course) {
        self.0 |= 1 << course as u16;
    }

    /// As words, to be kept.
    #[must_use]
    pub fn text(self) -> String {
        let words =
            Course::ALL.iter().copied().filter(|course| self.has(*course)).map(Course::word);
        words.collect::<Vec<_>>().join(" ")
    }

    /// Reads what [`Learnt::text`] gave; words that are none are left out.
    #[must_use]
    pub fn read(text: &str) -> Learnt {
        let mut all = Learnt::default();
        let known = |word: &str| Course::ALL.iter().copied().find(|course| course.word() == word);
        text.split(' ').filter_map(known).for_each(|course| all.note(course));
        all
    }
}

/// What came of something that the learner did.
#[derive(Clone, PartialEq, Debug)]
pub enum Tried {
    /// It is what was asked for.
    Done(Vec<ServerMessage>),
    /// The rules refuse it: this says why.
    Refused(ServerMessage),
    /// It is allowed, and not what was asked for. Nothing has changed.
    NotThat,
}

/// What follows by itself.
#[derive(Clone, Debug)]
pub enum Follows {
    /// Another seat does something.
    Messages(Vec<ServerMessage>),
    /// The lesson goes on from another position.
    Position(Box<Session>),
}

/// A lesson that cannot be played: its file is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonError(String);

impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LessonError {}

/// A lesson that is being played.
#[derive(Clone)]
pub struct Lesson {
    library: Arc<Library>,
    course: Course,
    scenarios: Vec<Scenario>,
    game: Game,
    /// The scenario, and the next of its steps.
    at: (usize, usize),
    /// The task, from 1.
    task: usize,
    sequence: u64,
}

impl Lesson {
    /// Begins a lesson.
    ///
    /// # Errors
    /// What is wrong with its file.
    pub fn begin(library: Arc<Library>, course: Course) -> Result<Lesson, LessonError> {
        Lesson::of(library, course, course.text())
    }

    fn of(library: Arc<Library>, course: Course, text: &str) -> Result<Lesson, LessonError> {
        let wrong = |error: &dyn fmt::Display| LessonError(format!("{}: {error}", course.word()));
        let scenarios = parse(text).map_err(|errors| match errors.first() {
            Some(error) => wrong(error),
            None => wrong(&"it holds no scenario"),
        })?;
        let first = scenarios.first().ok_or_else(|| wrong(&"it holds no scenario"))?;
        let game = position_of(first, &library).map_err(|error| wrong(&error))?;
        let mut lesson =
            Lesson { library, course, scenarios, game, at: (0, 0), task: 1, sequence: 0 };
        lesson.find_task();
        Ok(lesson)
    }

    /// Which one it is.
    #[must_use]
    pub fn course(&self) -> Course {
        self.course
    }

    /// The task that is to be done, from 1.
    #[must_use]
    pub fn task(&self) -> usize {
        self.task
    }

    /// How many there are.
    #[must_use]
    pub fn tasks(&self) -> usize {
        self.scenarios
            .iter()
            .flat_map(|scenario| &scenario.steps)
            .filter(|s| is_task(&s.kind))
            .count()
    }

    /// Is it over?
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.task > self.tasks()
    }

    /// Is the learner to do something now, and not to wait for others?
    #[must_use]
    pub fn asks(&self) -> bool {
        self.step().is_some_and(is_task)
    }

    /// What is done where the task is done as the file has it; none while others are to act.
    #[must_use]
    pub fn answer(&self) -> Option<&Action> {
        match self.step() {
            Some(step @ StepKind::Act { action, .. }) if is_task(step) => Some(action),
            _ => None,
        }
    }

    /// All that is taken for an answer beside it.
    pub fn others(&self) -> impl Iterator<Item = Action> + '_ {
        let steps = &self.scenarios[self.at.0].steps;
        let before = steps[..self.at.1].iter().rev();
        before.take_while(|step| matches!(step.kind, StepKind::Check(_))).filter_map(|step| {
            match &step.kind {
                StepKind::Check(Check::Offered(OWN, text, true)) => text.parse().ok(),
                _ => None,
            }
        })
    }

    /// The table as it stands, as the learner sees it.
    #[must_use]
    pub fn session(&self) -> Session {
        let scenario = &self.scenarios[self.at.0];
        let rules = self.game.rules().clone();
        let mut session = Session::new(self.library.clone(), 1);
        let bot = Level::Steady;
        session.seated = vec![SeatInfo::of(Sitter::Bot { level: bot }); usize::from(rules.players)];
        session.seated[OWN.index()] = SeatInfo::of(Sitter::Person { name: String::new() });
        session.present = vec![true; usize::from(rules.players)];
        let mut seats = vec![SeatPlan::Bot { level: bot }; usize::from(rules.players)];
        seats[OWN.index()] = SeatPlan::Person;
        session.set_up = Some(SetUp::new(&scenario.game, seats));
        session.rules = Some(rules);
        session.view = Some(self.game.own_view(Some(OWN)));
        session.seat = Some(OWN);
        session.stage = Stage::Playing;
        session.number = 1;
        session.sequence = Some(self.sequence);
        session.story.begin(session.view.as_ref());
        session
    }

    /// Takes what the learner does. What is no action comes to nothing.
    pub fn take(&mut self, message: &ClientMessage) -> Option<Tried> {
        let ClientMessage::Act { id, action, .. } = message else { return None };
        let Ok(action) = action.parse::<Action>() else { return Some(Tried::NotThat) };
        if let Err(refusal) = self.game.view(OWN).judge(&action) {
            let why = Refused::Rule { code: refusal.code() };
            return Some(Tried::Refused(ServerMessage::Refused { id: *id, why }));
        }
        if !self.fulfils(&action) {
            return Some(Tried::NotThat);
        }
        let mut messages = vec![ServerMessage::Accepted { id: *id }];
        messages.extend(self.act(OWN, &action));
        self.task += 1;
        self.at.1 += 1;
        self.find_task();
        Some(Tried::Done(messages))
    }

    /// What happens next by itself; none where the learner is to do something, or the lesson is over.
    pub fn follow(&mut self) -> Option<Follows> {
        if self.is_over() {
            return None;
        }
        match self.step().cloned() {
            Some(step) if is_task(&step) => None,
            Some(StepKind::Act { seat, action, .. }) => {
                let messages = self.act(seat, &action);
                self.at.1 += 1;
                self.find_task();
                Some(Follows::Messages(messages))
            }
            Some(StepKind::Next(_) | StepKind::Check(_)) => None,
            None => {
                let next = self.at.0 + 1;
                self.game = position_of(self.scenarios.get(next)?, &self.library).ok()?;
                self.at = (next, 0);
                self.find_task();
                Some(Follows::Position(Box::new(self.session())))
            }
        }
    }

    fn step(&self) -> Option<&StepKind> {
        self.scenarios[self.at.0].steps.get(self.at.1).map(|step| &step.kind)
    }

    /// Passes over what is only checked, and what the rules refuse.
    fn find_task(&mut self) {
        let passes = |step: &StepKind| match step {
            StepKind::Check(_) | StepKind::Next(_) => true,
            StepKind::Act { verdict, .. } => matches!(verdict, Some(Verdict::Refused(_))),
        };
        while self.step().is_some_and(passes) {
            self.at.1 += 1;
        }
    }

    /// Is this legal action what was asked for? Melds may be laid in any order and with any cards that the
    /// rules allow; of everything else it is this very action, however it is written, or one of those beside it.
    fn fulfils(&self, action: &Action) -> bool {
        let Some(answer) = self.answer() else { return false };
        let lays = matches!(
            answer,
            Action::Down(_) | Action::Declare { .. } | Action::Knock { .. } | Action::Arrange(_)
        );
        let same = |other: &Action| {
            std::mem::discriminant(other) == std::mem::discriminant(action)
                && (lays || other == action || self.after(other) == self.after(action))
        };
        same(answer) || self.others().any(|other| same(&other))
    }

    /// What the learner sees after an action.
    fn after(&self, action: &Action) -> Option<OwnView> {
        let mut game = self.game.clone();
        game.act(OWN, action, &mut ()).ok()?;
        Some(game.own_view(Some(OWN)))
    }

    fn act(&mut self, seat: Seat, action: &Action) -> Vec<ServerMessage> {
        let mut events: Vec<Event> = Vec::new();
        // What could not be done here is passed over: the next position stands by itself.
        let _ = self.game.act(seat, action, &mut events);
        let seen = events.iter().map(|event| event.seen_by(Viewer::Seat(OWN)));
        let mut messages = Vec::new();
        for event in seen {
            self.sequence += 1;
            messages.push(ServerMessage::Event { sequence: self.sequence, event: event.into() });
        }
        messages
    }
}

/// Is this step something that the learner is to do?
fn is_task(step: &StepKind) -> bool {
    matches!(step, StepKind::Act { seat: OWN, verdict, .. } if !matches!(verdict, Some(Verdict::Refused(_))))
}
