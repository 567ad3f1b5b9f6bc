//! Windows, clocks, absence and host powers.

use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng;
use upcard_engine::chance::below;
use upcard_engine::{Action, Phase, Seat, Seats};
use upcard_table::wire::*;
use upcard_table::{Entry, Hex, Input};

use crate::world::{PEOPLE, World, some_action};

fn seated(game: &str, set_up: impl FnOnce(&mut SetUp)) -> World {
    let mut with = SetUp::new(game, vec![SeatPlan::Person; 3]);
    set_up(&mut with);
    World::seated(with, 4)
}

/// Actions recorded since the given entry.
fn acted(world: &World, since: usize) -> Vec<(Seat, String)> {
    let acted = |entry: &Entry| match entry {
        Entry::Acted { seat, action, .. } => Some((*seat, action.to_string())),
        _ => None,
    };
    world.entries[since..].iter().filter_map(acted).collect()
}

fn discard(world: &World, person: usize) -> String {
    let game = world.game();
    let offered = game.view(Seat::at(person)).offered(1).actions;
    let discard = offered.into_iter().find(|a| matches!(a, Action::Discard { .. }));
    discard.unwrap().to_string()
}

#[test]
fn an_offer_that_nobody_answers_is_passed_when_its_window_ends() {
    let mut world = seated("contract-rummy", |s| s.offer_seconds = 9);
    // The dealing animation is over by then.
    world.now += Pace::Calm.dealing();
    let active = world.asked();
    world.act(active, 1, "draw");
    assert!(matches!(world.phase(), Phase::Offers { .. }));
    let opened = world.now;
    assert_eq!(world.room.wake_at(), Some(opened + 9_000));
    // One answers; the window is unchanged.
    let first = world.asked();
    world.now += 4_000;
    world.act(first, 1, "pass");
    assert_eq!(world.room.wake_at(), Some(opened + 9_000));
    let before = world.entries.len();
    world.wait();
    assert_eq!(world.now, opened + 9_000);
    assert!(acted(&world, before).iter().all(|(_, action)| action == "pass"));
    assert_eq!(world.phase(), Phase::Play);
}

#[test]
fn windows_do_not_depend_on_hands() {
    for seed in 0..20 {
        let mut with = SetUp::new("shanghai-rummy", vec![SeatPlan::Person; 3]);
        with.offer_seconds = 7;
        let mut world = World::new(seed, with, 3);
        world.come(&PEOPLE);
        world.says(0, ClientMessage::Start);
        let mut offers = 0;
        for _ in 0..600 {
            let Some((who, message)) = world.wish(0..3) else { break };
            // The dealing animation of each deal is over by then.
            world.now += Pace::Calm.dealing();
            let out = world.says(who, message);
            for delivery in out.deliveries {
                if let ServerMessage::Window(window) = delivery.message
                    && matches!(world.phase(), Phase::Offers { .. } | Phase::Call { .. })
                {
                    offers += 1;
                    assert_eq!((window.left, window.of), (7_000, 7_000));
                }
            }
        }
        assert!(offers > 0);
    }
}

#[test]
fn irrelevant_seats_pass_only_when_the_offer_is_settled() {
    let mut world = seated("contract-rummy", |_| ());
    let active = world.asked();
    world.act(active, 1, "draw");
    let (next, last) = ((active + 1) % 3, (active + 2) % 3);
    // The last in order wants the card: that must not show before the next one has answered.
    world.act(last, 1, "buy");
    assert_eq!(world.asked(), next);
    let before = world.entries.len();
    world.act(next, 1, "buy");
    assert_eq!(acted(&world, before), [(Seat::at(next), "buy".to_owned())]);

    // The first in order wants it: the others are not waited for.
    let mut world = seated("contract-rummy", |_| ());
    let active = world.asked();
    world.act(active, 1, "draw");
    let (next, last) = ((active + 1) % 3, (active + 2) % 3);
    let before = world.entries.len();
    world.act(next, 1, "buy");
    let all = acted(&world, before);
    assert_eq!(all[0], (Seat::at(next), "buy".to_owned()));
    assert!(all[1..].iter().all(|a| *a == (Seat::at(last), "pass".to_owned())));
    assert!(!matches!(world.phase(), Phase::Offers { answered: Seats::NONE, .. }) || all.len() > 1);
}

