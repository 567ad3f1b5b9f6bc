//! Parses melds of the table, with the seats that laid their cards.

use upcard_cards::MeldSpec;
use upcard_cards::text::{TextError, Words};
use upcard_engine::{MeldId, Seat};

use crate::scenario::LaidBy;

pub(crate) fn seat(words: &mut Words<'_>) -> Result<Seat, TextError> {
    let before = words.clone();
    let seat: u8 = words.number("a seat, from 1")?;
    let seat = Seat::from_number(seat).filter(|seat| seat.is_of(upcard_engine::MAX_PLAYERS as u8));
    seat.ok_or_else(|| before.error("a seat, from 1 to 8"))
}

/// Parses a line like `M1 of 3: …`.
pub(crate) fn read_meld_line(
    word: &str,
    words: &mut Words<'_>,
) -> Result<(MeldId, Seat, MeldSpec, Vec<LaidBy>), TextError> {
    let id = MeldId::read(word).ok_or_else(|| words.error("a meld's number"))?;
    let owner = if words.eat("of") { seat(words)? } else { Seat::at(0) };
    words.expect(":")?;
    let (meld, laid) = read_laid(words)?;
    Ok((id, owner, meld, laid))
}

/// Parses a meld to the end of the line, with the seat for each card laid by another player:
/// `run 4D 5D 6D 7D@2`.
pub(crate) fn read_laid(words: &mut Words<'_>) -> Result<(MeldSpec, Vec<LaidBy>), TextError> {
    let before = words.column() - 1;
    let text = words.rest();
    // Blanks replace the seats, so that columns stay the same.
    let mut plain = String::with_capacity(text.len());
    let mut layers: Vec<(usize, Seat)> = Vec::new();
    let mut count = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let (card, space) = word.split_at(word.trim_end().len());
        plain.push_str(card.split('@').next().unwrap_or_default());
        if let Some((card, number)) = card.split_once('@') {
            let at = number.parse().ok().and_then(Seat::from_number);
            let at = at.filter(|seat| seat.is_of(upcard_engine::MAX_PLAYERS as u8));
            let wrong = || TextError {
                column: before + plain.chars().count() + 1,
                message: "expected a seat, from 1 to 8".into(),
            };
            // The first word is the kind of meld.
            layers.push((count, at.filter(|_| count > 0 && !card.is_empty()).ok_or_else(wrong)?));
            plain.extend(std::iter::repeat_n(' ', 1 + number.chars().count()));
        }
        plain.push_str(space);
        count += usize::from(!card.is_empty());
    }
    let mut inner = Words::new(&plain);
    let moved = |e: TextError| TextError { column: e.column + before, message: e.message };
    let meld = MeldSpec::read(&mut inner).map_err(moved)?;
    inner.end().map_err(moved)?;
    let of_card = |(word, seat): (usize, Seat)| {
        let card = meld.cards.get(word - 1).copied();
        card.map(|card| LaidBy { slot: word - 1, card, seat })
    };
    let laid = layers.into_iter().filter_map(of_card).collect();
    Ok((meld, laid))
}
