//! Presence beyond the seats: visitors, requests, claims, the lock, pauses, silence.

use upcard_engine::{Phase, Seat, Seats};
use upcard_table::wire::*;
use upcard_table::{Entry, Hex};

use crate::world::{World, changed};

pub(crate) const THREE: [Seat; 3] = [Seat::at(0), Seat::at(1), Seat::at(2)];

/// Ann, Bo and Cy play; Di and Ed watch.
pub(crate) fn table() -> World {
    let mut set_up = SetUp::new("rummy", vec![SeatPlan::Person; 3]);
    set_up.offer_seconds = 0;
    let mut world = World::seated(set_up, 5);
    world.connect(3, false);
    world.connect(4, false);
    world
}

/// Introduces a person; returns the table's error.
pub(crate) fn introduce(world: &mut World, person: usize, name: &str) -> Option<TableError> {
    let name = Some(name.to_owned());
    world.error_after(person, ClientMessage::Introduce { name, face: None })
}

/// Makes a request; returns the table's error.
pub(crate) fn wish(world: &mut World, person: usize, wish: Wish) -> Option<TableError> {
    world.error_after(person, ClientMessage::Wish { wish })
}

/// Answers a visitor's request; returns the table's error.
fn answer(world: &mut World, person: usize, visitor: u32, yes: bool) -> Option<TableError> {
    world.error_after(person, ClientMessage::Answer { visitor, yes })
}

/// The visitor number of a spectator.
pub(crate) fn number(world: &World, person: usize) -> u32 {
    world.people[person].company.you.expect("a visitor")
}

fn hand(world: &World, person: usize) -> Option<upcard_cards::Cards> {
    world.people[person].view.as_ref().map(|view| view.hand)
}

#[test]
fn everybody_sees_visitors_by_name_and_face() {
    let mut world = table();
    introduce(&mut world, 3, "  Di ");
    world.says(3, ClientMessage::Introduce { name: None, face: Some(4) });
    world.says(1, ClientMessage::Introduce { name: Some("x".into()), face: Some(2) });
    let company = &world.people[0].company;
    let seen: Vec<(Option<&str>, Option<u8>)> =
        company.visitors.iter().map(|v| (v.name.as_deref(), v.face)).collect();
    assert_eq!(seen, [(Some("Di"), Some(4)), (None, None)]);
    assert_eq!(company.faces, [None, Some(2), None]);
    assert_eq!(company.you, None);
    assert_eq!(world.people[3].company.you, Some(company.visitors[0].number));
    // Newcomers are informed, people who leave disappear, and a face stays with its seat.
    world.disconnect(3);
    world.disconnect(1);
    world.disconnect(0);
    world.connect(0, true);
    assert_eq!(world.people[0].company.visitors.len(), 1);
    assert_eq!(world.people[0].company.faces, [None, Some(2), None]);
    // Invalid names and faces are rejected.
    assert_eq!(introduce(&mut world, 4, "\u{202e}"), Some(TableError::BadName));
    world.says(4, ClientMessage::Introduce { name: None, face: Some(FACES) });
    assert_eq!(world.people[0].company.visitors[0].face, None);
    // None of this is stored.
    let entries = world.entries.len();
    introduce(&mut world, 4, "Ed");
    assert_eq!(world.entries.len(), entries);
}

