//! State of the controller, and its accessors.

use upcard_cards::Cards;
use upcard_engine::{MeldId, Seat, Seats, View};
use upcard_table::wire::ClientMessage;

use crate::prompt::{AnswerAction, Draft, LayDown, Prompt, PromptInputs};
use crate::{
    Hand, HandCard, LayDownDraft, Log, Plan, Planner, Reply, Session, Sort, StandingAnswers,
    Targets,
};

/// A question to confirm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Confirmation {
    /// Question.
    pub question: String,
    /// Answers: label, action, and whether it is the primary one.
    pub answers: Vec<(String, AnswerAction, bool)>,
}

/// A notice, shown first until the next move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Text.
    pub text: String,
    /// `true` if it explains a refusal.
    pub refusal: bool,
}

/// Flags of what has changed since the last query.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Changed {
    /// Session state.
    pub session: bool,
    /// Hand or its order.
    pub hand: bool,
    /// Selected cards and their targets.
    pub selected: bool,
    /// Draft.
    pub draft: bool,
    /// Question.
    pub ask: bool,
    /// Notice.
    pub notice: bool,
    /// Log.
    pub log: bool,
    /// Standing answers.
    pub standing: bool,
}

/// Controller of a match, with the texts of its user interface.
pub struct Controller<T> {
    pub(super) texts: T,
    pub(super) session: Session,
    pub(super) hand: Hand,
    pub(super) selected: Vec<u32>,
    pub(super) draft: Draft,
    /// Goal of a suggested rearrangement that is built card by card; `Draft::None` if there is none.
    pub(super) build_goal: Draft,
    /// Whether suggested rearrangements are built card by card.
    pub(super) card_by_card: bool,
    /// Last lay-down draft.
    pub(super) prepared: LayDownDraft,
    pub(super) standing: StandingAnswers,
    pub(super) ask: Option<Confirmation>,
    pub(super) notice: Option<Notice>,
    pub(super) refusals: u32,
    pub(super) log: Log,
    /// Decision in which a discard was confirmed already.
    pub(super) confirmed_decision: Option<u32>,
    pub(super) asks_discard: bool,
    /// Meld on which the selected cards are being laid off, one after the other.
    pub(super) laying_off_on: Option<MeldId>,
    /// The draft was sent and closes when accepted.
    pub(super) closing: bool,
    /// Cards of an accepted draft: of identical cards in the hand, these are removed.
    pub(super) leaving: Vec<u32>,
    /// Nobody else can be at this table.
    pub(super) private: bool,
    /// Seats announced as taken, but not yet as present.
    pub(super) arrived: Seats,
    pub(super) lay_down: LayDown,
    /// Planner of the hand; `None` until it is loaded.
    pub(super) planner: Option<&'static dyn Planner>,
    /// Plan of the hand, with the decision, seat and hand for which it was made.
    pub(super) plan: Plan,
    pub(super) planned: Option<(u32, Seat, Cards)>,
    pub(super) targets: Targets,
    pub(super) reply: Reply,
    pub(super) outbox: Vec<ClientMessage>,
    pub(super) changed: Changed,
}

impl<T> Controller<T> {
    /// Creates a controller for a session.
    #[must_use]
    pub fn new(texts: T, session: Session, standing: StandingAnswers) -> Controller<T> {
        Controller {
            texts,
            session,
            hand: Hand::default(),
            selected: Vec::new(),
            draft: Draft::None,
            build_goal: Draft::None,
            card_by_card: false,
            prepared: LayDownDraft::default(),
            standing,
            ask: None,
            notice: None,
            refusals: 0,
            log: Log::default(),
            confirmed_decision: None,
            asks_discard: true,
            laying_off_on: None,
            closing: false,
            leaving: Vec::new(),
            private: false,
            arrived: Seats::NONE,
            lay_down: LayDown::No,
            planner: None,
            plan: Plan::default(),
            planned: None,
            targets: Targets::default(),
            reply: Reply::Ask,
            outbox: Vec::new(),
            changed: Changed::default(),
        }
    }

    /// Marks the table as private to this person, so that presence is not announced.
    #[must_use]
    pub fn private(mut self) -> Controller<T> {
        self.private = true;
        self
    }

    /// Builds suggested rearrangements card by card, with [`Controller::next_card`].
    #[must_use]
    pub fn card_by_card(mut self) -> Controller<T> {
        self.card_by_card = true;
        self
    }

    /// Sets the planner from the start.
    #[must_use]
    pub fn with_planner(mut self, planner: &'static dyn Planner) -> Controller<T> {
        self.planner = Some(planner);
        self
    }

