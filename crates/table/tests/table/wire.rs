//! Messages read back as they were written, and look as documented.

use serde_json::json;
use upcard_cards::Cards;
use upcard_engine::{Ending, Event, OwnView};
use upcard_table::Hex;
use upcard_table::wire::*;

fn back(message: &ServerMessage) {
    let text = serde_json::to_string(message).unwrap();
    assert_eq!(&serde_json::from_str::<ServerMessage>(&text).unwrap(), message, "{text}");
}

#[test]
fn clients_messages_have_plain_forms() {
    for (message, form) in [
        (
            ClientMessage::Hello { protocol: 1, resume: Some(Resume { after: 7, seat: Some(2) }) },
            json!({"type": "hello", "protocol": 1, "resume": {"after": 7, "seat": 2}}),
        ),
        (
            ClientMessage::Act { id: 3, decision: 12, action: "off M2 9H".into() },
            json!({"type": "act", "id": 3, "decision": 12, "action": "off M2 9H"}),
        ),
        (
            ClientMessage::Host { power: Power::Kick { seat: 2 } },
            json!({"type": "host", "power": "kick", "seat": 2}),
        ),
        (
            ClientMessage::SetUp {
                set_up: SetUp::new(
                    "rummy",
                    vec![SeatPlan::Person, SeatPlan::Bot { level: Level::Steady }],
                ),
            },
            json!({"type": "set-up", "game": "rummy", "changes": [], "clock": {"kind": "none"},
                "offer-seconds": 15,
                "seats": [{"kind": "person"}, {"kind": "bot", "level": "steady"}]}),
        ),
        (ClientMessage::TakeBack, json!({"type": "take-back"})),
    ] {
        assert_eq!(serde_json::to_value(&message).unwrap(), form);
        assert_eq!(serde_json::from_value::<ClientMessage>(form).unwrap(), message);
    }
}

#[test]
fn tables_messages_read_back() {
    let seat = SeatInfo {
        sitter: Sitter::Person { name: "Ann".into() },
        covered: false,
        ready: true,
        bank: None,
    };
    back(&ServerMessage::Refused { id: 4, why: Refused::Late { seat: 2, by: 31 } });
    back(&ServerMessage::Refused { id: 4, why: Refused::Rule { code: "turn.not-yours".into() } });
    back(&ServerMessage::Error { error: TableError::BadRules { flaws: vec!["x".into()] } });
    back(&ServerMessage::Window(Window { decision: 3, left: 10, of: 15_000 }));
    let change = Change::Seat { seat: 1, info: seat.clone(), host: Some(0) };
    back(&ServerMessage::Change { sequence: 9, change });
    let event = Event::Drew { seat: 1, card: None };
    back(&ServerMessage::Event { sequence: 10, event });
    let ended = Event::DealEnded {
        winner: Some(1),
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
        host: Some(0),
        seat: None,
        present: vec![true],
        is_host: true,
        number: 1,
        view: Some(OwnView::new(3, None)),
        sheet: DealRow::of(2, &ended).into_iter().collect(),
        commitments: vec![Hex([7; 32])],
        secrets: Vec::new(),
        entropy: vec![(0, Hex([1; 32]))],
    })));
}
