//! Laying down: the contract at once or in parts, free melds, melds beyond the contract, and the duty to lay
//! down.
//!
//! Clauses: S000-08, S000-22..24, S001-31..33, S001-45, S002-15..20, S002-32, S002-35, BASIC-19,
//! PAGAT-CR-20..23, PAGAT-CR-48..52, SHANG-07, SHANG-09, TAHE-04, EVEL-06, PROG-16, PROG-18.

use std::borrow::Cow;

use upcard_cards::{Contract, Element, Elements, MAX_ELEMENTS, Meld, MeldKind, MeldSpec, SizeRule};
use upcard_solver::{LaidEarlier, LayDownError, Problem, Remainder, Solver};

use crate::choices::{Duty, ExtraMelds, LastCard, LayDownMode, TurnOrder};
use crate::compile::{DealRules, Rules};
use crate::moves::Move;
use crate::position::Position;
use crate::refusal::{MeldPlace, Refusal};
use crate::rules::{declaring, duties, showing};
use crate::seat::Seat;
use crate::table::{Down, SeatState, Table};

impl Table {
    /// Whether this seat has opened; see [`SeatState::opened`].
    #[must_use]
    pub fn opened(&self, rules: &Rules, seat: Seat) -> Down {
        self.seats[seat.index()].opened(rules)
    }
}

impl SeatState {
    /// Whether the seat has laid what the game requires before other plays: its contract, or any meld in
    /// games without contracts.
    #[must_use]
    pub fn opened(&self, rules: &Rules) -> Down {
        if rules.has_contracts() { self.down } else { self.melded }
    }
}

/// Returns `true` if melds laid now would be beyond the seat's contract or declaration.
pub(crate) fn is_extra(position: &Position<'_>) -> bool {
    match position.rules.set.choices.laying_down.mode {
        LayDownMode::Free => false,
        LayDownMode::Hidden => true,
        LayDownMode::AtOnce | LayDownMode::Piecemeal => position.board.seat.down != Down::No,
    }
}

/// Returns `true` if melds beyond the contract are allowed. In games with hidden melds [`allowed`] rules them
/// out until a declaration has opened the table for the last turns.
fn allows_extra(position: &Position<'_>) -> bool {
    let choices = &position.rules.set.choices.laying_down;
    choices.extra_melds != ExtraMelds::None || declaring::hidden(position.rules)
}

/// Returns `true` if this seat may lay down melds now, regardless of its hand.
pub(crate) fn allowed(position: &Position<'_>) -> bool {
    !declaring::stays_hidden(position) && (!is_extra(position) || allows_extra(position))
}

/// Validates a lay-down, except for whether the turn can be ended afterwards.
pub(crate) fn judge(position: &Position<'_>, specs: &[MeldSpec]) -> Result<Move, Refusal> {
    let choices = &position.rules.set.choices;
    let left = declaring::without(&position.hand, specs, None).ok_or(Refusal::DownNotInHand)?;
    if left == *position.hand {
        return Err(Refusal::DownNothing);
    }
    if choices.turn.order == TurnOrder::Strict && position.board.turn.laid_off {
        return Err(Refusal::DownOrder);
    }
    if declaring::stays_hidden(position) {
        return Err(Refusal::DownHidden);
    }
    let extra = is_extra(position);
    if extra && !allows_extra(position) {
        return Err(Refusal::DownAlready);
    }
    let melds = declaring::melds_of(position.deal, specs, MeldPlace::LayDown)?;
    for meld in melds.iter().filter(|_| position.board.turn.freed_of.is_some()) {
        for (card, _) in meld.cards().iter_counts() {
            duties::judge_owner(position, card, position.me, meld, Refusal::DownFreedOwner)?;
        }
    }
    if extra {
        // Pairs belong to contracts only.
        if melds.iter().any(|m| m.kind() == MeldKind::Pair) {
            return Err(Refusal::DownExtraMelds);
        }
        return Ok(Move::Down { melds, remaining: Elements::NONE });
    }
    let remaining = match choices.laying_down.mode {
        LayDownMode::Hidden => Elements::NONE,
        LayDownMode::Free => {
            let remaining = judge_free(position, &melds)?;
            showing::judge_first(position, &melds)?;
            remaining
        }
        LayDownMode::AtOnce => {
            let judged = solver(position.deal, &position.board.seat).judge(&melds);
            let other = || alternative(position.deal, &position.board.seat);
            if let Err(error) = judged
                && other().is_none_or(|solver| solver.judge(&melds).is_err())
            {
                return Err(refusal(error));
            }
            Elements::NONE
        }
        LayDownMode::Piecemeal => {
            let left = solver(position.deal, &position.board.seat)
                .judge_part(&melds, &position.deal.contract.part(position.board.seat.remaining))
                .map_err(refusal)?;
            still_open(position.deal, position.board.seat.remaining, left)
        }
    };
    if position.deal.whole_hand && remaining.is_empty() && !left.is_empty() {
        return Err(Refusal::DownWholeHand);
    }
    Ok(Move::Down { melds, remaining })
}

fn refusal(error: LayDownError) -> Refusal {
    match error {
        LayDownError::Contract => Refusal::DownContract,
        LayDownError::Part => Refusal::DownPart,
        LayDownError::Size => Refusal::DownSize,
        LayDownError::SameRankSets => Refusal::DownSameRankSets,
        LayDownError::Contiguous => Refusal::DownContiguous,
        LayDownError::SameSuit => Refusal::DownSameSuit,
        LayDownError::RunsPerSuit => Refusal::DownRunsPerSuit,
        LayDownError::WildTotal => Refusal::DownWildTotal,
        LayDownError::Purity => Refusal::DownPurity,
    }
}