    /// Planner of the hand.
    #[must_use]
    pub fn planner(&self) -> Option<&'static dyn Planner> {
        self.planner
    }

    /// Switches to another table. Keeps the texts and the standing answers that are not tied to a match.
    pub fn reset(&mut self, session: Session)
    where
        T: Clone,
    {
        let mut standing = self.standing;
        standing.reset_match_answers();
        let (texts, refusals) = (self.texts.clone(), self.refusals);
        let (card_by_card, planner) = (self.card_by_card, self.planner);
        *self = Controller::new(texts, session, standing);
        (self.card_by_card, self.planner) = (card_by_card, planner);
        self.refusals = refusals;
        self.changed = Changed {
            session: true,
            hand: true,
            selected: true,
            draft: true,
            ask: true,
            notice: true,
            log: true,
            standing: true,
        };
    }

    /// Texts.
    pub fn texts_mut(&mut self) -> &mut T {
        &mut self.texts
    }

    /// Session state.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The same, mutable, for fairness data that arrives outside the table's messages.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// This client's view for judging actions; `None` for spectators and before the match.
    #[must_use]
    pub fn view(&self) -> Option<View<'_>> {
        self.session.view()
    }

    /// This client's hand.
    #[must_use]
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// Ids of the selected cards: from the hand, and during a rearrangement also from the table.
    #[must_use]
    pub fn selected(&self) -> &Vec<u32> {
        &self.selected
    }

    /// Selected cards from the hand.
    #[must_use]
    pub fn chosen(&self) -> Vec<HandCard> {
        self.selected.iter().filter_map(|id| self.hand.get(*id)).collect()
    }

    /// Current draft.
    #[must_use]
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// Returns `true` while a rearrangement is built card by card.
    #[must_use]
    pub fn is_building(&self) -> bool {
        self.build_goal != Draft::None
    }

    /// Open question.
    #[must_use]
    pub fn ask(&self) -> &Option<Confirmation> {
        &self.ask
    }

    /// Current notice.
    #[must_use]
    pub fn notice(&self) -> &Option<Notice> {
        &self.notice
    }

    /// Number of refusals, so that repeated ones are noticed.
    #[must_use]
    pub fn refusals(&self) -> u32 {
        self.refusals
    }

    /// Log of events, in sentences.
    #[must_use]
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Standing answers to offers.
    #[must_use]
    pub fn standing(&self) -> &StandingAnswers {
        &self.standing
    }

    /// Standing reply to the current offer.
    #[must_use]
    pub fn reply(&self) -> &Reply {
        &self.reply
    }

    /// Targets of the selected cards.
    #[must_use]
    pub fn targets(&self) -> &Targets {
        &self.targets
    }

    /// Whether something can be laid down from the hand, and whether that is advised.
    #[must_use]
    pub fn lay_down(&self) -> &LayDown {
        &self.lay_down
    }

    /// Plan of the hand, used by slots, sorting, hints and proposals.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns `true` if a decision of this person is pending that no standing answer settles.
    #[must_use]
    pub fn needs_decision(&self) -> bool {
        self.reply == Reply::Ask && self.session.must_decide()
    }

    /// Number of the current decision.
    #[must_use]
    pub fn decision(&self) -> Option<u32> {
        self.session.view.as_ref().map(|own| own.table.decision())
    }

    /// Current prompt with its answers.
    #[must_use]
    pub fn prompt(&self) -> Prompt {
        let prepared = PromptInputs {
            draft: if self.is_building() { &self.build_goal } else { &self.draft },
            chosen: &self.chosen(),
            targets: &self.targets,
            lay_down: self.lay_down,
            advice: self.plan.advice.as_ref(),
            reply: self.reply,
        };
        Prompt::now(&self.session, prepared)
    }

    /// Hand in groups, including cards in a draft.
    #[must_use]
    pub fn groups(&self, sort: Sort) -> Vec<Vec<HandCard>> {
        self.hand.shown(sort, &self.plan)
    }

    /// Displayed hand in groups, without cards in a draft.
    #[must_use]
    pub fn shown(&self, sort: Sort) -> Vec<Vec<HandCard>> {
        let lies = |held: &HandCard| match &self.draft {
            Draft::None => false,
            Draft::Down(draft) => draft.holds(held.id),
            Draft::Arrange(draft) => draft.find(held.id).is_some(),
        };
        let mut groups = self.groups(sort);
        groups.iter_mut().for_each(|group| group.retain(|held| !lies(held)));
        groups.retain(|group| !group.is_empty());
        groups
    }

    /// Restores earlier log lines if the log is empty.
    pub fn recall(&mut self, lines: impl Iterator<Item = String>) {
        if self.log.lines().is_empty() {
            lines.for_each(|line| self.log.push(line));
            self.changed.log = true;
        }
    }

    /// Returns and resets the change flags.
    pub fn take_changed(&mut self) -> Changed {
        std::mem::take(&mut self.changed)
    }

    /// Takes the outgoing messages, in order.
    pub fn take_outbox(&mut self) -> Vec<ClientMessage> {
        std::mem::take(&mut self.outbox)
    }
}
