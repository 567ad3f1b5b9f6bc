//! The screen of a terminal: what is drawn there, and the keys and the mouse that come from it.

use std::io::{self, IsTerminal};
use std::panic;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;

use crate::app::App;
use crate::drive::{Front, ScreenError, TICK, drive, listen};
use crate::place::Came;
use crate::socket::Opened;
use crate::{Files, Looking};

/// Is there a terminal that a table can be drawn in?
#[must_use]
pub fn draws() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|kind| kind == "dumb");
    !dumb && io::stdout().is_terminal() && io::stdin().is_terminal()
}

/// How many columns a text is printed in: those of the terminal, up to this many; as many where there is
/// none.
#[must_use]
pub fn columns(most: usize) -> usize {
    let size = io::stdout().is_terminal().then(ratatui::crossterm::terminal::size);
    match size {
        Some(Ok((columns, _))) if columns > 0 => usize::from(columns).clamp(20, most),
        _ => most,
    }
}

/// Shows the table in this terminal until the person leaves it or the program is asked to end. The
/// terminal is then as it was, whatever has happened.
///
/// # Errors
/// Why it cannot be shown, or the match not be kept.
pub fn run(
    app: &mut App,
    mut files: Option<&mut Files>,
    line: Option<Opened>,
    mouse: bool,
) -> Result<(), ScreenError> {
    let ending = listen()?;
    restore_on_panic();
    let (send, came) = mpsc::channel();
    let line = line.map(|line| line.begin(send.clone()));
    let mut screen = Screen(ratatui::try_init()?);
    if mouse {
        execute!(io::stdout(), EnableMouseCapture)?;
    }
    events(send);
    let result = drive(app, files.as_deref_mut(), &mut screen, &came, line.as_ref(), &ending);
    // What was not kept before the end is kept now.
    let kept = files.map_or(Ok(()), |files| files.keep(app));
    if !io::stdout().is_terminal() {
        // It cannot be given back, and its value would say so where nobody can read it.
        std::mem::forget(screen);
        return Err(ScreenError::Closed);
    }
    if mouse {
        execute!(io::stdout(), DisableMouseCapture)?;
    }
    ratatui::try_restore()?;
    // That a match is lost is said before that it was to end.
    kept?;
    result
}

/// Shows a record until the person has seen enough or the program is asked to end.
///
/// # Errors
/// Why it cannot be shown.
pub fn look(mut looking: Looking<'_>, mouse: bool) -> Result<(), ScreenError> {
    let ending = listen()?;
    restore_on_panic();
    let (send, came) = mpsc::channel();
    let mut terminal = ratatui::try_init()?;
    if mouse {
        execute!(io::stdout(), EnableMouseCapture)?;
    }
    events(send);
    let (mut looks, mut changed) = (true, true);
    while looks && !ending.is_asked() {
        if std::mem::take(&mut changed) {
            terminal.draw(|frame| looking.draw(frame))?;
        }
        match came.recv_timeout(TICK) {
            Ok(Came::Event(event)) => (looks, changed) = (looking.take(&event), true),
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) if io::stdout().is_terminal() => {}
            Err(_) => {
                std::mem::forget(terminal);
                return Err(ScreenError::Closed);
            }
        }
    }
    if mouse {
        execute!(io::stdout(), DisableMouseCapture)?;
    }
    ratatui::try_restore()?;
    if looks { ending.outcome() } else { Ok(()) }
}

/// A panic of this thread gives the terminal back before it is told of. A bot's is not told of: the
/// table answers for it.
fn restore_on_panic() {
    let usual = panic::take_hook();
    let screen = thread::current().id();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == screen {
            let _ = execute!(io::stdout(), DisableMouseCapture);
            ratatui::restore();
            usual(info);
        }
    }));
}

struct Screen(DefaultTerminal);

impl Front for Screen {
    fn show(&mut self, app: &mut App) -> Result<(), ScreenError> {
        self.0.draw(|frame| app.draw(frame))?;
        Ok(())
    }

    fn take(&mut self, app: &mut App, came: Came) -> Result<bool, ScreenError> {
        match came {
            Came::Event(Event::Key(key)) => app.key(key),
            Came::Event(Event::Mouse(mouse)) => return Ok(app.mouse(mouse)),
            Came::Event(Event::Resize(..)) => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn go_on(&mut self, _: &mut App) -> Result<bool, ScreenError> {
        Ok(false)
    }

    fn there(&self) -> bool {
        io::stdout().is_terminal()
    }
}

/// What comes from the terminal, read by a thread of its own: where a terminal is closed, reading from
/// it does not end, and the table must not wait for that.
fn events(found: Sender<Came>) {
    thread::spawn(move || {
        while let Ok(event) = event::read() {
            if found.send(Came::Event(event)).is_err() {
                return;
            }
        }
    });
}
