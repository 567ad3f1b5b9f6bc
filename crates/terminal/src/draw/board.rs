//! The middle of the screen: the melds or the draft, and the piles.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use upcard_cards::{Card, Meld};
use upcard_client::groups::is_hidden;
use upcard_client::prompt::Draft;
use upcard_client::wording::{Texts, news, panels, prompt};
use upcard_client::{Purpose, meld_cards, melds_by_seat, tr};
use upcard_engine::choices::PileShown;
use upcard_engine::table::{Phase, TableMeld};

use crate::app::{App, Focus, Spot};
use crate::hits::{Area, ClickAreas, Target};
use crate::styles::{Chunk, flowed, width_of, wrapped};

/// Lines of the middle, the focused line, and the clickable areas.
type Board = (Vec<Line<'static>>, Option<usize>, ClickAreas);

impl App {
    /// Number of lines of the middle.
    pub(super) fn board_size(&self, width: usize) -> usize {
        self.board(width).0.len()
    }

    /// Draws the middle.
    fn board(&self, width: usize) -> Board {
        match self.play.draft() {
            Draft::None => self.meld_lines(width),
            Draft::Down(_) | Draft::Arrange(_) => self.draft_lines(width),
        }
    }

    /// Draws the middle, cropped to the available height with the focus in view.
    pub(super) fn board_lines(
        &self,
        width: usize,
        room: usize,
    ) -> (Vec<Line<'static>>, ClickAreas) {
        let (mut lines, mut focus, mut placed) = self.board(width);
        // The draft itself matters more than its instructions.
        let told = self.instruction_lines(width);
        if lines.len() > room && told < lines.len() {
            lines.drain(..told);
            focus = focus.and_then(|line| line.checked_sub(told));
            placed
                .iter_mut()
                .for_each(|(extent, _)| extent.line = extent.line.saturating_sub(told));
        }
        let most = lines.len().saturating_sub(room);
        let first = focus.map_or(0, |line| (line + 2).saturating_sub(room)).min(most);
        let below = lines.len().saturating_sub(first + room);
        let mut shown: Vec<Line<'static>> = lines.into_iter().skip(first).take(room).collect();
        if below > 0
            && let Some(last) = shown.last_mut()
        {
            let more = tr!("board-more", &self.words, count = below + 1);
            *last = Line::styled(more, self.styles().key());
        }
        if first > 0
            && let Some(top) = shown.first_mut()
        {
            let more = tr!("board-before", &self.words, count = first + 1);
            *top = Line::styled(more, self.styles().key());
        }
        shown.resize(room, Line::raw(""));
        let seen = |(extent, target): (Area, Target)| {
            let line = extent.line.checked_sub(first).filter(|line| *line < room)?;
            Some((Area { line, ..extent }, target))
        };
        (shown, placed.into_iter().filter_map(seen).collect())
    }

    pub(crate) fn face(&self, card: Card) -> Span<'static> {
        Span::styled(self.words.face(card), self.styles().card(card))
    }

    /// Cards with a space between each two.
    pub(crate) fn faces(&self, cards: &[Card]) -> Chunk {
        let mut spans = Vec::new();
        for (at, card) in cards.iter().enumerate() {
            spans.extend((at > 0).then(|| Span::raw(" ")));
            spans.push(self.face(*card));
        }
        spans
    }

    pub(super) fn meld_lines(&self, width: usize) -> Board {
        let (t, s) = (&self.words, self.play.session());
        let Some((rules, own)) = self.rules_and_view() else { return Default::default() };
        if matches!(own.table.phase(), Phase::Cut { .. }) && s.must_decide() {
            return (self.cut_lines(), None, Vec::new());
        }
        if let Phase::Pick { caller } = own.table.phase()
            && s.must_decide()
        {
            let (lines, placed) = self.pick_lines(own.table.seat(caller).count, width);
            return (lines, None, placed);
        }
        let groups = melds_by_seat(s);
        if groups.is_empty() {
            let id = if is_hidden(rules) { "contract-hidden" } else { "no-melds" };
            return (vec![Line::styled(tr!(id, t), self.styles().quiet())], None, Vec::new());
        }
        let mut lines: Vec<Line<'static>> = Vec::new();
        let (mut focus, mut placed) = (None, Vec::new());
        let focused = self.focused(&self.spots());
        for (seat, melds) in groups {
            let name = Span::styled(news::name(t, s, seat), self.styles().strong());
            let mut boxes = vec![vec![name]];
            boxes.extend(melds.iter().map(|meld| self.meld_box(meld, focused)));
            let (own, places) = flowed(boxes, 2, 2, width);
            for (meld, extent) in melds.iter().zip(places.into_iter().skip(1)) {
                let extent = Area { line: lines.len() + extent.line, ..extent };
                if focused == Some(Spot::Meld(meld.id)) {
                    focus = Some(extent.line);
                }
                placed.push((extent, Target::Spot(Spot::Meld(meld.id), None)));
            }
            lines.extend(own);
        }
        (lines, focus, placed)
    }

    /// A meld with its number, with marks for the cursor and for a fitting chosen card.
    fn meld_box(&self, meld: &TableMeld, focused: Option<Spot>) -> Chunk {
        let styles = self.styles();
        let here = focused == Some(Spot::Meld(meld.id));
        let fits = self.play.targets().melds().contains(&meld.id);
        let (mark, style) = match (here, fits) {
            (true, _) => (">", styles.cursor()),
            (false, true) => ("+", styles.good()),
            (false, false) => ("", styles.quiet()),
        };
        let mut spans = vec![Span::styled(mark, style)];
        spans.extend(self.meld_words(meld, style));
        spans
    }

    pub(super) fn meld_words(&self, meld: &TableMeld, style: Style) -> Chunk {
        let styles = self.styles();
        let mut spans = vec![Span::styled(meld.id.to_string(), style)];
        let Some((rules, own)) = self.rules_and_view() else { return spans };
        let melds = &own.table.deal_rules(rules).melds;
        for (card, stands_for) in meld_cards(&meld.meld, melds) {
            spans.push(Span::raw(" "));
            spans.push(self.face(card));
            match stands_for {
                Some(face) => {
                    spans
                        .push(Span::styled(format!("({})", self.words.face(face)), styles.quiet()));
                }
                // A wild card in a set of another rank.
                None if card.suit().is_some()
                    && melds.is_wild(card)
                    && matches!(meld.meld, Meld::Set(set) if set.rank() != card.rank()) =>
                {
                    spans.push(Span::raw("w"));
                }
                None => {}
            }
        }
        for addition in own.table.additions().iter().filter(|addition| addition.meld == meld.id) {
            let name = news::name(&self.words, self.play.session(), addition.seat);
            let card = self.words.face(addition.card);
            spans.push(Span::styled(format!(" ({card}: {name})"), styles.quiet()));
        }
        spans
    }

    fn cut_lines(&self) -> Vec<Line<'static>> {
        let t = &self.words;
        let mut lines = Vec::new();
        let goal = self.play.view().and_then(|view| view.cut_goal());
        if let Some((needed, bonus)) = goal {
            lines.push(Line::raw(tr!("cut-bonus", t, needed = needed, bonus = bonus)));
        }
        lines.push(Line::raw(tr!("cut-label", t)));
        let full = usize::from(self.cut) / 25;
        let bar = format!("[{}|{}]", "=".repeat(full), " ".repeat(40 - full));
        lines.push(Line::from(vec![Span::raw(bar), Span::raw(format!("  ~{}", self.cut))]));
        lines.push(Line::styled(tr!("cut-keys", t), self.styles().quiet()));
        lines
    }

    fn pick_lines(&self, count: u8, width: usize) -> (Vec<Line<'static>>, ClickAreas) {
        let card = |place: u8| {
            let here = place == self.pick;
            let style = if here { self.styles().cursor() } else { self.styles().quiet() };
            vec![Span::styled(if here { ">##<" } else { " ## " }, style)]
        };
        let (mut lines, places) = flowed((0..count).map(card).collect(), 1, 0, width);
        lines.push(Line::styled(tr!("pick-keys", &self.words), self.styles().quiet()));
        (lines, places.into_iter().zip((0..count).map(Target::Pick)).collect())
    }

    /// Draws the draft, slot by slot.
    pub(super) fn draft_lines(&self, width: usize) -> Board {
        let styles = self.styles();
        let spots = self.spots();
        let mut lines = wrapped(&Line::styled(self.draft_words(), styles.quiet()), width);
        let (mut focus, mut placed) = (None, Vec::new());
        for (number, spot) in spots.iter().enumerate() {
            let here = self.focus == Focus::Spot(number);
            if here {
                focus = Some(lines.len());
            }
            let mark = if here { ">" } else { " " };
            let key = match spot {
                Spot::Thrown => "0".to_owned(),
                _ if number < 9 => (number + 1).to_string(),
                _ => " ".to_owned(),
            };
            let style = if here { styles.cursor() } else { styles.strong() };
            let name = format!("{mark}{key} {}:", self.slot_name(*spot));
            let mut boxes: Vec<Chunk> = vec![vec![Span::styled(name, style)]];
            for (place, lying) in self.cards_in(*spot).into_iter().enumerate() {
                let chosen = self.play.selected().contains(&lying.id);
                let cursor = here && place == self.within;
                let (left, right) = match (chosen, cursor) {
                    (true, _) => ("[", "]"),
                    (false, true) => (">", "<"),
                    (false, false) => ("", ""),
                };
                let table = matches!(self.play.draft(), Draft::Arrange(_));
                let own = if table && lying.from_hand { "*" } else { "" };
                let mut face = self.face(lying.card);
                if cursor {
                    face.style = face.style.patch(styles.cursor());
                }
                boxes.push(vec![Span::raw(left), face, Span::raw(own), Span::raw(right)]);
            }
            boxes.extend(self.verdict(*spot));
            let (own, places) = flowed(boxes, 1, 4, width);
            let cards = self.cards_in(*spot).len();
            // The label comes first, then the cards.
            for (number, extent) in places.into_iter().take(cards + 1).enumerate() {
                let extent = Area { line: lines.len() + extent.line, ..extent };
                placed.push((extent, Target::Spot(*spot, number.checked_sub(1))));
            }
            lines.extend(own);
        }
        (lines, focus, placed)
    }

    /// Number of instruction lines above the draft.
    fn instruction_lines(&self, width: usize) -> usize {
        match self.play.draft() {
            Draft::None => 0,
            _ => wrapped(&Line::raw(self.draft_words()), width).len(),
        }
    }

    fn draft_words(&self) -> String {
        let knocked = self.play.view().is_some_and(|v| v.table.knock_limit(v.rules).is_some());
        let id = match self.play.draft() {
            Draft::None => return String::new(),
            Draft::Arrange(_) => "draft-arrange",
            Draft::Down(draft) => match draft.purpose {
                Purpose::LayDown => "draft-down",
                Purpose::Ending if knocked => "draft-ending",
                Purpose::Ending => "draft-declare",
                Purpose::Answer if knocked => "draft-answer",
                Purpose::Answer => "draft-groups",
            },
        };
        tr!(id, &self.words)
    }

    fn slot_name(&self, spot: Spot) -> String {
        let t = &self.words;
        match (self.play.draft(), spot) {
            (Draft::Down(_), Spot::Thrown) => tr!("slot-thrown", t),
            (Draft::Down(draft), Spot::Slot(at)) => match draft.slots.get(at) {
                Some(slot) => slot
                    .element
                    .map_or_else(|| tr!("slot-free", t), |element| prompt::slot_words(t, element)),
                None => tr!("slot-new", t),
            },
            (Draft::Arrange(draft), Spot::Slot(at)) => match draft.zones.get(at) {
                Some(zone) => {
                    zone.meld.map_or_else(|| tr!("slot-free", t), |meld| meld.to_string())
                }
                None => tr!("zone-new", t),
            },
            _ => String::new(),
        }
    }

    /// Verdict on the cards of a slot: which meld they form, or why they form none.
    fn verdict(&self, spot: Spot) -> Option<Chunk> {
        let (t, styles) = (&self.words, self.styles());
        let cards = self.cards_in(spot);
        if cards.is_empty() || spot == Spot::Thrown {
            return None;
        }
        let (all, reading) = self.readings(spot);
        let Some(meant) = all.get(reading.min(all.len().saturating_sub(1))) else {
            let fault = match (self.play.draft(), spot, self.play.view()) {
                (Draft::Down(draft), Spot::Slot(at), Some(view)) => {
                    draft.slots.get(at).and_then(|slot| slot.fault(&view))
                }
                _ => None,
            };
            let words = fault.map_or_else(String::new, |fault| prompt::slot_fault(t, &fault));
            return Some(vec![Span::styled(format!("✕ {words}"), styles.refusal())]);
        };
        let mut words = "✓".to_owned();
        if all.len() > 1 {
            let reading = panels::reading(t, meant);
            words = format!("✓ {}", tr!("reading-of", t, reading = reading, count = all.len()));
        }
        Some(vec![Span::styled(words, styles.good())])
    }

    /// The stock, the upcard, and the rest of the discard pile if it is open.
    pub(super) fn pile_lines(&self, width: usize) -> Vec<Line<'static>> {
        let (t, styles) = (&self.words, self.styles());
        let Some((rules, own)) = self.rules_and_view() else { return Vec::new() };
        let table = &own.table;
        let stock = t.capital(&tr!("stock-count", t, count = table.stock()));
        let mut spans = vec![Span::raw(stock), Span::raw("    ")];
        match table.upcard() {
            None => spans.push(Span::styled(tr!("upcard-none", t), styles.quiet())),
            Some(card) => {
                spans.push(Span::raw(format!("{} [", tr!("upcard", t))));
                spans.extend([self.face(card), Span::raw("]")]);
                let below = table.discards().len() - 1;
                let spread = rules.set.choices.discarding.pile == PileShown::Spread && below > 0;
                if table.protected() {
                    spans.push(Span::raw(format!(" {}", tr!("upcard-protected", t))));
                }
                if below > 0 {
                    let words = tr!("discards-below", t, below = below);
                    spans.push(Span::styled(format!("  {words}"), styles.quiet()));
                }
                if spread {
                    spans.push(Span::raw("  "));
                    for card in table.pile().rev().skip(1) {
                        let face = self.face(card);
                        if width_of(&spans) + face.width() + 3 > width {
                            spans.push(Span::raw("…"));
                            break;
                        }
                        spans.extend([face, Span::raw(" ")]);
                    }
                }
            }
        }
        wrapped(&Line::from(spans), width)
    }
}
