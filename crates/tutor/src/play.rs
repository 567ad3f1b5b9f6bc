//! Matches that supply training samples.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use upcard_bots::search::{self, Candidate, Trials};
use upcard_bots::value::{Breadth, ValueNets, Weighed, unit, weigh};
use upcard_bots::{Bot, Budget, Sharp, Steady, looked_into, or_rearranged};
use upcard_engine::chance::Chance;
use upcard_engine::table::Table;
use upcard_engine::{Action, Game, Rules, Seat, View};

use crate::fit::Sample;

/// Decisions after which a match is stopped.
const MOST_DECISIONS: u32 = 20_000;

/// Exploration rate of a learner.
pub(crate) const STRAY: f32 = 0.05;

/// Weight of the final result against the value of the seat's next afterstate in a target: the end of a deal
/// is mostly luck.
const TRUST: f32 = 0.85;

/// Minimum number of worlds of a candidate for learning how it compares.
const ENOUGH: u32 = 4;

/// Shares of the seats: learners, sharp players; the rest are steady.
const PUPILS: f32 = 0.5;
const SHARP: f32 = 0.2;

/// A number from 0 to 1.
pub(crate) fn uniform(rng: &mut ChaCha8Rng) -> f32 {
    (rng.next_u32() >> 8) as f32 / (1u32 << 24) as f32
}

/// A random player for a seat; `None` for a learner.
fn any(rng: &mut ChaCha8Rng) -> Option<Box<dyn Bot>> {
    match uniform(rng) {
        x if x < PUPILS => None,
        x if x < PUPILS + SHARP => Some(Box::new(Sharp)),
        _ => Some(Box::new(Steady::default())),
    }
}

/// A learner at a table.
pub(crate) trait Pupil {
    /// Its answer.
    fn answer(&mut self, game: &Game, seat: Seat, rng: &mut ChaCha8Rng) -> Action;

    /// Called when a deal is over that began with this table.
    fn learn(&mut self, _game: &Game, _before: &Table) {}
}

/// Plays a match with the pupil at some seats. The seed determines the seating, the deals, and all random
/// choices of the pupil.
pub(crate) fn play(rules: &Arc<Rules>, seed: u64, pupil: &mut impl Pupil) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::new(rules.clone(), Chance::numbered(seed)).without_drafts();
    let mut players: Vec<_> = (0..rules.players).map(|_| any(&mut rng)).collect();
    let mut before = game.table().clone();
    let mut decisions = 0;
    while !game.is_over() && decisions < MOST_DECISIONS {
        let Some(seat) = game.to_act() else {
            pupil.learn(&game, &before);
            before = game.table().clone();
            game.next_deal(&mut ());
            continue;
        };
        decisions += 1;
        let action = match &mut players[seat.index()] {
            Some(bot) => bot.decide(&game.view(seat), &Budget::Playouts(0)),
            None => pupil.answer(&game, seat, &mut rng),
        };
        if game.act(seat, &action, &mut ()).is_err() {
            break;
        }
    }
    pupil.learn(&game, &before);
}

/// The steady player's answer, if there is nothing to evaluate.
pub(crate) fn steadily(view: &View<'_>) -> Action {
    Steady::default().decide(view, &Budget::Playouts(0))
}

/// How learners choose, and what they learn.
#[derive(Clone, Copy)]
pub(crate) struct Lesson<'n> {
    /// The nets that they choose by.
    pub(crate) nets: &'n ValueNets,
    /// Whether those are trained.
    pub(crate) trained: bool,
    /// Playouts for the best candidates; 0 if the nets alone choose.
    pub(crate) playouts: u32,
    /// The nets that value a position where playouts only compare candidates.
    pub(crate) anchor: &'n ValueNets,
    /// Whether they learn from the ends of deals.
    pub(crate) ends: bool,
}