#[test]
fn a_race_goes_to_the_first_and_reports_the_lead() {
    let mut world = seated("ill-buy-it", |_| ());
    while !matches!(world.phase(), Phase::Offers { .. }) {
        let seat = world.asked();
        let own = world.people[seat].view.clone().unwrap();
        let rules = world.people[seat].rules.clone().unwrap();
        let action = own.view(&rules).unwrap().offered(0).actions.swap_remove(0);
        let id = 1000 + u64::from(world.game().table().decision());
        world.act(seat, id, &action.to_string());
    }
    let waiting = world.game().table().waiting();
    let mut asked = (0..3usize).filter(|&seat| waiting.has(Seat::at(seat)));
    let (Some(first), Some(second)) = (asked.next(), asked.next()) else {
        panic!("two are asked");
    };
    let open = world.game().table().decision();
    world.act(first, 1, "buy");
    world.now += 31;
    let action = "buy".to_owned();
    world.says(second, ClientMessage::Act { id: 1, decision: open, action });
    let late = Refused::Late { seat: Seat::at(first), by: 31 };
    assert_eq!(world.people[second].refused.last(), Some(&(1, late)));
}

#[test]
fn an_empty_bank_hands_the_seat_to_a_bot() {
    let mut world = seated("rummy", |s| s.clock = Clock::PerMove { seconds: 10, bank: 20 });
    let slow = world.asked();
    let began = world.now;
    // Beyond the ten seconds, the bank pays.
    world.now += 15_000;
    world.act(slow, 1, "draw");
    assert_eq!(world.room.wake_at(), Some(began + 15_000 + 10_000 + 15_000));
    world.wait();
    assert!(world.people[slow].covered);
    // The bot continues for the seat.
    let before = world.entries.len();
    world.wait_while(|world| acted(world, before).is_empty());
    assert_eq!(acted(&world, before)[0].0.index(), slow);
    world.says(slow, ClientMessage::TakeBack);
    assert!(!world.people[slow].covered);
}

#[test]
fn a_bot_covers_the_absent_until_they_are_back() {
    let mut world = seated("rummy", |_| ());
    let gone = world.asked();
    world.now += 500;
    world.disconnect(gone);
    assert_eq!(world.room.wake_at(), Some(world.now + world.timing.absent));
    world.wait();
    let why = CoverWhy::Away;
    let covered = |entry: &Entry| matches!(entry, Entry::CoveredFor { why: w, .. } if *w == why);
    assert!(world.entries.iter().any(covered));
    world.wait_while(|world| world.asked() == gone);
    // Back in the middle of the deal, with all that happened.
    world.connect(gone, true);
    assert!(world.people[gone].covered);
    world.check_views();
    world.says(gone, ClientMessage::TakeBack);
    assert!(!world.people[gone].covered);
}

#[test]
fn nothing_runs_while_nobody_is_connected() {
    let mut world = seated("rummy", |_| ());
    (0..3).for_each(|person| world.disconnect(person));
    assert_eq!(world.room.wake_at(), None);
    let entries = world.entries.len();
    world.now += 1_000_000;
    world.connect(1, true);
    assert_eq!(world.entries.len(), entries);
}

