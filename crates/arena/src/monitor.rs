//! Monitors a tournament's programs: one that cannot start, or that always fails, ends the tournament.

use std::sync::{Mutex, PoisonError};

use crate::fault::Fault;
use crate::options::{ArenaError, Contestant};
use crate::report::Cluster;
use crate::result_file::ResultFile;

/// A program is given up after failing in this many seats without succeeding in any.
const MAX_FAILURES: u64 = 16;

/// Results so far, by index among the names.
struct Tally {
    /// Seats played without a fault, and seats lost to one.
    seats: Vec<(u64, u64)>,
    /// First fault, with the last lines of standard error.
    first: Vec<Option<(Fault, Vec<String>)>>,
    /// Clusters held back: results of a program that always fails are not kept.
    held_back: Vec<Cluster>,
}

pub(crate) struct ProgramMonitor<'a> {
    names: &'a [String],
    programs: Vec<usize>,
    results: Option<&'a ResultFile>,
    tally: Mutex<Tally>,
}

impl<'a> ProgramMonitor<'a> {
    /// Creates a monitor. `places` gives the index of each bot's name.
    pub(crate) fn new(
        names: &'a [String],
        bots: &[Contestant],
        places: &[usize],
        results: Option<&'a ResultFile>,
    ) -> ProgramMonitor<'a> {
        let is_program = |bot: &Contestant| matches!(bot, Contestant::Program(..));
        let seated = bots.iter().zip(places);
        let programs = seated.filter(|(bot, _)| is_program(bot)).map(|(_, place)| *place);
        ProgramMonitor {
            names,
            programs: programs.collect(),
            results,
            tally: Mutex::new(Tally {
                seats: vec![(0, 0); names.len()],
                first: vec![None; names.len()],
                held_back: Vec::new(),
            }),
        }
    }

    /// Counts the results of an earlier run.
    pub(crate) fn add_earlier<'c>(&self, clusters: impl Iterator<Item = &'c Cluster>) {
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        clusters.for_each(|cluster| tally.count(cluster));
    }

    /// Counts a cluster; writes it once all its programs have proved able to play.
    pub(crate) fn add(&self, cluster: &Cluster) -> Result<(), ArenaError> {
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        tally.count(cluster);
        tally.held_back.push(cluster.clone());
        let is_unfit = |&&place: &&usize| match tally.seats[place] {
            (0, MAX_FAILURES..) => true,
            (0, 1..) => matches!(tally.first[place], Some((Fault::Start { .. }, _))),
            _ => false,
        };
        if let Some(&place) = self.programs.iter().find(is_unfit) {
            return Err(self.failure(&tally, place));
        }
        if self.programs.iter().any(|&place| tally.seats[place].0 == 0) {
            return Ok(());
        }
        self.write(&mut tally)
    }

    /// Called when all matches are played; fails if a program only ever failed.
    pub(crate) fn finish(&self) -> Result<(), ArenaError> {
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        let failed = |&&place: &&usize| matches!(tally.seats[place], (0, 1..));
        if let Some(&place) = self.programs.iter().find(failed) {
            return Err(self.failure(&tally, place));
        }
        self.write(&mut tally)
    }

    fn write(&self, tally: &mut Tally) -> Result<(), ArenaError> {
        let held_back = std::mem::take(&mut tally.held_back);
        let Some(results) = self.results else { return Ok(()) };
        held_back.iter().try_for_each(|cluster| results.add(cluster))
    }

    fn failure(&self, tally: &Tally, place: usize) -> ArenaError {
        let (fault, errors) = tally.first[place].clone().unwrap_or((Fault::Ended, Vec::new()));
        let (bot, times) = (self.names[place].clone(), tally.seats[place].1);
        ArenaError::Program { bot, times, fault, errors }
    }
}

impl Tally {
    fn count(&mut self, cluster: &Cluster) {
        for (place, seats) in self.seats.iter_mut().enumerate() {
            let (faultless, failed) = cluster.seat_counts(place);
            *seats = (seats.0 + faultless, seats.1 + failed);
        }
        for (place, fault) in &cluster.faults {
            if self.first[*place].is_none() {
                let errors = cluster.errors.iter().find(|(who, _)| who == place);
                let errors = errors.map_or_else(Vec::new, |(_, lines)| lines.clone());
                self.first[*place] = Some((fault.clone(), errors));
            }
        }
    }
}
