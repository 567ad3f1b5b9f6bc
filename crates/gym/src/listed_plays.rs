//! Legal continuations: the numbers that may follow a prefix, and the play that a sequence encodes.
//!
//! Only completable prefixes are offered: the engine lists the plays, with its solver for the lay-downs, and
//! a number is open if a listed play continues with it.

use upcard_cards::Meld;
use upcard_engine::choices::{Declares, Dropping, KnockLimit, LayDownMode, Rearrange};
use upcard_engine::{Action, Move, Phase, View};

use crate::encoding;
use crate::error::GymError;
use crate::lay_downs::{self, LayDowns, RANKED};
use crate::mask::Mask;
use crate::numbers::{
    BUY, CUT, DOWN, DRAW, DROP, KEEP, LEAVE, LIST, LISTS, PASS, PLAY_ON, REJOIN, SLOT, SLOTS,
    SPLIT, TAKE, UNDO, card, card_number,
};
use crate::table_plays;

/// Maximum number of lay-downs listed for encoding meld by meld. If a hand has more, those that the solver
/// finds first.
const MAX_LAY_DOWNS: usize = 1000;

/// Multi-number plays of one decision, listed on demand.
#[derive(Clone, Debug, Default)]
pub struct ListedPlays {
    /// Plays other than lay-downs.
    plays: Vec<(Vec<u8>, Action)>,
    downs: LayDowns,
    /// Lay-downs found but not encoded yet.
    found: Vec<Action>,
    extent: Extent,
}

/// Which plays were listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Extent {
    /// All.
    #[default]
    All,
    /// All except lay-downs beyond the ranked ones.
    RankedLayDowns,
    /// Those that begin with one verb.
    Verb,
    /// Only lay-downs, all of them.
    LayDowns,
}

impl ListedPlays {
    /// Lists the plays of the seat to act.
    #[must_use]
    pub fn list(view: &View<'_>) -> ListedPlays {
        ListedPlays::list_up_to(view, MAX_LAY_DOWNS)
    }

    /// Lists the plays needed to determine the first numbers.
    pub(crate) fn list_ranked(view: &View<'_>) -> ListedPlays {
        ListedPlays::list_up_to(view, RANKED)
    }

    /// Lists the plays needed to continue after this number, reusing an earlier list where possible.
    pub(crate) fn after(view: &View<'_>, number: u8, before: Option<ListedPlays>) -> ListedPlays {
        let lays_down = number == DOWN || is_list_number(number);
        let before = before.filter(|before| before.extent != Extent::LayDowns || lays_down);
        match before {
            Some(mut before) if before.extent == Extent::LayDowns => {
                before.downs = LayDowns::of(view, &std::mem::take(&mut before.found));
                before
            }
            Some(before) if before.extent == Extent::All || number != DOWN => before,
            // A lay-down with a number of its own.
            None if is_list_number(number) => ListedPlays::list_ranked(view),
            // No list means that only these verbs and lay-downs start multi-number plays.
            None => match table_plays::plays(view, number) {
                Some(plays) => {
                    let encoded = |action| Some((encoding::play(&action, view.table)?, action));
                    let plays = plays.into_iter().filter_map(encoded).collect();
                    ListedPlays { plays, extent: Extent::Verb, ..ListedPlays::default() }
                }
                None => ListedPlays::list(view),
            },
            Some(_) => ListedPlays::list(view),
        }
    }

    fn list_up_to(view: &View<'_>, most: usize) -> ListedPlays {
        let offered = view.offered(most);
        let extent = if offered.cut_short && most < MAX_LAY_DOWNS {
            Extent::RankedLayDowns
        } else {
            Extent::All
        };
        let mut offered = offered.actions;
        if view.rules.set.choices.rearranging.allowed != Rearrange::Never {
            offered.extend(upcard_bots::rearrangement(view));
        }
        let downs = LayDowns::of(view, &offered);
        let mut plays: Vec<(Vec<u8>, Action)> = Vec::new();
        for action in offered {
            if let Action::Off { end: Some(_), .. } | Action::Call { end: Some(_), .. } = action
                && view.allows(&without_end(&action))
            {
                // The end is implied.
                continue;
            }
            let encoded = match action {
                // Any height is allowed.
                Action::Cut(_) => None,
                ref action => encoding::play(action, view.table),
            };
            plays.extend(encoded.map(|numbers| (numbers, action)));
        }
        ListedPlays { plays, downs, extent, ..ListedPlays::default() }
    }

    /// Returns the numbers that can start a play.
    #[must_use]
    pub fn first(&self, view: &View<'_>, undo: bool) -> Mask {
        let mut mask = single_number_plays(view, undo);
        self.plays.iter().for_each(|(numbers, _)| mask.insert(numbers[0]));
        if !self.downs.is_empty() {
            mask.insert(DOWN);
            (0..self.downs.listed()).for_each(|place| mask.insert(LIST + place));
        }
        mask
    }

