//! Every legal action of a seat.

use upcard_cards::{Cards, End, Meld};
use upcard_solver::meter;

use crate::action::Action;
use crate::choices::{Cut, Slide, SwapWho};
use crate::position::Position;
use crate::rules::{calling, declaring, dropping, knocking, laying_off, swapping};
use crate::table::Phase;
use crate::view::View;

use super::{finishing, lay_downs, using};

/// The solver's steps in which lay-downs are listed: some tenths of a second, which no hand from
/// play comes near.
const MOST_STEPS: u32 = 1_000_000;

/// The steps in which an answer is looked for, twice: some hundredths of a second.
const ANSWER: u64 = 400_000;

/// The legal actions of a seat, as far as they can be listed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Offered {
    /// The actions. Of lay-downs in parts, those of one meld each; rearrangements are not listed.
    pub actions: Vec<Action>,
    /// Were there more lay-downs than the caller asked for, or too many cards to find them all?
    pub cut_short: bool,
}

impl View<'_> {
    /// Lists the legal actions, of lay-downs at most this many. A cut is listed once, at half the
    /// pack's height, and a pick for each place.
    #[must_use]
    pub fn offered(&self, most_lay_downs: usize) -> Offered {
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
                all.extend(using::deep(self).map(Action::TakeDeep));
                all.extend(declaring::undrawn(self));
                all.extend(drops(self));
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
                all.extend(drops(self));
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
                    lay_downs::list(&position, most_lay_downs, &mut { MOST_STEPS }, &mut all);
                for action in using::uses(&position) {
                    if !all.contains(&action) {
                        all.push(action);
                    }
                }
            }
        }
        offered.actions = all.into_iter().filter(|action| self.allows(action)).collect();
        offered
    }

    /// Lists the legal lay-downs alone, among the first `found` of them: `legal` at the most, or a few more, and no more
    /// is looked for than that takes. Uses of a taken card that must be used are not among them.
    #[must_use]
    pub fn lay_downs(&self, legal: usize, found: usize) -> Offered {
        let mut offered = Offered::default();
        if self.table.phase != Phase::Play || !self.table.asks(self.seat) {
            return offered;
        }
        let position = Position::of(self);
        // Those that are found first are mostly legal: few look further.
        for most in [legal.min(found), found] {
            let all = &mut offered.actions;
            all.clear();
            offered.cut_short = lay_downs::list(&position, most, &mut { MOST_STEPS }, all);
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

    /// An answer for a seat that has none itself: the first legal action. Plays are taken back only where
    /// nothing else is left. The work is bounded, whatever the rules are: where to list what is legal takes
    /// too long, it is the simplest action that is. None where there is none.
    #[must_use]
    pub fn any_answer(&self) -> Option<Action> {
        let listed = || {
            let offered = self.offered(1).actions;
            let first = offered.iter().position(|action| *action != Action::Undo).unwrap_or(0);
            offered.into_iter().nth(first)
        };
        let simplest = || {
            let before = [Action::Draw, Action::Pass, Action::Show(Vec::new())];
            before.into_iter().chain(self.ends()).find(|action| self.allows(action))
        };
        within(&listed).or_else(|| within(&simplest)).flatten()
    }

    /// The way out of a turn for whoever took a play back because nothing else was left, and would only make it
    /// again: a discard, or keeping the last card, or the next play back. None where none of them is legal.
    #[must_use]
    pub fn retreat(&self) -> Option<Action> {
        within(&|| self.ends().find(|action| self.allows(action))).flatten()
    }

    /// What may end a turn, and what leads back in it.
    fn ends(&self) -> impl Iterator<Item = Action> {
        let discard = |(card, _)| Action::Discard { card, shanghai: false };
        self.hand.iter_counts().map(discard).chain([Action::Keep, Action::Undo])
    }
}

/// What is found within the work of an answer; nothing where that is not enough.
fn within(find: &dyn Fn() -> Option<Action>) -> Option<Option<Action>> {
    meter::metered(ANSWER, &|| true, find).found
}

/// Leaving the deal, in games that know it.
fn drops(view: &View<'_>) -> Option<Action> {
    dropping::is_played(view.rules).then_some(Action::Drop)
}

fn lay_offs(position: &Position<'_>, all: &mut Vec<Action>) {
    if laying_off::allowed(position).is_err() {
        return;
    }
    let slides = position.rules.set.choices.wilds.slide != Slide::None;
    for meld in position.board.melds.iter() {
        for (card, _) in position.hand.iter_counts() {
            all.extend(laying_off::of_card(position, meld, card));
            if slides && !meld.meld.wilds_for(card, &position.deal.melds).is_empty() {
                let to = [End::Low, End::High];
                all.extend(to.map(|to| Action::Slide { meld: meld.id, card, to }));
            }
        }
    }
}

fn swaps(position: &Position<'_>, all: &mut Vec<Action>) {
    if position.rules.set.choices.swapping.who == SwapWho::Nobody
        || swapping::allowed(position).is_err()
    {
        return;
    }
    for meld in position.board.melds.iter() {
        for (card, _) in position.hand.iter_counts() {
            let places = meld.meld.wilds_for(card, &position.deal.melds);
            let kinds: Cards = places.iter().map(|(_, wild)| *wild).collect();
            let several = kinds.iter_counts().count() > 1;
            for (wild, count) in kinds.iter_counts() {
                let named = several.then_some(wild);
                let twice = count > 1 && matches!(meld.meld, Meld::Run(_));
                let ends: &[Option<End>] =
                    if twice { &[Some(End::Low), Some(End::High)] } else { &[None] };
                all.extend(ends.iter().map(|&end| Action::Swap {
                    meld: meld.id,
                    card,
                    wild: named,
                    end,
                }));
            }
        }
    }
}
