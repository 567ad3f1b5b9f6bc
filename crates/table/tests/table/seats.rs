//! Ownership of seats: each sentence of the rule.

use upcard_engine::{Action, Phase, Seat, Seats};
use upcard_table::wire::*;
use upcard_table::{Entry, Hex, Input, Link, Room};

use crate::world::{PEOPLE, World};

/// Ann, Bo and Cy have seats for people, a fourth one stays free, a fifth is a bot's; two people watch.
fn table() -> World {
    let mut seats = vec![SeatPlan::Person; 4];
    seats.push(SeatPlan::Bot { level: Level::Novice });
    let mut world = World::new(5, SetUp::new("contract-rummy", seats), 6);
    world.connect_all();
    for (person, name) in PEOPLE.into_iter().enumerate() {
        sit(&mut world, person, None, name);
    }
    world.says(0, ClientMessage::Start);
    assert_eq!(world.stage(), Stage::Playing);
    world
}

/// Sits down; returns why not.
fn sit(world: &mut World, person: usize, seat: Option<Seat>, name: &str) -> Option<TableError> {
    world.error_after(person, ClientMessage::Sit { seat, name: name.into() })
}

/// Plays on until one of the three people is to draw; returns which.
fn to_draw(world: &mut World) -> usize {
    loop {
        let game = world.game();
        let asked = game.to_act().unwrap_or(Seat::at(9)).index();
        if asked < 3 && game.table().phase() == Phase::Draw {
            return asked;
        }
        assert!(world.step(0..3), "nothing happens any more");
    }
}

/// The last change of a seat that a spectator received.
fn last_change(world: &World, seat: Seat) -> Option<SeatChange> {
    world.people[5].seat_changes.iter().rev().find(|(of, _)| *of == seat).map(|(_, why)| *why)
}

fn moved(world: &mut World, from: usize, to: usize) {
    let (from, to) = (world.people[from].guest(), world.people[to].guest());
    let moves = world.room.state().moves(from);
    world.input(Input::Moved { from, to, moves });
}

#[test]
fn leaving_players_are_covered_and_return_to_their_seat() {
    let mut world = table();
    let hand = world.people[1].view.as_ref().unwrap().hand;
    world.says(1, ClientMessage::Leave);
    assert_eq!(world.people[1].seat, Some(Seat::at(1)));
    assert!(world.people[1].covered);
    assert_eq!(last_change(&world, Seat::at(1)), Some(SeatChange::Covered));
    world.disconnect(1);
    // Nobody else gets it, and the owner gets no other.
    assert_eq!(sit(&mut world, 4, Some(Seat::at(1)), "Di"), Some(TableError::SeatTaken));
    world.connect(1, false);
    assert_eq!(world.people[1].seat, Some(Seat::at(1)));
    assert_eq!(sit(&mut world, 1, Some(Seat::at(3)), "Bo"), Some(TableError::HeldSeat));
    assert_eq!(world.people[1].view.as_ref().unwrap().hand, hand);
    // Sitting down again takes the seat back.
    sit(&mut world, 1, None, "Bo");
    assert!(!world.people[1].covered);
    let back = |change| matches!(change, Some(SeatChange::Returned { .. }));
    assert!(back(last_change(&world, Seat::at(1))));
    // So does `TakeBack`, also while the match is prepared.
    world.says(1, ClientMessage::Leave);
    world.says(1, ClientMessage::TakeBack);
    assert!(!world.people[1].covered);
}

#[test]
fn leaving_before_the_match_starts_keeps_the_seat() {
    let mut world = table();
    world.host(0, Power::End);
    let commitment = Hex(upcard_engine::chance::commitment(&[9; 32]));
    world.says(1, ClientMessage::Commit { commitment });
    world.says(0, ClientMessage::Start);
    assert_eq!(world.stage(), Stage::Gathering);
    world.says(2, ClientMessage::Leave);
    assert_eq!(sit(&mut world, 4, None, "Di"), Some(TableError::MatchRunning));
    world.gather();
    assert!(world.people[2].covered && world.people[2].seat == Some(Seat::at(2)));
}

