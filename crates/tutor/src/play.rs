//! Matches that supply training samples.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use upcard_bots::search::{self, Candidate, Trials};
use upcard_bots::value::{Breadth, EvaluatedMove, ValueNets, evaluate, unit};
use upcard_bots::{Bot, Budget, Sharp, Steady, explore_by_nets, or_rearranged};
use upcard_engine::chance::Chance;
use upcard_engine::table::Table;
use upcard_engine::{Action, Game, Rules, Seat, View};

use crate::fit::Sample;

/// Decisions after which a match is stopped.
const MAX_DECISIONS: u32 = 20_000;

pub(crate) const EXPLORATION_RATE: f32 = 0.05;

/// Weight of the final result against the value of the seat's next afterstate in a target: the end of a deal
/// is mostly luck.
const RESULT_WEIGHT: f32 = 0.85;

/// Minimum number of worlds of a candidate for learning how it compares.
const MIN_WORLDS: u32 = 4;

/// Shares of the seats: learners, sharp players; the rest are steady.
const LEARNER_SHARE: f32 = 0.5;
const SHARP_SHARE: f32 = 0.2;

/// A number from 0 to 1.
pub(crate) fn uniform(rng: &mut ChaCha8Rng) -> f32 {
    (rng.next_u32() >> 8) as f32 / (1u32 << 24) as f32
}

/// A random player for a seat; `None` for a learner.
fn random_bot(rng: &mut ChaCha8Rng) -> Option<Box<dyn Bot>> {
    match uniform(rng) {
        x if x < LEARNER_SHARE => None,
        x if x < LEARNER_SHARE + SHARP_SHARE => Some(Box::new(Sharp)),
        _ => Some(Box::new(Steady::default())),
    }
}

/// A learner at a table.
pub(crate) trait TrainingPlayer {
    fn answer(&mut self, game: &Game, seat: Seat, rng: &mut ChaCha8Rng) -> Action;

    /// Called when a deal is over that began with this table.
    fn finish_deal(&mut self, _game: &Game, _before: &Table) {}
}

/// Plays a match with the pupil at some seats. The seed determines the seating, the deals, and all random
/// choices of the pupil.
pub(crate) fn play(rules: &Arc<Rules>, seed: u64, player: &mut impl TrainingPlayer) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::new(rules.clone(), Chance::numbered(seed)).without_undo();
    let mut players: Vec<_> = (0..rules.players).map(|_| random_bot(&mut rng)).collect();
    let mut before = game.table().clone();
    let mut decisions = 0;
    while !game.is_over() && decisions < MAX_DECISIONS {
        let Some(seat) = game.to_act() else {
            player.finish_deal(&game, &before);
            before = game.table().clone();
            game.next_deal(&mut ());
            continue;
        };
        decisions += 1;
        let action = match &mut players[seat.index()] {
            Some(bot) => bot.decide(&game.view(seat), &Budget::Playouts(0)),
            None => player.answer(&game, seat, &mut rng),
        };
        if game.act(seat, &action, &mut ()).is_err() {
            break;
        }
    }
    player.finish_deal(&game, &before);
}

/// The steady player's answer, if there is nothing to evaluate.
pub(crate) fn steadily(view: &View<'_>) -> Action {
    Steady::default().decide(view, &Budget::Playouts(0))
}

/// How learners choose, and what they learn.
#[derive(Clone, Copy)]
pub(crate) struct LearningSettings<'n> {
    /// The nets that they choose by.
    pub(crate) nets: &'n ValueNets,
    pub(crate) trained: bool,
    /// Playouts for the best candidates; 0 if the nets alone choose.
    pub(crate) playouts: u32,
    /// The nets that value a position where playouts only compare candidates.
    pub(crate) anchor: &'n ValueNets,
    /// Whether they learn from the ends of deals.
    pub(crate) learn_results: bool,
}

struct Choice {
    seat: Seat,
    /// The choice, and the other candidates played out. Until the result is known, their gains only compare
    /// them.
    samples: Vec<Sample>,
    /// Estimated value of the best candidate.
    best: f32,
    explored: bool,
}

