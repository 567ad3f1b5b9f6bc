//! What a controller holds, and what may be seen of it.

use upcard_cards::Cards;
use upcard_engine::{MeldId, Seat, Seats, View};
use upcard_table::wire::ClientMessage;

use crate::prompt::{Does, Draft, LayDown, Prepared, Prompt};
use crate::{
    Hand, Held, LayDownDraft, Log, Plan, Planner, Reply, Session, Sort, Standing, Targets,
};

/// A question with its answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask {
    /// The question.
    pub question: String,
    /// The answers, what they do, and whether most people will want it.
    pub answers: Vec<(String, Does, bool)>,
}

/// A sentence that is read before all else, until the next move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// The sentence.
    pub text: String,
    /// Does it say why something was not done?
    pub refusal: bool,
}

/// What has changed since somebody asked last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Changed {
    /// What is known of the table.
    pub session: bool,
    /// The hand or its order.
    pub hand: bool,
    /// The selected cards, and with them where they may go.
    pub selected: bool,
    /// What is being put together.
    pub draft: bool,
    /// The question.
    pub ask: bool,
    /// The sentence that is read before all else.
    pub notice: bool,
    /// What happened, in sentences.
    pub log: bool,
    /// The standing answers.
    pub standing: bool,
}

/// The controller of a match, with the texts of its user interface.
pub struct Controller<T> {
    pub(super) texts: T,
    pub(super) session: Session,
    pub(super) hand: Hand,
    pub(super) selected: Vec<u32>,
    pub(super) draft: Draft,
    /// The advised rearrangement that the open one becomes card by card; none where the person goes on alone.
    pub(super) becoming: Draft,
    /// Is what was advised put together card by card?
    pub(super) card_by_card: bool,
    /// The lay-down that was put together last.
    pub(super) prepared: LayDownDraft,
    pub(super) standing: Standing,
    pub(super) ask: Option<Ask>,
    pub(super) notice: Option<Notice>,
    pub(super) refusals: u32,
    pub(super) log: Log,
    /// The decision in which a discard was asked about.
    pub(super) asked_twice: Option<u32>,
    pub(super) asks_discard: bool,
    /// The meld on which the selected cards are being laid off, one after the other.
    pub(super) laying: Option<MeldId>,
    /// What is being put together was sent, and closes when it is accepted.
    pub(super) closing: bool,
    /// Cards of a draft that was accepted: of several of one face these go.
    pub(super) leaving: Vec<u32>,
    /// Nobody else can be at this table.
    pub(super) alone: bool,
    /// Of whom it was told that they took a seat, and not yet that they are here.
    pub(super) arrived: Seats,
    pub(super) lay_down: LayDown,
    /// Who plans the hand; none as long as that is not there.
    pub(super) planner: Option<&'static dyn Planner>,
    /// The plan of the hand, and the decision and the hand that it is of.
    pub(super) plan: Plan,
    pub(super) planned: Option<(u32, Seat, Cards)>,
    pub(super) targets: Targets,
    pub(super) reply: Reply,
    pub(super) outbox: Vec<ClientMessage>,
    pub(super) changed: Changed,
}