#[test]
fn only_the_host_has_powers() {
    let mut world = seated("rummy", |_| ());
    world.host(1, Power::End);
    assert_eq!(world.people[1].errors, [TableError::HostOnly]);
    world.host(0, Power::Cover { seat: Seat::at(2) });
    assert!(world.people[2].covered);
    world.host(0, Power::Kick { seat: Seat::at(1) });
    assert_eq!(world.people[1].seat, None);
    assert_eq!(world.people[1].errors.last(), Some(&TableError::Kicked));
    world.says(1, ClientMessage::Sit { seat: None, name: "Bo".into() });
    assert_eq!(world.people[1].errors.len(), 3);
    // Nobody else gets the hand, unless the host opens the seat.
    world.connect(3, false);
    let sit = ClientMessage::Sit { seat: Some(Seat::at(1)), name: "Di".into() };
    assert_eq!(world.error_after(3, sit.clone()), Some(TableError::SeatClosed));
    world.host(0, Power::Open { seat: Seat::at(1) });
    world.says(3, sit);
    assert_eq!(world.people[3].seat, Some(Seat::at(1)));
    world.check_views();
    world.host(0, Power::End);
    assert_eq!(world.stage(), Stage::Over);
    // The aborted deal is revealed.
    assert_eq!(world.people[0].secrets.len(), 1);
    // The host leaves; the next person is host.
    world.says(0, ClientMessage::Leave);
    assert_eq!(world.room.state().host_seat(), Some(Seat::at(1)));
    let set_up = SetUp::new("contract-rummy", vec![SeatPlan::Person; 4]);
    assert_eq!(world.error_after(3, ClientMessage::SetUp { set_up }), None);
    assert_eq!(world.room.state().set_up().seats.len(), 4);
    let set_up = SetUp::new("rummy", Vec::new());
    let error = world.error_after(3, ClientMessage::SetUp { set_up });
    assert!(matches!(error, Some(TableError::BadRules { .. })));
}

#[test]
fn somebody_else_becomes_host_when_the_host_stays_away() {
    let mut with = SetUp::new("rummy", vec![SeatPlan::Person; 3]);
    with.offer_seconds = 0;
    let mut world = World::new(1, with, 3);
    world.connect(0, false);
    world.connect(1, false);
    world.sit(1, "Bo");
    world.disconnect(0);
    world.now += world.timing.host / 2;
    world.connect(0, true);
    assert_eq!(world.room.wake_at(), None);
    world.disconnect(0);
    assert_eq!(world.room.wake_at(), Some(world.now + world.timing.host));
    world.wait();
    assert_eq!(world.room.state().host_seat(), Some(Seat::at(0)));
    assert_eq!(world.people[1].seat, Some(Seat::at(0)));
    world.says(1, ClientMessage::Start);
    world.says(1, ClientMessage::Reveal { entropy: Hex(world.people[1].entropy) });
    assert_eq!(world.stage(), Stage::Playing);
    // The returning person is no longer host.
    world.connect(0, true);
    world.host(0, Power::End);
    assert_eq!(world.people[0].errors, [TableError::HostOnly]);
    world.host(1, Power::End);
    world.says(1, ClientMessage::Commit { commitment: Hex([9; 32]) });
    world.says(1, ClientMessage::Start);
    assert_eq!(world.stage(), Stage::Gathering);
    // Ended before the first deal: secrets of the earlier match are not sent again.
    let secrets = world.people[1].secrets.len();
    world.host(1, Power::End);
    assert_eq!(world.people[1].secrets.len(), secrets);
}

