//! Styles: optional colours, always together with a symbol or a style that needs none. The colours are
//! legible on black and on white; light green and light yellow are not.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use upcard_cards::{Card, Suit};

use crate::app::{App, Colours};
use crate::hits::Area;

#[derive(Clone, Copy)]
pub(crate) struct Styles(Colours);

impl App {
    pub(crate) fn styles(&self) -> Styles {
        Styles(self.looks.colours)
    }
}

impl Styles {
    pub(crate) const fn new(colours: Colours) -> Styles {
        Styles(colours)
    }

    fn coloured(self, colour: Color) -> Style {
        if self.0 == Colours::None { Style::new() } else { Style::new().fg(colour) }
    }

    /// A card, coloured by suit.
    pub(crate) fn card(self, card: Card) -> Style {
        let four = self.0 == Colours::Four;
        match card.suit() {
            Some(Suit::Hearts) => self.coloured(Color::LightRed),
            Some(Suit::Diamonds) if four => self.coloured(Color::LightBlue),
            Some(Suit::Diamonds) => self.coloured(Color::LightRed),
            Some(Suit::Clubs) if four => self.coloured(Color::Green),
            Some(Suit::Clubs | Suit::Spades) => Style::new(),
            None => self.coloured(Color::LightMagenta),
        }
        .add_modifier(Modifier::BOLD)
    }

    pub(crate) fn title(self) -> Style {
        self.coloured(Color::Green).add_modifier(Modifier::BOLD)
    }

    /// Emphasis.
    pub(crate) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Secondary information.
    pub(crate) fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    pub(crate) fn cursor(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    pub(crate) fn key(self) -> Style {
        self.coloured(Color::LightBlue).add_modifier(Modifier::BOLD)
    }

    /// The default answer.
    pub(crate) fn main(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
    }

    /// Where a card fits, or a good result.
    pub(crate) fn good(self) -> Style {
        self.coloured(Color::Green).add_modifier(Modifier::BOLD)
    }

    /// An error.
    pub(crate) fn refusal(self) -> Style {
        self.coloured(Color::LightRed).add_modifier(Modifier::BOLD)
    }
}

/// Spans that stay together on a line.
pub(crate) type Chunk = Vec<Span<'static>>;

/// Width of spans, in columns.
pub(crate) fn width_of(spans: &[Span<'_>]) -> usize {
    spans.iter().map(Span::width).sum()
}

/// Flows boxes into lines of this width; later lines are indented. Returns the lines, and the area of each
/// box.
pub(crate) fn flowed(
    boxes: Vec<Chunk>,
    gap: usize,
    indent: usize,
    width: usize,
) -> (Vec<Line<'static>>, Vec<Area>) {
    let mut lines: Vec<Chunk> = vec![Vec::new()];
    let mut places = Vec::new();
    let mut used = 0;
    for spans in boxes {
        let wide = width_of(&spans);
        let begun = lines.last().is_some_and(|line| !line.is_empty());
        if begun && used + gap + wide > width {
            lines.push(if indent > 0 { vec![Span::raw(" ".repeat(indent))] } else { Vec::new() });
            used = indent;
        } else if begun {
            lines.last_mut().into_iter().for_each(|line| line.push(Span::raw(" ".repeat(gap))));
            used += gap;
        }
        places.push(Area { line: lines.len() - 1, column: used, width: wide, height: 1 });
        used += wide;
        lines.last_mut().into_iter().for_each(|line| line.extend(spans.iter().cloned()));
    }
    (lines.into_iter().map(Line::from).collect(), places)
}

/// Wraps a line between words, preserving styles.
pub(crate) fn wrapped(line: &Line<'static>, width: usize) -> Vec<Line<'static>> {
    if line.width() <= width {
        return vec![line.clone()];
    }
    let indent =
        line.to_string().chars().take_while(|letter| *letter == ' ').count().min(width / 2);
    let mut words: Vec<Chunk> = vec![Vec::new()];
    for span in &line.spans {
        for (number, word) in span.content.split(' ').enumerate() {
            if number > 0 {
                words.push(Vec::new());
            }
            if !word.is_empty() {
                let piece = Span::styled(word.to_owned(), span.style);
                words.last_mut().into_iter().for_each(|own| own.push(piece.clone()));
            }
        }
    }
    words.retain(|word| !word.is_empty());
    if indent > 0 {
        words.insert(0, vec![Span::raw(" ".repeat(indent - 1))]);
    }
    let style = line.style;
    flowed(words, 1, indent, width).0.into_iter().map(|line| line.style(style)).collect()
}

/// Cuts a text to a width, with an ellipsis.
pub(crate) fn clipped(text: &str, width: usize) -> String {
    if Span::raw(text).width() <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    for letter in text.chars() {
        kept.push(letter);
        if Span::raw(kept.as_str()).width() >= width {
            kept.pop();
            break;
        }
    }
    format!("{kept}…")
}
