//! Mutating texts: flipped bytes, and deleted, duplicated, moved and inserted pieces.

use rand_core::Rng;
use upcard_engine::chance::{below, pick};

use crate::costly::{MAX_TEXT_BYTES, repeat_piece};

/// One text in this many has a piece repeated up to the maximum length.
const REPEAT_ONE_IN: u32 = 25;

/// Inputs that commonly break parsers.
const NASTY: [&str; 18] = [
    "",
    " ",
    "\n",
    "\t",
    "\u{0}",
    "\u{3000}",
    "é",
    "\u{1F0CF}",
    "\"",
    "\\",
    "0",
    "-1",
    "255",
    "256",
    "65536",
    "18446744073709551616",
    "9999999999999999999999",
    "[[[[[[[[",
];

/// Returns one of the texts with one to six mutations.
pub(crate) fn mutate(seeds: &[String], words: &[&str], rng: &mut impl Rng) -> String {
    let seed = |rng: &mut _| pick(rng, seeds).map_or("", String::as_str);
    let mut text: Vec<u8> = seed(rng).into();
    for _ in 0..=below(rng, 6) {
        let at = random_position(&text, rng);
        match below(rng, 9) {
            0 => {
                if let Some(byte) = text.get_mut(at) {
                    *byte ^= 1 << below(rng, 8);
                }
            }
            1 => {
                if let Some(byte) = text.get_mut(at) {
                    *byte = 32 + below(rng, 95) as u8;
                }
            }
            2 => {
                let end = (at + 1 + below(rng, 12) as usize).min(text.len());
                text.drain(at.min(end)..end);
            }
            3 => {
                let from = line_at(&text, at);
                text.drain(from);
            }
            4 => {
                let from = line_at(&text, at);
                let line = text[from].to_vec();
                let to = line_at(&text, random_position(&text, rng)).start;
                insert(&mut text, to, &line);
            }
            5 => {
                let other = seed(rng).as_bytes();
                let line = other[line_at(other, random_position(other, rng))].to_vec();
                let to = line_at(&text, at).start;
                insert(&mut text, to, &line);
            }
            6 => {
                let nasty = pick(rng, &NASTY).copied().unwrap_or_default();
                insert(&mut text, at, nasty.as_bytes());
            }
            7 if !words.is_empty() => {
                let word = pick(rng, words).copied().unwrap_or_default();
                insert(&mut text, at, format!(" {word} ").as_bytes());
            }
            _ => replace_number(&mut text, at, rng),
        }
    }
    if below(rng, REPEAT_ONE_IN) == 0 {
        let at = random_position(&text, rng);
        let line = line_at(&text, at);
        repeat_piece(&mut text, at, line, rng);
    }
    text.truncate(MAX_TEXT_BYTES);
    String::from_utf8_lossy(&text).into_owned()
}

fn random_position(text: &[u8], rng: &mut impl Rng) -> usize {
    below(rng, text.len() as u32 + 1) as usize
}

fn insert(text: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    text.splice(at..at, bytes.iter().copied());
}

/// Range of the line around a position, including its line feed.
fn line_at(text: &[u8], at: usize) -> std::ops::Range<usize> {
    let at = at.min(text.len());
    let start = text[..at].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    let end = text[at..].iter().position(|&b| b == b'\n').map_or(text.len(), |i| at + i + 1);
    start..end
}

/// Replaces the number at a position, or the next one after it.
fn replace_number(text: &mut Vec<u8>, at: usize, rng: &mut impl Rng) {
    let Some(start) = text[at..].iter().position(u8::is_ascii_digit).map(|i| at + i) else {
        return;
    };
    let digits = text[start..].iter().take_while(|b| b.is_ascii_digit()).count();
    let other = match below(rng, 4) {
        0 => below(rng, 300).to_string(),
        1 => rng.next_u64().to_string(),
        2 => format!("-{}", below(rng, 300)),
        _ => below(rng, 14).to_string(),
    };
    text.splice(start..start + digits, other.into_bytes());
}
