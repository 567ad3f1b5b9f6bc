//! Lenient parsing of typed cards. Files are parsed strictly; on the command line, lower case, `10`, suit
//! symbols and commas are accepted.

use upcard_cards::Cards;

/// How cards are written.
const FORMAT_HELP: &str =
    "a card is a rank A23456789TJQK and a suit CDHS, as in TD, or JK for a joker";

/// Parses cards; the error explains the format.
pub(crate) fn cards(text: &str) -> Result<Cards, String> {
    let words = text.split(|letter: char| letter.is_whitespace() || matches!(letter, ',' | ';'));
    let words: Vec<String> = words.filter(|word| !word.is_empty()).map(normalize).collect();
    words.join(" ").parse().map_err(|error| format!("cards: {error}; {FORMAT_HELP}"))
}

/// Normalizes a card to the format of files, if it is one.
fn normalize(word: &str) -> String {
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
    fn typed_cards_are_normalized() {
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
