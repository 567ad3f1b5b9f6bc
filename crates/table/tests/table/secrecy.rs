//! Messages to a seat or a spectator depend on nothing hidden from them.
//!
//! Plays whole matches of every game. Every message to anybody is compared, byte by byte, with the message
//! that the same person would get if the cards hidden from them had been dealt differently.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::world::{PEOPLE, World, short, some_action};
use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng;
use serde_json::Value;
use upcard_cards::Card;
use upcard_engine::chance::{Chance, deal_secret};
use upcard_engine::{
    Deal, Event, Game, Library, OwnView, Phase, RawEvent, RawView, Rules, Seat, View, Viewer,
};
use upcard_table::wire::*;
use upcard_table::{Entry, Hex, Input};

/// Collects every card that a message names.
fn cards_in(value: &Value, cards: &mut Vec<Card>) {
    match value {
        Value::String(text) => {
            let all: Result<Vec<Card>, _> = text.split_whitespace().map(str::parse).collect();
            cards.extend(all.unwrap_or_default());
        }
        Value::Array(list) => list.iter().for_each(|v| cards_in(v, cards)),
        Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), value, fields.get("len").and_then(Value::as_u64)) {
                    // A run has slots beyond its length, which are empty.
                    ("slots", Value::Array(list), Some(len)) => {
                        list.iter().take(len as usize).for_each(|v| cards_in(v, cards));
                    }
                    _ => cards_in(value, cards),
                }
            }
        }
        _ => {}
    }
}

/// Samples a game that is consistent with this view.
pub(crate) fn sample_world(own: &OwnView, rules: &Arc<Rules>, seed: u64) -> Game {
    let mut rng = ChaCha12Rng::seed_from_u64(seed);
    match own.view(rules) {
        Some(view) => view.sample_world(&mut rng),
        None => {
            // A spectator knows what a seat knows minus its hand, so any seat will do.
            let hand = upcard_cards::Cards::NONE;
            let view =
                View { rules, table: &own.table, seat: Seat::at(0), hand: &hand, sightings: &[] };
            view.sample_world(&mut rng)
        }
    }
}

/// The table size of a game that is nearest to three players.
fn few_players(library: &Library, id: &str) -> u8 {
    let players = library.select(id, &[]).unwrap().choices.players;
    3u8.clamp(players.min, players.max)
}

/// Plays a match by messages; returns the number of messages and bytes compared.
fn match_under_watch(id: &str, seed: u64) -> (usize, usize) {
    let players = few_players(&Library::standard().unwrap(), id);
    let seated = players.max(3);
    let seats = vec![SeatPlan::Person; usize::from(players)];
    let mut world = World::new(seed, short(id, seats, "2"), seated + 1);
    world.connect_all();
    let names = ["Ann", "Bo", "Cy", "Di"].into_iter().take(usize::from(players));
    names.enumerate().for_each(|(person, name)| world.sit(person, name));
    world.says(0, ClientMessage::Start);
    let (mut messages, mut bytes) = (0, 0);
    let mut steps = 0;
    while world.stage() != Stage::Over {
        steps += 1;
        assert!(steps < 40_000, "{id} does not end");
        let Some((who, message)) = world.wish(0..usize::from(seated)) else {
            assert!(world.wait(), "{id} stands still");
            continue;
        };
        let before: Vec<Option<OwnView>> = world.people.iter().map(|p| p.view.clone()).collect();
        let link = world.people[who].link.unwrap();
        let out = world.input(Input::Message { link, message });
        for delivery in &out.deliveries {
            let text = serde_json::to_string(&delivery.message).unwrap();
            for person in &world.people {
                if !delivery.to.contains(&person.link.unwrap()) {
                    continue;
                }
                messages += 1;
                bytes += text.len();
                let at = usize::from(person.id) - 1;
                if let ServerMessage::Event { event, .. } = &delivery.message
                    && let Some(before) = &before[at]
                {
                    only_what_may_be_seen(event, before, &world, person.seat, &text);
                }
            }
        }
        if steps % 20 == 0 {
            for person in &world.people {
                let (Some(own), Some(rules)) = (&person.view, &person.rules) else { continue };
                let text = |own: OwnView| serde_json::to_string(&RawView::from(own)).unwrap();
                for seed in 0..3 {
                    let sampled = sample_world(own, rules, seed).own_view(own.seat);
                    assert_eq!(text(sampled), text(own.clone()), "{id}");
                }
            }
        }
    }
    (messages, bytes)
}

/// Checks that an event names no hidden card: neither from another's hand, unless it came to the table, nor
/// from the stock.
fn only_what_may_be_seen(
    event: &RawEvent,
    before: &OwnView,
    world: &World,
    seat: Option<Seat>,
    text: &str,
) {
    // Cards that the event makes public are on the table afterwards.
    let game = world.game();
    if matches!(event, Event::DealEnded { .. } | Event::DealerFound { .. }) {
        return;
    }
    let mut seen: BTreeMap<Card, i32> = BTreeMap::new();
    let mut add = |card: Card| *seen.entry(card).or_default() += 1;
    for table in [&before.table, game.table()] {
        for meld in table.melds() {
            meld.meld.cards().iter().for_each(&mut add);
        }
        table.pile().chain(table.buried().iter().copied()).for_each(&mut add);
        table.known_stock().iter().copied().for_each(&mut add);
        table.wild().into_iter().for_each(&mut add);
        for of in table.seats() {
            of.known.iter().for_each(&mut add);
        }
    }
    before.hand.iter().for_each(&mut add);
    before.sightings.iter().for_each(|(_, card)| add(*card));
    if let Some(seat) = seat {
        game.hand(seat).iter().for_each(&mut add);
    }
    // A card that passed through a seat's hand within the same message belongs to the mover.
    if let Event::Picked { card: Some(card), from, to } = event {
        assert!(seat == Some(*from) || seat == Some(*to));
        add(*card);
    }
    let mut named = Vec::new();
    cards_in(&serde_json::from_str(text).unwrap(), &mut named);
    for card in named {
        assert!(seen.contains_key(&card), "{seat:?} is told {card} by {text}");
    }
}