#[test]
fn invalid_messages_get_specific_errors() {
    let mut world = seated("rummy", |_| ());
    let active = world.asked();
    let other = (active + 1) % 3;
    world.act(other, 1, "draw");
    let rule = |code: &str| Refused::Rule { code: code.into() };
    assert_eq!(world.people[other].refused.pop(), Some((1, rule("turn.not-yours"))));
    world.act(active, 2, "dance");
    assert_eq!(world.people[active].refused.pop(), Some((2, Refused::Unreadable { column: 1 })));
    let now = world.game().table().decision();
    let action = "draw".to_owned();
    world.says(active, ClientMessage::Act { id: 3, decision: now + 1, action });
    assert_eq!(world.people[active].refused.pop(), Some((3, Refused::Stale { decision: now })));
    world.act(active, 4, "draw");
    let thrown = discard(&world, active);
    let entries = world.entries.len();
    let discard =
        ClientMessage::Act { id: 5, decision: world.game().table().decision(), action: thrown };
    world.says(active, discard.clone());
    world.says(active, discard);
    assert_eq!(world.people[active].accepted, [4, 5, 5]);
    assert_eq!(acted(&world, entries).len(), 1);
    world.connect(3, false);
    world.act(3, 1, "draw");
    assert_eq!(world.people[3].refused, [(1, Refused::NoSeat)]);
    let sit = |seat, name: &str| ClientMessage::Sit { seat, name: name.into() };
    let hello = ClientMessage::Hello { protocol: 99, resume: None };
    for (message, error) in [
        (sit(None, "Di"), TableError::TableFull),
        (sit(Some(Seat::at(0)), "Di"), TableError::SeatTaken),
        (sit(Some(Seat::at(9)), "Di"), TableError::NoSuchSeat),
        (sit(None, " \u{202e} "), TableError::BadName),
        (ClientMessage::Next, TableError::NoSeat),
        (hello, TableError::Protocol { ours: PROTOCOL }),
    ] {
        assert_eq!(world.error_after(3, message), Some(error));
    }
}

/// Whatever a client sends, it holds a turn for at most the turn's two seconds plus the bank; then a bot
/// takes over.
#[test]
fn a_clock_cannot_be_evaded() {
    for seed in 0..12 {
        let mut with = SetUp::new("rummy", vec![SeatPlan::Person; 3]);
        with.clock = Clock::PerMove { seconds: 2, bank: 3 };
        with.offer_seconds = 1;
        let mut world = World::new(seed, with, 4);
        world.come_uncommitted(&PEOPLE);
        world.connect(3, false);
        world.says(0, ClientMessage::Start);
        let bank =
            |world: &World, seat: usize| u64::from(world.room.state().seated()[seat].bank.unwrap());
        // The evader does everything but move; the others move at once.
        let (evader, mut opened, mut least) = (1, None, u64::MAX);
        let mut dice = ChaCha12Rng::seed_from_u64(seed);
        let mut covered = 0;
        while covered < 12 && world.stage() == Stage::Playing {
            let now = (world.game().table().decision(), world.phase());
            let mine = world.game().table().asks(Seat::at(evader));
            let offer = matches!(now.1, Phase::Offers { .. } | Phase::DealOver { .. });
            if mine && !offer {
                let (open, at, until) = *opened.get_or_insert_with(|| {
                    (now.0, world.now, world.now + 2_000 + bank(&world, evader))
                });
                if open != now.0 {
                    covered += 1;
                    opened = None;
                    continue;
                }
                // From then on the bot has the seat, however many moves it makes of the turn.
                let held = world.now > until && !world.people[evader].covered;
                assert!(!held, "held for {} ms", world.now - at);
                least = least.min(bank(&world, evader));
            } else {
                opened = None;
            }
            match below(&mut dice, 8) {
                0 => drop(world.says(evader, ClientMessage::HandOver)),
                1 | 2 => drop(world.says(evader, ClientMessage::TakeBack)),
                3 => drop(world.says(evader, ClientMessage::Leave)),
                4 => {
                    let name = if below(&mut dice, 2) == 0 { "Bo" } else { "Ed" }.to_owned();
                    world.says(evader, ClientMessage::Sit { seat: None, name });
                }
                5 => {
                    world.disconnect(evader);
                    world.connect(evader, below(&mut dice, 2) == 0);
                }
                6 => drop(world.host(0, Power::Cover { seat: Seat::at(1) })),
                _ => {}
            }
            if let Some((person, message)) = world.wish([0, 2]) {
                world.says(person, message);
                continue;
            }
            // A moment passes, unless something is due before.
            let next = world.now + 100 + u64::from(below(&mut dice, 400));
            let bot = world.thinks.iter().map(|(at, _)| *at).min();
            let due = bot.into_iter().chain(world.room.wake_at()).min();
            if due.is_some_and(|due| due <= next) {
                world.wait();
            } else {
                world.now = next;
            }
        }
        assert!(covered > 0);
        // The bank was used, and never refilled.
        assert!(least < 3_000, "{least}");
    }
}

