//! Replay of a record in a terminal: drawn, with keys to step forward and back, or line by line, with
//! commands as input and positions as output.

use std::io::{self, BufRead, Write};

use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use upcard_cards::{Card, Cards};
use upcard_client::groups::hidden_deal;
use upcard_client::wording::news::{announcement, player, winners};
use upcard_client::wording::table::chips;
use upcard_client::{Replay, meld_cards, tr};
use upcard_engine::Seat;

use crate::app::Looks;
use crate::ascii::{ascii, redrawn};
use crate::keys::lowercase_key;
use crate::styles::{Styles, clipped, wrapped};
use crate::texts::Words;

const HELP: &str = "\
  Enter  the next play          b  the play before
  t      the next turn          u  the turn before
  d N    deal N                 p N  play N
  s N    through the eyes of seat N, of none with 0
  a      all hands, or not any more
  l      all plays of this deal
  q      the end";

/// Minimum width for showing the plays of the deal beside the table.
const MIN_WIDTH_FOR_LOG: u16 = 110;

const LIST_WIDTH: u16 = 44;

/// A record being viewed.
pub struct ReplayViewer<'a> {
    replay: &'a Replay,
    at: usize,
    perspective: Option<Seat>,
    all: bool,
    /// `true` to show the plays of the deal even without room beside the table.
    list: bool,
    looks: Looks,
    words: Words,
}

