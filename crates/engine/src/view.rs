//! What one seat knows, and the judging of its actions by nothing else.

use std::sync::Arc;

use upcard_cards::{Card, Cards};
use upcard_solver::{Leave, Problem};

use crate::action::Action;
use crate::compile::{DealRules, Rules};
use crate::event::Event;
use crate::moves::Move;
use crate::refusal::Refusal;
use crate::rules;
use crate::table::{Phase, Seat, SeatState, Table, TableMeld, Turn};

/// What one seat knows: the table, its own hand, and the cards it has seen go blindly from hand
/// to hand. Every rule judges by this and by nothing else, so that server, page and bots run the
/// same check.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The rules of the table.
    pub rules: &'a Arc<Rules>,
    /// What all may see.
    pub table: &'a Table,
    /// Whose view it is.
    pub seat: Seat,
    /// The own hand.
    pub hand: &'a Cards,
    /// Cards that this seat knows in other hands beyond what all have seen: holder and card.
    pub whispers: &'a [(Seat, Card)],
}

/// The part of a view by which plays are judged. Plays of a turn are tried out on changed copies.
#[derive(Clone, Copy)]
pub(crate) struct Spot<'a> {
    pub(crate) rules: &'a Rules,
    /// The rules of the deal whose contract the seat has.
    pub(crate) deal: &'a DealRules,
    pub(crate) me: Seat,
    pub(crate) hand: &'a Cards,
    pub(crate) melds: &'a [TableMeld],
    pub(crate) next_meld: u16,
    pub(crate) seat: &'a SeatState,
    pub(crate) turn: &'a Turn,
}

impl<'a> View<'a> {
    pub(crate) fn spot(&self) -> Spot<'a> {
        let seat = &self.table.seats[self.seat as usize];
        Spot {
            rules: self.rules,
            deal: &self.rules.deals[seat.contract as usize],
            me: self.seat,
            hand: self.hand,
            melds: &self.table.melds,
            next_meld: self.table.next_meld,
            seat,
            turn: &self.table.turn,
        }
    }

    /// The rules of the deal, by this seat's contract.
    #[must_use]
    pub fn deal_rules(&self) -> &'a DealRules {
        &self.rules.deals[self.table.seats[self.seat as usize].contract as usize]
    }

    /// Judges an action. Nothing changes.
    ///
    /// # Errors
    /// Which rule refuses it.
    #[inline]
    pub fn judge(&self, action: &Action) -> Result<Move, Refusal> {
        // Whoever is asked may do these without more ado, and they are most of what is done.
        match (self.table.phase, action) {
            (Phase::Draw, Action::Draw) if self.table.stock > 0 && self.table.asks(self.seat) => {
                Ok(Move::Draw)
            }
            (Phase::Offers { .. }, Action::Pass) if self.table.asks(self.seat) => Ok(Move::Pass),
            _ => self.judge_others(action),
        }
    }

    #[inline(never)]
    fn judge_others(&self, action: &Action) -> Result<Move, Refusal> {
        if self.table.phase == Phase::MatchOver {
            return Err(Refusal::MatchOver);
        }
        if !self.table.asks(self.seat) {
            if *action == Action::Buy
                && let Some(why) = rules::buying::why_not(self)
            {
                return Err(why);
            }
            return Err(Refusal::NotYours);
        }
        match (self.table.phase, action) {
            (Phase::Cut { .. }, Action::Cut(height)) => rules::dealing::judge_cut(*height),
            (Phase::Draw, Action::Draw) => rules::drawing::judge_draw(self),
            (Phase::Draw, Action::Take) => rules::drawing::judge_take(self),
            (Phase::Draw | Phase::Offers { .. }, Action::Buy) => rules::buying::judge_buy(self),
            (Phase::Call { .. } | Phase::Claim { .. }, Action::Pass) => Ok(Move::Pass),
            (Phase::Call { .. }, Action::Call { meld, end }) => {
                rules::calling::judge(self, *meld, *end)
            }
            (Phase::Pick { caller }, Action::Pick(place)) => {
                rules::calling::judge_pick(self, caller, *place)
            }
            (Phase::Claim { .. }, Action::Swap { .. }) => {
                rules::swapping::judge_claim(self, action)
            }
            (Phase::Play, Action::Undo) => {
                if self.table.turn.plays == 0 {
                    return Err(Refusal::UndoNothing);
                }
                Ok(Move::Undo)
            }
            (Phase::Play, Action::Discard { card, shanghai }) => {
                rules::discarding::judge(self, *card, *shanghai)
            }
            (Phase::Play, Action::Keep) => rules::discarding::judge_keep(&self.spot()),
            (
                Phase::Play,
                Action::Down(_)
                | Action::Off { .. }
                | Action::Slide { .. }
                | Action::Swap { .. }
                | Action::Arrange(_),
            ) => rules::finishing::judge_play(&self.spot(), action),
            _ => Err(Refusal::WrongPhase),
        }
    }

    /// Might judging this action take milliseconds, since it must be searched whether the turn can
    /// be ended after it? Answered at once; no for nearly all that is done.
    #[must_use]
    pub fn may_search(&self, action: &Action) -> bool {
        self.table.phase == Phase::Play && rules::finishing::may_search(&self.spot(), action)
    }

    /// May this action be made now?
    #[inline]
    #[must_use]
    pub fn allows(&self, action: &Action) -> bool {
        self.judge(action).is_ok()
    }

    /// May this seat, in its turn, lay off at all as it stands? Which cards, where, and whether the
    /// turn could be ended after it, [`View::judge`] tells.
    #[must_use]
    pub fn may_lay_off(&self) -> bool {
        rules::laying_off::allowed(&self.spot()).is_ok()
    }

    /// May this seat swap cards for wilds at all as it stands? See [`View::may_lay_off`].
    #[must_use]
    pub fn may_swap(&self) -> bool {
        rules::swapping::allowed(&self.spot()).is_ok()
    }

    /// Cards known to be in another seat's hand.
    #[must_use]
    pub fn known_of(&self, seat: Seat) -> Cards {
        let mut known = self.table.seats[seat as usize].known;
        for (holder, card) in self.whispers {
            if *holder == seat && known.count(*card) < Cards::MOST {
                known.add(*card);
            }
        }
        known
    }

    /// The lay-down that is open to this seat: what is left of its contract, and what it has laid
    /// so far.
    #[must_use]
    pub fn lay_down_problem(&self) -> Problem {
        let state = &self.table.seats[self.seat as usize];
        let deal = self.deal_rules();
        rules::laying_down::problem(deal, state)
            .into_owned()
            .with_contract(rules::laying_down::open(deal, state.remaining))
    }

    /// How many cards this seat's lay-down must leave in the hand.
    #[must_use]
    pub fn lay_down_leave(&self) -> Leave {
        rules::laying_down::leave(self.deal_rules())
    }

    /// The cards whose place this seat does not know: in the stock or in other hands.
    #[must_use]
    pub fn unseen(&self) -> Cards {
        let mut unseen = self.rules.pack.without(self.hand);
        for meld in &self.table.melds {
            unseen = unseen.without(&meld.meld.cards());
        }
        for &card in self.table.discards.iter().chain(&self.table.buried) {
            unseen.remove(card);
        }
        for &card in &self.table.known_stock {
            unseen.remove(card);
        }
        for seat in (0..self.table.players).filter(|&s| s != self.seat) {
            unseen = unseen.without(&self.known_of(seat));
        }
        unseen
    }
}

