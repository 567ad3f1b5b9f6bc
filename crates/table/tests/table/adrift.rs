//! Clients whose messages arrive twice, late, out of order, corrupted or never: the match finishes all the
//! same; if it stalls, the test reports who waits for whom.

use upcard_engine::chance::below;
use upcard_engine::{Phase, Seat};
use upcard_table::wire::*;

use crate::world::{World, short};

/// Number of people at these tables.
const PEOPLE: usize = 4;

/// Messages in transit, by sender.
#[derive(Default)]
struct Lines([Vec<ClientMessage>; PEOPLE]);

/// Returns an invalid message: another decision, another action, or no action.
fn wrong(world: &mut World, who: usize) -> ClientMessage {
    let own = world.people[who].view.as_ref();
    let decision = own.map_or(0, |view| view.table.decision());
    let mut number = |most| below(&mut world.rng, most);
    let actions = [
        "draw",
        "take",
        "pass",
        "buy",
        "call",
        "claim",
        "pick 1",
        "pick 40",
        "discard JK",
        "undo",
        "down AH,AD,AC",
        "off 1 AH",
        "off 99 2C",
        "keep",
        "drop",
        "rejoin",
        "next",
        "",
        "\u{fffc}",
    ];
    let id = u64::from(number(40));
    let action = actions[number(actions.len() as u32) as usize].to_owned();
    let decision = match number(4) {
        0 => decision.wrapping_sub(1 + number(3)),
        1 => decision + 1 + number(3),
        _ => decision,
    };
    match number(12) {
        0 => ClientMessage::Next,
        1 => ClientMessage::TakeBack,
        2 => ClientMessage::Start,
        3 => ClientMessage::Rematch,
        4 => ClientMessage::Ping,
        5 => ClientMessage::Sit { seat: Some(Seat::at(number(6) as usize)), name: "X".into() },
        6 => ClientMessage::Host { power: Power::Cover { seat: Seat::at(number(4) as usize) } },
        _ => ClientMessage::Act { id, decision, action },
    }
}

/// Describes who waits for whom, for a stalled match.
fn standing_still(world: &World, lines: &Lines) -> String {
    let table = world.game().table();
    let mut text = format!(
        "at {} ms the table stands in {:?}, decision {}; it is woken at {:?}\n",
        world.now,
        table.phase(),
        table.decision(),
        world.room.wake_at()
    );
    for (number, (person, line)) in world.people.iter().zip(&lines.0).enumerate() {
        let seat = person.seat;
        let asked = seat.is_some_and(|seat| table.asks(seat));
        let own = person.view.as_ref().map(|view| (view.table.phase(), view.table.decision()));
        let knows = person.view.as_ref().zip(seat).is_some_and(|(own, seat)| own.table.asks(seat));
        text += &format!(
            "person {number}, seat {seat:?}: asked by the table {asked}, by what it sees {knows} ({own:?}); \
             connected {}, covered {}, ready {}; last said {:?}, accepted {:?}, refused {:?}, errors {:?}; \
             {} messages on their way\n",
            person.link.is_some(),
            person.covered,
            person.ready,
            person.acted.last(),
            person.accepted.last(),
            person.refused.last(),
            person.errors.last(),
            line.len()
        );
    }
    text
}

/// Delivers one of a person's messages in transit, perhaps twice, or breaks the connection.
fn deliver(world: &mut World, lines: &mut Lines, who: usize) {
    let line = &mut lines.0[who];
    if line.is_empty() {
        return;
    }
    let message = line.remove(below(&mut world.rng, line.len() as u32) as usize);
    match below(&mut world.rng, 20) {
        0 => {
            world.says(who, message.clone());
            lines.0[who].push(message);
        }
        // Messages in transit are lost with the connection, and the sender does not learn their fate.
        1 => {
            lines.0[who].clear();
            world.disconnect(who);
        }
        2 => {
            world.says(who, message);
            lines.0[who].clear();
            world.disconnect(who);
        }
        _ => drop(world.says(who, message)),
    }
}