#[test]
fn the_owner_is_told_what_the_bot_did() {
    let mut world = table();
    world.says(1, ClientMessage::Leave);
    let seen = world.entries.len();
    let thrown = |entry: &&Entry| {
        matches!(entry, Entry::Acted { seat, action: Action::Discard { .. }, .. }
            if *seat == Seat::at(1))
    };
    while world.entries[seen..].iter().filter(thrown).count() < 2 {
        assert!(world.step([0, 2]), "nothing happens any more");
    }
    world.says(1, ClientMessage::TakeBack);
    let Some(SeatChange::Returned { bot }) = last_change(&world, Seat::at(1)) else {
        panic!("not back")
    };
    assert_eq!(bot.discarded, 2);
    assert!(bot.drawn >= 2, "{bot:?}");
    // The counters restart the next time.
    world.says(1, ClientMessage::HandOver);
    world.says(1, ClientMessage::TakeBack);
    let bot = BotPlay::default();
    assert_eq!(last_change(&world, Seat::at(1)), Some(SeatChange::Returned { bot }));
}

#[test]
fn giving_up_is_final_until_the_match_ends() {
    let mut world = table();
    world.says(1, ClientMessage::GiveUp);
    assert_eq!(world.people[1].seat, None);
    assert_eq!(world.people[1].lost, Some(Lost::GaveUp));
    assert_eq!(world.people[1].held, Seats::from_bits(0b10));
    assert_eq!(world.people[1].view.as_ref().unwrap().seat, None);
    assert_eq!(last_change(&world, Seat::at(1)), Some(SeatChange::GaveUp));
    for seat in [None, Some(Seat::at(1)), Some(Seat::at(3))] {
        assert_eq!(sit(&mut world, 1, seat, "Bo"), Some(TableError::HeldSeat), "{seat:?}");
    }
    assert_eq!(sit(&mut world, 4, Some(Seat::at(1)), "Di"), Some(TableError::SeatClosed));
    // A restart changes none of this.
    world.room = world.rebuilt();
    world.connect_all();
    assert_eq!(sit(&mut world, 1, Some(Seat::at(3)), "Bo"), Some(TableError::HeldSeat));
    // After the match all seats can be taken again.
    world.host(0, Power::End);
    sit(&mut world, 1, Some(Seat::at(3)), "Bo");
    assert_eq!(world.people[1].seat, Some(Seat::at(3)));
    // A person who sits down after the match sees no hand of it.
    sit(&mut world, 4, Some(Seat::at(1)), "Di");
    world.connect(4, false);
    assert_eq!(world.people[4].seat, Some(Seat::at(1)));
    assert_eq!(world.people[4].view.as_ref().unwrap().seat, None);
}

#[test]
fn a_seat_that_no_person_has_held_may_be_taken_once() {
    let mut world = table();
    let open: Vec<bool> = world.room.state().seated().iter().map(|info| info.open).collect();
    assert_eq!(open, [false, false, false, true, false]);
    // The bot's own seat cannot be taken.
    assert_eq!(sit(&mut world, 4, Some(Seat::at(4)), "Di"), Some(TableError::NoSuchSeat));
    sit(&mut world, 4, None, "Di");
    assert_eq!(world.people[4].seat, Some(Seat::at(3)));
    assert_eq!(last_change(&world, Seat::at(3)), Some(SeatChange::Joined));
    world.check_views();
    world.says(4, ClientMessage::GiveUp);
    assert_eq!(sit(&mut world, 5, None, "Ed"), Some(TableError::TableFull));
}

