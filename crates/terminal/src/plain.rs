//! Line mode: the table is described in sentences, and commands are typed, one per line. Without cursor
//! control, so it suits screen readers, pipes and simple terminals.

use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use ratatui::crossterm::event::KeyCode;
use upcard_cards::Card;
use upcard_client::hint::hint;
use upcard_client::tr;
use upcard_client::wire::Stage;

use crate::Files;
use crate::app::{App, Sheet};
use crate::ascii::ascii;
use crate::drive::{FrontEnd, ScreenError, drive, listen};
use crate::place::Input;
use crate::socket::Opened;
use crate::texts::face;

/// Maximum length of a line, in bytes.
const MAX_LINE: usize = 400;
/// Maximum number of queued lines; beyond that, reading stops.
const MAX_QUEUED_LINES: usize = 64;

/// Plays at this table until the person leaves it, the input ends or the program is asked to end. If the
/// input is no terminal, each line waits until the person is to act, and the program ends with the match.
///
/// # Errors
/// If it cannot be shown or saved. [`ScreenError::Closed`] if the input ended before the match.
pub fn run(
    app: &mut App,
    mut files: Option<&mut Files>,
    line: Option<Opened>,
) -> Result<(), ScreenError> {
    let ending = listen()?;
    let scripted = !io::stdin().is_terminal();
    app.set_line_mode(scripted);
    let (send, came) = mpsc::channel();
    let line = line.map(|line| line.begin(send.clone()));
    // Kept to the end: lines typed before the input ended are still queued.
    let acknowledged = lines(send.clone());
    let mut plain = Plain::new(io::stdout(), scripted);
    plain.acknowledged = Some(acknowledged);
    let result = drive(app, files.as_deref_mut(), &mut plain, &came, line.as_ref(), &ending);
    drop(send);
    // Failing to save takes precedence as an error.
    files.map_or(Ok(()), |files| files.save(app))?;
    result
}

/// Reads lines in a separate thread. For each processed line one unit must be received from the result; this
/// backpressure bounds the queue for endless input.
fn lines(found: Sender<Input>) -> Receiver<()> {
    let (read, acknowledged) = mpsc::sync_channel(MAX_QUEUED_LINES);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(line)) = next_line(&mut input) {
            if read.send(()).is_err() || found.send(Input::Line(line)).is_err() {
                return;
            }
        }
        let _ = found.send(Input::End);
    });
    acknowledged
}

/// Returns the next line, an overlong one truncated just beyond the limit; `None` at the end.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let most = MAX_LINE as u64 + 2;
    if input.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned()))
}

/// State of the line mode: what has been printed so far.
pub(crate) struct Plain<W> {
    out: W,
    /// `true` if each line waits until the person is to act.
    waits_for_turn: bool,
    queue: VecDeque<String>,
    /// Acknowledges processed lines.
    acknowledged: Option<Receiver<()>>,
    ended: bool,
    printed_log_lines: usize,
    last_prompt: Vec<String>,
    last_notice: Option<(&'static str, String)>,
    begun: bool,
    /// `true` if a match was known at the last look.
    has_view: bool,
}

impl<W: Write> Plain<W> {
    pub(crate) fn new(out: W, waits_for_turn: bool) -> Plain<W> {
        Plain {
            out,
            waits_for_turn,
            queue: VecDeque::new(),
            acknowledged: None,
            ended: false,
            printed_log_lines: 0,
            last_prompt: Vec::new(),
            last_notice: None,
            begun: false,
            has_view: false,
        }
    }

    #[cfg(test)]
    pub(crate) fn out(&self) -> &W {
        &self.out
    }

    fn print(&mut self, app: &App, lines: &[String]) -> Result<(), ScreenError> {
        for line in lines {
            let line = if app.looks.ascii { ascii(line) } else { line.clone() };
            writeln!(self.out, "{}", line.trim_end()).map_err(ScreenError::Unread)?;
        }
        self.out.flush().map_err(ScreenError::Unread)
    }

    /// Returns `true` if the person is waited for.
    fn is_awaited(app: &App) -> bool {
        app.ask.is_some()
            || app.must_decide()
            || app.prompt.mine
            || app.match_over().is_some()
            || app.may_begin()
    }

    /// Returns `true` if the first queued line can be executed now. Before the match and without a seat
    /// nobody is to act, so `quit` need not wait for that, and spectators never wait.
    fn can_execute(&self, app: &App) -> bool {
        let session = app.play.session();
        let plays = session.in_match() && session.seat.is_some();
        let leaves = || self.queue.front().is_some_and(|line| matches!(line.trim(), "q" | "quit"));
        let idle = app.is_spectating() || app.got_no_seat();
        Self::is_awaited(app) || (idle && session.set_up.is_some()) || (!plays && leaves())
    }

    /// Returns `true` if the input has ended and nothing is left to do. A spectator sees the match to its
    /// end.
    fn is_finished(&self, app: &App) -> bool {
        let session = app.play.session();
        let seating = session.set_up.is_some() && session.stage == Stage::Seating;
        self.ended
            && self.queue.is_empty()
            && (!self.waits_for_turn
                || seating
                || app.got_no_seat()
                || (Self::is_awaited(app) && !app.is_spectating()))
    }

