//! `upcard play`: one person against bots, in the terminal.

use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use upcard_client::wire::{MAX_NAME_LEN, Pace, SeatPlan, SetUp};
use upcard_engine::chance::numbered_secret;
use upcard_engine::{Level, Library};
use upcard_scenario::library_with;
use upcard_terminal::{App, Files, ScreenError};

use crate::display::{DisplayOptions, exit_code};
use crate::out::{Outcome, say_line};
use crate::proof::count;
use crate::saved::{self, MATCH_EXTENSION, RECORD_EXTENSION};
use crate::selection::{changes, player_count, raw_change};

/// `upcard play`.
#[derive(Args)]
pub(crate) struct Play {
    /// Game: an id, `id+variation+variation`, or the path of a game's file.
    #[arg(default_value = "progressive-rummy")]
    game: String,
    /// Change one choice, as in `--set buying.limit.per-deal=3`; may be repeated.
    #[arg(long = "set", value_name = "CHOICE=VALUE", value_parser = raw_change)]
    sets: Vec<(String, String)>,
    /// Number of players (by default 4, or the nearest number that the game allows).
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// Levels of the bots: random, beginner, casual, novice, steady, sharp or expert; a list assigns one to
    /// each other seat in turn. A child can beat a beginner: a novice wins nine matches of ten against it,
    /// and three of four against a casual player.
    #[arg(long, value_name = "LEVEL,…", default_value = "steady", value_delimiter = ',')]
    bots: Vec<Level>,
    /// Seed: the same number deals the same cards.
    #[arg(long)]
    seed: Option<u64>,
    /// Short match of three deals, if the game allows that; `--set match.deals=[1, 7]` selects others.
    #[arg(long)]
    short: bool,
    /// Your name.
    #[arg(long, default_value = "You")]
    name: String,
    /// Pace of the bots.
    #[arg(long, value_enum, default_value_t = Speed::Usual)]
    pace: Speed,
    #[command(flatten)]
    looks: DisplayOptions,
    /// File in which to save the match (by default in the state folder, `~/.local/state/upcard`).
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    save: Option<PathBuf>,
    /// File for the record of the finished match (by default beside the saved match).
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Resume a saved match: by its name in the list, by its file, or the latest.
    #[arg(
        long,
        value_name = "MATCH",
        num_args = 0..=1,
        conflicts_with_all = ["game", "sets", "players", "bots", "seed", "short", "name"]
    )]
    resume: Option<Option<PathBuf>>,
    /// List the saved matches.
    #[arg(
        long,
        conflicts_with_all = [
            "game", "sets", "players", "bots", "seed", "short", "name", "save", "record", "resume"
        ]
    )]
    list: bool,
    /// Print the list as JSON.
    #[arg(long)]
    json: bool,
}

/// Pace of the bots.
#[derive(Clone, Copy, ValueEnum)]
enum Speed {
    /// Time to see everything.
    Calm,
    /// As experienced players play.
    Usual,
    /// No longer than needed.
    Fast,
}

impl Play {
    pub(crate) fn run(&self) -> Outcome {
        if self.json && !self.list {
            return Err("--json is only for the list; add --list".into());
        }
        if self.list {
            saved::list(&folder(), self.json)?;
            return Ok(ExitCode::SUCCESS);
        }
        if let Some(record) = &self.record {
            check_absent(record)?;
        }
        let (mut app, mut files) = match &self.resume {
            Some(file) => self.resume_match(file.as_deref())?,
            None => self.start_match()?,
        };
        app.set_looks(self.looks.looks());
        app.set_pace(match self.pace {
            Speed::Calm => Pace::Calm,
            Speed::Usual => Pace::Usual,
            Speed::Fast => Pace::Fast,
        });
        let Some(played) = self.looks.show_table(&mut app, Some(&mut files), None) else {
            return Ok(ExitCode::FAILURE);
        };
        for record in files.records() {
            let name = record.display();
            say_line!("the record is {name}");
            say_line!("  upcard replay {name} --verify     proves its deals");
            say_line!("  upcard review {name} --seat 1     says what your decisions cost");
        }
        if app.match_over().is_none()
            && fs::metadata(files.match_file()).is_ok_and(|file| file.len() > 0)
        {
            let name = saved::match_name(&folder(), files.match_file());
            let what = match played {
                // The error then says what was not saved.
                Err(ScreenError::Files(_)) => "what could be saved of the match is",
                _ => "the match is saved",
            };
            say_line!("{what} in {}", files.match_file().display());
            say_line!("  upcard play --resume {name}");
        }
        Ok(exit_code(played)?)
    }

