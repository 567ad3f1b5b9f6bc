//! The table in sentences, line by line, for screen readers and programs.

use ratatui::text::Line;
use upcard_client::prompt::Draft;
use upcard_client::wording::{prompt, table};
use upcard_client::{layable, tr};

use crate::app::{App, Sheet};
use crate::sheets;

/// How long a line is at the most; sentences are not broken.
const WIDE: usize = 400;

/// Rule sheets and words are printed in so many columns.
const COLUMNS: usize = 80;

fn plain(lines: impl IntoIterator<Item = Line<'static>>) -> Vec<String> {
    let text = |line: Line<'static>| line.to_string().trim_end().to_owned();
    lines.into_iter().map(text).filter(|line| !line.trim().is_empty()).collect()
}

impl App {
    /// Everything on the table, and the own hand.
    pub(crate) fn told_table(&self) -> Vec<String> {
        if self.play.session().view.is_none() {
            return self.waiting_words().into_iter().filter(|line| !line.is_empty()).collect();
        }
        let mut lines = plain(self.title_lines(WIDE));
        lines.extend(plain(
            self.seats_in_turn().into_iter().map(|seat| Line::from(self.seat_words(seat, WIDE))),
        ));
        lines.extend(plain(self.meld_lines(WIDE).0));
        lines.extend(plain(self.pile_lines(WIDE)));
        lines.extend(self.told_hand());
        lines
    }

    /// The own hand: its groups apart from each other, and what is to be said of a card behind it.
    pub(crate) fn told_hand(&self) -> Vec<String> {
        let Some(view) = self.play.view() else { return Vec::new() };
        let fits = layable(&view);
        let rules = &view.contract_rules().melds;
        let card = |held: &upcard_client::Held| {
            let wild = held.card.suit().is_some() && rules.is_wild(held.card);
            let notes = [(wild, "w"), (held.fresh, "*"), (fits.contains(&held.card), "+")];
            let notes: String =
                notes.into_iter().filter(|(is, _)| *is).map(|(_, note)| note).collect();
            format!("{}{notes}", self.words.face(held.card))
        };
        let group =
            |group: Vec<upcard_client::Held>| group.iter().map(card).collect::<Vec<_>>().join(" ");
        let groups: Vec<String> = self.shown().into_iter().map(group).collect();
        let own = table::own(&self.words, &view);
        vec![format!("{}: {own}", tr!("you", &self.words)), format!("  {}", groups.join(", "))]
    }

    /// What is asked, with the hand and the answers.
    pub(crate) fn told_prompt(&self) -> Vec<String> {
        let (t, s) = (&self.words, self.play.session());
        if s.view.is_none() {
            return self.told_table();
        }
        let asked = &self.prompt;
        let mut lines = vec![prompt::question(t, s, &asked.question)];
        lines.push(prompt::detail(t, s, &asked.detail, ""));
        if *self.play.draft() != Draft::None {
            lines.extend(plain(self.draft_lines(WIDE).0));
        }
        if asked.mine && s.asked() {
            lines.extend(plain(self.pile_lines(WIDE)));
            lines.extend(self.told_hand());
        }
        let chosen: Vec<String> =
            self.play.chosen().iter().map(|held| self.words.face(held.card)).collect();
        if !chosen.is_empty() {
            lines.push(tr!("plain-chosen", t, cards = chosen.join(" ")));
        }
        let answers = self.answers().into_iter();
        let answers: Vec<String> =
            answers.map(|(key, words, ..)| format!("{key}: {words}")).collect();
        lines.push(answers.join("; "));
        lines.retain(|line| !line.is_empty());
        lines
    }

    /// A question that waits for its answer, the answers numbered.
    pub(crate) fn told_ask(&self) -> Vec<String> {
        let Some(ask) = &self.ask else { return Vec::new() };
        let answers = ask.answers.iter().map(|(words, _)| words.clone());
        let answers = answers.enumerate().map(|(at, words)| format!("{}: {words}", at + 1));
        let no = format!("0: {}", tr!("cancel", &self.words));
        std::iter::once(ask.question.clone()).chain(answers).chain([no]).collect()
    }

    /// A sheet, its lines numbered where one of them can be chosen.
    pub(crate) fn told_sheet(&self, sheet: &Sheet) -> Vec<String> {
        let mut lines = vec![format!("{}:", sheets::title(self, sheet))];
        let items = self.items_of(sheet);
        let (found, first) = sheets::lines(self, sheet, 0, COLUMNS);
        if items == 0 {
            lines.extend(found.iter().map(|line| line.to_string().trim_end().to_owned()));
            return lines;
        }
        // Lines that can be chosen follow one another, some of them below headings.
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
