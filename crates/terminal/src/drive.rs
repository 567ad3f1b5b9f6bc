//! Event loop of a table for any front end: input from the person and from a server, and the thread in which
//! the bots of a local table think.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use thiserror::Error;
use upcard_client::wire::ClientMessage;
use upcard_engine::{Action, Seat};
use upcard_table::{BotRequest, Millis};

use crate::app::{App, decide_while};
use crate::place::Input;
use crate::socket::Socket;
use crate::{Files, FilesError};

/// Poll interval for input: how soon the program notices that it should end, or that its terminal is gone.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Poll interval while a bot thinks.
const BOT_POLL_INTERVAL: Duration = Duration::from_millis(15);

/// Why a table cannot be shown, or no longer.
#[derive(Debug, Error)]
pub enum ScreenError {
    /// A terminal operation failed.
    #[error("terminal error: {0}")]
    Terminal(#[from] io::Error),
    /// Nobody reads the output.
    #[error("cannot write the output: {0}")]
    Unread(io::Error),
    /// The terminal was closed, or the input has ended. The match is saved; there is nobody left to tell.
    #[error("the terminal was closed")]
    Closed,
    /// Interrupted by Ctrl-C. The match is saved.
    #[error("interrupted")]
    Interrupted,
    /// The match cannot be saved.
    #[error(transparent)]
    Files(#[from] FilesError),
}

/// Current time, in milliseconds.
#[must_use]
pub fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
}

/// Front end: shows a table and handles the person's input.
pub(crate) trait FrontEnd {
    fn show(&mut self, app: &mut App) -> Result<(), ScreenError>;

    /// Handles an input; returns `true` if there was anything to do.
    fn handle(&mut self, app: &mut App, came: Input) -> Result<bool, ScreenError>;

    /// Does pending work; returns `true` if there was any.
    fn do_pending_work(&mut self, app: &mut App) -> Result<bool, ScreenError>;

    /// Returns `true` while somebody is still there.
    fn is_attached(&self) -> bool;
}

/// Effects of signals.
const CONTINUE: usize = 0;
#[cfg(unix)]
const TERMINATE: usize = 1;
const INTERRUPT: usize = 2;
const HANG_UP: usize = 3;

/// Effect of the last signal.
pub(crate) struct Shutdown(Arc<AtomicUsize>);

impl Shutdown {
    /// Returns `true` if the program should end.
    pub(crate) fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed) != CONTINUE
    }

    /// Result of ending: SIGTERM counts as leaving.
    pub(crate) fn outcome(&self) -> Result<(), ScreenError> {
        match self.0.load(Ordering::Relaxed) {
            INTERRUPT => Err(ScreenError::Interrupted),
            HANG_UP => Err(ScreenError::Closed),
            _ => Ok(()),
        }
    }
}

/// Registers handlers for the signals that end the program.
#[cfg(unix)]
pub(crate) fn listen() -> io::Result<Shutdown> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let asked = Arc::new(AtomicUsize::new(CONTINUE));
    for (signal, what) in [(SIGTERM, TERMINATE), (SIGINT, INTERRUPT), (SIGHUP, HANG_UP)] {
        signal_hook::flag::register_usize(signal, asked.clone(), what)?;
    }
    Ok(Shutdown(asked))
}

#[cfg(not(unix))]
pub(crate) fn listen() -> io::Result<Shutdown> {
    Ok(Shutdown(Arc::new(AtomicUsize::new(CONTINUE))))
}

/// Runs a table until the person leaves it or the program is asked to end. Changes of a local table are saved
/// in these files; if that fails, the person is told and the match continues.
pub(crate) fn drive(
    app: &mut App,
    files: Option<&mut Files>,
    front: &mut impl FrontEnd,
    came: &Receiver<Input>,
    line: Option<&Socket>,
    ending: &Shutdown,
) -> Result<(), ScreenError> {
    let mut files = files;
    let mut bots = Bots::new();
    // When the next bot started to wait for its turn to think.
    let mut waiting: Option<Instant> = None;
    let (mut changed, mut unkept) = (true, false);
    while !app.done() && !ending.is_requested() {
        app.set_now(now());
        if changed {
            front.show(app)?;
            let kept = files.as_mut().map_or(Ok(()), |files| files.save(app));
            // Do not end the game for it: each change retries, and so does the end.
            let failed = kept.is_err();
            if let Err(why) = kept
                && !unkept
            {
                app.report_unsaved(&why.to_string());
                front.show(app)?;
            }
            unkept = failed;
        }
        let said: Vec<ClientMessage> = app.take_messages();
        line.into_iter().for_each(|line| said.iter().for_each(|message| line.send(message)));
        changed = front.do_pending_work(app)?;
        if changed {
            continue;
        }
        if let Some((seat, request, action)) = bots.answer() {
            app.answer(seat, request, action);
            changed = true;
            continue;
        }
        let mut patience = POLL_INTERVAL;
        match app.pause() {
            _ if bots.asked.is_some() => patience = BOT_POLL_INTERVAL,
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
            Ok(Input::ConnectionEvent(heard)) => {
                app.handle_connection_event(heard);
                changed = true;
                // Show messages that arrive together together.
                while let Ok(came) = came.recv_timeout(BOT_POLL_INTERVAL) {
                    match came {
                        Input::ConnectionEvent(heard) => app.handle_connection_event(heard),
                        came => {
                            front.handle(app, came)?;
                            break;
                        }
                    }
                }
            }
            Ok(came) => changed = front.handle(app, came)?,
            Err(RecvTimeoutError::Timeout) if front.is_attached() => {}
            Err(_) => return Err(ScreenError::Closed),
        }
    }
    // Send the last messages, too.
    let said = app.take_messages();
    line.into_iter().for_each(|line| said.iter().for_each(|message| line.send(message)));
    if app.done() { Ok(()) } else { ending.outcome() }
}

/// Answer of a bot: seat, request and action; `None` if it found none.
type Answer = (Seat, u64, Option<Action>);

/// Thread in which the bots think, one request at a time. Dropping this cancels the request.
struct Bots {
    questions: Sender<BotRequest>,
    answers: Receiver<Answer>,
    /// Held as long as the answers are wanted.
    _waiting: Arc<()>,
    /// The pending request.
    asked: Option<(Seat, u64)>,
}

impl Bots {
    fn new() -> Bots {
        let (questions, asked) = mpsc::channel::<BotRequest>();
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

    fn ask(&mut self, think: BotRequest) {
        self.asked = Some((think.seat, think.request));
        // If the thread has ended, `answer` notices.
        let _ = self.questions.send(think);
    }

    /// Returns the answer, if there is one. After a panic of the thread it is `None`: the table answers for
    /// the bot, and a new thread takes over.
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
