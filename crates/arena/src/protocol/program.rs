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

use super::v1::{self, Answer, ToProgram, hello};
use super::v2::{self, Happened};
use super::version::{MAX_LAY_DOWNS, ProtocolVersion, split_command};
use crate::fault::Fault;
use crate::options::Timeouts;

/// Maximum length of a line, in bytes.
const MAX_LINE_BYTES: u64 = 64 * 1024;

/// Maximum number of unread lines; beyond that the program blocks.
const MAX_UNREAD_LINES: usize = 16;

/// Time for a program to exit after the end of the match.
pub(crate) const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Time to wait for the rest of the standard error of a program that has exited.
const STDERR_TIMEOUT: Duration = Duration::from_millis(500);

/// Interval of cancellation checks while waiting for a program.
const CANCEL_CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// Interval of checks whether a program has exited.
const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Number of lines of standard error kept, and maximum length of each in bytes.
const MAX_ERROR_LINES: usize = 8;
const MAX_ERROR_BYTES: u64 = 400;

#[derive(Clone, Default)]
struct StderrTail(Arc<Mutex<VecDeque<String>>>);

impl StderrTail {
    /// Reads to the end, so that the program never blocks on a full pipe.
    fn read(&self, from: impl Read) {
        let mut reader = BufReader::new(from);
        let mut line = Vec::new();
        loop {
            line.clear();
            match reader.by_ref().take(MAX_ERROR_BYTES).read_until(b'\n', &mut line) {
                Ok(n) if n > 0 => {}
                _ => return,
            }
            let text = String::from_utf8_lossy(&line);
            let text: String = text.trim_end().chars().filter(|c| !c.is_control()).collect();
            if text.is_empty() {
                continue;
            }
            let mut lines = lock(&self.0);
            if lines.len() == MAX_ERROR_LINES {
                lines.pop_front();
            }
            lines.push_back(text);
        }
    }

    fn lines(&self) -> Vec<String> {
        lock(&self.0).iter().cloned().collect()
    }
}

static RUNNING: Mutex<Vec<Weak<Mutex<Child>>>> = Mutex::new(Vec::new());

