//! Mutation testing of the rules: each choice of each rule set is changed, one at a time, and a scenario that
//! cites one of the choice's clauses must fail.

mod applies;
mod ledger;
mod pool;

use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;
use upcard_engine::choices::{CHOICES, Choice};
use upcard_engine::{Library, RuleSet, Rules, Value};
use upcard_rulebook::flaws_text;
use upcard_scenario::{Scenario, rule_set, run_with};

use crate::project::CheckError;
use applies::{applies, table_sizes};
use ledger::Ledger;

/// What to change
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only this game with its variations, or this `game+variation`
    #[arg(long, value_name = "ID")]
    game: Option<String>,
    /// Only this choice
    #[arg(long, value_name = "PATH")]
    choice: Option<String>,
    /// For a variation, use only its own scenarios, not those of its game
    #[arg(long)]
    own_only: bool,
    /// Tolerated survivors in per cent
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0)]
    allow: f64,
}

/// Result of one changed value.
enum Outcome {
    /// A scenario that cites one of the choice's clauses failed.
    Noticed,
    /// Only scenarios that cite none of them failed; the first of these.
    NoticedUncited(String),
    /// No scenario failed.
    Survived,
    /// The rules refuse the value.
    DoesNotLoad,
    /// The change has no effect in these rules.
    DoesNotApply,
}

/// A rule set and its scenarios.
struct Subject<'a> {
    name: String,
    game: &'a str,
    base: RuleSet,
    scenarios: Vec<&'a Scenario>,
}

/// A choice of a rule set.
struct Job<'a> {
    subject: &'a Subject<'a>,
    choice: &'static Choice,
}

/// Counts of a rule set.
#[derive(Clone, Copy, Default)]
struct Tally {
    noticed: usize,
    survived: usize,
    does_not_load: usize,
    does_not_apply: usize,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.noticed += other.noticed;
        self.survived += other.survived;
        self.does_not_load += other.does_not_load;
        self.does_not_apply += other.does_not_apply;
    }

    fn share(self) -> f64 {
        let all = self.noticed + self.survived;
        if all == 0 { 0.0 } else { self.survived as f64 * 100.0 / all as f64 }
    }
}

/// Runs the check. Returns `true` if no more mutants survive than tolerated.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, CheckError> {
    let library = Library::standard().map_err(|flaws| CheckError::Games(flaws_text(&flaws)))?;
    let ledger = Ledger::read()?;
    let scenarios = pool::read()?;
    let subjects = subjects(arguments, &library, &scenarios)?;
    let wanted = |choice: &&Choice| arguments.choice.as_ref().is_none_or(|c| c == choice.path);
    let mut jobs = Vec::new();
    for subject in &subjects {
        jobs.extend(CHOICES.iter().filter(wanted).map(|choice| Job { subject, choice }));
    }
    if jobs.is_empty() {
        return Err(CheckError::NothingSelected);
    }
    let results = run_jobs(&jobs, &library, &ledger);
    Ok(report(&subjects, &jobs, &results, arguments.allow))
}

fn subjects<'a>(
    arguments: &Arguments,
    library: &'a Library,
    scenarios: &'a [Scenario],
) -> Result<Vec<Subject<'a>>, CheckError> {
    let mut subjects = Vec::new();
    for game in library.ids() {
        let variations = library.file(game).map_or(&[][..], |file| &file.variations);
        let varied = variations.iter().map(|v| format!("{game}+{}", v.id));
        for name in std::iter::once(game.to_owned()).chain(varied) {
            if arguments.game.as_ref().is_some_and(|g| g != game && *g != name) {
                continue;
            }
            let base = library
                .select(&name, &[])
                .map_err(|flaws| CheckError::Games(format!("{name}: {}", flaws_text(&flaws))))?;
            let inherits = name != game && !arguments.own_only;
            let scenarios =
                pool::scenarios_for(&name, inherits.then_some(game), scenarios, library);
            subjects.push(Subject { name, game, base, scenarios });
        }
    }
    Ok(subjects)
}

/// Results of a job's values.
type Outcomes = Vec<(Value, Outcome)>;

