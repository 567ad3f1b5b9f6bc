//! Vectorized matches, stepped on several threads into the caller's arrays.

use std::sync::Arc;

use rayon::ThreadPool;
use rayon::prelude::*;
use upcard_bots::Budget;
use upcard_engine::{Level, Rules, Seat};

use crate::env::{Env, Options, Stepped};
use crate::error::GymError;
use crate::mask::Mask;
use crate::observe::Observer;
use crate::random::{Draws, mixed};

/// Number of matches that one thread steps at a time.
const TOGETHER: usize = 16;

/// Maximum number of matches: some gigabytes.
const MOST: usize = 1 << 20;

/// Maximum number of threads.
pub const THREADS: usize = 1024;

/// Output arrays of a step; each holds the matches consecutively.
pub struct Stepping<'a> {
    /// Observation of the seat to act: [`crate::Layout::len`] values per match.
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
    each: Vec<One>,
    players: usize,
    common: Common,
    pool: Option<ThreadPool>,
}

/// Data shared by all matches.
struct Common {
    observer: Observer,
    seed: u64,
    /// Bot level of each seat; `None` for the caller's seats.
    bots: Vec<Option<Level>>,
}

#[derive(Clone)]
struct One {
    env: Env,
    episode: u64,
    draws: Draws,
}

/// A match's slices of the arrays.
struct Place<'a> {
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
    /// If the threads cannot be started or exceed [`THREADS`], bots would play all seats, or there are more
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
        if count > MOST {
            return Err(GymError::TooMany { found: count, most: MOST });
        }
        if threads > THREADS {
            return Err(GymError::TooManyThreads { found: threads, most: THREADS });
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
        let each = (0..count as u64).map(|which| {
            let first = mixed(seed, which, 0);
            One { env: Env::new(rules, options, first), episode: 0, draws: Draws::new(!first) }
        });
        let observer = Observer::new(rules);
        let common = Common { observer, seed, bots };
        let mut many = Many { each: each.collect(), players, common, pool };
        for (which, one) in many.each.iter_mut().enumerate() {
            one.settle(&many.common, which, &mut Stepped::default(), None)?;
        }
        Ok(many)
    }

    /// Number of matches.
    #[must_use]
    pub fn len(&self) -> usize {
        self.each.len()
    }

    /// Returns `true` if there are no matches.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.each.is_empty()
    }

    /// Encoder of the observations.
    #[must_use]
    pub const fn observer(&self) -> &Observer {
        &self.common.observer
    }

    /// Returns one of the matches.
    #[must_use]
    pub fn env(&self, which: usize) -> Option<&Env> {
        self.each.get(which).map(|one| &one.env)
    }

    /// Restarts all matches from this seed.
    ///
    /// # Errors
    /// If an array has the wrong size.
    pub fn reset(&mut self, seed: u64, to: Stepping<'_>) -> Result<(), GymError> {
        self.common.seed = seed;
        self.each(to, |which, one| {
            let first = mixed(seed, which as u64, 0);
            (one.episode, one.draws) = (0, Draws::new(!first));
            one.env.reset(first);
            Ok(Stepped::default())
        })
    }

    /// Writes the current observations and masks.
    ///
    /// # Errors
    /// If an array has the wrong size.
    pub fn observe(&mut self, to: Stepping<'_>) -> Result<(), GymError> {
        self.each(to, |_, _| Ok(Stepped::default()))
    }

    /// Steps each match by one number.
    ///
    /// # Errors
    /// If a number is masked in its match; the other matches have been stepped all the same.
    pub fn step(&mut self, numbers: &[u8], to: Stepping<'_>) -> Result<(), GymError> {
        sized("actions", numbers.len(), self.each.len())?;
        self.each(to, |which, one| one.env.step(numbers[which]))
    }

    /// Plays this many uniformly random open numbers in each match, writing every intermediate observation
    /// and mask so that the work per step is realistic.
    ///
    /// # Errors
    /// If an array has the wrong size.
    pub fn play_at_random(&mut self, steps: usize, to: Stepping<'_>) -> Result<(), GymError> {
        self.with_places(to, |common, which, one, place| {
            for _ in 0..steps {
                let acted = one.env.seat();
                let mask = *one.env.mask();
                let number = mask.nth(one.draws.below(mask.len())).unwrap_or_default();
                let mut stepped = one.env.step(number)?;
                one.settle(common, which, &mut stepped, place.end_of(acted))?;
                one.write(&stepped, &common.observer, place);
            }
            Ok(())
        })
    }

    fn each(
        &mut self,
        to: Stepping<'_>,
        step: impl Fn(usize, &mut One) -> Result<Stepped, GymError> + Sync,
    ) -> Result<(), GymError> {
        self.with_places(to, |common, which, one, place| {
            let acted = one.env.seat();
            let mut stepped = step(which, one)?;
            one.settle(common, which, &mut stepped, place.end_of(acted))?;
            one.write(&stepped, &common.observer, place);
            Ok(())
        })
    }

    /// Calls a function for each match with its slices of the arrays.
    fn with_places(
        &mut self,
        to: Stepping<'_>,
        act: impl Fn(&Common, usize, &mut One, &mut Place<'_>) -> Result<(), GymError> + Sync,
    ) -> Result<(), GymError> {
        let common = &self.common;
        let (count, width) = (self.each.len(), common.observer.layout().len());
        sized("observations", to.observations.len(), count * width)?;
        sized("masks", to.masks.len(), count * Mask::BYTES)?;
        sized("rewards", to.rewards.len(), count * self.players)?;
        sized("over", to.over.len(), count)?;
        sized("seats", to.seats.len(), count)?;
        if !to.finals.is_empty() {
            sized("finals", to.finals.len(), count * width)?;
        }
        let mut finals = to.finals.chunks_mut(width);
        let observations = to.observations.chunks_mut(width);
        let masks = to.masks.chunks_mut(Mask::BYTES);
        let rewards = to.rewards.chunks_mut(self.players);
        let marks = to.over.iter_mut().zip(to.seats);
        let places = observations.zip(masks).zip(rewards).zip(marks);
        let mut work: Vec<(usize, &mut One, Place<'_>)> = self
            .each
            .iter_mut()
            .zip(places)
            .enumerate()
            .map(|(which, (one, (((observation, mask), rewards), (over, seat))))| {
                let last = finals.next().unwrap_or_default();
                (which, one, Place { observation, mask, rewards, over, seat, last })
            })
            .collect();
        let failed = std::sync::Mutex::new(None);
        let one = |(which, one, mut place): (usize, &mut One, Place<'_>)| {
            if let Err(error) = act(common, which, one, &mut place)
                && let Ok(mut first) = failed.lock()
            {
                first.get_or_insert((which, error));
            }
        };
        match &self.pool {
            None => work.into_iter().for_each(one),
            Some(pool) => pool.install(|| {
                work.par_drain(..).with_min_len(TOGETHER).for_each(one);
            }),
        }
        match failed.into_inner() {
            Ok(Some((_, error))) => Err(error),
            _ => Ok(()),
        }
    }
}

impl Place<'_> {
    /// Returns whose final observation to write, and where; `None` if not needed.
    fn end_of(&mut self, seat: Option<Seat>) -> Option<(Seat, &mut [i16])> {
        seat.filter(|_| !self.last.is_empty()).map(|seat| (seat, &mut *self.last))
    }
}