/// A learner that learns from its matches.
pub(crate) struct SelfPlayer<'n> {
    settings: LearningSettings<'n>,
    /// The choices of this deal.
    choices: Vec<Choice>,
    pub(crate) samples: Vec<Sample>,
}

impl<'n> SelfPlayer<'n> {
    pub(crate) fn new(settings: LearningSettings<'n>) -> SelfPlayer<'n> {
        SelfPlayer { settings, choices: Vec::new(), samples: Vec::new() }
    }

    /// The choice by the nets alone, or the sharp player's while they are untrained.
    fn choose(&mut self, view: &View<'_>, rng: &mut ChaCha8Rng) -> Action {
        let LearningSettings { nets, trained, .. } = self.settings;
        let options = evaluate(view, nets, Breadth::All);
        if options.is_empty() {
            return steadily(view);
        }
        let mut at = 0;
        if !trained {
            let action = Sharp.decide(view, &Budget::Playouts(0));
            match options.iter().position(|o| o.action == action) {
                Some(found) => at = found,
                None => return action,
            }
        }
        if uniform(rng) < EXPLORATION_RATE {
            let few = if trained { options.len().min(5) } else { options.len() };
            at = rng.next_u32() as usize % few;
        }
        let option = &options[at];
        self.choices.push(Choice {
            seat: view.seat,
            samples: vec![sample(option, 0.0)],
            best: options[0].worth,
            explored: at != 0,
        });
        or_rearranged(view, option.action.clone())
    }

    /// The choice after playouts of the best candidates.
    fn choose_by_playouts(&mut self, view: &View<'_>, rng: &mut ChaCha8Rng) -> Action {
        let LearningSettings { nets, playouts, anchor, .. } = self.settings;
        let budget = Budget::Playouts(playouts);
        let options = explore_by_nets(view, nets, &mut Trials { budget: &budget, rng });
        let (tried, options): (Vec<Candidate>, Vec<EvaluatedMove>) = options.into_iter().unzip();
        let Some(best) = search::best(&tried) else { return steadily(view) };
        let unit = unit(view.rules) as f32;
        let estimate = options[0].worth + best.belief(&tried[0]) as f32 / unit;
        let best = tried.iter().position(|one| one.action == best.action).unwrap_or(0);
        let at = match uniform(rng) < EXPLORATION_RATE {
            true => rng.next_u32() as usize % options.len(),
            false => best,
        };
        // Interrupted playouts say nothing.
        let enough = |one: &usize| options.len() == 1 || tried[*one].count >= MIN_WORLDS;
        let known: Vec<usize> = (0..options.len()).filter(enough).collect();
        let lead = |one: usize| tried[one].lead().0 as f32 / unit;
        let worth = |one: &usize| net_value(anchor, &sample(&options[*one], 0.0)) - lead(*one);
        let mean = known.iter().map(worth).sum::<f32>() / known.len().max(1) as f32;
        let others = known.iter().copied().filter(|one| *one != at);
        let samples = std::iter::once(at).filter(enough).chain(others);
        let samples = samples.map(|one| sample(&options[one], mean + lead(one))).collect();
        let (seat, explored) = (view.seat, at != best);
        self.choices.push(Choice { seat, samples, best: estimate, explored });
        or_rearranged(view, options[at].action.clone())
    }
}

impl TrainingPlayer for SelfPlayer<'_> {
    fn answer(&mut self, game: &Game, seat: Seat, rng: &mut ChaCha8Rng) -> Action {
        let view = game.view(seat);
        match self.settings.playouts {
            0 => self.choose(&view, rng),
            _ => self.choose_by_playouts(&view, rng),
        }
    }

