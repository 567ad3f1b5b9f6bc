//! Outcomes of the parts of a long check, and the final report.

use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use crate::shell::{Counts, TaskError, kept_output, run_counting, show};

/// Outcome of a part.
pub(crate) enum Outcome {
    /// It ran.
    Done { success: bool, counts: Counts },
    /// It passed, but skipped this.
    Partial(String),
    /// It was skipped: not applicable, not requested, or its requirements are missing.
    Skipped(String),
}

impl Outcome {
    /// Without counts of its own.
    pub(crate) fn passed((): ()) -> Outcome {
        Outcome::Done { success: true, counts: Counts::default() }
    }
}

/// An error if it should have run but could not, which counts as a failure.
pub(crate) type PartResult = Result<Outcome, TaskError>;

pub(crate) struct Part<A> {
    pub(crate) name: &'static str,
    pub(crate) run: fn(&A) -> PartResult,
}

pub(crate) fn run_counted(command: Command, limit: u32) -> PartResult {
    let (success, counts) = run_counting(command, limit);
    Ok(Outcome::Done { success, counts })
}

/// Parts that start together: the first, and those that run one after the other meanwhile. The output of these is
/// shown once the first has ended.
pub(crate) type Step<'a, A> = &'a [&'a Part<A>];

/// Runs the steps in order, of each the parts whose name contains `only`, and reports.
pub(crate) fn run<A: Sync>(
    set_up: Result<(), TaskError>,
    steps: &[Step<'_, A>],
    only: Option<&str>,
    arguments: &A,
) -> ExitCode {
    let began = Instant::now();
    let mut report = Report::default();
    if let Err(fault) = set_up {
        report.add("set-up", Err(fault), Duration::ZERO);
    }
    let run_part = |part: &&Part<A>| {
        if only.is_some_and(|only| !part.name.contains(only)) {
            let left_out = Outcome::Skipped("excluded by --only".into());
            return (part.name, Ok(left_out), Duration::ZERO);
        }
        show(&format!("\n=== {} ===", part.name));
        let start = Instant::now();
        let outcome = (part.run)(arguments);
        (part.name, outcome, start.elapsed())
    };
    for step in steps {
        let (first, meanwhile) = step.split_at(step.len().min(1));
        let ended = std::thread::scope(|scope| {
            let meanwhile =
                scope.spawn(|| kept_output(|| meanwhile.iter().map(run_part).collect::<Vec<_>>()));
            let mut ended: Vec<_> = first.iter().map(run_part).collect();
            match meanwhile.join() {
                Ok((others, output)) => {
                    show(&output);
                    ended.extend(others);
                }
                Err(panic) => std::panic::resume_unwind(panic),
            }
            ended
        });
        for (name, outcome, duration) in ended {
            report.add(name, outcome, duration);
        }
    }
    report.print(began.elapsed())
}

/// The last line is `N passed, N failed`: the checks of all parts, where a part without its own count is one.
/// The line before counts what was skipped.
#[derive(Default)]
struct Report {
    lines: Vec<String>,
    notices: Vec<String>,
    passed: u64,
    failed: u64,
    skipped: u64,
}

impl Report {
    fn add(&mut self, name: &str, outcome: PartResult, duration: Duration) {
        let seconds = duration.as_secs();
        match outcome {
            Ok(Outcome::Done { success, mut counts }) => {
                if counts.passed + counts.failed == 0 {
                    counts = Counts { passed: success.into(), failed: (!success).into(), ..counts };
                } else if !success && counts.failed == 0 {
                    counts.failed = 1;
                }
                let word = if success && counts.failed == 0 { "ok" } else { "FAILED" };
                let Counts { passed, failed, ignored, not_run, .. } = counts;
                self.lines.push(format!(
                    "{name:10} {word:6} {passed:6} passed {failed:4} failed {ignored:4} skipped {seconds:5} s"
                ));
                if ignored > 0 {
                    self.notices.push(format!("SKIPPED: {ignored} tests in '{name}'"));
                }
                for test in &counts.flaky {
                    self.notices.push(format!(
                        "UNSTEADY: {test} in '{name}' failed among the others and passed alone"
                    ));
                }
                if not_run > 0 {
                    self.notices.push(format!(
                        "NOT RUN: {not_run} checks of '{name}' could not run here; see its output"
                    ));
                }
                self.passed += passed;
                self.failed += failed;
                self.skipped += ignored + not_run;
            }
            Ok(Outcome::Partial(without)) => {
                self.lines
                    .push(format!("{name:10} PARTLY {:6} passed {:4} failed {seconds:5} s", 1, 0));
                self.notices.push(format!("NOT RUN: of '{name}': {without}"));
                self.passed += 1;
                self.skipped += 1;
            }
            Ok(Outcome::Skipped(why)) => {
                self.lines.push(format!("{name:10} not run"));
                self.notices.push(format!("NOT RUN: {name}: {why}"));
                self.skipped += 1;
            }
            Err(fault) => {
                self.lines.push(format!("{name:10} FAILED: could not run"));
                self.notices.push(format!("NOT RUN, COUNTED AS FAILED: {name}: {fault}"));
                self.failed += 1;
            }
        }
    }

    fn print(&self, duration: Duration) -> ExitCode {
        println!("\n=== all parts, {} s ===", duration.as_secs());
        for line in self.lines.iter().chain(&self.notices) {
            println!("{line}");
        }
        println!("{} skipped", self.skipped);
        println!("{} passed, {} failed", self.passed, self.failed);
        if self.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