#[test]
fn the_host_can_open_a_seat_visibly() {
    let mut world = table();
    let open = |seat| Power::Open { seat: Seat::at(seat) };
    assert_eq!(world.host_error(1, open(2)), Some(TableError::HostOnly));
    assert_eq!(world.host_error(0, open(4)), Some(TableError::NoSuchSeat));
    let hand = world.people[2].view.as_ref().unwrap().hand;
    world.host(0, open(2));
    assert_eq!(world.people[2].seat, None);
    assert_eq!(world.people[2].lost, Some(Lost::Opened));
    assert_eq!(last_change(&world, Seat::at(2)), Some(SeatChange::Opened));
    // Neither the former owner nor a holder of another seat can take it.
    world.says(1, ClientMessage::GiveUp);
    for person in [1, 2] {
        let refused = sit(&mut world, person, Some(Seat::at(2)), "Once more");
        assert_eq!(refused, Some(TableError::HeldSeat));
    }
    sit(&mut world, 4, Some(Seat::at(2)), "Di");
    assert_eq!(world.people[4].seat, Some(Seat::at(2)));
    assert_eq!(world.people[4].view.as_ref().unwrap().hand, hand);
    assert_eq!(last_change(&world, Seat::at(2)), Some(SeatChange::TookOver));
    // Now it has a holder again.
    world.says(4, ClientMessage::GiveUp);
    assert_eq!(sit(&mut world, 5, Some(Seat::at(2)), "Ed"), Some(TableError::SeatClosed));
    // A person who gave up by mistake gets it back from the host.
    world.host(0, open(1));
    sit(&mut world, 1, Some(Seat::at(1)), "Bo");
    assert_eq!(world.people[1].seat, Some(Seat::at(1)));
}

#[test]
fn a_kicked_persons_seat_is_played_to_the_end() {
    let mut world = table();
    world.host(0, Power::Kick { seat: Seat::at(1) });
    assert_eq!(world.people[1].lost, Some(Lost::Kicked));
    assert_eq!(last_change(&world, Seat::at(1)), Some(SeatChange::Kicked));
    assert_eq!(sit(&mut world, 4, Some(Seat::at(1)), "Di"), Some(TableError::SeatClosed));
    assert_eq!(sit(&mut world, 1, Some(Seat::at(1)), "Bo"), Some(TableError::Kicked));
    world.host(0, Power::Open { seat: Seat::at(1) });
    assert_eq!(sit(&mut world, 1, Some(Seat::at(1)), "Bo"), Some(TableError::Kicked));
    sit(&mut world, 4, Some(Seat::at(1)), "Di");
    assert_eq!(world.people[4].seat, Some(Seat::at(1)));
}

#[test]
fn between_matches_seats_are_left_taken_and_changed() {
    let mut world = table();
    world.host(0, Power::End);
    sit(&mut world, 0, Some(Seat::at(3)), "Ann");
    assert_eq!(world.people[0].seat, Some(Seat::at(3)));
    assert_eq!(world.room.state().host_seat(), Some(Seat::at(3)));
    assert_eq!(sit(&mut world, 0, Some(Seat::at(1)), "Ann"), Some(TableError::SeatTaken));
    world.says(1, ClientMessage::Leave);
    assert_eq!(last_change(&world, Seat::at(1)), Some(SeatChange::Left));
    assert_eq!((world.people[1].seat, world.people[1].lost), (None, None));
    sit(&mut world, 4, Some(Seat::at(1)), "Di");
    sit(&mut world, 1, Some(Seat::at(0)), "Bo");
    // The host frees the seat of a person who does not return.
    world.disconnect(2);
    world.host(0, Power::Open { seat: Seat::at(2) });
    sit(&mut world, 5, Some(Seat::at(2)), "Ed");
    let seats: Vec<Option<Seat>> = world.people.iter().map(|p| p.seat).collect();
    assert_eq!(seats[..2], [Some(Seat::at(3)), Some(Seat::at(0))]);
    assert_eq!(seats[4..], [Some(Seat::at(1)), Some(Seat::at(2))]);
}

#[test]
fn the_host_stays_host_while_covered_and_keeps_the_seat_when_another_is() {
    let mut world = table();
    world.says(0, ClientMessage::Leave);
    assert_eq!(world.room.state().host_seat(), Some(Seat::at(0)));
    world.disconnect(0);
    let gone = world.now;
    // Bo is away as well: the next present person becomes host.
    world.disconnect(1);
    while world.room.state().host_seat() == Some(Seat::at(0)) {
        assert!(world.now <= gone + world.timing.host);
        assert!(world.wait());
    }
    assert!(world.now >= gone + world.timing.host);
    assert_eq!(world.room.state().host_seat(), Some(Seat::at(2)));
    // The host returns, and is host again.
    world.connect(0, false);
    assert_eq!(world.people[0].seat, Some(Seat::at(0)));
    assert_eq!(world.room.state().host_seat(), Some(Seat::at(0)));
    assert_eq!(world.host_error(2, Power::End), Some(TableError::HostOnly));
    // An appointed host remains host.
    world.host(0, Power::Appoint { seat: Seat::at(2) });
    world.disconnect(0);
    world.connect(0, true);
    assert_eq!(world.room.state().host_seat(), Some(Seat::at(2)));
    // A host who gives up is succeeded by a person who is present.
    world.says(2, ClientMessage::GiveUp);
    assert_eq!(world.room.state().host_seat(), Some(Seat::at(0)));
}