    /// Computes the targets of the finished deal: for each afterstate a mean of the result and the values of
    /// its seat's later ones (Watkins' Q(lambda)).
    fn finish_deal(&mut self, game: &Game, before: &Table) {
        let LearningSettings { trained, learn_results, .. } = self.settings;
        let unit = unit(game.rules());
        let players = usize::from(game.table().players());
        let mut targets: Vec<f32> = (0..players)
            .map(|seat| (search::gain(game, before, Seat::at(seat)) / unit) as f32)
            .collect();
        let result_weight = if trained { RESULT_WEIGHT } else { 1.0 };
        for chosen in self.choices.drain(..).rev() {
            let target = &mut targets[chosen.seat.index()];
            let correction = match chosen.samples.first() {
                Some(first) if learn_results => *target - first.gain,
                _ => 0.0,
            };
            let samples = chosen.samples.into_iter();
            self.samples.extend(samples.map(|one| Sample { gain: one.gain + correction, ..one }));
            *target = match chosen.explored {
                // The result of a worse choice says nothing about earlier choices.
                true if trained => chosen.best,
                _ => result_weight * *target + (1.0 - result_weight) * chosen.best,
            };
        }
    }
}

/// A candidate as a sample.
pub(crate) fn sample(option: &EvaluatedMove, gain: f32) -> Sample {
    Sample { features: option.features, stage: option.stage, gain }
}

/// The value that these nets give a sample.
fn net_value(nets: &ValueNets, one: &Sample) -> f32 {
    let Some(shared) = one.features.first_chunk() else { return 0.0 };
    let partial_sums = nets.net.partial_sums(one.stage, shared);
    nets.net.eval(one.stage, &partial_sums, &one.features)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The samples of each decision of a deal, with the gains before its end.
    fn decisions(learn_results: bool) -> (Vec<Vec<f32>>, Vec<Vec<Sample>>) {
        let nets = ValueNets::trained();
        let settings =
            LearningSettings { nets, trained: true, playouts: 20, anchor: nets, learn_results };
        let rules = upcard_arena::rules("contract-rummy", &[], None).unwrap();
        let mut game = Game::new(rules, Chance::numbered(7)).without_undo();
        let before = game.table().clone();
        game.next_deal(&mut ());
        let mut player = SelfPlayer::new(settings);
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        while let Some(seat) = game.to_act() {
            let action = player.answer(&game, seat, &mut rng);
            game.act(seat, &action, &mut ()).unwrap();
        }
        let gains = |chosen: &Choice| chosen.samples.iter().map(|one| one.gain).collect();
        let gains: Vec<Vec<f32>> = player.choices.iter().rev().map(gains).collect();
        player.finish_deal(&game, &before);
        let mut samples = player.samples.into_iter();
        let learnt = gains.iter().map(|of| samples.by_ref().take(of.len()).collect()).collect();
        assert_eq!(samples.count(), 0);
        (gains, learnt)
    }

    #[test]
    fn playouts_compare_candidates_and_the_anchor_values_them() {
        let nets = ValueNets::trained();
        let (_, learnt) = decisions(false);
        let (mut several, mut moved) = (0, 0);
        for one in &learnt {
            let values: f32 = one.iter().map(|sample| net_value(nets, sample)).sum();
            let gains: f32 = one.iter().map(|sample| sample.gain).sum();
            assert!((values - gains).abs() < 0.001, "{values} {gains}");
            several += usize::from(one.len() > 1);
            let moves = |sample: &Sample| (net_value(nets, sample) - sample.gain).abs() > 0.001;
            moved += usize::from(one.iter().any(moves));
        }
        assert!(several > 10 && moved > several / 2, "{several} {moved}");
    }

    #[test]
    fn in_new_games_results_count_and_comparisons_stay() {
        let (gains, learnt) = decisions(true);
        let mut moved = 0;
        for (before, after) in gains.iter().zip(&learnt) {
            let correction = after[0].gain - before[0];
            moved += usize::from(correction.abs() > 0.1);
            for (before, after) in before.iter().zip(after) {
                assert!((after.gain - before - correction).abs() < 0.0001);
            }
        }
        assert!(moved > 5, "{moved} of {}", gains.len());
    }
}