    /// Returns the numbers that may follow this non-empty prefix.
    #[must_use]
    pub fn follow(&self, view: &View<'_>, said: &[u8]) -> Mask {
        match said {
            [DOWN, melds @ ..] => self.downs.follow(view, melds),
            [CUT] => (SLOT + 1..SLOT + SLOTS).collect(),
            _ => {
                let rest = |numbers: &[u8]| numbers.strip_prefix(said)?.first().copied();
                self.plays.iter().filter_map(|(numbers, _)| rest(numbers)).collect()
            }
        }
    }

    /// Decodes a sequence of open numbers; `None` if the play is incomplete.
    #[must_use]
    pub fn decode(&self, view: &View<'_>, said: &[u8]) -> Option<Action> {
        match said {
            [number @ LIST..SLOT] => self.downs.by_number(*number),
            [DOWN, melds @ ..] => LayDowns::decode(melds),
            [CUT, slot] => Some(Action::Cut(encoding::cut_at(slot - SLOT))),
            _ => {
                let same = self.plays.iter().find(|(numbers, _)| numbers == said);
                match (same, said) {
                    (Some((_, action)), _) => Some(action.clone()),
                    (None, [number]) => single_play(view, *number),
                    (None, _) => None,
                }
            }
        }
    }

    /// Encodes a legal action as an equivalent listed play. A lay-down encoded meld by meld keeps the order
    /// of the action.
    ///
    /// # Errors
    /// If the action is illegal, or has no equivalent in the list.
    pub fn encode(&self, view: &View<'_>, action: &Action) -> Result<Vec<u8>, GymError> {
        let wanted = view.judge(action).map_err(GymError::Refused)?;
        if let Some(number) = single_number(view, action) {
            return Ok(vec![number]);
        }
        if let Action::Cut(_) = action {
            return Ok(encoding::play(action, view.table).unwrap_or_default());
        }
        let unlisted = || GymError::Unlisted(action.to_string());
        if let Move::Down { melds, .. } = &wanted {
            let rules = &view.contract_rules().melds;
            let specs: Vec<_> = melds.iter().map(|meld| meld.spec_under(rules)).collect();
            let numbers = lay_downs::encode(&specs);
            let open = |at: usize| self.follow(view, &numbers[..at]).has(numbers[at]);
            return if (1..numbers.len()).all(open) { Ok(numbers) } else { Err(unlisted()) };
        }
        let same = |play: &&(Vec<u8>, Action)| {
            view.judge(&play.1).is_ok_and(|legal| same_play(&legal, &wanted))
        };
        self.plays.iter().find(same).map(|(numbers, _)| numbers.clone()).ok_or_else(unlisted)
    }
}

/// Returns `true` if two moves are equivalent: the order of melds in a lay-down does not matter, nor the
/// grouping of the hand in a knock, a declaration or a shown hand, only the discards.
#[must_use]
pub fn same_play(a: &Move, b: &Move) -> bool {
    match (a, b) {
        (Move::Down { melds: x, .. }, Move::Down { melds: y, .. }) => {
            let count = |of: &[Meld], meld| of.iter().filter(|other| *other == meld).count();
            x.len() == y.len() && x.iter().all(|meld| count(x, meld) == count(y, meld))
        }
        (Move::Knock { discard: x, .. }, Move::Knock { discard: y, .. })
        | (Move::Declare { finish: x, .. }, Move::Declare { finish: y, .. }) => x == y,
        (Move::Show { .. }, Move::Show { .. }) => true,
        (Move::Cut(x), Move::Cut(y)) => encoding::cut_slot(*x) == encoding::cut_slot(*y),
        (a, b) => a == b,
    }
}

fn without_end(action: &Action) -> Action {
    match action {
        Action::Off { meld, card, .. } => Action::Off { meld: *meld, card: *card, end: None },
        Action::Call { meld, .. } => Action::Call { meld: *meld, end: None },
        other => other.clone(),
    }
}

/// Returns the number of a single-number action; `None` for others.
fn single_number(view: &View<'_>, action: &Action) -> Option<u8> {
    Some(match action {
        Action::Draw => DRAW,
        Action::Take => TAKE,
        // The upcard may be named as well.
        Action::TakeDeep(face) if Some(*face) == view.table.upcard() => TAKE,
        Action::TakeDeep(card) | Action::Discard { card, shanghai: false } => card_number(*card),
        Action::Buy => BUY,
        Action::Pass => PASS,
        Action::Keep => KEEP,
        Action::Undo => UNDO,
        Action::Drop => DROP,
        Action::Rejoin => REJOIN,
        Action::Leave => LEAVE,
        Action::Split => SPLIT,
        Action::PlayOn => PLAY_ON,
        _ => return None,
    })
}

