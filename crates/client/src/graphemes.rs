//! Grapheme clusters in names, and removal of needless joiners.

const NON_JOINER: char = '\u{200c}';
const JOINER: char = '\u{200d}';

/// First code point of scripts and symbols that use joiners. Before it (Latin, Greek, Cyrillic), joiners
/// could only make two texts look alike.
const FIRST_JOINING_SCRIPT: char = '\u{590}';

/// Returns `true` for characters that modify the previous one: combining marks, variation selectors, skin
/// tones, flag tags.
const fn modifies_previous(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe0e}' | '\u{fe0f}'
        | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}')
}

/// Returns `true` for a regional indicator; two of them form a flag.
const fn is_regional_indicator(c: char) -> bool {
    matches!(c, '\u{1f1e6}'..='\u{1f1ff}')
}

/// First grapheme cluster of a name: a letter with its marks, a flag, a family emoji.
#[must_use]
pub fn first_grapheme(name: &str) -> String {
    let mut letters = name.chars().peekable();
    let mut sign = String::new();
    let Some(first) = letters.next() else { return sign };
    sign.push(first);
    if is_regional_indicator(first) {
        sign.extend(letters.next_if(|c| is_regional_indicator(*c)));
    }
    while let Some(c) = letters.next_if(|c| modifies_previous(*c) || *c == JOINER) {
        sign.push(c);
        if c == JOINER {
            sign.extend(letters.next());
        }
    }
    sign
}

/// Removes joiners except in emoji sequences and in scripts with joining letters, such as Persian.
#[must_use]
pub fn strip_needless_joiners(text: &str) -> String {
    let is_joiner = |c: char| matches!(c, JOINER | NON_JOINER);
    let letters: Vec<char> = text.chars().collect();
    let joins = |c: Option<&char>| c.is_some_and(|c| *c >= FIRST_JOINING_SCRIPT && !is_joiner(*c));
    let needed = |at: usize| {
        let base = letters[..at].iter().rev().find(|c| !modifies_previous(**c));
        joins(base) && joins(letters.get(at + 1))
    };
    let kept = letters.iter().enumerate().filter(|(at, c)| !is_joiner(**c) || needed(*at));
    kept.map(|(_, c)| *c).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_grapheme_is_complete() {
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
            assert_eq!(first_grapheme(name), sign, "{name:?}");
        }
    }

    #[test]
    fn only_needed_joiners_are_kept() {
        for whole in [
            "👨\u{200d}👩\u{200d}👧 rules",
            "👩🏽\u{200d}🚀",
            "🏳️\u{200d}🌈",
            "علی\u{200c}رضا",
            "ന\u{d4d}\u{200d}ക",
        ] {
            assert_eq!(strip_needless_joiners(whole), whole);
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
            assert_eq!(strip_needless_joiners(text), left, "{text:?}");
        }
    }
}
