//! The arena's side: starts programs, exchanges messages, and ends them.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use upcard_engine::{Action, Event, Game, Seat, Table};
use upcard_solver::meter;

use super::first::{self, Answer, ToProgram, hello};
use super::form::{Form, MOST_LAY_DOWNS, words};
use super::second::{self, Happened};
use crate::fault::Fault;
use crate::options::Patience;

/// Maximum length of a line, in bytes.
const LONGEST: u64 = 64 * 1024;

/// Maximum number of unread lines; beyond that the program blocks.
const AHEAD: usize = 16;

/// Time for a program to exit after the end of the match.
pub(crate) const LEAVE: Duration = Duration::from_secs(2);

/// Time to wait for the rest of the standard error of a program that has exited.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Interval of cancellation checks while waiting for a program.
const ASK: Duration = Duration::from_millis(100);

/// Interval of checks whether a program has exited.
const LOOK: Duration = Duration::from_millis(2);

/// Number of lines of standard error kept, and maximum length of each in bytes.
const ERRORS: usize = 8;
const ERROR_LENGTH: u64 = 400;

/// Last lines of a program's standard error.
#[derive(Clone, Default)]
struct Errors(Arc<Mutex<VecDeque<String>>>);

impl Errors {
    /// Reads to the end, so that the program never blocks on a full pipe.
    fn read(&self, from: impl Read) {
        let mut reader = BufReader::new(from);
        let mut line = Vec::new();
        loop {
            line.clear();
            match reader.by_ref().take(ERROR_LENGTH).read_until(b'\n', &mut line) {
                Ok(n) if n > 0 => {}
                _ => return,
            }
            let text = String::from_utf8_lossy(&line);
            let text: String = text.trim_end().chars().filter(|c| !c.is_control()).collect();
            if text.is_empty() {
                continue;
            }
            let mut lines = hold(&self.0);
            if lines.len() == ERRORS {
                lines.pop_front();
            }
            lines.push_back(text);
        }
    }

    fn lines(&self) -> Vec<String> {
        hold(&self.0).iter().cloned().collect()
    }
}

/// Running programs.
static RUNNING: Mutex<Vec<Weak<Mutex<Child>>>> = Mutex::new(Vec::new());

/// Kills all programs; for exits that run no destructors, such as on a signal.
pub(crate) fn end_all() {
    for child in hold(&RUNNING).iter().filter_map(Weak::upgrade) {
        let _ = hold(&child).kill();
    }
}

fn hold<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program at a seat. Killed when dropped.
pub(crate) struct Program {
    child: Arc<Mutex<Child>>,
    form: Form,
    /// `None` once its input is closed.
    to: Option<Sender<String>>,
    from: Receiver<String>,
    errors: Errors,
    /// Disconnects when its standard error has been read to the end.
    errors_end: Receiver<()>,
    patience: Patience,
    greeted: bool,
    /// Events since its last decision.
    since: Vec<Happened>,
    /// `true` if messages carry an unknown field, as a later version might send.
    tries: bool,
}

/// Unknown field, prepended to a message.
const UNKNOWN: &str = "{\"unknown\":{\"field\":[1,null]},";

