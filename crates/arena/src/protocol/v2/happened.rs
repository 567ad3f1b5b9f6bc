//! Events as a program receives them.

use serde::{Deserialize, Serialize};
use upcard_cards::{Card, Cards, Meld};
use upcard_engine::{Ending, Event, Seat};

use super::look::{Melded, card_list};
use super::seats::{SeatNumber, numbers};

/// An event at the table. Cards that the seat may not see are absent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Happened {
    /// The first dealer was determined.
    DealerFound {
        /// The first dealer.
        dealer: SeatNumber,
        /// Cards drawn for it, one list per draw; empty if none were drawn.
        draws: Vec<Vec<Card>>,
    },
    /// A deal began.
    DealBegan {
        /// The dealer.
        dealer: SeatNumber,
        /// `true` in a playoff.
        playoff: bool,
    },
    /// The pack was cut.
    WasCut {
        /// Seat that cut.
        seat: SeatNumber,
        /// Number of cards lifted.
        at: u16,
        /// Points deducted from the cutter's total.
        bonus: u8,
    },
    /// The hands were dealt.
    Dealt {
        /// The seat's own hand.
        hand: Vec<Card>,
        /// The card turned up.
        upcard: Option<Card>,
        /// Cards left in the stock.
        stock: u16,
        /// Cards dealt to each seat.
        each: u8,
    },
    /// Cards were turned up to determine the wild rank; the last one counts.
    WildTurned {
        /// The cards.
        cards: Vec<Card>,
    },
    /// A turn began.
    TurnBegan {
        /// The seat.
        seat: SeatNumber,
    },
    /// The upcard was offered for buying.
    Offered {
        /// Seats that were asked.
        asked: Vec<SeatNumber>,
        /// `true` if the active seat had declared that it draws from the stock.
        declared: bool,
    },
    /// A seat answered an offer.
    Answered {
        /// The seat.
        seat: SeatNumber,
        /// Whether it buys. Absent for other seats, whose answers show when the offer ends.
        buys: Option<bool>,
    },
    /// The offer ended without a buy.
    OffersClosed,
    /// The upcard was offered to one seat.
    UpcardOffered {
        /// The seat.
        seat: SeatNumber,
    },
    /// All seats declined the first upcard.
    UpcardDeclined,
    /// The active seat started its turn without drawing.
    BeganWithoutDraw,
    /// A card was drawn from the stock.
    Drew {
        /// Seat that drew.
        seat: SeatNumber,
        /// The card, if this is the own seat.
        card: Option<Card>,
    },
    /// The upcard was taken.
    Took {
        /// Seat that took it.
        seat: SeatNumber,
        /// The card.
        card: Card,
    },
    /// The discard pile was taken down to a card that must be used.
    TookDeep {
        /// Seat that took them.
        seat: SeatNumber,
        /// The cards in pile order, the one to be used first.
        cards: Vec<Card>,
    },
    /// The upcard was bought.
    Bought {
        /// Buyer.
        seat: SeatNumber,
        /// The card.
        card: Card,
        /// Pennies paid.
        pennies: u8,
    },
    /// A card was drawn from the stock with a bought card, or as a penalty.
    Penalty {
        /// Seat that received it.
        seat: SeatNumber,
        /// The card, if this is the own seat.
        card: Option<Card>,
    },
    /// Melds were laid down.
    LaidDown {
        /// The seat.
        seat: SeatNumber,
        /// The melds in their text form.
        melds: Vec<String>,
    },
    /// A card was laid off.
    LaidOff {
        /// The seat.
        seat: SeatNumber,
        /// Id of the meld.
        meld: String,
        /// The card.
        card: Card,
        /// The meld afterwards.
        now: String,
    },
    /// A natural card replaced a wild card, which moved to an end of the meld.
    Slid {
        /// The seat.
        seat: SeatNumber,
        /// Id of the meld.
        meld: String,
        /// The natural card.
        card: Card,
        /// The wild card.
        wild: Card,
        /// The meld afterwards.
        now: String,
    },
    /// A natural card replaced a wild card, which went to the hand.
    Swapped {
        /// The seat.
        seat: SeatNumber,
        /// Id of the meld.
        meld: String,
        /// The natural card.
        card: Card,
        /// The wild card.
        wild: Card,
        /// The meld afterwards.
        now: String,
    },
    /// The table was rearranged.
    Arranged {
        /// The seat.
        seat: SeatNumber,
        /// All melds afterwards.
        melds: Vec<Melded>,
        /// The cards played from the hand.
        played: Vec<Card>,
    },
    /// The last play was taken back.
    TookBack {
        /// The seat.
        seat: SeatNumber,
        /// Cards returned to the hand.
        back: Vec<Card>,
        /// Cards that left the hand again.
        away: Vec<Card>,
    },
    /// A card was discarded.
    Discarded {
        /// The seat.
        seat: SeatNumber,
        /// The card.
        card: Card,
        /// `true` if the discarder called Shanghai, so that nobody may take it.
        protected: bool,
    },
    /// A turn ended without a discard.
    Kept {
        /// The seat.
        seat: SeatNumber,
    },
    /// The discard fits a meld, and the other seats may call.
    CallOffered {
        /// Seats that were asked.
        asked: Vec<SeatNumber>,
    },
    /// A seat answered a call offer.
    CallAnswered {
        /// The seat.
        seat: SeatNumber,
        /// Whether it calls. Absent for other seats.
        calls: Option<bool>,
    },
    /// Nobody called.
    CallsClosed,
    /// A seat called, and the discard was added to a meld.
    Called {
        /// The seat.
        seat: SeatNumber,
        /// Id of the meld.
        meld: String,
        /// The card.
        card: Card,
        /// The meld afterwards.
        now: String,
    },
    /// A card was drawn blind from the caller's hand by the seat that discarded.
    Picked {
        /// The caller.
        from: SeatNumber,
        /// Seat that drew it.
        to: SeatNumber,
        /// The card, if the own seat is one of the two.
        card: Option<Card>,
    },
    /// A seat was asked, between turns, whether it claims wild cards.
    ClaimOffered {
        /// The seat.
        seat: SeatNumber,
    },
    /// The discard pile became the new stock.
    Reshuffled {
        /// Its size.
        size: u16,
        /// Number of discards used.
        used: u16,
        /// Its cards, the next to be drawn last, if the pile was turned over without shuffling.
        stock: Option<Vec<Card>>,
        /// The card turned up from it.
        upcard: Option<Card>,
    },
    /// A seat declared its whole hand in melds.
    Declared {
        /// The seat.
        seat: SeatNumber,
        /// The melds in their text form.
        melds: Vec<String>,
        /// The card discarded with the declaration.
        finish: Option<Card>,
    },
    /// A seat declared wrongly and left the deal.
    DeclaredWrong {
        /// The seat.
        seat: SeatNumber,
        /// The groups shown.
        groups: Vec<Vec<Card>>,
        /// The card discarded with it, if visible to this seat.
        finish: Option<Card>,
    },
    /// A seat was asked to group its hand after a declaration.
    GroupsAsked {
        /// The seat.
        seat: SeatNumber,
    },
    /// A seat dropped its hand.
    Dropped {
        /// The seat.
        seat: SeatNumber,
    },
    /// A seat knocked.
    Knocked {
        /// The seat.
        seat: SeatNumber,
        /// Its melds in their text form.
        melds: Vec<String>,
        /// The card discarded with the knock.
        discard: Option<Card>,
        /// Its deadwood.
        deadwood: Vec<Card>,
    },
    /// A seat answered a knock, or grouped its hand.
    Shown {
        /// The seat.
        seat: SeatNumber,
        /// Its melds in their text form.
        melds: Vec<String>,
    },
    /// A deal ended.
    DealEnded {
        /// Seat that went out; absent if none did.
        winner: Option<SeatNumber>,
        /// Kind of ending.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        how: Ending,
        /// Cards left in each hand.
        hands: Vec<Vec<Card>>,
        /// Points of each seat.
        points: Vec<i32>,
        /// Payments to each seat; empty if none are made.
        paid: Vec<i64>,
    },
    /// A seat that is out of the match was asked whether it rejoins.
    RejoinOffered {
        /// The seat.
        seat: SeatNumber,
    },
    /// The seat answered.
    RejoinAnswered {
        /// The seat.
        seat: SeatNumber,
        /// Total with which it rejoins; absent if it stays out.
        total: Option<i32>,
    },
    /// A seat was asked whether to split the pool.
    SplitOffered {
        /// The seat.
        seat: SeatNumber,
    },
    /// The seat answered.
    SplitAnswered {
        /// The seat.
        seat: SeatNumber,
        /// Whether it agrees.
        agrees: bool,
    },
    /// All questions between two deals are answered.
    BetweenDeals,
    /// Final totals, including end-of-match adjustments.
    Totalled {
        /// The totals, by seat.
        scores: Vec<i32>,
    },
    /// The match ended.
    MatchEnded {
        /// The winners.
        winners: Vec<SeatNumber>,
        /// Amount each seat receives, or pays if negative.
        settlement: Vec<i64>,
    },
}