    fn start_match(&self) -> Result<(App, Files), Box<dyn Error>> {
        let name = clean_name(&self.name)?;
        let standard = Library::standard()?;
        let library = library_with(&standard, &self.game)?.into_owned();
        let players = player_count(&library, &self.game, self.players)?;
        let mut set_up = SetUp::new(&self.game, self.seats(players));
        set_up.changes = changes(&library, &self.game, players, self.short, &self.sets)?;
        set_up.source().new_rules(&library)?;
        let others = set_up.seats.len() - 1;
        if self.bots.len() > others {
            let (levels, seats) = (count(self.bots.len(), "level"), count(others, "other seat"));
            return Err(format!("--bots: {levels} for {seats}").into());
        }
        let app = App::new(Arc::new(library), set_up, &name, self.seed()?, upcard_terminal::now())?;
        let match_file = match &self.save {
            Some(file) if file.exists() => {
                let file = file.display();
                return Err(format!(
                    "{file}: this file exists already; resume it with 'upcard play --resume {file}'"
                )
                .into());
            }
            Some(file) => {
                if self.record.is_none() {
                    check_absent(&file.with_extension(RECORD_EXTENSION))?;
                }
                file.clone()
            }
            None => create_match_file(&folder(), &self.game)?,
        };
        let record =
            self.record.clone().unwrap_or_else(|| match_file.with_extension(RECORD_EXTENSION));
        Ok((app, Files::begin(match_file, record)?))
    }

    fn resume_match(&self, named: Option<&Path>) -> Result<(App, Files), Box<dyn Error>> {
        let file = match named {
            Some(named) => saved::find(&folder(), named),
            None => saved::latest(&folder())?,
        };
        if !file.exists() {
            return Err(saved::unknown_match(&folder(), &file).into());
        }
        let seed = self.seed()?;
        // Check first, so that a file without a match gets no lock beside it.
        saved::restore(&file, seed)?;
        let record = self.record.clone().unwrap_or_else(|| file.with_extension(RECORD_EXTENSION));
        let files = Files::resume(file.clone(), record)?;
        // Read again under the lock.
        let (app, _) = saved::restore(&file, seed)?;
        Ok((app, files))
    }

    /// The person's seat, then bots.
    fn seats(&self, players: u8) -> Vec<SeatPlan> {
        let bots = self.bots.iter().cycle().map(|level| SeatPlan::Bot { level: *level });
        let others = usize::from(players.saturating_sub(1));
        std::iter::once(SeatPlan::Person).chain(bots.take(others)).collect()
    }

    /// Seed of all randomness at the table.
    fn seed(&self) -> Result<[u8; 32], Box<dyn Error>> {
        if let Some(number) = self.seed {
            return Ok(numbered_secret(number));
        }
        let mut seed = [0; 32];
        getrandom::fill(&mut seed)
            .map_err(|error| format!("cannot get random numbers from the system: {error}"))?;
        Ok(seed)
    }
}

/// Fails if the record would overwrite a file.
fn check_absent(record: &Path) -> Result<(), String> {
    if record.exists() {
        let record = record.display();
        return Err(format!("{record}: this file exists already; choose another with --record"));
    }
    Ok(())
}

/// Normalizes a person's name by the rules of tables.
pub(crate) fn clean_name(name: &str) -> Result<String, String> {
    let why = match upcard_table::name::clean(name) {
        Some(name) if !upcard_table::name::is_bot_name(&name) => return Ok(name),
        Some(_) => "records use it for bots".to_owned(),
        None => match name.trim().chars().count() {
            0 => "it is empty".to_owned(),
            n if n > MAX_NAME_LEN => {
                format!("it has {n} letters, and the maximum is {MAX_NAME_LEN}")
            }
            _ => "it has an invisible character".to_owned(),
        },
    };
    Err(format!("--name: invalid name: {why}"))
}

/// Folder of saved matches: the user's state folder, or the current one as a fallback.
pub(crate) fn folder() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let state = set("XDG_STATE_HOME").map(PathBuf::from);
    let home = set("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    state.or(home).map_or_else(PathBuf::new, |state| state.join("upcard"))
}

/// Creates a new, empty file for a match of this game.
fn create_match_file(folder: &Path, game: &str) -> Result<PathBuf, Box<dyn Error>> {
    let failed =
        |path: &Path, error: io::Error| format!("{}: cannot be written: {error}", path.display());
    if !folder.as_os_str().is_empty() {
        fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    }
    let id = game.split('+').next().unwrap_or(game);
    let id =
        Path::new(id).file_stem().map_or_else(|| "match".into(), |stem| stem.to_string_lossy());
    let mut number = 1u32;
    loop {
        let path = folder.join(format!("{id}-{number}.{MATCH_EXTENSION}"));
        number += 1;
        if path.with_extension(RECORD_EXTENSION).exists() {
            continue;
        }
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(&path, error).into()),
        }
    }
}
