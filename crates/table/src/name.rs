//! Validation of people's names, shared by everything that accepts one.
//!
//! Follows the nickname profile of RFC 8266, with current Unicode properties and with emoji: every character
//! must be visible, or be required by its script or by an emoji sequence.

use std::ops::RangeInclusive;

use icu_properties::CodePointMapData;
use icu_properties::props::{
    BinaryProperty, CanonicalCombiningClass, DefaultIgnorableCodePoint, ExtendedPictographic,
    GraphemeBase, GraphemeExtend, JoiningType, UnifiedIdeograph,
};

use crate::wire::{Level, MAX_NAME_LEN};

const NON_JOINER: char = '\u{200c}';
const JOINER: char = '\u{200d}';

/// Variation selectors: text and emoji presentation.
const EMOJI_SELECTORS: [char; 2] = ['\u{fe0e}', '\u{fe0f}'];

/// Skin tones of emoji.
const SKIN_TONES: RangeInclusive<char> = '\u{1f3fb}'..='\u{1f3ff}';

const KEYCAP: char = '\u{20e3}';
const BLACK_FLAG: char = '\u{1f3f4}';

/// Tag characters after a black flag spell a region code; the last one terminates it.
const FLAG_TAGS: RangeInclusive<char> = '\u{e0020}'..='\u{e007f}';
const CANCEL_TAG: char = '\u{e007f}';

/// Variation selectors for ideographs.
const IDEOGRAPH_SELECTORS: RangeInclusive<char> = '\u{e0100}'..='\u{e01ef}';

/// Braille cell without dots: a letter that renders as nothing.
const BLANK: char = '\u{2800}';

/// Object replacement character: not text, and renders as nothing or as anything.
const OBJECT_REPLACEMENT: char = '\u{fffc}';

/// Maximum combining marks per letter: as many as any living script needs. More of them overlap the lines
/// above and below (Unicode Technical Standard 39, 5.4, has the same limit).
const MAX_MARKS: usize = 4;

/// Normalizes a name: trims it and collapses runs of spaces. `None` if it is longer than [`MAX_NAME_LEN`]
/// characters, has no visible character, or contains a hidden one.
#[must_use]
pub fn clean(name: &str) -> Option<String> {
    let words: Vec<&str> = name.split(is_space).filter(|word| !word.is_empty()).collect();
    let name = words.join(" ");
    if name.chars().count() > MAX_NAME_LEN {
        return None;
    }
    let all: Vec<char> = name.chars().collect();
    let seen = |(at, c): (usize, &char)| {
        *c == ' ' || is_visible(*c) || affects_neighbours(&all[..at], *c, &all[at + 1..])
    };
    let any = all.iter().any(|c| is_visible(*c) && GraphemeBase::for_char(*c));
    (any && all.iter().enumerate().all(seen) && !has_too_many_marks(&all)).then_some(name)
}

/// Returns `true` if a record would mistake this for a bot's name. Records name bots `bot` plus a level, so
/// people may not use that name in any case or spacing.
#[must_use]
pub fn is_bot_name(name: &str) -> bool {
    let shown = name.chars().filter(|c| is_visible(*c));
    let letters: String = shown.flat_map(char::to_lowercase).collect();
    let level = letters.strip_prefix("bot");
    level.is_some_and(|level| Level::ALL.into_iter().any(|known| known.name() == level))
}

/// Returns `true` if a letter carries too many marks, or the same mark twice.
fn has_too_many_marks(name: &[char]) -> bool {
    let is_mark =
        |c: &char| GraphemeExtend::for_char(*c) && !DefaultIgnorableCodePoint::for_char(*c);
    let same = |pair: &[char]| pair[0] == pair[1] && is_mark(&pair[0]);
    let run = |run: &[char]| run.iter().all(is_mark);
    name.windows(2).any(same) || name.windows(MAX_MARKS + 1).any(run)
}

/// Returns `true` for a space of any width, line breaks excluded.
fn is_space(c: char) -> bool {
    c.is_whitespace() && !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}')
}

/// Returns `true` if the character always renders visibly.
fn is_visible(c: char) -> bool {
    (GraphemeBase::for_char(c) || GraphemeExtend::for_char(c))
        && !DefaultIgnorableCodePoint::for_char(c)
        && !c.is_whitespace()
        && c != BLANK
        && c != OBJECT_REPLACEMENT
}

/// Returns `true` if an invisible character changes how its neighbours render.
fn affects_neighbours(before: &[char], c: char, after: &[char]) -> bool {
    let (last, next) = (before.last().copied(), after.first().copied());
    let emoji = |c: Option<char>| c.is_some_and(ExtendedPictographic::for_char);
    match c {
        _ if EMOJI_SELECTORS.contains(&c) => {
            let digit = last.is_some_and(|c| c.is_ascii_digit() || "#*".contains(c));
            emoji(last) || digit && next == Some(KEYCAP)
        }
        JOINER => {
            let is_base = |c: &&char| !EMOJI_SELECTORS.contains(c) && !SKIN_TONES.contains(*c);
            let base = before.iter().rev().find(is_base).copied();
            emoji(base) && emoji(next) || last.is_some_and(is_virama)
        }
        NON_JOINER => last.is_some_and(is_virama) || separates_letters(before, after),
        _ if FLAG_TAGS.contains(&c) => {
            let base = before.iter().rev().find(|c| !FLAG_TAGS.contains(*c));
            base == Some(&BLACK_FLAG)
                && last != Some(CANCEL_TAG)
                && (c == CANCEL_TAG || next.is_some_and(|next| FLAG_TAGS.contains(&next)))
        }
        _ if IDEOGRAPH_SELECTORS.contains(&c) => last.is_some_and(UnifiedIdeograph::for_char),
        _ => false,
    }
}

