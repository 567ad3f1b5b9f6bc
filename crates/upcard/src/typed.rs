//! Cards as people type them. Files are read strictly; what is typed on a command line may have small
//! letters, a `10`, suits as signs, and commas.

use upcard_cards::Cards;

/// How cards are written.
const FORM: &str = "a card is a rank A23456789TJQK and a suit CDHS, as in TD, or JK for a joker";

/// The cards of a text, or what is wrong with it and how cards are written.
pub(crate) fn cards(text: &str) -> Result<Cards, String> {
    let words = text.split(|letter: char| letter.is_whitespace() || matches!(letter, ',' | ';'));
    let words: Vec<String> = words.filter(|word| !word.is_empty()).map(plain).collect();
    words.join(" ").parse().map_err(|error| format!("cards: {error}; {FORM}"))
}

/// A card as it is written in files, where this is one.
fn plain(word: &str) -> String {
    let letters = word.chars().filter(|letter| !matches!(letter, '\u{fe0e}' | '\u{fe0f}'));
    let plain: String = letters
        .map(|letter| match letter {
            '♣' | '♧' => 'C',
            '♦' | '♢' => 'D',
            '♥' | '♡' => 'H',
            '♠' | '♤' => 'S',
            _ => letter.to_ascii_uppercase(),
        })
        .collect();
    match plain.strip_prefix("10") {
        _ if matches!(plain.as_str(), "JOKER" | "🃏" | "*") => "JK".to_owned(),
        Some(suit) => format!("T{suit}"),
        None => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_understood_as_people_type_them() {
        let strict: Cards = "TH AH 2C JK QS".parse().unwrap();
        for text in
            ["10♥ ah 2c jk qs", "TH,AH,2C,JK,QS", "10h; A♥️, 2♣ joker Q♠", " TH  AH 2C JK QS "]
        {
            assert_eq!(cards(text), Ok(strict), "{text}");
        }
        for text in ["1H", "AHX", "H", "10", "AH 2X"] {
            let error = cards(text).unwrap_err();
            assert!(error.contains("as in TD, or JK"), "{error}");
        }
    }
}
