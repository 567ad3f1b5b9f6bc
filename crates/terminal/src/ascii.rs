//! ASCII replacements, for terminals and locales that support nothing else.

use ratatui::buffer::Buffer;

/// Replacement for a character, of the same width.
const fn one(letter: char) -> char {
    match letter {
        ' '..='~' => letter,
        '─' | '–' | '—' | '−' | '·' | '‑' => '-',
        '│' => '|',
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' => '+',
        '✓' => 'v',
        '✕' | '✗' | '×' => 'x',
        '■' => '#',
        '□' => '.',
        '…' => '.',
        '←' => '<',
        '→' => '>',
        '↑' => '^',
        '↓' => 'v',
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        '♣' => 'C',
        '♦' => 'D',
        '♥' => 'H',
        '♠' => 'S',
        '\u{a0}' => ' ',
        _ => '?',
    }
}

/// Converts a text to ASCII.
#[must_use]
pub fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => out.push('\n'),
            '…' => out.push_str("..."),
            '←' => out.push_str("Left"),
            '→' => out.push_str("Right"),
            '↑' => out.push_str("Up"),
            '↓' => out.push_str("Down"),
            letter => out.push(one(letter)),
        }
    }
    out
}

/// Converts a drawn buffer to ASCII, cell by cell.
pub(crate) fn redrawn(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let sign = cell.symbol().chars().next().map_or(' ', one);
            cell.set_char(sign);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_its_meaning() {
        assert_eq!(ascii("10♥ · K♠ – the caller’s …"), "10H - KS - the caller's ...");
        assert_eq!(ascii("↑, then Enter\n→"), "Up, then Enter\nRight");
        assert_eq!(ascii("Zoë"), "Zo?");
    }
}
