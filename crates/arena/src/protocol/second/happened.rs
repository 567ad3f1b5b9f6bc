//! What happened at the table, as a program is told: every kind of event by its word.

use serde::{Deserialize, Serialize};
use upcard_cards::{Card, Cards, Meld};
use upcard_engine::{Ending, Event, Seat};

use super::look::{Melded, each};
use super::seats::{SeatNumber, numbers};

/// Something that happened. Cards that the seat may not see are absent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Happened {
    /// The first dealer was found.
    DealerFound {
        /// Who deals first.
        dealer: SeatNumber,
        /// The cards that were drawn for it, a list for each draw; empty where none were.
        draws: Vec<Vec<Card>>,
    },
    /// A deal began.
    DealBegan {
        /// The dealer.
        dealer: SeatNumber,
        /// Is it a playoff?
        playoff: bool,
    },
    /// The pack was cut.
    WasCut {
        /// Who cut.
        seat: SeatNumber,
        /// How many cards were lifted.
        at: u16,
        /// Points that came off the cutter's total.
        bonus: u8,
    },
    /// The hands were dealt.
    Dealt {
        /// The own hand.
        hand: Vec<Card>,
        /// The card that was turned up.
        upcard: Option<Card>,
        /// Cards left in the stock.
        stock: u16,
        /// Cards that each seat was dealt.
        each: u8,
    },
    /// Cards were turned up for the wild rank, the one that counts last.
    WildTurned {
        /// The cards.
        cards: Vec<Card>,
    },
    /// A turn began.
    TurnBegan {
        /// Whose.
        seat: SeatNumber,
    },
    /// The upcard was offered for sale.
    Offered {
        /// Who was asked.
        asked: Vec<SeatNumber>,
        /// Had the active seat declared that it draws from the stock?
        declared: bool,
    },
    /// A seat answered an offer.
    Answered {
        /// Who.
        seat: SeatNumber,
        /// Does it buy? Absent for other seats: that shows when the offer ends.
        buys: Option<bool>,
    },
    /// The offer ended, and nobody bought.
    OffersClosed,
    /// The upcard was offered to one seat alone.
    UpcardOffered {
        /// Who was asked.
        seat: SeatNumber,
    },
    /// Nobody wanted the first upcard.
    UpcardDeclined,
    /// The active seat began without drawing.
    BeganWithoutDraw,
    /// A card was drawn from the stock.
    Drew {
        /// Who drew.
        seat: SeatNumber,
        /// The card, where it was the own seat.
        card: Option<Card>,
    },
    /// The upcard was taken.
    Took {
        /// Who took it.
        seat: SeatNumber,
        /// The card.
        card: Card,
    },
    /// Discards were taken, down to one that must be used.
    TookDeep {
        /// Who took them.
        seat: SeatNumber,
        /// The cards as they lay, that one first.
        cards: Vec<Card>,
    },
    /// The upcard was bought.
    Bought {
        /// Who bought it.
        seat: SeatNumber,
        /// The card.
        card: Card,
        /// Pennies paid.
        pennies: u8,
    },
    /// A card from the stock came with a card that was bought, or as a penalty.
    Penalty {
        /// Who got it.
        seat: SeatNumber,
        /// The card, where it was the own seat.
        card: Option<Card>,
    },
    /// Melds were laid down.
    LaidDown {
        /// By whom.
        seat: SeatNumber,
        /// The melds in their text form.
        melds: Vec<String>,
    },
    /// A card was laid off.
    LaidOff {
        /// By whom.
        seat: SeatNumber,
        /// On which meld.
        meld: String,
        /// The card.
        card: Card,
        /// The meld afterwards.
        now: String,
    },
    /// A natural card was laid in a wild's place, and the wild slid to an end.
    Slid {
        /// By whom.
        seat: SeatNumber,
        /// In which meld.
        meld: String,
        /// The natural card.
        card: Card,
        /// The wild.
        wild: Card,
        /// The meld afterwards.
        now: String,
    },
    /// A natural card was put in a wild's place, and the wild taken.
    Swapped {
        /// By whom.
        seat: SeatNumber,
        /// In which meld.
        meld: String,
        /// The natural card.
        card: Card,
        /// The wild.
        wild: Card,
        /// The meld afterwards.
        now: String,
    },
    /// The table was rearranged.
    Arranged {
        /// By whom.
        seat: SeatNumber,
        /// All melds afterwards.
        melds: Vec<Melded>,
        /// The cards that came from the hand.
        played: Vec<Card>,
    },
    /// The last play was taken back.
    TookBack {
        /// By whom.
        seat: SeatNumber,
        /// Cards that went back to the hand.
        back: Vec<Card>,
        /// Cards that left the hand again.
        away: Vec<Card>,
    },
    /// A card was discarded.
    Discarded {
        /// By whom.
        seat: SeatNumber,
        /// The card.
        card: Card,
        /// Did its thrower call Shanghai, so that nobody may take it?
        protected: bool,
    },
    /// A turn ended without a discard.
    Kept {
        /// Whose.
        seat: SeatNumber,
    },
    /// The discard fits a meld: the others were asked whether they call.
    CallOffered {
        /// Who was asked.
        asked: Vec<SeatNumber>,
    },
    /// A seat answered whether it calls.
    CallAnswered {
        /// Who.
        seat: SeatNumber,
        /// Does it call? Absent for other seats.
        calls: Option<bool>,
    },
    /// Nobody called.
    CallsClosed,
    /// A seat called, and the discard went to a meld.
    Called {
        /// Who.
        seat: SeatNumber,
        /// On which meld.
        meld: String,
        /// The card.
        card: Card,
        /// The meld afterwards.
        now: String,
    },
    /// A blind card went from the caller's hand to the one who threw the card.
    Picked {
        /// The caller.
        from: SeatNumber,
        /// Who drew it.
        to: SeatNumber,
        /// The card, where the own seat was one of the two.
        card: Option<Card>,
    },
    /// A seat was asked whether it claims wilds, between turns.
    ClaimOffered {
        /// Who was asked.
        seat: SeatNumber,
    },
    /// The discards became a new stock.
    Reshuffled {
        /// Its size.
        size: u16,
        /// How many discards went in.
        used: u16,
        /// Its cards, the next to be drawn last, where the pile was merely turned over.
        stock: Option<Vec<Card>>,
        /// The card that was turned up from it.
        upcard: Option<Card>,
    },
    /// A seat showed its whole hand in melds.
    Declared {
        /// Who.
        seat: SeatNumber,
        /// The melds in their text form.
        melds: Vec<String>,
        /// The card that it threw with it.
        finish: Option<Card>,
    },
    /// A seat declared wrongly, and has left the deal.
    DeclaredWrong {
        /// Who.
        seat: SeatNumber,
        /// The groups that it showed.
        groups: Vec<Vec<Card>>,
        /// The card that it threw with it, where the seat may know it.
        finish: Option<Card>,
    },
    /// A seat was asked how it groups its hand, after a declaration.
    GroupsAsked {
        /// Who was asked.
        seat: SeatNumber,
    },
    /// A seat has dropped its hand.
    Dropped {
        /// Who.
        seat: SeatNumber,
    },
    /// A seat knocked.
    Knocked {
        /// Who.
        seat: SeatNumber,
        /// Its melds in their text form.
        melds: Vec<String>,
        /// The card that it threw with it.
        discard: Option<Card>,
        /// Its deadwood.
        deadwood: Vec<Card>,
    },
    /// A seat answered a knock, or showed how it groups its hand.
    Shown {
        /// Who.
        seat: SeatNumber,
        /// Its melds in their text form.
        melds: Vec<String>,
    },
    /// A deal ended.
    DealEnded {
        /// Who went out; none where nobody did.
        winner: Option<SeatNumber>,
        /// How.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        how: Ending,
        /// The cards that were left in each hand.
        hands: Vec<Vec<Card>>,
        /// What each seat scores.
        points: Vec<i32>,
        /// What each seat is paid by the others; empty where nothing is.
        paid: Vec<i64>,
    },
    /// A seat that is out of the match was asked whether it comes back.
    RejoinOffered {
        /// Who was asked.
        seat: SeatNumber,
    },
    /// It has answered.
    RejoinAnswered {
        /// Who.
        seat: SeatNumber,
        /// The total with which it comes back; none where it stays out.
        total: Option<i32>,
    },
    /// A seat was asked whether the pool is to be shared.
    SplitOffered {
        /// Who was asked.
        seat: SeatNumber,
    },
    /// It has answered.
    SplitAnswered {
        /// Who.
        seat: SeatNumber,
        /// Does it agree?
        agrees: bool,
    },
    /// All that was to be asked between two deals is answered.
    BetweenDeals,
    /// The totals at the end of the match, with what the end adds.
    Totalled {
        /// The totals, by seat.
        scores: Vec<i32>,
    },
    /// The match ended.
    MatchEnded {
        /// Who won.
        winners: Vec<SeatNumber>,
        /// What each seat receives, or pays where it is below zero.
        settlement: Vec<i64>,
    },
}

