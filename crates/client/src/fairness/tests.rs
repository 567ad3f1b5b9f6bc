//! A client at an honest table, and at tables that cheat.

use std::sync::Arc;

use upcard_engine::chance::{commitment, deal_secret};
use upcard_engine::{Action, Deal, Library, Seat, View};
use upcard_table::wire::{Change, ClientMessage, Level, PROTOCOL, SeatPlan, ServerMessage, SetUp};
use upcard_table::wire::{Power, Snapshot};
use upcard_table::{Entry, Guest, Hex, Input, Link, Room, Timing, records};

use super::{Checked, Fairness, Fault, RecordComparison};
use crate::Session;

const GUEST: Guest = Hex([1; 16]);
const LINK: Link = Link(1);

/// Manipulation of a change before the table sends it.
type Cheat = fn(&mut Change);

/// A table with one person and a bot.
struct World {
    room: Room,
    session: Session,
    entries: Vec<Entry>,
    cheat: Cheat,
    now: u64,
    random: u32,
    thinks: Vec<upcard_table::BotRequest>,
}

/// Bytes that are unique for each number.
fn bytes(number: u32) -> [u8; 32] {
    let mut bytes = [7; 32];
    bytes[..4].copy_from_slice(&number.to_le_bytes());
    bytes
}

fn honest(_: &mut Change) {}

/// A table with a person who has committed to entropy.
fn world(cheat: Cheat) -> World {
    let library = Arc::new(Library::standard().unwrap());
    let seats = vec![SeatPlan::Person, SeatPlan::Bot { level: Level::Novice }];
    let mut set_up = SetUp::new("rummy", seats);
    set_up.changes = vec![("match.deals".to_owned(), "1".to_owned())];
    let (room, first) = Room::open(library.clone(), Timing::default(), GUEST, set_up).unwrap();
    let mut world = World {
        room,
        session: Session::new(library, 1),
        entries: vec![first],
        cheat,
        now: 1_000,
        random: 0,
        thinks: Vec::new(),
    };
    world.input(Input::Connected { link: LINK, guest: GUEST });
    world.send(ClientMessage::Hello { protocol: PROTOCOL, resume: None });
    world.send(ClientMessage::Sit { seat: None, name: "Ann".into() });
    world.commit();
    world
}

impl World {
    fn input(&mut self, input: Input) {
        let random = &mut self.random;
        let mut entropy = || {
            *random += 1;
            bytes(*random)
        };
        let out = self.room.input(self.now, &mut entropy, input);
        self.entries.extend(out.entries);
        self.thinks.extend(out.bot_requests);
        for mut delivery in out.deliveries {
            if let ServerMessage::Change { change, .. } = &mut delivery.message {
                (self.cheat)(change);
            }
            self.session.fold(delivery.message);
        }
    }

    fn send(&mut self, message: ClientMessage) {
        self.input(Input::Message { link: LINK, message });
    }

    /// Commits with fresh random bytes, as the page does.
    fn commit(&mut self) {
        self.random += 1;
        let random = self.random;
        if let Some(message) = self.session.commit(|| bytes(random)) {
            self.send(message);
        }
    }

    /// Starts a match and reveals the entropy.
    fn start(&mut self) {
        self.send(ClientMessage::Start);
        if let Some(message) = self.session.fairness.reveal() {
            self.send(message);
        }
        self.now += 10_000;
        self.input(Input::Tick);
        self.commit();
    }

    /// Plays the match to its end.
    fn play(&mut self) {
        for _ in 0..5_000 {
            let view = self.session.view().filter(|view| view.table.asks(view.seat));
            let offered = |view: View<'_>| {
                view.offered(1).actions.into_iter().filter(|action| *action != Action::Undo)
            };
            let action = view.and_then(|view| offered(view).next());
            if let Some(message) = action.and_then(|action| self.session.act(&action)) {
                self.send(message);
            } else if let Some(think) = self.thinks.pop() {
                let action = offered(think.view.view(&think.rules).unwrap()).next_back();
                let (seat, request) = (think.seat, think.request);
                self.input(Input::BotAnswered { seat, request, action });
            } else {
                return;
            }
        }
        panic!("the match does not end");
    }

    fn record(&self) -> String {
        let played = records(self.session.library().clone(), &self.entries).unwrap();
        played.last().unwrap().record.to_string()
    }

    /// Faults found in a whole match.
    fn faults(cheat: Cheat) -> Vec<Fault> {
        let mut world = world(cheat);
        world.start();
        world.play();
        world.session.fairness.report().faults
    }
}

