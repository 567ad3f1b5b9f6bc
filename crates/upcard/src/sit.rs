//! `upcard sit`: a seat at a server's table, in the terminal.

use std::error::Error;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use upcard_engine::{Library, MAX_PLAYERS, Seat};
use upcard_terminal::{Address, App, Opened, ScreenError, now, plain, screen};

use crate::looks::Looked;
use crate::out::{self, INTERRUPTED, say_line};
use crate::play::{folder, named};

type Outcome = Result<ExitCode, Box<dyn Error>>;

/// `upcard sit`.
#[derive(Args)]
pub(crate) struct Sit {
    /// The table's link, as its host shares it.
    link: String,
    /// Your name.
    #[arg(long, default_value = "You")]
    name: String,
    /// The seat, from 1 (by default the first that is free).
    #[arg(long, value_name = "SEAT", conflicts_with = "watch")]
    seat: Option<u8>,
    /// Look on, without a seat.
    #[arg(long)]
    watch: bool,
    /// Come as somebody whom the server does not know yet.
    #[arg(long)]
    stranger: bool,
    #[command(flatten)]
    looks: Looked,
}

impl Sit {
    pub(crate) fn run(&self) -> Outcome {
        let name = named(&self.name)?;
        let seat = match self.seat {
            None => None,
            Some(seat @ 1..) if usize::from(seat) <= MAX_PLAYERS => {
                Some(Seat::at(usize::from(seat) - 1))
            }
            Some(seat) => return Err(format!("--seat: there is no seat {seat}").into()),
        };
        let failed = |error: &dyn Error| format!("{}: {error}", self.link);
        let mut address = Address::of(&self.link).map_err(|error| failed(&error))?;
        let known = folder().join("servers").join(address.server());
        if !self.stranger {
            // A person whom nobody knows yet has none.
            address.cookie = fs::read_to_string(&known).ok().map(|cookie| cookie.trim().to_owned());
        }
        let opened = Opened::to(address).map_err(|error| failed(&error))?;
        if let Some(cookie) = opened.cookie().filter(|_| !self.stranger) {
            keep(&known, cookie)?;
        }
        let library = Arc::new(Library::standard()?);
        let mut app = App::afar(library, &name, seat, self.watch, entropy, now());
        app.set_looks(self.looks.looks());
        let plain = self.looks.is_plain();
        let played = match plain {
            true => plain::run(&mut app, None, Some(opened)),
            false => screen::run(&mut app, None, Some(opened), self.looks.mouse()),
        };
        let code = match played {
            // There is nobody left to tell.
            Err(ScreenError::Closed) if !plain && !io::stdout().is_terminal() => {
                return Ok(ExitCode::FAILURE);
            }
            Ok(()) => ExitCode::SUCCESS,
            Err(ScreenError::Closed) => ExitCode::FAILURE,
            Err(ScreenError::Interrupted) => INTERRUPTED.into(),
            Err(error) => return Err(error.into()),
        };
        if let Some(why) = app.ended() {
            out::error(failed_for(&self.link, &why));
            return Ok(ExitCode::FAILURE);
        }
        if app.match_over().is_none() && app.seated() {
            say_line!("your seat stays yours; a bot plays for you after a while");
            say_line!("  upcard sit {}", self.link);
        }
        Ok(code)
    }
}

fn failed_for(link: &str, why: &str) -> String {
    format!("{link}: {why}")
}

/// Keeps who the server knows this person as: whoever reads it can take their seats.
fn keep(file: &Path, cookie: &str) -> Result<(), Box<dyn Error>> {
    let unwritable =
        |path: PathBuf, error| format!("{}: cannot be written: {error}", path.display());
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(|error| unwritable(folder.to_owned(), error))?;
    }
    let mut options = fs::OpenOptions::new();
    options.create(true).truncate(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(file).and_then(|mut file| {
        std::io::Write::write_all(&mut file, format!("{cookie}\n").as_bytes())
    });
    Ok(written.map_err(|error| unwritable(file.to_owned(), error))?)
}

/// Bytes for the shuffle that nobody can predict.
fn entropy() -> [u8; 32] {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    bytes
}
