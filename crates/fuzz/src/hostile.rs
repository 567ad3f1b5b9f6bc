//! Texts made to be costly: one token over and over, deep nesting, long lines, many lines, huge
//! numbers.

use rand_core::Rng;
use upcard_engine::chance::below;

/// The longest text that is made; longer than any message or body that a server takes.
pub(crate) const LONGEST: usize = 33_000;

/// What is repeated, whatever is read.
const TOKENS: [&str; 22] = [
    "+x", "[", "{", "\"", "\\", "(", "a.", "a", "9", "-", " ", "\n", "\t", ",", ";", ":", "=", "é",
    "\u{0}", "x\n", "[[a]]\n", "x = 1\n",
];

/// The same for every target: tokens alone, and good texts over and over.
pub(crate) fn texts(good: &[String], words: &[&str]) -> Vec<String> {
    let tokens = TOKENS.iter().chain(words).map(|token| repeated(token));
    let spaced = words.iter().map(|word| repeated(&format!("{word} ")));
    let lines =
        good.iter().take(8).flat_map(|text| [repeated(text), repeated(&format!("{text}\n"))]);
    tokens.chain(spaced).chain(lines).collect()
}

/// A token over and over.
pub(crate) fn repeated(token: &str) -> String {
    token.repeat(LONGEST / token.len().max(1))
}

/// Repeats a piece of a text, or a line of it, where it stands.
pub(crate) fn swell(
    text: &mut Vec<u8>,
    at: usize,
    line: std::ops::Range<usize>,
    rng: &mut impl Rng,
) {
    let piece = match below(rng, 3) {
        0 => line,
        _ => at..(at + 1 + below(rng, 16) as usize).min(text.len()),
    };
    let room = LONGEST.saturating_sub(text.len());
    let more = text[piece.clone()].repeat(room / piece.len().max(1));
    text.splice(piece.end..piece.end, more);
}
