//! The arena's side: a program is started, sent messages, asked, and ended.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use upcard_engine::Seat;
use upcard_engine::{Action, Game};

use super::{Answer, MOST_LAY_DOWNS, ToProgram, hello};
use crate::options::Patience;
use crate::seat::Fault;

/// The longest line that is read.
const LONGEST: u64 = 64 * 1024;

/// Lines that a program may be ahead of what it was asked; then it waits.
const AHEAD: usize = 16;

/// A program at a seat. It is ended when this is dropped.
pub(crate) struct Program {
    child: Child,
    to: Sender<String>,
    from: Receiver<String>,
    patience: Patience,
    greeted: bool,
}

impl Program {
    /// Starts it. The command line is split at spaces; no shell reads it.
    pub(crate) fn start(command: &str, patience: Patience) -> Result<Program, Fault> {
        let failed = |why: String| Fault::Start { why };
        let mut words = command.split_whitespace();
        let program = words.next().ok_or_else(|| failed("no command".to_owned()))?;
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C is for the arena, which ends its programs itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|e| failed(e.to_string()))?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("no pipes".to_owned()));
        };
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
        Ok(Program { child, to, from, patience, greeted: false })
    }

    fn send(&self, message: &ToProgram) -> Result<(), Fault> {
        let line = serde_json::to_string(message).unwrap_or_default() + "\n";
        self.to.send(line).map_err(|_| Fault::Ended)
    }

    /// Asks it for its seat's answer.
    pub(crate) fn answer(&mut self, game: &Game, seat: Seat) -> Result<Action, Fault> {
        let mut wait = Duration::from_millis(self.patience.answer_ms);
        if !self.greeted {
            self.send(&hello(game.rules(), seat))?;
            self.greeted = true;
            wait += Duration::from_millis(self.patience.start_ms);
        }
        let offered = game.view(seat).offered(MOST_LAY_DOWNS);
        self.send(&ToProgram::Decide {
            decision: game.table().decision,
            view: Box::new(game.own_view(Some(seat))),
            offered: offered.actions.iter().map(ToString::to_string).collect(),
            more: offered.cut_short,
            millis: self.patience.answer_ms,
        })?;
        let line = self.from.recv_timeout(wait).map_err(|e| match e {
            RecvTimeoutError::Timeout => Fault::TimedOut,
            RecvTimeoutError::Disconnected => Fault::Ended,
        })?;
        let unreadable =
            || Fault::Unreadable { answer: line.trim_end().chars().take(200).collect() };
        let answer: Answer = serde_json::from_str(&line).map_err(|_| unreadable())?;
        answer.action.parse().map_err(|_| unreadable())
    }

    /// Tells it that the match is over.
    pub(crate) fn over(&self, scores: &[i32]) {
        // A program that is gone already needs no telling.
        let _ = self.send(&ToProgram::Over { scores: scores.to_vec() });
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
