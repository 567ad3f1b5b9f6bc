//! Costly texts: repeated tokens, deep nesting, long lines, many lines, huge numbers.

use rand_core::Rng;
use upcard_engine::chance::below;

/// Maximum length of a generated text; exceeds any message or body that a server accepts.
pub(crate) const MAX_TEXT_BYTES: usize = 33_000;

/// Tokens to repeat for every target.
const TOKENS: [&str; 22] = [
    "+x", "[", "{", "\"", "\\", "(", "a.", "a", "9", "-", " ", "\n", "\t", ",", ";", ":", "=", "é",
    "\u{0}", "x\n", "[[a]]\n", "x = 1\n",
];

/// The texts for a target: repeated tokens, and repeated valid texts.
pub(crate) fn texts(valid: &[String], words: &[&str]) -> Vec<String> {
    let tokens = TOKENS.iter().chain(words).map(|token| repeated(token));
    let spaced = words.iter().map(|word| repeated(&format!("{word} ")));
    let lines =
        valid.iter().take(8).flat_map(|text| [repeated(text), repeated(&format!("{text}\n"))]);
    tokens.chain(spaced).chain(lines).collect()
}

/// Repeats a token up to [`MAX_TEXT_BYTES`].
pub(crate) fn repeated(token: &str) -> String {
    token.repeat(MAX_TEXT_BYTES / token.len().max(1))
}

/// Repeats a piece of a text, or one of its lines, in place.
pub(crate) fn repeat_piece(
    text: &mut Vec<u8>,
    at: usize,
    line: std::ops::Range<usize>,
    rng: &mut impl Rng,
) {
    let piece = match below(rng, 3) {
        0 => line,
        _ => at..(at + 1 + below(rng, 16) as usize).min(text.len()),
    };
    let room = MAX_TEXT_BYTES.saturating_sub(text.len());
    let more = text[piece.clone()].repeat(room / piece.len().max(1));
    text.splice(piece.end..piece.end, more);
}
