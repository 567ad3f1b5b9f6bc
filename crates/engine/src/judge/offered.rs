//! All legal actions of a seat.

use upcard_cards::{Cards, End, Meld};
use upcard_solver::meter;

use crate::action::Action;
use crate::choices::{Cut, Slide};
use crate::position::Position;
use crate::rules::{calling, declaring, dropping, knocking, laying_off, swapping};
use crate::table::Phase;
use crate::view::View;

use super::{finishing, lay_downs, owed_card};

/// Solver steps for listing lay-downs: some tenths of a second, far more than any hand in real games needs.
const MAX_STEPS: u32 = 1_000_000;

/// Steps for finding an answer, used twice: some hundredths of a second.
const ANSWER_STEPS: u64 = 400_000;

/// The legal actions of a seat, as far as they can be listed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[must_use]
pub struct Offered {
    /// The actions. Lay-downs in parts are listed as single melds; rearrangements are not listed.
    pub actions: Vec<Action>,
    /// Whether there are more lay-downs than requested, or too many cards to find them all.
    pub cut_short: bool,
}

impl View<'_> {
    /// Lists the legal actions, with at most this many lay-downs. A cut is listed once, at half the pack's
    /// height, and a pick once for each position.
    pub fn offered(&self, max_lay_downs: usize) -> Offered {
        let mut offered = Offered::default();
        if !self.table.asks(self.seat) {
            return offered;
        }
        let position = Position::of(self);
        let mut all = Vec::new();
        match self.table.phase {
            Phase::DealOver { .. } | Phase::MatchOver => {}
            Phase::Cut { .. } => {
                debug_assert!(self.rules.set.choices.dealing.cut == Cut::Blind);
                all.push(Action::Cut(500));
            }
            Phase::Draw => {
                all.extend([Action::Draw, Action::Take, Action::Buy]);
                all.extend(owed_card::deep_candidates(self).map(Action::TakeDeep));
                all.extend(declaring::undrawn(self));
                all.extend(drop_action(self));
            }
            Phase::Offers { .. } => all.extend([Action::Buy, Action::Pass]),
            Phase::Call { .. } => {
                all.push(Action::Pass);
                for meld in &self.table.melds {
                    let ends = [None, Some(End::Low), Some(End::High)];
                    all.extend(ends.map(|end| Action::Call { meld: meld.id, end }));
                }
            }
            Phase::Pick { caller } => {
                all.extend((1..=self.table.seats[caller.index()].count).map(Action::Pick));
            }
            Phase::Claim { .. } => {
                all.push(Action::Pass);
                swaps(&position, &mut all);
            }
            Phase::Rejoin { .. } => all.extend([Action::Rejoin, Action::Leave]),
            Phase::Split { .. } => all.extend([Action::Split, Action::PlayOn]),
            Phase::Upcard { .. } => all.extend([Action::Take, Action::Pass]),
            Phase::Show { .. } => {
                all.push(Action::Show(Vec::new()));
                for meld in &self.table.melds {
                    for (card, _) in self.hand.iter_counts() {
                        let ends = [None, Some(End::Low), Some(End::High)];
                        all.extend(ends.map(|end| Action::Off { meld: meld.id, card, end }));
                    }
                }
            }
            Phase::Play => {
                knocking::offers(&position, self.table, &mut all);
                all.extend([Action::Keep, Action::Undo]);
                all.extend(drop_action(self));
                for (card, _) in self.hand.iter_counts() {
                    all.push(Action::Discard { card, shanghai: false });
                    if calling::allowed(self.rules) {
                        all.push(Action::Discard { card, shanghai: true });
                    }
                }
                declaring::offers(&position, &mut all);
                lay_offs(&position, &mut all);
                swaps(&position, &mut all);
                offered.cut_short =
                    lay_downs::list(&position, max_lay_downs, &mut { MAX_STEPS }, &mut all);
                for action in owed_card::plays(&position) {
                    if !all.contains(&action) {
                        all.push(action);
                    }
                }
            }
        }
        offered.actions = all.into_iter().filter(|action| self.allows(action)).collect();
        offered
    }

    /// Lists legal lay-downs, from the first `found` candidates: `legal` at most, or a few more, with no more
    /// search than that takes. Excludes uses of a taken card that must be used.
    pub fn lay_downs(&self, legal: usize, found: usize) -> Offered {
        let mut offered = Offered::default();
        if self.table.phase != Phase::Play || !self.table.asks(self.seat) {
            return offered;
        }
        let position = Position::of(self);
        // The first candidates are mostly legal; only a few cases look further.
        for most in [legal.min(found), found] {
            let all = &mut offered.actions;
            all.clear();
            offered.cut_short = lay_downs::list(&position, most, &mut { MAX_STEPS }, all);
            all.retain(|action| {
                let legal = finishing::is_legal_as_found(&position, action);
                debug_assert!(!legal || self.allows(action), "{action}");
                legal || self.allows(action)
            });
            if !offered.cut_short || all.len() >= legal {
                break;
            }
        }
        offered
    }

    /// A default answer for a seat: the first legal action, with undo only as a last resort. The work is
    /// bounded, whatever the rules: if listing takes too long, it is the simplest legal action. `None` if
    /// there is none.
    #[must_use]
    pub fn default_action(&self) -> Option<Action> {
        let listed = || {
            let offered = self.offered(1).actions;
            let first = offered.iter().position(|action| *action != Action::Undo).unwrap_or(0);
            offered.into_iter().nth(first)
        };
        let simplest = || {
            let before = [Action::Draw, Action::Pass, Action::Show(Vec::new())];
            before.into_iter().chain(self.turn_ends()).find(|action| self.allows(action))
        };
        within_limit(&listed).or_else(|| within_limit(&simplest)).flatten()
    }

    /// Ends or backs out of a turn, for a player who undid the only play and would only repeat it: a discard,
    /// keeping the last card, or undoing the next play. `None` if none of them is legal.
    #[must_use]
    pub fn back_out(&self) -> Option<Action> {
        within_limit(&|| self.turn_ends().find(|action| self.allows(action))).flatten()
    }

    /// Actions that may end a turn, and undo.
    fn turn_ends(&self) -> impl Iterator<Item = Action> {
        let discard = |(card, _)| Action::Discard { card, shanghai: false };
        self.hand.iter_counts().map(discard).chain([Action::Keep, Action::Undo])
    }
}

