//! Whole matches in which people sit down, leave, return, give up, are removed, watch and use rejoin links,
//! all at random: nobody is ever shown a hand that another has held, or a second one.

use std::collections::BTreeSet;

use upcard_engine::chance::below;
use upcard_engine::{Seat, Seats, Viewer};
use upcard_table::wire::*;
use upcard_table::{Entry, Input, Room};

use crate::secrecy::sample_world;
use crate::world::{World, short};

/// Number of people at the table.
const PEOPLE: usize = 7;

/// Which hands were shown to whom during a match.
#[derive(Default)]
struct Watch {
    number: u32,
    /// By person: the seats whose hands they were shown.
    shown: Vec<BTreeSet<Seat>>,
    /// Seats that the host has openly handed over.
    handed: Seats,
    /// Number of entries checked.
    entries: usize,
    /// Number of times a hand was shown.
    looks: usize,
}

impl Watch {
    /// Checks the messages since the last call.
    fn look(&mut self, world: &mut World) {
        let number = world.room.state().number();
        if number != self.number {
            self.number = number;
            self.shown = vec![BTreeSet::new(); world.people.len()];
        }
        for entry in &world.entries[self.entries..] {
            match entry {
                // The host hands it over, or its owner moves to another device.
                Entry::SeatOpened { seat } | Entry::Moved { seat, .. } => self.handed.insert(*seat),
                Entry::Gathering { .. } => self.handed = Seats::NONE,
                _ => {}
            }
        }
        self.entries = world.entries.len();
        for (person, message) in world.messages.replace(Vec::new()).unwrap_or_default() {
            match message {
                ServerMessage::Snapshot(snapshot) => {
                    if let Some(seat) = snapshot.view.as_ref().and_then(|view| view.seat) {
                        self.expose(person, seat);
                    }
                }
                ServerMessage::Event { event, .. }
                    if event.redacted_for(Viewer::Spectator) != event =>
                {
                    let seats =
                        Seat::all(4).filter(|s| event.redacted_for(Viewer::Seat(*s)) == event);
                    let seats: Vec<Seat> = seats.collect();
                    let own = self.shown[person].first().copied();
                    let seat = own.filter(|own| seats.contains(own)).unwrap_or(seats[0]);
                    self.expose(person, seat);
                }
                _ => {}
            }
        }
    }

    fn expose(&mut self, person: usize, seat: Seat) {
        self.looks += 1;
        self.shown[person].insert(seat);
        let mine = &self.shown[person];
        assert_eq!(mine.len(), 1, "person {person} has seen the hands of {mine:?}");
        if !self.handed.has(seat) {
            let others = self.shown.iter().enumerate().filter(|(p, _)| *p != person);
            for (other, theirs) in others {
                assert!(!theirs.contains(&seat), "{person} and {other} have seen hand {seat}");
            }
        }
    }
}

/// Returns a random action of a person on a seat, their own or another's.
fn whim(world: &mut World) -> Option<Input> {
    let mut dice = |n| below(&mut world.rng, n);
    let who = dice(PEOPLE as u32) as usize;
    let other = dice(PEOPLE as u32) as usize;
    let seat = Seat::at(dice(4) as usize);
    let name = format!("Guest {who}");
    let message = match dice(20) {
        0 | 1 => ClientMessage::Leave,
        2..=4 => ClientMessage::Sit { seat: None, name },
        5..=7 => ClientMessage::Sit { seat: Some(seat), name },
        8 => ClientMessage::HandOver,
        9 | 10 => ClientMessage::TakeBack,
        11 => ClientMessage::Host { power: Power::Cover { seat } },
        12 | 13 => ClientMessage::GiveUp,
        14 | 15 => ClientMessage::Host { power: Power::Open { seat } },
        16 => {
            let (from, to) = (world.people[who].guest(), world.people[other].guest());
            let moves = world.room.state().moves(from);
            return Some(Input::Moved { from, to, moves });
        }
        17 => {
            let after = world.people[who].sequence;
            let resume = Some(Resume { after, seat: world.people[who].seat });
            ClientMessage::Hello { protocol: PROTOCOL, resume }
        }
        18 if dice(8) == 0 => ClientMessage::Host { power: Power::Kick { seat } },
        _ => ClientMessage::Hello { protocol: PROTOCOL, resume: None },
    };
    world.people[who].link.map(|link| Input::Message { link, message })
}