fn meld_texts(melds: &[Meld]) -> Vec<String> {
    melds.iter().map(ToString::to_string).collect()
}

impl Happened {
    /// Converts an event as this seat sees it.
    pub(super) fn of(event: &Event, own: Seat) -> Happened {
        let at = |seat: &Seat| SeatNumber::from(*seat);
        match event {
            Event::DealerFound { dealer, draws } => {
                Happened::DealerFound { dealer: at(dealer), draws: draws.clone() }
            }
            Event::DealBegan { dealer, playoff, deal: _, contracts: _ } => {
                Happened::DealBegan { dealer: at(dealer), playoff: *playoff }
            }
            Event::WasCut { seat, at: lifted, bonus } => {
                Happened::WasCut { seat: at(seat), at: *lifted, bonus: *bonus }
            }
            Event::Dealt { deck: _, hands, upcard, stock, each: cards } => {
                let hand = hands.get(own.index()).copied().flatten().unwrap_or(Cards::NONE);
                Happened::Dealt {
                    hand: card_list(&hand),
                    upcard: *upcard,
                    stock: *stock,
                    each: *cards,
                }
            }
            Event::WildTurned { cards } => Happened::WildTurned { cards: cards.clone() },
            Event::TurnBegan { seat } => Happened::TurnBegan { seat: at(seat) },
            Event::Offered { asked, declared } => {
                Happened::Offered { asked: numbers(*asked), declared: *declared }
            }
            Event::Answered { seat, buy } => Happened::Answered { seat: at(seat), buys: *buy },
            Event::OffersClosed => Happened::OffersClosed,
            Event::UpcardOffered { seat } => Happened::UpcardOffered { seat: at(seat) },
            Event::UpcardDeclined => Happened::UpcardDeclined,
            Event::BeganWithoutDraw => Happened::BeganWithoutDraw,
            Event::Drew { seat, card } => Happened::Drew { seat: at(seat), card: *card },
            Event::Took { seat, card } => Happened::Took { seat: at(seat), card: *card },
            Event::TookDeep { seat, cards } => {
                Happened::TookDeep { seat: at(seat), cards: cards.clone() }
            }
            Event::Bought { seat, card, pennies } => {
                Happened::Bought { seat: at(seat), card: *card, pennies: *pennies }
            }
            Event::Penalty { seat, card } => Happened::Penalty { seat: at(seat), card: *card },
            Event::LaidDown { seat, melds, remaining: _ } => {
                Happened::LaidDown { seat: at(seat), melds: meld_texts(melds) }
            }
            Event::LaidOff { seat, meld, card, end: _, now } => Happened::LaidOff {
                seat: at(seat),
                meld: meld.to_string(),
                card: *card,
                now: now.to_string(),
            },
            Event::Slid { seat, meld, card, wild, to: _, now } => Happened::Slid {
                seat: at(seat),
                meld: meld.to_string(),
                card: *card,
                wild: *wild,
                now: now.to_string(),
            },
            Event::Swapped { seat, meld, card, wild, now } => Happened::Swapped {
                seat: at(seat),
                meld: meld.to_string(),
                card: *card,
                wild: *wild,
                now: now.to_string(),
            },
            Event::Arranged { seat, melds, next_meld: _, played } => Happened::Arranged {
                seat: at(seat),
                melds: melds.iter().map(Melded::from).collect(),
                played: card_list(played),
            },
            Event::TookBack { seat, to: _, back, away } => {
                Happened::TookBack { seat: at(seat), back: card_list(back), away: card_list(away) }
            }
            Event::Discarded { seat, card, protected } => {
                Happened::Discarded { seat: at(seat), card: *card, protected: *protected }
            }
            Event::Kept { seat } => Happened::Kept { seat: at(seat) },
            Event::CallOffered { asked } => Happened::CallOffered { asked: numbers(*asked) },
            Event::CallAnswered { seat, call } => {
                Happened::CallAnswered { seat: at(seat), calls: call.map(|call| call.is_some()) }
            }
            Event::CallsClosed => Happened::CallsClosed,
            Event::Called { seat, meld, card, now } => Happened::Called {
                seat: at(seat),
                meld: meld.to_string(),
                card: *card,
                now: now.to_string(),
            },
            Event::Picked { from, to, card } => {
                Happened::Picked { from: at(from), to: at(to), card: *card }
            }
            Event::ClaimOffered { seat } => Happened::ClaimOffered { seat: at(seat) },
            Event::Reshuffled { stock, size, used, turned: _, upcard } => Happened::Reshuffled {
                size: *size,
                used: *used,
                stock: stock.clone(),
                upcard: *upcard,
            },
            Event::Declared { seat, melds, finish } => {
                Happened::Declared { seat: at(seat), melds: meld_texts(melds), finish: *finish }
            }
            Event::DeclaredWrong { seat, groups, finish, open: _ } => {
                Happened::DeclaredWrong { seat: at(seat), groups: groups.clone(), finish: *finish }
            }
            Event::GroupsAsked { seat } => Happened::GroupsAsked { seat: at(seat) },
            Event::Dropped { seat } => Happened::Dropped { seat: at(seat) },
            Event::Knocked { seat, melds, discard, rest } => Happened::Knocked {
                seat: at(seat),
                melds: meld_texts(melds),
                discard: *discard,
                deadwood: card_list(rest),
            },
            Event::Shown { seat, melds } => {
                Happened::Shown { seat: at(seat), melds: meld_texts(melds) }
            }
            Event::DealEnded { winner, how, hands, points, paid } => Happened::DealEnded {
                winner: winner.as_ref().map(at),
                how: *how,
                hands: hands.iter().map(card_list).collect(),
                points: points.clone(),
                paid: paid.clone(),
            },
            Event::RejoinOffered { seat } => Happened::RejoinOffered { seat: at(seat) },
            Event::RejoinAnswered { seat, total } => {
                Happened::RejoinAnswered { seat: at(seat), total: *total }
            }
            Event::SplitOffered { seat } => Happened::SplitOffered { seat: at(seat) },
            Event::SplitAnswered { seat, agrees } => {
                Happened::SplitAnswered { seat: at(seat), agrees: *agrees }
            }
            Event::BetweenDeals => Happened::BetweenDeals,
            Event::Totalled { scores } => Happened::Totalled { scores: scores.clone() },
            Event::MatchEnded { winners, settlement } => {
                Happened::MatchEnded { winners: numbers(*winners), settlement: settlement.clone() }
            }
        }
    }
}