/// Runs a search within the work limit of an answer; `None` if it exceeds that.
fn within_limit(find: &dyn Fn() -> Option<Action>) -> Option<Option<Action>> {
    meter::metered(ANSWER_STEPS, &|| true, find).found
}

/// Dropping out of the deal, in games that have it.
fn drop_action(view: &View<'_>) -> Option<Action> {
    dropping::is_enabled(view.rules).then_some(Action::Drop)
}

fn lay_offs(position: &Position<'_>, all: &mut Vec<Action>) {
    if laying_off::allowed(position).is_err() {
        return;
    }
    let slides = position.rules.set.choices.wilds.slide != Slide::None;
    for meld in position.board.melds.iter() {
        for (card, _) in position.hand.iter_counts() {
            all.extend(laying_off::lay_offs_of(position, meld, card));
            if slides && !meld.meld.wilds_for(card, &position.deal.melds).is_empty() {
                let to = [End::Low, End::High];
                all.extend(to.map(|to| Action::Slide { meld: meld.id, card, to }));
            }
        }
    }
}

fn swaps(position: &Position<'_>, all: &mut Vec<Action>) {
    if swapping::allowed(position).is_err() {
        return;
    }
    for meld in position.board.melds.iter() {
        for (card, _) in position.hand.iter_counts() {
            let places = meld.meld.wilds_for(card, &position.deal.melds);
            let kinds: Cards = places.iter().map(|(_, wild)| *wild).collect();
            let several = kinds.iter_counts().count() > 1;
            for (wild, count) in kinds.iter_counts() {
                let (id, wild) = (meld.id, several.then_some(wild));
                let twice = count > 1 && matches!(meld.meld, Meld::Run(_));
                let ends: &[Option<End>] =
                    if twice { &[Some(End::Low), Some(End::High)] } else { &[None] };
                all.extend(ends.iter().map(|&end| Action::Swap { meld: id, card, wild, end }));
            }
        }
    }
}