#[test]
fn the_host_gives_a_seat_to_a_named_visitor_and_nobody_else_can_take_it() {
    let mut world = table();
    let (di, bos) = (number(&world, 3), hand(&world, 1));
    let give = |seat, visitor| Power::Give { seat: Seat::at(seat), visitor };
    // She has not said who she is.
    assert_eq!(world.host_error(0, give(1, di)), Some(TableError::VisitorUnnamed));
    introduce(&mut world, 3, "Di");
    assert_eq!(world.host_error(1, give(1, di)), Some(TableError::HostOnly));
    world.host(0, give(1, di));
    assert_eq!(world.people[3].seat, Some(Seat::at(1)));
    assert_eq!(hand(&world, 3), bos);
    assert_eq!((world.people[1].seat, world.people[1].lost), (None, Some(Lost::Opened)));
    let changes = [SeatChange::Opened, SeatChange::TookOver].map(|why| (Seat::at(1), why));
    assert!(world.people[0].seat_changes.ends_with(&changes));
    // Bo has held another seat in this match.
    introduce(&mut world, 1, "Bo");
    let bo = number(&world, 1);
    assert_eq!(world.host_error(0, give(2, bo)), Some(TableError::VisitorHeldSeat));
    wish(&mut world, 1, Wish::Seat);
    assert_eq!(answer(&mut world, 0, bo, true), Some(TableError::VisitorHeldSeat));
    // Di already has a seat.
    assert_eq!(world.host_error(0, give(2, di)), Some(TableError::VisitorSeated));
    assert_eq!(world.host_error(0, give(2, 99)), Some(TableError::NoSuchVisitor));
    // Between matches only a free seat can be assigned.
    world.host(0, Power::End);
    assert_eq!(world.host_error(0, give(2, bo)), Some(TableError::SeatTaken));
    world.host(0, Power::Kick { seat: Seat::at(2) });
    world.host(0, give(2, bo));
    assert_eq!(world.people[1].seat, Some(Seat::at(2)));
    assert_eq!(world.rebuilt().state().seated(), world.room.state().seated());
}

#[test]
fn a_visitor_asks_for_a_seat_and_the_host_answers() {
    let mut world = table();
    world.host(0, Power::End);
    world.says(2, ClientMessage::Leave);
    assert_eq!(wish(&mut world, 3, Wish::Seat), Some(TableError::BadName));
    introduce(&mut world, 3, "Di");
    wish(&mut world, 3, Wish::Seat);
    let di = number(&world, 3);
    let asks = |world: &World| {
        let visitors = &world.people[0].company.visitors;
        visitors.iter().find(|v| v.number == di).map(|v| v.wish)
    };
    assert_eq!(asks(&world), Some(Wish::Seat));
    assert_eq!(answer(&mut world, 1, di, true), Some(TableError::HostOnly));
    answer(&mut world, 0, di, false);
    assert_eq!(asks(&world), Some(Wish::Nothing));
    wish(&mut world, 3, Wish::Seat);
    answer(&mut world, 0, di, true);
    assert_eq!(world.people[3].seat, Some(Seat::at(2)));
    // No seat is free for the next visitor.
    introduce(&mut world, 4, "Ed");
    wish(&mut world, 4, Wish::Seat);
    let ed = number(&world, 4);
    assert_eq!(answer(&mut world, 0, ed, true), Some(TableError::NoSeatToGive));
    world.host(0, Power::Dismiss { visitor: ed });
    assert_eq!(world.people[4].errors.pop(), Some(TableError::Kicked));
    assert_eq!(world.people[0].company.visitors.len(), 1, "Cy alone");
    assert_eq!(wish(&mut world, 4, Wish::Seat), Some(TableError::Kicked));
}

#[test]
fn the_host_approves_who_comes_or_locks_the_table() {
    let mut world = table();
    world.host(0, Power::End);
    world.says(2, ClientMessage::Leave);
    let admit = |how| Power::Admit { how };
    assert_eq!(world.host_error(1, admit(Admission::Locked)), Some(TableError::HostOnly));
    world.host(0, admit(Admission::Approved));
    assert_eq!(world.people[3].company.admission, Admission::Approved);
    let sit = |name: &str| ClientMessage::Sit { seat: None, name: name.into() };
    assert_eq!((world.error_after(3, sit("Di")), world.people[3].seat), (None, None));
    let di = world.people[0].company.visitors.iter().find(|v| v.wish == Wish::Seat).cloned();
    let di = di.expect("she has asked");
    assert_eq!(di.name.as_deref(), Some("Di"));
    world.host(0, admit(Admission::Locked));
    assert_eq!(world.error_after(4, sit("Ed")), Some(TableError::TableLocked));
    introduce(&mut world, 4, "Ed");
    assert_eq!(wish(&mut world, 4, Wish::Seat), Some(TableError::TableLocked));
    // A restart keeps the lock, and the host can still assign the seat.
    world.restart();
    (0..5).for_each(|person| world.connect(person, false));
    assert_eq!(world.people[4].company.admission, Admission::Locked);
    introduce(&mut world, 3, "Di");
    let di = number(&world, 3);
    world.host(0, Power::Give { seat: Seat::at(2), visitor: di });
    assert_eq!(world.people[3].seat, Some(Seat::at(2)));
    // A seated person keeps their seat.
    assert_eq!(world.error_after(1, sit("Bob")), None);
}

