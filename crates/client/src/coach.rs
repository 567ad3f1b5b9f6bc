//! Coach lines: what a newcomer needs to know in the first deal, each shown once, at the moment at which
//! it matters.

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
    /// What a set and a run are.
    Melds,
    /// What the slots show.
    Slots,
    /// What points are.
    Points,
    /// What 'May I?' costs.
    MayI,
    /// What laying down in parts means.
    Parts,
    /// The whole contract goes down at once.
    AtOnce,
    /// Cards that fit melds on the table may be laid off.
    LayOff,
    /// The melds on the table may be rearranged.
    Rearrange,
}

impl Lesson {
    /// All of them.
    pub const ALL: &[Lesson] = Lesson::VARIANTS;

    /// The word that names it.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// A thing on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thing {
    /// The own hand.
    Hand,
    /// The contract, with its slots.
    Contract,
    /// The stock and the discards.
    Piles,
    /// What is asked, and the answers.
    Prompt,
    /// The melds on the table.
    Melds,
}

impl Lesson {
    /// The lesson to be played about what this line speaks of, in a game of this family.
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

    /// The thing that the line points at.
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

    /// What else it speaks of, or asks to be done with.
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

/// What a person has been taught, on any table of this browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Taught(u8);

impl Taught {
    /// Everything: no line is shown any more.
    pub const ALL: Taught = Taught(u8::MAX >> (8 - Lesson::ALL.len()));

    /// Was this lesson shown?
    #[must_use]
    pub const fn has(self, lesson: Lesson) -> bool {
        self.0 & (1 << lesson as u8) != 0
    }

    /// Notes that it was shown.
    pub fn note(&mut self, lesson: Lesson) {
        self.0 |= 1 << lesson as u8;
    }

    /// As a number, to be kept.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Reads what [`Taught::number`] gave.
    #[must_use]
    pub const fn read(number: u8) -> Taught {
        Taught(number & Taught::ALL.0)
    }
}

/// The line that is due now; none where none is, or all were shown. Lines come in the first deal of a
/// match, but for that about rearranging, which may be met later; and one at a time: `ready` says whether the contract, or what else may be laid, lies ready in
/// the hand.
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
    // A card that is drawn from another hand is chosen on the table, where the line would cover it.
    let playing =
        !view.table.phase().is_after_deal() && !matches!(view.table.phase(), Phase::Pick { .. });
    Lesson::ALL
        .iter()
        .copied()
        .filter(|lesson| !taught.has(*lesson))
        .find(|l| playing && (first || *l == Lesson::Rearrange) && due(l))
}
