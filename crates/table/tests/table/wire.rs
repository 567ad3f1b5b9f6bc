//! Messages that every version must parse, and views that no table sends.

use std::sync::Arc;

use serde_json::json;
use upcard_cards::{Elements, Meld, MeldError, Rank, RankSet, RawMeld, Stage as MeldStage};
use upcard_engine::chance::Chance;
use upcard_engine::{
    Game, Library, MeldId, RawEvent, RawView, Rules, Seat, Setup, SetupPhase, TableMeld,
    ValidationError,
};
use upcard_table::compact;
use upcard_table::wire::{ClientMessage, ServerMessage, TableError};

#[test]
fn messages_that_every_version_must_parse_are_stable() {
    let hello = ClientMessage::Hello { protocol: 3, resume: None };
    assert_eq!(compact::write(&hello), [0, 3, 0]);
    let error = ServerMessage::Error { error: TableError::Protocol { ours: 3 } };
    assert_eq!(compact::write(&error), [9, 0, 3]);
}

/// Bytes for ranks and run slots are validated on reading.
#[test]
fn snapshots_with_impossible_melds_are_rejected() {
    let set = Library::standard().unwrap().select("rummy", &[]).unwrap();
    let game = Game::new(Arc::new(Rules::new(set, 2).unwrap()), Chance::numbered(1));
    let whole = serde_json::to_value(RawView::from(game.own_view(None))).unwrap();
    let read = |path: &str, value: serde_json::Value| {
        let mut view = whole.clone();
        *view["table"].pointer_mut(path).expect("the field") = value;
        serde_json::from_value::<RawView>(view).map(|view| view.table)
    };
    assert_eq!(read("/wild_rank", 12.into()).unwrap().wild_rank(), Some(Rank::KING));
    assert!(read("/wild_rank", 13.into()).is_err());
    let spans = |suit: u8, low: u8, high: u8| read("/seats/0/spans", json!([[suit, low, high]]));
    assert_eq!(spans(3, 0, 25).unwrap().seats()[0].spans.len(), 1);
    for (suit, low, high) in [(4, 0, 3), (0, 5, 4), (0, 3, 255)] {
        assert!(spans(suit, low, high).is_err(), "{suit} {low} {high}");
    }
    let ranks = read("/seats/0/set_ranks", u16::MAX.into()).unwrap().seats()[0].set_ranks;
    assert_eq!(ranks, RankSet::ALL);
}

/// A deserialized view is unchecked until the rules of a table have validated it.
#[test]
fn impossible_snapshots_are_rejected() {
    let set = Library::standard().unwrap().select("contract-rummy", &[]).unwrap();
    let rules = Arc::new(Rules::new(set, 3).unwrap());
    let melds = &rules.deals[0].melds;
    let meld = Meld::new(&"set 8H 8D 8C".parse().unwrap(), melds, MeldStage::Later).unwrap();
    let setup = Setup {
        deal: 1,
        melds: vec![TableMeld { id: MeldId(1), owner: Seat::at(0), meld }],
        discards: vec![None],
        phase: SetupPhase::Play,
        ..Setup::default()
    };
    let game = Game::set_up(rules.clone(), &setup, Chance::numbered(1)).unwrap();
    let view = game.own_view(Some(Seat::at(0)));
    let whole = serde_json::to_value(RawView::from(view.clone())).unwrap();
    let read = |path: &str, value: serde_json::Value| {
        let mut told = whole.clone();
        *told["table"].pointer_mut(path).expect("the field") = value;
        serde_json::from_value::<RawView>(told).unwrap().validate(&rules)
    };
    assert_eq!(read("/players", json!(3)), Ok(view));
    assert_eq!(read("/players", json!(4)), Err(ValidationError::Table));
    assert_eq!(read("/deal", json!(200)), Err(ValidationError::Table));
    assert_eq!(read("/seats/1/contract", json!(200)), Err(ValidationError::Table));
    // One discarder too few, and one who does not play.
    assert_eq!(read("/throwers", json!([])), Err(ValidationError::Discards));
    assert_eq!(read("/throwers", json!([7])), Err(ValidationError::Discards));
    let wrong_rank = Err(ValidationError::Meld(MeldError::SetRank));
    assert_eq!(read("/melds/0/meld/set/cards", json!("8H 8D 9C")), wrong_rank);
    let laid = |cards: &str| {
        let cards = cards.parse().unwrap();
        let melds = vec![RawMeld::Set { rank: Some(Rank::ACE), pair: false, cards }];
        let remaining = Elements::NONE;
        let event = RawEvent::LaidDown { seat: Seat::at(1), melds, remaining };
        event.validate(game.table(), &rules).map(|_| ())
    };
    assert_eq!(laid("AH AD AC"), Ok(()));
    assert_eq!(laid("AH AD KC"), Err(ValidationError::Meld(MeldError::SetRank)));
    assert_eq!(laid("AH AD"), Err(ValidationError::Meld(MeldError::TooShort)));
}
