//! The main line of the prompt: the decision, or what the table is waiting for.

use upcard_cards::Card;
use upcard_engine::{Seat, Seats};

/// Main line: the decision, or what the table is waiting for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Question {
    /// Nothing is known yet.
    #[default]
    Nothing,
    /// A bot plays the player's seat.
    Covered,
    /// The match was aborted.
    MatchEnded,
    /// The match is over; these seats won.
    MatchWon(Seats),
    /// The deal is over.
    DealOver,
    /// The deal is over; these people are not ready yet.
    WaitingForReady(Seats),
    /// Spectator view of this seat's turn.
    Watching(Seat),
    /// Other players act.
    OthersPlay,
    /// The only other player acts.
    OthersTurn(Seat),
    /// These seats cut the pack.
    OthersCut(Seats),
    /// These seats draw a card from another hand.
    OthersPick(Seats),
    /// These seats may claim a wild card.
    OthersClaim(Seats),
    /// Cut the pack.
    Cut,
    /// Draw a card.
    Draw,
    /// Buy or take this card?
    Offer(Option<Card>),
    /// This card is being bought by a standing answer.
    Buying(Option<Card>),
    /// Call this discard, which fits a meld?
    Call(Option<Card>),
    /// Draw a card from this seat's hand.
    Pick(Seat),
    /// Claim a wild card?
    Claim,
    /// Play your turn.
    Play,
    /// Something can be laid down.
    MayLayDown,
    /// One card is selected.
    OneChosen(Card),
    /// Several cards are selected.
    SeveralChosen(usize),
    /// A lay-down draft is open.
    LayingDown,
    /// A rearrangement draft is open.
    Arranging,
    /// The first or last upcard is offered to the player's seat only.
    OwnUpcard(Option<Card>),
    /// Waiting for this seat's decision on the upcard.
    OthersUpcard(Seat),
    /// This seat has knocked with this much deadwood; answer the knock.
    Knocked(Seat, i32),
    /// This seat answers a knock.
    OthersAnswer(Seat),
    /// A draft for ending the deal is open.
    Ending(EndsBy),
    /// A draft of the player's melds is open, to answer a knock.
    ShowingMelds,
    /// This seat has ended the deal this way; the player groups the hand.
    ShowGroups(Seat, EndsBy),
    /// A draft of groups is open, after another player has ended the deal.
    Grouping,
    /// This seat groups its hand, after another player has ended the deal.
    OthersGroup(Seat),
    /// Rejoin the match, with this total?
    Rejoin(i32),
    /// Split the pool?
    Split,
    /// This seat decides whether to rejoin.
    OthersRejoin(Seat),
    /// This seat decides whether to split the pool.
    OthersSplit(Seat),
}

/// Way in which a deal is ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndsBy {
    /// Going out with all cards in melds.
    GoingOut,
    /// Declaring a hand with the required sequences.
    Declaring,
    /// Knocking with this much deadwood.
    Knock(i32),
    /// Knocking without deadwood.
    Gin,
}
