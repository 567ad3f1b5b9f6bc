//! The title, the deal and the other seats.

use ratatui::text::{Line, Span};
use upcard_client::groups::{hidden_deal, is_hidden};
use upcard_client::status_line::{offer_position, shown};
use upcard_client::tr;
use upcard_client::wording::{Texts, news, table};
use upcard_engine::Seat;
use upcard_engine::table::Down;
use upcard_rulebook::deal_words;

use crate::app::App;
use crate::styles::{Chunk, clipped, width_of, wrapped};

/// Approximate width of a seat.
const SEAT_WIDTH: usize = 30;

/// Minimum length of a name that is cut off.
const MIN_NAME_WIDTH: usize = 8;

/// Maximum number of rows for the other seats.
const SEAT_ROWS: usize = 4;

impl App {
    /// The game, the deal, and the deal's contract.
    pub(super) fn title_lines(&self, width: usize) -> Vec<Line<'static>> {
        let (t, s) = (&self.words, self.play.session());
        let Some((rules, own)) = self.rules_and_view() else { return Vec::new() };
        let dealer = news::player(t, s, own.table.dealer());
        let deal = table::bar(t, rules, &own.table, dealer);
        let name = rules.set.catalogue.name.clone();
        let title = vec![
            Span::styled(name, self.styles().title()),
            Span::raw("  "),
            Span::styled(deal, self.styles().quiet()),
        ];
        let mut lines = wrapped(&Line::from(title), width);
        lines.extend(self.contract_lines(width));
        lines
    }

    fn contract_lines(&self, width: usize) -> Vec<Line<'static>> {
        let (t, s) = (&self.words, self.play.session());
        let Some((rules, own)) = self.rules_and_view() else { return Vec::new() };
        if let Some(hidden) = hidden_deal(s) {
            let chips = table::chips(t, s, &hidden).into_iter();
            let words = chips.map(|chip| match chip.done {
                Some(true) => format!("{} ✓", chip.words),
                _ => chip.words,
            });
            return wrapped(&Line::raw(t.capital(&words.collect::<Vec<_>>().join(" · "))), width);
        }
        let seat = s.seat.unwrap_or(own.table.turn().seat);
        let state = own.table.seat(seat);
        let deal = rules.deal(state.contract);
        if is_hidden(rules) {
            return vec![Line::raw(tr!("contract-hidden", t))];
        }
        if deal.contract.is_empty() {
            return vec![Line::raw(table::free_contract(t, rules, state))];
        }
        let words = t.capital(&deal_words(rules, deal));
        let mut spans = vec![Span::styled(words, self.styles().strong()), Span::raw("  ")];
        if state.down != Down::No {
            spans.push(Span::styled(tr!("contract-laid", t), self.styles().good()));
            return vec![Line::from(spans)];
        }
        // A spectator holds no cards, so there is no progress.
        let Some(view) = s.view() else { return vec![Line::from(spans)] };
        let filled = self.play.plan().progress(&view);
        for (number, element) in deal.contract.elements.iter().enumerate() {
            let full = usize::from(filled.get(number).copied().unwrap_or(0).min(element.size));
            let size = usize::from(element.size);
            let (on, off) = if self.looks.letters { ("#", ".") } else { ("■", "□") };
            spans.push(Span::raw(format!("{}{} ", on.repeat(full), off.repeat(size - full))));
        }
        wrapped(&Line::from(spans), width)
    }

    /// The other seats, in turn order from the own one; all seats for a spectator.
    pub(super) fn seats_in_turn(&self) -> Vec<Seat> {
        let Some(own) = &self.play.session().view else { return Vec::new() };
        let players = own.table.players();
        let Some(me) = self.play.session().seat else { return Seat::all(players).collect() };
        own.table.seats_after(me).filter(|s| *s != me && s.is_of(players)).collect()
    }

    /// Draws the other seats.
    pub(super) fn seat_lines(&self, width: usize) -> Vec<Line<'static>> {
        let seats = self.seats_in_turn();
        // Many seats must not push the table away.
        let least = seats.len().div_ceil(SEAT_ROWS).max(1);
        let most = (width / SEAT_WIDTH).min(seats.len()).max(least);
        // As many columns as show every seat uncut.
        let widest = seats.iter().map(|seat| width_of(&self.seat_words(*seat, usize::MAX))).max();
        let whole = |columns: &usize| widest.unwrap_or(0) < width / columns;
        let columns = (least..=most).rev().find(whole).unwrap_or(least);
        let each = width / columns;
        let row = |seats: &[Seat]| {
            let mut spans: Chunk = Vec::new();
            for seat in seats {
                let own = self.seat_words(*seat, each);
                let rest = each.saturating_sub(width_of(&own));
                spans.extend(own);
                spans.push(Span::raw(" ".repeat(rest)));
            }
            Line::from(spans)
        };
        seats.chunks(columns).map(row).collect()
    }

    /// One seat: whose turn it is, its name, its cards and its state.
    pub(super) fn seat_words(&self, seat: Seat, width: usize) -> Chunk {
        let (t, s) = (&self.words, self.play.session());
        let Some((rules, own)) = self.rules_and_view() else { return Vec::new() };
        let table = &own.table;
        let state = table.seat(seat);
        let over = table.phase().is_after_deal();
        let turn = table.turn().seat == seat && !over;
        let mark = match offer_position(s, seat) {
            Some(place) => format!("{place}. "),
            None if turn => " > ".to_owned(),
            None if table.asks(seat) => " ? ".to_owned(),
            None => "   ".to_owned(),
        };
        let mut parts = vec![tr!("seat-cards", t, count = state.count)];
        if !is_hidden(rules) && state.opened(rules) != Down::No {
            parts.push(tr!("tag-down", t));
        }
        parts.push(tr!("points-short", t, points = table.score(seat)));
        let left = table.buys_left(rules, seat);
        parts.extend(left.map(|count| tr!("buys-brief", t, count = count)));
        parts.extend(shown(rules, table, seat).map(|n| tr!("shown-brief", t, points = n)));
        parts.extend(table::absence(t, table, seat));
        let style = if turn { self.styles().strong() } else { ratatui::style::Style::new() };
        let rest = format!(" {}", parts.join(" "));
        // If space is short, cut a long name before the state of the seat.
        let room = |used: &str| width.saturating_sub(4 + Span::raw(used).width());
        let name = clipped(&news::player(t, s, seat), room(&rest).max(MIN_NAME_WIDTH));
        let rest = clipped(&rest, room(&name));
        vec![Span::styled(format!("{mark}{name}"), style), Span::raw(rest)]
    }
}
