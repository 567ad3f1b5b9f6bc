//! The table as sentences, line by line, for screen readers and programs.

use ratatui::style::Style;
use ratatui::text::Line;
use upcard_client::prompt::Draft;
use upcard_client::wording::{prompt, table};
use upcard_client::{HandCard, Piece, layable_cards, melds_by_seat, tr};

use super::hand::notes;
use crate::app::{App, Sheet};
use crate::remote::RematchOption;
use crate::sheets;
use crate::styles::Chunk;

/// Maximum line length; sentences are not wrapped.
const MAX_LINE_WIDTH: usize = 400;

/// Width of printed rule sheets and glossary entries.
const SHEET_WIDTH: usize = 80;

fn plain(lines: impl IntoIterator<Item = Line<'static>>) -> Vec<String> {
    let text = |line: Line<'static>| line.to_string().trim_end().to_owned();
    lines.into_iter().map(text).filter(|line| !line.trim().is_empty()).collect()
}

impl App {
    /// The whole table, and the own hand.
    pub(crate) fn describe_table(&self) -> Vec<String> {
        if self.play.session().view.is_none() {
            return self.waiting_words().into_iter().filter(|line| !line.is_empty()).collect();
        }
        let mut lines = plain(self.title_lines(MAX_LINE_WIDTH));
        let seats = self.seats_in_turn().into_iter();
        lines.extend(plain(seats.map(|seat| self.seat_words(seat, MAX_LINE_WIDTH).into())));
        lines.extend(plain(self.meld_lines(MAX_LINE_WIDTH).0));
        lines.extend(plain(self.pile_lines(MAX_LINE_WIDTH)));
        lines.extend(self.describe_hand());
        lines
    }

    /// The own hand in its groups, each card followed by its notes.
    pub(crate) fn describe_hand(&self) -> Vec<String> {
        let Some(view) = self.play.view() else { return Vec::new() };
        let fits = layable_cards(&view);
        let rules = &view.contract_rules().melds;
        let card = |held: &HandCard| {
            format!("{}{}", self.words.face(held.card), notes(held, rules, &fits))
        };
        let group = |group: Vec<HandCard>| group.iter().map(card).collect::<Vec<_>>().join(" ");
        let groups: Vec<String> = self.displayed_hand().into_iter().map(group).collect();
        let own = table::status_line(&self.words, &view, None);
        let mut lines = vec![format!("{}: {own}", tr!("you", &self.words))];
        if !groups.is_empty() {
            lines.push(format!("  {}", groups.join(", ")));
        }
        lines
    }

    /// The prompt, with the hand and the answers.
    pub(crate) fn describe_prompt(&self) -> Vec<String> {
        let (t, s) = (&self.words, self.play.session());
        if s.view.is_none() {
            return self.describe_table();
        }
        let asked = &self.prompt;
        let mut lines = vec![prompt::question(t, s, &asked.question)];
        lines.push(prompt::detail(t, s, &asked.detail, ""));
        if self.is_cutting() {
            let goal = self.play.view().and_then(|view| view.cut_goal());
            let words = |(needed, bonus)| tr!("cut-bonus", t, needed = needed, bonus = bonus);
            lines.extend(goal.map(words));
        }
        if *self.play.draft() != Draft::None {
            lines.extend(plain(self.draft_lines(MAX_LINE_WIDTH).0));
        }
        if asked.mine && s.must_decide() {
            lines.extend(plain(self.pile_lines(MAX_LINE_WIDTH)));
            lines.extend(self.describe_hand());
        }
        let selected = |piece: &Piece| self.play.selected().contains(&piece.id);
        let spots = self.spots().into_iter();
        let lying: Vec<Piece> =
            spots.flat_map(|spot| self.cards_in(spot)).filter(selected).collect();
        let cards = self.play.chosen().into_iter().map(|held| held.card);
        let cards = cards.chain(lying.into_iter().filter(|piece| !piece.from_hand).map(|p| p.card));
        let chosen: Vec<String> = cards.map(|card| self.words.face(card)).collect();
        if !chosen.is_empty() {
            lines.push(tr!("plain-chosen", t, cards = chosen.join(" ")));
        }
        let fits: Vec<String> = self.fitting_melds();
        if !fits.is_empty() {
            lines.push(tr!("plain-fits", t, melds = fits.join("; ")));
        }
        lines.push(self.describe_answers());
        lines.retain(|line| !line.is_empty());
        lines
    }

    /// The melds where the chosen cards fit, or that can be called.
    fn fitting_melds(&self) -> Vec<String> {
        // While a draft is open, numbers refer to its slots.
        if *self.play.draft() != Draft::None {
            return Vec::new();
        }
        let melds = melds_by_seat(self.play.session());
        let lit = self.play.targets().melds();
        let fits = melds.iter().flat_map(|(_, melds)| melds).filter(|meld| lit.contains(&meld.id));
        let words = |spans: Chunk| spans.iter().map(|span| span.content.as_ref()).collect();
        fits.map(|meld| words(self.meld_words(meld, Style::new()))).collect()
    }

    /// The answers, each after its letter.
    fn describe_answers(&self) -> String {
        let answers = self.answers().into_iter();
        let mut answers: Vec<String> =
            answers.map(|(key, words, ..)| format!("{key}: {words}")).collect();
        match self.rematch_option() {
            RematchOption::Play => answers.push(tr!("plain-again", &self.words)),
            RematchOption::Begin => answers.push(tr!("plain-begin", &self.words)),
            RematchOption::Nothing => {}
        }
        answers.join("; ")
    }

    /// What a person without a seat can do during a match.
    pub(crate) fn describe_idle(&self) -> Vec<String> {
        let is_spectator = (!self.awaits_seat()).then(|| tr!("you-look-on", &self.words));
        let lines = is_spectator.into_iter().chain([self.describe_answers()]);
        lines.filter(|line| !line.is_empty()).collect()
    }

    /// An open question, with numbered answers.
    pub(crate) fn describe_question(&self) -> Vec<String> {
        let Some(ask) = &self.ask else { return Vec::new() };
        let answers = ask.answers.iter().map(|(words, _)| words.clone());
        let answers = answers.enumerate().map(|(at, words)| format!("{}: {words}", at + 1));
        let no = format!("0: {}", tr!("cancel", &self.words));
        std::iter::once(ask.question.clone()).chain(answers).chain([no]).collect()
    }

    /// A sheet, with numbered items if it has any.
    pub(crate) fn describe_sheet(&self, sheet: &Sheet) -> Vec<String> {
        let mut lines = vec![format!("{}:", sheets::title(self, sheet))];
        let items = self.items_of(sheet);
        let (found, first) = sheets::lines(self, sheet, 0, SHEET_WIDTH);
        if items == 0 {
            // The query was just typed; it needs no line of its own.
            let skip = if matches!(sheet, Sheet::Words(_)) { 2 } else { 0 };
            lines
                .extend(found.iter().skip(skip).map(|line| line.to_string().trim_end().to_owned()));
            return lines;
        }
        // Items are consecutive, some of them below headings.
        let mut number = 0;
        for (at, line) in found.into_iter().enumerate() {
            let text = line.to_string();
            let chosen = first.is_some_and(|first| at >= first) && text.starts_with([' ', '>']);
            let text = text.trim_start_matches(['>', ' ']).trim_end().to_owned();
            if chosen && number < items {
                number += 1;
                lines.push(format!("{number}: {text}"));
            } else if !text.is_empty() {
                lines.push(text);
            }
        }
        lines.push(tr!("plain-number", &self.words));
        lines
    }
}