/// Returns the play that a single number encodes, independent of any list.
pub(crate) fn single_play(view: &View<'_>, number: u8) -> Option<Action> {
    Some(match number {
        DRAW => Action::Draw,
        TAKE => Action::Take,
        BUY => Action::Buy,
        PASS => Action::Pass,
        KEEP => Action::Keep,
        UNDO => Action::Undo,
        DROP => Action::Drop,
        REJOIN => Action::Rejoin,
        LEAVE => Action::Leave,
        SPLIT => Action::Split,
        PLAY_ON => Action::PlayOn,
        _ => match (card(number)?, view.table.phase()) {
            (card, Phase::Draw) => Action::TakeDeep(card),
            (card, _) => Action::Discard { card, shanghai: false },
        },
    })
}

/// Returns the single-number plays, and the cut, which is always open at any height.
fn single_number_plays(view: &View<'_>, undo: bool) -> Mask {
    let mut mask = Mask::NONE;
    let choices = &view.rules.set.choices;
    let mut open = |numbers: &[u8]| {
        for &number in numbers {
            if single_play(view, number).is_some_and(|action| view.allows(&action)) {
                mask.insert(number);
            }
        }
    };
    let drops = choices.dropping.allowed != Dropping::Never;
    match view.table.phase() {
        Phase::Draw => {
            open(&[DRAW, TAKE, BUY]);
            if drops {
                open(&[DROP]);
            }
            view.deep_takes().into_iter().for_each(|card| mask.insert(card_number(card)));
        }
        Phase::Offers { .. } => open(&[BUY, PASS]),
        Phase::Call { .. } | Phase::Claim { .. } => open(&[PASS]),
        Phase::Upcard { .. } => open(&[TAKE, PASS]),
        Phase::Rejoin { .. } => open(&[REJOIN, LEAVE]),
        Phase::Split { .. } => open(&[SPLIT, PLAY_ON]),
        Phase::Play => {
            open(&[KEEP]);
            if drops {
                open(&[DROP]);
            }
            if undo {
                open(&[UNDO]);
            }
            mask.insert_cards(view.discards());
        }
        Phase::Cut { .. } => mask.insert(CUT),
        Phase::Pick { .. } | Phase::Show { .. } | Phase::DealOver { .. } | Phase::MatchOver => {}
    }
    mask
}

/// Returns the numbers that can start a play, and the list made to find them: mostly none.
#[must_use]
pub(crate) fn first(view: &View<'_>, undo: bool) -> (Mask, Option<ListedPlays>) {
    if needs_listing(view) {
        let choices = ListedPlays::list_ranked(view);
        return (choices.first(view, undo), Some(choices));
    }
    let mut mask = single_number_plays(view, undo);
    if view.table.phase() == Phase::Play {
        mask = mask.with(table_plays::verbs(view));
        if may_lay_down(view) {
            // Their count alone determines their numbers.
            let found = view.lay_downs(LISTS.into(), RANKED);
            let count = found.actions.len();
            if count > 0 {
                mask.insert(DOWN);
                (0..LISTS.min(count as u8)).for_each(|place| mask.insert(LIST + place));
                if !found.cut_short {
                    let (found, extent) = (found.actions, Extent::LayDowns);
                    return (mask, Some(ListedPlays { found, extent, ..ListedPlays::default() }));
                }
            }
        }
    }
    (mask, None)
}

const fn is_list_number(number: u8) -> bool {
    LIST <= number && number < LIST + LISTS
}

/// Returns `true` if plays must be listed to find the first numbers. Lay-downs alone do not require it.
fn needs_listing(view: &View<'_>) -> bool {
    match view.table.phase() {
        Phase::Pick { .. } | Phase::Show { .. } | Phase::Call { .. } | Phase::Claim { .. } => true,
        Phase::Play => {
            let choices = &view.rules.set.choices;
            choices.shanghai.allowed
                || choices.knocking.limit != KnockLimit::None
                || choices.declaring.allowed != Declares::None
                || choices.rearranging.allowed != Rearrange::Never
                || view.table.turn().owed.is_some()
        }
        _ => false,
    }
}

/// Returns `false` if the seat certainly has no lay-down.
fn may_lay_down(view: &View<'_>) -> bool {
    if !view.may_lay_down() {
        return false;
    }
    let deal = view.contract_rules();
    let at_once = view.rules.set.choices.laying_down.mode == LayDownMode::AtOnce;
    let fresh = view.table.seat(view.seat).remaining == deal.contract.all();
    !(at_once && fresh) || deal.solver.feasible(view.hand, view.lay_down_remainder())
}
