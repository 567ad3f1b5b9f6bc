//! The main line of the prompt: what is asked, or what is waited for.

use upcard_cards::Card;
use upcard_engine::{Seat, Seats};

/// The main line: what is asked, or what is waited for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Question {
    /// Nothing is known yet.
    #[default]
    Nothing,
    /// A bot plays the own seat.
    Covered,
    /// The match was ended before its time.
    MatchEnded,
    /// The match is over; these seats won.
    MatchWon(Seats),
    /// The deal is over.
    DealOver,
    /// The deal is over; these people are not ready yet.
    WaitingForReady(Seats),
    /// A spectator sees this seat play.
    Watching(Seat),
    /// Others play, and what they do is theirs.
    OthersPlay,
    /// The only other seat plays.
    OthersTurn(Seat),
    /// These seats cut the pack.
    OthersCut(Seats),
    /// These seats draw a blind card.
    OthersPick(Seats),
    /// These seats may take a wild card.
    OthersClaim(Seats),
    /// Cut the pack.
    Cut,
    /// Draw a card.
    Draw,
    /// Do you want this card?
    Offer(Option<Card>),
    /// This card is bought by a standing answer.
    Buying(Option<Card>),
    /// This discard fits a meld: call it?
    Call(Option<Card>),
    /// Draw a blind card from this seat's hand.
    Pick(Seat),
    /// You may take a wild card.
    Claim,
    /// Play your turn.
    Play,
    /// There is something to lay down.
    MayLayDown,
    /// One card is selected.
    OneChosen(Card),
    /// Several cards are selected.
    SeveralChosen(usize),
    /// A lay-down is being put together.
    LayingDown,
    /// The table is being rearranged.
    Arranging,
    /// The first upcard, or the last one, is offered to the own seat alone.
    OwnUpcard(Option<Card>),
    /// This seat waits for whether this one takes the upcard.
    OthersUpcard(Seat),
    /// This seat has knocked with this much deadwood; the knock is to be answered.
    Knocked(Seat, i32),
    /// This seat answers a knock.
    OthersAnswer(Seat),
    /// The way to end the deal is looked at.
    Ending(EndsBy),
    /// The own melds are put together, to answer a knock with.
    ShowingMelds,
    /// This seat has ended the deal so: the own hand is to be grouped.
    ShowGroups(Seat, EndsBy),
    /// The own hand is being grouped, after somebody has ended the deal.
    Grouping,
    /// This seat groups its hand, after somebody has ended the deal.
    OthersGroup(Seat),
    /// Come back into the match, with this total?
    Rejoin(i32),
    /// Share the pool?
    Split,
    /// This seat is asked whether it comes back.
    OthersRejoin(Seat),
    /// This seat is asked whether the pool is to be shared.
    OthersSplit(Seat),
}

/// By what the deal is ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndsBy {
    /// By going out with all cards in melds.
    GoingOut,
    /// By declaring a hand that has the sequences it needs.
    Declaring,
    /// By a knock with this much deadwood.
    Knock(i32),
    /// By a knock without any.
    Gin,
}
