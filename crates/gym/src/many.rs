//! Vectorized matches, stepped on several threads into the caller's arrays.

use std::sync::Arc;

use rayon::ThreadPool;
use rayon::prelude::*;
use upcard_bots::Budget;
use upcard_engine::{Level, Rules, Seat};

use crate::env::{Env, Options, StepResult};
use crate::error::GymError;
use crate::layout::Layout;
use crate::mask::Mask;
use crate::random::{SplitMix, derive_seed};

/// Number of matches that one thread steps at a time.
const BATCH: usize = 16;

/// Maximum number of matches: some gigabytes.
const MAX_MATCHES: usize = 1 << 20;

/// Maximum number of threads.
pub const MAX_THREADS: usize = 1024;

/// Output arrays of a step; each holds the matches consecutively.
pub struct StepBuffers<'a> {
    /// Observation of the seat to act: [`crate::Layout::size`] values per match.
    pub observations: &'a mut [i16],
    /// Its action mask: [`Mask::BYTES`] bytes per match.
    pub masks: &'a mut [u8],
    /// Rewards: one value per seat.
    pub rewards: &'a mut [f32],
    /// 1 if this step ended an episode, and another one has begun.
    pub over: &'a mut [u8],
    /// The seat to act, from 0.
    pub seats: &'a mut [u8],
    /// For episodes ended by this step: the final observation of the seat that acted; values of other matches
    /// are untouched. As large as `observations`, or empty if not needed.
    pub finals: &'a mut [i16],
}

/// Vectorized matches with automatic reset. A finished episode is followed by one with a new seed: the
/// observation then is the start of the next episode, the rewards are those of the last step.
pub struct Many {
    slots: Vec<Slot>,
    players: usize,
    shared: Shared,
    pool: Option<ThreadPool>,
}

struct Shared {
    layout: Layout,
    seed: u64,
    /// Bot level of each seat; `None` for the caller's seats.
    bots: Vec<Option<Level>>,
}

#[derive(Clone)]
struct Slot {
    env: Env,
    episode: u64,
    draws: SplitMix,
}

/// A match's slices of the arrays.
struct SlotBuffers<'a> {
    observation: &'a mut [i16],
    mask: &'a mut [u8],
    rewards: &'a mut [f32],
    over: &'a mut u8,
    seat: &'a mut u8,
    /// Empty if not needed.
    last: &'a mut [i16],
}

impl Many {
    /// Creates this many matches by these rules, on this many threads; with one thread they run on the
    /// caller's. Seats with a level are played by bots: the caller never acts for them.
    ///
    /// # Errors
    /// If the threads cannot be started or exceed [`MAX_THREADS`], bots would play all seats, or there are more
    /// than 2^20 matches.
    pub fn new(
        rules: &Arc<Rules>,
        options: Options,
        count: usize,
        seed: u64,
        bots: Vec<Option<Level>>,
        threads: usize,
    ) -> Result<Many, GymError> {
        let players = usize::from(rules.players);
        if count > MAX_MATCHES {
            return Err(GymError::TooMany { what: "matches", found: count, max: MAX_MATCHES });
        }
        if threads > MAX_THREADS {
            return Err(GymError::TooMany { what: "threads", found: threads, max: MAX_THREADS });
        }
        if (0..players).all(|seat| bots.get(seat).is_some_and(Option::is_some)) {
            return Err(GymError::BotsAlone);
        }
        let pool = match threads {
            0 | 1 => None,
            threads => {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                Some(pool.map_err(|error| GymError::Threads(error.to_string()))?)
            }
        };
        let slots = (0..count as u64).map(|index| {
            let first = derive_seed(seed, index, 0);
            Slot { env: Env::new(rules, options, first), episode: 0, draws: SplitMix::new(!first) }
        });
        let shared = Shared { layout: Layout::new(rules), seed, bots };
        let mut many = Many { slots: slots.collect(), players, shared, pool };
        for (index, one) in many.slots.iter_mut().enumerate() {
            one.settle(&many.shared, index, &mut StepResult::default(), None)?;
        }
        Ok(many)
    }

    /// Number of matches.
    #[must_use]
    pub fn count(&self) -> usize {
        self.slots.len()
    }

