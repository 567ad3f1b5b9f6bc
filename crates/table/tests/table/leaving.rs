//! Leaving a deal or a match: missed turns, and decisions between deals.

use upcard_engine::record::{End, LineKind, Record, ReplayError};
use upcard_engine::table::Gone;
use upcard_engine::{Action, Phase, Seat};
use upcard_table::wire::*;
use upcard_table::{Entry, records};

use crate::world::{World, changed};

/// Three people at a table of this game, with these changes and this clock.
fn seated(game: &str, changes: &[(&str, &str)], clock: Clock) -> World {
    let set_up = SetUp { clock, ..changed(game, vec![SeatPlan::Person; 3], changes) };
    let mut world = World::seated(set_up, 3);
    world.bots_answer = false;
    world
}

fn act(world: &mut World, person: usize, action: &str) {
    let id = 1_000 + world.entries.len() as u64;
    world.act(person, id, action);
}

/// Plays the present turn in time: draws and discards.
fn turn(world: &mut World) {
    let person = world.asked();
    act(world, person, "draw");
    let game = world.game();
    let offered = game.view(Seat::at(person)).offered(1).actions;
    let discard = offered.iter().find(|a| matches!(a, Action::Discard { .. }));
    let discard = discard.unwrap_or_else(|| panic!("{:?}: {offered:?}", world.phase())).clone();
    act(world, person, &discard.to_string());
    assert_ne!(world.asked(), person);
}

/// Returns the turns that a seat ended with a discard, and whether it has dropped.
fn done(world: &World, person: usize) -> (usize, bool) {
    let of = |kind: fn(&Action) -> bool| {
        let acted = |entry: &&Entry| match entry {
            Entry::Acted { seat, action, .. } => seat.index() == person && kind(action),
            _ => false,
        };
        world.entries.iter().filter(acted).count()
    };
    (of(|action| matches!(action, Action::Discard { .. })), of(|a| *a == Action::Drop) > 0)
}

/// Lets time pass until another seat is to act.
fn misses(world: &mut World, person: usize) {
    world.wait_while(|world| world.asked() == person);
}

/// Plays the others' turns in time until it is this person's turn.
fn others_play(world: &mut World, person: usize) {
    while world.asked() != person {
        turn(world);
    }
}

const CLOCK: Clock = Clock::PerMove { seconds: 10, bank: 0 };

#[test]
fn three_missed_turns_in_a_row_are_a_drop() {
    let mut world = seated("points-rummy", &[], CLOCK);
    let slow = world.asked();
    for missed in 1..=2 {
        others_play(&mut world, slow);
        misses(&mut world, slow);
        assert!(world.people[slow].covered);
        assert_eq!(done(&world, slow), (missed, false));
    }
    // The third turn begins with the drop.
    for _ in 0..2 {
        assert_ne!(world.asked(), slow);
        turn(&mut world);
    }
    assert_eq!(done(&world, slow), (2, true));
    // Everybody receives the reason before the drop itself.
    let changes = |world: &World, person: usize| -> Vec<SeatChange> {
        let of = |(seat, why): &(Seat, SeatChange)| (seat.index() == slow).then_some(*why);
        world.people[person].seat_changes.iter().filter_map(of).collect()
    };
    for person in 0..3 {
        let reasons = changes(&world, person);
        let missed = reasons.iter().filter(|why| **why == SeatChange::Missed);
        assert_eq!(missed.count(), 1, "{reasons:?}");
    }
    let at = |wanted: fn(&Entry) -> bool| world.entries.iter().rposition(wanted).unwrap();
    let missed = at(|entry| matches!(entry, Entry::Missed { .. }));
    assert_eq!(at(|entry| matches!(entry, Entry::Acted { action: Action::Drop, .. })), missed + 1);
    let table = world.game().table();
    assert_eq!(table.seats()[slow].gone, Gone::DroppedMiddle);
    // The others play on, and a restored table is the same.
    let rebuilt = world.rebuilt();
    assert_eq!(rebuilt.state().game().unwrap().table(), table);
    turn(&mut world);
    // A person who returns only now receives the reason as well.
    world.says(slow, ClientMessage::TakeBack);
    let bot = BotPlay { drawn: 2, discarded: 2, ..BotPlay::default() };
    assert_eq!(changes(&world, slow).last(), Some(&SeatChange::ReturnedDropped { bot }));
}

