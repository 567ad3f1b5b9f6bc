//! Coach lines: hints for newcomers in the first deal, each shown once when it becomes relevant.

use strum::{IntoStaticStr, VariantArray};
use upcard_engine::choices::{LayDownMode, Rearrange};
use upcard_engine::table::{Down, Phase};
use upcard_table::wire::Stage;

use crate::Session;
use crate::catalogue::Family;
use crate::lessons::Course;

/// A coach line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum CoachLine {
    /// Sets and runs.
    Melds,
    /// The slots of the contract.
    Slots,
    /// Points.
    Points,
    /// The price of 'May I?'.
    MayI,
    /// Laying down in parts.
    Parts,
    /// The whole contract must be laid down at once.
    AtOnce,
    /// Laying off cards on melds on the table.
    LayOff,
    /// Rearranging the melds on the table.
    Rearrange,
}

/// A part of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScreenPart {
    /// The player's hand.
    Hand,
    /// Contract, with its slots.
    Contract,
    /// Stock and discard pile.
    Piles,
    /// Prompt, with its answers.
    Prompt,
    /// Melds on the table.
    Melds,
}

impl CoachLine {
    /// All lines.
    pub const ALL: &[CoachLine] = CoachLine::VARIANTS;

    /// Its id.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// Returns the interactive lesson on the subject of this line, in a game of this family.
    #[must_use]
    pub const fn course(self, family: Family) -> Course {
        match (family, self) {
            (Family::Melds, _) => Course::MeldGames,
            (Family::Spread, _) => Course::RummyFiveHundred,
            (Family::Hidden, _) => Course::Gin,
            (Family::Sequences, _) => Course::Indian,
            (Family::Contracts, CoachLine::Melds | CoachLine::Slots) => Course::Melds,
            (Family::Contracts, CoachLine::Points) => Course::Draw,
            (Family::Contracts, CoachLine::MayI) => Course::Buying,
            (Family::Contracts, CoachLine::Parts | CoachLine::AtOnce) => Course::GoingDown,
            (Family::Contracts, CoachLine::LayOff) => Course::LayingOff,
            (Family::Contracts, CoachLine::Rearrange) => Course::Rearranging,
        }
    }

    /// Returns the target of the line.
    #[must_use]
    pub const fn points_at(self) -> ScreenPart {
        match self {
            CoachLine::Melds => ScreenPart::Hand,
            CoachLine::Slots => ScreenPart::Contract,
            CoachLine::Points | CoachLine::MayI => ScreenPart::Piles,
            CoachLine::Parts | CoachLine::AtOnce => ScreenPart::Prompt,
            CoachLine::LayOff | CoachLine::Rearrange => ScreenPart::Melds,
        }
    }

    /// Returns the other parts of the screen that the line refers to.
    #[must_use]
    pub const fn mentions(self) -> &'static [ScreenPart] {
        match self {
            CoachLine::Melds | CoachLine::Slots | CoachLine::MayI => &[ScreenPart::Prompt],
            CoachLine::Points | CoachLine::LayOff | CoachLine::Rearrange => {
                &[ScreenPart::Hand, ScreenPart::Prompt]
            }
            CoachLine::Parts | CoachLine::AtOnce => &[ScreenPart::Hand, ScreenPart::Contract],
        }
    }
}

/// Bitmask of the coach lines shown to a person, across all tables in this browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ShownCoachLines(u8);

impl ShownCoachLines {
    /// All bits set: no more lines are shown.
    pub const ALL: ShownCoachLines = ShownCoachLines(u8::MAX >> (8 - CoachLine::ALL.len()));

    /// Returns `true` if this line was shown.
    #[must_use]
    pub const fn has(self, lesson: CoachLine) -> bool {
        self.0 & (1 << lesson as u8) != 0
    }

    /// Marks a line as shown.
    pub fn note(&mut self, lesson: CoachLine) {
        self.0 |= 1 << lesson as u8;
    }

    /// Returns the bitmask for storage.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Restores the result of [`ShownCoachLines::number`].
    #[must_use]
    pub const fn read(number: u8) -> ShownCoachLines {
        ShownCoachLines(number & ShownCoachLines::ALL.0)
    }
}

/// Returns the line to show now, if any. Lines appear one at a time in the first deal of a match, except for
/// the one on rearranging, which may appear later. `ready` says whether the contract, or another meld, can be
/// laid down from the hand.
#[must_use]
pub fn next_coach_line(
    session: &Session,
    shown: ShownCoachLines,
    ready: bool,
) -> Option<CoachLine> {
    let view = session.view().filter(|_| session.stage == Stage::Playing)?;
    if session.covered() {
        return None;
    }
    let first = view.table.deals_begun() <= 1;
    let deal = view.contract_rules();
    let state = view.table.seat(view.seat);
    let contract = !deal.contract.is_empty();
    let down = view.table.opened(view.rules, view.seat) != Down::No;
    let own_turn = view.table.phase() == Phase::Play && view.table.asks(view.seat);
    let due = |lesson: &CoachLine| match lesson {
        CoachLine::Melds => !view.hand.is_empty(),
        CoachLine::Slots => contract && !down && view.table.asks(view.seat),
        CoachLine::Points => own_turn && !ready,
        CoachLine::MayI => {
            matches!(view.table.phase(), Phase::Offers { .. }) && session.must_decide()
        }
        CoachLine::Parts | CoachLine::AtOnce => {
            let parts = view.rules.set.choices.laying_down.mode != LayDownMode::AtOnce;
            ready && contract && state.down == Down::No && parts == (*lesson == CoachLine::Parts)
        }
        CoachLine::LayOff => own_turn && down && view.may_lay_off(),
        CoachLine::Rearrange => {
            let allowed = view.rules.set.choices.rearranging.allowed != Rearrange::Never;
            own_turn && down && allowed && view.table.melds().len() > 1
        }
    };
    // When picking a card from another hand on the table, the line would cover it.
    let phase = view.table.phase();
    let playing = !phase.is_after_deal() && !matches!(phase, Phase::Pick { .. });
    let mut new = CoachLine::ALL.iter().copied().filter(|lesson| !shown.has(*lesson));
    new.find(|l| playing && (first || *l == CoachLine::Rearrange) && due(l))
}
