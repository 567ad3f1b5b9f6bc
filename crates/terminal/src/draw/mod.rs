//! Drawing of the table on a frame.

mod board;
mod hand;
mod prompt;
mod seats;
mod sentences;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Clear, Paragraph};
use upcard_client::tr;

use crate::app::App;
use crate::ascii::redrawn;
use crate::hits::{Area, ClickAreas, Hit, Target};
use crate::sheets;
use crate::styles::wrapped;

/// Minimum size for a table: columns and rows.
pub(crate) const MIN_SIZE: (u16, u16) = (60, 20);

/// Minimum width for showing the log beside the table.
const MIN_WIDTH_FOR_LOG: u16 = 110;

const LOG_WIDTH: u16 = 38;

impl App {
    /// Draws the table.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.hits.clear();
        self.draw_all(frame);
        if self.looks.ascii {
            redrawn(frame.buffer_mut());
        }
    }

    fn draw_all(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.too_small = area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1;
        if self.too_small {
            let words = &self.words;
            let text = tr!(
                "too-small",
                words,
                width = area.width,
                height = area.height,
                least_width = MIN_SIZE.0,
                least_height = MIN_SIZE.1
            );
            let lines: Vec<Line<'static>> = wrapped(&Line::raw(text), usize::from(area.width));
            frame.render_widget(Paragraph::new(lines), area);
            return;
        }
        let (main, log) = match area.width >= MIN_WIDTH_FOR_LOG {
            true => {
                let main = Rect { width: area.width - LOG_WIDTH, ..area };
                let log = Rect { x: area.x + main.width, width: LOG_WIDTH, ..area };
                (main, Some(log))
            }
            false => (area, None),
        };
        self.draw_table(frame, main);
        log.into_iter().for_each(|log| self.draw_log(frame, log));
        if self.ask.is_some() {
            self.draw_ask(frame, area);
        } else if self.sheet.is_some() {
            self.draw_sheet(frame, area);
        }
    }

    /// Registers clickable areas of lines that start at this row, which may be above the screen.
    fn place(&mut self, area: Rect, row: isize, placed: ClickAreas) {
        for (extent, target) in placed {
            let top = row + extent.line as isize;
            let bottom = (top + extent.height as isize).min(area.height as isize);
            let top = top.max(0);
            if bottom > top {
                let place = Rect {
                    x: area.x + extent.column as u16,
                    y: area.y + top as u16,
                    width: extent.width as u16,
                    height: (bottom - top) as u16,
                };
                self.hits.push(Hit { place, target });
            }
        }
    }

    fn draw_table(&mut self, frame: &mut Frame<'_>, area: Rect) {
        if self.play.session().view.is_none() {
            let width = usize::from(area.width);
            let keys = if self.may_begin() { "waiting-keys-host" } else { "waiting-keys" };
            let help = Line::styled(tr!(keys, &self.words), self.styles().quiet());
            let mut lines: Vec<Line<'static>> =
                self.waiting_words().into_iter().map(Line::raw).collect();
            lines.extend([Line::raw(""), self.notice_line().unwrap_or_default(), help]);
            let lines = lines.iter().flat_map(|line| wrapped(line, width));
            frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), area);
            return;
        }
        let width = usize::from(area.width);
        let rule = || vec![Line::styled("─".repeat(width), self.styles().quiet())];
        let mut above = self.title_lines(width);
        above.extend(self.seat_lines(width));
        above.extend(rule());
        let piles = self.pile_lines(width);
        let height = usize::from(area.height);
        let (prompt, answers) = self.prompt_lines(width);
        // Framed cards only if the whole table still fits, and in at most a quarter of the height.
        let others = above.len() + piles.len() + 2 + prompt.len() + self.board_size(width);
        let room = height.saturating_sub(others).min(height / 4);
        let (hand, cards) = self.hand_lines(width, room);
        // If not everything fits, the prompt takes precedence over the melds.
        let below = piles.len() + hand.len() + prompt.len() + 2;
        let (middle, melds) = self.board_lines(width, height.saturating_sub(above.len() + below));
        let mut rows = above;
        let mut placed = vec![(rows.len(), melds)];
        rows.extend(middle.into_iter().chain(piles).chain(rule()));
        placed.push((rows.len(), cards));
        rows.extend(hand.into_iter().chain(rule()));
        placed.push((rows.len(), answers));
        rows.extend(prompt);
        let surplus = rows.len().saturating_sub(height);
        for (row, placed) in placed {
            self.place(area, row as isize - surplus as isize, placed);
        }
        let shown: Vec<Line<'static>> = rows.into_iter().skip(surplus).collect();
        frame.render_widget(Paragraph::new(Text::from(shown)), area);
    }

    /// Draws the log, the latest entry last.
    fn draw_log(&self, frame: &mut Frame<'_>, area: Rect) {
        let inner = Rect { x: area.x + 2, width: area.width - 2, ..area };
        let mut lines: Vec<Line<'static>> = Vec::new();
        for text in self.play.log().lines().iter().rev() {
            lines.splice(0..0, wrapped(&Line::raw(text.clone()), usize::from(inner.width)));
            if lines.len() > usize::from(inner.height) {
                break;
            }
        }
        let room = usize::from(inner.height).saturating_sub(1);
        let hidden = lines.len().saturating_sub(room);
        let mut shown =
            vec![Line::styled(tr!("what-happened", &self.words), self.styles().strong())];
        shown.extend(lines.into_iter().skip(hidden));
        for row in 0..area.height {
            let bar = Rect { x: area.x, y: area.y + row, width: 1, height: 1 };
            frame.render_widget(Paragraph::new(Line::styled("│", self.styles().quiet())), bar);
        }
        frame.render_widget(Paragraph::new(shown), inner);
    }

    fn draw_sheet(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let Some(open) = self.sheet.clone() else { return };
        let footer = format!(" {} ", sheets::footer(self, &open.sheet));
        let title = format!(" {} ", sheets::title(self, &open.sheet));
        let block = Block::bordered()
            .title(Line::styled(title, self.styles().title()))
            .title_bottom(Line::styled(footer, self.styles().quiet()));
        let mut inner = block.inner(area);
        // A rule sheet is as wide as a standard window.
        if area.width > 82 {
            inner = Rect { x: inner.x + 1, width: inner.width - 2, ..inner };
        }
        let width = usize::from(inner.width);
        let (lines, chosen) = sheets::lines(self, &open.sheet, open.at, width);
        let mut rows: Vec<Line<'static>> = Vec::new();
        let (mut at, mut placed) = (None, Vec::new());
        for (number, line) in lines.iter().enumerate() {
            if chosen == Some(number) {
                at = Some(rows.len());
            }
            let own = wrapped(line, width);
            let extent = Area { line: rows.len(), column: 0, width, height: own.len() };
            let item = chosen.and_then(|_| sheets::item(self, &open.sheet, number));
            placed.extend(item.map(|item| (extent, Target::Item(item))));
            rows.extend(own);
        }
        let room = usize::from(inner.height);
        let most = rows.len().saturating_sub(room);
        // Keep the selected item in view.
        let scroll = match at {
            Some(at) if at < open.scroll => at,
            Some(at) if at >= open.scroll + room => at + 1 - room,
            _ => open.scroll,
        };
        let scroll = scroll.min(most);
        self.sheet_size = (rows.len(), room);
        self.sheet.iter_mut().for_each(|open| open.scroll = scroll);
        self.hits.clear();
        self.place(inner, -(scroll as isize), placed);
        let left = rows.len().saturating_sub(scroll + room);
        let shown: Vec<Line<'static>> = rows.into_iter().skip(scroll).take(room).collect();
        frame.render_widget(Clear, area);
        let block = match left + scroll {
            0 => block,
            _ => {
                let more = tr!("sheet-more", &self.words, above = scroll, below = left);
                let more = Line::styled(format!(" {more} "), self.styles().key());
                block.title(more.right_aligned())
            }
        };
        frame.render_widget(block, area);
        frame.render_widget(Paragraph::new(shown), inner);
    }

    fn draw_ask(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let Some(ask) = self.ask.clone() else { return };
        let wide = area.width.saturating_sub(8).min(64);
        let width = usize::from(wide.saturating_sub(4));
        let mut lines = wrapped(&Line::styled(ask.question.clone(), self.styles().strong()), width);
        lines.push(Line::raw(""));
        let no = tr!("cancel", &self.words);
        let words = ask.answers.iter().map(|(words, _)| words).chain([&no]);
        let mut placed = Vec::new();
        for (number, words) in words.enumerate() {
            let here = number == ask.at;
            let key = match number == ask.answers.len() {
                true => "Esc".to_owned(),
                false => (number + 1).to_string(),
            };
            let mark = if here { ">" } else { " " };
            let line = Line::raw(format!("{mark} {key:>3}  {words}"));
            let line = if here { line.style(self.styles().cursor()) } else { line };
            let own = wrapped(&line, width);
            let extent = Area { line: lines.len(), column: 0, width, height: own.len() };
            placed.push((extent, Target::Choice(number)));
            lines.extend(own);
        }
        let tall = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(2);
        let tall = tall.min(area.height);
        let place = Rect {
            x: area.x + (area.width - wide) / 2,
            y: area.y + (area.height - tall) / 2,
            width: wide,
            height: tall,
        };
        frame.render_widget(Clear, place);
        let block = Block::bordered();
        let inner = block.inner(place);
        let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
        frame.render_widget(block, place);
        frame.render_widget(Paragraph::new(lines), inner);
        self.hits.clear();
        self.place(inner, 0, placed);
    }
}
