//! The prompt: question, answers and active keys.

use ratatui::text::{Line, Span};
use upcard_client::prompt::Draft;
use upcard_client::tr;
use upcard_client::wording::prompt;
use upcard_engine::table::Phase;

use crate::app::{App, Focus, Spot};
use crate::hits::{Area, ClickAreas, Target};
use crate::styles::{Chunk, flowed, wrapped};

impl App {
    pub(super) fn prompt_lines(&self, width: usize) -> (Vec<Line<'static>>, ClickAreas) {
        let (t, s, styles) = (&self.words, self.play.session(), self.styles());
        let asked = &self.prompt;
        let last = self.play.log().own();
        let question = prompt::question(t, s, &asked.question);
        let mut lines = wrapped(&Line::styled(question, styles.strong()), width);
        let detail = || Line::raw(prompt::detail(t, s, &asked.detail, last));
        let detail = self.notice_line().unwrap_or_else(detail);
        lines.extend(wrapped(&detail, width));
        if let Some(line) = &self.line {
            lines.push(Line::from(vec![
                Span::styled(": ", styles.key()),
                Span::raw(tail(line, width.saturating_sub(4))),
                Span::styled(" ", styles.cursor()),
            ]));
            lines.push(Line::styled(tr!("line-help", t), styles.quiet()));
            return (lines, Vec::new());
        }
        let mut does_what = Vec::new();
        let answers = self.answers().into_iter().map(|(key, words, does, main)| {
            does_what.push(Target::Answer(does));
            let style = if main { styles.main() } else { ratatui::style::Style::new() };
            let key = Span::styled(format!("[{}]", key.to_ascii_uppercase()), styles.key());
            vec![key, Span::raw(" "), Span::styled(words, style)]
        });
        let answers: Vec<Chunk> = answers.collect();
        let mut placed = Vec::new();
        if answers.is_empty() {
            lines.push(Line::raw(""));
        } else {
            let (own, places) = flowed(answers, 3, 0, width);
            let lower = |extent: Area| Area { line: extent.line + lines.len(), ..extent };
            placed = places.into_iter().map(lower).zip(does_what).collect();
            lines.extend(own);
        }
        lines.extend(flowed(self.help(), 2, 0, width).0);
        (lines, placed)
    }

    /// The current notice.
    pub(super) fn notice_line(&self) -> Option<Line<'static>> {
        let (notice, styles) = (self.play.notice().as_ref()?, self.styles());
        let style = if notice.refusal { styles.refusal() } else { styles.good() };
        let mark = if notice.refusal { "! " } else { "" };
        Some(Line::styled(format!("{mark}{}", notice.text), style))
    }

    /// Keys that do something now, apart from the answers.
    fn help(&self) -> Vec<Chunk> {
        let spot = self.focused(&self.spots());
        let mut all: Vec<(&str, &str)> = Vec::new();
        let cuts = self.is_cutting();
        let picks = self.is_deciding_in(|phase| matches!(phase, Phase::Pick { .. }));
        let holds = self.play.session().view.as_ref().is_some_and(|own| !own.hand.is_empty());
        let drafting = *self.play.draft() != Draft::None;
        if cuts || picks {
            all.push(("←→", "help-choose"));
            all.push(("Enter", if cuts { "cut" } else { "draw" }));
        } else if self.focus == Focus::Hand && holds {
            all.push(("←→", "help-walk"));
            all.push(("Space", "help-select"));
            if !self.spots().is_empty() {
                all.push(("↑", if drafting { "help-slots" } else { "help-table" }));
            }
        }
        match spot {
            Some(Spot::Meld(_)) => all.extend([("↑↓", "help-walk"), ("Enter", "help-meld")]),
            Some(_) => {
                all.push(("↑↓", "help-slots"));
                all.push(if self.play.selected().is_empty() {
                    ("Space", "help-out")
                } else {
                    ("Enter", "help-put")
                });
            }
            None => {}
        }
        if spot.is_some_and(|spot| self.readings(spot).0.len() > 1) {
            all.push(("Y", "help-reading"));
        }
        if drafting {
            all.push(("Esc", "help-away"));
        }
        if self.play.session().must_decide() {
            all.push(("H", "help-hint"));
        }
        all.extend([("?", "help-keys"), (":", "help-line"), ("Q", "help-quit")]);
        let styles = self.styles();
        let item = |(key, id): (&str, &str)| {
            let words = tr!(id, &self.words).to_lowercase();
            let key = match key {
                // As single ASCII characters they would name other keys.
                "←→" if self.looks.ascii => "Left/Right",
                "↑↓" if self.looks.ascii => "Up/Down",
                "↑" if self.looks.ascii => "Up",
                key => key,
            };
            vec![
                Span::styled(key.to_owned(), styles.key()),
                Span::styled(format!(" {words}"), styles.quiet()),
            ]
        };
        all.into_iter().map(item).collect()
    }
}

/// End of a typed text that is too long.
fn tail(text: &str, width: usize) -> String {
    let count = text.chars().count();
    text.chars().skip(count.saturating_sub(width)).collect()
}