/// A view that owns its parts: what a client keeps, folded from the events it is shown.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct OwnView {
    /// What all may see.
    pub table: Table,
    /// Whose view it is; none for a spectator.
    pub seat: Option<Seat>,
    /// The own hand.
    pub hand: Cards,
    /// Cards known in other hands beyond what all have seen: holder and card.
    pub whispers: Vec<(Seat, Card)>,
}

impl OwnView {
    /// A view before the first deal.
    #[must_use]
    pub fn new(players: u8, seat: Option<Seat>) -> OwnView {
        OwnView { table: Table::new(players), seat, hand: Cards::NONE, whispers: Vec::new() }
    }

    /// The view under these rules; none for a spectator, who has no hand to judge by.
    #[must_use]
    pub fn view<'a>(&'a self, rules: &'a Arc<Rules>) -> Option<View<'a>> {
        let seat = self.seat?;
        Some(View { rules, table: &self.table, seat, hand: &self.hand, whispers: &self.whispers })
    }

    /// Folds an event, as this view's owner was shown it.
    pub fn apply(&mut self, rules: &Rules, event: &Event) {
        if let Some(me) = self.seat {
            let effect = crate::apply::hand_effect(event, me);
            self.hand = self.hand.without(&effect.out).plus(&effect.into);
            match event {
                // Where the pack is cut first, nothing is dealt yet.
                Event::DealBegan { .. } => self.hand = Cards::NONE,
                Event::Dealt { hands, .. } => {
                    self.hand = hands.get(me as usize).copied().flatten().unwrap_or(Cards::NONE);
                    self.whispers.clear();
                }
                _ => {}
            }
        }
        crate::apply::whisper(&mut self.whispers, event, self.seat);
        crate::apply::table(&mut self.table, rules, event);
    }
}
