//! What a seat knows, as a program is told.

use serde::{Deserialize, Serialize};
use upcard_cards::{Card, Cards};
use upcard_engine::table::{Down, Drawn, Gone, SeatState, TableMeld};
use upcard_engine::{View, choices};

use super::seats::SeatNumber;

/// What a seat knows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Look {
    /// The number of the deal in the match, from 1; a deal that is dealt again counts again.
    pub deal: u8,
    /// The dealer.
    pub dealer: SeatNumber,
    /// The turn that is going on.
    pub turn: Turn,
    /// The own hand.
    pub hand: Vec<Card>,
    /// Every seat, in order.
    pub seats: Vec<Player>,
    /// The melds on the table, the oldest first.
    pub melds: Vec<Melded>,
    /// The discards, the upcard last.
    pub discards: Vec<Discard>,
    /// How many of them, from the bottom, cannot be taken.
    pub dead: u16,
    /// May the upcard not be taken, because its thrower called Shanghai?
    pub protected: bool,
    /// Cards in the stock.
    pub stock: u16,
    /// Stock cards whose order all know, the next to be drawn last.
    pub known_stock: Vec<Card>,
    /// The card that was turned up for the wild rank of the deal.
    pub wild: Option<Card>,
    /// The cards that are wild in this deal.
    pub wilds: Vec<Card>,
    /// Pennies in the kitty.
    pub kitty: u32,
    /// Cards that this seat alone knows in other hands.
    pub seen: Vec<Seen>,
}

/// The turn that is going on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turn {
    /// Whose it is.
    pub seat: SeatNumber,
    /// Where its card came from.
    pub drew: Source,
    /// The card, where it came from the discards.
    pub card: Option<Card>,
    /// The card from the discards that must be used before anything else is done.
    pub owed: Option<Card>,
    /// Cards that were taken from the table and must be played in this turn.
    pub freed: Vec<Card>,
}

/// Where the card of a turn came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// Nothing is drawn yet.
    Nothing,
    /// The stock.
    Stock,
    /// The discards, from the top.
    Discards,
    /// Deep in the discards, with all that lay above it.
    Deep,
}

/// What all may see of a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Player {
    /// Which.
    pub seat: SeatNumber,
    /// Its part in the deal.
    pub part: Part,
    /// Cards in hand.
    pub count: u8,
    /// Cards in its hand that all have seen go there.
    pub known: Vec<Card>,
    /// Its contract, in its text form; none in games without contracts.
    pub contract: Option<String>,
    /// What is still to be laid of it.
    pub remaining: Option<String>,
    /// Is it down: has it laid its contract, or a first meld in games without contracts?
    pub down: bool,
    /// Buys made in this deal.
    pub bought: u8,
    /// Its total.
    pub score: i32,
    /// Its chips, where a game is played with chips.
    pub chips: Option<i32>,
}

/// A seat's part in a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// It plays.
    Playing,
    /// It was dealt no cards.
    NotDealt,
    /// It has dropped its hand.
    Dropped,
    /// It declared wrongly, and plays no more.
    DeclaredWrong,
    /// It is out of the match.
    Out,
}

/// A meld on the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Melded {
    /// Its id, as actions name it: `M3`.
    pub id: String,
    /// Who laid it.
    pub owner: SeatNumber,
    /// The meld in its text form.
    pub meld: String,
}

impl From<&TableMeld> for Melded {
    fn from(laid: &TableMeld) -> Melded {
        let (id, meld) = (laid.id.to_string(), laid.meld.to_string());
        Melded { id, owner: laid.owner.into(), meld }
    }
}

/// A card on the discards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Discard {
    /// The card.
    pub card: Card,
    /// Who threw it; none for a card that was turned up.
    pub by: Option<SeatNumber>,
}

/// A card in a hand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seen {
    /// Who holds it.
    pub seat: SeatNumber,
    /// The card.
    pub card: Card,
}

/// The cards one by one, in their order.
pub(super) fn each(cards: &Cards) -> Vec<Card> {
    cards.iter().collect()
}

impl Look {
    pub(super) fn of(view: &View<'_>) -> Look {
        let (table, rules) = (view.table, view.rules);
        let (drew, card) = match table.turn().drawn {
            Drawn::Nothing => (Source::Nothing, None),
            Drawn::Stock => (Source::Stock, None),
            Drawn::Discards(card) => (Source::Discards, Some(card)),
            Drawn::Deep(card) => (Source::Deep, Some(card)),
        };
        let seats = upcard_engine::Seat::all(table.players());
        Look {
            deal: table.deals_begun(),
            dealer: table.dealer().into(),
            turn: Turn {
                seat: table.turn().seat.into(),
                drew,
                card,
                owed: table.turn().owed,
                freed: each(&table.turn().freed),
            },
            hand: each(view.hand),
            seats: seats.map(|seat| player(view, seat)).collect(),
            melds: table.melds().iter().map(Melded::from).collect(),
            discards: (table.discards().iter())
                .map(|discard| Discard { card: discard.card, by: discard.by.map(SeatNumber::from) })
                .collect(),
            dead: table.dead(),
            protected: table.protected(),
            stock: table.stock(),
            known_stock: table.known_stock().to_vec(),
            wild: table.wild(),
            wilds: Card::all()
                .filter(|&card| rules.pack.count(card) > 0)
                .filter(|&card| table.deal_rules(rules).melds.is_wild(card))
                .collect(),
            kitty: table.kitty(),
            seen: (view.sightings.iter())
                .map(|&(seat, card)| Seen { seat: seat.into(), card })
                .collect(),
        }
    }
}

fn player(view: &View<'_>, seat: upcard_engine::Seat) -> Player {
    let (table, rules) = (view.table, view.rules);
    let state: &SeatState = table.seat(seat);
    let contract = rules.has_contracts().then(|| &rules.deal(state.contract).contract);
    let laid = if rules.has_contracts() { state.down } else { state.melded };
    let chips = rules.set.choices.matching.winner == choices::Winner::Chips;
    Player {
        seat: seat.into(),
        part: match state.gone {
            _ if table.is_out(seat) => Part::Out,
            Gone::No => Part::Playing,
            Gone::NotDealt => Part::NotDealt,
            Gone::DroppedFirst | Gone::DroppedMiddle => Part::Dropped,
            Gone::DeclaredWrong => Part::DeclaredWrong,
        },
        count: state.count,
        known: each(&state.known),
        contract: contract.map(|contract| contract.to_string()),
        remaining: contract.map(|contract| contract.part(state.remaining).to_string()),
        down: laid != Down::No,
        bought: state.bought,
        score: table.score(seat),
        chips: chips.then(|| table.chips(rules, seat)),
    }
}
