//! A seat's view of the table, as a program receives it.

use serde::{Deserialize, Serialize};
use upcard_cards::{Card, Cards};
use upcard_engine::table::{Down, Drawn, Gone, SeatState, TableMeld};
use upcard_engine::{View, choices};

use super::seats::SeatNumber;

/// What a seat knows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Look {
    /// Number of the deal in the match, from 1; a redeal counts as a further deal.
    pub deal: u8,
    /// The dealer.
    pub dealer: SeatNumber,
    /// The current turn.
    pub turn: Turn,
    /// The seat's own hand.
    pub hand: Vec<Card>,
    /// Every seat, in order.
    pub seats: Vec<Player>,
    /// Melds on the table, oldest first.
    pub melds: Vec<Melded>,
    /// The discard pile, the upcard last.
    pub discards: Vec<Discard>,
    /// Number of discards, from the bottom, that cannot be taken.
    pub dead: u16,
    /// `true` if the upcard may not be taken because its discarder called Shanghai.
    pub protected: bool,
    /// Cards in the stock.
    pub stock: u16,
    /// Stock cards whose order is public, the next to be drawn last.
    pub known_stock: Vec<Card>,
    /// The card turned up for the wild rank of the deal.
    pub wild: Option<Card>,
    /// Cards that are wild in this deal.
    pub wilds: Vec<Card>,
    /// Pennies in the kitty.
    pub kitty: u32,
    /// Cards that this seat alone knows in other hands.
    pub seen: Vec<Seen>,
}

/// The current turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turn {
    /// Active seat.
    pub seat: SeatNumber,
    /// Where its card was drawn from.
    pub drew: Source,
    /// The card, if drawn from the discard pile.
    pub card: Option<Card>,
    /// A card taken from the discard pile that must be used first.
    pub owed: Option<Card>,
    /// Cards taken from melds that must be played in this turn.
    pub freed: Vec<Card>,
}

/// Where the card of a turn was drawn from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// Not drawn yet.
    Nothing,
    /// The stock.
    Stock,
    /// The top of the discard pile.
    Discards,
    /// Deeper in the discard pile, with all cards above it.
    Deep,
}

/// Public information about a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Player {
    /// The seat.
    pub seat: SeatNumber,
    /// Its role in the deal.
    pub part: Part,
    /// Cards in hand.
    pub count: u8,
    /// Publicly known cards in its hand.
    pub known: Vec<Card>,
    /// Its contract in text form; absent in games without contracts.
    pub contract: Option<String>,
    /// What remains to be laid down of it.
    pub remaining: Option<String>,
    /// `true` if it has laid its contract, or a first meld in games without contracts.
    pub down: bool,
    /// Buys in this deal.
    pub bought: u8,
    /// Total score.
    pub score: i32,
    /// Chips, in games with chips.
    pub chips: Option<i32>,
}

/// A seat's role in a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Playing.
    Playing,
    /// Not dealt in.
    NotDealt,
    /// Dropped its hand.
    Dropped,
    /// Declared wrongly; plays no further.
    DeclaredWrong,
    /// Out of the match.
    Out,
}

/// A meld on the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Melded {
    /// Id used in actions: `M3`.
    pub id: String,
    /// Seat that laid it down.
    pub owner: SeatNumber,
    /// The meld in text form.
    pub meld: String,
}

impl From<&TableMeld> for Melded {
    fn from(laid: &TableMeld) -> Melded {
        let (id, meld) = (laid.id.to_string(), laid.meld.to_string());
        Melded { id, owner: laid.owner.into(), meld }
    }
}

/// A card on the discard pile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Discard {
    /// The card.
    pub card: Card,
    /// Seat that discarded it; absent for a card that was turned up.
    pub by: Option<SeatNumber>,
}

/// A card in a hand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seen {
    /// The holder.
    pub seat: SeatNumber,
    /// The card.
    pub card: Card,
}

pub(super) fn card_list(cards: &Cards) -> Vec<Card> {
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
                freed: card_list(&table.turn().freed),
            },
            hand: card_list(view.hand),
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
        known: card_list(&state.known),
        contract: contract.map(|contract| contract.to_string()),
        remaining: contract.map(|contract| contract.part(state.remaining).to_string()),
        down: laid != Down::No,
        bought: state.bought,
        score: table.score(seat),
        chips: chips.then(|| table.chips(rules, seat)),
    }
}