/// Makes one random thing happen; `false` if nothing can.
fn happen(world: &mut World, lines: &mut Lines) -> bool {
    let who = below(&mut world.rng, PEOPLE as u32) as usize;
    if world.people[who].link.is_none() {
        if below(&mut world.rng, 3) > 0 {
            world.wait();
        }
        let resume = below(&mut world.rng, 4) > 0;
        world.connect(who, resume);
        return true;
    }
    match below(&mut world.rng, 60) {
        0 => {
            let message = wrong(world, who);
            world.says(who, message);
        }
        1 => world.disconnect(who),
        2 => drop(world.says(who, ClientMessage::HandOver)),
        3 => drop(world.says(who, ClientMessage::TakeBack)),
        4 => {
            world.restart();
            lines.0.iter_mut().for_each(Vec::clear);
        }
        5 if !world.people[who].acted.is_empty() => {
            // An earlier message arrives again.
            let acted = &world.people[who].acted;
            let at = below(&mut world.rng, acted.len() as u32) as usize;
            let (id, decision, action) = acted[at].clone();
            world.says(who, ClientMessage::Act { id, decision, action });
        }
        6..=30 => deliver(world, lines, who),
        _ => {
            // A client awaits the response before it sends again.
            if lines.0[who].is_empty()
                && let Some((who, message)) = world.wish([who])
            {
                lines.0[who].push(message);
            }
        }
    }
    let in_transit = lines.0.iter().any(|line| !line.is_empty());
    if in_transit || world.people.iter().any(|person| person.link.is_none()) {
        return true;
    }
    // Nothing is in transit: somebody acts, or time passes.
    match world.wish(0..PEOPLE) {
        Some((who, message)) => {
            lines.0[who].push(message);
            true
        }
        None => world.wait(),
    }
}

/// Plays a match with this seed; returns the number of steps.
fn drift(id: &str, seed: u64) -> usize {
    let mut set_up = short(id, vec![SeatPlan::Person; PEOPLE], "2");
    set_up.offer_seconds = [0, 5, 20][(seed % 3) as usize];
    if seed.is_multiple_of(4) {
        set_up.clock = Clock::PerMove { seconds: 30, bank: 60 };
    }
    let mut world = World::new(seed, set_up, PEOPLE as u8);
    world.come(&["Ann", "Bo", "Cy", "Di"]);
    world.says(0, ClientMessage::Start);
    let mut lines = Lines::default();
    // If the position does not change for this long, everybody waits for somebody else.
    let (mut entries, mut since) = (0, 0);
    for step in 0.. {
        if world.stage() == Stage::Over {
            return step;
        }
        if world.entries.len() != entries {
            (entries, since) = (world.entries.len(), step);
        }
        let happened = happen(&mut world, &mut lines);
        let stuck = world.stage() != Stage::Over && !happened || step - since > 3_000;
        assert!(!stuck, "{id}, seed {seed}, step {step}: {}", standing_still(&world, &lines));
        assert!(step < 200_000, "{id}, seed {seed}: the match does not end");
        if step.is_multiple_of(97) {
            world.check_views();
        }
    }
    unreachable!("there is no last step")
}

/// Number of matches per game; `UPCARD_DRIFTS` overrides it.
fn matches(few: u64) -> u64 {
    std::env::var("UPCARD_DRIFTS").ok().and_then(|n| n.parse().ok()).unwrap_or(few)
}

#[test]
fn no_match_of_people_gets_stuck() {
    let mut steps = 0;
    for seed in 0..matches(6) {
        steps += drift("shanghai-rummy", seed);
    }
    for id in ["contract-rummy", "liverpool-rummy", "may-i", "shanghai-powe", "rummy", "rummy-500"]
    {
        for seed in 0..matches(2) {
            steps += drift(id, 1_000 + seed);
        }
    }
    println!("{steps} things happened");
}

#[test]
fn the_next_deal_starts_without_a_silent_player() {
    let mut world = World::new(7, SetUp::new("shanghai-rummy", vec![SeatPlan::Person; PEOPLE]), 4);
    world.come(&["Ann", "Bo", "Cy", "Di"]);
    world.says(0, ClientMessage::Start);
    let over = |world: &World| {
        let game = world.room.state().game();
        game.is_some_and(|game| matches!(game.table().phase(), Phase::DealOver { .. }))
    };
    for _ in 0..20_000 {
        if over(&world) {
            break;
        }
        assert!(world.step(0..PEOPLE), "{}", standing_still(&world, &Lines::default()));
    }
    assert!(over(&world));
    let deals = world.game().table().deals_begun();
    for person in 1..PEOPLE {
        world.says(person, ClientMessage::Next);
    }
    // The first person stays connected and silent.
    world.wait_while(over);
    assert_eq!(world.game().table().deals_begun(), deals + 1);
}