#[test]
fn a_claim_needs_the_hosts_approval_and_the_owner_may_object() {
    let mut world = table();
    let bos = hand(&world, 1);
    let mine = Wish::Mine { seat: Seat::at(1) };
    assert_eq!(wish(&mut world, 3, mine), Some(TableError::SeatInUse), "Bo is here");
    world.disconnect(1);
    wish(&mut world, 3, mine);
    assert_eq!(hand(&world, 3), Some(upcard_cards::Cards::default()), "nothing yet");
    let new = number(&world, 3);
    assert_eq!(answer(&mut world, 2, new, true), Some(TableError::HostOnly));
    answer(&mut world, 0, new, true);
    assert_eq!(world.people[3].seat, Some(Seat::at(1)));
    assert_eq!(hand(&world, 3), bos);
    assert_eq!(world.room.state().name_of(Seat::at(1)), Some("Bo"));
    // The old device is notified and may object, even after a restart of the server.
    world.restart();
    (0..5).for_each(|person| world.connect(person, false));
    assert_eq!(world.people[1].lost, Some(Lost::Claimed));
    assert_eq!(world.people[1].company.claimed, Some(Seat::at(1)));
    assert_eq!(world.people[3].company.claimed, None);
    assert_eq!(world.error_after(4, ClientMessage::Object), Some(TableError::NoSeat));
    world.says(1, ClientMessage::Object);
    assert_eq!(world.people[1].seat, Some(Seat::at(1)));
    assert_eq!(hand(&world, 1), bos);
    assert_eq!((world.people[3].seat, world.people[3].lost), (None, Some(Lost::Objected)));
    assert_eq!(world.people[1].company.claimed, None);
    // A person who has seen that hand gets no other.
    world.disconnect(2);
    assert_eq!(wish(&mut world, 3, Wish::Mine { seat: Seat::at(2) }), Some(TableError::HeldSeat));
    let changes: Vec<SeatChange> =
        world.people[4].seat_changes.iter().map(|(_, why)| *why).collect();
    assert!(changes.contains(&SeatChange::Claimed) && changes.contains(&SeatChange::Objected));
    assert_eq!(world.rebuilt().state().seated(), world.room.state().seated());
}

/// A table where somebody else was granted a person's seat, and that person is back.
pub(crate) fn claimed() -> World {
    let mut world = table();
    world.disconnect(1);
    wish(&mut world, 3, Wish::Mine { seat: Seat::at(1) });
    let new = number(&world, 3);
    answer(&mut world, 0, new, true);
    world.connect(1, false);
    world
}

#[test]
fn objections_end_with_the_deal_or_a_new_owner() {
    let mut world = claimed();
    world.says(3, ClientMessage::GiveUp);
    assert_eq!(world.error_after(1, ClientMessage::Object), Some(TableError::NoSeat));
    let mut world = claimed();
    let deal = world.game().table().deals_begun();
    while world.game().table().deals_begun() == deal && world.stage() == Stage::Playing {
        assert!(world.step([0, 2, 3]));
    }
    world.host(0, Power::End);
    world.says(0, ClientMessage::Start);
    world.gather();
    assert_eq!(world.error_after(1, ClientMessage::Object), Some(TableError::NoSeat));
}

#[test]
fn a_claim_without_the_host_needs_everybodys_consent() {
    let mut world = table();
    // The claimed seat is the host's own.
    world.disconnect(0);
    wish(&mut world, 3, Wish::Mine { seat: Seat::at(0) });
    let new = number(&world, 3);
    assert!(world.people[1].company.host_away);
    assert_eq!(answer(&mut world, 4, new, true), Some(TableError::NoSeat));
    answer(&mut world, 1, new, true);
    assert_eq!(world.people[3].seat, None, "Cy is asked as well");
    let agreed = world.people[2].company.visitors[0].agreed;
    assert_eq!(agreed, Seats::only(Seat::at(1)));
    // One refusal resets the vote.
    answer(&mut world, 2, new, false);
    assert_eq!(world.people[1].company.visitors[0].wish, Wish::Nothing);
    wish(&mut world, 3, Wish::Mine { seat: Seat::at(0) });
    for person in [1, 2] {
        answer(&mut world, person, new, true);
    }
    assert_eq!(world.people[3].seat, Some(Seat::at(0)));
    assert!(world.room.state().is_host(world.people[3].guest()), "the host's part comes along");
    // A claim ends when the seat's person is back.
    world.disconnect(2);
    wish(&mut world, 4, Wish::Mine { seat: Seat::at(2) });
    assert_eq!(world.people[1].company.visitors[0].wish, Wish::Mine { seat: Seat::at(2) });
    world.connect(2, true);
    assert_eq!(world.people[1].company.visitors[0].wish, Wish::Nothing);
}