impl Program {
    /// Starts the program. [`words`] splits the command line; no shell is involved.
    pub(crate) fn start(command: &str, form: Form, patience: Patience) -> Result<Program, Fault> {
        let failed = |why: String| Fault::Start { why };
        let words = words(command, form).map_err(failed)?;
        let (program, arguments) =
            words.split_first().ok_or_else(|| failed("no command".to_owned()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // The arena handles Ctrl-C and ends its programs itself (`end_all`).
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        // Hold the lock until it is registered, so that `end_all` cannot miss it.
        let mut running = hold(&RUNNING);
        let mut child = command.spawn().map_err(|e| failed(e.to_string()))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(failed("no pipes".to_owned()));
        };
        let child = Arc::new(Mutex::new(child));
        running.retain(|child| child.strong_count() > 0);
        running.push(Arc::downgrade(&child));
        drop(running);
        // Reads and writes run in their own threads: a program that neither reads nor answers blocks nobody
        // beyond its timeout.
        let (to, lines) = channel::<String>();
        thread::spawn(move || {
            for line in lines {
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        let (answers, from) = sync_channel(AHEAD);
        thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            loop {
                let mut line = String::new();
                match reader.by_ref().take(LONGEST).read_line(&mut line) {
                    Ok(n) if n > 0 && answers.send(line).is_ok() => {}
                    _ => return,
                }
            }
        });
        let errors = Errors::default();
        let (end, errors_end) = channel();
        let kept = errors.clone();
        thread::spawn(move || {
            kept.read(stderr);
            drop(end);
        });
        Ok(Program {
            child,
            form,
            to: Some(to),
            from,
            errors,
            errors_end,
            patience,
            greeted: false,
            since: Vec::new(),
            tries: false,
        })
    }

    fn send(&self, message: &impl Serialize) -> Result<(), Fault> {
        let mut line = serde_json::to_string(message).unwrap_or_default() + "\n";
        if self.form == Form::First {
            line = first::as_ever(&line);
        } else if self.tries {
            line = line.replacen('{', UNKNOWN, 1);
        }
        self.to.as_ref().ok_or(Fault::Ended)?.send(line).map_err(|_| Fault::Ended)
    }

    /// As `self`, with an unknown field in every message of version 2.
    pub(crate) fn tried(mut self) -> Program {
        self.tries = true;
        self
    }

    /// Returns an unread line, if there is one.
    pub(crate) fn unread(&mut self) -> Option<String> {
        let line = self.from.try_recv().ok()?;
        Some(line.trim_end().chars().take(200).collect())
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        matches!(hold(&self.child).try_wait(), Ok(Some(_)))
    }

    /// Returns `true` if it receives events.
    pub(crate) fn listens(&self) -> bool {
        self.form == Form::Second
    }

    /// Queues events, as seen by this seat, for the next message.
    pub(crate) fn note(&mut self, events: &[Event], seat: Seat) {
        if self.listens() {
            self.since.extend(second::seen(events, seat));
        }
    }

    /// Requests its seat's action.
    pub(crate) fn answer(&mut self, game: &Game, seat: Seat) -> Result<Action, Fault> {
        let mut wait = Duration::from_millis(self.patience.answer_ms);
        if !self.greeted {
            match self.form {
                Form::First => self.send(&hello(game.rules(), seat))?,
                Form::Second => self.send(&second::hello(game.rules(), seat))?,
            }
            self.greeted = true;
            wait += Duration::from_millis(self.patience.start_ms);
        }
        let millis = self.patience.answer_ms;
        match self.form {
            Form::First => {
                let offered = game.offered(seat, MOST_LAY_DOWNS);
                self.send(&ToProgram::Decide {
                    decision: game.table().decision(),
                    view: Box::new(game.own_view(Some(seat)).into()),
                    offered: offered.actions.iter().map(ToString::to_string).collect(),
                    more: offered.cut_short,
                    millis,
                })?;
            }
            Form::Second => {
                let since = std::mem::take(&mut self.since);
                self.send(&second::decide(game, seat, since, millis))?;
            }
        }
        let line = self.line(wait)?;
        let unreadable = |why: String| {
            let answer = line.trim_end().chars().take(200).collect();
            Fault::Unreadable { answer, why }
        };
        let answer: Answer =
            serde_json::from_str(&line).map_err(|error| unreadable(error.to_string()))?;
        let read = answer.action.parse::<Action>();
        read.map_err(|error| unreadable(format!("the action, {error}")))
    }

    /// Waits for a line; gives up early if the match is cancelled.
    fn line(&self, wait: Duration) -> Result<String, Fault> {
        let began = Instant::now();
        loop {
            let left = wait.saturating_sub(began.elapsed());
            match self.from.recv_timeout(left.min(ASK)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Ended),
                // Count each interval as a step, which checks for cancellation.
                Err(RecvTimeoutError::Timeout) if left > ASK && meter::step(meter::PATIENCE) => {}
                Err(RecvTimeoutError::Timeout) => return Err(Fault::TimedOut),
            }
        }
    }

    /// Sends the end of the match and closes its input.
    pub(crate) fn over(&mut self, table: &Table) {
        let since = std::mem::take(&mut self.since);
        // Ignore errors: the program may already have exited.
        let _ = match self.form {
            Form::First => {
                let scores = table.scores().to_vec();
                self.send(&ToProgram::Over { scores })
            }
            Form::Second => self.send(&second::over(table, since)),
        };
        self.to = None;
    }

    /// Waits until it exits, at most until `until`.
    pub(crate) fn leave(&mut self, until: Instant) {
        while !self.has_ended() {
            // Discard output, so that the program does not block on a full pipe.
            while self.from.try_recv().is_ok() {}
            if Instant::now() >= until {
                return;
            }
            thread::sleep(LOOK);
        }
    }

    fn end(&self) {
        let mut child = hold(&self.child);
        // It may already have exited.
        let _ = child.kill();
        let _ = child.wait();
    }

    /// Ends the program and returns the last lines of its standard error.
    pub(crate) fn ended(mut self) -> Vec<String> {
        self.to = None;
        self.end();
        // A child process of the program may keep the pipe open.
        let _ = self.errors_end.recv_timeout(LAST_WORDS);
        self.errors.lines()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end();
    }
}