#[test]
fn honest_table_proves_every_deal_with_own_entropy() {
    let mut world = world(honest);
    for number in 1..=3 {
        world.start();
        // Simulates a page reload in the middle of a match.
        let kept = world.session.fairness.saved_text();
        assert_eq!(Fairness::parse_saved(&kept).as_ref(), Some(&world.session.fairness));
        world.session.fairness = Fairness::parse_saved(&kept).unwrap();
        world.send(ClientMessage::Hello { protocol: PROTOCOL, resume: None });
        world.play();
        let report = world.session.fairness.report();
        assert_eq!(report.people, [(Seat::at(0), "Ann".to_owned())], "match {number}");
        assert!(report.own && report.gatherings == 1, "match {number}");
        assert_eq!(report.deals, [(Deal::FIRST, Checked::Dealt)], "match {number}");
        assert_eq!((report.faults.as_slice(), report.proved(), report.late()), (&[][..], 1, 0));
        assert_eq!(world.session.fairness.compare_record(&world.record()), RecordComparison::Same);
    }
    // The record of another match, and a modified record.
    let record = world.record();
    let other = record.replace("match 3 gathering", "match 2 gathering");
    assert_eq!(world.session.fairness.compare_record(&other), RecordComparison::Unknown);
    for line in ["commit 1 ", "commit 3 ", "bound 1 ", "entropy 1 "] {
        let at = record.find(line).unwrap() + line.len();
        let mut changed = record.clone();
        let digit = if &record[at..=at] == "0" { "1" } else { "0" };
        changed.replace_range(at..=at, digit);
        let comparison = world.session.fairness.compare_record(&changed);
        assert_eq!(comparison, RecordComparison::Other, "{line}");
    }
}

#[test]
fn latecomers_have_no_earlier_commitments() {
    let mut world = world(honest);
    world.start();
    world.session = Session::new(world.session.library().clone(), 1_000);
    world.send(ClientMessage::Hello { protocol: PROTOCOL, resume: None });
    world.play();
    let report = world.session.fairness.report();
    assert_eq!((report.deals.as_slice(), report.late()), (&[(Deal::FIRST, Checked::Late)][..], 1));
    assert!(!report.own && report.faults.is_empty());
}

#[test]
fn wrong_secret_is_detected() {
    let faults = World::faults(|change| {
        if let Change::Revealed { secret, .. } = change {
            secret.0[0] ^= 1;
        }
    });
    assert_eq!(faults, [Fault::Secret(Deal::FIRST)]);
}

#[test]
fn wrong_cards_are_detected() {
    // The table deals from another secret than the one it committed to.
    let faults = World::faults(|change| match change {
        Change::Gathering { commitments, .. } => {
            for (deal, hash) in Deal::all().zip(commitments) {
                *hash = Hex(commitment(&deal_secret(&[99; 32], deal)));
            }
        }
        Change::Revealed { deal, secret } => *secret = Hex(deal_secret(&[99; 32], *deal)),
        _ => {}
    });
    assert_eq!(faults, [Fault::Cards(Deal::FIRST)]);
}

#[test]
fn omitted_entropy_is_detected() {
    let faults = World::faults(|change| {
        if let Change::Began { entropy, .. } = change {
            entropy.clear();
        }
    });
    assert_eq!(faults[0], Fault::LeftOut);
}

#[test]
fn uncommitted_entropy_is_detected() {
    let faults = World::faults(|change| {
        if let Change::Began { entropy, .. } = change {
            entropy.push((Seat::at(1), Hex([8; 32])));
        }
    });
    assert_eq!(faults[0], Fault::Part(Seat::at(1)));
}

#[test]
fn foreign_commitment_at_own_seat_is_detected() {
    let faults = World::faults(|change| {
        if let Change::Gathering { bound, .. } = change {
            bound[0].1 = Hex([8; 32]);
        }
    });
    assert_eq!(faults[0], Fault::Replaced);
}

#[test]
fn changed_commitments_are_detected() {
    let cheats: [fn(&mut Snapshot); 3] = [
        |snapshot| snapshot.commitments[0] = Hex([8; 32]),
        |snapshot| snapshot.bound[0].1 = Hex([8; 32]),
        |snapshot| snapshot.entropy[0].1 = Hex([8; 32]),
    ];
    for cheat in cheats {
        let mut world = world(honest);
        world.start();
        world.send(ClientMessage::Hello { protocol: PROTOCOL, resume: None });
        assert_eq!(world.session.fairness.report().faults, []);
        let message = ClientMessage::Hello { protocol: PROTOCOL, resume: None };
        let hello = Input::Message { link: LINK, message };
        let out = world.room.input(world.now, &mut || [0; 32], hello);
        let shown = out.deliveries.into_iter().find_map(|delivery| match delivery.message {
            ServerMessage::Snapshot(shown) => Some(shown),
            _ => None,
        });
        let mut snapshot = shown.unwrap();
        cheat(&mut snapshot);
        world.session.fold(ServerMessage::Snapshot(snapshot));
        assert_eq!(world.session.fairness.report().faults, [Fault::Other]);
    }
}

#[test]
fn aborted_gatherings_are_counted_or_detected() {
    for (cheat, gatherings, faults) in [
        (honest as Cheat, 2, vec![]),
        (
            |change| {
                if let Change::Gathering { number, .. } = change {
                    *number = 1;
                }
            },
            1,
            vec![Fault::Hidden],
        ),
    ] {
        let mut world = world(cheat);
        world.send(ClientMessage::Start);
        world.send(ClientMessage::Host { power: Power::End });
        // The entropy of an aborted gathering is used up, so the next commitment must differ.
        world.commit();
        world.start();
        world.play();
        let report = world.session.fairness.report();
        assert!(report.own);
        assert_eq!((report.gatherings, report.faults), (gatherings, faults));
    }
}
