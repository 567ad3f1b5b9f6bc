//! `upcard sit`: a seat at a server's table, or at one that is opened there, in the terminal.

use std::error::Error;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use upcard_engine::{Library, MAX_PLAYERS, Seat};
use upcard_terminal::{Address, App, Opened, Server, ServerError, Visitor, now};

use crate::display::{DisplayOptions, exit_code};
use crate::opening::OpenTable;
use crate::out::{self, Outcome, say, say_line};
use crate::play::{clean_name, folder};

/// Name of a person who was not asked for one.
const DEFAULT_NAME: &str = "Guest";

/// `upcard sit`.
#[derive(Args)]
pub(crate) struct Sit {
    /// Link of the table; or its short code, as in https://cards.example.org/c/abcxyz; or a link that moves
    /// your seat here from another device; or, with --open, the server's address.
    link: String,
    /// Your name, which is saved for the next time (by default the saved one; without one you are asked).
    #[arg(long)]
    name: Option<String>,
    /// Seat to take, from 1 (by default the first free one).
    #[arg(long, value_name = "SEAT", conflicts_with = "watch")]
    seat: Option<u8>,
    /// Watch, without a seat.
    #[arg(long, conflicts_with = "game")]
    watch: bool,
    /// Join as a new person, unknown to the server.
    #[arg(long)]
    stranger: bool,
    #[command(flatten)]
    opening: OpenTable,
    #[command(flatten)]
    looks: DisplayOptions,
}

impl Sit {
    pub(crate) fn run(&self) -> Outcome {
        let name = self.name()?;
        let seat = match self.seat {
            None => None,
            Some(seat @ 1..) if usize::from(seat) <= MAX_PLAYERS => {
                Some(Seat::at(usize::from(seat) - 1))
            }
            Some(seat) => return Err(format!("--seat: there is no seat {seat}").into()),
        };
        let library = Arc::new(Library::standard()?);
        let address = self.address(&library)?;
        let (link, server) = (address.link(), address.server.clone());
        let opened = Opened::to(address).map_err(|error| format!("{link}: {error}"))?;
        self.save_cookie(&server, opened.cookie())?;
        let visitor =
            Visitor { name, seat, is_spectator: self.watch, link: link.clone(), random: entropy };
        let mut app = App::remote(library, visitor, now());
        app.set_looks(self.looks.looks());
        let Some(shown) = self.looks.show_table(&mut app, None, Some(opened)) else {
            return Ok(ExitCode::FAILURE);
        };
        let code = exit_code(shown)?;
        if let Some(why) = app.ended() {
            out::error(format!("{link}: {why}"));
            return Ok(ExitCode::FAILURE);
        }
        if app.match_over().is_none() && app.seated() {
            say_line!("your seat is kept; a bot plays for you after a while");
            say_line!("  upcard sit {link}");
        }
        Ok(code)
    }

    /// Returns the person's name. Spectators and scripts need none.
    fn name(&self) -> Result<String, Box<dyn Error>> {
        let file = folder().join("servers").join("name");
        let own = match &self.name {
            Some(own) => clean_name(own)?,
            None => {
                let known = fs::read_to_string(&file).ok().filter(|_| !self.stranger);
                if let Some(known) = known.and_then(|known| clean_name(known.trim()).ok()) {
                    return Ok(known);
                }
                if self.watch || !io::stdin().is_terminal() {
                    return Ok(DEFAULT_NAME.to_owned());
                }
                ask_name()?
            }
        };
        if !self.stranger {
            write(&file, &own)?;
        }
        Ok(own)
    }

    /// Returns the address of the linked table, or opens one.
    fn address(&self, library: &Library) -> Result<Address, Box<dyn Error>> {
        let failed = |error: ServerError| format!("{}: {error}", self.link);
        let Some(set_up) = self.opening.set_up(library)? else {
            let known = |server: &Server| self.cookie(server);
            let address = Address::found(&self.link, known).map_err(failed)?;
            // A link that moves a seat works once.
            self.save_cookie(&address.server, address.server.cookie.as_deref())?;
            return Ok(address);
        };
        let mut server = Server::at(&self.link).map_err(failed)?;
        server.cookie = self.cookie(&server);
        let address = Address::opened(server, &set_up).map_err(failed)?;
        self.save_cookie(&address.server, address.server.cookie.as_deref())?;
        say_line!("the table is {}", address.link());
        if address.server.is_loopback() {
            out::note("for others, put this machine's name or address into the link");
        }
        Ok(address)
    }

    fn cookie(&self, server: &Server) -> Option<String> {
        let known = fs::read_to_string(cookie_file(server)).ok().filter(|_| !self.stranger);
        known.map(|cookie| cookie.trim().to_owned())
    }

    fn save_cookie(&self, server: &Server, cookie: Option<&str>) -> Result<(), Box<dyn Error>> {
        match cookie.filter(|_| !self.stranger) {
            Some(cookie) => write(&cookie_file(server), cookie),
            None => Ok(()),
        }
    }
}

/// Asks for a name until a valid one is given.
fn ask_name() -> Result<String, Box<dyn Error>> {
    loop {
        say!("Your name: ");
        let mut line = String::new();
        if io::stdin().read_line(&mut line)? == 0 {
            return Err("--name: no name given".into());
        }
        match clean_name(line.trim()) {
            Ok(name) => return Ok(name),
            Err(why) => out::error(why),
        }
    }
}

fn cookie_file(server: &Server) -> PathBuf {
    folder().join("servers").join(server.file_name())
}

/// Writes a line to a private file: a cookie gives access to its person's seats.
fn write(file: &Path, line: &str) -> Result<(), Box<dyn Error>> {
    let unwritable =
        |path: PathBuf, error| format!("{}: cannot be written: {error}", path.display());
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(|error| unwritable(folder.to_owned(), error))?;
    }
    let mut options = fs::OpenOptions::new();
    options.create(true).truncate(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options
        .open(file)
        .and_then(|mut file| std::io::Write::write_all(&mut file, format!("{line}\n").as_bytes()));
    Ok(written.map_err(|error| unwritable(file.to_owned(), error))?)
}

/// Unpredictable bytes for the shuffle.
fn entropy() -> [u8; 32] {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    bytes
}
