//! Judging: what a seat wants to do, by its view. Picks the chapters of the rules that have a say, and
//! looks whether the turn could be ended afterwards.

pub(crate) mod finishing;
mod first_lays;
mod lay_downs;
mod offered;
mod singles;
mod using;

use upcard_cards::{Card, Faces, Meld, MeldSpec, Stage};
use upcard_solver::{Deadwood, Leave, Solver, meter};

use crate::action::Action;
use crate::choices::LayDownMode;
use crate::moves::Move;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::rules::{
    buying, calling, dealing, declaring, discarding, drawing, dropping, duties, knocking,
    laying_down, laying_off, payments, pools, showing, swapping,
};
use crate::table::{Phase, TableMeld};
use crate::view::View;

pub(crate) use offered::Offered;

/// The work of judging an action that is not searched for, in the solver's steps.
const WORK: u32 = 2;

/// Lay-downs for the first points of a deal that are looked at, and the solver's steps in which they must
/// be found: about a millisecond.
const FIRST_LAYS: usize = 60;
const STEPS_OF_FIRST_LAYS: u32 = 100_000;

/// The most cards of a hand that is grouped in well under a millisecond.
const LARGE_HAND: u8 = 21;

/// A move that needs no judging where a seat is asked.
#[derive(Clone, Copy)]
pub(crate) enum Plain {
    /// Declare the draw.
    Draw,
    /// Let an offer pass.
    Pass,
}