#[test]
fn returning_in_time_counts_no_missed_turn() {
    let mut world = seated("points-rummy", &[], CLOCK);
    let slow = world.asked();
    for turns in [2, 2] {
        for _ in 0..turns {
            others_play(&mut world, slow);
            misses(&mut world, slow);
        }
        world.says(slow, ClientMessage::TakeBack);
        others_play(&mut world, slow);
        turn(&mut world);
    }
    assert_eq!(done(&world, slow), (6, false));
}

#[test]
fn missed_turns_count_only_with_a_clock_and_such_rules() {
    let by_rules = [("dropping.missed-turns", "none")];
    for (changes, clock) in [(&[][..], Clock::None), (&by_rules[..], CLOCK)] {
        let mut world = seated("points-rummy", changes, clock);
        let away = world.asked();
        world.disconnect(away);
        for _ in 0..4 {
            others_play(&mut world, away);
            misses(&mut world, away);
        }
        assert_eq!(done(&world, away), (4, false));
    }
    // Nor is the hand of a person who asked for the bot dropped.
    let mut world = seated("points-rummy", &[], CLOCK);
    let busy = world.asked();
    world.says(busy, ClientMessage::HandOver);
    for _ in 0..4 {
        others_play(&mut world, busy);
        misses(&mut world, busy);
    }
    assert_eq!(done(&world, busy), (4, false));
}

/// A pool in which the first deal eliminates one player, who may rejoin; the others would then be asked to
/// split the pool.
fn between_deals() -> (World, usize) {
    let changes = [
        ("match.eliminate-at", "20"),
        ("dropping.middle", "5"),
        ("pool.rejoin-limit", "10"),
        ("pool.auto-split", "off"),
        ("pool.manual-split", "agreed"),
    ];
    let mut world = seated("pool-101", &changes, Clock::None);
    let out = world.asked();
    act(&mut world, out, "drop");
    let second = world.asked();
    turn(&mut world);
    turn(&mut world);
    act(&mut world, second, "drop");
    assert_eq!(world.phase(), Phase::Rejoin { seat: Seat::at(out) });
    (world, out)
}

fn record(world: &World) -> Record {
    let all = records(world.library.clone(), &world.entries).unwrap();
    all.last().unwrap().record.clone()
}

#[test]
fn the_host_may_end_a_match_during_a_decision_between_deals() {
    for split in [false, true] {
        let (mut world, out) = between_deals();
        if split {
            act(&mut world, out, "leave");
            assert!(matches!(world.phase(), Phase::Split { .. }));
        }
        let asked = world.asked();
        world.host(0, Power::End);
        assert_eq!(world.stage(), Stage::Over);
        assert_eq!(world.room.wake_at(), None);
        // Its only deal was revealed at its end, and is not revealed again.
        assert!(world.people.iter().all(|person| person.secrets.len() == 1));
        let record = record(&world);
        let proof = record.verify().unwrap();
        assert_eq!((proof.end, proof.deals(), proof.open), (End::Ended, 1, false));
        let text = record.to_string();
        assert_eq!(Record::parse(&text).unwrap().to_string(), text);
        // Further answers are ignored.
        let entries = world.entries.len();
        for answer in ["rejoin", "leave", "split", "play-on"] {
            act(&mut world, asked, answer);
        }
        assert_eq!(world.entries.len(), entries);
        world.check_views();
        assert_eq!(world.rebuilt().state().stage(), Stage::Over);
        // The same people play again.
        world.says(0, ClientMessage::Start);
        assert_eq!(world.stage(), Stage::Playing);
        assert_eq!(world.game().table().in_match().len(), 3);
    }
}

#[test]
fn a_finished_deal_reveals_its_secret_during_a_decision() {
    let (world, _) = between_deals();
    let mut record = record(&world);
    assert_eq!(record.verify().unwrap().end, End::Running);
    record.lines.retain(|line| !matches!(line.kind, LineKind::Secret(..)));
    assert_eq!(record.verify().unwrap_err(), ReplayError::NoSecret(upcard_engine::Deal::FIRST));
}
