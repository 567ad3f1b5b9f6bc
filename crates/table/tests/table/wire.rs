//! Messages survive a round trip, and look as documented.

use std::sync::Arc;

use serde_json::json;
use upcard_cards::RawMeld;
use upcard_cards::{Cards, Elements, Meld, MeldError, Rank, RankSet, Stage as MeldStage};
use upcard_engine::chance::Chance;
use upcard_engine::{
    Ending, Event, Game, Library, MeldId, OwnView, RawEvent, RawView, Rules, Seat, Seats, Setup,
    SetupPhase, TableMeld, ValidationError,
};
use upcard_table::wire::*;
use upcard_table::{Hex, compact};

fn back(message: &ServerMessage) {
    let text = serde_json::to_string(message).unwrap();
    assert_eq!(&serde_json::from_str::<ServerMessage>(&text).unwrap(), message, "{text}");
    let bytes = compact::write(message);
    assert_eq!(&compact::read::<ServerMessage>(&bytes).unwrap(), message, "{bytes:?}");
    assert_eq!(compact::read::<ServerMessage>(&[&bytes[..], &[0]].concat()), None);
    assert_eq!(compact::read::<ServerMessage>(&bytes[..bytes.len() - 1]), None);
}

#[test]
fn client_messages_have_fixed_json_forms() {
    for (message, form) in [
        (
            ClientMessage::Hello {
                protocol: 3,
                resume: Some(Resume { after: 7, seat: Some(Seat::at(2)) }),
            },
            json!({"hello": {"protocol": 3, "resume": {"after": 7, "seat": 2}}}),
        ),
        (
            ClientMessage::Act { id: 3, decision: 12, action: "off M2 9H".into() },
            json!({"act": {"id": 3, "decision": 12, "action": "off M2 9H"}}),
        ),
        (
            ClientMessage::Host { power: Power::Kick { seat: Seat::at(2) } },
            json!({"host": {"power": {"kick": {"seat": 2}}}}),
        ),
        (
            ClientMessage::SetUp {
                set_up: SetUp::new(
                    "rummy",
                    vec![SeatPlan::Person, SeatPlan::Bot { level: Level::Steady }],
                ),
            },
            json!({"set-up": {"set-up": {"game": "rummy", "changes": [], "clock": "none",
                "offer-seconds": 15, "seats": ["person", {"bot": {"level": "steady"}}]}}}),
        ),
        (ClientMessage::TakeBack, json!("take-back")),
        (ClientMessage::GiveUp, json!("give-up")),
        (
            ClientMessage::Host { power: Power::Open { seat: Seat::at(2) } },
            json!({"host": {"power": {"open": {"seat": 2}}}}),
        ),
    ] {
        assert_eq!(serde_json::to_value(&message).unwrap(), form);
        assert_eq!(serde_json::from_value::<ClientMessage>(form).unwrap(), message);
        assert_eq!(compact::read::<ClientMessage>(&compact::write(&message)).unwrap(), message);
    }
}

#[test]
fn messages_that_every_version_must_parse_are_stable() {
    let hello = ClientMessage::Hello { protocol: 3, resume: None };
    assert_eq!(compact::write(&hello), [0, 3, 0]);
    let error = ServerMessage::Error { error: TableError::Protocol { ours: 3 } };
    assert_eq!(compact::write(&error), [9, 0, 3]);
}

#[test]
fn server_messages_round_trip() {
    let seat = SeatInfo { ready: true, ..SeatInfo::of(Sitter::Person { name: "Ann".into() }) };
    back(&ServerMessage::Refused { id: 4, why: Refused::Late { seat: Seat::at(2), by: 31 } });
    back(&ServerMessage::Refused { id: 4, why: Refused::Rule { code: "turn.not-yours".into() } });
    back(&ServerMessage::Error { error: TableError::BadRules { flaws: vec!["x".into()] } });
    back(&ServerMessage::Window(Window { decision: 3, left: 10, of: 15_000 }));
    let bot = BotPlay { drawn: 2, discarded: 2, laid_down: 1, laid_off: 0 };
    for why in [SeatChange::Returned { bot }, SeatChange::GaveUp] {
        let change =
            Change::Seat { seat: Seat::at(1), info: seat.clone(), host: Some(Seat::at(0)), why };
        back(&ServerMessage::Change { sequence: 9, change });
    }
    let event = Event::Drew { seat: Seat::at(1), card: None };
    back(&ServerMessage::Event { sequence: 10, event });
    let ended = Event::DealEnded {
        winner: Some(Seat::at(1)),
        how: Ending::Discarded,
        hands: vec![Cards::default(); 3],
        points: vec![5, 0, 20],
        paid: vec![-1, 2, -1],
    };
    let set_up = SetUp::new("liverpool-rummy", vec![SeatPlan::Person; 3]);
    back(&ServerMessage::Snapshot(Box::new(Snapshot {
        sequence: 9,
        stage: Stage::Playing,
        set_up,
        seated: vec![seat],
        host: Some(Seat::at(0)),
        seat: None,
        present: vec![true],
        is_host: true,
        held: Seats::from_bits(4),
        lost: Some(Lost::Moved),
        number: 1,
        view: Some(OwnView::new(3, None).into()),
        sheet: DealRow::of(2, &ended).into_iter().collect(),
        commitments: vec![Hex([7; 32])],
        secrets: Vec::new(),
        entropy: vec![(Seat::at(0), Hex([1; 32]))],
        bound: vec![(Seat::at(0), Hex([2; 32]))],
        gathering: 1,
        committed: Some(Hex([3; 32])),
        pace: Pace::Fast,
        hints_off: false,
    })));
    let commitments = vec![Hex([7; 32])];
    let change =
        Change::Gathering { commitments, bound: vec![(Seat::at(1), Hex([2; 32]))], number: 2 };
    back(&ServerMessage::Change { sequence: 11, change });
    back(&ServerMessage::Error { error: TableError::UsedEntropy });
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