impl<T> Controller<T> {
    /// A controller for the table of this session.
    #[must_use]
    pub fn new(texts: T, session: Session, standing: Standing) -> Controller<T> {
        Controller {
            texts,
            session,
            hand: Hand::default(),
            selected: Vec::new(),
            draft: Draft::None,
            becoming: Draft::None,
            card_by_card: false,
            prepared: LayDownDraft::default(),
            standing,
            ask: None,
            notice: None,
            refusals: 0,
            log: Log::default(),
            asked_twice: None,
            asks_discard: true,
            laying: None,
            closing: false,
            leaving: Vec::new(),
            alone: false,
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

    /// The table is one at which nobody else can sit: who comes and goes there is no news.
    #[must_use]
    pub fn alone(mut self) -> Controller<T> {
        self.alone = true;
        self
    }

    /// A rearrangement that was advised is put together card by card, by [`Controller::next_card`].
    #[must_use]
    pub fn card_by_card(mut self) -> Controller<T> {
        self.card_by_card = true;
        self
    }

    /// Hands are planned by this one from the beginning.
    #[must_use]
    pub fn planned_by(mut self, planner: &'static dyn Planner) -> Controller<T> {
        self.planner = Some(planner);
        self
    }

    /// Who plans the hand.
    #[must_use]
    pub fn planner(&self) -> Option<&'static dyn Planner> {
        self.planner
    }

    /// Goes to another table. The texts stay, and the standing answers that are meant for no match.
    pub fn reset(&mut self, session: Session)
    where
        T: Clone,
    {
        let mut standing = self.standing;
        standing.match_begins();
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

    /// The texts.
    pub fn texts_mut(&mut self) -> &mut T {
        &mut self.texts
    }

    /// What is known of the table.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The same, for what is told of the fairness of the deals beside the table's messages.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// The own view, to judge by; none for spectators and before the match.
    #[must_use]
    pub fn view(&self) -> Option<View<'_>> {
        self.session.view()
    }

    /// The own hand.
    #[must_use]
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// The ids of the selected cards: of the hand, and while the table is rearranged of its melds.
    #[must_use]
    pub fn selected(&self) -> &Vec<u32> {
        &self.selected
    }

    /// The selected cards of the hand.
    #[must_use]
    pub fn chosen(&self) -> Vec<Held> {
        self.selected.iter().filter_map(|id| self.hand.get(*id)).collect()
    }

    /// What is being put together.
    #[must_use]
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// Is a rearrangement being put together card by card?
    #[must_use]
    pub fn is_becoming(&self) -> bool {
        self.becoming != Draft::None
    }

    /// The question that is open.
    #[must_use]
    pub fn ask(&self) -> &Option<Ask> {
        &self.ask
    }

    /// The sentence that is read before all else.
    #[must_use]
    pub fn notice(&self) -> &Option<Notice> {
        &self.notice
    }

    /// How many times something was refused, so that each time is seen.
    #[must_use]
    pub fn refusals(&self) -> u32 {
        self.refusals
    }

    /// What happened, in sentences.
    #[must_use]
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Standing answers to offers.
    #[must_use]
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// What they make of the offer that is open.
    #[must_use]
    pub fn reply(&self) -> &Reply {
        &self.reply
    }

    /// Where the selected cards may go.
    #[must_use]
    pub fn targets(&self) -> &Targets {
        &self.targets
    }

    /// Does the hand hold something that may be laid down now, and is it advised?
    #[must_use]
    pub fn lay_down(&self) -> &LayDown {
        &self.lay_down
    }

    /// The plan of the hand: what slots, order, hint and proposals show.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Is the person asked something that no standing answer settles?
    #[must_use]
    pub fn needed(&self) -> bool {
        self.reply == Reply::Ask && self.session.asked()
    }

    /// The number of the decision that is open.
    #[must_use]
    pub fn decision(&self) -> Option<u32> {
        self.session.view.as_ref().map(|own| own.table.decision())
    }

    /// What is asked of the person now, and the answers.
    #[must_use]
    pub fn prompt(&self) -> Prompt {
        let prepared = Prepared {
            draft: if self.is_becoming() { &self.becoming } else { &self.draft },
            chosen: &self.chosen(),
            targets: &self.targets,
            lay_down: self.lay_down,
            advice: self.plan.advice.as_ref(),
            reply: self.reply,
        };
        Prompt::now(&self.session, prepared)
    }

    /// The hand in groups, with what lies in a draft.
    #[must_use]
    pub fn groups(&self, sort: Sort) -> Vec<Vec<Held>> {
        self.hand.shown(sort, &self.plan)
    }

    /// The hand as it is shown, in groups, without what lies in a draft.
    #[must_use]
    pub fn shown(&self, sort: Sort) -> Vec<Vec<Held>> {
        let lies = |held: &Held| match &self.draft {
            Draft::None => false,
            Draft::Down(draft) => draft.holds(held.id),
            Draft::Arrange(draft) => draft.find(held.id).is_some(),
        };
        let mut groups = self.groups(sort);
        groups.iter_mut().for_each(|group| group.retain(|held| !lies(held)));
        groups.retain(|group| !group.is_empty());
        groups
    }

    /// Takes up what happened before, where nothing is known of it here.
    pub fn recall(&mut self, lines: impl Iterator<Item = String>) {
        if self.log.lines().is_empty() {
            lines.for_each(|line| self.log.push(line));
            self.changed.log = true;
        }
    }

    /// What has changed since this was asked last.
    pub fn take_changed(&mut self) -> Changed {
        std::mem::take(&mut self.changed)
    }

    /// What is to be sent to the table, in order.
    pub fn take_outbox(&mut self) -> Vec<ClientMessage> {
        std::mem::take(&mut self.outbox)
    }
}
