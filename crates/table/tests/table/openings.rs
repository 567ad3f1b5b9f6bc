//! Open seats, and forbidden names.

use upcard_engine::{Seat, Seats};
use upcard_table::wire::*;
use upcard_table::{Entry, Guest, Hex};

use crate::company::{THREE, claimed, introduce, number, table, wish};
use crate::world::{Person, World};

/// Open seats as sent to a person.
fn openings(world: &World, person: usize) -> &[Opening] {
    &world.people[person].openings
}

/// Openings of a visitor, from bitmasks of seats.
fn of(visitor: u32, bits: [u8; 4]) -> Opening {
    let [sit, ask, claim, give] = bits.map(Seats::from_bits);
    Opening { visitor, sit, ask, claim, give }
}

/// Checks that the openings sent to each visitor are exactly what the table then allows.
fn holds(world: &World) {
    let is_host =
        |person: &Person| person.link.is_some() && world.room.state().is_host(person.guest());
    let host = world.people.iter().position(is_host);
    for (person, said) in world.people.iter().enumerate() {
        let Some(own) = said.company.you.filter(|_| said.link.is_some()) else { continue };
        let open = said.openings.iter().find(|open| open.visitor == own).copied();
        let open = open.expect("a visitor is told");
        // The world after these messages.
        let after = |messages: &[(usize, ClientMessage)]| {
            let mut world = world.clone();
            for (by, message) in messages {
                world.says(*by, message.clone());
            }
            world.people[person].clone()
        };
        for seat in THREE {
            let sat = after(&[(person, ClientMessage::Sit { seat: Some(seat), name: "x".into() })]);
            assert_eq!(sat.seat == Some(seat), open.sit.has(seat), "sit {seat:?} {open:?}");
            let mine = after(&[(person, ClientMessage::Wish { wish: Wish::Mine { seat } })]);
            let refused = mine.errors.len() > said.errors.len();
            assert_eq!(!refused, open.claim.has(seat), "claim {seat:?} {open:?}");
            if let Some(host) = host {
                let power = Power::Give { seat, visitor: own };
                let given = after(&[(host, ClientMessage::Host { power })]);
                assert_eq!(given.seat == Some(seat), open.give.has(seat), "give {seat:?} {open:?}");
            }
        }
        if let Some(host) = host {
            let wish = ClientMessage::Wish { wish: Wish::Seat };
            let answer = ClientMessage::Answer { visitor: own, yes: true };
            let asked = after(&[(person, wish), (host, answer)]).seat;
            let fits = asked.map_or(open.ask.is_empty(), |seat| open.ask.has(seat));
            assert!(fits, "ask {asked:?} {open:?}");
        }
    }
}

/// Exercises a power of the host, and checks what visitors are told then.
fn host(world: &mut World, power: Power) {
    world.host(0, power);
    holds(world);
}

#[test]
fn visitors_and_the_host_are_told_the_open_seats() {
    let mut world = table();
    let (di, ed) = (number(&world, 3), number(&world, 4));
    assert!(openings(&world, 0).is_empty(), "whoever has not said who they are is told nothing");
    for person in 0..5 {
        introduce(&mut world, person, "x");
    }
    // The host can reassign any seat; none is free, and everybody is present.
    let stranger = [0, 0, 0, 7];
    assert_eq!(openings(&world, 3), [of(di, stranger)]);
    assert_eq!(openings(&world, 0), [of(di, stranger), of(ed, stranger)]);
    assert!(openings(&world, 1).is_empty(), "others need not know");
    world.disconnect(2);
    holds(&world);
    assert_eq!(openings(&world, 4), [of(ed, [0, 0, 4, 7])]);
    // Bo gives up, and has held no other seat.
    world.says(1, ClientMessage::GiveUp);
    holds(&world);
    let bo = number(&world, 1);
    assert_eq!(openings(&world, 1), [of(bo, [0, 2, 0, 2])]);
    assert_eq!(openings(&world, 3), [of(di, [0, 2, 4, 7])]);
    host(&mut world, Power::Open { seat: Seat::at(1) });
    assert_eq!(openings(&world, 1), [of(bo, [2, 2, 0, 2])]);
    host(&mut world, Power::Admit { how: Admission::Approved });
    assert_eq!(openings(&world, 1), [of(bo, [0, 2, 0, 2])]);
    host(&mut world, Power::Admit { how: Admission::Locked });
    assert_eq!(openings(&world, 3), [of(di, [0, 0, 4, 7])]);
    // The outcome is as announced.
    host(&mut world, Power::Give { seat: Seat::at(1), visitor: di });
    assert_eq!(world.people[3].seat, Some(Seat::at(1)));
    assert!(openings(&world, 3).is_empty());
    assert_eq!(openings(&world, 1), [of(bo, [0, 0, 0, 2])]);
    // A removed person is no visitor; one who returns is informed again.
    host(&mut world, Power::Dismiss { visitor: ed });
    assert!(openings(&world, 4).is_empty());
    world.disconnect(0);
    holds(&world);
    world.connect(0, true);
    holds(&world);
    assert_eq!(openings(&world, 0), [of(bo, [0, 0, 0, 2])]);
    host(&mut world, Power::End);
    assert_eq!(openings(&world, 1), [of(bo, [0, 0, 4, 0])]);
    host(&mut world, Power::Admit { how: Admission::Open });
    host(&mut world, Power::Kick { seat: Seat::at(2) });
    assert_eq!(openings(&world, 1), [of(bo, [4, 4, 0, 4])]);
}