    /// Layout of the observations.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.shared.layout
    }

    /// Returns one of the matches.
    #[must_use]
    pub fn env(&self, index: usize) -> Option<&Env> {
        self.slots.get(index).map(|one| &one.env)
    }

    /// Restarts all matches from this seed.
    ///
    /// # Errors
    /// If an array has the wrong size.
    pub fn reset(&mut self, seed: u64, to: StepBuffers<'_>) -> Result<(), GymError> {
        self.shared.seed = seed;
        self.step_each(to, 1, |index, one| {
            let first = derive_seed(seed, index as u64, 0);
            (one.episode, one.draws) = (0, SplitMix::new(!first));
            one.env.reset(first);
            Ok(StepResult::default())
        })
    }

    /// Writes the current observations and masks.
    ///
    /// # Errors
    /// If an array has the wrong size.
    pub fn observe(&mut self, to: StepBuffers<'_>) -> Result<(), GymError> {
        self.step_each(to, 1, |_, _| Ok(StepResult::default()))
    }

    /// Steps each match by one number.
    ///
    /// # Errors
    /// If a number is masked in its match; the other matches have been stepped all the same.
    pub fn step(&mut self, numbers: &[u8], to: StepBuffers<'_>) -> Result<(), GymError> {
        check_size("actions", numbers.len(), self.slots.len())?;
        self.step_each(to, 1, |index, one| one.env.step(numbers[index]))
    }

    /// Plays this many uniformly random open numbers in each match, writing every intermediate observation
    /// and mask so that the work per step is realistic.
    ///
    /// # Errors
    /// If an array has the wrong size.
    pub fn play_at_random(&mut self, steps: usize, to: StepBuffers<'_>) -> Result<(), GymError> {
        self.step_each(to, steps, |_, one| {
            let mask = *one.env.mask();
            let number = mask.nth(one.draws.below(mask.len())).unwrap_or_default();
            one.env.step(number)
        })
    }

    /// Steps each match this many times, writing to its slices of the arrays after each step. An error ends
    /// the steps of its match.
    fn step_each(
        &mut self,
        to: StepBuffers<'_>,
        times: usize,
        step: impl Fn(usize, &mut Slot) -> Result<StepResult, GymError> + Sync,
    ) -> Result<(), GymError> {
        let shared = &self.shared;
        let (count, width) = (self.slots.len(), shared.layout.size());
        check_size("observations", to.observations.len(), count * width)?;
        check_size("masks", to.masks.len(), count * Mask::BYTES)?;
        check_size("rewards", to.rewards.len(), count * self.players)?;
        check_size("over", to.over.len(), count)?;
        check_size("seats", to.seats.len(), count)?;
        if !to.finals.is_empty() {
            check_size("finals", to.finals.len(), count * width)?;
        }
        let mut finals = to.finals.chunks_mut(width);
        let observations = to.observations.chunks_mut(width);
        let masks = to.masks.chunks_mut(Mask::BYTES);
        let rewards = to.rewards.chunks_mut(self.players);
        let marks = to.over.iter_mut().zip(to.seats);
        let buffers = observations.zip(masks).zip(rewards).zip(marks);
        let jobs: Vec<(usize, &mut Slot, SlotBuffers<'_>)> = self
            .slots
            .iter_mut()
            .zip(buffers)
            .enumerate()
            .map(|(index, (one, (((observation, mask), rewards), (over, seat))))| {
                let last = finals.next().unwrap_or_default();
                (index, one, SlotBuffers { observation, mask, rewards, over, seat, last })
            })
            .collect();
        let run = |(index, one, mut buffers): (usize, &mut Slot, SlotBuffers<'_>)| {
            for _ in 0..times {
                let acted = one.env.seat().filter(|_| !buffers.last.is_empty());
                let mut stepped = step(index, one)?;
                let end = acted.map(|seat| (seat, &mut *buffers.last));
                one.settle(shared, index, &mut stepped, end)?;
                one.write(&stepped, &shared.layout, &mut buffers);
            }
            Ok(())
        };
        // All matches are stepped even if one fails; the first error is returned.
        match &self.pool {
            None => jobs.into_iter().map(run).fold(Ok(()), Result::and),
            Some(pool) => pool.install(|| {
                jobs.into_par_iter().with_min_len(BATCH).map(run).reduce(|| Ok(()), Result::and)
            }),
        }
    }
}

impl Slot {
    /// After a step: lets bots play until the caller is to act, and starts new episodes as needed, skipping
    /// those in which the caller never acts. `end` is whose final observation to write, and where.
    fn settle(
        &mut self,
        shared: &Shared,
        index: usize,
        stepped: &mut StepResult,
        mut end: Option<(Seat, &mut [i16])>,
    ) -> Result<(), GymError> {
        let Shared { layout, seed, bots } = shared;
        loop {
            if self.env.is_over() {
                if let Some((seat, to)) = end.take() {
                    layout.write(&self.env.game().view(seat), &[], to);
                }
                stepped.over = true;
                self.episode += 1;
                self.env.reset(derive_seed(*seed, index as u64, self.episode));
            }
            let level = |seat: Seat| bots.get(seat.index()).copied().flatten();
            if self.env.seat().and_then(level).is_none() {
                return Ok(());
            }
            let draws = &mut self.draws;
            let bot = |seat, _| level(seat).map(|level| (level, draws.next()));
            let more = self.env.play_on(&Budget::Playouts(0), bot)?;
            // Rewards of skipped episodes are not the caller's.
            if !stepped.over {
                let sum = stepped.rewards.iter_mut().zip(more.rewards);
                sum.for_each(|(sum, more)| *sum += more);
            }
        }
    }

    fn write(&mut self, stepped: &StepResult, layout: &Layout, buffers: &mut SlotBuffers<'_>) {
        buffers.rewards.copy_from_slice(&stepped.rewards[..buffers.rewards.len()]);
        *buffers.over = u8::from(stepped.over);
        if let Some(seat) = self.env.seat() {
            *buffers.seat = seat.index() as u8;
            let view = self.env.game().view(seat);
            layout.write(&view, self.env.said(), buffers.observation);
        }
        self.env.mask().write(buffers.mask);
    }
}

fn check_size(what: &'static str, found: usize, wanted: usize) -> Result<(), GymError> {
    if found == wanted { Ok(()) } else { Err(GymError::Size { what, found, wanted }) }
}
