//! The numbers of the action space. One play is one number or several: a verb, cards, a meld, an end.

use upcard_cards::Card;

/// How many numbers there are.
pub const COUNT: usize = 133;

/// Declare the draw from the stock.
pub const DRAW: u8 = 53;
/// Take the upcard.
pub const TAKE: u8 = 54;
/// Buy the upcard.
pub const BUY: u8 = 55;
/// Let it pass.
pub const PASS: u8 = 56;
/// Lay down; melds follow.
pub const DOWN: u8 = 57;
/// Lay off; a card and a meld follow.
pub const OFF: u8 = 58;
/// Lay a natural in a wild's place, the wild slides; a card, a meld and an end follow.
pub const SLIDE: u8 = 59;
/// Put a natural in a wild's place and take the wild; a card and a meld follow.
pub const SWAP: u8 = 60;
/// Call Shanghai; a meld follows.
pub const CALL: u8 = 61;
/// Draw a blind card; its place follows, from 0.
pub const PICK: u8 = 62;
/// Cut the pack; a slot follows, in 32nds of its height.
pub const CUT: u8 = 63;
/// Throw a card that is protected; the card follows.
pub const SHANGHAI: u8 = 64;
/// End the turn without a discard.
pub const KEEP: u8 = 65;
/// Take back the last play.
pub const UNDO: u8 = 66;
/// Knock; the card that is thrown follows, or [`END`].
pub const KNOCK: u8 = 67;
/// Show the hand in melds; the card to finish with follows, or [`END`].
pub const DECLARE: u8 = 68;
/// Answer a knock or a declaration with the best grouping.
pub const SHOW: u8 = 69;
/// Rearrange the table as the solver would.
pub const REARRANGE: u8 = 70;
/// Leave the deal.
pub const DROP: u8 = 71;
/// Come back into the match.
pub const REJOIN: u8 = 72;
/// Stay out of it.
pub const LEAVE: u8 = 73;
/// Share the pool.
pub const SPLIT: u8 = 74;
/// Do not share it.
pub const PLAY_ON: u8 = 75;
/// A set; its cards follow.
pub const SET: u8 = 76;
/// A run; its cards follow, rising.
pub const RUN: u8 = 77;
/// A pair; its cards follow.
pub const PAIR: u8 = 78;
/// What a meld of wilds is; a card follows: a set's rank (as its club), or a run's lowest card.
pub const AS: u8 = 79;
/// The low end of a run.
pub const LOW: u8 = 80;
/// The high end of a run.
pub const HIGH: u8 = 81;
/// A meld is complete, and another one follows.
pub const NEXT: u8 = 82;
/// The play is complete.
pub const END: u8 = 83;
/// The first of the solver's lay-downs; [`LISTS`] of them follow one another.
pub const LIST: u8 = 84;
/// How many lay-downs of the solver's have a number.
pub const LISTS: u8 = 16;
/// The first of [`SLOTS`]: melds on the table by their place, places in a hand, heights of a cut.
pub const SLOT: u8 = 100;
/// How many slots have a number.
pub const SLOTS: u8 = 32;
/// [`SLOTS`] further on; may be said several times before a slot.
pub const FURTHER: u8 = 132;

const NAMES: [&str; 31] = [
    "draw",
    "take",
    "buy",
    "pass",
    "down",
    "off",
    "slide",
    "swap",
    "call",
    "pick",
    "cut",
    "shanghai",
    "keep",
    "undo",
    "knock",
    "declare",
    "show",
    "rearrange",
    "drop",
    "rejoin",
    "leave",
    "split",
    "play-on",
    "set",
    "run",
    "pair",
    "as",
    "low",
    "high",
    "next",
    "end",
];

/// The number of a card: 13 clubs from the ace to the king, then diamonds, hearts and spades, and the joker.
#[must_use]
pub const fn of_card(card: Card) -> u8 {
    card.index() as u8
}

/// The card of a number.
#[must_use]
pub const fn card(number: u8) -> Option<Card> {
    Card::from_index(number as usize)
}

/// The name of a number: a card's text form, a word, `list 3`, `slot 7` or `further`. None past the last.
#[must_use]
pub fn name(number: u8) -> Option<String> {
    Some(match number {
        0..=52 => card(number)?.to_string(),
        LIST..SLOT => format!("list {}", number - LIST),
        SLOT..FURTHER => format!("slot {}", number - SLOT),
        FURTHER => "further".to_owned(),
        _ => (*NAMES.get(usize::from(number.checked_sub(DRAW)?))?).to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_has_a_name_of_its_own() {
        let names: Vec<String> = (0..COUNT as u8).filter_map(name).collect();
        assert_eq!(names.len(), COUNT);
        for (number, name) in names.iter().enumerate() {
            assert_eq!(names.iter().position(|other| other == name), Some(number), "{name}");
        }
        let said =
            [0, 52, DRAW, END, LIST, SLOT + 31, FURTHER].map(|n| names[usize::from(n)].clone());
        assert_eq!(said, ["AC", "JK", "draw", "end", "list 0", "slot 31", "further"]);
        assert_eq!(name(COUNT as u8), None);
    }
}
