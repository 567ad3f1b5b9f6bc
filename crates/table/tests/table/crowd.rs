//! Tables with many spectators who come and go.

use upcard_table::wire::*;

use crate::company::introduce;
use crate::world::World;

/// Number of spectators.
const CROWD: usize = 60;

/// Three people play, many watch.
fn crowded() -> World {
    let mut world = World::seated(SetUp::new("rummy", vec![SeatPlan::Person; 3]), 3 + CROWD as u8);
    for person in 3..3 + CROWD {
        world.connect(person, false);
        introduce(&mut world, person, &format!("Visitor {person:02}"));
    }
    world
}

/// Presence messages sent to these people: their number and total bytes.
fn told(world: &World, whom: impl Fn(usize) -> bool) -> (usize, usize) {
    let heard = world.messages.as_ref().unwrap().iter();
    let company = heard
        .filter(|(person, message)| whom(*person) && matches!(message, ServerMessage::Company(_)));
    let sizes: Vec<usize> =
        company.map(|(_, message)| serde_json::to_string(message).unwrap().len()).collect();
    (sizes.len(), sizes.iter().sum())
}

/// Lets this much time pass, with all due ticks.
fn rest(world: &mut World, millis: u64) {
    let until = world.now + millis;
    while world.room.wake_at().is_some_and(|at| at <= until) {
        world.wait();
    }
    world.now = until;
}

#[test]
fn connection_churn_causes_bounded_traffic() {
    let mut world = crowded();
    rest(&mut world, 60_000);
    world.messages = Some(Vec::new());
    let began = world.now;
    // One of them comes and goes four times a second, for a minute.
    for _ in 0..120 {
        for here in [false, true] {
            match here {
                true => world.connect(3, false),
                false => world.disconnect(3),
            }
            rest(&mut world, 250);
        }
    }
    let seconds = (world.now - began) as usize / 1000;
    // Every newcomer is greeted.
    let (_, onlookers) = told(&world, |person| person > 3);
    let (times, players) = told(&world, |person| person < 3);
    let most = 128 * 1024 * (seconds + 8);
    assert!(onlookers < most && players < most, "{onlookers} {players} bytes in {seconds} s");
    // Players are still notified often, and in the end everybody has the current state.
    assert!(times > 3 * seconds, "{times} times in {seconds} s");
    world.disconnect(3);
    world.disconnect(4);
    rest(&mut world, 30_000);
    for person in (0..3 + CROWD).filter(|person| ![3, 4].contains(person)) {
        let visitors = &world.people[person].company.visitors;
        assert_eq!(visitors.len(), CROWD - 2, "person {person}");
        let own = visitors.iter().find(|v| Some(v.number) == world.people[person].company.you);
        let name = own.and_then(|visitor| visitor.name.as_deref());
        let expected = (person >= 3).then(|| format!("Visitor {person:02}"));
        assert_eq!(name, expected.as_deref());
    }
}

#[test]
fn newcomers_during_a_delayed_update_get_the_final_state() {
    let mut world = crowded();
    rest(&mut world, 60_000);
    // Send until a message is delayed.
    while world.room.wake_at().is_none_or(|at| at > world.now + 10_000) {
        world.disconnect(3);
        world.connect(3, false);
    }
    // A newcomer is greeted while another is present, who leaves before the others are notified.
    world.disconnect(5);
    world.disconnect(4);
    world.connect(4, false);
    world.connect(5, false);
    introduce(&mut world, 5, "Visitor 05");
    introduce(&mut world, 4, "Visitor 04");
    introduce(&mut world, 3, "Visitor 03");
    rest(&mut world, 60_000);
    let names = |world: &World, person: usize| {
        let visitors = &world.people[person].company.visitors;
        let mut names: Vec<String> = visitors.iter().filter_map(|v| v.name.clone()).collect();
        names.sort();
        names
    };
    let all = names(&world, 0);
    assert_eq!(all.len(), CROWD);
    for person in 1..3 + CROWD {
        assert_eq!(names(&world, person), all, "person {person}");
    }
}
