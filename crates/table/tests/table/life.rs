//! Whole matches at one table, with people who come and go, repeat themselves and are late.

use crate::world::World;
use rand_core::Rng;
use upcard_engine::chance::below;
use upcard_engine::record::{End, Record};
use upcard_engine::{Library, Phase};
use upcard_table::wire::*;

fn seats(people: usize, bots: usize) -> Vec<SeatPlan> {
    let bot = SeatPlan::Bot { level: Level::Novice };
    let people = std::iter::repeat_n(SeatPlan::Person, people);
    people.chain(std::iter::repeat_n(bot, bots)).collect()
}

/// Plays a match with disturbances to its end.
fn stormy_match(world: &mut World, people: usize) {
    let mut steps = 0;
    while world.room.state().stage() != Stage::Over {
        steps += 1;
        assert!(steps < 60_000, "the match does not end");
        let who = below(&mut world.rng, people as u32) as usize;
        if below(&mut world.rng, 150) == 0 {
            world.disconnect(who);
            continue;
        }
        if world.people[who].link.is_none() {
            if below(&mut world.rng, 6) == 0 {
                let resume = below(&mut world.rng, 4) > 0;
                world.connect(who, resume);
            } else {
                world.wait();
            }
            continue;
        }
        if below(&mut world.rng, 40) == 0 && !world.people[who].acted.is_empty() {
            // An old message once more, perhaps one that never arrived.
            let acted = &world.people[who].acted;
            let at = below(&mut world.rng, acted.len() as u32) as usize;
            let (id, decision, action) = acted[at].clone();
            let known = world.people[who].accepted.contains(&id);
            let recent = acted.len() - at < 60;
            let before = world.entries.len();
            let out = world.says(who, ClientMessage::Act { id, decision, action });
            if known && recent {
                assert!(
                    out.entries
                        .iter()
                        .all(|e| { !matches!(e, upcard_table::Entry::Acted { id: Some(_), .. }) })
                );
                assert!(world.entries.len() >= before);
                assert_eq!(world.people[who].accepted.last(), Some(&id));
            }
            continue;
        }
        let mut rng = world.rng.clone();
        let wish = world.people[who].wishes(&mut rng);
        world.rng = rng;
        match wish {
            Some(message) => {
                world.says(who, message);
            }
            None => {
                world.wait();
            }
        }
        if below(&mut world.rng, 60) == 0 {
            world.check_views();
        }
        if below(&mut world.rng, 300) == 0 {
            // A restart: everybody's connection breaks.
            let rebuilt = world.rebuilt();
            assert_eq!(rebuilt.sequence(), world.room.sequence());
            for person in 0..people {
                world.people[person].link = None;
            }
            world.thinks.clear();
            world.room = rebuilt;
        }
    }
}

#[test]
fn every_game_is_played_to_its_end_in_a_storm() {
    let library = Library::standard().unwrap();
    for (n, id) in library.ids().enumerate() {
        let mut set_up = SetUp::new(id, seats(2, 2));
        let short = [("match.deals".to_owned(), "1".to_owned())];
        let with = RuleSource { game: id.into(), changes: short.to_vec(), players: 4 };
        if with.rules(&library).is_ok() {
            set_up.changes = short.to_vec();
        }
        let mut world = World::new(n as u64, set_up, 3);
        for person in 0..3 {
            world.connect(person, false);
        }
        world.sit(0, "Ann");
        world.sit(1, "Bo");
        world.says(0, ClientMessage::Start);
        stormy_match(&mut world, 3);
        let game = world.room.state().game().unwrap();
        assert_eq!(game.table().phase, Phase::MatchOver, "{id}");
        let played = upcard_table::records(world.library.clone(), &world.entries).unwrap();
        assert!(played.len() == 1 && played[0].over);
        let text = played[0].record.to_string();
        let record = Record::parse(&text).unwrap();
        let proof = record.verify().unwrap();
        assert_eq!(proof.deals(), usize::from(game.table().deals_begun), "{id}");
        assert!(proof.closed && !proof.open && proof.end == End::Over, "{id}: {proof:?}");
        // Both had committed; in a storm not everybody shows in time.
        let mut people: Vec<u8> = proof.people.iter().flatten().copied().collect();
        people.extend(&proof.silent);
        people.sort_unstable();
        assert_eq!(people, [0, 1], "{id}");
        world.check_views();
        for person in &world.people {
            for id in &person.accepted {
                let one = |e: &&upcard_table::Entry| match e {
                    upcard_table::Entry::Acted { seat, id: Some(i), .. } => {
                        i == id && Some(*seat) == person.seat
                    }
                    _ => false,
                };
                assert_eq!(world.entries.iter().filter(one).count(), 1, "action {id}");
            }
        }
    }
}

#[test]
fn a_rematch_follows_a_match() {
    let mut set_up = SetUp::new("rummy", seats(2, 0));
    set_up.changes = vec![("match.deals".to_owned(), "1".to_owned())];
    let mut world = World::new(5, set_up, 2);
    for person in 0..2 {
        world.connect(person, false);
    }
    world.sit(0, "Ann");
    world.sit(1, "Bo");
    world.says(0, ClientMessage::Start);
    stormy_match(&mut world, 2);
    for person in 0..2 {
        world.connect(person, true);
        world.says(person, ClientMessage::Rematch);
    }
    assert_eq!(world.room.state().number(), 2);
    assert_eq!(world.room.state().stage(), Stage::Playing);
    stormy_match(&mut world, 2);
    let seed = world.rng.next_u64();
    assert_eq!(world.rebuilt().state().number(), 2, "{seed}");
}

#[test]
fn what_changes_nothing_is_not_stored() {
    let set_up = SetUp::new("rummy", seats(2, 0));
    let mut world = World::new(3, set_up.clone(), 2);
    world.connect(0, false);
    world.sit(0, "Ann");
    let before = world.entries.len();
    for _ in 0..3 {
        let sit = ClientMessage::Sit { seat: None, name: " Ann ".into() };
        assert!(world.says(0, sit).entries.is_empty());
        let out = world.says(0, ClientMessage::SetUp { set_up: set_up.clone() });
        assert!(out.entries.is_empty() && out.deliveries.is_empty());
    }
    assert_eq!(world.entries.len(), before);
    // What changes something is.
    world.sit(0, "Anna");
    let mut other = set_up;
    other.offer_seconds += 1;
    world.says(0, ClientMessage::SetUp { set_up: other });
    assert_eq!(world.entries.len(), before + 2);
}
