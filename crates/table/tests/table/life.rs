//! Whole matches at one table, with people who reconnect, repeat messages and are late.

use crate::world::{World, short};
use rand_core::Rng;
use upcard_engine::chance::below;
use upcard_engine::record::{End, Record};
use upcard_engine::{Library, Phase, Seat, Seats};
use upcard_table::wire::*;
use upcard_table::{Entry, Hex, Input, Link, Outbox};

fn seats(people: usize, bots: usize) -> Vec<SeatPlan> {
    let bot = SeatPlan::Bot { level: Level::Novice };
    let people = std::iter::repeat_n(SeatPlan::Person, people);
    people.chain(std::iter::repeat_n(bot, bots)).collect()
}

/// Plays a match with disturbances to its end.
fn stormy_match(world: &mut World, people: usize) {
    let mut steps = 0;
    while world.stage() != Stage::Over {
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
            // Repeat an old message, perhaps one that never arrived.
            let acted = &world.people[who].acted;
            let at = below(&mut world.rng, acted.len() as u32) as usize;
            let (id, decision, action) = acted[at].clone();
            let known = world.people[who].accepted.contains(&id);
            let recent = acted.len() - at < 60;
            let before = world.entries.len();
            let out = world.says(who, ClientMessage::Act { id, decision, action });
            if known && recent {
                assert!(!out.entries.iter().any(|e| matches!(e, Entry::Acted { id: Some(_), .. })));
                assert!(world.entries.len() >= before);
                assert_eq!(world.people[who].accepted.last(), Some(&id));
            }
            continue;
        }
        world.step([who]);
        if below(&mut world.rng, 60) == 0 {
            world.check_views();
        }
        if below(&mut world.rng, 300) == 0 {
            // Restart: every connection breaks.
            let sequence = world.room.sequence();
            world.restart();
            assert_eq!(world.room.sequence(), sequence);
        }
    }
}

#[test]
fn every_game_finishes_under_random_disconnections() {
    let library = Library::standard().unwrap();
    for (n, id) in library.ids().enumerate() {
        let players = library.select(id, &[]).unwrap().usual_players();
        let set_up = short(id, seats(2, usize::from(players) - 2), "1");
        let mut world = World::new(n as u64, set_up, 3);
        world.come(&["Ann", "Bo"]);
        world.connect(2, false);
        world.says(0, ClientMessage::Start);
        stormy_match(&mut world, 3);
        let game = world.game();
        assert_eq!(game.table().phase(), Phase::MatchOver, "{id}");
        let played = upcard_table::records(world.library.clone(), &world.entries).unwrap();
        assert!(played.len() == 1 && played[0].over);
        let text = played[0].record.to_string();
        let record = Record::parse(&text).unwrap();
        let proof = record.verify().unwrap();
        assert_eq!(proof.deals(), usize::from(game.table().deals_begun()), "{id}");
        assert!(proof.closed && !proof.open && proof.end == End::Over, "{id}: {proof:?}");
        // Both had committed; with disturbances not everybody reveals in time.
        let mut people: Vec<Seat> = proof.contributors.iter().flatten().copied().collect();
        people.extend(&proof.silent);
        people.sort_unstable();
        assert_eq!(people, [Seat::at(0), Seat::at(1)], "{id}");
        world.check_views();
        for person in &world.people {
            for id in &person.accepted {
                let one = |e: &&Entry| {
                    matches!(e, Entry::Acted { seat, id: Some(i), .. }
                        if i == id && Some(*seat) == person.seat)
                };
                assert_eq!(world.entries.iter().filter(one).count(), 1, "action {id}");
            }
        }
    }
}

#[test]
fn a_rematch_follows_a_match() {
    let set_up = short("rummy", seats(2, 0), "1");
    let mut world = World::new(5, set_up, 2);
    world.come(&["Ann", "Bo"]);
    world.says(0, ClientMessage::Start);
    stormy_match(&mut world, 2);
    for person in 0..2 {
        world.connect(person, true);
        world.says(person, ClientMessage::Rematch);
    }
    assert_eq!(world.room.state().number(), 2);
    assert_eq!(world.stage(), Stage::Playing);
    stormy_match(&mut world, 2);
    let seed = world.rng.next_u64();
    assert_eq!(world.rebuilt().state().number(), 2, "{seed}");
}

#[test]
fn requests_without_effect_are_not_stored() {
    let set_up = SetUp::new("rummy", seats(2, 0));
    let mut world = World::new(3, set_up.clone(), 2);
    world.come(&["Ann"]);
    let before = world.entries.len();
    for _ in 0..3 {
        let sit = ClientMessage::Sit { seat: None, name: " Ann ".into() };
        assert!(world.says(0, sit).entries.is_empty());
        let out = world.says(0, ClientMessage::SetUp { set_up: set_up.clone() });
        assert!(out.entries.is_empty() && out.deliveries.is_empty());
    }
    assert_eq!(world.entries.len(), before);
    // Real changes are stored.
    world.sit(0, "Anna");
    let mut other = set_up;
    other.offer_seconds += 1;
    world.says(0, ClientMessage::SetUp { set_up: other });
    assert_eq!(world.entries.len(), before + 2);
}

