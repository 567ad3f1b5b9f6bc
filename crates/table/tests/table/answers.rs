//! Offers: who has answered, and when, is not sent before the offer is settled; a race starts once its card
//! can be seen.

use upcard_engine::{Event, Phase, Seat, Seats};
use upcard_table::wire::*;
use upcard_table::{Entry, Input, Millis};

use crate::world::{PEOPLE, World, changed};

/// A table of four people, with an offer of the upcard to at least two of them.
fn offered(game: &str, changes: &[(&str, &str)], seed: u64) -> World {
    let mut world = World::new(seed, changed(game, vec![SeatPlan::Person; 4], changes), 5);
    world.come(&["Ann", "Bo", "Cy", "Di"]);
    world.connect(4, false);
    world.says(0, ClientMessage::Start);
    for _ in 0..4_000 {
        if waiting(&world).len() > 1 {
            world.messages = Some(Vec::new());
            return world;
        }
        assert!(world.step(0..4));
    }
    panic!("{game}: nothing is offered to two people");
}

/// Seats that have yet to answer the present offer.
fn waiting(world: &World) -> Vec<Seat> {
    let Some(game) = world.room.state().game() else { return Vec::new() };
    let table = game.table();
    let offer = matches!(table.phase(), Phase::Offers { .. });
    Seat::all(4).filter(|&seat| offer && table.asks(seat)).collect()
}

fn answers(world: &mut World, person: usize, action: &str, at: Millis) {
    world.now = world.now.max(at);
    let id = 1_000_000 + world.now;
    world.act(person, id, action);
    assert!(world.people[person].accepted.contains(&id), "{:?}", world.people[person].refused);
}

/// Returns and clears the messages to a person, in order.
fn messages_to(world: &mut World, by: usize) -> Vec<ServerMessage> {
    let all = world.messages.replace(Vec::new()).unwrap();
    all.into_iter().filter(|(who, _)| *who == by).map(|(_, message)| message).collect()
}

fn whole(world: &mut World, by: usize) -> Option<Snapshot> {
    messages_to(world, by);
    world.says(by, ClientMessage::Hello { protocol: PROTOCOL, resume: None });
    messages_to(world, by).into_iter().find_map(|message| match message {
        ServerMessage::Snapshot(snapshot) => Some(*snapshot),
        _ => None,
    })
}

#[test]
fn answers_and_their_timing_stay_hidden() {
    for (seed, game) in [(1, "shanghai-rummy"), (2, "contract-rummy"), (3, "ill-buy-it")] {
        let world = offered(game, &[], seed);
        let asked = waiting(&world);
        let open = world.now;
        let mut orders = vec![asked.clone(), asked.iter().rev().copied().collect::<Vec<_>>()];
        orders.push(asked.iter().cycle().skip(1).take(asked.len()).copied().collect());
        let mut received = Vec::new();
        // Whether they answer at once, one by one or after long thought, the last answer comes at the same
        // time.
        for order in &orders {
            for step in [0, 400, 3_000] {
                let mut world = world.clone();
                let (last, early) = order.split_last().unwrap();
                for (n, seat) in (1..).zip(early) {
                    answers(&mut world, seat.index(), "pass", open + n * step);
                    // Other players and spectators receive nothing, and a reloaded page shows the same as
                    // when the offer was opened.
                    let received = world.messages.replace(Vec::new()).unwrap();
                    assert!(received.iter().all(|(who, _)| *who == seat.index()), "{received:?}");
                    for other in (0..5).filter(|other| *other != seat.index()) {
                        let fresh = whole(&mut world.clone(), other).unwrap();
                        let answered = fresh.view.unwrap().table.phase();
                        let Phase::Offers { answered, .. } = answered else { panic!("{game}") };
                        let own = fresh.seat.map_or(Seats::NONE, Seats::only);
                        assert_eq!(answered.minus(own), Seats::NONE, "{game}");
                    }
                }
                messages_to(&mut world, 4);
                answers(&mut world, last.index(), "pass", open + 10_000);
                let text = |message: &ServerMessage| serde_json::to_string(message).unwrap();
                received.push(messages_to(&mut world, 4).iter().map(text).collect::<Vec<_>>());
            }
        }
        assert!(!received[0].is_empty(), "{game}");
        for other in &received {
            assert_eq!(*other, received[0], "{game}: the order or the time of answers shows");
        }
    }
}