/// Validates free melds individually. One that fits an open element of a contract fulfils it.
fn judge_free(position: &Position<'_>, melds: &[Meld]) -> Result<Elements, Refusal> {
    let choices = &position.rules.set.choices;
    let limit = choices.laying_down.melds_per_turn.0;
    let laid = usize::from(position.board.turn.new_melds) + melds.len();
    if limit.is_some_and(|most| laid > usize::from(most)) {
        return Err(Refusal::DownMeldsPerTurn);
    }
    let rules = &position.deal.melds;
    let mut remaining = position.board.seat.remaining;
    for meld in melds {
        let (rule, least) = match meld.kind() {
            MeldKind::Set => (position.deal.lay_down.sets, rules.set_min),
            MeldKind::Run => (position.deal.lay_down.runs, rules.run_min),
            MeldKind::Pair => return Err(Refusal::DownContract),
        };
        if rule == SizeRule::Exact && meld.size() != least as usize {
            return Err(Refusal::DownSize);
        }
        let elements = position.deal.contract.elements.iter().enumerate();
        let fits = elements
            .filter(|(i, e)| {
                remaining.has(*i)
                    && e.kind == meld.kind()
                    && e.size as usize <= meld.size()
                    && e.is_met_by(meld, rules)
            })
            .max_by_key(|(_, e)| (e.size, e.purity));
        if let Some((i, _)) = fits {
            remaining = remaining.without(Elements::only(i));
        }
    }
    // Restrictions between one player's melds apply to free melds, too.
    let element = |meld: &Meld| Element::plain(meld.kind(), meld.size() as u8);
    let all = Contract { elements: melds.iter().take(MAX_ELEMENTS).map(element).collect() };
    if all.elements.len() == melds.len() {
        let solver = Solver::new(Problem::new(*rules, position.deal.lay_down, all))
            .with_laid_earlier(laid_earlier(&position.board.seat));
        solver.judge(melds).map_err(refusal)?;
    }
    Ok(remaining)
}

fn still_open(deal: &DealRules, open: Elements, left: Contract) -> Elements {
    let mut left = left.elements;
    let mut left_has = |place: &usize| {
        let at = left.iter().position(|e| *e == deal.contract.elements[*place]);
        at.map(|at| left.remove(at)).is_some()
    };
    open.iter().filter(|place| left_has(place)).fold(Elements::NONE, |all, place| all.with(place))
}

/// What a seat has laid before, as far as it restricts further melds.
fn laid_earlier(seat: &SeatState) -> LaidEarlier {
    LaidEarlier { runs: seat.runs, set_ranks: seat.set_ranks, run_spans: seat.spans.clone() }
}

/// Solver for the seat's current contract.
pub(crate) fn solver<'a>(deal: &'a DealRules, seat: &SeatState) -> Cow<'a, Solver> {
    after_laying(&deal.solver, seat)
}

/// Solver for the alternative to the contract, if any.
pub(crate) fn alternative<'a>(deal: &'a DealRules, seat: &SeatState) -> Option<Cow<'a, Solver>> {
    Some(after_laying(deal.alternative.as_ref()?, seat))
}

/// The solver, restricted by what the seat has laid before.
fn after_laying<'a>(solver: &'a Solver, seat: &SeatState) -> Cow<'a, Solver> {
    let laid_earlier = laid_earlier(seat);
    if laid_earlier == LaidEarlier::default() {
        Cow::Borrowed(solver)
    } else {
        Cow::Owned(solver.clone().with_laid_earlier(laid_earlier))
    }
}

/// Returns `true` if the hand contains a contract that is laid at once, or its alternative.
pub(crate) fn is_ready(position: &Position<'_>) -> bool {
    let (deal, seat) = (position.deal, &position.board.seat);
    let ready = |solver: &Solver| solver.feasible(&position.hand, leave(deal));
    ready(&solver(deal, seat)) || alternative(deal, seat).is_some_and(|other| ready(&other))
}

/// Number of cards that a lay-down must leave.
pub(crate) fn leave(deal: &DealRules) -> Remainder {
    if deal.whole_hand {
        Remainder::NOTHING
    } else if deal.last_card == LastCard::Required {
        Remainder::DISCARD
    } else {
        Remainder::ANY
    }
}

/// Returns `true` if there is a duty to lay down that can no longer be fulfilled in this turn, because a card
/// was laid off before.
pub(crate) fn duty_missed(position: &Position<'_>) -> bool {
    let strict = position.rules.set.choices.turn.order == TurnOrder::Strict;
    strict && position.board.turn.laid_off && is_due(position)
}

/// Returns `true` if the seat laid its contract in this turn and therefore must go out in the same turn.
pub(crate) fn must_go_out(position: &Position<'_>) -> bool {
    position.deal.out_at_once && position.board.seat.down == Down::Now
}

/// Returns `true` if laying down is compulsory.
#[inline]
pub(crate) fn is_duty(rules: &Rules) -> bool {
    rules.set.choices.laying_down.duty == Duty::Compulsory
}

/// Returns `true` if laying down is compulsory and the hand contains the contract, or an open part of it.
pub(crate) fn is_due(position: &Position<'_>) -> bool {
    if !is_duty(position.rules) || position.board.seat.down != Down::No {
        return false;
    }
    match position.rules.set.choices.laying_down.mode {
        LayDownMode::Free | LayDownMode::Hidden => false,
        LayDownMode::AtOnce => is_ready(position),
        LayDownMode::Piecemeal => {
            let solver = solver(position.deal, &position.board.seat).into_owned();
            let open = position.deal.contract.part(position.board.seat.remaining);
            open.elements.iter().any(|element| {
                let one = Contract { elements: [*element].into_iter().collect() };
                solver.clone().with_contract(one).feasible(&position.hand, Remainder::ANY)
            })
        }
    }
}