impl View<'_> {
    /// The cards that an exact cut lifts, and the points that it takes off the cutter's score; none
    /// where there is no such bonus.
    #[must_use]
    pub fn cut_goal(&self) -> Option<(u16, u8)> {
        let bonus = self.rules.set.choices.dealing.cut_bonus;
        (bonus > 0).then(|| (dealing::exact_cut(self.rules, self.table), bonus))
    }

    /// Judges an action. Nothing changes.
    ///
    /// # Errors
    /// Which rule refuses it.
    #[inline]
    pub fn judge(&self, action: &Action) -> Result<Move, Refusal> {
        match self.plainly_allows(action) {
            Some(Plain::Draw) => Ok(Move::Draw),
            Some(Plain::Pass) => Ok(Move::Pass),
            None => self.judge_others(action),
        }
    }

    /// What a seat that is asked may always do, and what is most of all that is done: to draw, and to
    /// let an offer pass.
    #[inline]
    pub(crate) fn plainly_allows(&self, action: &Action) -> Option<Plain> {
        let plain = match (self.table.phase, action) {
            (Phase::Draw, Action::Draw) if self.table.stock > 0 => Plain::Draw,
            (Phase::Offers { .. }, Action::Pass) => Plain::Pass,
            _ => return None,
        };
        self.table.asks(self.seat).then_some(plain)
    }

    #[inline(never)]
    fn judge_others(&self, action: &Action) -> Result<Move, Refusal> {
        meter::step(WORK);
        if self.table.phase == Phase::MatchOver {
            return Err(Refusal::MatchOver);
        }
        if !self.table.asks(self.seat) {
            if self.table.phase.is_after_deal() {
                return Err(self.untimely());
            }
            if *action == Action::Buy
                && let Some(why) = buying::why_not(self)
            {
                return Err(why);
            }
            // Where one may leave a deal at any time, nobody need be asked.
            if *action == Action::Drop {
                return dropping::judge(self);
            }
            return Err(Refusal::NotYours);
        }
        match (self.table.phase, action) {
            (Phase::Draw, Action::Draw) => self.judge_draw(),
            (Phase::Draw, Action::Take) => match drawing::judge_take(self)? {
                take if duties::top_obliges(self.rules) => self.useful(take),
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
            _ => self.judge_seldom(action),
        }
    }

    /// What few games know, or what is done once in a deal. Apart from the rest, so that the code of
    /// a turn is small enough for the processor's cache.
    #[inline(never)]
    fn judge_seldom(&self, action: &Action) -> Result<Move, Refusal> {
        match (self.table.phase, action) {
            (Phase::Cut { .. }, Action::Cut(height)) => dealing::judge_cut(*height),
            (Phase::Draw, Action::TakeDeep(card)) => {
                self.useful(drawing::judge_take_deep(self, *card)?)
            }
            (Phase::Draw, Action::Declare { melds, finish }) => {
                declaring::judge_undrawn(self, melds, *finish)
            }
            (Phase::Call { .. }, Action::Call { meld, end }) => calling::judge(self, *meld, *end),
            (Phase::Pick { caller }, Action::Pick(place)) => {
                calling::judge_pick(self, caller, *place)
            }
            // The wild goes to the hand; the hand keeps its size, and no turn is to be ended.
            (Phase::Claim { .. }, Action::Swap { meld, card, wild, end }) => {
                swapping::judge(&Position::of(self), *meld, *card, *wild, *end)
            }
            (Phase::Play, Action::Undo) => {
                if self.table.turn.plays == 0 {
                    return Err(Refusal::UndoNothing);
                }
                Ok(Move::Undo)
            }
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
            (_, Action::Rejoin) => pools::judge_rejoin(self, true),
            (_, Action::Leave) => pools::judge_rejoin(self, false),
            (_, Action::Split) => pools::judge_split(self, true),
            (_, Action::PlayOn) => pools::judge_split(self, false),
            (Phase::Show { .. }, Action::Off { .. }) if !knocking::is_played(self.rules) => {
                Err(Refusal::OffHidden)
            }
            (Phase::Show { .. }, Action::Show(melds)) if !knocking::is_played(self.rules) => {
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

    /// Why an action is refused that is none of those which are asked for now: that it is somebody
    /// else's move, or what is asked for instead.
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

    /// Drawing is refused only where the upcard can be taken instead.
    fn judge_draw(&self) -> Result<Move, Refusal> {
        match drawing::judge_draw(self) {
            Err(_) if self.useful(Move::Take).is_err() => Ok(Move::Draw),
            judged => judged,
        }
    }

    /// Judges whether cards from the discards can be used as they have to be, so that nobody is
    /// stuck with one.
    fn useful(&self, play: Move) -> Result<Move, Refusal> {
        let upcard = self.table.upcard();
        let taken = match &play {
            Move::TakeDeep(cards) => cards.as_slice(),
            Move::Take if duties::top_obliges(self.rules) => upcard.as_slice(),
            _ => return Ok(play),
        };
        if using::has_use(&Position::of(self).taking(taken)) {
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

    /// Judges whether a discard may end the turn, whatever the card is.
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

    /// The faces that this seat may discard now without a call: those for which [`View::allows`] says so, with
    /// what they have in common judged once.
    #[must_use]
    pub fn discards(&self) -> Faces {
        let asked = self.table.phase == Phase::Play && self.table.asks(self.seat);
        match asked && self.judge_end_by_discard().is_ok() {
            true => discarding::open(&Position::of(self)),
            false => Faces::NONE,
        }
    }

    /// Apart, since a position that is only looked at where it is made need not be put together.
    #[inline(never)]
    fn judge_duty(&self) -> Result<(), Refusal> {
        finishing::judge_duty(&Position::of(self))
    }

    /// Might judging this action take milliseconds, since it must be searched whether the turn can
    /// be ended after it? Answered at once; no for nearly all that is done.
    #[must_use]
    pub fn may_search(&self, action: &Action) -> bool {
        match self.table.phase {
            Phase::Play | Phase::Show { .. } if self.has_large_hidden_hands() => true,
            Phase::Play => finishing::may_search(&Position::of(self), action),
            Phase::Draw => using::may_search(self.rules, action),
            _ => false,
        }
    }

    /// Does somebody hold so many cards, in a game whose hands are grouped in the end, that to group them
    /// may take some tenths of a second?
    fn has_large_hidden_hands(&self) -> bool {
        let hidden = self.rules.set.choices.laying_down.mode == LayDownMode::Hidden;
        let mut seats = self.table.seats.iter();
        hidden && seats.any(|seat| seat.count > LARGE_HAND)
    }

    /// May this action be made now?
    #[inline]
    #[must_use]
    pub fn allows(&self, action: &Action) -> bool {
        self.plainly_allows(action).is_some() || self.judge_others(action).is_ok()
    }

    /// May this seat, in its turn, lay melds down at all as it stands, whatever its hand holds?
    #[must_use]
    pub fn may_lay_down(&self) -> bool {
        laying_down::allowed(&Position::of(self))
    }

    /// May this seat, in its turn, lay off at all as it stands? Which cards, where, and whether the
    /// turn could be ended after it, [`View::judge`] decides.
    #[must_use]
    pub fn may_lay_off(&self) -> bool {
        laying_off::allowed(&Position::of(self)).is_ok()
    }

    /// May this seat take more of the discards than the upcard at all? Which of them it could use,
    /// [`View::judge`] decides.
    #[must_use]
    pub fn may_take_deep(&self) -> bool {
        self.rules.set.choices.drawing.deep
            && self.table.phase == Phase::Draw
            && self.table.asks(self.seat)
    }

    /// The cards deep in the discards that this seat may take and could use, the newest first.
    #[must_use]
    pub fn deep_takes(&self) -> Vec<Card> {
        using::deep(self).filter(|card| self.allows(&Action::TakeDeep(*card))).collect()
    }

    /// The plays that use the card that was taken to be used; none where none is owed.
    #[must_use]
    pub fn uses(&self) -> Vec<Action> {
        if self.table.phase != Phase::Play || !self.table.asks(self.seat) {
            return Vec::new();
        }
        let mut all = using::uses(&Position::of(self));
        all.retain(|action| self.allows(action));
        all
    }

    /// May this seat swap cards for wilds at all as it stands? See [`View::may_lay_off`].
    #[must_use]
    pub fn may_swap(&self) -> bool {
        swapping::allowed(&Position::of(self)).is_ok()
    }

    /// The melds from which this seat may take wilds, if it may swap at all. Which, and for which cards,
    /// [`View::judge`] decides.
    pub fn swapped_from(&self) -> impl Iterator<Item = &TableMeld> {
        let position = Position::of(self);
        let melds = self.table.melds().iter();
        melds.filter(move |meld| swapping::judge_meld(&position, meld).is_ok())
    }

    /// The lay-down that is open to this seat: what is left of its contract, and what it has laid
    /// so far.
    #[must_use]
    pub fn lay_down_solver(&self) -> Solver {
        let state = &self.table.seats[self.seat.index()];
        let deal = self.contract_rules();
        laying_down::solver(deal, state)
            .into_owned()
            .with_contract(deal.contract.part(state.remaining))
    }

    /// The declarations and knocks that are open to this seat: for each card to throw with it one
    /// grouping of the others. Where melds are paid for, what brings most comes first.
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
        all.sort_by_cached_key(|action| std::cmp::Reverse(self.collects(action)));
        all
    }

    /// What each of the others pays whoever declares so, in units; none where nothing is paid for going out.
    #[must_use]
    pub fn collects(&self, action: &Action) -> Option<i32> {
        let (table, out) = (self.table, self.rules.set.choices.settling.out);
        let Action::Declare { melds, .. } = action else { return None };
        let besides =
            || payments::for_going_out(table, self.rules, self.seat, &self.melds_of(melds));
        (out > 0).then(|| i32::from(out) + besides())
    }

    /// The most deadwood with which one may knock in this deal; none where nobody knocks.
    #[must_use]
    pub fn knock_limit(&self) -> Option<i32> {
        knocking::limit(self.table, self.rules)
    }

    /// The grouping of the hand in legal melds that leaves the fewest points.
    #[must_use]
    pub fn deadwood(&self) -> Deadwood {
        self.table.deal_rules(self.rules).deadwood(self.hand)
    }

    /// How many points the melds must come to that this seat lays next, as its first of the deal; none
    /// where any will do.
    #[must_use]
    pub fn first_points(&self) -> Option<i32> {
        self.table.seats[self.seat.index()].first_points(self.rules)
    }

    /// The lay-downs that come to these points, as far as they are found, each judged legal; that which
    /// counts most first. None where any melds will do.
    #[must_use]
    pub fn first_lay_downs(&self) -> Vec<Action> {
        let Some(least) = self.first_points() else { return Vec::new() };
        let position = Position::of(self);
        let mut all = Vec::new();
        let (most, mut steps) = (FIRST_LAYS, STEPS_OF_FIRST_LAYS);
        first_lays::list(&position, (least, None), most, &mut steps, &mut all);
        all.sort_by_cached_key(|action| std::cmp::Reverse(self.points_of(action)));
        all.retain(|action| self.allows(action));
        all
    }

    /// What the melds of a lay-down count; nothing of any other action.
    fn points_of(&self, action: &Action) -> i32 {
        let Action::Down(specs) = action else { return 0 };
        self.meld_points(&self.melds_of(specs))
    }

    fn melds_of(&self, specs: &[MeldSpec]) -> Vec<Meld> {
        let rules = &self.contract_rules().melds;
        specs.iter().filter_map(|spec| Meld::new(spec, rules, Stage::First).ok()).collect()
    }

    /// What these melds would count as they are laid.
    #[must_use]
    pub fn meld_points(&self, melds: &[Meld]) -> i32 {
        showing::points(&Position::of(self), melds)
    }

    /// How many cards this seat's lay-down must leave in the hand.
    #[must_use]
    pub fn lay_down_leave(&self) -> Leave {
        laying_down::leave(self.contract_rules())
    }
}
