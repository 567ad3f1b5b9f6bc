//! What keeps a table going, whatever shows it: what comes from the person and from a server's table, and
//! the thread in which the bots of a table of one's own think.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use thiserror::Error;
use upcard_client::wire::ClientMessage;
use upcard_engine::{Action, Seat};
use upcard_table::{Millis, Think};

use crate::app::{App, decide_while};
use crate::place::Came;
use crate::socket::Socket;
use crate::{Files, FilesError};

/// The longest that the program waits for a key: how soon it notices that it is to end, or that its
/// terminal is gone.
pub(crate) const TICK: Duration = Duration::from_millis(200);

/// The same while a bot thinks: how soon its answer is seen.
const SOON: Duration = Duration::from_millis(15);

/// Why no table can be shown, or no longer.
#[derive(Debug, Error)]
pub enum ScreenError {
    /// The terminal does not do what it is asked.
    #[error("the terminal: {0}")]
    Terminal(#[from] io::Error),
    /// Nobody reads what is shown.
    #[error("what is shown cannot be written: {0}")]
    Unread(io::Error),
    /// The terminal was closed, or the input has ended. The match is kept; there is nobody left to tell.
    #[error("the terminal was closed")]
    Closed,
    /// Ctrl-C asked the program to end. The match is kept.
    #[error("interrupted")]
    Interrupted,
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

/// What shows a table and takes what the person does.
pub(crate) trait Front {
    /// Shows what has changed.
    fn show(&mut self, app: &mut App) -> Result<(), ScreenError>;

    /// Takes what came from the person; was there anything?
    fn take(&mut self, app: &mut App, came: Came) -> Result<bool, ScreenError>;

    /// Does what waits to be done; was there anything?
    fn go_on(&mut self, app: &mut App) -> Result<bool, ScreenError>;

    /// Is somebody still there?
    fn there(&self) -> bool;
}

/// What signals ask of the program.
const GO_ON: usize = 0;
#[cfg(unix)]
const END: usize = 1;
const INTERRUPT: usize = 2;
const HANG_UP: usize = 3;

/// What the signal that came last asks of the program.
pub(crate) struct Ending(Arc<AtomicUsize>);

impl Ending {
    /// Is the program to end?
    pub(crate) fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed) != GO_ON
    }

    /// How it ends then: to be asked to end is as good as to be left.
    pub(crate) fn outcome(&self) -> Result<(), ScreenError> {
        match self.0.load(Ordering::Relaxed) {
            INTERRUPT => Err(ScreenError::Interrupted),
            HANG_UP => Err(ScreenError::Closed),
            _ => Ok(()),
        }
    }
}

/// Notes signals that ask the program to end.
#[cfg(unix)]
pub(crate) fn listen() -> io::Result<Ending> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let asked = Arc::new(AtomicUsize::new(GO_ON));
    for (signal, what) in [(SIGTERM, END), (SIGINT, INTERRUPT), (SIGHUP, HANG_UP)] {
        signal_hook::flag::register_usize(signal, asked.clone(), what)?;
    }
    Ok(Ending(asked))
}

#[cfg(not(unix))]
pub(crate) fn listen() -> io::Result<Ending> {
    Ok(Ending(Arc::new(AtomicUsize::new(GO_ON))))
}

/// Keeps a table going until the person leaves it or the program is asked to end. What changes is kept in
/// these files, where it is a table of one's own; where that cannot be, it is told, and the match goes on.
pub(crate) fn drive(
    app: &mut App,
    files: Option<&mut Files>,
    front: &mut impl Front,
    came: &Receiver<Came>,
    line: Option<&Socket>,
    ending: &Ending,
) -> Result<(), ScreenError> {
    let mut files = files;
    let mut bots = Bots::new();
    // Since when the next bot waits for its turn to think.
    let mut waiting: Option<Instant> = None;
    let (mut changed, mut unkept) = (true, false);
    while !app.done() && !ending.is_asked() {
        app.set_now(now());
        if changed {
            front.show(app)?;
            let kept = files.as_mut().map_or(Ok(()), |files| files.keep(app));
            // Whoever plays is not sent away for that: with each change it is tried again, and once more at the end.
            let failed = kept.is_err();
            if let Err(why) = kept
                && !unkept
            {
                app.cannot_keep(&why.to_string());
                front.show(app)?;
            }
            unkept = failed;
        }
        let said: Vec<ClientMessage> = app.said();
        line.into_iter().for_each(|line| said.iter().for_each(|message| line.say(message)));
        changed = front.go_on(app)?;
        if changed {
            continue;
        }
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
        match came.recv_timeout(patience) {
            Ok(Came::Heard(heard)) => {
                app.hear(heard);
                changed = true;
                // What is said in one go is shown in one go.
                while let Ok(came) = came.recv_timeout(SOON) {
                    match came {
                        Came::Heard(heard) => app.hear(heard),
                        came => {
                            front.take(app, came)?;
                            break;
                        }
                    }
                }
            }
            Ok(came) => changed = front.take(app, came)?,
            Err(RecvTimeoutError::Timeout) if front.there() => {}
            Err(_) => return Err(ScreenError::Closed),
        }
    }
    // What was said last is still sent.
    let said = app.said();
    line.into_iter().for_each(|line| said.iter().for_each(|message| line.say(message)));
    if app.done() { Ok(()) } else { ending.outcome() }
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
