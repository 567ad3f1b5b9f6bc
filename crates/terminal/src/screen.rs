//! Full-screen mode: output, keyboard and mouse.

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
use crate::drive::{FrontEnd, POLL_INTERVAL, ScreenError, drive, listen};
use crate::place::Input;
use crate::socket::Opened;
use crate::{Files, ReplayViewer};

/// How long it may take until a suspended process actually stops.
#[cfg(unix)]
const SUSPEND_TIMEOUT: std::time::Duration = std::time::Duration::from_millis(50);

/// Returns `true` if there is a terminal to draw in.
#[must_use]
pub fn has_terminal() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|kind| kind == "dumb");
    !dumb && io::stdout().is_terminal() && io::stdin().is_terminal()
}

/// Width for printing texts, in columns: that of the terminal, up to this maximum; the maximum without a
/// terminal.
#[must_use]
pub fn columns(most: usize) -> usize {
    let size = io::stdout().is_terminal().then(ratatui::crossterm::terminal::size);
    match size {
        Some(Ok((columns, _))) if columns > 0 => usize::from(columns).clamp(20, most),
        _ => most,
    }
}

/// Shows the table in this terminal until the person leaves it or the program is asked to end. Restores the
/// terminal in any case.
///
/// # Errors
/// If it cannot be shown or saved.
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
    // Save what was not saved before the end.
    let kept = files.map_or(Ok(()), |files| files.save(app));
    screen.close()?;
    // Failing to save takes precedence as an error.
    kept?;
    result
}

/// Shows a record until the person quits or the program is asked to end.
///
/// # Errors
/// If it cannot be shown.
pub fn show_replay(mut looking: ReplayViewer<'_>, mouse: bool) -> Result<(), ScreenError> {
    let ending = listen()?;
    let (send, came) = mpsc::channel();
    let mut screen = Screen::open(mouse)?;
    events(send);
    let (mut looks, mut changed) = (true, true);
    while looks && !ending.is_requested() {
        changed |= screen.check_resumed()?;
        if std::mem::take(&mut changed) {
            screen.terminal.draw(|frame| looking.draw(frame))?;
        }
        match came.recv_timeout(POLL_INTERVAL) {
            Ok(Input::Event(event)) if is_suspend_key(&event) => {
                screen.suspend()?;
                changed = true;
            }
            Ok(Input::Event(event)) => (looks, changed) = (looking.take(&event), true),
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) if screen.is_attached() => {}
            Err(_) => {
                screen.close()?;
                return Err(ScreenError::Closed);
            }
        }
    }
    screen.close()?;
    if looks { ending.outcome() } else { Ok(()) }
}

/// Makes a panic of this thread restore the terminal before it is reported. Panics of bot threads are silent:
/// the table answers for the bot.
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

/// The terminal in full-screen mode.
struct Screen {
    terminal: DefaultTerminal,
    /// `true` if mouse events are captured.
    mouse: bool,
    /// `true` if the process was resumed after a suspension, as by a shell's `fg`.
    resumed: Arc<AtomicBool>,
}

impl Screen {
    fn open(mouse: bool) -> Result<Screen, ScreenError> {
        restore_on_panic();
        let resumed = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGCONT, resumed.clone())?;
        let screen = Screen { terminal: ratatui::try_init()?, mouse, resumed };
        if mouse {
            execute!(io::stdout(), EnableMouseCapture)?;
        }
        Ok(screen)
    }

    /// Restores the terminal.
    fn close(self) -> Result<(), ScreenError> {
        if !self.is_attached() {
            // It is gone, and dropping the value would report that to nobody.
            std::mem::forget(self.terminal);
            return Err(ScreenError::Closed);
        }
        self.restore()
    }

    fn restore(&self) -> Result<(), ScreenError> {
        if self.mouse {
            execute!(io::stdout(), DisableMouseCapture)?;
        }
        Ok(ratatui::try_restore()?)
    }

    /// Suspends the process group until the shell resumes it. Without such a shell the system resumes it at
    /// once.
    fn suspend(&mut self) -> Result<(), ScreenError> {
        #[cfg(unix)]
        {
            use rustix::process::{Signal, kill_current_process_group};
            self.terminal.show_cursor()?;
            self.restore()?;
            kill_current_process_group(Signal::TSTP).map_err(io::Error::from)?;
            // The signal may be delivered to another thread, a moment later.
            thread::sleep(SUSPEND_TIMEOUT);
            self.resumed.store(true, Ordering::Relaxed);
            self.check_resumed()?;
        }
        Ok(())
    }

    /// Returns `true` if the process was resumed after a suspension. The shell has used the terminal
    /// meanwhile, so it is set up again.
    fn check_resumed(&mut self) -> Result<bool, ScreenError> {
        if !self.resumed.swap(false, Ordering::Relaxed) {
            return Ok(false);
        }
        // Enabling alone would be a no-op if the terminal was not restored before.
        disable_raw_mode()?;
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen)?;
        if self.mouse {
            execute!(io::stdout(), EnableMouseCapture)?;
        }
        // Pretend a resize: it redraws everything without querying the terminal, whose reply the input thread
        // would consume.
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::from((Position::ORIGIN, size)))?;
        Ok(true)
    }
}

/// Returns `true` for Ctrl-Z, which the terminal passes on in raw mode.
fn is_suspend_key(event: &Event) -> bool {
    let control = KeyModifiers::CONTROL;
    matches!(event, Event::Key(key) if key.modifiers == control && key.code == KeyCode::Char('z'))
}

impl FrontEnd for Screen {
    fn show(&mut self, app: &mut App) -> Result<(), ScreenError> {
        self.terminal.draw(|frame| app.draw(frame))?;
        Ok(())
    }

    fn handle(&mut self, app: &mut App, came: Input) -> Result<bool, ScreenError> {
        match came {
            Input::Event(event) if is_suspend_key(&event) => self.suspend()?,
            Input::Event(Event::Key(key)) => app.key(key),
            Input::Event(Event::Mouse(mouse)) => return Ok(app.mouse(mouse)),
            Input::Event(Event::Resize(..)) => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn do_pending_work(&mut self, _: &mut App) -> Result<bool, ScreenError> {
        self.check_resumed()
    }

    fn is_attached(&self) -> bool {
        io::stdout().is_terminal()
    }
}

/// Reads terminal events in a separate thread: reading from a closed terminal may block forever, and the
/// table must not wait for it.
fn events(found: Sender<Input>) {
    thread::spawn(move || {
        while let Ok(event) = event::read() {
            if found.send(Input::Event(event)).is_err() {
                return;
            }
        }
    });
}
