//! Public state of a seat, and of the current turn.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use upcard_cards::{Card, Cards, Elements, MAX_ELEMENTS, Meld, RankSet};
use upcard_solver::RunSpan;

use crate::compile::Rules;
use crate::seat::Seat;

/// Whether and why a seat is no longer in a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gone {
    /// It is in the deal.
    #[default]
    No,
    /// It was dealt no cards.
    NotDealt,
    /// It dropped before its first draw.
    DroppedFirst,
    /// It dropped later.
    DroppedMiddle,
    /// It declared wrongly.
    DeclaredWrong,
}

/// Whether a seat has laid its contract (or a meld, in games without contracts).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Down {
    /// Not yet.
    #[default]
    No,
    /// In its current turn.
    Now,
    /// In an earlier turn.
    Earlier,
}

/// Public state of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SeatState {
    /// Number of cards in hand.
    pub count: u8,
    /// The seat's contract, as an index into the rules' deals.
    pub contract: u8,
    /// The elements of the contract still to be laid.
    pub remaining: Elements,
    /// Whether the contract is laid.
    pub down: Down,
    /// Whether the seat has a meld of its own.
    pub melded: Down,
    /// Whether it has put any card on the table in this deal.
    pub touched: bool,
    /// Number of buys in this deal.
    pub bought: u8,
    /// Number of runs of each suit that it laid in this deal.
    pub runs: [u8; 4],
    /// Ranks of the sets that it laid in this deal.
    pub set_ranks: RankSet,
    /// Spans of its runs.
    #[serde(with = "spans")]
    pub spans: ArrayVec<RunSpan, MAX_ELEMENTS>,
    /// Publicly known cards in its hand.
    pub known: Cards,
    /// Whether it has left the deal.
    #[serde(default)]
    pub gone: Gone,
    /// Whether it has drawn in this deal.
    #[serde(default)]
    pub drew: bool,
}

impl SeatState {
    /// State at the start of a deal with this contract.
    pub(crate) fn dealt(rules: &Rules, contract: u8) -> SeatState {
        let remaining = rules.deal(contract).contract.all();
        SeatState { contract, remaining, ..SeatState::default() }
    }

    /// Begins the seat's turn: what it laid before becomes earlier.
    pub(crate) fn begin_turn(&mut self) {
        for down in [&mut self.down, &mut self.melded] {
            if *down == Down::Now {
                *down = Down::Earlier;
            }
        }
    }

    /// Records what limits the seat's next melds.
    pub(crate) fn note_meld(&mut self, meld: &Meld) {
        match meld {
            Meld::Run(run) => {
                self.runs[run.suit().index()] += 1;
                // Overflowing spans are ignored: there are more than a contract has melds only with
                // free melds, which such rules do not restrict.
                let _ = self.spans.try_push(RunSpan::of(run));
            }
            // A pair does not count as a set of its rank.
            Meld::Set(set) => {
                if let Some(rank) = set.rank().filter(|_| !set.is_pair()) {
                    self.set_ranks.insert(rank);
                }
            }
        }
    }
}

/// Source of the card drawn in this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drawn {
    /// Nothing drawn yet.
    #[default]
    Nothing,
    /// From the stock.
    Stock,
    /// This card, the upcard.
    Discards(Card),
    /// This card from deep in the discards, with all cards above it.
    Deep(Card),
}

/// The current turn.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Turn {
    /// The active seat.
    pub seat: Seat,
    /// What it drew.
    pub drawn: Drawn,
    /// Whether it has declared the draw from the stock.
    pub declared: bool,
    /// Only the stock may be drawn from.
    pub take_closed: bool,
    /// The upcard is no longer offered.
    pub offers_closed: bool,
    /// The last buyer in this turn.
    pub last_taker: Option<Seat>,
    /// Cards that were taken and must be played: wild cards from the table, or a card from the
    /// discards.
    pub freed: Cards,
    /// Number of new melds laid in this turn.
    pub new_melds: u8,
    /// Whether the seat has laid off or rearranged in this turn.
    pub laid_off: bool,
    /// Number of plays in this turn, without undone ones.
    pub plays: u8,
    /// Whether the seat had nothing on the table before this turn.
    pub fresh: bool,
    /// The card taken from the discards that must be played; `None` once played.
    #[serde(default)]
    pub owed: Option<Card>,
    /// The seat to whose runs the taken wild cards must be played: the owner of the melds they came
    /// from.
    #[serde(default)]
    pub freed_of: Option<Seat>,
}

impl Turn {
    /// Records a card taken from the discards that must be played.
    pub(crate) fn set_owed(&mut self, card: Card) {
        self.owed = Some(card);
        self.freed.add(card);
    }
}

/// Serializes spans of runs as suit, lowest and highest place.
mod spans {
    use arrayvec::ArrayVec;
    use serde::{Deserialize, Deserializer, Serializer, de};
    use upcard_cards::{MAX_ELEMENTS, SUITS};
    use upcard_solver::RunSpan;

    /// Highest place of a run that goes round the corner.
    const HIGHEST: u8 = 25;

    type Spans = ArrayVec<RunSpan, MAX_ELEMENTS>;
    type SerializedSpans = ArrayVec<(u8, u8, u8), MAX_ELEMENTS>;

    pub(super) fn serialize<S: Serializer>(
        spans: &Spans,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(spans.iter().map(|span| (span.suit as u8, span.low, span.high)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Spans, D::Error> {
        let written = SerializedSpans::deserialize(deserializer)?;
        let span = |(suit, low, high)| {
            let suit = SUITS.get(usize::from(suit)).copied();
            let suit = suit.ok_or_else(|| de::Error::custom("unknown suit of a run"))?;
            if low > high || high > HIGHEST {
                return Err(de::Error::custom("no run at that place"));
            }
            Ok(RunSpan { suit, low, high })
        };
        written.into_iter().map(span).collect()
    }
}