    fn enter(&mut self, app: &mut App, line: &str) -> Result<(), ScreenError> {
        let line = line.trim();
        // The prompt is printed again after every command; notices about the previous line are dropped.
        self.last_prompt.clear();
        self.last_notice = None;
        app.play.clear_notice();
        if app.ask.is_some() {
            let code = match line {
                "0" => KeyCode::Esc,
                "" | "do" => KeyCode::Enter,
                other => other.chars().next().map_or(KeyCode::Null, KeyCode::Char),
            };
            app.key(code.into());
            return Ok(());
        }
        if app.sheet.is_some() {
            let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            match number {
                Some(at) => app.choose_in_sheet(at),
                None => app.sheet = None,
            }
            app.refresh();
            if number.is_some() || line.is_empty() {
                return Ok(());
            }
        }
        let line = line.strip_prefix(':').map_or(line, str::trim_start);
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "q" | "quit" => app.leave(),
            "?" | "help" => {
                let help = tr!("plain-help", &app.words);
                self.print(app, &help.lines().map(str::to_owned).collect::<Vec<_>>())?;
            }
            "table" => self.print(app, &app.describe_table())?,
            "hand" => self.print(app, &app.describe_hand())?,
            "words" => self.print(app, &app.describe_sheet(&Sheet::Words(rest.to_owned())))?,
            "do" => {
                let advice = app.play.view().and_then(|view| hint(&view).advice);
                match advice {
                    Some((action, _)) => {
                        app.enter(&action.to_string());
                    }
                    None => app.carry_out_main(),
                }
            }
            "" => app.key(KeyCode::Enter.into()),
            "y" => app.type_reading(rest),
            _ => match (cards(line), line.parse::<u16>()) {
                (Some(cards), _) => app.type_cards(&cards),
                (None, Ok(number)) => app.type_number(number),
                (None, Err(_)) if line.chars().count() == 1 => {
                    line.chars().for_each(|letter| app.type_letter(letter));
                }
                (None, Err(_)) if line.len() <= MAX_LINE => {
                    app.enter(line);
                }
                (None, Err(_)) => {
                    let words = tr!("plain-too-long", &app.words);
                    app.play.refuse(words);
                }
            },
        }
        Ok(())
    }
}

/// Parses a line of nothing but cards: `9C 10H JK`.
fn cards(line: &str) -> Option<Vec<Card>> {
    let card = |word: &str| face(&word.to_uppercase());
    let cards: Option<Vec<Card>> = line.split_whitespace().map(card).collect();
    cards.filter(|cards| !cards.is_empty())
}

impl<W: Write> FrontEnd for Plain<W> {
    fn show(&mut self, app: &mut App) -> Result<(), ScreenError> {
        if !std::mem::replace(&mut self.begun, true) {
            self.print(app, &[tr!("plain-welcome", &app.words)])?;
            if app.play.session().view.is_none() {
                self.last_prompt = app.describe_table();
                self.print(app, &app.describe_table())?;
            }
        }
        let has_view = app.play.session().view.is_some();
        if std::mem::replace(&mut self.has_view, has_view) != has_view && has_view {
            self.print(app, &app.describe_table())?;
        }
        let news = app.play.log().since(self.printed_log_lines).to_vec();
        self.printed_log_lines = app.play.log().end();
        self.print(app, &news)?;
        let mark = |refusal: bool| if refusal { "! " } else { "" };
        let notice = app.play.notice().as_ref();
        let notice = notice.map(|notice| (mark(notice.refusal), notice.text.clone()));
        if notice != self.last_notice {
            let words = notice.iter().filter(|(_, text)| !news.contains(text));
            let words: Vec<String> = words.map(|(mark, text)| format!("{mark}{text}")).collect();
            self.print(app, &words)?;
            self.last_notice = notice;
        }
        if let Some(open) = &app.sheet {
            let sheet = open.sheet.clone();
            let lines = app.describe_sheet(&sheet);
            if app.items_of(&sheet) == 0 {
                // Print it; it has no items to choose from.
                app.sheet = None;
                self.print(app, &lines)?;
            } else if self.last_prompt != lines {
                self.print(app, &lines)?;
                self.last_prompt = lines;
                return Ok(());
            }
        }
        let seated = app.play.session().view.is_some();
        let prompt = match app.ask.is_some() {
            true => app.describe_question(),
            false if Self::is_awaited(app) || !seated => app.describe_prompt(),
            false if app.play.session().seat.is_none() => app.describe_idle(),
            false => Vec::new(),
        };
        if prompt != self.last_prompt && app.sheet.is_none() {
            self.print(app, &prompt)?;
            self.last_prompt = prompt;
        }
        Ok(())
    }

    fn handle(&mut self, _: &mut App, came: Input) -> Result<bool, ScreenError> {
        match came {
            Input::Line(line) => self.queue.push_back(line),
            Input::End => self.ended = true,
            _ => return Ok(false),
        }
        Ok(false)
    }

    fn do_pending_work(&mut self, app: &mut App) -> Result<bool, ScreenError> {
        if self.waits_for_turn && app.match_over().is_some() {
            app.leave();
            return Ok(true);
        }
        if self.is_finished(app) {
            return Err(ScreenError::Closed);
        }
        if self.waits_for_turn && !self.can_execute(app) {
            return Ok(false);
        }
        if let Some(line) = self.queue.pop_front() {
            if let Some(acknowledged) = &self.acknowledged {
                let _ = acknowledged.try_recv();
            }
            self.enter(app, &line)?;
            return Ok(true);
        }
        Ok(false)
    }

    fn is_attached(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_in_bounded_memory() {
        let long = format!("take\n{}\r\nh\n\nend", "x".repeat(100_000));
        let mut input = long.as_bytes();
        let mut next = || next_line(&mut input).unwrap();
        assert_eq!(next().as_deref(), Some("take"));
        assert!(next().is_some_and(|line| line.len() > MAX_LINE && line.len() < MAX_LINE + 3));
        assert_eq!(next().as_deref(), Some("h"));
        assert_eq!(next().as_deref(), Some(""));
        assert_eq!(next().as_deref(), Some("end"));
        assert_eq!(next(), None);
    }
}
