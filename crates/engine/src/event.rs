//! Events. An event contains the random outcome; information hidden from a viewer is redacted.

use serde::{Deserialize, Serialize};
use upcard_cards::{Card, Cards, Elements, End};

use crate::position::Board;
use crate::representation::{Checked, Representation};
use crate::seat::{Seat, Seats};
use crate::table::{MeldId, TableMeld};

/// How a deal ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A hand was emptied by a play.
    Played,
    /// A hand was emptied by a discard.
    Discarded,
    /// The caller's last card was picked.
    CalledOut,
    /// A contract was completed, if that ends the deal.
    ContractComplete,
    /// A card was due, but none was left.
    NoCards,
    /// The stock was emptied, if that ends the deal.
    StockOut,
    /// Too many reshuffles without a card played to the table.
    Stalemate,
    /// A hand was declared.
    Declared,
    /// No new stock could be made, if that voids the deal.
    Void,
    /// A knock won.
    Knocked,
    /// A knock without deadwood won.
    Gin,
    /// The defender had no more deadwood than the knocker.
    Undercut,
    /// All other players have dropped out.
    LastPlayer,
}

/// An event at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(
    rename_all = "kebab-case",
    bound(serialize = "F::Meld: Serialize", deserialize = "F::Meld: Deserialize<'de>")
)]
pub enum Event<F: Representation = Checked> {
    /// The first dealer was chosen, by drawing cards if the rules say so.
    DealerFound {
        /// The first dealer.
        dealer: Seat,
        /// The cards drawn, a list per round; empty if none were drawn.
        draws: Vec<Vec<Card>>,
    },
    /// A deal begins.
    DealBegan {
        /// Index of the deal in the rules' deals.
        deal: u8,
        /// The dealer.
        dealer: Seat,
        /// The contract of each seat, as an index into the rules' deals.
        contracts: Vec<u8>,
        /// Whether it is a playoff.
        playoff: bool,
    },
    /// The pack was cut.
    WasCut {
        /// The cutting seat.
        seat: Seat,
        /// Number of cards lifted.
        at: u16,
        /// Points deducted from the cutter's score.
        bonus: u8,
    },
    /// The hands were dealt.
    Dealt {
        /// The pack in dealing order, as it was before a cut.
        deck: Option<Vec<Card>>,
        /// The hands.
        hands: Vec<Option<Cards>>,
        /// The upcard.
        upcard: Option<Card>,
        /// Number of cards left in the stock.
        stock: u16,
        /// Number of cards dealt to each seat.
        each: u8,
    },
    /// A turn begins.
    TurnBegan {
        /// The active seat.
        seat: Seat,
    },
    /// The upcard was offered to other seats: the active seat declared a draw from the stock, or may not draw
    /// yet.
    Offered {
        /// The seats that are asked.
        asked: Seats,
        /// Whether the active seat has declared its draw.
        declared: bool,
    },
    /// A seat answered an offer.
    Answered {
        /// The seat.
        seat: Seat,
        /// Whether it buys.
        buy: Option<bool>,
    },
    /// The offers ended without a buyer.
    OffersClosed,
    /// A card was drawn from the stock.
    Drew {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Option<Card>,
    },
    /// The upcard was taken.
    Took {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The upcard was bought.
    Bought {
        /// The buyer.
        seat: Seat,
        /// The card.
        card: Card,
        /// Pennies paid.
        pennies: u8,
    },
    /// A card from the stock came with a bought card.
    Penalty {
        /// The buyer.
        seat: Seat,
        /// The card.
        card: Option<Card>,
    },
    /// Melds were laid down.
    LaidDown {
        /// The seat.
        seat: Seat,
        /// The melds.
        melds: Vec<F::Meld>,
        /// The elements of the contract still to be laid down.
        remaining: Elements,
    },
    /// A card was laid off.
    LaidOff {
        /// The seat.
        seat: Seat,
        /// The meld.
        meld: MeldId,
        /// The card.
        card: Card,
        /// The end of a run.
        end: Option<End>,
        /// The meld afterwards.
        now: F::Meld,
    },
    /// A natural was put in a wild card's place, and the wild card slid to an end of the run.
    Slid {
        /// The seat.
        seat: Seat,
        /// The meld.
        meld: MeldId,
        /// The natural.
        card: Card,
        /// The wild card.
        wild: Card,
        /// The end it moved to.
        to: End,
        /// The meld afterwards.
        now: F::Meld,
    },
    /// A natural was put in a wild card's place, and the wild card taken.
    Swapped {
        /// The seat.
        seat: Seat,
        /// The meld.
        meld: MeldId,
        /// The natural.
        card: Card,
        /// The wild card.
        wild: Card,
        /// The meld afterwards.
        now: F::Meld,
    },
    /// The table was rearranged.
    Arranged {
        /// The seat.
        seat: Seat,
        /// All melds afterwards.
        melds: Vec<TableMeld<F>>,
        /// Id of the next new meld.
        next_meld: MeldId,
        /// Cards played from the hand.
        played: Cards,
    },
    /// The last play was undone.
    TookBack {
        /// The seat.
        seat: Seat,
        /// The board before the play.
        to: Box<Board<'static, F>>,
        /// Cards returned to the hand.
        back: Cards,
        /// Cards removed from the hand again (a wild card that had been taken).
        away: Cards,
    },
    /// A card was discarded.
    Discarded {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
        /// Whether the discarding seat protected it.
        protected: bool,
    },
    /// A turn ended without a discard.
    Kept {
        /// The seat.
        seat: Seat,
    },
    /// The upcard fits a meld, and the others may call Shanghai.
    CallOffered {
        /// The seats that are asked.
        asked: Seats,
    },
    /// A seat answered whether it calls.
    CallAnswered {
        /// The seat.
        seat: Seat,
        /// The meld and the end; an inner `None` is a pass.
        call: Option<Option<(MeldId, Option<End>)>>,
    },
    /// Nobody called.
    CallsClosed,
    /// A seat called Shanghai and added the upcard to a meld.
    Called {
        /// The caller.
        seat: Seat,
        /// The meld.
        meld: MeldId,
        /// The card.
        card: Card,
        /// The meld afterwards.
        now: F::Meld,
    },
    /// A blind card moved from the caller's hand to the seat that discarded the called card.
    Picked {
        /// The caller.
        from: Seat,
        /// The seat that discarded the called card.
        to: Seat,
        /// The card.
        card: Option<Card>,
    },
    /// A seat may claim wild cards before the next turn.
    ClaimOffered {
        /// The seat that is asked.
        seat: Seat,
    },
    /// The discards were made into a new stock.
    Reshuffled {
        /// The new stock; the next card to be drawn is last.
        stock: Option<Vec<Card>>,
        /// Number of cards in it.
        size: u16,
        /// Number of discards used, oldest first.
        used: u16,
        /// Whether it was only turned over, so that its order is public.
        turned: bool,
        /// The card turned up from it.
        upcard: Option<Card>,
    },
    /// A deal ended.
    DealEnded {
        /// The seat that went out.
        winner: Option<Seat>,
        /// How the deal ended.
        how: Ending,
        /// The remaining hands.
        hands: Vec<Cards>,
        /// Points of each seat.
        points: Vec<i32>,
        /// Amount that each seat receives from the others.
        paid: Vec<i64>,
    },
    /// The match ended.
    MatchEnded {
        /// The winners.
        winners: Seats,
        /// Amount that each seat receives or pays.
        settlement: Vec<i64>,
    },
    /// A seat declared its hand.
    Declared {
        /// The seat.
        seat: Seat,
        /// The melds.
        melds: Vec<F::Meld>,
        /// The finishing discard.
        finish: Option<Card>,
    },
    /// The upcard was offered to this seat alone.
    UpcardOffered {
        /// The seat that is asked.
        seat: Seat,
    },
    /// Everyone declined the first upcard; the active seat draws from the stock.
    UpcardDeclined,
    /// The active seat begins without drawing.
    BeganWithoutDraw,
    /// A seat knocked.
    Knocked {
        /// The seat.
        seat: Seat,
        /// Its melds.
        melds: Vec<F::Meld>,
        /// The discard.
        discard: Option<Card>,
        /// Its deadwood.
        rest: Cards,
    },
    /// A seat answered a knock.
    Shown {
        /// The seat.
        seat: Seat,
        /// Its melds.
        melds: Vec<F::Meld>,
    },
    /// The match is over; final totals, with the bonuses of the end.
    Totalled {
        /// The totals.
        scores: Vec<i32>,
    },
    /// Discards were taken, down to a card that must be used.
    TookDeep {
        /// The seat.
        seat: Seat,
        /// The cards in pile order, the one to be used first.
        cards: Vec<Card>,
    },
    /// A card was turned up for the wild rank of the deal, possibly after jokers that do not count.
    WildTurned {
        /// The cards in order; the last one counts.
        cards: Vec<Card>,
    },
    /// A seat declared wrongly and is out of the deal.
    DeclaredWrong {
        /// The seat.
        seat: Seat,
        /// The groups it showed.
        groups: Vec<Vec<Card>>,
        /// The finishing discard.
        finish: Option<Card>,
        /// Whether that card went to the discard pile.
        open: bool,
    },
    /// A seat dropped out of the deal.
    Dropped {
        /// The seat.
        seat: Seat,
    },
    /// After a declaration, this seat is asked to show how it groups its hand.
    GroupsAsked {
        /// The seat that is asked.
        seat: Seat,
    },
    /// An eliminated seat may rejoin.
    RejoinOffered {
        /// The seat that is asked.
        seat: Seat,
    },
    /// The seat answered the offer to rejoin.
    RejoinAnswered {
        /// The seat.
        seat: Seat,
        /// The total with which it rejoins; `None` if it stays out.
        total: Option<i32>,
    },
    /// A seat is asked whether to share the pool.
    SplitOffered {
        /// The seat that is asked.
        seat: Seat,
    },
    /// The seat answered whether to share the pool.
    SplitAnswered {
        /// The seat.
        seat: Seat,
        /// Whether it agrees.
        agrees: bool,
    },
    /// All decisions between the deals are made.
    BetweenDeals,
}

/// Consumer of events. `()` ignores them, so that simulations have no overhead.
pub trait Sink {
    /// Handles an event.
    fn event(&mut self, event: &Event);
}

impl Sink for () {
    fn event(&mut self, _: &Event) {}
}

impl Sink for Vec<Event> {
    fn event(&mut self, event: &Event) {
        self.push(event.clone());
    }
}