#[test]
fn a_won_race_does_not_reveal_who_passed() {
    let race = [("buying.priority", "race")];
    let world = offered("shanghai-rummy", &race, 5);
    let asked = waiting(&world);
    let (first, winner) = (asked[0].index(), *asked.last().unwrap());
    let mut passed = world.clone();
    answers(&mut passed, first, "pass", world.now + 100);
    let end = |mut world: World| {
        messages_to(&mut world, 4);
        answers(&mut world, winner.index(), "buy", 60_000);
        let messages = messages_to(&mut world, 4);
        let kind = |message: &ServerMessage| match message {
            ServerMessage::Event { event: Event::Answered { seat, .. }, .. } => Some(*seat),
            _ => None,
        };
        (messages.iter().filter_map(kind).collect::<Vec<_>>(), messages.len())
    };
    let (here, there) = (end(passed), end(world));
    assert_eq!(here, there);
    assert_eq!(here.0, [winner]);
}

#[test]
fn a_restored_table_sends_the_same() {
    let mut world = offered("shanghai-rummy", &[], 1);
    let asked = waiting(&world);
    answers(&mut world, asked[0].index(), "pass", 0);
    let rebuilt = world.rebuilt();
    assert_eq!(rebuilt.sequence(), world.room.sequence());
    assert_eq!(rebuilt.state().game().unwrap().table(), world.game().table());
    world.room = rebuilt;
    for person in 0..5 {
        world.connect(person, true);
    }
    for seat in &asked[1..] {
        answers(&mut world, seat.index(), "pass", 0);
    }
    world.check_views();
    // A repeated answer is acknowledged but not executed.
    assert!(waiting(&world).is_empty() || !waiting(&world).contains(&asked[0]));
}

#[test]
fn the_first_offer_opens_after_the_dealing_animation() {
    let changes = [("buying.when", "after-refusal")];
    let set_up = changed("shanghai-rummy", vec![SeatPlan::Person; 3], &changes);
    let mut world = World::new(4, set_up, 3);
    world.come(&PEOPLE);
    world.messages = Some(Vec::new());
    world.says(0, ClientMessage::Start);
    // Everybody answers at once, so the window includes the dealing animation.
    let window = loop {
        let windows = world.messages.replace(Vec::new()).into_iter().flatten();
        let window = windows.map(|(_, message)| message).find_map(|message| match message {
            ServerMessage::Window(window) => Some(window),
            _ => None,
        });
        if let Some(window) = window {
            break window;
        }
        let (who, message) = world.wish(0..3).expect("somebody is asked");
        world.says(who, message);
    };
    assert_eq!(window.left - window.of, Pace::Calm.dealing());
    let paced = world.entries.iter().any(|entry| matches!(entry, Entry::Paced { .. }));
    assert!(!paced, "nothing is stored where nothing is chosen");
    world.input(Input::Tick);
}

#[test]
fn the_host_allows_hints_or_not_and_a_table_remembers_it() {
    let mut world = World::new(4, SetUp::new("rummy", vec![SeatPlan::Person; 2]), 2);
    world.come(&["Ann", "Bo"]);
    let forbid = Power::Hints { allowed: false };
    assert_eq!(world.host_error(1, forbid), Some(TableError::HostOnly));
    world.messages = Some(Vec::new());
    world.host(0, forbid);
    let change = Change::Hinted { allowed: false };
    let received = messages_to(&mut world, 1);
    assert!(matches!(&received[..], [ServerMessage::Change { change: c, .. }] if *c == change));
    // Repeating it changes nothing, and newcomers see it.
    let entries = world.entries.len();
    world.host(0, forbid);
    assert_eq!(world.entries.len(), entries);
    assert!(whole(&mut world, 1).unwrap().hints_off);
    world.room = world.rebuilt();
    (0..2).for_each(|person| world.connect(person, false));
    assert!(whole(&mut world, 1).unwrap().hints_off);
}