/// Kills all programs; for exits that run no destructors, such as on a signal.
pub(crate) fn kill_all_programs() {
    for child in lock(&RUNNING).iter().filter_map(Weak::upgrade) {
        let _ = lock(&child).kill();
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program at a seat. Killed when dropped.
pub(crate) struct Program {
    child: Arc<Mutex<Child>>,
    version: ProtocolVersion,
    /// `None` once its input is closed.
    to: Option<Sender<String>>,
    from: Receiver<String>,
    errors: StderrTail,
    /// Disconnects when its standard error has been read to the end.
    errors_end: Receiver<()>,
    timeouts: Timeouts,
    greeted: bool,
    /// Events since its last decision.
    since: Vec<Happened>,
    /// `true` if messages carry an unknown field, as a later version might send.
    sends_unknown_field: bool,
}

/// Unknown field, prepended to a message.
const UNKNOWN_FIELD: &str = "{\"unknown\":{\"field\":[1,null]},";

impl Program {
    /// Starts the program. [`split_command`] splits the command line; no shell is involved.
    pub(crate) fn start(
        command: &str,
        version: ProtocolVersion,
        timeouts: Timeouts,
    ) -> Result<Program, Fault> {
        let failed = |why: String| Fault::Start { why };
        let arguments = split_command(command, version).map_err(failed)?;
        let (program, arguments) =
            arguments.split_first().ok_or_else(|| failed("empty command".to_owned()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // The arena handles Ctrl-C and ends its programs itself (`kill_all_programs`).
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        // Hold the lock until it is registered, so that `kill_all_programs` cannot miss it.
        let mut running = lock(&RUNNING);
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
        let (answers, from) = sync_channel(MAX_UNREAD_LINES);
        thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            loop {
                let mut line = String::new();
                match reader.by_ref().take(MAX_LINE_BYTES).read_line(&mut line) {
                    Ok(n) if n > 0 && answers.send(line).is_ok() => {}
                    _ => return,
                }
            }
        });
        let errors = StderrTail::default();
        let (end, errors_end) = channel();
        let kept = errors.clone();
        thread::spawn(move || {
            kept.read(stderr);
            drop(end);
        });
        Ok(Program {
            child,
            version,
            to: Some(to),
            from,
            errors,
            errors_end,
            timeouts,
            greeted: false,
            since: Vec::new(),
            sends_unknown_field: false,
        })
    }

    fn send(&self, message: &impl Serialize) -> Result<(), Fault> {
        let mut line = serde_json::to_string(message).unwrap_or_default() + "\n";
        if self.version == ProtocolVersion::V1 {
            line = v1::strip_later_fields(&line);
        } else if self.sends_unknown_field {
            line = line.replacen('{', UNKNOWN_FIELD, 1);
        }
        self.to.as_ref().ok_or(Fault::Ended)?.send(line).map_err(|_| Fault::Ended)
    }

    /// As `self`, with an unknown field in every message of version 2.
    pub(crate) fn with_unknown_field(mut self) -> Program {
        self.sends_unknown_field = true;
        self
    }

    /// Returns an unread line, if there is one.
    pub(crate) fn unread(&mut self) -> Option<String> {
        let line = self.from.try_recv().ok()?;
        Some(line.trim_end().chars().take(200).collect())
    }

    pub(crate) fn has_exited(&mut self) -> bool {
        matches!(lock(&self.child).try_wait(), Ok(Some(_)))
    }

    pub(crate) fn receives_events(&self) -> bool {
        self.version == ProtocolVersion::V2
    }

    /// Queues events, as seen by this seat, for the next message.
    pub(crate) fn note(&mut self, events: &[Event], seat: Seat) {
        if self.receives_events() {
            self.since.extend(v2::events_seen(events, seat));
        }
    }

    /// Requests its seat's action.
    pub(crate) fn answer(&mut self, game: &Game, seat: Seat) -> Result<Action, Fault> {
        let mut wait = Duration::from_millis(self.timeouts.answer_ms);
        if !self.greeted {
            match self.version {
                ProtocolVersion::V1 => self.send(&hello(game.rules(), seat))?,
                ProtocolVersion::V2 => self.send(&v2::hello(game.rules(), seat))?,
            }
            self.greeted = true;
            wait += Duration::from_millis(self.timeouts.start_ms);
        }
        let millis = self.timeouts.answer_ms;
        match self.version {
            ProtocolVersion::V1 => {
                let offered = game.offered(seat, MAX_LAY_DOWNS);
                self.send(&ToProgram::Decide {
                    decision: game.table().decision(),
                    view: Box::new(game.own_view(Some(seat)).into()),
                    offered: offered.actions.iter().map(ToString::to_string).collect(),
                    more: offered.cut_short,
                    millis,
                })?;
            }
            ProtocolVersion::V2 => {
                let since = std::mem::take(&mut self.since);
                self.send(&v2::decide(game, seat, since, millis))?;
            }
        }
        let line = self.read_line(wait)?;
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
    fn read_line(&self, wait: Duration) -> Result<String, Fault> {
        let began = Instant::now();
        loop {
            let left = wait.saturating_sub(began.elapsed());
            match self.from.recv_timeout(left.min(CANCEL_CHECK_INTERVAL)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Ended),
                // Count each interval as a step, which checks for cancellation.
                Err(RecvTimeoutError::Timeout)
                    if left > CANCEL_CHECK_INTERVAL && meter::step(meter::POLL_INTERVAL) => {}
                Err(RecvTimeoutError::Timeout) => return Err(Fault::TimedOut),
            }
        }
    }

    /// Sends the end of the match and closes its input.
    pub(crate) fn end_match(&mut self, table: &Table) {
        let since = std::mem::take(&mut self.since);
        // Ignore errors: the program may already have exited.
        let _ = match self.version {
            ProtocolVersion::V1 => {
                let scores = table.scores().to_vec();
                self.send(&ToProgram::Over { scores })
            }
            ProtocolVersion::V2 => self.send(&v2::over(table, since)),
        };
        self.to = None;
    }

    /// Waits until it exits, at most until `until`.
    pub(crate) fn wait_for_exit(&mut self, deadline: Instant) {
        while !self.has_exited() {
            // Discard output, so that the program does not block on a full pipe.
            while self.from.try_recv().is_ok() {}
            if Instant::now() >= deadline {
                return;
            }
            thread::sleep(EXIT_POLL_INTERVAL);
        }
    }

    fn terminate(&self) {
        let mut child = lock(&self.child);
        // It may already have exited.
        let _ = child.kill();
        let _ = child.wait();
    }

    /// Ends the program and returns the last lines of its standard error.
    pub(crate) fn kill(mut self) -> Vec<String> {
        self.to = None;
        self.terminate();
        // A child process of the program may keep the pipe open.
        let _ = self.errors_end.recv_timeout(STDERR_TIMEOUT);
        self.errors.lines()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.terminate();
    }
}
