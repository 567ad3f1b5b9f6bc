//! Signs that are made of several characters: what of them belongs together, and which joiners a text needs.

const NON_JOINER: char = '\u{200c}';
const JOINER: char = '\u{200d}';

/// From here on letters join, or signs do; those before, of the Latin, Greek and Cyrillic alphabets, never do. A
/// joiner between them would only make two texts look the same.
const JOINING: char = '\u{590}';

/// Does this only change the character before it: a mark above it, the look or the skin of an emoji, the tag of a
/// flag?
const fn belongs_before(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe0e}' | '\u{fe0f}'
        | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}')
}

/// One of two letters that are a flag together.
const fn is_half_a_flag(c: char) -> bool {
    matches!(c, '\u{1f1e6}'..='\u{1f1ff}')
}

/// The first sign of a name, whole: a letter with its marks, a flag, a family.
#[must_use]
pub fn first_sign(name: &str) -> String {
    let mut letters = name.chars().peekable();
    let mut sign = String::new();
    let Some(first) = letters.next() else { return sign };
    sign.push(first);
    if is_half_a_flag(first) {
        sign.extend(letters.next_if(|c| is_half_a_flag(*c)));
    }
    while let Some(c) = letters.next_if(|c| belongs_before(*c) || *c == JOINER) {
        sign.push(c);
        if c == JOINER {
            sign.extend(letters.next());
        }
    }
    sign
}

/// A text without the joiners that it does not need: they stay in an emoji of several, and where letters join by
/// themselves, as in Persian.
#[must_use]
pub fn with_needed_joiners(text: &str) -> String {
    let is_joiner = |c: char| matches!(c, JOINER | NON_JOINER);
    let letters: Vec<char> = text.chars().collect();
    let joins = |c: Option<&char>| c.is_some_and(|c| *c >= JOINING && !is_joiner(*c));
    let needed = |at: usize| {
        let base = letters[..at].iter().rev().find(|c| !belongs_before(**c));
        joins(base) && joins(letters.get(at + 1))
    };
    let kept = letters.iter().enumerate().filter(|(at, c)| !is_joiner(**c) || needed(*at));
    kept.map(|(_, c)| *c).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_sign_is_whole() {
        for (name, sign) in [
            ("Ann", "A"),
            ("", ""),
            ("👨\u{200d}👩\u{200d}👧 Meier", "👨\u{200d}👩\u{200d}👧"),
            ("👩🏽\u{200d}🚀x", "👩🏽\u{200d}🚀"),
            ("🏳️\u{200d}🌈!", "🏳️\u{200d}🌈"),
            ("🇫🇷🇩🇪", "🇫🇷"),
            ("E\u{301}mile", "E\u{301}"),
            ("❤️Ann", "❤️"),
            ("🙂\u{200d}", "🙂\u{200d}"),
            ("3️⃣ aces", "3️⃣"),
        ] {
            assert_eq!(first_sign(name), sign, "{name:?}");
        }
    }

    #[test]
    fn joiners_stay_where_they_are_needed_and_nowhere_else() {
        for whole in [
            "👨\u{200d}👩\u{200d}👧 rules",
            "👩🏽\u{200d}🚀",
            "🏳️\u{200d}🌈",
            "علی\u{200c}رضا",
            "ന\u{d4d}\u{200d}ക",
        ] {
            assert_eq!(with_needed_joiners(whole), whole);
        }
        for (text, left) in [
            ("An\u{200d}n", "Ann"),
            ("An\u{200c}n", "Ann"),
            ("Да\u{200d}ша", "Даша"),
            ("\u{200d}🙂", "🙂"),
            ("🙂\u{200d}", "🙂"),
            ("🙂\u{200d}\u{200d}🙂", "🙂🙂"),
            ("🙂\u{200d}n", "🙂n"),
            ("n\u{200d}🙂", "n🙂"),
        ] {
            assert_eq!(with_needed_joiners(text), left, "{text:?}");
        }
    }
}
