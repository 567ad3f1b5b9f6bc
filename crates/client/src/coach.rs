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
pub enum Lesson {
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

impl Lesson {
    /// All lines.
    pub const ALL: &[Lesson] = Lesson::VARIANTS;

    /// Its id.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// A part of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thing {
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

impl Lesson {
    /// Returns the interactive lesson on the subject of this line, in a game of this family.
    #[must_use]
    pub const fn course(self, family: Family) -> Course {
        match (family, self) {
            (Family::Melds, _) => Course::MeldGames,
            (Family::Spread, _) => Course::RummyFiveHundred,
            (Family::Hidden, _) => Course::Gin,
            (Family::Sequences, _) => Course::Indian,
            (Family::Contracts, Lesson::Melds | Lesson::Slots) => Course::Melds,
            (Family::Contracts, Lesson::Points) => Course::Draw,
            (Family::Contracts, Lesson::MayI) => Course::Buying,
            (Family::Contracts, Lesson::Parts | Lesson::AtOnce) => Course::GoingDown,
            (Family::Contracts, Lesson::LayOff) => Course::LayingOff,
            (Family::Contracts, Lesson::Rearrange) => Course::Rearranging,
        }
    }

    /// Returns the target of the line.
    #[must_use]
    pub const fn points_at(self) -> Thing {
        match self {
            Lesson::Melds => Thing::Hand,
            Lesson::Slots => Thing::Contract,
            Lesson::Points | Lesson::MayI => Thing::Piles,
            Lesson::Parts | Lesson::AtOnce => Thing::Prompt,
            Lesson::LayOff | Lesson::Rearrange => Thing::Melds,
        }
    }

    /// Returns the other parts of the screen that the line refers to.
    #[must_use]
    pub const fn speaks_of(self) -> &'static [Thing] {
        match self {
            Lesson::Melds | Lesson::Slots => &[Thing::Prompt],
            Lesson::Points | Lesson::LayOff | Lesson::Rearrange => &[Thing::Hand, Thing::Prompt],
            Lesson::MayI => &[Thing::Prompt],
            Lesson::Parts | Lesson::AtOnce => &[Thing::Hand, Thing::Contract],
        }
    }
}

/// Bitmask of the coach lines shown to a person, across all tables in this browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Taught(u8);

impl Taught {
    /// All bits set: no more lines are shown.
    pub const ALL: Taught = Taught(u8::MAX >> (8 - Lesson::ALL.len()));

    /// Returns `true` if this line was shown.
    #[must_use]
    pub const fn has(self, lesson: Lesson) -> bool {
        self.0 & (1 << lesson as u8) != 0
    }

    /// Marks a line as shown.
    pub fn note(&mut self, lesson: Lesson) {
        self.0 |= 1 << lesson as u8;
    }

    /// Returns the bitmask for storage.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Restores the result of [`Taught::number`].
    #[must_use]
    pub const fn read(number: u8) -> Taught {
        Taught(number & Taught::ALL.0)
    }
}

/// Returns the line to show now, if any. Lines appear one at a time in the first deal of a match, except for
/// the one on rearranging, which may appear later. `ready` says whether the contract, or another meld, can be
/// laid down from the hand.
#[must_use]
pub fn lesson(session: &Session, taught: Taught, ready: bool) -> Option<Lesson> {
    let view = session.view().filter(|_| session.stage == Stage::Playing)?;
    if session.covered() {
        return None;
    }
    let first = view.table.deals_begun() <= 1;
    let deal = view.contract_rules();
    let state = view.table.seat(view.seat);
    let contract = !deal.contract.is_empty();
    let down = view.table.opened(view.rules, view.seat) != Down::No;
    let due = |lesson: &Lesson| match lesson {
        Lesson::Melds => !view.hand.is_empty(),
        Lesson::Slots => contract && !down && view.table.asks(view.seat),
        Lesson::Points => view.table.phase() == Phase::Play && view.table.asks(view.seat) && !ready,
        Lesson::MayI => matches!(view.table.phase(), Phase::Offers { .. }) && session.asked(),
        Lesson::Parts | Lesson::AtOnce => {
            let parts = view.rules.set.choices.laying_down.mode != LayDownMode::AtOnce;
            ready && contract && state.down == Down::No && parts == (*lesson == Lesson::Parts)
        }
        Lesson::LayOff => {
            let play = view.table.phase() == Phase::Play && view.table.asks(view.seat);
            play && down && view.may_lay_off()
        }
        Lesson::Rearrange => {
            let play = view.table.phase() == Phase::Play && view.table.asks(view.seat);
            let allowed = view.rules.set.choices.rearranging.allowed != Rearrange::Never;
            play && down && allowed && view.table.melds().len() > 1
        }
    };
    // When picking a card from another hand on the table, the line would cover it.
    let playing =
        !view.table.phase().is_after_deal() && !matches!(view.table.phase(), Phase::Pick { .. });
    Lesson::ALL
        .iter()
        .copied()
        .filter(|lesson| !taught.has(*lesson))
        .find(|l| playing && (first || *l == Lesson::Rearrange) && due(l))
}
