//! Fair deals: each match has its own entropy, revealed entropy is never reused, and repeated gatherings to
//! obtain better deals are visible.

use upcard_engine::Seat;
use upcard_engine::chance::commitment;
use upcard_engine::record::{Proof, Record};
use upcard_table::wire::*;
use upcard_table::{Entry, Hex, Room};

use crate::world::{World, short};

/// Two people at a table of short matches, without commitments.
fn two() -> World {
    let mut world = World::new(5, short("rummy", vec![SeatPlan::Person; 2], "1"), 3);
    world.come_uncommitted(&["Ann", "Bo"]);
    world.connect(2, false);
    world
}

/// Commits a person to these bytes; returns the table's error.
fn commit(world: &mut World, person: usize, bytes: u8) -> Option<TableError> {
    world.people[person].entropy = [bytes; 32];
    let commitment = Hex(commitment(&[bytes; 32]));
    world.error_after(person, ClientMessage::Commit { commitment })
}

/// The same two, committed to bytes 1 and 2.
fn committed() -> World {
    let mut world = two();
    assert_eq!(commit(&mut world, 0, 1), None);
    assert_eq!(commit(&mut world, 1, 2), None);
    world
}

fn reveal(world: &mut World, person: usize) -> Option<TableError> {
    let entropy = Hex(world.people[person].entropy);
    world.error_after(person, ClientMessage::Reveal { entropy })
}

fn start_and_play(world: &mut World) {
    world.says(0, ClientMessage::Start);
    play(world);
}

/// Plays the match to its end.
fn play(world: &mut World) {
    let mut steps = 0;
    while world.stage() != Stage::Over {
        steps += 1;
        assert!(steps < 20_000, "the match does not end");
        assert!(world.step(0..2));
    }
}

/// The record of a match, counted from 0, and its proof.
fn record(world: &World, number: usize) -> (Record, Proof) {
    let played = upcard_table::records(world.library.clone(), &world.entries).unwrap();
    let text = played[number].record.to_string();
    let record = Record::parse(&text).unwrap();
    let proof = record.verify().unwrap();
    (record, proof)
}

fn rematch(world: &mut World) {
    world.says(0, ClientMessage::Rematch);
    world.says(1, ClientMessage::Rematch);
}

#[test]
fn each_match_has_entropy_of_its_own() {
    let mut world = committed();
    start_and_play(&mut world);
    assert_eq!(record(&world, 0).1.contributors, [Some(Seat::at(0)), Some(Seat::at(1))]);

    // Used commitments are refused, whoever sends them, and change nothing.
    let entries = world.entries.len();
    assert_eq!(commit(&mut world, 0, 1), Some(TableError::UsedEntropy));
    assert_eq!(commit(&mut world, 1, 1), Some(TableError::UsedEntropy));
    assert_eq!(world.entries.len(), entries);
    // So are those of another person; one's own may be repeated.
    assert_eq!(commit(&mut world, 0, 3), None);
    assert_eq!(commit(&mut world, 1, 3), Some(TableError::UsedEntropy));
    let entries = world.entries.len();
    assert_eq!(commit(&mut world, 0, 3), None);
    assert_eq!(world.entries.len(), entries);
    assert_eq!(commit(&mut world, 1, 4), None);
    rematch(&mut world);
    play(&mut world);
    let (second, proof) = record(&world, 1);
    assert_eq!(proof.contributors, [Some(Seat::at(0)), Some(Seat::at(1))]);
    assert_eq!(second.origin.map(|origin| (origin.number, origin.gathering)), Some((2, 1)));
    assert_eq!(second.entropy[0].entropy, [3; 32]);
    assert_ne!(record(&world, 0).0.entropy, second.entropy);

    // The memory survives a restart.
    world.restart();
    world.connect(0, false);
    for used in 1..=4 {
        assert_eq!(commit(&mut world, 0, used), Some(TableError::UsedEntropy), "{used}");
    }
    // Without new commitments the match has no entropy from people, and its record says so.
    world.connect(1, false);
    rematch(&mut world);
    play(&mut world);
    assert_eq!(record(&world, 2).1.contributors, []);
}

#[test]
fn a_commitment_for_the_next_match_can_be_made_while_one_is_played() {
    let mut world = two();
    world.says(0, ClientMessage::Start);
    assert_eq!(world.stage(), Stage::Playing);
    assert_eq!(commit(&mut world, 0, 7), None);
    play(&mut world);
    rematch(&mut world);
    assert_eq!(world.stage(), Stage::Gathering);
    assert_eq!(commit(&mut world, 1, 8), Some(TableError::BadEntropy), "too late");
    play(&mut world);
    assert_eq!(record(&world, 0).1.contributors, []);
    assert_eq!(record(&world, 1).1.contributors, [Some(Seat::at(0))]);
}

