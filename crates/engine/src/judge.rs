//! Validates a seat's actions against its view. Delegates to the relevant rule modules, and checks that the
//! turn can still be ended afterwards.

pub(crate) mod finishing;
mod first_lay_downs;
mod lay_downs;
mod offered;
mod owed_card;
mod singles;

use upcard_cards::{Card, Faces, Meld, MeldSpec, Stage};
use upcard_solver::{Deadwood, Remainder, Solver, meter};

use crate::action::Action;
use crate::choices::LayDownMode;
use crate::moves::Move;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::rules::{
    buying, calling, dealing, declaring, discarding, drawing, dropping, duties, knocking,
    laying_down, laying_off, payments, showing, swapping,
};
use crate::table::{Phase, TableMeld};
use crate::view::View;

pub(crate) use offered::Offered;

/// Work of validating an action without a search, in solver steps.
const BASE_WORK: u32 = 2;

/// Maximum number of lay-downs tried for the first points of a deal, and the solver steps for finding them:
/// about a millisecond.
const MAX_FIRST_LAY_DOWNS: usize = 60;
const FIRST_LAY_DOWN_STEPS: u32 = 100_000;

/// Maximum hand size that is grouped in well under a millisecond.
const LARGE_HAND: u8 = 21;

/// A move that is always legal for a seat that is asked.
#[derive(Clone, Copy)]
pub(crate) enum RoutineMove {
    /// Declare the draw.
    Draw,
    /// Decline an offer.
    Pass,
}

