//! The terminal itself: what is drawn there, the keys that come from it, and the thread in which the bots
//! think.

use std::io::{self, IsTerminal};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event};
use thiserror::Error;
use upcard_engine::{Action, Seat};
use upcard_table::{Millis, Think};

use crate::app::{App, decide_while};
use crate::{Files, FilesError};

/// The longest that the program waits for a key: how soon it notices that it is to end, or that its
/// terminal is gone.
const TICK: Duration = Duration::from_millis(200);

/// The same while a bot thinks: how soon its answer is seen.
const SOON: Duration = Duration::from_millis(15);

/// Why no table can be shown, or no longer.
#[derive(Debug, Error)]
pub enum ScreenError {
    /// There is no terminal.
    #[error("a table needs a terminal to be shown in: start it in one, not in a pipe")]
    NoTerminal,
    /// The terminal does not do what it is asked.
    #[error("the terminal: {0}")]
    Terminal(#[from] io::Error),
    /// The terminal was closed. The match is kept; there is nobody left to tell.
    #[error("the terminal was closed")]
    Closed,
    /// The match cannot be kept.
    #[error(transparent)]
    Files(#[from] FilesError),
}

/// The time, in milliseconds.
#[must_use]
pub fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
}

/// Is there a terminal to play in?
///
/// # Errors
/// There is none.
pub fn check() -> Result<(), ScreenError> {
    let there = io::stdout().is_terminal() && io::stdin().is_terminal();
    if there { Ok(()) } else { Err(ScreenError::NoTerminal) }
}

/// Shows the table in this terminal until the person leaves it or the program is asked to end. The
/// terminal is then as it was, whatever has happened.
///
/// # Errors
/// Why it cannot be shown, or the match not be kept.
pub fn run(app: &mut App, files: &mut Files) -> Result<(), ScreenError> {
    check()?;
    let ending = Arc::new(AtomicBool::new(false));
    listen(&ending)?;
    restore_on_panic();
    let mut terminal = ratatui::try_init()?;
    let result = play(app, files, &mut terminal, &ending);
    // What was not kept before the end is kept now.
    let kept = files.keep(app);
    if !io::stdout().is_terminal() {
        // It cannot be given back, and its value would say so where nobody can read it.
        std::mem::forget(terminal);
        return Err(ScreenError::Closed);
    }
    ratatui::try_restore()?;
    result?;
    Ok(kept?)
}

/// Notes signals that ask the program to end.
#[cfg(unix)]
fn listen(ending: &Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    for signal in [SIGTERM, SIGINT, SIGHUP] {
        signal_hook::flag::register(signal, ending.clone())?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn listen(_: &Arc<AtomicBool>) -> io::Result<()> {
    Ok(())
}

/// A panic of this thread gives the terminal back before it is told of. A bot's is not told of: the
/// table answers for it.
fn restore_on_panic() {
    let usual = panic::take_hook();
    let screen = thread::current().id();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == screen {
            ratatui::restore();
            usual(info);
        }
    }));
}

fn play(
    app: &mut App,
    files: &mut Files,
    terminal: &mut DefaultTerminal,
    ending: &AtomicBool,
) -> Result<(), ScreenError> {
    let mut bots = Bots::new();
    let events = events();
    // Since when the next bot waits for its turn to think.
    let mut waiting: Option<Instant> = None;
    let mut changed = true;
    while !app.done() && !ending.load(Ordering::Relaxed) {
        app.set_now(now());
        if changed {
            terminal.draw(|frame| app.draw(frame))?;
            files.keep(app)?;
        }
        changed = false;
        if let Some((seat, request, action)) = bots.answer() {
            app.answer(seat, request, action);
            changed = true;
            continue;
        }
        let mut patience = TICK;
        match app.pause() {
            _ if bots.busy() => patience = SOON,
            None => waiting = None,
            Some(pause) => {
                let since = *waiting.get_or_insert_with(Instant::now);
                let left = Duration::from_millis(pause.into()).saturating_sub(since.elapsed());
                if left.is_zero() {
                    waiting = None;
                    app.question().into_iter().for_each(|think| bots.ask(think));
                    continue;
                }
                patience = patience.min(left);
            }
        }
        match events.recv_timeout(patience) {
            Ok(Event::Key(key)) => {
                app.key(key);
                changed = true;
            }
            Ok(Event::Resize(..)) => changed = true,
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) if io::stdout().is_terminal() => {}
            Err(_) => return Err(ScreenError::Closed),
        }
    }
    Ok(())
}

/// What comes from the terminal, read by a thread of its own: where a terminal is closed, reading from
/// it does not end, and the table must not wait for that.
fn events() -> Receiver<Event> {
    let (found, events) = mpsc::channel();
    thread::spawn(move || {
        while let Ok(event) = event::read() {
            if found.send(event).is_err() {
                return;
            }
        }
    });
    events
}

/// A bot's answer: whose, to which request, and what; none where it has found none.
type Answer = (Seat, u64, Option<Action>);

/// The thread in which the bots think, one question at a time. What it thinks about ends with this.
struct Bots {
    questions: Sender<Think>,
    answers: Receiver<Answer>,
    /// Kept as long as somebody waits for the answers.
    _waiting: Arc<()>,
    /// Whose answer is awaited.
    asked: Option<(Seat, u64)>,
}

impl Bots {
    fn new() -> Bots {
        let (questions, asked) = mpsc::channel::<Think>();
        let (found, answers) = mpsc::channel();
        let waiting = Arc::new(());
        let waited_for = Arc::downgrade(&waiting);
        thread::spawn(move || {
            let wanted = || waited_for.strong_count() > 0;
            for think in asked {
                let view = think.view.view(&think.rules);
                let found_out =
                    view.map(|view| decide_while(&view, think.level, think.seed, &wanted));
                let Ok(action) = found_out.transpose() else { return };
                if found.send((think.seat, think.request, action)).is_err() {
                    return;
                }
            }
        });
        Bots { questions, answers, _waiting: waiting, asked: None }
    }

    fn busy(&self) -> bool {
        self.asked.is_some()
    }

    fn ask(&mut self, think: Think) {
        self.asked = Some((think.seat, think.request));
        // A thread that has ended is found out by the answers.
        let _ = self.questions.send(think);
    }

    /// The answer, once it is there. Where the thread has ended by a panic there is none: the table
    /// answers for the bot, and another thread thinks from then on.
    fn answer(&mut self) -> Option<Answer> {
        match self.answers.try_recv() {
            Ok(answer) => {
                self.asked = None;
                Some(answer)
            }
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                let asked = self.asked.take();
                *self = Bots::new();
                asked.map(|(seat, request)| (seat, request, None))
            }
        }
    }
}