#[test]
fn an_aborted_gathering_is_counted_and_its_entropy_discarded() {
    let mut world = committed();
    world.says(0, ClientMessage::Start);
    assert_eq!(reveal(&mut world, 0), None);
    let first = world.people[0].commitments.clone();
    world.host(0, Power::End);
    assert_eq!(world.stage(), Stage::Over);
    assert_eq!(reveal(&mut world, 1), Some(TableError::BadEntropy));
    // Neither revealed nor merely committed entropy can be reused, even under other rules.
    let mut other = world.room.state().set_up().clone();
    other.changes = vec![("match.deals".to_owned(), "2".to_owned())];
    let before = world.room.state().set_up().clone();
    world.says(0, ClientMessage::SetUp { set_up: other });
    world.says(0, ClientMessage::SetUp { set_up: before });
    for person in 0..2 {
        for used in 1..=2 {
            assert_eq!(commit(&mut world, person, used), Some(TableError::UsedEntropy));
        }
    }
    assert_eq!(commit(&mut world, 1, 5), None);
    world.says(0, ClientMessage::Start);
    assert_ne!(world.people[0].commitments, first, "the server's secrets are new as well");
    assert_eq!(reveal(&mut world, 0), Some(TableError::BadEntropy));
    play(&mut world);
    let (record, proof) = record(&world, 0);
    assert_eq!(proof.contributors, [Some(Seat::at(1))]);
    assert_eq!(record.origin.map(|origin| (origin.number, origin.gathering)), Some((1, 2)));
}

#[test]
fn an_aborted_gathering_is_remembered_after_compaction() {
    let mut world = two();
    commit(&mut world, 0, 1);
    world.says(0, ClientMessage::Start);
    world.host(0, Power::End);
    let text = serde_json::to_string(&world.room.standing().unwrap()).unwrap();
    world.entries.truncate(1);
    world.entries.push(serde_json::from_str(&text).unwrap());
    world.restart();
    world.connect(0, false);
    assert_eq!(commit(&mut world, 0, 1), Some(TableError::UsedEntropy));
    assert_eq!(commit(&mut world, 0, 2), None);
    start_and_play(&mut world);
    let (record, proof) = record(&world, 0);
    assert_eq!(proof.contributors, [Some(Seat::at(0))]);
    assert_eq!(record.origin.map(|origin| (origin.number, origin.gathering)), Some((1, 2)));
}

#[test]
fn a_set_up_change_keeps_unrevealed_commitments() {
    let mut world = two();
    commit(&mut world, 0, 1);
    let mut other = world.room.state().set_up().clone();
    other.seats.push(SeatPlan::Bot { level: Level::Novice });
    world.says(0, ClientMessage::SetUp { set_up: other });
    start_and_play(&mut world);
    assert_eq!(record(&world, 0).1.contributors, [Some(Seat::at(0))]);
}

#[test]
fn revealed_entropy_counts_even_if_its_person_leaves() {
    let mut world = committed();
    world.says(0, ClientMessage::Start);
    assert_eq!(reveal(&mut world, 1), None);
    assert_eq!(reveal(&mut world, 1), None, "a second time it changes nothing");
    // The host removes a contributor.
    world.host(0, Power::Kick { seat: Seat::at(1) });
    world.people[1].seat = None;
    play(&mut world);
    let (record, proof) = record(&world, 0);
    assert_eq!(proof.contributors, [Some(Seat::at(0)), Some(Seat::at(1))]);
    assert_eq!(record.entropy_commitments.len(), 2);
}

#[test]
fn people_who_do_not_reveal_are_named() {
    let mut world = committed();
    world.says(0, ClientMessage::Start);
    assert_eq!(reveal(&mut world, 0), None);
    assert_eq!(world.stage(), Stage::Gathering);
    world.now += world.timing.gather;
    world.input(upcard_table::Input::Tick);
    assert_eq!(world.stage(), Stage::Playing);
    play(&mut world);
    let (_, proof) = record(&world, 0);
    assert_eq!((proof.contributors, proof.silent), (vec![Some(Seat::at(0))], vec![Seat::at(1)]));
}

/// The entries as an earlier program stored them.
fn of_before(entries: &[Entry]) -> Vec<Entry> {
    let old = |entry: &Entry| {
        let text = serde_json::to_string(entry).unwrap();
        serde_json::from_str(&text.replace("{\"bound\":", "{\"gathering\":")).unwrap()
    };
    let old: Vec<Entry> = entries.iter().map(old).collect();
    assert!(old.iter().any(|entry| matches!(entry, Entry::Gathering { .. })));
    old
}

#[test]
fn tables_of_earlier_versions_still_load() {
    let mut world = committed();
    start_and_play(&mut world);
    rematch(&mut world);
    // Its rematches needed no new commitments.
    play(&mut world);
    let entries = of_before(&world.entries);
    let room = Room::restore(world.library.clone(), world.timing, &entries).unwrap();
    assert_eq!(room.state().game().unwrap().table(), world.game().table());
    let played = upcard_table::records(world.library.clone(), &entries).unwrap();
    let proofs: Vec<Proof> = played.iter().map(|p| p.record.verify().unwrap()).collect();
    assert_eq!(proofs[0].contributors, [Some(Seat::at(0)), Some(Seat::at(1))]);
    assert_eq!(proofs[1].contributors, []);
    // The earlier program dropped the entropy of people who then left.
    let at = entries.iter().position(|e| matches!(e, Entry::Began)).unwrap();
    let mut left = entries[..at].to_vec();
    left.extend([Entry::Left { seat: Seat::at(1), kicked: false }, Entry::Began]);
    let played = upcard_table::records(world.library.clone(), &left).unwrap();
    assert_eq!(played[0].record.verify().unwrap().contributors, [Some(Seat::at(0))]);
    // What was used then is still refused today.
    world.room = room;
    world.people.iter_mut().for_each(|person| person.link = None);
    world.connect(0, false);
    assert_eq!(commit(&mut world, 0, 1), Some(TableError::UsedEntropy));
    assert_eq!(commit(&mut world, 0, 9), None);
}