/// A choice of a learner.
struct Chosen {
    seat: Seat,
    /// The choice, and the other candidates played out. Until the result is known, their gains only compare
    /// them.
    samples: Vec<Sample>,
    /// Estimated value of the best candidate.
    best: f32,
    /// Whether it explored.
    strayed: bool,
}

/// A learner that learns from its matches.
pub(crate) struct Learning<'n> {
    lesson: Lesson<'n>,
    /// The choices of this deal.
    met: Vec<Chosen>,
    /// All samples so far.
    pub(crate) samples: Vec<Sample>,
}

impl<'n> Learning<'n> {
    pub(crate) fn new(lesson: Lesson<'n>) -> Learning<'n> {
        Learning { lesson, met: Vec::new(), samples: Vec::new() }
    }

    /// The choice by the nets alone, or the sharp player's while they are untrained.
    fn choose(&mut self, view: &View<'_>, rng: &mut ChaCha8Rng) -> Action {
        let Lesson { nets, trained, .. } = self.lesson;
        let options = weigh(view, nets, Breadth::All);
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
        if uniform(rng) < STRAY {
            let few = if trained { options.len().min(5) } else { options.len() };
            at = rng.next_u32() as usize % few;
        }
        let option = &options[at];
        self.met.push(Chosen {
            seat: view.seat,
            samples: vec![sample(option, 0.0)],
            best: options[0].worth,
            strayed: at != 0,
        });
        or_rearranged(view, option.action.clone())
    }

    /// The choice after playouts of the best candidates.
    fn try_out(&mut self, view: &View<'_>, rng: &mut ChaCha8Rng) -> Action {
        let Lesson { nets, playouts, anchor, .. } = self.lesson;
        let budget = Budget::Playouts(playouts);
        let options = looked_into(view, nets, &mut Trials { budget: &budget, rng });
        let (tried, options): (Vec<Candidate>, Vec<Weighed>) = options.into_iter().unzip();
        let Some(best) = search::best(&tried) else { return steadily(view) };
        let unit = unit(view.rules) as f32;
        let seems = options[0].worth + best.belief(&tried[0]) as f32 / unit;
        let best = tried.iter().position(|one| one.action == best.action).unwrap_or(0);
        let at = match uniform(rng) < STRAY {
            true => rng.next_u32() as usize % options.len(),
            false => best,
        };
        // Interrupted playouts say nothing.
        let enough = |one: &usize| options.len() == 1 || tried[*one].count >= ENOUGH;
        let known: Vec<usize> = (0..options.len()).filter(enough).collect();
        let lead = |one: usize| tried[one].lead().0 as f32 / unit;
        let worth = |one: &usize| worth_by(anchor, &sample(&options[*one], 0.0)) - lead(*one);
        let mean = known.iter().map(worth).sum::<f32>() / known.len().max(1) as f32;
        let others = known.iter().copied().filter(|one| *one != at);
        let samples = std::iter::once(at).filter(enough).chain(others);
        let samples = samples.map(|one| sample(&options[one], mean + lead(one))).collect();
        self.met.push(Chosen { seat: view.seat, samples, best: seems, strayed: at != best });
        or_rearranged(view, options[at].action.clone())
    }
}

impl Pupil for Learning<'_> {
    fn answer(&mut self, game: &Game, seat: Seat, rng: &mut ChaCha8Rng) -> Action {
        let view = game.view(seat);
        match self.lesson.playouts {
            0 => self.choose(&view, rng),
            _ => self.try_out(&view, rng),
        }
    }