fn count(out: &Outbox, wanted: impl Fn(&ServerMessage) -> bool) -> usize {
    out.deliveries.iter().filter(|delivery| wanted(&delivery.message)).count()
}

#[test]
fn phrases_are_rate_limited_and_can_be_disabled() {
    let mut world = World::new(3, SetUp::new("rummy", seats(2, 0)), 3);
    world.come(&["Ann", "Bo"]);
    world.connect(2, false);
    let say = || ClientMessage::Say { phrase: Phrase::Thanks };
    let phrases = |out: &Outbox| {
        count(out, |m| matches!(m, ServerMessage::Said { seat, .. } if *seat == Seat::at(1)))
    };
    let error = |out: &Outbox, error: TableError| {
        count(out, |m| *m == ServerMessage::Error { error: error.clone() })
    };
    for _ in 0..3 {
        let out = world.says(1, say());
        assert_eq!((phrases(&out), out.entries.len()), (1, 0), "nothing of it is stored");
    }
    let out = world.says(1, say());
    assert_eq!((phrases(&out), error(&out, TableError::TooFast)), (0, 1));
    // Spectators cannot say phrases; only the host can disable them.
    let out = world.says(2, say());
    assert_eq!(error(&out, TableError::NoSeat), 1);
    let off = |allowed| ClientMessage::Host { power: Power::Phrases { allowed } };
    let out = world.says(1, off(false));
    assert_eq!((error(&out, TableError::HostOnly), out.entries.len()), (1, 0));
    let out = world.says(0, off(false));
    let announced = |out: &Outbox, wanted: bool| {
        count(out, |m| *m == ServerMessage::Phrases { allowed: wanted })
    };
    assert_eq!((announced(&out, false), out.entries.len()), (1, 1));
    assert!(world.says(0, off(false)).entries.is_empty(), "it is off already");
    world.now += 60_000;
    let out = world.says(1, say());
    assert_eq!((phrases(&out), error(&out, TableError::PhrasesOff)), (0, 1));
    // The setting persists, is sent to newcomers, and can be reverted.
    let mut again = world.rebuilt();
    let (link, guest) = (Link(99), world.people[2].guest());
    again.input(world.now, &mut || [0; 32], Input::Connected { link, guest });
    let hello = ClientMessage::Hello { protocol: PROTOCOL, resume: None };
    let out = again.input(world.now, &mut || [0; 32], Input::Message { link, message: hello });
    assert_eq!(announced(&out, false), 1);
    assert_eq!(announced(&world.says(0, off(true)), true), 1);
    assert_eq!(phrases(&world.says(1, say())), 1);
}

#[test]
fn nobody_starts_a_match_before_somebody_sits() {
    let mut world = World::new(3, SetUp::new("rummy", seats(1, 1)), 1);
    world.connect(0, false);
    let out = world.says(0, ClientMessage::Start);
    let error = ServerMessage::Error { error: TableError::NoSeat };
    assert_eq!(count(&out, |message| *message == error), 1);
    assert!(out.entries.is_empty());
    world.sit(0, "Ann");
    assert!(!world.says(0, ClientMessage::Start).entries.is_empty());
    // A table of bots has no seats for people.
    let mut world = World::new(3, SetUp::new("rummy", seats(0, 2)), 1);
    world.connect(0, false);
    assert!(!world.says(0, ClientMessage::Start).entries.is_empty());
}

#[test]
fn whose_turn_it_is_and_the_next_deal_while_a_bot_plays_for_the_only_person() {
    let set_up = short("rummy", seats(1, 1), "2");
    let mut world = World::new(4, set_up, 1);
    world.come(&["Ann"]);
    let ann = world.people[0].guest();
    assert_eq!(world.room.state().waiting(ann), None, "nothing is being played");
    world.says(0, ClientMessage::Start);
    world.gather();
    let asked = world.game().table().waiting();
    assert_eq!(world.room.state().waiting(ann), Some(asked));
    assert_eq!(world.room.state().waiting(Hex([77; 16])), None, "a stranger is told nothing");
    world.says(0, ClientMessage::HandOver);
    world.wait_while(|world| !matches!(world.phase(), Phase::DealOver { .. }));
    assert_eq!(world.room.state().waiting(ann), Some(Seats::only(Seat::at(0))), "she is not ready");
    let out = world.says(0, ClientMessage::Next);
    assert!(out.entries.contains(&Entry::NextDeal), "{:?}", out.entries);
}
