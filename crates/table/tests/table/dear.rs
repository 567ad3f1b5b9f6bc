//! Tables with rules that are too expensive for bots.

use std::sync::Arc;

use upcard_table::wire::*;
use upcard_table::{Input, Link, Room, Service};

use crate::world::World;

/// A service where bots can play contract rummy only.
fn service() -> Service {
    Service::shared().with_bots(Arc::new(|source, rules| {
        assert_eq!(source.players, rules.players);
        source.game == "contract-rummy"
    }))
}

fn world(game: &str, seats: Vec<SeatPlan>) -> World {
    let mut world = World::new(4, SetUp::new(game, seats.clone()), 3);
    let host = world.people[0].guest();
    let set_up = SetUp::new(game, seats);
    let opened = Room::open_with(service(), world.library.clone(), world.timing, host, set_up);
    (world.room, _) = opened.unwrap();
    world
}

const BOT: SeatPlan = SeatPlan::Bot { level: Level::Expert };

#[test]
fn bots_get_no_seats_if_the_rules_are_too_expensive() {
    assert!(world("rummy", vec![SeatPlan::Person, BOT]).room.rules_too_costly_for_bots());
    assert!(
        !world("contract-rummy", vec![SeatPlan::Person, SeatPlan::Person, BOT])
            .room
            .rules_too_costly_for_bots()
    );
    let mut world = world("rummy", vec![SeatPlan::Person; 3]);
    assert!(!world.room.rules_too_costly_for_bots());
    world.come(&["Ann", "Bo"]);
    // Bots are refused in a new set-up …
    let with_bot = |game| SetUp::new(game, vec![SeatPlan::Person, SeatPlan::Person, BOT]);
    world.says(0, ClientMessage::SetUp { set_up: with_bot("rummy") });
    assert_eq!(world.people[0].errors.pop(), Some(TableError::BotsTooDear));
    assert!(world.room.state().set_up().seats.iter().all(|plan| *plan == SeatPlan::Person));
    // … and for a free seat.
    assert_eq!(world.error_after(0, ClientMessage::Start), Some(TableError::BotsTooDear));
    assert_eq!(world.room.state().stage(), Stage::Seating);
    // Other rules allow bots; going back to the first ones is refused.
    world.says(0, ClientMessage::SetUp { set_up: with_bot("contract-rummy") });
    world.says(0, ClientMessage::SetUp { set_up: with_bot("rummy") });
    assert_eq!(world.people[0].errors, [TableError::BotsTooDear]);
    assert_eq!(world.room.state().set_up().game, "contract-rummy");
}

#[test]
fn fallback_actions_cover_absent_players_if_bots_cannot_play() {
    let mut world = world("rummy", vec![SeatPlan::Person; 2]);
    world.come_uncommitted(&["Ann", "Bo"]);
    world.says(0, ClientMessage::Start);
    assert_eq!(world.room.state().stage(), Stage::Playing);
    let began = world.room.sequence();
    for person in 0..2 {
        world.says(person, ClientMessage::HandOver);
    }
    // The first person received both errors.
    assert_eq!(world.people[0].errors, [TableError::BotsTooDear, TableError::BotsTooDear]);
    let mut asked = 0;
    while asked < 20 {
        world.thinks.iter().for_each(|(_, think)| assert_eq!(think.level, Level::Random));
        asked += world.thinks.len();
        world.step(Vec::new());
    }
    assert!(world.room.sequence() > began + 20);
    // A restored table behaves the same.
    let entries = &world.entries;
    let restored = Room::restore_with(service(), world.library.clone(), world.timing, entries);
    let (mut room, link, mut thinks) = (restored.unwrap(), Link(1_000), Vec::new());
    let message = ClientMessage::Hello { protocol: PROTOCOL, resume: None };
    let comes = Input::Connected { link, guest: world.people[0].guest() };
    for input in [comes, Input::Message { link, message }] {
        thinks.extend(room.input(world.now, &mut || [1; 32], input).bot_requests);
    }
    assert!(!thinks.is_empty() && thinks.iter().all(|think| think.level == Level::Random));
}