#[test]
fn two_tabs_show_one_seat_and_play_it_safely() {
    let mut world = table();
    let asked = to_draw(&mut world);
    let guest = world.people[asked].guest();
    let second = Link(900);
    world.input(Input::Connected { link: second, guest });
    let hello = ClientMessage::Hello { protocol: PROTOCOL, resume: None };
    let out = world.input(Input::Message { link: second, message: hello });
    let shown = |message: &ServerMessage| match message {
        ServerMessage::Snapshot(snapshot) => snapshot.view.as_ref().and_then(|v| v.seat),
        _ => None,
    };
    let shown = out.deliveries.iter().find_map(|d| shown(&d.message));
    assert_eq!(shown, Some(Seat::at(asked)), "the second tab has the seat");
    // Both answer the same decision: the first counts.
    let decision = world.game().table().decision();
    let act = |id| ClientMessage::Act { id, decision, action: "draw".into() };
    let before = world.entries.len();
    let out = world.input(Input::Message { link: second, message: act(501) });
    let answers: Vec<&ServerMessage> =
        out.deliveries.iter().filter(|d| d.to.contains(&second)).map(|d| &d.message).collect();
    assert!(answers.contains(&&ServerMessage::Accepted { id: 501 }), "{answers:?}");
    world.says(asked, act(502));
    let stale = |r: Option<&(u64, Refused)>| matches!(r, Some((502, Refused::Stale { .. })));
    assert!(stale(world.people[asked].refused.last()));
    let acted = |e: &&Entry| matches!(e, Entry::Acted { id: Some(_), .. });
    assert_eq!(world.entries[before..].iter().filter(acted).count(), 1);
    // One tab closes: the person is still present.
    world.input(Input::Gone { link: second });
    assert!(world.people[asked].link.is_some());
    assert!(world.people[asked].seat.is_some());
    assert_eq!(world.room.state().seat_of(guest), world.people[asked].seat);
}

#[test]
fn a_new_owner_learns_of_the_seat_before_the_public_change() {
    let mut world = table();
    // Returns, for each change of a seat's person, whether the new owner had been told by then.
    let knew = |world: &mut World, person: usize, change: &dyn Fn(&mut World)| {
        world.messages = Some(Vec::new());
        change(world);
        let messages = world.messages.take().unwrap_or_default();
        let mut own = None;
        for (_, message) in messages.into_iter().filter(|(by, _)| *by == person) {
            match message {
                ServerMessage::Welcome { seat, .. } => own = seat,
                ServerMessage::Change { change: Change::Seat { seat, why, .. }, .. } => {
                    return (own == Some(seat)).then_some(why);
                }
                _ => {}
            }
        }
        None
    };
    let moves = knew(&mut world, 4, &|world| moved(world, 1, 4));
    assert_eq!(moves, Some(SeatChange::Moved));
    let joins = knew(&mut world, 5, &|world| drop(sit(world, 5, None, "Ed")));
    assert_eq!(joins, Some(SeatChange::Joined));
    let mut world = table();
    world.host(0, Power::Open { seat: Seat::at(2) });
    let takes = knew(&mut world, 4, &|world| drop(sit(world, 4, Some(Seat::at(2)), "Di")));
    assert_eq!(takes, Some(SeatChange::TookOver));
    world.host(0, Power::End);
    let sits = knew(&mut world, 5, &|world| drop(sit(world, 5, None, "Ed")));
    assert_eq!(sits, Some(SeatChange::Sat));
}

