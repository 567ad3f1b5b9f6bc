//! `cargo xtask strength`: each level plays the same level of an older version in mirrored matches, to find
//! which became stronger or weaker.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use upcard_arena::{ArenaError, Contestant, Interval, Options, Report, Thinking};
use upcard_engine::Level;
use upcard_engine::choices::{Money, Winner};

use crate::project::{CheckError, file_error, git};

/// Commit to compare with until the first release.
const FIRST_COMMIT: &str = "56a9edc";

/// What to play
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Games, comma-separated
    #[arg(long, value_delimiter = ',')]
    #[arg(default_value = "contract-rummy,rummy,rummy-500,gin,points-rummy")]
    games: Vec<String>,
    /// Levels, comma-separated
    #[arg(long, value_delimiter = ',', default_value = "novice,steady,sharp,expert")]
    levels: Vec<Level>,
    /// Matches per level and game, rounded up to whole clusters of mirrored matches
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    matches: u64,
    /// Playouts per expert decision
    #[arg(long, default_value_t = 60)]
    playouts: u32,
    /// Seed of the deals and of the bots' random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Commit or tag of the older version; default: the last release
    #[arg(long, conflicts_with = "old")]
    against: Option<String>,
    /// Executable of the older version
    #[arg(long, value_name = "PATH")]
    old: Option<PathBuf>,
}

/// Plays and reports changes. Returns `true` if no level became weaker.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, CheckError> {
    let old = match &arguments.old {
        Some(path) => path.clone(),
        None => build_version(&arguments.against.clone().unwrap_or_else(last_release))?,
    };
    let mut none_weaker = true;
    for game in &arguments.games {
        for level in &arguments.levels {
            let comparison = arguments.compare(game, *level, &old)?;
            println!("{comparison}");
            none_weaker &= comparison.verdict() != Verdict::Weaker && comparison.faults == 0;
        }
    }
    Ok(none_weaker)
}

impl Arguments {
    fn compare(&self, game: &str, level: Level, old: &Path) -> Result<Comparison, CheckError> {
        let wrong = |error: ArenaError| file_error(game, error);
        let options = self.options(game, level, old).map_err(wrong)?;
        let rules = options.rules().map_err(wrong)?;
        let choices = &rules.set.choices;
        let more_is_better =
            choices.matching.winner != Winner::Lowest || choices.settling.money == Money::PerPoint;
        let report = upcard_arena::run(&options, &Arc::new(AtomicBool::new(false)));
        Comparison::of(level, &report.map_err(wrong)?, more_is_better)
            .ok_or_else(|| file_error(game, "no match was played"))
    }

    fn options(&self, game: &str, level: Level, old: &Path) -> Result<Options, ArenaError> {
        // Protocol version 1, which programs of all versions speak.
        let name = level.name();
        let program =
            format!("cmd:'{}' bot --level {name} --playouts {}", old.display(), self.playouts);
        let bots = vec![Contestant::Bot(level), program.parse()?];
        Ok(Options {
            matches: self.matches,
            seed: self.seed,
            thinking: Thinking::Playouts(self.playouts),
            ..Options::new(game, bots)
        })
    }
}

/// How a level's strength changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Stronger,
    Weaker,
    NoDifference,
}

/// Result of a level against the same level of the older version.
#[derive(Clone, Debug)]
struct Comparison {
    game: String,
    level: Level,
    matches: u64,
    /// Share of matches won; 0.5 if nothing changed.
    won: Interval,
    /// Lead in points per deal.
    lead: Interval,
    /// Seats that either side lost to a fault.
    faults: u64,
}

impl Comparison {
    fn of(level: Level, report: &Report, more_is_better: bool) -> Option<Comparison> {
        let (row, pair) = (report.bots.first()?, report.pairs.first()?);
        let Interval { mean, low, high } = pair.points_per_deal;
        let lead = if more_is_better {
            Interval { mean, low, high }
        } else {
            Interval { mean: -mean, low: -high, high: -low }
        };
        Some(Comparison {
            game: report.game.clone(),
            level,
            matches: report.matches,
            won: row.match_win_share,
            lead,
            faults: report.bots.iter().map(|row| row.faults).sum(),
        })
    }