    /// Computes the targets of the finished deal: for each afterstate a mean of the result and the values of
    /// its seat's later ones (Watkins' Q(lambda)).
    fn learn(&mut self, game: &Game, before: &Table) {
        let Lesson { trained, ends, .. } = self.lesson;
        let unit = unit(game.rules());
        let players = usize::from(game.table().players());
        let mut aims: Vec<f32> = (0..players)
            .map(|seat| (search::gain(game, before, Seat::at(seat)) / unit) as f32)
            .collect();
        let trust = if trained { TRUST } else { 1.0 };
        for chosen in self.met.drain(..).rev() {
            let aim = &mut aims[chosen.seat.index()];
            let off = match chosen.samples.first() {
                Some(first) if ends => *aim - first.gain,
                _ => 0.0,
            };
            let samples = chosen.samples.into_iter();
            self.samples.extend(samples.map(|one| Sample { gain: one.gain + off, ..one }));
            *aim = match chosen.strayed {
                // The result of a worse choice says nothing about earlier choices.
                true if trained => chosen.best,
                _ => trust * *aim + (1.0 - trust) * chosen.best,
            };
        }
    }
}

/// A candidate as a sample.
pub(crate) fn sample(option: &Weighed, gain: f32) -> Sample {
    Sample { features: option.features, stage: option.stage, gain }
}

/// The value that these nets give a sample.
fn worth_by(nets: &ValueNets, one: &Sample) -> f32 {
    let Some(shared) = one.features.first_chunk() else { return 0.0 };
    let begun = nets.net.begin(one.stage, shared);
    nets.net.eval(one.stage, &begun, &one.features)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The samples of each decision of a deal, with the gains before its end.
    fn decisions(lesson: Lesson<'_>) -> (Vec<Vec<f32>>, Vec<Vec<Sample>>) {
        let rules = upcard_arena::rules("contract-rummy", &[], None).unwrap();
        let mut game = Game::new(rules, Chance::numbered(7)).without_drafts();
        let before = game.table().clone();
        game.next_deal(&mut ());
        let mut pupil = Learning::new(lesson);
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        while let Some(seat) = game.to_act() {
            let action = pupil.answer(&game, seat, &mut rng);
            game.act(seat, &action, &mut ()).unwrap();
        }
        let gains = |chosen: &Chosen| chosen.samples.iter().map(|one| one.gain).collect();
        let gains: Vec<Vec<f32>> = pupil.met.iter().rev().map(gains).collect();
        pupil.learn(&game, &before);
        let mut samples = pupil.samples.into_iter();
        let learnt = gains.iter().map(|of| samples.by_ref().take(of.len()).collect()).collect();
        assert_eq!(samples.count(), 0);
        (gains, learnt)
    }

    #[test]
    fn playouts_say_how_choices_compare_and_the_anchor_what_they_are_worth() {
        let nets = ValueNets::trained();
        let lesson = Lesson { nets, trained: true, playouts: 20, anchor: nets, ends: false };
        let (_, learnt) = decisions(lesson);
        let (mut several, mut moved) = (0, 0);
        for one in &learnt {
            let said: f32 = one.iter().map(|sample| worth_by(nets, sample)).sum();
            let gains: f32 = one.iter().map(|sample| sample.gain).sum();
            assert!((said - gains).abs() < 0.001, "{said} {gains}");
            several += usize::from(one.len() > 1);
            let moves = |sample: &Sample| (worth_by(nets, sample) - sample.gain).abs() > 0.001;
            moved += usize::from(one.iter().any(moves));
        }
        assert!(several > 10 && moved > several / 2, "{several} {moved}");
    }

    #[test]
    fn in_a_new_game_what_came_of_it_counts_and_choices_compare_as_before() {
        let nets = ValueNets::trained();
        let lesson = Lesson { nets, trained: true, playouts: 20, anchor: nets, ends: true };
        let (gains, learnt) = decisions(lesson);
        let mut moved = 0;
        for (before, after) in gains.iter().zip(&learnt) {
            let off = after[0].gain - before[0];
            moved += usize::from(off.abs() > 0.1);
            for (before, after) in before.iter().zip(after) {
                assert!((after.gain - before - off).abs() < 0.0001);
            }
        }
        assert!(moved > 5, "{moved} of {}", gains.len());
    }
}
