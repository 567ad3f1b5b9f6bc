//! Monitors a tournament's programs: one that cannot start, or that always fails, ends the tournament.

use std::sync::{Mutex, PoisonError};

use crate::fault::Fault;
use crate::options::{ArenaError, Contestant};
use crate::report::Cluster;
use crate::resume::Kept;

/// A program is given up after failing in this many seats without succeeding in any.
const TRIES: u64 = 16;

/// Results so far, by index among the names.
struct Known {
    /// Seats played without a fault, and seats lost to one.
    seats: Vec<(u64, u64)>,
    /// First fault, with the last lines of standard error.
    first: Vec<Option<(Fault, Vec<String>)>>,
    /// Clusters held back: results of a program that always fails are not kept.
    held: Vec<Cluster>,
}

/// Monitor of a tournament's programs.
pub(crate) struct Watch<'a> {
    names: &'a [String],
    programs: Vec<usize>,
    kept: Option<&'a Kept>,
    known: Mutex<Known>,
}

impl<'a> Watch<'a> {
    /// Creates a monitor. `places` gives the index of each bot's name.
    pub(crate) fn new(
        names: &'a [String],
        bots: &[Contestant],
        places: &[usize],
        kept: Option<&'a Kept>,
    ) -> Watch<'a> {
        let is_program = |bot: &Contestant| matches!(bot, Contestant::Program(..));
        let seated = bots.iter().zip(places);
        let programs = seated.filter(|(bot, _)| is_program(bot)).map(|(_, place)| *place);
        Watch {
            names,
            programs: programs.collect(),
            kept,
            known: Mutex::new(Known {
                seats: vec![(0, 0); names.len()],
                first: vec![None; names.len()],
                held: Vec::new(),
            }),
        }
    }

    /// Counts the results of an earlier run.
    pub(crate) fn before<'c>(&self, clusters: impl Iterator<Item = &'c Cluster>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        clusters.for_each(|cluster| known.count(cluster));
    }

    /// Counts a cluster; writes it once all its programs have proved able to play.
    pub(crate) fn add(&self, cluster: &Cluster) -> Result<(), ArenaError> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.count(cluster);
        known.held.push(cluster.clone());
        let unfit = |&&place: &&usize| match known.seats[place] {
            (0, 0) => false,
            (0, failed) => failed >= TRIES || !known.started(place),
            _ => false,
        };
        if let Some(&place) = self.programs.iter().find(unfit) {
            return Err(self.unfit(&known, place));
        }
        if self.programs.iter().any(|&place| known.seats[place].0 == 0) {
            return Ok(());
        }
        self.write(&mut known)
    }

    /// Called when all matches are played; fails if a program only ever failed.
    pub(crate) fn end(&self) -> Result<(), ArenaError> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let failed = |&&place: &&usize| matches!(known.seats[place], (0, 1..));
        if let Some(&place) = self.programs.iter().find(failed) {
            return Err(self.unfit(&known, place));
        }
        self.write(&mut known)
    }

    fn write(&self, known: &mut Known) -> Result<(), ArenaError> {
        let held = std::mem::take(&mut known.held);
        let Some(kept) = self.kept else { return Ok(()) };
        held.iter().try_for_each(|cluster| kept.add(cluster))
    }

    fn unfit(&self, known: &Known, place: usize) -> ArenaError {
        let (fault, errors) = known.first[place].clone().unwrap_or((Fault::Ended, Vec::new()));
        let (bot, times) = (self.names[place].clone(), known.seats[place].1);
        ArenaError::Program { bot, times, fault, errors }
    }
}

impl Known {
    fn count(&mut self, cluster: &Cluster) {
        for (place, seats) in self.seats.iter_mut().enumerate() {
            let (sound, failed) = cluster.sound(place);
            *seats = (seats.0 + sound, seats.1 + failed);
        }
        for (place, fault) in &cluster.faults {
            if self.first[*place].is_none() {
                let errors = cluster.errors.iter().find(|(who, _)| who == place);
                let errors = errors.map_or_else(Vec::new, |(_, lines)| lines.clone());
                self.first[*place] = Some((fault.clone(), errors));
            }
        }
    }

    /// Returns `false` if the program's first fault was a failure to start.
    fn started(&self, place: usize) -> bool {
        !matches!(self.first[place], Some((Fault::Start { .. }, _)))
    }
}