    /// Matches won decide; if they are inconclusive, points do.
    fn verdict(&self) -> Verdict {
        let of = |interval: &Interval, none: f64| match () {
            () if interval.low > none => Verdict::Stronger,
            () if interval.high < none => Verdict::Weaker,
            () => Verdict::NoDifference,
        };
        match of(&self.won, 0.5) {
            Verdict::NoDifference => of(&self.lead, 0.0),
            seen => seen,
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.verdict() {
            Verdict::Stronger => "stronger",
            Verdict::Weaker => "weaker",
            Verdict::NoDifference => "no difference seen",
        };
        let (won, lead) = (self.won.text(100.0, 1), self.lead.text(1.0, 2));
        write!(
            f,
            "{:20} {:7} {:5} matches, {won} % won, {lead} points a deal ahead: {verdict}",
            self.game,
            self.level.name(),
            self.matches,
        )?;
        match self.faults {
            0 => Ok(()),
            faults => write!(f, ", but {faults} seats were lost to faults"),
        }
    }
}

/// Tag of the last release, or [`FIRST_COMMIT`] if there is none.
fn last_release() -> String {
    let tag = git(&["describe", "--tags", "--match", "v[0-9]*", "--abbrev=0"]);
    tag.unwrap_or_else(|| FIRST_COMMIT.to_owned())
}

/// Executable of a commit, built under `strength/` in the target folder if missing.
fn build_version(commit: &str) -> Result<PathBuf, CheckError> {
    let wrong = |why: &str| file_error(commit, why);
    let full = git(&["rev-parse", "--verify", "--short", &format!("{commit}^{{commit}}")])
        .ok_or_else(|| wrong("no such commit"))?;
    let this = std::env::current_exe().map_err(|error| wrong(&error.to_string()))?;
    let target = this.ancestors().nth(2).ok_or_else(|| wrong("there is no target folder"))?;
    let folder = target.join("strength").join(&full);
    let program =
        folder.join("target/release").join(format!("upcard{}", std::env::consts::EXE_SUFFIX));
    if program.exists() {
        return Ok(program);
    }
    if !folder.join("Cargo.toml").exists() {
        let path = folder.to_string_lossy();
        git(&["worktree", "prune"]);
        git(&["worktree", "add", "--detach", &path, &full])
            .ok_or_else(|| wrong("git cannot make a worktree of it"))?;
    }
    println!("building {full} in {}", folder.display());
    let mut cargo = Command::new("cargo");
    cargo.current_dir(&folder).args(["build", "--release", "--locked", "-p", "upcard"]);
    cargo.env("CARGO_TARGET_DIR", folder.join("target"));
    // Speed does not affect the results, so favour build time.
    cargo.envs([
        ("CARGO_PROFILE_RELEASE_LTO", "off"),
        ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
        ("CARGO_PROFILE_RELEASE_DEBUG", "false"),
    ]);
    let done = cargo.status().map_err(|error| wrong(&error.to_string()))?;
    if done.success() { Ok(program) } else { Err(wrong("the build failed")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison(won: (f64, f64), lead: (f64, f64)) -> Comparison {
        let interval = |(low, high)| Interval { mean: (low + high) / 2.0, low, high };
        Comparison {
            game: "gin".to_owned(),
            level: Level::Steady,
            matches: 10,
            won: interval(won),
            lead: interval(lead),
            faults: 0,
        }
    }

    #[test]
    fn matches_decide_and_points_break_ties() {
        let verdict = |won, lead| comparison(won, lead).verdict();
        assert_eq!(verdict((0.4, 0.49), (1.0, 2.0)), Verdict::Weaker);
        assert_eq!(verdict((0.51, 0.6), (-2.0, -1.0)), Verdict::Stronger);
        assert_eq!(verdict((0.4, 0.6), (-2.0, -1.0)), Verdict::Weaker);
        assert_eq!(verdict((0.4, 0.6), (1.0, 2.0)), Verdict::Stronger);
        assert_eq!(verdict((0.4, 0.6), (-1.0, 2.0)), Verdict::NoDifference);
        let line = comparison((0.4, 0.6), (-1.0, 2.0)).to_string();
        assert!(line.ends_with("50.0 [40.0, 60.0] % won, 0.50 [-1.00, 2.00] points a deal ahead: no difference seen"), "{line}");
    }

    /// Plays a level against itself under another name: the result must have the right sign.
    #[test]
    fn the_lead_has_the_right_sign() {
        for (game, better) in [("rummy", "lowest"), ("rummy-500", "highest")] {
            let bots = ["steady", "novice"].map(|bot| bot.parse().unwrap());
            let options = Options { matches: 8, ..Options::new(game, bots.to_vec()) };
            let report = upcard_arena::run(&options, &Arc::new(AtomicBool::new(false))).unwrap();
            let comparison = Comparison::of(Level::Steady, &report, better == "highest").unwrap();
            assert!(comparison.lead.mean > 0.0 && comparison.won.mean > 0.5, "{comparison}");
        }
    }
}