#[test]
fn silent_players_are_reported_and_can_be_covered() {
    let mut world = table();
    let asked = world.asked();
    let other = (asked + 1) % 3;
    let seat = THREE[asked];
    let cover = || ClientMessage::LetBotPlay { seat };
    assert_eq!(world.error_after(other, cover()), Some(TableError::NoSuchSeat), "not so soon");
    assert_eq!(world.room.wake_at(), Some(world.now + world.timing.silent));
    world.wait();
    assert_eq!(world.people[other].company.silent, Seats::only(seat));
    assert_eq!(world.people[4].company.silent, Seats::only(seat));
    assert_eq!(world.room.wake_at(), None, "nothing more happens by itself");
    assert_eq!(world.error_after(4, cover()), Some(TableError::NoSeat));
    world.says(other, cover());
    assert!(world.people[asked].covered);
    assert_eq!(world.people[other].company.silent, Seats::NONE);
    let why = SeatChange::CoveredFor { why: CoverWhy::Silent };
    assert_eq!(world.people[other].seat_changes.last(), Some(&(seat, why)));
    world.says(asked, ClientMessage::TakeBack);
    assert!(!world.people[asked].covered);
}

#[test]
fn a_pause_stops_the_match_until_ended() {
    let mut world = table();
    let asked = world.asked();
    assert_eq!(world.error_after(4, ClientMessage::Pause { minutes: 5 }), Some(TableError::NoSeat));
    world.says(1, ClientMessage::Pause { minutes: 5 });
    let pause = |left| Some(Pause { by: Seat::at(1), minutes: 5, left });
    assert_eq!(world.people[4].company.pause, pause(300));
    world.act(asked, 7, "draw");
    assert_eq!(world.people[asked].refused.pop(), Some((7, Refused::Paused)));
    assert_eq!(world.room.wake_at(), None);
    world.now += 60_000;
    world.disconnect(2);
    world.connect(2, true);
    assert_eq!(world.people[2].company.pause, pause(240), "so much is left of it");
    // Meanwhile nobody is covered for absence or reported as silent.
    world.now += 10 * world.timing.silent;
    world.input(upcard_table::Input::Tick);
    assert_eq!(world.people[0].company.silent, Seats::NONE);
    assert_eq!(world.error_after(4, ClientMessage::Resume), Some(TableError::NoSeat));
    world.says(2, ClientMessage::Resume);
    assert_eq!(world.people[0].company.pause, None);
    world.act(asked, 8, "draw");
    assert!(world.people[asked].accepted.contains(&8));
    // The pause ends with the match.
    world.says(1, ClientMessage::Pause { minutes: 0 });
    assert_eq!(world.people[0].company.pause.map(|pause| pause.minutes), Some(1));
    world.host(0, Power::End);
    assert_eq!(world.people[0].company.pause, None);
}

#[test]
fn the_host_can_start_without_unready_players() {
    let mut world = table();
    world.host(0, Power::End);
    world.says(1, ClientMessage::Rematch);
    assert_eq!(world.stage(), Stage::Over, "Cy has not answered");
    assert!(world.room.state().seated()[1].ready);
    world.says(0, ClientMessage::Start);
    world.gather();
    let covered: Vec<bool> = world.room.state().seated().iter().map(|info| info.covered).collect();
    assert_eq!(covered, [false, false, true]);
    let why = SeatChange::CoveredFor { why: CoverWhy::NotReady };
    assert!(world.people[0].seat_changes.contains(&(Seat::at(2), why)));
    world.says(2, ClientMessage::TakeBack);
    assert!(!world.people[2].covered);
    // After new rules everybody must agree again, and the host starts.
    world.host(0, Power::End);
    world.says(1, ClientMessage::Rematch);
    let set_up = SetUp::new("gin", vec![SeatPlan::Person; 2]);
    world.says(0, ClientMessage::SetUp { set_up });
    assert_eq!(world.people[2].seat, None, "gin is for two");
    for person in [0, 1] {
        world.says(person, ClientMessage::Rematch);
    }
    assert_eq!(world.stage(), Stage::Seating);
    assert!(world.room.state().seated().iter().all(|info| info.ready));
}

