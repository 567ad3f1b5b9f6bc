//! The screen of a terminal: what is drawn there, and the keys and the mouse that come from it.

use std::io::{self, IsTerminal};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyModifiers,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::layout::{Position, Rect};

use crate::app::App;
use crate::drive::{Front, ScreenError, TICK, drive, listen};
use crate::place::Came;
use crate::socket::Opened;
use crate::{Files, Looking};

/// How long it may take until a program that is to stop has stopped.
#[cfg(unix)]
const STOPPING: std::time::Duration = std::time::Duration::from_millis(50);

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
    let (send, came) = mpsc::channel();
    let line = line.map(|line| line.begin(send.clone()));
    let mut screen = Screen::open(mouse)?;
    events(send);
    let result = drive(app, files.as_deref_mut(), &mut screen, &came, line.as_ref(), &ending);
    // What was not kept before the end is kept now.
    let kept = files.map_or(Ok(()), |files| files.keep(app));
    screen.close()?;
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
    let (send, came) = mpsc::channel();
    let mut screen = Screen::open(mouse)?;
    events(send);
    let (mut looks, mut changed) = (true, true);
    while looks && !ending.is_asked() {
        changed |= screen.is_back()?;
        if std::mem::take(&mut changed) {
            screen.terminal.draw(|frame| looking.draw(frame))?;
        }
        match came.recv_timeout(TICK) {
            Ok(Came::Event(event)) if stops(&event) => {
                screen.stop()?;
                changed = true;
            }
            Ok(Came::Event(event)) => (looks, changed) = (looking.take(&event), true),
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) if screen.there() => {}
            Err(_) => {
                screen.close()?;
                return Err(ScreenError::Closed);
            }
        }
    }
    screen.close()?;
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

/// The terminal while something is drawn there.
struct Screen {
    terminal: DefaultTerminal,
    /// Does it tell of the mouse?
    mouse: bool,
    /// Does the program go on after it was stopped, as a shell's `fg` lets it?
    went_on: Arc<AtomicBool>,
}

impl Screen {
    fn open(mouse: bool) -> Result<Screen, ScreenError> {
        restore_on_panic();
        let went_on = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGCONT, went_on.clone())?;
        let screen = Screen { terminal: ratatui::try_init()?, mouse, went_on };
        if mouse {
            execute!(io::stdout(), EnableMouseCapture)?;
        }
        Ok(screen)
    }

    /// Gives the terminal back as it was.
    fn close(self) -> Result<(), ScreenError> {
        if !self.there() {
            // It cannot be given back, and its value would say so where nobody can read it.
            std::mem::forget(self.terminal);
            return Err(ScreenError::Closed);
        }
        self.give_back()
    }

    fn give_back(&self) -> Result<(), ScreenError> {
        if self.mouse {
            execute!(io::stdout(), DisableMouseCapture)?;
        }
        Ok(ratatui::try_restore()?)
    }

    /// Stops the program and whatever was started with it, until the shell lets them go on. Where there is no shell
    /// that could, the system lets them go on at once.
    fn stop(&mut self) -> Result<(), ScreenError> {
        #[cfg(unix)]
        {
            use rustix::process::{Signal, kill_current_process_group};
            self.terminal.show_cursor()?;
            self.give_back()?;
            kill_current_process_group(Signal::TSTP).map_err(io::Error::from)?;
            // Another thread may be the one that is told, a moment later.
            thread::sleep(STOPPING);
            self.went_on.store(true, Ordering::Relaxed);
            self.is_back()?;
        }
        Ok(())
    }

    /// Has the program gone on after it was stopped? The shell has used the terminal meanwhile: it is taken again.
    fn is_back(&mut self) -> Result<bool, ScreenError> {
        if !self.went_on.swap(false, Ordering::Relaxed) {
            return Ok(false);
        }
        // Asked for alone this would do nothing where the terminal was not given back before.
        disable_raw_mode()?;
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen)?;
        if self.mouse {
            execute!(io::stdout(), EnableMouseCapture)?;
        }
        // As if the size were another: all is drawn anew, and nothing is asked of the terminal, whose answer the
        // thread that reads keys would take.
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::from((Position::ORIGIN, size)))?;
        Ok(true)
    }
}

/// Is this the key that stops programs? A terminal that is drawn on hands it to the program.
fn stops(event: &Event) -> bool {
    let control = KeyModifiers::CONTROL;
    matches!(event, Event::Key(key) if key.modifiers == control && key.code == KeyCode::Char('z'))
}

impl Front for Screen {
    fn show(&mut self, app: &mut App) -> Result<(), ScreenError> {
        self.terminal.draw(|frame| app.draw(frame))?;
        Ok(())
    }

    fn take(&mut self, app: &mut App, came: Came) -> Result<bool, ScreenError> {
        match came {
            Came::Event(event) if stops(&event) => self.stop()?,
            Came::Event(Event::Key(key)) => app.key(key),
            Came::Event(Event::Mouse(mouse)) => return Ok(app.mouse(mouse)),
            Came::Event(Event::Resize(..)) => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn go_on(&mut self, _: &mut App) -> Result<bool, ScreenError> {
        self.is_back()
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
