//! A bot's delay reveals nothing about its hand: it is drawn before the hand is looked at, from public
//! information only.

use std::collections::BTreeMap;

use upcard_cards::RANKS;
use upcard_engine::{Level, Phase, Seat};
use upcard_table::Millis;
use upcard_table::wire::{ClientMessage, Pace, SeatPlan, Stage};

use crate::world::{World, changed};

/// Delays of bots in many deals, by phase and a property of the hand: holding a set in the play phase, a card
/// that combines with the upcard elsewhere.
type Pauses = BTreeMap<(&'static str, bool), Vec<Millis>>;

/// A match of a person against three bots.
fn begun(game: &str, changes: &[(&str, &str)], seed: u64) -> World {
    let bot = SeatPlan::Bot { level: Level::Expert };
    let seats = vec![SeatPlan::Person, bot, bot, bot];
    let mut world = World::new(seed, changed(game, seats, changes), 1);
    world.come(&["Ann"]);
    world.says(0, ClientMessage::Start);
    world
}

fn pauses(game: &str, changes: &[(&str, &str)]) -> Pauses {
    let mut pauses = Pauses::new();
    for seed in 0..4 {
        let mut world = begun(game, changes, seed);
        let mut seen = 0;
        for _ in 0..2_000 {
            if world.stage() == Stage::Over {
                break;
            }
            let (_, most) = Pace::default().bot_delay(true);
            for (_, think) in world.thinks.iter().filter(|(_, think)| think.request > seen) {
                let view = think.view.view(&think.rules).unwrap();
                let phase = match view.table.phase() {
                    Phase::Draw => "draw",
                    Phase::Play => "play",
                    Phase::Offers { .. } => "offers",
                    _ => continue,
                };
                // During the dealing animation all delays are longer.
                if think.delay <= most {
                    let holds = |rank, least| view.hand.rank_count(rank) >= least;
                    let upcard = view.table.upcard().and_then(|card| card.rank());
                    let good = match phase {
                        "play" => RANKS.into_iter().any(|rank| holds(rank, 3)),
                        _ => upcard.is_some_and(|rank| holds(rank, 1)),
                    };
                    pauses.entry((phase, good)).or_default().push(think.delay);
                }
            }
            seen = world.thinks.iter().map(|(_, think)| think.request).fold(seen, u64::max);
            assert!(world.step([0]));
        }
    }
    pauses
}

/// Kolmogorov–Smirnov distance of two samples.
fn apart(one: &[Millis], other: &[Millis]) -> f64 {
    let share = |all: &[Millis], value: Millis| {
        all.iter().filter(|pause| **pause <= value).count() as f64 / all.len() as f64
    };
    let each = one.iter().chain(other);
    each.map(|value| (share(one, *value) - share(other, *value)).abs()).fold(0.0, f64::max)
}

#[test]
fn bot_pauses_do_not_depend_on_hands() {
    let race = [("buying.priority", "race")];
    for (game, changes) in [("contract-rummy", &[][..]), ("shanghai-rummy", &race[..])] {
        let pauses = pauses(game, changes);
        for phase in ["draw", "play", "offers"] {
            let [without, with] = [false, true].map(|good| &pauses[&(phase, good)]);
            let (n, m) = (without.len() as f64, with.len() as f64);
            assert!(n > 150.0 && m > 150.0, "{game}, {phase}: {n} and {m} pauses");
            // Two samples of one distribution exceed this distance once in a thousand.
            let (apart, most) = (apart(without, with), 1.95 * ((n + m) / (n * m)).sqrt());
            assert!(apart < most, "{game}, {phase}: {apart:.3} of {most:.3} apart");
            // The delays do vary.
            assert!(with.iter().max() > with.iter().min().map(|least| least + 300).as_ref());
        }
    }
}

/// The same random draw gives the same delay, whoever is to act and whatever was dealt.
#[test]
fn bot_pauses_depend_only_on_the_random_draw() {
    let first = |seed: u64| {
        let mut world = begun("contract-rummy", &[], seed);
        while world.thinks.is_empty() {
            assert!(world.step([0]));
        }
        // The next request gets the same entropy in all worlds.
        world.rng = rand_core::SeedableRng::seed_from_u64(7);
        let (_, think) = world.thinks.remove(0);
        world.now += 60_000;
        let view = think.view.view(&think.rules).unwrap();
        let hand = *view.hand;
        let passes = view.allows(&upcard_engine::Action::Draw);
        let action = if passes { "draw" } else { "pass" }.parse().ok();
        let (seat, request) = (think.seat, think.request);
        let out = world.input(upcard_table::Input::BotAnswered { seat, request, action });
        let asked: Vec<(Seat, Millis)> =
            out.bot_requests.iter().map(|t| (t.seat, t.delay)).collect();
        (hand, asked)
    };
    let worlds: Vec<_> = (0..12).map(first).collect();
    let mut compared = 0;
    for (at, (hand, asked)) in worlds.iter().enumerate() {
        for (other, others) in &worlds[..at] {
            if asked.iter().map(|(seat, _)| seat).eq(others.iter().map(|(seat, _)| seat)) {
                assert_ne!(hand, other);
                assert_eq!(asked, others);
                compared += usize::from(!asked.is_empty());
            }
        }
    }
    assert!(compared > 5, "{compared}");
}
