//! Playing one match from the first deal to the last.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use upcard_engine::chance::Chance;
use upcard_engine::record::{Record, Recorder};
use upcard_engine::{Event, Game, Rules, Seat, Seats};
use upcard_solver::meter;

use crate::fault::Fault;
use crate::luck::{LuckWatcher, Step};
use crate::options::{Contestant, Thinking, Timeouts};
use crate::outcome;
use crate::recorder::finish_record;
use crate::seat::{SeatedPlayer, end_match};

/// Result of a match, by seat.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Match {
    /// Total scores.
    pub scores: Vec<i32>,
    /// Points won or lost by each seat: its total, or, in games where a deal's losers pay its winner, what it
    /// was paid (more is better).
    pub points: Vec<f64>,
    /// What decides the match, higher is better: points, negated points in games where fewer are better, or
    /// chips.
    pub standings: Vec<i32>,
    /// Each seat's share of the win.
    pub wins: Vec<f64>,
    /// Deals played.
    pub deals: u32,
    /// Decisions made.
    pub decisions: Vec<u64>,
    /// Milliseconds spent on them.
    pub millis: Vec<f64>,
    /// Fault of each seat, if any.
    pub faults: Vec<Option<Fault>>,
    /// Last lines of a faulty program's standard error.
    pub errors: Vec<Vec<String>>,
}

pub(crate) fn derive_seed(parts: &[u64]) -> u64 {
    parts.iter().fold(0x9e37_79b9_7f4a_7c15, |state, part| {
        let mut x = (state ^ part).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    })
}

/// Decision limit per match, far beyond any sensible play: seats that take each other's discards could
/// otherwise continue for ever.
const MAX_DECISIONS: u32 = 500_000;

/// Plays a match. Returns `None` if `stop` is set before it ends. The deals depend on `deals` alone; `seed`
/// determines the bots' random choices.
#[must_use]
pub fn play(
    rules: &Arc<Rules>,
    deals: u64,
    seats: &[&Contestant],
    seed: u64,
    thinking: Thinking,
    timeouts: Timeouts,
    stop: &AtomicBool,
) -> Option<Match> {
    let observers = Observers::default();
    play_observed(rules, deals, seats, seed, thinking, timeouts, stop, observers)
        .map(|(played, _)| played)
}

/// Runs `work`, and returns `None` if `stop` is set: any search in it is then cancelled promptly.
pub(crate) fn cancellable<T>(stop: &AtomicBool, work: impl FnOnce() -> Option<T>) -> Option<T> {
    let running = || !stop.load(Ordering::Relaxed);
    let done = meter::metered(u64::MAX, &running, work).found.flatten();
    // The last search may have been cancelled even if `work` ran to completion.
    done.filter(|_| running())
}

#[derive(Default)]
pub(crate) struct Observers<'a> {
    pub(crate) watcher: Option<&'a mut LuckWatcher>,
    pub(crate) recorder: Option<Recorder>,
}

/// As [`play`], with all observers; also returns the record if one is written.
#[expect(clippy::too_many_arguments, reason = "what a match is played by")]
pub(crate) fn play_observed(
    rules: &Arc<Rules>,
    deals: u64,
    seats: &[&Contestant],
    seed: u64,
    thinking: Thinking,
    timeouts: Timeouts,
    stop: &AtomicBool,
    observers: Observers<'_>,
) -> Option<(Match, Option<Record>)> {
    let Observers { mut watcher, mut recorder } = observers;
    cancellable(stop, move || {
        let mut game = Game::new(rules.clone(), Chance::numbered(deals)).without_undo();
        let mut seated_players: Vec<SeatedPlayer> = seats
            .iter()
            .enumerate()
            .map(|(seat, contestant)| {
                SeatedPlayer::new(contestant, derive_seed(&[seed, deals, seat as u64]), timeouts)
            })
            .collect();
        // Skip collecting events if nothing consumes them.
        let collecting_events = seated_players.iter_mut().any(SeatedPlayer::receives_events)
            || watcher.is_some()
            || recorder.is_some();
        let mut events: Vec<Event> = Vec::new();
        let mut decisions = 0;
        while !game.is_over() && decisions < MAX_DECISIONS {
            decisions += 1;
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let before = watcher.is_some().then(|| game.clone());
            let step = match game.to_act() {
                Some(seat) => {
                    let seated = &mut seated_players[seat.index()];
                    let action = if collecting_events {
                        seated.act(&mut game, seat, thinking, &mut events)
                    } else {
                        seated.act(&mut game, seat, thinking, &mut ())
                    };
                    // No legal answer: abort the match.
                    let Some(action) = action else { break };
                    Step::Act(seat, action)
                }
                None => {
                    if let Some(recorder) = &mut recorder {
                        recorder.before_deal(game.table());
                    }
                    game.next_deal(&mut events);
                    Step::Deal
                }
            };
            if let Some(recorder) = &mut recorder {
                match &step {
                    Step::Act(seat, action) => {
                        recorder.acted(*seat, action, &events, game.table());
                    }
                    Step::Deal => recorder.began(&events),
                }
            }
            if !events.is_empty() {
                for (seated, seat) in seated_players.iter_mut().zip(Seat::all(rules.players)) {
                    seated.note(&events, seat);
                }
                if let (Some(watcher), Some(before)) = (&mut watcher, &before) {
                    watcher.observe(before, &step, &game, &events);
                }
                events.clear();
            }
        }
        let table = game.table();
        let all = || Seat::all(table.players());
        let standings: Vec<i32> = all().map(|seat| table.standing(rules, seat)).collect();
        let choices = &rules.set.choices;
        let points = all().map(|seat| outcome::points(choices, table, seat)).collect();
        let scores = table.scores().to_vec();
        end_match(&mut seated_players, table);
        let faults: Vec<Option<Fault>> = seated_players.iter().map(|s| s.fault.clone()).collect();
        let lost = faults.iter().map(Option::is_some);
        let record = recorder.map(|recorder| finish_record(recorder, &game, lost));
        let played = Match {
            wins: win_shares(table.winners(), &standings, &faults),
            scores,
            points,
            standings,
            deals: u32::from(table.deals_begun()),
            decisions: seated_players.iter().map(|s| s.decisions).collect(),
            millis: seated_players
                .iter()
                .map(|s| s.stopwatch.spent.as_secs_f64() * 1000.0)
                .collect(),
            errors: seated_players.iter_mut().map(|s| std::mem::take(&mut s.errors)).collect(),
            faults,
        };
        Some((played, record))
    })
}

/// Each seat's share of the win. A seat with a fault ranks last: its wins go to the best of the others.
fn win_shares(winners: Seats, standings: &[i32], faults: &[Option<Fault>]) -> Vec<f64> {
    let seats = standings.len();
    let sound = |seat: &usize| faults[*seat].is_none();
    let won = |seat: &usize| winners.has(Seat::at(*seat));
    let mut first: Vec<usize> = (0..seats).filter(won).filter(sound).collect();
    if first.is_empty() {
        let best = (0..seats).filter(sound).map(|seat| standings[seat]).max();
        first = (0..seats).filter(sound).filter(|seat| Some(standings[*seat]) == best).collect();
    }
    let mut shares = vec![0.0; seats];
    for &seat in &first {
        shares[seat] = 1.0 / first.len() as f64;
    }
    shares
}
