//! Messages are consistent with the game and hide hidden cards.

use std::collections::BTreeSet;

use upcard_engine::chance::Chance;
use upcard_engine::{Event, Game, Library, Seat};

use super::*;
use crate::options::rules;
use crate::play::derive_seed;

/// All messages sent to each seat of a match, in order. Each seat answers with an offered action; the match
/// is aborted after `decisions` decisions.
fn sent(game: &str, players: Option<u8>, decisions: u64) -> (Vec<Vec<ToProgram>>, Vec<Event>) {
    let rules = rules(game, &[], players).unwrap();
    let seats = usize::from(rules.players);
    let mut game = Game::new(rules.clone(), Chance::numbered(5)).without_undo();
    let mut sent: Vec<Vec<ToProgram>> =
        Seat::all(rules.players).map(|seat| vec![hello(&rules, seat)]).collect();
    let mut since: Vec<Vec<Happened>> = vec![Vec::new(); seats];
    let mut all = Vec::new();
    for number in 0..decisions {
        let mut events = Vec::new();
        match game.to_act() {
            _ if game.is_over() => break,
            None => game.next_deal(&mut events),
            Some(seat) => {
                let happened = std::mem::take(&mut since[seat.index()]);
                let message = decide(&game, seat, happened, 2000);
                let ToProgram::Decide(asked) = &message else { unreachable!() };
                assert!(asked.asked.contains(&seat.into()) && !asked.offered.is_empty());
                let at = derive_seed(&[number]) as usize % asked.offered.len();
                let action = asked.offered[at].parse().unwrap();
                sent[seat.index()].push(message);
                game.act(seat, &action, &mut events).unwrap();
            }
        }
        for (seat, since) in Seat::all(rules.players).zip(&mut since) {
            since.extend(events_seen(&events, seat));
        }
        all.extend(events);
    }
    for (sent, since) in sent.iter_mut().zip(since) {
        sent.push(over(game.table(), since));
    }
    (sent, all)
}

fn received_events(messages: &[ToProgram]) -> Vec<Happened> {
    let since = |message: &ToProgram| match message {
        ToProgram::Hello(_) => Vec::new(),
        ToProgram::Decide(asked) => asked.since.clone(),
        ToProgram::Over(over) => over.since.clone(),
    };
    messages.iter().flat_map(since).collect()
}

#[test]
fn every_message_of_every_game_round_trips() {
    let mut phases = BTreeSet::new();
    for game in Library::standard().unwrap().ids() {
        let (sent, events) = sent(game, None, 400);
        for (seat, messages) in (1..).zip(&sent) {
            for message in messages {
                let text = serde_json::to_string(message).unwrap();
                assert_eq!(&serde_json::from_str::<ToProgram>(&text).unwrap(), message, "{text}");
                let value: serde_json::Value = serde_json::from_str(&text).unwrap();
                if value["type"] == "decide" {
                    phases.insert(value["phase"].as_str().unwrap().to_owned());
                }
                if let ToProgram::Hello(hello) = message {
                    assert_eq!(hello.seat, SeatNumber(seat));
                    assert!(value["choices"]["melds.set-size"].is_u64(), "{game}");
                }
            }
            let received = received_events(messages).len();
            assert_eq!(received, events.len(), "{game}: nothing is left out");
        }
    }
    for phase in ["draw", "offers", "play", "upcard", "pick", "call"] {
        assert!(phases.contains(phase), "{phase}: {phases:?}");
    }
}

#[test]
fn deal_points_add_up_to_the_totals() {
    let (sent, _) = sent("contract-rummy", Some(3), u64::MAX);
    for messages in &sent {
        let mut totals = vec![0; 3];
        for happened in received_events(messages) {
            if let Happened::DealEnded { points, .. } = happened {
                totals.iter_mut().zip(points).for_each(|(total, more)| *total += more);
            }
        }
        let Some(ToProgram::Over(over)) = messages.last() else { panic!("the end is told") };
        assert_eq!(over.scores, totals);
        assert!(!over.winners.is_empty());
    }
}

#[test]
fn cards_drawn_by_others_are_hidden() {
    let (sent, _) = sent("shanghai-rummy", None, 600);
    let mut others = 0;
    for (own, messages) in (1..).map(SeatNumber).zip(&sent) {
        for happened in received_events(messages) {
            match happened {
                Happened::Drew { seat, card } | Happened::Penalty { seat, card } => {
                    assert_eq!(card.is_some(), seat == own);
                    others += u32::from(seat != own);
                }
                Happened::Picked { from, to, card } => {
                    assert_eq!(card.is_some(), from == own || to == own);
                }
                Happened::Answered { seat, buys } => assert!(buys.is_none() || seat == own),
                _ => {}
            }
        }
        let hands = messages.iter().filter_map(|message| match message {
            ToProgram::Decide(asked) => Some(&asked.view),
            _ => None,
        });
        for view in hands {
            let own = view.seats.iter().find(|player| player.seat == own).unwrap();
            assert_eq!(usize::from(own.count), view.hand.len());
        }
    }
    assert!(others > 100);
}

/// docs/protocol.md documents every field and every word.
#[test]
fn the_document_names_every_field_and_value() {
    let document = include_str!("../../../../../docs/protocol.md");
    let mut words = BTreeSet::new();
    fn names(value: &serde_json::Value, words: &mut BTreeSet<String>) {
        match value {
            serde_json::Value::Object(map) => map.iter().for_each(|(key, value)| {
                if key != "choices" {
                    words.insert(key.clone());
                    names(value, words);
                }
                if ["what", "phase", "how", "shard", "drew"].contains(&key.as_str()) {
                    words.extend(value.as_str().map(str::to_owned));
                }
            }),
            serde_json::Value::Array(list) => list.iter().for_each(|value| names(value, words)),
            _ => {}
        }
    }
    for game in Library::standard().unwrap().ids() {
        for message in sent(game, None, 300).0.iter().flatten() {
            names(&serde_json::to_value(message).unwrap(), &mut words);
        }
    }
    words.remove("type");
    words.retain(|word| !document.contains(&format!("`{word}`")));
    assert!(words.is_empty(), "not in docs/protocol.md: {words:?}");
}