#[test]
fn a_seat_moves_to_another_device() {
    let mut world = table();
    let hand = world.people[1].view.as_ref().unwrap().hand;
    let (old, new) = (world.people[1].guest(), world.people[4].guest());
    let link = world.room.state().moves(old);
    moved(&mut world, 1, 4);
    assert_eq!(last_change(&world, Seat::at(1)), Some(SeatChange::Moved));
    assert_eq!((world.people[1].seat, world.people[1].lost), (None, Some(Lost::Moved)));
    assert_eq!(world.people[4].seat, Some(Seat::at(1)));
    assert_eq!(world.people[4].view.as_ref().unwrap().hand, hand);
    // The old device can sit nowhere else; the link works only once.
    assert_eq!(sit(&mut world, 1, Some(Seat::at(3)), "Bo"), Some(TableError::HeldSeat));
    let state = world.room.state();
    assert_eq!(state.may_move(old, world.people[5].guest(), link), Err(TableError::BadLink));
    moved(&mut world, 4, 1);
    assert_eq!(world.people[1].seat, Some(Seat::at(1)));
    let state = world.room.state();
    assert_eq!(state.may_move(old, new, link), Err(TableError::BadLink));
    assert_eq!(state.may_move(old, new, state.moves(old)), Ok(Seat::at(1)));
    // Not to a person who has or has held another seat, nor to one who was removed.
    let cy = world.people[2].guest();
    assert_eq!(state.may_move(old, cy, state.moves(old)), Err(TableError::HeldSeat));
    world.says(2, ClientMessage::GiveUp);
    let state = world.room.state();
    assert_eq!(state.may_move(old, cy, state.moves(old)), Err(TableError::HeldSeat));
    // The host's powers move with the seat.
    moved(&mut world, 0, 5);
    world.host(5, Power::Kick { seat: Seat::at(1) });
    assert_eq!(world.people[1].lost, Some(Lost::Kicked));
    let rebuilt = world.rebuilt();
    assert_eq!(rebuilt.state().seat_of(world.people[5].guest()), Some(Seat::at(0)));
    assert!(rebuilt.state().moves(old) == 1 && rebuilt.state().moves(new) == 1);
}

/// Entries of an earlier program: a person left during a match, another sat down, the first one took another
/// seat.
#[test]
fn entries_of_earlier_programs_load() {
    let world = table();
    let mut entries = world.entries.clone();
    let sat = |seat, guest: u8| Entry::Sat { seat, guest: Hex([guest; 16]), name: "Old".into() };
    entries.push(Entry::Left { seat: Seat::at(0), kicked: false });
    entries.push(sat(Seat::at(0), 5));
    entries.push(sat(Seat::at(3), 1));
    entries.push(Entry::Left { seat: Seat::at(2), kicked: true });
    entries.push(Entry::Left { seat: Seat::at(0), kicked: false });
    let room = Room::restore(world.library.clone(), world.timing, &entries).unwrap();
    let state = room.state();
    assert_eq!(state.seat_of(Hex([1; 16])), Some(Seat::at(3)));
    assert_eq!(state.seat_of(Hex([5; 16])), None);
    // Bo was next when the host left.
    assert_eq!(state.host_seat(), Some(Seat::at(1)));
    assert!(state.seated().iter().all(|info| !info.open));
    // As stored.
    let text = r#"{"left":{"seat":0,"kicked":false}}"#;
    let entry = Entry::Left { seat: Seat::at(0), kicked: false };
    assert_eq!(serde_json::from_str::<Entry>(text).unwrap(), entry);
}

#[test]
fn a_message_id_executes_one_action() {
    let mut world = table();
    let asked = to_draw(&mut world);
    let decision = world.game().table().decision();
    let act = |action: &str| ClientMessage::Act { id: 507, decision, action: action.into() };
    world.says(asked, act("draw"));
    world.says(asked, act("draw"));
    assert!(world.people[asked].accepted.ends_with(&[507, 507]));
    world.says(asked, act("take"));
    assert_eq!(world.people[asked].refused.pop(), Some((507, Refused::UsedId)));
    // Also for another decision, and after a restart.
    world.room = world.rebuilt();
    world.connect_all();
    let action = "draw".to_owned();
    world.says(asked, ClientMessage::Act { id: 507, decision: decision + 1, action });
    assert_eq!(world.people[asked].refused.pop(), Some((507, Refused::UsedId)));
    world.says(asked, act("draw"));
    assert_eq!(world.people[asked].accepted.last(), Some(&507));
}