/// Runs the jobs on all cores. The results are in the order of the jobs.
fn run_jobs(jobs: &[Job<'_>], library: &Library, ledger: &Ledger) -> Vec<Outcomes> {
    // A changed rule may violate engine assumptions; a panic is a finding, not an abort.
    std::panic::set_hook(Box::new(|_| {}));
    let done = jobs.par_iter().map(|job| outcomes(job, library, ledger)).collect();
    let _ = std::panic::take_hook();
    done
}

fn outcomes(job: &Job<'_>, library: &Library, ledger: &Ledger) -> Outcomes {
    let Job { subject, choice } = job;
    let clauses = ledger.clauses(choice.path, subject.game);
    let cites = |s: &&Scenario| s.cites.iter().any(|c| clauses.contains(&c.as_str()));
    let (citing, others): (Vec<&Scenario>, Vec<&Scenario>) =
        subject.scenarios.iter().copied().partition(cites);
    let mut outcomes = Vec::new();
    for value in choice.others(&subject.base.choices) {
        let outcome = outcome(job, &value, &citing, &others, library);
        outcomes.push((value, outcome));
    }
    outcomes
}

fn outcome(
    job: &Job<'_>,
    value: &Value,
    citing: &[&Scenario],
    others: &[&Scenario],
    library: &Library,
) -> Outcome {
    let change = (job.choice.path.to_owned(), value.clone());
    let Ok(changed) = library.select(&job.subject.name, std::slice::from_ref(&change)) else {
        return Outcome::DoesNotLoad;
    };
    if !table_sizes(&changed).any(|players| Rules::new(changed.clone(), players).is_ok()) {
        return Outcome::DoesNotLoad;
    }
    if !applies(job.choice.path, &job.subject.base, &changed) {
        return Outcome::DoesNotApply;
    }
    let noticed = |s: &&&Scenario| notices(s, &job.subject.name, &change, library);
    if citing.iter().find(noticed).is_some() {
        return Outcome::Noticed;
    }
    match others.iter().find(noticed) {
        Some(scenario) => Outcome::NoticedUncited(scenario.cites.join(" ")),
        None => Outcome::Survived,
    }
}

/// Returns `true` if the scenario's outcome differs under the changed rules.
fn notices(scenario: &Scenario, name: &str, change: &(String, Value), library: &Library) -> bool {
    // A scenario that sets this choice itself does not test its default.
    if scenario.sets.iter().any(|(path, _)| *path == change.0) {
        return false;
    }
    let mut sets = scenario.sets.clone();
    sets.push(change.clone());
    let Ok(set) = rule_set(library, name, &sets) else { return false };
    let played = catch_unwind(AssertUnwindSafe(|| run_with(scenario, set)));
    !matches!(played, Ok(Ok(report)) if report.has_passed())
}

fn report(subjects: &[Subject<'_>], jobs: &[Job<'_>], results: &[Outcomes], allow: f64) -> bool {
    let mut total = Tally::default();
    for subject in subjects {
        let mut tally = Tally::default();
        let mut survivors = String::new();
        for (job, outcomes) in jobs.iter().zip(results) {
            if std::ptr::eq(job.subject, subject) {
                count(job, outcomes, &mut tally, &mut survivors);
            }
        }
        let Tally { noticed, survived, does_not_load, does_not_apply } = tally;
        println!(
            "{}: {} scenarios, {noticed} changes noticed, {survived} survivors ({:.1} %), \
             {does_not_load} do not load, {does_not_apply} do not apply",
            subject.name,
            subject.scenarios.len(),
            tally.share()
        );
        print!("{survivors}");
        total.add(tally);
    }
    println!(
        "all: {} changes noticed, {} survivors ({:.1} %), {} do not load, {} do not apply",
        total.noticed,
        total.survived,
        total.share(),
        total.does_not_load,
        total.does_not_apply
    );
    total.share() <= allow
}

fn count(job: &Job<'_>, outcomes: &Outcomes, tally: &mut Tally, survivors: &mut String) {
    let before = job.choice.get(&job.subject.base.choices);
    for (value, outcome) in outcomes {
        let (counter, note) = match outcome {
            Outcome::Noticed => (&mut tally.noticed, None),
            Outcome::DoesNotLoad => (&mut tally.does_not_load, None),
            Outcome::DoesNotApply => (&mut tally.does_not_apply, None),
            Outcome::Survived => (&mut tally.survived, Some(String::new())),
            Outcome::NoticedUncited(cites) => {
                (&mut tally.survived, Some(format!("   (noticed only by a scenario of {cites})")))
            }
        };
        *counter += 1;
        if let Some(note) = note {
            let _ = writeln!(survivors, "    {}: {before} -> {value}{note}", job.choice.path);
        }
    }
}
