//! Set-up positions as a player's page sees them.

use std::sync::Arc;

use upcard_cards::{Card, Meld, MeldRules, Stage as MeldStage};
use upcard_client::wire::{Level, SeatInfo, SeatPlan, SetUp, Sitter, Stage};
use upcard_client::wording::{Args, Texts};
use upcard_client::{Hand, HandCard, Session};
use upcard_engine::chance::Chance;
use upcard_engine::table::{Down, TableMeld};
use upcard_engine::{Game, Library, MeldId, Rules, Seat, Setup, SetupSeat};

/// Texts that render as their ids.
pub(crate) struct Ids;

impl Texts for Ids {
    fn text(&self, id: &str, _: &Args) -> String {
        id.to_owned()
    }

    fn card(&self, card: Card) -> String {
        card.to_string()
    }

    fn capital(&self, text: &str) -> String {
        text.to_owned()
    }
}

/// A hand with a contract of two sets.
pub(crate) const HAND: &str = "4H 4D 4C 9S 9D 9H 2C 6D JS KC";

pub(crate) fn cards(text: &str) -> Vec<Card> {
    text.split(' ').filter(|word| !word.is_empty()).map(|word| word.parse().unwrap()).collect()
}

pub(crate) fn meld(id: u16, owner: usize, text: &str) -> TableMeld {
    let meld = Meld::new(&text.parse().unwrap(), &MeldRules::default(), MeldStage::Later).unwrap();
    TableMeld { id: MeldId(id), owner: Seat::at(owner), meld }
}

/// A table of four with the person in seat 0 and this hand.
pub(crate) fn session(game: &str, hand: &str, down: Down, setup: Setup) -> Session {
    let library = Arc::new(Library::standard().unwrap());
    let mut seats = vec![SeatPlan::Person];
    seats.resize(4, SeatPlan::Bot { level: Level::Steady });
    let set_up = SetUp::new(game, seats);
    let rules: Arc<Rules> = Arc::new(set_up.source().rules(&library).unwrap());
    let own = SetupSeat { hand: cards(hand).into_iter().collect(), down, ..SetupSeat::default() };
    let setup = Setup { deal: setup.deal.max(1), seats: vec![Some(own)], ..setup };
    let game = Game::set_up(rules.clone(), &setup, Chance::numbered(1)).unwrap();
    let mut session = Session::new(library, 1);
    session.seated = vec![SeatInfo::of(Sitter::Person { name: "Me".to_owned() })];
    session.seated.resize(4, SeatInfo::of(Sitter::Bot { level: Level::Steady }));
    session.rules = Some(rules);
    session.view = Some(game.own_view(Some(Seat::at(0))));
    session.seat = Some(Seat::at(0));
    session.stage = Stage::Playing;
    session.set_up = Some(set_up);
    session
}

/// These cards of the hand, selected.
pub(crate) fn chosen(session: &Session, text: &str) -> Vec<HandCard> {
    let mut hand = Hand::default();
    hand.follow(&session.view.as_ref().unwrap().hand);
    let mut left = hand.items().to_vec();
    let mut take = |card| left.remove(left.iter().position(|held| held.card == card).unwrap());
    cards(text).into_iter().map(&mut take).collect()
}
