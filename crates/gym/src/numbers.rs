//! The action space. A play takes one or more numbers: a verb, cards, a meld, an end.

use upcard_cards::Card;

/// Size of the action space.
pub const COUNT: usize = 133;

/// Draw from the stock.
pub const DRAW: u8 = 53;
/// Take the upcard.
pub const TAKE: u8 = 54;
/// Buy the upcard.
pub const BUY: u8 = 55;
/// Pass.
pub const PASS: u8 = 56;
/// Lay down; melds follow.
pub const DOWN: u8 = 57;
/// Lay off; a card and a meld follow.
pub const OFF: u8 = 58;
/// Replace a wild card, which slides to an end; a card, a meld and an end follow.
pub const SLIDE: u8 = 59;
/// Replace a wild card and take it; a card and a meld follow.
pub const SWAP: u8 = 60;
/// Call Shanghai; a meld follows.
pub const CALL: u8 = 61;
/// Draw a hidden card from a hand; its position follows, from 0.
pub const PICK: u8 = 62;
/// Cut the pack; a slot follows, in 32nds of its height.
pub const CUT: u8 = 63;
/// Discard a protected card; the card follows.
pub const SHANGHAI: u8 = 64;
/// End the turn without a discard.
pub const KEEP: u8 = 65;
/// Undo the last play.
pub const UNDO: u8 = 66;
/// Knock; the discard follows, or [`END`].
pub const KNOCK: u8 = 67;
/// Declare the hand in melds; the finishing card follows, or [`END`].
pub const DECLARE: u8 = 68;
/// Answer a knock or a declaration with the best grouping.
pub const SHOW: u8 = 69;
/// Rearrange the table as the solver suggests.
pub const REARRANGE: u8 = 70;
/// Drop out of the deal.
pub const DROP: u8 = 71;
/// Rejoin the match.
pub const REJOIN: u8 = 72;
/// Leave the match.
pub const LEAVE: u8 = 73;
/// Split the pool.
pub const SPLIT: u8 = 74;
/// Refuse to split it.
pub const PLAY_ON: u8 = 75;
/// A set; its cards follow.
pub const SET: u8 = 76;
/// A run; its cards follow, rising.
pub const RUN: u8 = 77;
/// A pair; its cards follow.
pub const PAIR: u8 = 78;
/// Identity of a meld of wild cards; a card follows: a set's rank (as its club), or a run's lowest card.
pub const AS: u8 = 79;
/// The low end of a run.
pub const LOW: u8 = 80;
/// The high end of a run.
pub const HIGH: u8 = 81;
/// The meld is complete, and another one follows.
pub const NEXT: u8 = 82;
/// The play is complete.
pub const END: u8 = 83;
/// The first of [`LISTS`] consecutive numbers for the solver's lay-downs.
pub const LIST: u8 = 84;
/// Number of the solver's lay-downs with a number of their own.
pub const LISTS: u8 = 16;
/// The first of [`SLOTS`] numbers for indices: melds on the table, positions in a hand, heights of a cut.
pub const SLOT: u8 = 100;
/// Number of slots.
pub const SLOTS: u8 = 32;
/// Adds [`SLOTS`] to the slot that follows; may be repeated.
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

/// Returns the number of a card: 13 clubs from ace to king, then diamonds, hearts and spades, then the joker.
#[must_use]
pub const fn card_number(card: Card) -> u8 {
    card.index() as u8
}

/// Returns the card of a number.
#[must_use]
pub const fn card(number: u8) -> Option<Card> {
    Card::from_index(number as usize)
}

/// Returns the name of a number: a card, a word, `list 3`, `slot 7` or `further`. `None` beyond the last.
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
    fn names_of_numbers_are_unique() {
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