/// A move after the time limit is refused: a bot makes it.
#[test]
fn a_move_after_its_time_is_refused() {
    let mut world = seated("rummy", |s| s.clock = Clock::PerMove { seconds: 2, bank: 3 });
    let slow = world.asked();
    // Three times to the bot and back, within the time.
    for _ in 0..3 {
        world.now += 1_000;
        world.says(slow, ClientMessage::HandOver);
        world.says(slow, ClientMessage::TakeBack);
        assert!(!world.people[slow].covered);
    }
    // Three seconds have passed, one of the bank's: two are left.
    assert_eq!(world.room.state().seated()[slow].bank, Some(2_000));
    assert_eq!(world.room.wake_at(), Some(world.now + 2_000));
    world.now += 2_000;
    world.act(slow, 1, "draw");
    assert_eq!(world.people[slow].refused.pop(), Some((1, Refused::TimeUp)));
    assert!(world.people[slow].covered);
    assert_eq!(world.error_after(slow, ClientMessage::TakeBack), Some(TableError::TimeUp));
    let before = world.entries.len();
    world.wait_while(|world| acted(world, before).is_empty());
    world.says(slow, ClientMessage::TakeBack);
    assert!(!world.people[slow].covered);
    assert_eq!(world.room.state().seated()[slow].bank, Some(0));
}

/// A clock resumes where it stopped when everybody left: disconnecting gains no time.
#[test]
fn a_clock_goes_on_after_everybody_was_away() {
    let mut world = seated("rummy", |s| s.clock = Clock::PerMove { seconds: 10, bank: 0 });
    world.now += 7_000;
    (0..3).for_each(|person| world.disconnect(person));
    assert_eq!(world.room.wake_at(), None);
    world.now += 500_000;
    world.connect(world.asked(), true);
    assert_eq!(world.room.wake_at(), Some(world.now + 3_000));
}

/// In place of an illegal answer the table looks for another, which may take a search; a server is warned of
/// that. A legal answer that needs no search is executed at once.
#[test]
fn illegal_bot_answers_are_marked_as_slow() {
    let bot = SeatPlan::Bot { level: upcard_engine::Level::Novice };
    let seats = vec![SeatPlan::Person, bot, bot];
    let mut world = World::new(1, SetUp::new("contract-rummy", seats), 1);
    world.come_uncommitted(&["Ann"]);
    world.says(0, ClientMessage::Start);
    let mut rng = ChaCha12Rng::seed_from_u64(3);
    // Until a bot is to play.
    let seat = loop {
        let asked = world.room.state().game().and_then(|game| Some((game, game.to_act()?)));
        match asked {
            Some((_, seat)) if seat == Seat::at(0) => {
                let view = world.game().view(Seat::at(0));
                let action = some_action(&view, &mut rng).unwrap().to_string();
                let id = world.entries.len() as u64;
                world.act(0, id, &action);
            }
            Some((game, seat)) if game.table().phase() == Phase::Play => break seat,
            _ => assert!(world.wait(), "a bot is asked"),
        }
    };
    let asked = world.thinks.iter().filter(|(_, think)| think.seat == seat);
    let request = asked.map(|(_, think)| think.request).max().unwrap();
    let may_take_long = |action: Option<&str>| {
        let action = action.map(|text| text.parse().unwrap());
        world.room.clone().prepare(Input::BotAnswered { seat, request, action }).may_take_long()
    };
    assert!(may_take_long(None));
    for illegal in ["draw", "pass"] {
        let view = world.game().view(seat);
        assert!(!view.allows(&illegal.parse().unwrap()));
        assert!(may_take_long(Some(illegal)), "{illegal}");
    }
    let legal = discard(&world, seat.index());
    assert!(!may_take_long(Some(&legal)), "{legal}");
}
