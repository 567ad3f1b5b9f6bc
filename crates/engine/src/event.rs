//! What happened. An event holds chance's outcome; what a viewer may not know is masked.

use serde::{Deserialize, Serialize};
use upcard_cards::{Card, Cards, Elements, End};

use crate::position::Board;
use crate::seat::{Seat, Seats};
use crate::shape::{Checked, Shape};
use crate::table::{MeldId, TableMeld};

/// How a deal ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A hand is empty after a play.
    Played,
    /// A hand is empty after a discard.
    Discarded,
    /// The caller's last card was drawn away.
    CalledOut,
    /// A contract is complete, where that ends the deal.
    ContractComplete,
    /// A card was due and there is none.
    NoCards,
    /// The stock is empty, where that ends the deal.
    StockOut,
    /// Too many reshuffles without a card to the table.
    Stalemate,
    /// A hand was declared.
    Declared,
    /// No new stock could be made, where that annuls the deal.
    Void,
    /// A knock won.
    Knocked,
    /// A knock without deadwood won.
    Gin,
    /// The defender had no more deadwood than the knocker.
    Undercut,
    /// All the others have left the deal.
    LastPlayer,
}

/// Something that happened at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(
    rename_all = "kebab-case",
    bound(serialize = "F::Meld: Serialize", deserialize = "F::Meld: Deserialize<'de>")
)]
pub enum Event<F: Shape = Checked> {
    /// The first dealer was found; the cards drawn for it, round by round.
    DealerFound {
        /// Who deals first.
        dealer: Seat,
        /// The cards drawn, a list for each draw; empty where none were.
        draws: Vec<Vec<Card>>,
    },
    /// A deal begins.
    DealBegan {
        /// The deal, as an index into the rules' deals.
        deal: u8,
        /// The dealer.
        dealer: Seat,
        /// The contract of each seat, as an index into the rules' deals.
        contracts: Vec<u8>,
        /// Is it a playoff?
        playoff: bool,
    },
    /// The pack was cut.
    WasCut {
        /// Who cut.
        seat: Seat,
        /// How many cards were lifted.
        at: u16,
        /// Points taken off the cutter's score.
        bonus: u8,
    },
    /// The hands were dealt.
    Dealt {
        /// The pack in order, as it was before a cut, the first card dealt first.
        deck: Option<Vec<Card>>,
        /// The hands.
        hands: Vec<Option<Cards>>,
        /// The card turned up.
        upcard: Option<Card>,
        /// Cards left in the stock.
        stock: u16,
        /// Cards dealt to each seat.
        each: u8,
    },
    /// A turn begins.
    TurnBegan {
        /// Whose.
        seat: Seat,
    },
    /// The active seat declared the draw from the stock, or the window before it opened.
    Offered {
        /// Who is asked.
        asked: Seats,
        /// Has the active seat declared its draw?
        declared: bool,
    },
    /// A seat answered an offer.
    Answered {
        /// Who.
        seat: Seat,
        /// Does it buy?
        buy: Option<bool>,
    },
    /// The offers ended without a buyer.
    OffersClosed,
    /// A card was drawn from the stock.
    Drew {
        /// Who drew.
        seat: Seat,
        /// The card.
        card: Option<Card>,
    },
    /// The upcard was taken.
    Took {
        /// Who took it.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The upcard was bought.
    Bought {
        /// Who bought it.
        seat: Seat,
        /// The card.
        card: Card,
        /// Pennies paid.
        pennies: u8,
    },
    /// A card from the stock came with a bought card.
    Penalty {
        /// Who got it.
        seat: Seat,
        /// The card.
        card: Option<Card>,
    },
    /// Melds were laid down.
    LaidDown {
        /// By whom.
        seat: Seat,
        /// The melds.
        melds: Vec<F::Meld>,
        /// The elements of the contract that remain.
        remaining: Elements,
    },
    /// A card was laid off.
    LaidOff {
        /// By whom.
        seat: Seat,
        /// On which meld.
        meld: MeldId,
        /// The card.
        card: Card,
        /// At which end of a run.
        end: Option<End>,
        /// The meld afterwards.
        now: F::Meld,
    },
    /// A natural was laid in a wild's place and the wild slid to an end.
    Slid {
        /// By whom.
        seat: Seat,
        /// In which meld.
        meld: MeldId,
        /// The natural.
        card: Card,
        /// The wild.
        wild: Card,
        /// Where it went.
        to: End,
        /// The meld afterwards.
        now: F::Meld,
    },
    /// A natural was put in a wild's place and the wild taken.
    Swapped {
        /// By whom.
        seat: Seat,
        /// In which meld.
        meld: MeldId,
        /// The natural.
        card: Card,
        /// The wild.
        wild: Card,
        /// The meld afterwards.
        now: F::Meld,
    },
    /// The table was rearranged.
    Arranged {
        /// By whom.
        seat: Seat,
        /// All melds afterwards.
        melds: Vec<TableMeld<F>>,
        /// The number of the next new meld.
        next_meld: MeldId,
        /// The cards that came from the hand.
        played: Cards,
    },
    /// The last play was taken back.
    TookBack {
        /// By whom.
        seat: Seat,
        /// The board as it was before the play.
        to: Box<Board<'static, F>>,
        /// Cards back in the hand.
        back: Cards,
        /// Cards that left the hand again (a wild that had been taken).
        away: Cards,
    },
    /// A card was discarded.
    Discarded {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Card,
        /// Did its thrower protect it?
        protected: bool,
    },
    /// A turn ended without a discard.
    Kept {
        /// Whose.
        seat: Seat,
    },
    /// The upcard fits a meld: the others may call Shanghai.
    CallOffered {
        /// Who is asked.
        asked: Seats,
    },
    /// A seat answered whether it calls.
    CallAnswered {
        /// Who.
        seat: Seat,
        /// The meld and the end; the inner none is a pass.
        call: Option<Option<(MeldId, Option<End>)>>,
    },
    /// Nobody called.
    CallsClosed,
    /// A seat called Shanghai and added the upcard to a meld.
    Called {
        /// Who.
        seat: Seat,
        /// On which meld.
        meld: MeldId,
        /// The card.
        card: Card,
        /// The meld afterwards.
        now: F::Meld,
    },
    /// A blind card went from the caller's hand to the one who threw the card.
    Picked {
        /// The caller.
        from: Seat,
        /// The one who threw the card.
        to: Seat,
        /// The card.
        card: Option<Card>,
    },
    /// Seats may claim wilds before the next turn.
    ClaimOffered {
        /// Who is asked.
        seat: Seat,
    },
    /// The discards became a new stock.
    Reshuffled {
        /// The new stock, the next card to be drawn last.
        stock: Option<Vec<Card>>,
        /// Its size.
        size: u16,
        /// How many discards went in, the oldest first.
        used: u16,
        /// Was it merely turned over, so that all know its order?
        turned: bool,
        /// A card turned up from it.
        upcard: Option<Card>,
    },
    /// A deal ended.
    DealEnded {
        /// Who went out.
        winner: Option<Seat>,
        /// How.
        how: Ending,
        /// The hands as they were left.
        hands: Vec<Cards>,
        /// What each seat scores.
        points: Vec<i32>,
        /// What each seat is paid by the others.
        paid: Vec<i64>,
    },
    /// The match ended.
    MatchEnded {
        /// Who won.
        winners: Seats,
        /// What each seat receives or pays.
        settlement: Vec<i64>,
    },
    /// A seat showed its hand in melds.
    Declared {
        /// Who.
        seat: Seat,
        /// The melds.
        melds: Vec<F::Meld>,
        /// The card that it threw with it.
        finish: Option<Card>,
    },
    /// The upcard is offered to this seat alone.
    UpcardOffered {
        /// Who is asked.
        seat: Seat,
    },
    /// Nobody wanted the first upcard: the active seat draws from the stock.
    UpcardDeclined,
    /// The active seat begins without drawing.
    BeganWithoutDraw,
    /// A seat knocked.
    Knocked {
        /// Who.
        seat: Seat,
        /// Its melds.
        melds: Vec<F::Meld>,
        /// The card that it threw with it.
        discard: Option<Card>,
        /// Its deadwood.
        rest: Cards,
    },
    /// A seat answered a knock.
    Shown {
        /// Who.
        seat: Seat,
        /// Its melds.
        melds: Vec<F::Meld>,
    },
    /// The match is over, and the totals are these, with what the end adds.
    Totalled {
        /// The totals.
        scores: Vec<i32>,
    },
    /// Discards were taken, down to one that must be used.
    TookDeep {
        /// Who took them.
        seat: Seat,
        /// The cards as they lay, that one first.
        cards: Vec<Card>,
    },
    /// A card was turned up for the wild rank of the deal; before it jokers, where they do not count.
    WildTurned {
        /// The cards in order, the one that counts last.
        cards: Vec<Card>,
    },
    /// A seat declared its hand wrongly, and has left the deal.
    DeclaredWrong {
        /// Who.
        seat: Seat,
        /// The groups that it showed.
        groups: Vec<Vec<Card>>,
        /// The card that it threw with it.
        finish: Option<Card>,
        /// Did that card go to the discards?
        open: bool,
    },
    /// A seat has left the deal.
    Dropped {
        /// Who.
        seat: Seat,
    },
    /// After a declaration this seat shows how it groups its hand.
    GroupsAsked {
        /// Who is asked.
        seat: Seat,
    },
    /// A seat that is out of the match may come back.
    RejoinOffered {
        /// Who is asked.
        seat: Seat,
    },
    /// It has answered.
    RejoinAnswered {
        /// Who.
        seat: Seat,
        /// The total with which it comes back; none where it stays out.
        total: Option<i32>,
    },
    /// A seat is asked whether the pool is to be shared.
    SplitOffered {
        /// Who is asked.
        seat: Seat,
    },
    /// It has answered.
    SplitAnswered {
        /// Who.
        seat: Seat,
        /// Does it agree?
        agrees: bool,
    },
    /// All that was to be asked between the deals is answered.
    BetweenDeals,
}

/// Where events go. `()` takes them and does nothing, so that a simulation pays nothing.
pub trait Sink {
    /// Something happened.
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
