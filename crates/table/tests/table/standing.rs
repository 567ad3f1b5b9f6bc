//! Everything between matches fits into one entry without loss: for people who reconnect, in later matches,
//! and in the records of earlier ones.

use rand_core::Rng;
use upcard_engine::Seat;
use upcard_engine::chance::below;
use upcard_table::wire::*;
use upcard_table::{Entry, Hex, Input, Link, Outbox, Room, records};

use crate::world::{World, short};

fn set_up(world: &mut World) -> SetUp {
    let seats = [
        vec![SeatPlan::Person, SeatPlan::Person, SeatPlan::Bot { level: Level::Novice }],
        vec![SeatPlan::Bot { level: Level::Steady }, SeatPlan::Person, SeatPlan::Person],
        vec![SeatPlan::Person, SeatPlan::Person],
        vec![SeatPlan::Person, SeatPlan::Bot { level: Level::Random }],
    ];
    let place = below(&mut world.rng, 4) as usize;
    short("rummy", seats[place].clone(), "1")
}

/// Replaces all entries since the last match by a single one.
fn folded(world: &World) -> Option<Vec<Entry>> {
    let standing = serde_json::to_string(&world.room.standing()?).unwrap();
    let mut entries = world.entries.clone();
    entries.truncate(world.room.permanent_entries() as usize);
    entries.push(serde_json::from_str(&standing).unwrap());
    Some(entries)
}

fn restored(world: &World, entries: &[Entry]) -> Room {
    Room::restore(world.library.clone(), world.timing, entries).unwrap()
}

/// All outboxes when guests connect, one after another.
fn outboxes(room: &Room) -> Vec<Outbox> {
    let mut room = room.clone();
    let mut outboxes = Vec::new();
    for n in 1..=5 {
        let link = Link(1000 + u64::from(n));
        let hello = ClientMessage::Hello { protocol: PROTOCOL, resume: None };
        let inputs = [
            Input::Connected { link, guest: Hex([n; 16]) },
            Input::Message { link, message: hello },
        ];
        outboxes.extend(inputs.map(|input| room.input(5_000, &mut || [9; 32], input)));
    }
    outboxes
}

fn texts(world: &World, entries: &[Entry]) -> Vec<(String, bool)> {
    let played = records(world.library.clone(), entries).unwrap();
    played.iter().map(|played| (played.record.to_string(), played.over)).collect()
}

/// Checks that the table restored from the compacted entries equals the one from all entries.
fn check(world: &World) {
    let Some(folded) = folded(world) else { return };
    let (all, one) = (world.rebuilt(), restored(world, &folded));
    assert_eq!(one.sequence(), world.room.sequence());
    assert_eq!(one.permanent_entries(), world.room.permanent_entries());
    assert_eq!(one.standing(), world.room.standing());
    for (all, one) in outboxes(&all).iter().zip(outboxes(&one)) {
        assert_eq!(all.deliveries, one.deliveries);
        assert_eq!(all.entries, one.entries);
    }
    assert_eq!(texts(world, &world.entries), texts(world, &folded));
}

/// Performs a random action between matches.
fn stir(world: &mut World) {
    let who = below(&mut world.rng, 3) as usize;
    let random = world.rng.next_u64();
    let message = match random % 12 {
        0 => ClientMessage::Leave,
        1 | 2 => ClientMessage::Sit { seat: None, name: format!("Person {}", random % 100) },
        3 | 4 => ClientMessage::SetUp { set_up: set_up(world) },
        5 | 6 => ClientMessage::Commit { commitment: Hex([random as u8; 32]) },
        7 => ClientMessage::Rematch,
        8 => ClientMessage::Host { power: Power::Kick { seat: Seat::at(random as usize % 3) } },
        9 => {
            // Started and ended at once.
            world.says(who, ClientMessage::Start);
            ClientMessage::Host { power: Power::End }
        }
        10 => {
            world.disconnect(who);
            return world.connect(who, false);
        }
        _ => {
            ClientMessage::Sit { seat: Some(Seat::at(random as usize % 3)), name: "Ann".to_owned() }
        }
    };
    world.says(who, message);
}

fn play(world: &mut World) {
    for _ in 0..20_000 {
        match world.stage() {
            Stage::Over | Stage::Seating => return,
            Stage::Playing | Stage::Gathering => {}
        }
        let who = below(&mut world.rng, 3) as usize;
        world.step([who]);
    }
    panic!("the match does not end");
}

#[test]
fn one_entry_summarizes_everything_between_matches() {
    let mut matches = 0;
    for seed in 0..12 {
        let first = SetUp::new("rummy", vec![SeatPlan::Person; 2]);
        let mut world = World::new(seed, first, 3);
        (0..3).for_each(|who| world.connect(who, false));
        for _ in 0..3 {
            for _ in 0..25 {
                stir(&mut world);
                check(&world);
            }
            // Continue from the compacted entries, as after a restart.
            if let Some(folded) = folded(&world) {
                world.room = restored(&world, &folded);
                world.entries = folded;
                (0..3).for_each(|who| world.connect(who, true));
            }
            let set_up = set_up(&mut world);
            for who in 0..3 {
                world.says(who, ClientMessage::SetUp { set_up: set_up.clone() });
            }
            for who in 0..3 {
                world.says(who, ClientMessage::Start);
            }
            let begun = matches!(world.stage(), Stage::Gathering | Stage::Playing);
            assert_eq!(world.room.standing().is_none(), begun);
            play(&mut world);
            matches = matches.max(world.room.state().number());
            check(&world);
        }
    }
    assert!(matches >= 3, "some table has played several matches");
}

#[test]
fn superseded_changes_do_not_accumulate() {
    let mut world = World::new(1, SetUp::new("rummy", vec![SeatPlan::Person; 2]), 1);
    world.connect(0, false);
    let mut most = 0;
    for n in 0..500 {
        let name = format!("Person {}", n % 50);
        world.says(0, ClientMessage::Sit { seat: None, name });
        let folded = folded(&world).unwrap();
        assert_eq!(folded.len(), 2);
        most = most.max(serde_json::to_string(&folded).unwrap().len());
        if n % 20 == 0 {
            world.entries = folded;
        }
    }
    assert!(most < 2000, "{most} bytes");
    // The same name again records nothing.
    let before = world.entries.len();
    world.says(0, ClientMessage::Sit { seat: None, name: "Person 49".to_owned() });
    assert_eq!(world.entries.len(), before);
}

/// An entry of an earlier program lacks newer fields, but is read all the same.
#[test]
fn summaries_of_earlier_versions_are_applied() {
    let world = World::new(11, SetUp::new("rummy", vec![SeatPlan::Person; 2]), 2);
    let whole = serde_json::to_value(world.room.standing().unwrap()).unwrap();
    let mut less = whole.clone();
    let fields = less["standing"].as_object_mut().unwrap();
    for later in ["holders", "moves", "gathering", "pace", "phrases-off"] {
        assert!(fields.remove(later).is_some(), "{later} is no field of {whole}");
    }
    let entry: Entry = serde_json::from_value(less).unwrap();
    assert_eq!(serde_json::to_value(entry).unwrap(), whole);
}