#[test]
fn every_sent_byte_is_visible_to_its_recipient() {
    let library = Library::standard().unwrap();
    let (mut messages, mut bytes) = (0, 0);
    for (n, id) in library.ids().enumerate() {
        let (m, b) = match_under_watch(id, 100 + n as u64);
        messages += m;
        bytes += b;
    }
    println!("{messages} messages, {bytes} bytes");
    assert!(messages > 10_000);
}

/// Two tables whose matches differ only in what one person cannot see, with the same public course: that
/// person receives the same bytes.
#[test]
fn hidden_differences_change_no_sent_byte() {
    let library = Arc::new(Library::standard().unwrap());
    let mut compared = 0;
    for id in library.ids() {
        let players = few_players(&library, id);
        let source = RuleSource { game: id.into(), changes: Vec::new(), players };
        let rules = Arc::new(source.rules(&library).unwrap());
        let mut game = Game::new(rules.clone(), Chance::numbered(7));
        game.next_deal(&mut ());
        let mut rng = ChaCha12Rng::seed_from_u64(11);
        for _ in 0..400 {
            let Some(seat) = game.to_act() else {
                if game.is_over() {
                    break;
                }
                game.next_deal(&mut ());
                continue;
            };
            let view = game.view(seat);
            let Some(action) = some_action(&view, &mut rng) else { break };
            // Another seat watches, in this world and in one that it cannot tell apart.
            for viewer in Seat::all(players).filter(|viewer| *viewer != seat) {
                let mut other = game.view(viewer).sample_world(&mut rng);
                let mut here: Vec<Event> = Vec::new();
                let mut there: Vec<Event> = Vec::new();
                if game.clone().act(seat, &action, &mut here).is_err()
                    || other.act(seat, &action, &mut there).is_err()
                {
                    continue;
                }
                let texts = |events: &[Event]| -> Vec<String> {
                    let masked = events.iter().map(|e| e.redacted_for(Viewer::Seat(viewer)));
                    masked.map(|e| serde_json::to_string(&e).unwrap()).collect()
                };
                // Random outcomes and hidden answers may diverge: compare only the same public course.
                let kinds = |events: &[Event]| -> Vec<_> {
                    events.iter().map(std::mem::discriminant).collect()
                };
                let random = |event: &Event| match event {
                    // The viewer's own draw is random in each world.
                    Event::Drew { seat, .. } | Event::Penalty { seat, .. } => *seat == viewer,
                    Event::Reshuffled { .. }
                    | Event::DealEnded { .. }
                    | Event::WasCut { .. }
                    | Event::Bought { .. }
                    | Event::Called { .. }
                    | Event::Picked { .. }
                    | Event::Dealt { .. }
                    | Event::TookBack { .. } => true,
                    _ => false,
                };
                if kinds(&here) != kinds(&there) || here.iter().any(random) {
                    continue;
                }
                compared += 1;
                assert_eq!(texts(&here), texts(&there), "{id}: {action}");
            }
            if game.act(seat, &action, &mut ()).is_err() {
                break;
            }
        }
    }
    println!("{compared} pairs of worlds compared");
    assert!(compared > 2_000);
}

/// Only what is revealed leaves the table: secrets stay until after their deal.
#[test]
fn secrets_are_revealed_only_after_their_deal() {
    let seats = vec![SeatPlan::Person; 3];
    let mut world = World::new(3, short("contract-rummy", seats, "2"), 3);
    world.come(&PEOPLE);
    world.says(0, ClientMessage::Start);
    let master = world.entries.iter().find_map(|entry| match entry {
        Entry::Bound { master } => Some(*master),
        _ => None,
    });
    let master = master.unwrap();
    let secret = |deal| Hex(deal_secret(&master.0, deal)).to_string();
    let mut steps = 0;
    while world.stage() != Stage::Over {
        steps += 1;
        assert!(steps < 40_000);
        let Some((who, message)) = world.wish(0..3) else {
            assert!(world.wait());
            continue;
        };
        let link = world.people[who].link.unwrap();
        let out = world.input(Input::Message { link, message });
        let (begun, over) = world.room.state().game().map_or((0, false), |game| {
            let table = game.table();
            let over = matches!(table.phase(), Phase::DealOver { .. } | Phase::MatchOver);
            (table.deals_begun(), over)
        });
        for delivery in &out.deliveries {
            let text = serde_json::to_string(&delivery.message).unwrap();
            assert!(!text.contains(&master.to_string()));
            for deal in Deal::all().take(4).filter(|deal| deal.number() >= begun + u8::from(over)) {
                assert!(!text.contains(&secret(deal)), "deal {deal} of {begun}");
            }
        }
    }
    assert!(world.people[0].secrets.len() == 2);
}
