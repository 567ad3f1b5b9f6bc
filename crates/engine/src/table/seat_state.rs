//! What all may see of a seat, and of the turn that is going on.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use upcard_cards::{Card, Cards, Elements, MAX_ELEMENTS, Meld, RankSet};
use upcard_solver::RunSpan;

use crate::compile::Rules;
use crate::seat::Seat;

/// Why a seat has no part in a deal any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gone {
    /// It has a part in the deal.
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

/// Has a seat laid its contract (or melded, in games without contracts)?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Down {
    /// Not yet.
    #[default]
    No,
    /// In its present turn.
    Now,
    /// In an earlier turn.
    Earlier,
}

/// What all may see of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SeatState {
    /// Cards in hand.
    pub count: u8,
    /// The seat's contract, as an index into the rules' deals.
    pub contract: u8,
    /// The elements of the contract that are still to be laid.
    pub remaining: Elements,
    /// Is the contract laid?
    pub down: Down,
    /// Has the seat a meld of its own?
    pub melded: Down,
    /// Has it put any card on the table in this deal?
    pub touched: bool,
    /// Buys made in this deal.
    pub bought: u8,
    /// Runs of each suit that it laid in this deal.
    pub runs: [u8; 4],
    /// Ranks of the sets that it laid.
    pub set_ranks: RankSet,
    /// Where the runs of its contract lie.
    #[serde(with = "spans")]
    pub spans: ArrayVec<RunSpan, MAX_ELEMENTS>,
    /// Cards in its hand that all have seen go there.
    pub known: Cards,
    /// Has it left the deal?
    #[serde(default)]
    pub gone: Gone,
    /// Has it drawn in this deal?
    #[serde(default)]
    pub drew: bool,
}

impl SeatState {
    /// Before a card is played in a deal with this contract.
    pub(crate) fn dealt(rules: &Rules, contract: u8) -> SeatState {
        let remaining = rules.deal(contract).contract.all();
        SeatState { contract, remaining, ..SeatState::default() }
    }

    /// The seat's turn begins: what it laid before was laid in an earlier one.
    pub(crate) fn begin_turn(&mut self) {
        for down in [&mut self.down, &mut self.melded] {
            if *down == Down::Now {
                *down = Down::Earlier;
            }
        }
    }

    /// Notes what a meld that the seat laid means for its next ones.
    pub(crate) fn note_meld(&mut self, meld: &Meld) {
        match meld {
            Meld::Run(run) => {
                self.runs[run.suit().index()] += 1;
                // More spans than a contract has melds are those of free melds, which no rule
                // of one contract binds.
                let _ = self.spans.try_push(RunSpan::of(run));
            }
            // A pair is no set of its rank.
            Meld::Set(set) => {
                if let Some(rank) = set.rank().filter(|_| !set.is_pair()) {
                    self.set_ranks.insert(rank);
                }
            }
        }
    }
}

/// Where the card of this turn's draw came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drawn {
    /// Nothing is drawn yet.
    #[default]
    Nothing,
    /// From the stock.
    Stock,
    /// This card, from the discards.
    Discards(Card),
    /// This card from deep in the discards, with all that lay above it.
    Deep(Card),
}

/// The turn that is going on.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Turn {
    /// The active seat.
    pub seat: Seat,
    /// What it drew.
    pub drawn: Drawn,
    /// Has it declared the draw from the stock?
    pub declared: bool,
    /// Only the stock may be drawn from.
    pub take_closed: bool,
    /// The upcard is not offered any more.
    pub offers_closed: bool,
    /// Who bought last in this turn.
    pub last_taker: Option<Seat>,
    /// Cards that were taken and must be played: wilds from the table, a card from the discards.
    pub freed: Cards,
    /// New melds laid in this turn.
    pub new_melds: u8,
    /// Has the seat laid off or arranged in this turn?
    pub laid_off: bool,
    /// Plays made in this turn and not taken back.
    pub plays: u8,
    /// Had the seat put nothing on the table before this turn?
    pub fresh: bool,
    /// The card that was taken from the discards and must be played; none once it is.
    #[serde(default)]
    pub owed: Option<Card>,
    /// From whose melds the wilds were taken that must be played to that seat's runs.
    #[serde(default)]
    pub freed_of: Option<Seat>,
}

impl Turn {
    /// This card was taken from the discards, and must be played.
    pub(crate) fn owes(&mut self, card: Card) {
        self.owed = Some(card);
        self.freed.add(card);
    }
}

/// Spans of runs are written as suit, lowest and highest place.
mod spans {
    use arrayvec::ArrayVec;
    use serde::{Deserialize, Deserializer, Serializer, de};
    use upcard_cards::{MAX_ELEMENTS, SUITS};
    use upcard_solver::RunSpan;

    /// The highest place of a run, one round the corner from the king.
    const HIGHEST: u8 = 25;

    type Spans = ArrayVec<RunSpan, MAX_ELEMENTS>;
    type Written = ArrayVec<(u8, u8, u8), MAX_ELEMENTS>;

    pub(super) fn serialize<S: Serializer>(
        spans: &Spans,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(spans.iter().map(|span| (span.suit as u8, span.low, span.high)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Spans, D::Error> {
        let written = Written::deserialize(deserializer)?;
        let span = |(suit, low, high)| {
            let suit = SUITS.get(usize::from(suit)).copied();
            let suit = suit.ok_or_else(|| de::Error::custom("a run has no such suit"))?;
            if low > high || high > HIGHEST {
                return Err(de::Error::custom("no run lies there"));
            }
            Ok(RunSpan { suit, low, high })
        };
        written.into_iter().map(span).collect()
    }
}
