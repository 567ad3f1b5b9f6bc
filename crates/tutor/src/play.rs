//! Matches from which the nets are trained.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use upcard_bots::value::{Breadth, ValueNets, unit, weigh};
use upcard_bots::{Bot, Budget, Sharp, Steady, or_rearranged, search};
use upcard_engine::Seat;
use upcard_engine::chance::Chance;
use upcard_engine::table::Table;
use upcard_engine::{Action, Game, Rules};

use crate::fit::Sample;
use crate::imitated::Imitated;

/// Decisions after which a match is broken off.
const MOST_DECISIONS: u32 = 20_000;

/// How often a learner strays from what seems best, so that it learns what else there is.
const STRAY: f32 = 0.05;

/// How far what an afterstate was worth is judged by what came in the end, and not by what the next
/// afterstate of the same seat seemed worth: the end of a deal is mostly luck.
const TRUST: f32 = 0.85;

/// Shares of the seats: learners, sharp players; the rest are steady.
const PUPILS: f32 = 0.5;
const SHARP: f32 = 0.2;

/// A number from 0 to 1.
pub(crate) fn uniform(rng: &mut ChaCha8Rng) -> f32 {
    (rng.next_u32() >> 8) as f32 / (1u32 << 24) as f32
}

/// Who sits at a seat; nobody where a learner does.
fn any(rng: &mut ChaCha8Rng) -> Option<Box<dyn Bot>> {
    match uniform(rng) {
        x if x < PUPILS => None,
        x if x < PUPILS + SHARP => Some(Box::new(Sharp)),
        _ => Some(Box::new(Steady::default())),
    }
}

/// A choice that a learner made.
struct Chosen {
    seat: Seat,
    sample: Sample,
    /// What the best choice seemed worth.
    best: f32,
    /// Did it take another one on purpose?
    strayed: bool,
}

/// The learner's answer and, where it weighed, what it chose. Before it has learnt anything it does
/// as the sharp player does.
fn answer(
    game: &Game,
    seat: Seat,
    worth: &ValueNets,
    trained: bool,
    rng: &mut ChaCha8Rng,
) -> (Action, Option<Chosen>) {
    let view = game.view(seat);
    let options = weigh(&view, worth, Breadth::All);
    if options.is_empty() {
        return (Steady::default().decide(&view, &Budget::Playouts(0)), None);
    }
    let mut at = 0;
    if !trained {
        let action = Sharp.decide(&view, &Budget::Playouts(0));
        match options.iter().position(|o| o.action == action) {
            Some(found) => at = found,
            None => return (action, None),
        }
    }
    if uniform(rng) < STRAY {
        let few = if trained { options.len().min(5) } else { options.len() };
        at = rng.next_u32() as usize % few;
    }
    let option = &options[at];
    let chosen = Chosen {
        seat,
        sample: Sample { features: option.features, stage: option.stage, gain: 0.0 },
        best: options[0].worth,
        strayed: at != 0,
    };
    (or_rearranged(&view, option.action.clone()), Some(chosen))
}

/// Plays a match; what learners met in it. The seed decides who sits where, the deals, and when learners stray.
pub(crate) fn play(rules: &Arc<Rules>, seed: u64, worth: &ValueNets, trained: bool) -> Vec<Sample> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::new(rules.clone(), Chance::numbered(seed)).without_drafts();
    let mut players: Vec<_> = (0..rules.players).map(|_| any(&mut rng)).collect();
    let mut all = Vec::new();
    let mut met = Vec::new();
    let mut before = game.table().clone();
    let mut decisions = 0;
    while !game.is_over() && decisions < MOST_DECISIONS {
        let Some(seat) = game.to_act() else {
            settle(&game, &before, &mut met, trained, &mut all);
            before = game.table().clone();
            game.next_deal(&mut ());
            continue;
        };
        decisions += 1;
        let action = match &mut players[seat.index()] {
            Some(bot) => bot.decide(&game.view(seat), &Budget::Playouts(0)),
            None => {
                let (action, chosen) = answer(&game, seat, worth, trained, &mut rng);
                met.extend(chosen);
                action
            }
        };
        if game.act(seat, &action, &mut ()).is_err() {
            break;
        }
    }
    settle(&game, &before, &mut met, trained, &mut all);
    all
}

/// A deal is over: what came of all that was met in it is known. Each afterstate is set against a mean
/// of that and of what the later ones of its seat seemed worth (Watkins' Q(lambda)).
fn settle(
    game: &Game,
    before: &Table,
    met: &mut Vec<Chosen>,
    trained: bool,
    all: &mut Vec<Sample>,
) {
    let unit = unit(game.rules());
    let players = usize::from(game.table().players());
    let mut aims: Vec<f32> = (0..players)
        .map(|seat| (search::gain(game, before, Seat::at(seat)) / unit) as f32)
        .collect();
    let trust = if trained { TRUST } else { 1.0 };
    for mut chosen in met.drain(..).rev() {
        let aim = &mut aims[chosen.seat.index()];
        chosen.sample.gain = *aim;
        all.push(chosen.sample);
        *aim = match chosen.strayed {
            // What came of a worse choice says nothing of what came before it.
            true if trained => chosen.best,
            _ => trust * *aim + (1.0 - trust) * chosen.best,
        };
    }
}

/// Plays a match; all that seats could choose in it, with what other nets say of it.
pub(crate) fn imitate(rules: &Arc<Rules>, seed: u64, nets: &Imitated) -> Vec<Sample> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::new(rules.clone(), Chance::numbered(seed)).without_drafts();
    let mut players: Vec<_> = (0..rules.players).map(|_| any(&mut rng)).collect();
    let zero = ValueNets::zero();
    let mut all = Vec::new();
    for _ in 0..MOST_DECISIONS {
        if game.is_over() {
            break;
        }
        let Some(seat) = game.to_act() else {
            game.next_deal(&mut ());
            continue;
        };
        let view = game.view(seat);
        let action = match &mut players[seat.index()] {
            Some(bot) => bot.decide(&view, &Budget::Playouts(0)),
            None => {
                let (from, mut options) = (all.len(), weigh(&view, &zero, Breadth::All));
                all.extend(options.iter().map(|option| Sample {
                    features: option.features,
                    stage: option.stage,
                    gain: nets.worth(option.stage, &option.features),
                }));
                let best = (0..options.len())
                    .max_by(|a, b| all[from + a].gain.total_cmp(&all[from + b].gain));
                match best {
                    None => Steady::default().decide(&view, &Budget::Playouts(0)),
                    Some(_) if uniform(&mut rng) < STRAY => {
                        let any = rng.next_u32() as usize % options.len();
                        or_rearranged(&view, options.swap_remove(any).action)
                    }
                    Some(best) => or_rearranged(&view, options.swap_remove(best).action),
                }
            }
        };
        if game.act(seat, &action, &mut ()).is_err() {
            break;
        }
    }
    all
}
