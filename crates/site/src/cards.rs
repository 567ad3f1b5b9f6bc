//! Renders the examples of rule sheets as drawn cards.

/// Prefixes of legal and illegal examples.
const MARKS: [&str; 2] = ["  - ✓ ", "  - ✗ "];

pub(crate) fn draw_examples(sheet: &str) -> String {
    sheet.split_inclusive('\n').map(line).collect()
}

fn line(line: &str) -> String {
    let Some(mark) = MARKS.iter().find(|mark| line.starts_with(**mark)) else {
        return line.to_owned();
    };
    let rest = &line[mark.len()..];
    let (shown, caption) = match rest.split_once(" – ") {
        Some((cards, caption)) => (cards, format!(" – {caption}")),
        None => (rest.trim_end(), "\n".to_owned()),
    };
    let cards: String =
        shown.split(' ').map(|word| card(word).unwrap_or(word.to_owned())).collect();
    format!("{mark}<span class=\"cards\">{cards}</span>{caption}")
}

/// A card: its rank above the suit symbol, which the style sheet draws. The label is for screen readers.
fn card(word: &str) -> Option<String> {
    if word == "JK" {
        return Some(element("joker", "JK", "joker"));
    }
    let suit = word.chars().last()?;
    let rank = word.strip_suffix(suit)?;
    let suit = match suit {
        '♣' => "clubs",
        '♦' => "diamonds",
        '♥' => "hearts",
        '♠' => "spades",
        _ => return None,
    };
    let name = match rank {
        "A" => "ace",
        "K" => "king",
        "Q" => "queen",
        "J" => "jack",
        number => number.parse::<u8>().ok().filter(|n| (2..=10).contains(n)).map(|_| number)?,
    };
    Some(element(suit, rank, &format!("{name} of {suit}")))
}

fn element(class: &str, rank: &str, name: &str) -> String {
    format!("<span class=\"card {class}\" role=\"img\" aria-label=\"{name}\">{rank}</span>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_drawn_and_sentences_left() {
        let found = draw_examples("- A set.\n  - ✓ 4♣ 10♦ JK – A set of 4♣.\n");
        assert!(found.starts_with("- A set.\n  - ✓ <span class=\"cards\">"), "{found}");
        assert!(found.ends_with("</span></span> – A set of 4♣.\n"), "{found}");
        for name in ["4 of clubs", "10 of diamonds", "joker"] {
            assert!(found.contains(&format!("aria-label=\"{name}\"")), "{found}");
        }
        assert_eq!(card("11♣"), None);
        assert_eq!(card("and"), None);
    }
}
