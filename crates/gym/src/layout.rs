//! Layout of observation arrays: the parts of the encoding for a table.

use upcard_cards::{Card, MAX_ELEMENTS};
use upcard_engine::Rules;
use upcard_engine::choices::{ExtraMelds, LayDownMode, Rearrange};

/// Maximum length of the partial play shown.
pub(crate) const PREFIX_LENGTH: usize = 48;
pub(crate) const TABLE_COLUMNS: usize = 36;
pub(crate) const SEAT_COLUMNS: usize = 18;
pub(crate) const ELEMENT_COLUMNS: usize = 3;
/// Columns of a meld before its cards.
pub(crate) const MELD_HEADER: usize = 6;
/// Cards per row of a meld.
pub(crate) const MELD_CARDS: usize = 14;
pub(crate) const MELD_COLUMNS: usize = MELD_HEADER + MELD_CARDS;
/// Columns of each card of the discard pile.
pub(crate) const PILE_COLUMNS: usize = 2;
pub(crate) const FACES: usize = Card::FACES;

/// Part of an observation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its name.
    pub name: &'static str,
    /// Offset of the first value.
    pub offset: usize,
    /// Rows and columns.
    pub shape: [usize; 2],
}

impl Part {
    const fn after(before: &Part, name: &'static str, shape: [usize; 2]) -> Part {
        Part { name, offset: before.end(), shape }
    }

    /// Offset of the next part.
    #[must_use]
    pub const fn end(&self) -> usize {
        self.offset + self.shape[0] * self.shape[1]
    }

    pub(crate) fn of<'a>(&self, array: &'a [i16]) -> &'a [i16] {
        array.get(self.offset..self.end()).unwrap_or_default()
    }

    pub(crate) fn of_mut<'a>(&self, array: &'a mut [i16]) -> &'a mut [i16] {
        array.get_mut(self.offset..self.end()).unwrap_or_default()
    }
}

/// Parts of the observations of a table. Seats are relative: the observer is 0, the next in turn 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Number of players.
    pub players: u8,
    /// Phase, deal, turn and piles.
    pub table: Part,
    /// Count of each face in the hand.
    pub hand: Part,
    /// One row per seat.
    pub seats: Part,
    /// Known count of each face in each hand; the own row is what every opponent knows of this hand.
    pub known: Part,
    /// Cards that must be played in this turn.
    pub freed: Part,
    /// Elements of the own contract.
    pub contract: Part,
    /// Melds on the table, oldest first.
    pub melds: Part,
    /// The discard pile, upcard first; from the end, the cards of the stock in publicly known order.
    pub pile: Part,
    /// Discards that are out of play for good.
    pub buried: Part,
    /// Numbers of the partial play.
    pub said: Part,
}

impl Layout {
    /// Computes the layout for these rules.
    #[must_use]
    pub fn new(rules: &Rules) -> Layout {
        let players = usize::from(rules.players);
        let table = Part { name: "table", offset: 0, shape: [1, TABLE_COLUMNS] };
        let hand = Part::after(&table, "hand", [1, FACES]);
        let seats = Part::after(&hand, "seats", [players, SEAT_COLUMNS]);
        let known = Part::after(&seats, "known", [players, FACES]);
        let freed = Part::after(&known, "freed", [1, FACES]);
        let contract = Part::after(&freed, "contract", [MAX_ELEMENTS, ELEMENT_COLUMNS]);
        let melds = Part::after(&contract, "melds", [meld_rows(rules), MELD_COLUMNS]);
        let pile = Part::after(&melds, "pile", [rules.pack_size, PILE_COLUMNS]);
        let buried = Part::after(&pile, "buried", [1, FACES]);
        let said = Part::after(&buried, "said", [1, PREFIX_LENGTH]);
        let players = rules.players;
        Layout { players, table, hand, seats, known, freed, contract, melds, pile, buried, said }
    }

    /// The parts in order.
    #[must_use]
    pub const fn parts(&self) -> [Part; 10] {
        [
            self.table,
            self.hand,
            self.seats,
            self.known,
            self.freed,
            self.contract,
            self.melds,
            self.pile,
            self.buried,
            self.said,
        ]
    }

    /// Number of values of an observation.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.said.end()
    }
}

/// Number of rows for the melds that can be on the table. A set larger than a row continues in the next.
fn meld_rows(rules: &Rules) -> usize {
    let choices = &rules.set.choices;
    let contract = |deal: &upcard_engine::DealRules| deal.contract.elements.len();
    let most = rules.deals.iter().map(contract).max().unwrap_or(0);
    let contracts_alone = most > 0
        && matches!(choices.laying_down.mode, LayDownMode::AtOnce | LayDownMode::Piecemeal)
        && choices.laying_down.extra_melds == ExtraMelds::None
        && choices.rearranging.allowed == Rearrange::Never;
    let melds = match contracts_alone {
        true => most * usize::from(rules.players),
        // The smallest meld is a pair.
        false => rules.pack_size / 2,
    };
    melds + rules.pack_size / MELD_CARDS
}
