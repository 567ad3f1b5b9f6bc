//! `upcard sit`: a seat at a server's table, or at one that is opened there, in the terminal.

use std::error::Error;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use upcard_engine::{Library, MAX_PLAYERS, Seat};
use upcard_terminal::{
    Address, App, LineError, Opened, ScreenError, Server, Visitor, now, plain, screen,
};

use crate::looks::Looked;
use crate::opening::Opening;
use crate::out::{self, INTERRUPTED, say, say_line};
use crate::play::{folder, named};

/// What somebody is called who was not asked for a name.
const NAMELESS: &str = "Guest";

type Outcome = Result<ExitCode, Box<dyn Error>>;

/// `upcard sit`.
#[derive(Args)]
pub(crate) struct Sit {
    /// The table's link, as its host shares it, its code behind the server's address, as in
    /// https://cards.example.org/c/abcxyz, or the link that moves your seat here from another device; with --open
    /// the server's address.
    link: String,
    /// Your name, which is kept for the next time (by default the one that was kept; where none was, it is asked
    /// for).
    #[arg(long)]
    name: Option<String>,
    /// The seat, from 1 (by default the first that is free).
    #[arg(long, value_name = "SEAT", conflicts_with = "watch")]
    seat: Option<u8>,
    /// Look on, without a seat.
    #[arg(long, conflicts_with = "game")]
    watch: bool,
    /// Come as somebody whom the server does not know yet.
    #[arg(long)]
    stranger: bool,
    #[command(flatten)]
    opening: Opening,
    #[command(flatten)]
    looks: Looked,
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
        self.keep(&server, opened.cookie())?;
        let visitor =
            Visitor { name, seat, looks_on: self.watch, link: link.clone(), random: entropy };
        let mut app = App::afar(library, visitor, now());
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
            out::error(format!("{link}: {why}"));
            return Ok(ExitCode::FAILURE);
        }
        if app.match_over().is_none() && app.seated() {
            say_line!("your seat stays yours; a bot plays for you after a while");
            say_line!("  upcard sit {link}");
        }
        Ok(code)
    }

    /// What the person is called. Whoever looks on, or is no person but a script, need not say it.
    fn name(&self) -> Result<String, Box<dyn Error>> {
        let file = folder().join("servers").join("name");
        let own = match &self.name {
            Some(own) => named(own)?,
            None => {
                let known = fs::read_to_string(&file).ok().filter(|_| !self.stranger);
                if let Some(known) = known.and_then(|known| named(known.trim()).ok()) {
                    return Ok(known);
                }
                if self.watch || !io::stdin().is_terminal() {
                    return Ok(NAMELESS.to_owned());
                }
                asked()?
            }
        };
        if !self.stranger {
            write(&file, &own)?;
        }
        Ok(own)
    }

    /// Where the table is: that of the link, or one that is opened now.
    fn address(&self, library: &Library) -> Result<Address, Box<dyn Error>> {
        let failed = |error: LineError| format!("{}: {error}", self.link);
        let Some(set_up) = self.opening.set_up(library)? else {
            let known = |server: &Server| self.cookie(server);
            let address = Address::found(&self.link, known).map_err(failed)?;
            // A link that has brought a seat along works once.
            self.keep(&address.server, address.server.cookie.as_deref())?;
            return Ok(address);
        };
        let mut server = Server::at(&self.link).map_err(failed)?;
        server.cookie = self.cookie(&server);
        let address = Address::opened(server, &set_up).map_err(failed)?;
        self.keep(&address.server, address.server.cookie.as_deref())?;
        say_line!("the table is {}", address.link());
        if address.server.is_here() {
            out::note("others need this machine's name or address in the place of the link's");
        }
        Ok(address)
    }

    /// Who the server knows this person as; none of a person whom nobody knows yet.
    fn cookie(&self, server: &Server) -> Option<String> {
        let known = fs::read_to_string(known(server)).ok().filter(|_| !self.stranger);
        known.map(|cookie| cookie.trim().to_owned())
    }

    /// Keeps who the server knows this person as from now on.
    fn keep(&self, server: &Server, cookie: Option<&str>) -> Result<(), Box<dyn Error>> {
        match cookie.filter(|_| !self.stranger) {
            Some(cookie) => write(&known(server), cookie),
            None => Ok(()),
        }
    }
}

/// Asks for a name until one is said that can be one.
fn asked() -> Result<String, Box<dyn Error>> {
    loop {
        say!("Your name: ");
        let mut line = String::new();
        if io::stdin().read_line(&mut line)? == 0 {
            return Err("--name: no name was said".into());
        }
        match named(line.trim()) {
            Ok(name) => return Ok(name),
            Err(why) => out::error(why),
        }
    }
}

/// The file that says who a server knows this person as.
fn known(server: &Server) -> PathBuf {
    folder().join("servers").join(server.file_name())
}

/// Writes a line where only its owner reads it: whoever reads a cookie can take the seats of its person.
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

/// Bytes for the shuffle that nobody can predict.
fn entropy() -> [u8; 32] {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    bytes
}
