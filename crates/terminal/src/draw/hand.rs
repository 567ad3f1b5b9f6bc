//! The own hand, and the line about it.

use ratatui::text::{Line, Span};
use upcard_cards::{Card, MeldRules};
use upcard_client::wording::table;
use upcard_client::{HandCard, Sort, layable_cards, tr};

use crate::app::{App, Focus};
use crate::hits::{Area, ClickAreas, Target};
use crate::styles::{Chunk, flowed, width_of};

/// Width of a framed card, and its height including the line by which it can rise.
const CARD_WIDTH: usize = 5;
const CARD_HEIGHT: usize = 4;

/// A card of the hand with its marks.
struct Cell {
    card: Card,
    chosen: bool,
    cursor: bool,
    notes: String,
}

/// Notes on a card: `w` wild, `*` new, `+` can be laid off.
pub(super) fn notes(held: &HandCard, rules: &MeldRules, fits: &[Card]) -> String {
    let wild = held.card.suit().is_some() && rules.is_wild(held.card);
    let notes = [(wild, 'w'), (held.fresh, '*'), (fits.contains(&held.card), '+')];
    notes.into_iter().filter_map(|(is, note)| is.then_some(note)).collect()
}

impl App {
    /// The hand and its cost: `[7♣]` is chosen, `>7♣<` is under the cursor. Cards have frames if there is
    /// room.
    pub(super) fn hand_lines(&self, width: usize, room: usize) -> (Vec<Line<'static>>, ClickAreas) {
        let Some(view) = self.play.view() else { return Default::default() };
        let (t, styles) = (&self.words, self.styles());
        let sort = tr!(&format!("sorted-{}", Sort::word(self.sort)), t);
        let mine = view.table.turn().seat == view.seat && !view.table.phase().is_after_deal();
        let mark = if mine { "> " } else { "" };
        let mut line = vec![
            Span::styled(format!("{mark}{}: ", tr!("you", t)), styles.strong()),
            Span::raw(table::status_line(t, &view, None)),
            Span::styled(format!(" · {sort}"), styles.quiet()),
        ];
        if width_of(&line) > width {
            line.pop();
        }
        let fits = layable_cards(&view);
        let rules = &view.contract_rules().melds;
        let mut cells: Vec<Vec<Cell>> = Vec::new();
        let mut count = 0;
        for group in self.displayed_hand() {
            let cell = |(at, held): (usize, &HandCard)| Cell {
                card: held.card,
                chosen: self.play.selected().contains(&held.id),
                cursor: self.focus == Focus::Hand && count + at == self.at,
                notes: notes(held, rules, &fits),
            };
            cells.push(group.iter().enumerate().map(cell).collect());
            count += group.len();
        }
        let mut lines = vec![Line::from(line)];
        let (large, placed) = self.framed_rows(&cells, width);
        let (own, places) = match large.len() * CARD_HEIGHT < room {
            true => (large.into_iter().flatten().map(Line::from).collect(), placed),
            false => self.small(&cells, width),
        };
        // Below the line about the hand.
        let lower = |(at, extent): (usize, Area)| {
            (Area { line: extent.line + 1, ..extent }, Target::Card(at))
        };
        let places = places.into_iter().enumerate().map(lower).collect();
        lines.extend(own);
        (lines, places)
    }

    fn small(&self, cells: &[Vec<Cell>], width: usize) -> (Vec<Line<'static>>, Vec<Area>) {
        let mut boxes: Vec<Chunk> = Vec::new();
        for (number, group) in cells.iter().enumerate() {
            boxes.extend(group.iter().map(|cell| self.cell(cell)));
            if number + 1 < cells.len()
                && let Some(last) = boxes.last_mut()
            {
                last.push(Span::raw("  "));
            }
        }
        flowed(boxes, 0, 0, width)
    }

    fn cell(&self, cell: &Cell) -> Chunk {
        let styles = self.styles();
        let (left, right) = match (cell.chosen, cell.cursor) {
            (true, _) => ("[", "]"),
            (false, true) => (">", "<"),
            (false, false) => (" ", " "),
        };
        let mut spans = vec![
            Span::raw(left),
            Span::styled(self.words.face(cell.card), styles.card(cell.card)),
            Span::styled(cell.notes.clone(), styles.good()),
            Span::raw(right),
        ];
        if cell.cursor {
            spans.iter_mut().for_each(|span| span.style = span.style.patch(styles.cursor()));
        }
        spans
    }

    /// Rows of framed cards; chosen ones rise. Also returns the area of each, including the room to rise.
    fn framed_rows(
        &self,
        cells: &[Vec<Cell>],
        width: usize,
    ) -> (Vec<[Chunk; CARD_HEIGHT]>, Vec<Area>) {
        let mut rows: Vec<[Chunk; CARD_HEIGHT]> = Vec::new();
        let mut places = Vec::new();
        let mut used = 0;
        for group in cells {
            for (place, cell) in group.iter().enumerate() {
                let gap = usize::from(place == 0 && used > 0);
                let begins = rows.is_empty() || used + gap + CARD_WIDTH > width;
                if begins {
                    rows.push(Default::default());
                    used = 0;
                }
                let gap = if begins { 0 } else { gap };
                let line = (rows.len() - 1) * CARD_HEIGHT;
                places.push(Area {
                    line,
                    column: used + gap,
                    width: CARD_WIDTH,
                    height: CARD_HEIGHT,
                });
                used += gap + CARD_WIDTH;
                let mut framed = self.framed(cell).into_iter();
                let first = usize::from(!cell.chosen);
                for (number, line) in rows.last_mut().into_iter().flatten().enumerate() {
                    line.push(Span::raw(" ".repeat(gap)));
                    let inside = (first..first + 3).contains(&number);
                    let own = inside.then(|| framed.next()).flatten();
                    line.extend(own.unwrap_or_else(|| vec![Span::raw(" ".repeat(CARD_WIDTH))]));
                }
            }
        }
        (rows, places)
    }

    /// The three lines of a framed card. Cursor and notes are in the bottom edge.
    fn framed(&self, cell: &Cell) -> [Chunk; 3] {
        let styles = self.styles();
        let mut edge = styles.quiet();
        let mut face_style = styles.card(cell.card);
        if cell.cursor {
            (edge, face_style) = (styles.cursor(), face_style.patch(styles.cursor()));
        }
        let face = format!("{:<3}", self.words.face(cell.card));
        let notes = format!("{}{}", if cell.cursor { "^" } else { "" }, cell.notes);
        let notes = format!("└{notes:─<3}┘");
        [
            vec![Span::styled("┌───┐", edge)],
            vec![Span::styled("│", edge), Span::styled(face, face_style), Span::styled("│", edge)],
            vec![Span::styled(notes.chars().take(CARD_WIDTH).collect::<String>(), edge)],
        ]
    }
}