fn words(melds: &[Meld]) -> Vec<String> {
    melds.iter().map(ToString::to_string).collect()
}

impl Happened {
    /// An event as this seat is shown it.
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
                Happened::Dealt { hand: each(&hand), upcard: *upcard, stock: *stock, each: *cards }
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
                Happened::LaidDown { seat: at(seat), melds: words(melds) }
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
                played: each(played),
            },
            Event::TookBack { seat, to: _, back, away } => {
                Happened::TookBack { seat: at(seat), back: each(back), away: each(away) }
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
                Happened::Declared { seat: at(seat), melds: words(melds), finish: *finish }
            }
            Event::DeclaredWrong { seat, groups, finish, open: _ } => {
                Happened::DeclaredWrong { seat: at(seat), groups: groups.clone(), finish: *finish }
            }
            Event::GroupsAsked { seat } => Happened::GroupsAsked { seat: at(seat) },
            Event::Dropped { seat } => Happened::Dropped { seat: at(seat) },
            Event::Knocked { seat, melds, discard, rest } => Happened::Knocked {
                seat: at(seat),
                melds: words(melds),
                discard: *discard,
                deadwood: each(rest),
            },
            Event::Shown { seat, melds } => Happened::Shown { seat: at(seat), melds: words(melds) },
            Event::DealEnded { winner, how, hands, points, paid } => Happened::DealEnded {
                winner: winner.as_ref().map(at),
                how: *how,
                hands: hands.iter().map(each).collect(),
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