impl ReplayViewer<'_> {
    /// Starts at this play, from the perspective of this seat.
    #[must_use]
    pub fn new(
        replay: &Replay,
        at: usize,
        perspective: Option<Seat>,
        looks: Looks,
    ) -> ReplayViewer<'_> {
        let letters = looks.letters || looks.ascii;
        let words = Words { letters, ascii: looks.ascii, typed: false };
        let at = at.min(replay.moments().len() - 1);
        ReplayViewer { replay, at, perspective, all: false, list: false, looks, words }
    }

    fn last(&self) -> usize {
        self.replay.moments().len() - 1
    }

    fn go(&mut self, to: usize) {
        self.at = to.min(self.last());
    }

    fn go_to_deal(&mut self, deal: usize) {
        self.go(self.replay.deal_start(deal));
    }

    /// Takes the perspective of this seat, from 1; 0 is a spectator's.
    fn set_perspective(&mut self, seat: usize) -> bool {
        if seat <= self.replay.seats().len() {
            self.perspective = seat.checked_sub(1).map(Seat::at);
        }
        seat <= self.replay.seats().len()
    }

    /// Prints positions of the match, as commands ask for them, until the input ends.
    ///
    /// # Errors
    /// If input or output fails.
    pub fn by_lines(mut self, input: impl BufRead, mut out: impl Write) -> io::Result<()> {
        writeln!(out, "{HELP}")?;
        self.print(&mut out, self.position_lines())?;
        for line in input.lines() {
            let line = line?;
            let (command, number) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            let number: Option<usize> = number.trim().parse().ok();
            match (command, number) {
                ("", _) => self.go(self.at + 1),
                ("b", _) => self.go(self.at.saturating_sub(1)),
                ("t", _) => self.go(self.replay.next_turn(self.at)),
                ("u", _) => self.go(self.replay.previous_turn(self.at)),
                ("d", Some(deal)) => self.go_to_deal(deal),
                ("p", Some(play)) => self.go(play.saturating_sub(1)),
                ("s", Some(seat)) if self.set_perspective(seat) => {}
                ("a", _) => self.all = !self.all,
                ("l", _) => {
                    self.print(&mut out, self.plays())?;
                    continue;
                }
                ("q", _) => break,
                _ => {
                    writeln!(out, "{HELP}")?;
                    continue;
                }
            }
            self.print(&mut out, self.position_lines())?;
        }
        Ok(())
    }

    fn print(&self, out: &mut impl Write, lines: Vec<String>) -> io::Result<()> {
        let line = |line: String| if self.looks.ascii { ascii(&line) } else { line };
        lines.into_iter().try_for_each(|text| writeln!(out, "{}", line(text)))
    }

    /// Handles a terminal event; returns `false` to stop viewing.
    pub(crate) fn take(&mut self, event: &Event) -> bool {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => match lowercase_key(key.code) {
                KeyCode::Right | KeyCode::Enter | KeyCode::Char(' ') => self.go(self.at + 1),
                KeyCode::Left | KeyCode::Backspace | KeyCode::Char('b') => {
                    self.go(self.at.saturating_sub(1))
                }
                KeyCode::Down | KeyCode::Char('t') => self.go(self.replay.next_turn(self.at)),
                KeyCode::Up | KeyCode::Char('u') => self.go(self.replay.previous_turn(self.at)),
                KeyCode::PageDown => self.go_to_deal(self.deal() + 1),
                KeyCode::PageUp => self.go_to_deal(self.deal().saturating_sub(1).max(1)),
                KeyCode::Home => self.go(0),
                KeyCode::End => self.go(self.last()),
                KeyCode::Char(digit @ '0'..='8') => {
                    self.set_perspective(digit as usize - '0' as usize);
                }
                KeyCode::Char('a') => self.all = !self.all,
                KeyCode::Char('l') => self.list = !self.list,
                KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                    return false;
                }
                KeyCode::Char('q') | KeyCode::Esc => return false,
                _ => {}
            },
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollDown => self.go(self.at + 1),
                MouseEventKind::ScrollUp => self.go(self.at.saturating_sub(1)),
                _ => {}
            },
            _ => {}
        }
        true
    }

    fn deal(&self) -> usize {
        self.replay.moments()[self.at].deal
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>) {
        let styles = Styles::new(self.looks.colours);
        let area = frame.area();
        let wide = area.width >= MIN_WIDTH_FOR_LOG;
        let plays = if wide { LIST_WIDTH } else { 0 };
        let main = Rect { width: area.width - plays, ..area };
        let width = usize::from(main.width);
        let mut keys: Vec<Line<'static>> =
            wrapped(&Line::styled(tr!("replay-keys", &self.words), styles.quiet()), width);
        keys.truncate(usize::from(main.height));
        let room = usize::from(main.height) - keys.len();
        let lines =
            if self.list && !wide { self.plays_around(room) } else { self.position_lines() };
        let lines = lines.into_iter().enumerate().flat_map(|(number, text)| {
            let style = if number == 0 { styles.title() } else { Default::default() };
            wrapped(&Line::styled(text, style), width)
        });
        let mut rows: Vec<Line<'static>> = lines.take(room).collect();
        rows.resize(room, Line::raw(""));
        rows.extend(keys);
        frame.render_widget(Paragraph::new(rows), main);
        if wide {
            let side = Rect { x: area.x + main.width, width: LIST_WIDTH, ..area };
            let lines = self.plays_around(usize::from(side.height)).into_iter();
            let lines: Vec<Line<'static>> =
                lines.map(|line| Line::raw(clipped(&line, usize::from(LIST_WIDTH)))).collect();
            frame.render_widget(Paragraph::new(lines), side);
        }
        if self.looks.ascii {
            redrawn(frame.buffer_mut());
        }
    }

    /// Plays of the deal around the present one, as many as fit.
    fn plays_around(&self, room: usize) -> Vec<String> {
        let all = self.plays();
        let here = all.iter().position(|line| line.starts_with('>')).unwrap_or(0);
        let first = (here + 1).saturating_sub(room.div_ceil(2)).min(all.len().saturating_sub(room));
        all.into_iter().skip(first).take(room).collect()
    }

    /// Plays of the deal, with their numbers.
    fn plays(&self) -> Vec<String> {
        self.replay.lines(self.deal(), self.perspective, |number, session, line| {
            let mark = if number == self.at { '>' } else { ' ' };
            let said =
                line.map(|line| announcement(&self.words, session, line)).unwrap_or_default();
            format!("{mark} {:>4}  {said}", number + 1)
        })
    }

    fn faces(&self, cards: impl IntoIterator<Item = Card>) -> String {
        cards.into_iter().map(|card| self.words.face(card)).collect::<Vec<_>>().join(" ")
    }

    /// The table after this play.
    fn position_lines(&self) -> Vec<String> {
        let (replay, at) = (self.replay, self.at);
        let (moment, session) = (replay.moments()[at], replay.session(at, self.perspective));
        let Some(view) = &session.view else { return Vec::new() };
        let (table, rules) = (&view.table, replay.rules());
        let said = replay.line(at, &session).map(|line| announcement(&self.words, &session, &line));
        let (deals, plays) = (replay.deals(), replay.moments().len());
        let mut lines = vec![
            format!(
                "{}: deal {} of {deals}, play {} of {plays}, line {}",
                rules.set.catalogue.name,
                moment.deal,
                at + 1,
                moment.line
            ),
            said.unwrap_or_default(),
        ];
        if !table.winners().is_empty() {
            lines.push(winners(&self.words, &session, "news-match", table.winners()));
        }
        let melds = table.deal_rules(rules).melds;
        let hands: Vec<Cards> = if self.all { replay.hands(at) } else { Vec::new() };
        for (seat, recorded) in Seat::all(table.players()).zip(replay.seats()) {
            // The name as in the list of plays; the record calls a bot `bot sharp`.
            let mut name = player(&self.words, &session, seat);
            if name != *recorded {
                name = format!("{name} ({recorded})");
            }
            let turn = if table.turn().seat == seat { '>' } else { ' ' };
            let (count, score) = (table.seat(seat).count, table.score(seat));
            let own = hands
                .get(seat.index())
                .or_else(|| (self.perspective == Some(seat)).then_some(&view.hand));
            let own = own.map_or_else(String::new, |hand| format!(": {}", self.faces(hand.iter())));
            let cards = tr!("seat-cards", &self.words, count = count);
            let points = tr!("points", &self.words, points = score);
            lines.push(format!("{turn} {} {name}: {cards}, {points}{own}", seat.number()));
            for meld in table.melds().iter().filter(|meld| meld.owner == seat) {
                let cards = meld_cards(&meld.meld, &melds).into_iter().map(|(card, _)| card);
                lines.push(format!("      {}: {}", meld.id, self.faces(cards)));
            }
        }
        let upcard = table.upcard().map_or_else(|| "-".to_owned(), |card| self.words.face(card));
        lines.push(format!("  upcard {upcard}, {} cards in the stock", table.stock()));
        // Wild cards of this deal, and how the hand is grouped.
        if let Some(hidden) = hidden_deal(&session) {
            let chips = chips(&self.words, &session, &hidden).into_iter().map(|chip| chip.words);
            lines.push(format!("  {}", chips.collect::<Vec<_>>().join(" · ")));
        }
        lines
    }
}