#[test]
fn absent_players_do_not_delay_an_offer() {
    let mut set_up = SetUp::new("shanghai-rummy", vec![SeatPlan::Person; 3]);
    set_up.offer_seconds = 60;
    let mut world = World::seated(set_up, 3);
    // Unused message ids.
    let mut id = 1_000;
    loop {
        let phase = world.phase();
        if let Phase::Offers { asked, .. } = phase
            && let Some(away) = asked.iter().find(|seat| world.game().table().asks(*seat))
        {
            let away = away.index();
            world.disconnect(away);
            for other in (0..3).filter(|other| *other != away) {
                if world.game().table().asks(THREE[other]) {
                    id += 1;
                    world.act(other, id, "pass");
                }
            }
            let asked = world.now;
            let decision = world.game().table().decision();
            world.wait_while(|world| world.game().table().decision() == decision);
            assert!(world.now - asked <= 3_000 + Pace::Calm.dealing(), "{} ms", world.now - asked);
            assert!(!world.people[away].covered, "nobody plays the seat for that");
            return;
        }
        assert!(world.step(0..3));
    }
}

#[test]
fn bots_leave_people_a_share_of_the_window_in_a_race() {
    let bot = SeatPlan::Bot { level: Level::Steady };
    let seats = vec![SeatPlan::Person, SeatPlan::Person, bot, bot];
    let mut set_up = changed("shanghai-rummy", seats, &[("buying.priority", "race")]);
    set_up.offer_seconds = 20;
    let mut quickest = Vec::new();
    for (pace, least) in Pace::ALL.into_iter().zip([11_000, 8_000, 5_000]) {
        let mut world = World::new(9, set_up.clone(), 2);
        world.come(&["Ann", "Bo"]);
        assert_eq!(world.host_error(1, Power::Pace { pace }), Some(TableError::HostOnly));
        world.host(0, Power::Pace { pace });
        world.says(0, ClientMessage::Start);
        let mut delays = Vec::new();
        for _ in 0..400 {
            let people = |world: &World| {
                let offer = matches!(world.phase(), Phase::Offers { .. });
                offer && THREE[..2].iter().any(|seat| world.game().table().asks(*seat))
            };
            let known: Vec<u64> = world.thinks.iter().map(|(_, think)| think.request).collect();
            if world.stage() == Stage::Over || !world.step(0..2) {
                break;
            }
            if world.stage() == Stage::Playing && people(&world) {
                let asked = world.thinks.iter().filter(|(_, t)| !known.contains(&t.request));
                delays.extend(asked.map(|(at, _)| at - world.now));
            }
        }
        assert!(delays.len() > 3, "{delays:?}");
        assert!(delays.iter().all(|delay| *delay >= least), "{pace:?}: {delays:?}");
        quickest.extend(delays.into_iter().min());
    }
    assert!(quickest.is_sorted_by(|slower, faster| slower > faster), "{quickest:?}");
}

#[test]
fn visitor_messages_reveal_no_hand() {
    let mut world = table();
    world.disconnect(1);
    let before = world.entries.len();
    for message in [
        ClientMessage::Answer { visitor: 1, yes: true },
        ClientMessage::Object,
        ClientMessage::Resume,
        ClientMessage::Pause { minutes: 9 },
        ClientMessage::LetBotPlay { seat: Seat::at(0) },
        ClientMessage::Wish { wish: Wish::Mine { seat: Seat::at(7) } },
        ClientMessage::Wish { wish: Wish::Mine { seat: Seat::at(1) } },
    ] {
        world.says(4, message);
    }
    let ed = number(&world, 4);
    answer(&mut world, 4, ed, true);
    assert_eq!(world.entries.len(), before);
    assert_eq!(world.people[4].seat, None);
    assert_eq!(world.people[4].guest(), Hex([5; 16]));
    let stored = world.entries.iter().any(|entry| matches!(entry, Entry::Claimed { .. }));
    assert!(!stored);
}
