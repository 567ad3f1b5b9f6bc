//! The arena's side: a program is started, sent messages, asked, and ended.

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

/// The longest line that is read.
const LONGEST: u64 = 64 * 1024;

/// Lines that a program may be ahead of what it was asked; then it waits.
const AHEAD: usize = 16;

/// How long a program that has been told that the match is over may take to end.
pub(crate) const LEAVE: Duration = Duration::from_secs(2);

/// How long is waited for the rest of what a program that has ended wrote to its standard error.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// How often it is asked, while a program is waited for, whether anybody waits for the match.
const ASK: Duration = Duration::from_millis(100);

/// How often it is looked whether a program has ended.
const LOOK: Duration = Duration::from_millis(2);

/// Lines of its standard error that are kept, and the longest of them, in bytes.
const ERRORS: usize = 8;
const ERROR_LENGTH: u64 = 400;

/// The last lines that a program wrote to its standard error.
#[derive(Clone, Default)]
struct Errors(Arc<Mutex<VecDeque<String>>>);

impl Errors {
    /// Reads to the end. A program that writes much is held up by nothing.
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

/// The programs that run now.
static RUNNING: Mutex<Vec<Weak<Mutex<Child>>>> = Mutex::new(Vec::new());

/// Ends all programs, for whoever ends this one without dropping what it holds, as signals do.
pub(crate) fn end_all() {
    for child in hold(&RUNNING).iter().filter_map(Weak::upgrade) {
        let _ = hold(&child).kill();
    }
}

fn hold<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program at a seat. It is ended when this is dropped.
pub(crate) struct Program {
    child: Arc<Mutex<Child>>,
    form: Form,
    /// None once its input is closed.
    to: Option<Sender<String>>,
    from: Receiver<String>,
    errors: Errors,
    /// Ends when its standard error has been read to the end.
    errors_end: Receiver<()>,
    patience: Patience,
    greeted: bool,
    /// What happened since it was asked last.
    since: Vec<Happened>,
    /// Is it told a field more than there are, as a later version might?
    tries: bool,
}

/// A field that no program knows, before the others of a message.
const UNKNOWN: &str = "{\"unknown\":{\"field\":[1,null]},";

impl Program {
    /// Starts it. The command line is split as [`words`] does; no shell reads it.
    pub(crate) fn start(command: &str, form: Form, patience: Patience) -> Result<Program, Fault> {
        let failed = |why: String| Fault::Start { why };
        let words = words(command, form).map_err(failed)?;
        let (program, arguments) =
            words.split_first().ok_or_else(|| failed("no command".to_owned()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for the arena, which ends its programs itself (`end_all`).
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        // Whoever ends all programs waits for this one to be among them.
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
        // Reading and writing have threads of their own: a program that neither reads nor answers
        // holds up nobody beyond its time.
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

    /// The same, told a field more in every message of the second form.
    pub(crate) fn tried(mut self) -> Program {
        self.tries = true;
        self
    }

    /// A line that it has written and that nobody has read, if there is one now.
    pub(crate) fn unread(&mut self) -> Option<String> {
        let line = self.from.try_recv().ok()?;
        Some(line.trim_end().chars().take(200).collect())
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        matches!(hold(&self.child).try_wait(), Ok(Some(_)))
    }

    /// Is it told what happens?
    pub(crate) fn listens(&self) -> bool {
        self.form == Form::Second
    }

    /// Notes what happened, as this seat sees it, for the next message.
    pub(crate) fn note(&mut self, events: &[Event], seat: Seat) {
        if self.listens() {
            self.since.extend(second::seen(events, seat));
        }
    }

    /// Asks it for its seat's answer.
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

    /// Waits so long for a line; less where nobody waits for the match any more.
    fn line(&self, wait: Duration) -> Result<String, Fault> {
        let began = Instant::now();
        loop {
            let left = wait.saturating_sub(began.elapsed());
            match self.from.recv_timeout(left.min(ASK)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Ended),
                // A whole round of steps, so that it is asked whether to go on.
                Err(RecvTimeoutError::Timeout) if left > ASK && meter::step(meter::PATIENCE) => {}
                Err(RecvTimeoutError::Timeout) => return Err(Fault::TimedOut),
            }
        }
    }

    /// Tells it that the match is over, and closes its input.
    pub(crate) fn over(&mut self, table: &Table) {
        let since = std::mem::take(&mut self.since);
        // A program that is gone already needs no telling.
        let _ = match self.form {
            Form::First => {
                let scores = table.scores().to_vec();
                self.send(&ToProgram::Over { scores })
            }
            Form::Second => self.send(&second::over(table, since)),
        };
        self.to = None;
    }

    /// Waits until it has ended, but no longer than until then.
    pub(crate) fn leave(&mut self, until: Instant) {
        while !self.has_ended() {
            // What it still writes is let through, so that it does not wait for a reader.
            while self.from.try_recv().is_ok() {}
            if Instant::now() >= until {
                return;
            }
            thread::sleep(LOOK);
        }
    }

    fn end(&self) {
        let mut child = hold(&self.child);
        // It may have ended by itself.
        let _ = child.kill();
        let _ = child.wait();
    }

    /// Ends it, and gives the last lines of its standard error.
    pub(crate) fn ended(mut self) -> Vec<String> {
        self.to = None;
        self.end();
        // Something that it has started may hold it open for longer.
        let _ = self.errors_end.recv_timeout(LAST_WORDS);
        self.errors.lines()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end();
    }
}
