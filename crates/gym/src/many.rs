//! Many matches at once, stepped on several threads into arrays of the caller.

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

/// Matches that one thread steps at a time.
const TOGETHER: usize = 16;

/// Matches that there may be at once: some gigabytes.
const MOST: usize = 1 << 20;

/// Threads that there may be at once.
pub const THREADS: usize = 1024;

/// Where a step of all matches is written; each array holds the matches one after the other.
pub struct Stepping<'a> {
    /// What the seat that is asked knows: [`crate::Layout::len`] values a match.
    pub observations: &'a mut [i16],
    /// What it may say: [`Mask::BYTES`] bytes a match.
    pub masks: &'a mut [u8],
    /// What each seat's standing changed by: a value a seat.
    pub rewards: &'a mut [f32],
    /// 1 where an episode ended by this step, and another one has begun.
    pub over: &'a mut [u8],
    /// The seat that is asked, from 0.
    pub seats: &'a mut [u8],
    /// Where an episode ended by this step, what the seat that had acted knew at its end; other matches' values are
    /// left as they are. As large as `observations`, or empty where that is not wanted.
    pub finals: &'a mut [i16],
}

/// Many matches. An episode that ends is followed by another one at once, with a seed of its own: what is
/// observed after it is the beginning of the next, its rewards are those of its last step.
pub struct Many {
    each: Vec<One>,
    players: usize,
    common: Common,
    pool: Option<ThreadPool>,
}

/// What all matches have in common.
struct Common {
    observer: Observer,
    seed: u64,
    /// Who plays each seat; none for the caller.
    bots: Vec<Option<Level>>,
}

#[derive(Clone)]
struct One {
    env: Env,
    episode: u64,
    draws: Draws,
}

/// The part of the arrays that belongs to a match.
struct Place<'a> {
    observation: &'a mut [i16],
    mask: &'a mut [u8],
    rewards: &'a mut [f32],
    over: &'a mut u8,
    seat: &'a mut u8,
    /// Empty where it is not wanted.
    last: &'a mut [i16],
}

impl Many {
    /// So many matches by these rules, on so many threads; with one thread they run on the caller's. Seats for
    /// which a level is named are played by such bots: the caller is never asked for them.
    ///
    /// # Errors
    /// The threads cannot be started or are more than [`THREADS`], bots would play all seats, or there are more than
    /// a million matches.
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

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.each.len()
    }

    /// Are there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.each.is_empty()
    }

    /// Who writes the observations.
    #[must_use]
    pub const fn observer(&self) -> &Observer {
        &self.common.observer
    }

    /// One of the matches.
    #[must_use]
    pub fn env(&self, which: usize) -> Option<&Env> {
        self.each.get(which).map(|one| &one.env)
    }

    /// Begins all matches anew, from this seed.
    ///
    /// # Errors
    /// An array has another size.
    pub fn reset(&mut self, seed: u64, to: Stepping<'_>) -> Result<(), GymError> {
        self.common.seed = seed;
        self.each(to, |which, one| {
            let first = mixed(seed, which as u64, 0);
            (one.episode, one.draws) = (0, Draws::new(!first));
            one.env.reset(first);
            Ok(Stepped::default())
        })
    }

    /// Writes what is known and may be said now.
    ///
    /// # Errors
    /// An array has another size.
    pub fn observe(&mut self, to: Stepping<'_>) -> Result<(), GymError> {
        self.each(to, |_, _| Ok(Stepped::default()))
    }

    /// Says a number in each match.
    ///
    /// # Errors
    /// A number is not in its match's mask; the other matches have been stepped all the same.
    pub fn step(&mut self, numbers: &[u8], to: Stepping<'_>) -> Result<(), GymError> {
        sized("actions", numbers.len(), self.each.len())?;
        self.each(to, |which, one| one.env.step(numbers[which]))
    }

    /// Says one of the open numbers in each match so often, each with the same chance, and writes every
    /// observation and mask on the way: what is written over is as much work as what stays.
    ///
    /// # Errors
    /// An array has another size.
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

    /// Does something for each match with its part of the arrays.
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
    /// Whose knowledge is written at the end of an episode, and to where; none where it is not wanted.
    fn end_of(&mut self, seat: Option<Seat>) -> Option<(Seat, &mut [i16])> {
        seat.filter(|_| !self.last.is_empty()).map(|seat| (seat, &mut *self.last))
    }
}

impl One {
    /// After a step: bots play on to the caller's next turn, and an episode that is over is followed by the next
    /// one, over those in which the caller has no turn.
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
            // What comes of an episode that was over before is not the caller's.
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