/// Returns `true` for a virama, which suppresses a letter's vowel so that the next letter joins it.
fn is_virama(c: char) -> bool {
    CodePointMapData::<CanonicalCombiningClass>::new().get(c) == CanonicalCombiningClass::Virama
}

/// Returns `true` if cursive letters would join here, so that a non-joiner has an effect (RFC 5892, appendix
/// A.1).
fn separates_letters(before: &[char], after: &[char]) -> bool {
    let joining = CodePointMapData::<JoiningType>::new();
    let kind = |c: &char| joining.get(*c);
    let solid = |kind: &JoiningType| *kind != JoiningType::Transparent;
    let left = before.iter().rev().map(kind).find(solid);
    let right = after.iter().map(kind).find(solid);
    matches!(left, Some(JoiningType::LeftJoining | JoiningType::DualJoining))
        && matches!(right, Some(JoiningType::RightJoining | JoiningType::DualJoining))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_all_scripts_and_emoji_are_accepted() {
        let simple = "Ann Jean-Luc O’Brien Zoë Łukasz Ngọc Αθηνά Дарья Իրինա \
                      अनीता ক্ষমা สมชาย မြင့် ប៊ុន ማርታ მარიამ 山田太郎 ひろし 김철수 ᏣᎳᎩ ⠓⠊ \
                      C3PO <b>& =^.^= ♥ 🙂 ❤️ 🇫🇷 3️⃣";
        let joined = [
            "דוד",
            "محمد",
            "فاطمه",
            // Stacked marks: two on a Vietnamese letter, four on a Hebrew one, a Tibetan stack.
            "Ngo\u{323}\u{302}c",
            "ש\u{5c1}\u{5bc}\u{5b8}\u{5bd}י",
            "རྒྱུད",
            // Persian with a non-joiner, Malayalam with a joiner, an ideographic variation sequence.
            "علی\u{200c}رضا",
            "ന\u{0d4d}\u{200d}",
            "葛\u{e0100}城",
            "👨\u{200d}👩\u{200d}👧",
            "👩🏽\u{200d}🚀",
            "🏳️\u{200d}🌈",
            "🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
        ];
        for name in simple.split(' ').chain(joined) {
            assert_eq!(clean(name).as_deref(), Some(name), "{name:?}");
        }
        assert_eq!(clean("  Ann \u{3000} Lee\u{a0}").as_deref(), Some("Ann Lee"));
    }

    #[test]
    fn invisible_characters_are_rejected() {
        // Alone or beside letters.
        for hidden in [
            '\0', '\t', '\n', '\u{2028}', '\u{3164}', '\u{115f}', '\u{1160}', '\u{ffa0}', '\u{ad}',
            '\u{34f}', '\u{61c}', '\u{180e}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{202e}',
            '\u{2060}', '\u{2066}', '\u{2800}', '\u{e000}', '\u{fe0f}', '\u{feff}', '\u{fff9}',
            '\u{fffc}',
        ] {
            for (before, after) in [("", ""), ("An", "n"), ("Ann", ""), ("", "Ann")] {
                let name = format!("{before}{hidden}{after}");
                assert_eq!(clean(&name), None, "{name:?}");
            }
        }
        for name in [
            "",
            " ",
            "\u{a0}",
            "\u{115f}\u{1160}",
            "\u{301}",
            "\u{13431}",
            "\u{e0041}",
            "Ann\u{e0100}",
            "1\u{fe0f}",
            "🙂\u{200d}",
            "🙂\u{200d}n",
            "🏴\u{e0067}",
            "A\u{e0067}\u{e007f}",
            // Marks that overlap the lines above and below.
            "A\u{301}\u{302}\u{303}\u{304}\u{305}nn",
            "Ann\u{20dd}\u{20de}\u{20df}\u{20e0}\u{20e2}",
            "Z\u{301}\u{301}",
            "Z\u{301}\u{302}\u{303}\u{34f}\u{304}\u{305}",
        ] {
            assert_eq!(clean(name), None, "{name:?}");
        }
        assert!(clean(&"ж".repeat(MAX_NAME_LEN)).is_some());
        assert_eq!(clean(&"ж".repeat(MAX_NAME_LEN + 1)), None);
    }

    #[test]
    fn bot_names_are_recognized_regardless_of_case_and_spaces() {
        for level in Level::ALL {
            assert!(is_bot_name(&format!("bot {}", level.name())));
        }
        for name in [
            "Bot Sharp",
            "BOT  EXPERT",
            " bot\u{a0}steady ",
            "bot\u{2003}\u{3000}novice",
            "botsharp",
            "b o t s h a r p",
            "bot\u{200b}\u{2800}sharp",
        ] {
            assert!(is_bot_name(name), "{name:?}");
        }
        for name in ["Bo", "bot", "Bot Ann", "Abbot Sharp", "bot sharper", "sharp bot", "Sharp", ""]
        {
            assert!(!is_bot_name(name), "{name:?}");
        }
    }
}