impl One {
    /// After a step: lets bots play until the caller is to act, and starts new episodes as needed, skipping
    /// those in which the caller never acts.
    fn settle(
        &mut self,
        common: &Common,
        which: usize,
        stepped: &mut Stepped,
        mut end: Option<(Seat, &mut [i16])>,
    ) -> Result<(), GymError> {
        let Common { observer, seed, bots } = common;
        loop {
            if self.env.is_over() {
                if let Some((seat, to)) = end.take() {
                    observer.write(&self.env.game().view(seat), &[], to);
                }
                stepped.over = true;
                self.episode += 1;
                self.env.reset(mixed(*seed, which as u64, self.episode));
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

    fn write(&mut self, stepped: &Stepped, observer: &Observer, place: &mut Place<'_>) {
        place.rewards.copy_from_slice(&stepped.rewards[..place.rewards.len()]);
        *place.over = u8::from(stepped.over);
        if let Some(seat) = self.env.seat() {
            *place.seat = seat.index() as u8;
            let view = self.env.game().view(seat);
            observer.write(&view, self.env.said(), place.observation);
        }
        self.env.mask().write(place.mask);
    }
}

fn sized(what: &'static str, found: usize, wanted: usize) -> Result<(), GymError> {
    if found == wanted { Ok(()) } else { Err(GymError::Size { what, found, wanted }) }
}