/// Compares each person's messages after this input with those they would get if the cards hidden from them
/// had been dealt differently; returns the number of messages compared.
fn told_alike(world: &World, input: &Input, seed: u64) -> usize {
    let mut compared = 0;
    for person in &world.people {
        let (Some(link), Some(own), Some(rules)) = (person.link, &person.view, &person.rules)
        else {
            continue;
        };
        if world.stage() != Stage::Playing {
            continue;
        }
        let answers = |mut room: Room| {
            let mut entropy = || [7; 32];
            let out = room.input(world.now, &mut entropy, input.clone());
            let mine = out.deliveries.into_iter().filter(|d| d.to.contains(&link));
            let texts = mine.map(|d| serde_json::to_string(&d.message).unwrap());
            (texts.collect::<Vec<_>>(), room.state().seat_of(person.guest()))
        };
        let (here, seat) = answers(world.room.clone());
        // A person who takes a seat is shown its hand from now on.
        if seat.is_some() && seat != own.seat {
            continue;
        }
        // Who has answered an offer is not about cards: it is the same in the other world.
        let mut own = own.clone();
        if let Some(game) = world.room.state().game() {
            own = own.with_answered(game.table().answered());
        }
        let (there, _) = answers(world.room.with_game(sample_world(&own, rules, seed)));
        assert_eq!(here, there);
        compared += here.len();
    }
    compared
}

/// Answers a decision, or lets time pass.
fn play(world: &mut World) {
    let here = (0..PEOPLE).filter(|p| world.people[*p].link.is_some()).collect::<Vec<_>>();
    world.step(here);
}

/// Returns the number of hands shown and of messages compared.
fn storm(id: &str, seed: u64) -> (usize, usize) {
    let bot = SeatPlan::Bot { level: Level::Novice };
    let person = SeatPlan::Person;
    let set_up = short(id, vec![person, person, person, bot], "2");
    let mut world = World::new(seed, set_up, PEOPLE as u8);
    let (mut watch, mut compared) = (Watch::default(), 0);
    world.connect_all();
    // One seat for people stays free: a bot plays it.
    world.sit(0, "Ann");
    world.sit(1, "Bo");
    world.messages = Some(Vec::new());
    let mut steps = 0;
    while steps < 2_500 {
        steps += 1;
        if matches!(world.stage(), Stage::Seating | Stage::Over) {
            if world.room.state().number() == 3 {
                break;
            }
            for person in 0..PEOPLE {
                world.says(person, ClientMessage::Start);
            }
        }
        match below(&mut world.rng, 24) {
            0 | 1 => {
                if let Some(input) = whim(&mut world) {
                    compared += told_alike(&world, &input, steps);
                    world.input(input);
                }
            }
            2 => {
                let who = below(&mut world.rng, PEOPLE as u32) as usize;
                if world.people[who].link.is_some() {
                    world.disconnect(who);
                } else {
                    let resume = below(&mut world.rng, 2) == 0;
                    world.connect(who, resume);
                }
            }
            _ => play(&mut world),
        }
        watch.look(&mut world);
        if steps % 200 == 0 {
            let rebuilt = world.rebuilt();
            assert_eq!(rebuilt.sequence(), world.room.sequence());
            assert_eq!(rebuilt.state().seated(), world.room.state().seated());
        }
    }
    (watch.looks, compared)
}

#[test]
fn nobody_sees_a_second_hand_or_another_players() {
    let (mut looks, mut compared) = (0, 0);
    let games = ["contract-rummy", "rummy", "liverpool-rummy", "ill-buy-it", "shanghai-rummy"];
    for (n, id) in games.iter().enumerate() {
        for seed in 0..3 {
            let (l, c) = storm(id, 1_000 * n as u64 + seed);
            looks += l;
            compared += c;
        }
    }
    println!("{looks} hands were shown, {compared} messages compared");
    assert!(looks > 2_000, "{looks}");
    assert!(compared > 2_000, "{compared}");
}