#[test]
fn names_that_look_like_bots_are_rejected() {
    let mut world = table();
    assert_eq!(introduce(&mut world, 3, "Bot  Sharp"), Some(TableError::BotName));
    assert_eq!(wish(&mut world, 3, Wish::Seat), Some(TableError::BadName), "no name was kept");
    world.host(0, Power::End);
    world.says(2, ClientMessage::Leave);
    let sit = |name: &str| ClientMessage::Sit { seat: None, name: name.into() };
    for (person, name) in [(3, "bot\u{a0}sharp"), (1, "BOT STEADY"), (0, "bot novice")] {
        assert_eq!(world.error_after(person, sit(name)), Some(TableError::BotName), "{name:?}");
    }
    assert_eq!(world.people[3].seat, None);
    assert_eq!(world.room.state().name_of(Seat::at(1)), Some("Bo"));
    world.says(3, sit("Bot Ann"));
    assert_eq!(world.people[3].seat, Some(Seat::at(2)));
    // A person may keep a bot-like name from before such names were refused.
    let (seat, guest) = (Seat::at(1), world.people[1].guest());
    world.entries.push(Entry::Sat { seat, guest, name: "bot sharp".into() });
    world.restart();
    world.connect(1, false);
    assert_eq!(world.error_after(1, sit("bot sharp")), None);
    assert_eq!(world.error_after(1, sit("bot expert")), Some(TableError::BotName));
}

#[test]
fn a_host_cannot_remove_themselves() {
    let mut world = World::new(1, SetUp::new("rummy", vec![SeatPlan::Person; 2]), 1);
    world.connect(0, false);
    let own = number(&world, 0);
    let entries = world.entries.len();
    assert_eq!(
        world.host_error(0, Power::Dismiss { visitor: own }),
        Some(TableError::NoSuchVisitor)
    );
    assert_eq!(world.entries.len(), entries);
    world.sit(0, "Ann");
    assert_eq!(world.people[0].seat, Some(Seat::at(0)));
}

fn numbered(number: u16) -> Guest {
    let mut guest = [9; 16];
    guest[..2].copy_from_slice(&number.to_le_bytes());
    Hex(guest)
}

/// The numbers of remembered removals, and of moves between devices, are bounded.
#[test]
fn removals_and_moves_are_remembered_up_to_a_limit() {
    let mut world = World::new(1, SetUp::new("rummy", vec![SeatPlan::Person; 2]), 2);
    world.come(&["Ann", "Bo"]);
    let sent_away = |n| Entry::Dismissed { guest: numbered(n) };
    world.entries.extend((0..400).flat_map(|n| [sent_away(n), sent_away(n)]));
    let seat = Seat::at(0);
    world.entries.extend((0..1_200).map(|n| Entry::Moved { seat, guest: numbered(n) }));
    world.restart();
    let standing = serde_json::to_value(world.room.standing().unwrap()).unwrap();
    let kicked = standing["standing"]["kicked"].as_array().unwrap();
    assert_eq!(kicked.len(), 256);
    let last = serde_json::to_value(sent_away(399)).unwrap();
    assert_eq!(kicked.last(), Some(&last["dismissed"]["guest"]));
    let moves = standing["standing"]["moves"].as_object().unwrap();
    assert_eq!(moves.len(), 1024);
    assert_eq!(standing["standing"]["holders"]["lost"].as_object().unwrap().len(), 1024);
    // Links of the most recent ones are used up.
    let (last, now) = (numbered(1_198), numbered(1_199));
    assert_eq!(world.room.state().moves(last), 1);
    assert_eq!(world.room.state().guest_of(seat), Some(now));
}

#[test]
fn removed_people_cannot_object_to_a_claim() {
    let mut world = claimed();
    let old = number(&world, 1);
    world.host(0, Power::Dismiss { visitor: old });
    world.people[1].errors.clear();
    assert_eq!(world.error_after(1, ClientMessage::Object), Some(TableError::Kicked));
    assert_eq!(world.people[3].seat, Some(Seat::at(1)));
}