impl View<'_> {
    /// The number of cards in an exact cut, and the points it takes off the cutter's score; `None` if there
    /// is no such bonus.
    #[must_use]
    pub fn cut_goal(&self) -> Option<(u16, u8)> {
        let bonus = self.rules.set.choices.dealing.cut_bonus;
        (bonus > 0).then(|| (dealing::exact_cut(self.rules, self.table), bonus))
    }

    /// Validates an action, without changing anything.
    ///
    /// # Errors
    /// The rule that refuses it.
    #[inline]
    pub fn judge(&self, action: &Action) -> Result<Move, Refusal> {
        match self.routine_move(action) {
            Some(RoutineMove::Draw) => Ok(Move::Draw),
            Some(RoutineMove::Pass) => Ok(Move::Pass),
            None => self.judge_non_routine(action),
        }
    }

    /// Fast path for the most frequent actions, which are always legal for a seat that is asked: drawing from
    /// the stock, and declining an offer.
    #[inline]
    pub(crate) fn routine_move(&self, action: &Action) -> Option<RoutineMove> {
        let plain = match (self.table.phase, action) {
            (Phase::Draw, Action::Draw) if self.table.stock > 0 => RoutineMove::Draw,
            (Phase::Offers { .. }, Action::Pass) => RoutineMove::Pass,
            _ => return None,
        };
        self.table.asks(self.seat).then_some(plain)
    }

    #[inline(never)]
    fn judge_non_routine(&self, action: &Action) -> Result<Move, Refusal> {
        meter::step(BASE_WORK);
        if self.table.phase == Phase::MatchOver {
            return Err(Refusal::MatchOver);
        }
        if !self.table.asks(self.seat) {
            if self.table.phase.is_after_deal() {
                return Err(self.untimely());
            }
            if *action == Action::Buy
                && let Some(why) = buying::refusal_reason(self)
            {
                return Err(why);
            }
            // If dropping out is allowed at any time, the seat need not be asked.
            if *action == Action::Drop {
                return dropping::judge(self);
            }
            return Err(Refusal::NotYours);
        }
        match (self.table.phase, action) {
            (Phase::Draw, Action::Draw) => self.judge_draw(),
            (Phase::Draw, Action::Take) => match drawing::judge_take(self)? {
                take if duties::must_use_upcard(self.rules) => self.check_usable(take),
                take => Ok(take),
            },
            (Phase::Draw | Phase::Offers { .. }, Action::Buy) => {
                buying::judge_buy(self, || drawing::judge_take(self).is_ok())
            }
            (Phase::Call { .. } | Phase::Claim { .. }, Action::Pass) => Ok(Move::Pass),
            (Phase::Play, Action::Discard { card, shanghai }) => {
                self.judge_discard(*card, *shanghai)
            }
            (
                Phase::Play,
                Action::Down(_)
                | Action::Off { .. }
                | Action::Slide { .. }
                | Action::Swap { .. }
                | Action::Arrange(_),
            ) => finishing::judge_play(&Position::of(self), action),
            _ => self.judge_rare(action),
        }
    }

    /// Rare actions, of few games or once per deal. A separate function, to keep the code of a turn small
    /// enough for the instruction cache.
    #[inline(never)]
    fn judge_rare(&self, action: &Action) -> Result<Move, Refusal> {
        match (self.table.phase, action) {
            (Phase::Cut { .. }, Action::Cut(height)) => dealing::judge_cut(*height),
            (Phase::Draw, Action::TakeDeep(card)) => {
                self.check_usable(drawing::judge_take_deep(self, *card)?)
            }
            (Phase::Draw, Action::Declare { melds, finish }) => {
                declaring::judge_undrawn(self, melds, *finish)
            }
            (Phase::Call { .. }, Action::Call { meld, end }) => calling::judge(self, *meld, *end),
            (Phase::Pick { caller }, Action::Pick(place)) => {
                calling::judge_pick(self, caller, *place)
            }
            // The wild card goes to the hand, the hand keeps its size, and there is no turn to end.
            (Phase::Claim { .. }, Action::Swap { meld, card, wild, end }) => {
                swapping::judge(&Position::of(self), *meld, *card, *wild, *end)
            }
            (Phase::Play, Action::Undo) if self.table.turn.plays == 0 => Err(Refusal::UndoNothing),
            (Phase::Play, Action::Undo) => Ok(Move::Undo),
            (Phase::Play, Action::Keep) => finishing::judge_keep(&Position::of(self)),
            (Phase::Play, Action::Declare { melds, finish }) => {
                declaring::judge(&Position::of(self), melds, *finish)
            }
            (Phase::Upcard { .. }, Action::Take) => drawing::judge_take_offered(self),
            (Phase::Upcard { .. }, Action::Pass) => Ok(Move::Pass),
            (Phase::Play, Action::Knock { melds, discard }) => {
                knocking::judge(&Position::of(self), self.table, melds, *discard)
            }
            (_, Action::Drop) => dropping::judge(self),
            (Phase::Rejoin { .. }, Action::Rejoin) => Ok(Move::Rejoin(true)),
            (Phase::Rejoin { .. }, Action::Leave) => Ok(Move::Rejoin(false)),
            (Phase::Split { .. }, Action::Split) => Ok(Move::Split(true)),
            (Phase::Split { .. }, Action::PlayOn) => Ok(Move::Split(false)),
            (Phase::Show { .. }, Action::Off { .. }) if !knocking::is_enabled(self.rules) => {
                Err(Refusal::OffHidden)
            }
            (Phase::Show { .. }, Action::Show(melds)) if !knocking::is_enabled(self.rules) => {
                declaring::judge_show(&Position::of(self), melds)
            }
            (Phase::Show { .. }, Action::Off { meld, card, end }) => {
                knocking::judge_off(&Position::of(self), self.table, *meld, *card, *end)
            }
            (Phase::Show { .. }, Action::Show(melds)) => {
                knocking::judge_show(&Position::of(self), self.table, melds)
            }
            _ => Err(self.untimely()),
        }
    }

    /// Why an action is refused that is not among those expected now: it is another seat's move, or something
    /// else is expected.
    #[must_use]
    pub fn untimely(&self) -> Refusal {
        let asked = self.table.asks(self.seat);
        match self.table.phase {
            Phase::MatchOver => Refusal::MatchOver,
            Phase::DealOver { .. } if self.table.deals_begun == 0 => Refusal::NotBegun,
            Phase::DealOver { .. } => Refusal::BetweenDeals,
            Phase::Rejoin { .. } if !asked => Refusal::BeforeRejoin,
            Phase::Split { .. } if !asked => Refusal::BeforeSplit,
            _ if !asked => Refusal::NotYours,
            Phase::Cut { .. } => Refusal::AskedCut,
            Phase::Draw => Refusal::AskedDraw,
            Phase::Play => Refusal::AskedPlay,
            Phase::Offers { .. } => Refusal::AskedOffer,
            Phase::Call { .. } => Refusal::AskedCall,
            Phase::Pick { .. } => Refusal::AskedPick,
            Phase::Claim { .. } => Refusal::AskedClaim,
            Phase::Upcard { .. } => Refusal::AskedUpcard,
            Phase::Show { .. } => Refusal::AskedShow,
            Phase::Rejoin { .. } => Refusal::AskedRejoin,
            Phase::Split { .. } => Refusal::AskedSplit,
        }
    }

    /// Drawing is refused only if the upcard can be taken instead.
    fn judge_draw(&self) -> Result<Move, Refusal> {
        match drawing::judge_draw(self) {
            Err(_) if self.check_usable(Move::Take).is_err() => Ok(Move::Draw),
            judged => judged,
        }
    }

    /// Checks that cards from the discards can be used as required, so that nobody gets stuck with one.
    fn check_usable(&self, play: Move) -> Result<Move, Refusal> {
        let upcard = self.table.upcard();
        let taken = match &play {
            Move::TakeDeep(cards) => cards.as_slice(),
            Move::Take if duties::must_use_upcard(self.rules) => upcard.as_slice(),
            _ => return Ok(play),
        };
        if owed_card::has_use(&Position::of(self).after_taking(taken)) {
            Ok(play)
        } else {
            Err(Refusal::TakeNoUse)
        }
    }

    fn judge_discard(&self, card: Card, shanghai: bool) -> Result<Move, Refusal> {
        let position = Position::of(self);
        discarding::judge(&position, card)?;
        self.judge_end_by_discard()?;
        if shanghai {
            calling::judge_protected(self, card)?;
        }
        Ok(Move::Discard { card, shanghai })
    }

    /// Checks whether a discard, of any card, may end the turn.
    #[inline]
    fn judge_end_by_discard(&self) -> Result<(), Refusal> {
        if knocking::must_knock(self.table, self.rules) {
            return Err(Refusal::DiscardMustKnock);
        }
        if laying_down::is_duty(self.rules) {
            self.judge_duty()?;
        }
        Ok(())
    }

    /// Faces that this seat may discard now without a call: those that [`View::allows`] accepts, with the
    /// common checks done once.
    pub fn discards(&self) -> Faces {
        let asked = self.table.phase == Phase::Play && self.table.asks(self.seat);
        match asked && self.judge_end_by_discard().is_ok() {
            true => discarding::open(&Position::of(self)),
            false => Faces::NONE,
        }
    }

    /// Not inlined: callers need not build a position otherwise.
    #[inline(never)]
    fn judge_duty(&self) -> Result<(), Refusal> {
        finishing::judge_duty(&Position::of(self))
    }

    /// Fast check whether validating this action may take milliseconds, for a search whether the turn can be
    /// ended after it. `false` for nearly all actions.
    #[must_use]
    pub fn may_search(&self, action: &Action) -> bool {
        match self.table.phase {
            Phase::Play | Phase::Show { .. } if self.has_large_hidden_hands() => true,
            Phase::Play => finishing::may_search(&Position::of(self), action),
            Phase::Draw => owed_card::may_search(self.rules, action),
            _ => false,
        }
    }

    /// Returns `true` if some hand, in a game that groups hands at the end, is so large that grouping may
    /// take tenths of a second.
    fn has_large_hidden_hands(&self) -> bool {
        let hidden = self.rules.set.choices.laying_down.mode == LayDownMode::Hidden;
        let mut seats = self.table.seats.iter();
        hidden && seats.any(|seat| seat.count > LARGE_HAND)
    }

    /// Returns `true` if this action is legal now.
    #[inline]
    #[must_use]
    pub fn allows(&self, action: &Action) -> bool {
        self.routine_move(action).is_some() || self.judge_non_routine(action).is_ok()
    }

    /// Returns `true` if this seat may lay down melds in its turn, regardless of its hand.
    #[must_use]
    pub fn may_lay_down(&self) -> bool {
        laying_down::allowed(&Position::of(self))
    }

    /// Returns `true` if this seat may lay off in its turn at all. [`View::judge`] decides about cards and
    /// melds, and whether the turn can be ended afterwards.
    #[must_use]
    pub fn may_lay_off(&self) -> bool {
        laying_off::allowed(&Position::of(self)).is_ok()
    }

    /// Returns `true` if this seat may take discards below the upcard at all. [`View::judge`] decides which
    /// it could use.
    #[must_use]
    pub fn may_take_deep(&self) -> bool {
        self.rules.set.choices.drawing.deep
            && self.table.phase == Phase::Draw
            && self.table.asks(self.seat)
    }

    /// The discards below the upcard that this seat may take and could use, newest first.
    #[must_use]
    pub fn deep_takes(&self) -> Vec<Card> {
        owed_card::deep_candidates(self)
            .filter(|card| self.allows(&Action::TakeDeep(*card)))
            .collect()
    }

    /// Plays that use a card taken for use; empty if none is owed.
    #[must_use]
    pub fn owed_card_plays(&self) -> Vec<Action> {
        if self.table.phase != Phase::Play || !self.table.asks(self.seat) {
            return Vec::new();
        }
        let mut all = owed_card::plays(&Position::of(self));
        all.retain(|action| self.allows(action));
        all
    }

    /// Returns `true` if this seat may swap cards for wild cards at all; see [`View::may_lay_off`].
    #[must_use]
    pub fn may_swap(&self) -> bool {
        swapping::allowed(&Position::of(self)).is_ok()
    }

    /// The melds from which this seat may take wild cards, if it may swap at all. [`View::judge`] decides
    /// about the cards.
    pub fn swappable_melds(&self) -> impl Iterator<Item = &TableMeld> {
        let position = Position::of(self);
        let melds = self.table.melds().iter();
        melds.filter(move |meld| swapping::judge_meld(&position, meld).is_ok())
    }

    /// Solver for this seat's lay-down: what remains of its contract, given what it has laid so far.
    #[must_use]
    pub fn lay_down_solver(&self) -> Solver {
        let state = &self.table.seats[self.seat.index()];
        let deal = self.contract_rules();
        laying_down::solver(deal, state)
            .into_owned()
            .with_contract(deal.contract.part(state.remaining))
    }

    /// The legal declarations and knocks of this seat: one grouping per discard. If melds are paid for, the
    /// most profitable comes first.
    #[must_use]
    pub fn declarations(&self) -> Vec<Action> {
        let mut all = Vec::new();
        if self.table.phase == Phase::Draw && self.table.asks(self.seat) {
            all.extend(declaring::undrawn(self));
        }
        if self.table.phase == Phase::Play && self.table.asks(self.seat) {
            declaring::offers(&Position::of(self), &mut all);
            knocking::offers(&Position::of(self), self.table, &mut all);
        }
        all.retain(|action| self.allows(action));
        all.sort_by_cached_key(|action| std::cmp::Reverse(self.declaration_payment(action)));
        all
    }

    /// Units that each of the others pays for this declaration; `None` if nothing is paid for going out.
    #[must_use]
    pub fn declaration_payment(&self, action: &Action) -> Option<i32> {
        let (table, out) = (self.table, self.rules.set.choices.settling.out);
        let Action::Declare { melds, .. } = action else { return None };
        let besides =
            || payments::for_going_out(table, self.rules, self.seat, &self.melds_of(melds));
        (out > 0).then(|| i32::from(out) + besides())
    }

    /// Maximum deadwood for a knock in this deal; `None` if there is no knocking.
    #[must_use]
    pub fn knock_limit(&self) -> Option<i32> {
        self.table.knock_limit(self.rules)
    }

    /// Best grouping of the hand, with the fewest points left over.
    #[must_use]
    pub fn deadwood(&self) -> Deadwood {
        self.table.deal_rules(self.rules).deadwood(self.hand)
    }

    /// Minimum points of this seat's next lay-down, as its first of the deal; `None` if there is no minimum.
    #[must_use]
    pub fn first_points(&self) -> Option<i32> {
        self.table.seats[self.seat.index()].first_points(self.rules)
    }

    /// Legal lay-downs with at least these points, as far as found, highest points first. Empty if there is
    /// no minimum.
    #[must_use]
    pub fn first_lay_downs(&self) -> Vec<Action> {
        let Some(least) = self.first_points() else { return Vec::new() };
        let position = Position::of(self);
        let mut all = Vec::new();
        let (most, mut steps) = (MAX_FIRST_LAY_DOWNS, FIRST_LAY_DOWN_STEPS);
        first_lay_downs::list(&position, (least, None), most, &mut steps, &mut all);
        all.sort_by_cached_key(|action| std::cmp::Reverse(self.points_of(action)));
        all.retain(|action| self.allows(action));
        all
    }

    /// Points of the melds of a lay-down; 0 for other actions.
    fn points_of(&self, action: &Action) -> i32 {
        let Action::Down(specs) = action else { return 0 };
        self.meld_points(&self.melds_of(specs))
    }

    fn melds_of(&self, specs: &[MeldSpec]) -> Vec<Meld> {
        let rules = &self.contract_rules().melds;
        specs.iter().filter_map(|spec| Meld::new(spec, rules, Stage::First).ok()).collect()
    }

    /// Points of these melds when laid down.
    #[must_use]
    pub fn meld_points(&self, melds: &[Meld]) -> i32 {
        showing::points(&Position::of(self), melds)
    }

    /// Number of cards that this seat's lay-down must leave in the hand.
    #[must_use]
    pub fn lay_down_remainder(&self) -> Remainder {
        laying_down::leave(self.contract_rules())
    }
}
