//! Actions of a player, and their text form.

use std::fmt;
use std::str::FromStr;

use crate::table::MeldId;
use upcard_cards::text::{TextError, Words};
use upcard_cards::{Card, End, MeldSpec};

/// A change of one meld in a rearrangement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Meld number; `None` for a new meld.
    pub meld: Option<MeldId>,
    /// The whole meld afterwards; `None` if it is dissolved.
    pub now: Option<MeldSpec>,
}

/// An action of a player, unvalidated; [`crate::View::judge`] validates it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Declare the draw from the stock.
    Draw,
    /// Take the upcard.
    Take,
    /// Take the newest discard of this face and all cards above it.
    TakeDeep(Card),
    /// Buy the upcard.
    Buy,
    /// Decline an offer.
    Pass,
    /// Lay down melds.
    Down(Vec<MeldSpec>),
    /// Declare: show the whole hand in melds, which ends the deal.
    Declare {
        /// The melds.
        melds: Vec<MeldSpec>,
        /// The finishing discard.
        finish: Option<Card>,
    },
    /// Knock: end the deal with little deadwood.
    Knock {
        /// The melds.
        melds: Vec<MeldSpec>,
        /// The discard; `None` if all cards are in melds.
        discard: Option<Card>,
    },
    /// Answer a knock with these melds; if empty, with the best arrangement.
    Show(Vec<MeldSpec>),
    /// Lay a card off on a meld.
    Off {
        /// Meld number.
        meld: MeldId,
        /// The card.
        card: Card,
        /// The end of a run, if both fit.
        end: Option<End>,
    },
    /// Put the natural in a wild card's place; the wild card slides to an end of the run.
    Slide {
        /// Meld number.
        meld: MeldId,
        /// The natural.
        card: Card,
        /// The end that the wild card moves to.
        to: End,
    },
    /// Put the natural in a wild card's place and take the wild card.
    Swap {
        /// Meld number.
        meld: MeldId,
        /// The natural.
        card: Card,
        /// Which wild card, if two kinds fit.
        wild: Option<Card>,
        /// Which place of the run, if two fit.
        end: Option<End>,
    },
    /// Rearrange the table.
    Arrange(Vec<Change>),
    /// Call Shanghai and add the card to a meld.
    Call {
        /// Meld number.
        meld: MeldId,
        /// The end of a run, if both fit.
        end: Option<End>,
    },
    /// Draw a card from the caller's hidden hand, by its position from 1.
    Pick(u8),
    /// Cut the pack blind, at about this many per mille of its height.
    Cut(u16),
    /// Discard and end the turn.
    Discard {
        /// The card.
        card: Card,
        /// Whether a Shanghai call of the discarding player protects it.
        shanghai: bool,
    },
    /// End the turn without a discard.
    Keep,
    /// Undo the last play.
    Undo,
    /// Drop out of the deal.
    Drop,
    /// Rejoin the match.
    Rejoin,
    /// Decline to rejoin.
    Leave,
    /// Agree to share the pool.
    Split,
    /// Decline to share the pool.
    PlayOn,
}

fn read_meld_number(words: &mut Words<'_>) -> Result<MeldId, TextError> {
    words.parsed("a meld's number (like M2)", MeldId::read)
}

fn read_end(words: &mut Words<'_>) -> Option<End> {
    [End::Low, End::High].into_iter().find(|end| words.eat(end.word()))
}

/// Maximum number of melds in one action: more than seven packs can form.
const MAX_MELDS: usize = 150;

impl Action {
    /// Parses an action, to the end of the line.
    ///
    /// # Errors
    /// The column and what was expected there.
    pub fn read(words: &mut Words<'_>) -> Result<Action, TextError> {
        let before = words.clone();
        let action = match words.next_word() {
            Some("draw") => Action::Draw,
            Some("take") => words.optional_card()?.map_or(Action::Take, Action::TakeDeep),
            Some("buy") => Action::Buy,
            Some("pass") => Action::Pass,
            Some("keep") => Action::Keep,
            Some("undo") => Action::Undo,
            Some("drop") => Action::Drop,
            Some("rejoin") => Action::Rejoin,
            Some("leave") => Action::Leave,
            Some("split") => Action::Split,
            Some("play-on") => Action::PlayOn,
            Some("down") => Action::Down(read_melds(words)?),
            Some("declare") => {
                let none = words.peek() == Some("finish");
                let melds = if none { Vec::new() } else { read_melds(words)? };
                let finish = if words.eat("finish") { Some(words.card()?) } else { None };
                Action::Declare { melds, finish }
            }
            Some("knock") => {
                let none = words.peek() == Some("discard");
                let melds = if none { Vec::new() } else { read_melds(words)? };
                let discard = if words.eat("discard") { Some(words.card()?) } else { None };
                Action::Knock { melds, discard }
            }
            Some("show") if words.peek().is_none() => Action::Show(Vec::new()),
            Some("show") => Action::Show(read_melds(words)?),
            Some("off") => {
                let meld = read_meld_number(words)?;
                let card = words.card()?;
                if words.eat("wild") {
                    let to = read_end(words).ok_or_else(|| words.error("'low' or 'high'"))?;
                    Action::Slide { meld, card, to }
                } else {
                    Action::Off { meld, card, end: read_end(words) }
                }
            }
            Some("swap") => {
                let meld = read_meld_number(words)?;
                let card = words.card()?;
                let wild = if words.eat("for") { Some(words.card()?) } else { None };
                Action::Swap { meld, card, wild, end: read_end(words) }
            }
            Some("arrange") => Action::Arrange(read_list(words, &[], read_change)?),
            Some("call") => Action::Call { meld: read_meld_number(words)?, end: read_end(words) },
            Some("pick") => Action::Pick(words.number("a place in the hand, from 1")?),
            Some("cut") => {
                let height = |word: &str| word.strip_prefix('~')?.parse().ok();
                Action::Cut(words.parsed("a height per mille (like ~400)", height)?)
            }
            Some("discard") => {
                let card = words.card()?;
                Action::Discard { card, shanghai: words.eat("shanghai") }
            }
            _ => return Err(before.error("an action (draw, take, buy, pass, down, off, …)")),
        };
        words.end()?;
        Ok(action)
    }
}

fn read_melds(words: &mut Words<'_>) -> Result<Vec<MeldSpec>, TextError> {
    read_list(words, &["finish", "discard"], MeldSpec::read)
}

/// Parses a list of melds separated by `;`, up to one of these words or the end.
fn read_list<T>(
    words: &mut Words<'_>,
    stops: &[&str],
    read: fn(&mut Words<'_>) -> Result<T, TextError>,
) -> Result<Vec<T>, TextError> {
    let mut all = vec![read(words)?];
    while words.eat(";") && words.peek().is_some_and(|next| !stops.contains(&next)) {
        if all.len() >= MAX_MELDS {
            return Err(words.error("no more melds"));
        }
        all.push(read(words)?);
    }
    Ok(all)
}

fn read_change(words: &mut Words<'_>) -> Result<Change, TextError> {
    let meld = if words.eat("new") { None } else { Some(read_meld_number(words)?) };
    let gone = meld.is_some() && words.eat("gone");
    let now = if gone { None } else { Some(MeldSpec::read(words)?) };
    Ok(Change { meld, now })
}

impl FromStr for Action {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Action, TextError> {
        Action::read(&mut Words::new(text))
    }
}

fn write_melds(f: &mut fmt::Formatter<'_>, action: &str, melds: &[MeldSpec]) -> fmt::Result {
    f.write_str(action)?;
    for (i, meld) in melds.iter().enumerate() {
        write!(f, "{} {meld}", if i > 0 { ";" } else { "" })?;
    }
    Ok(())
}

fn ending(end: Option<End>) -> &'static str {
    match end {
        None => "",
        Some(End::Low) => " low",
        Some(End::High) => " high",
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Draw => f.write_str("draw"),
            Action::Take => f.write_str("take"),
            Action::TakeDeep(card) => write!(f, "take {card}"),
            Action::Buy => f.write_str("buy"),
            Action::Pass => f.write_str("pass"),
            Action::Keep => f.write_str("keep"),
            Action::Undo => f.write_str("undo"),
            Action::Drop => f.write_str("drop"),
            Action::Rejoin => f.write_str("rejoin"),
            Action::Leave => f.write_str("leave"),
            Action::Split => f.write_str("split"),
            Action::PlayOn => f.write_str("play-on"),
            Action::Down(melds) => write_melds(f, "down", melds),
            Action::Declare { melds, finish } => {
                write_melds(f, "declare", melds)?;
                finish.map_or(Ok(()), |card| write!(f, " finish {card}"))
            }
            Action::Knock { melds, discard } => {
                write_melds(f, "knock", melds)?;
                discard.map_or(Ok(()), |card| write!(f, " discard {card}"))
            }
            Action::Show(melds) => write_melds(f, "show", melds),
            Action::Off { meld, card, end } => write!(f, "off {meld} {card}{}", ending(*end)),
            Action::Slide { meld, card, to } => write!(f, "off {meld} {card} wild {}", to.word()),
            Action::Swap { meld, card, wild, end } => {
                write!(f, "swap {meld} {card}")?;
                if let Some(wild) = wild {
                    write!(f, " for {wild}")?;
                }
                f.write_str(ending(*end))
            }
            Action::Arrange(changes) => {
                f.write_str("arrange")?;
                for (i, change) in changes.iter().enumerate() {
                    f.write_str(if i > 0 { "; " } else { " " })?;
                    match change.meld {
                        Some(meld) => write!(f, "{meld} ")?,
                        None => f.write_str("new ")?,
                    }
                    match &change.now {
                        Some(now) => write!(f, "{now}")?,
                        None => f.write_str("gone")?,
                    }
                }
                Ok(())
            }
            Action::Call { meld, end } => write!(f, "call {meld}{}", ending(*end)),
            Action::Pick(place) => write!(f, "pick {place}"),
            Action::Cut(height) => write!(f, "cut ~{height}"),
            Action::Discard { card, shanghai } => {
                write!(f, "discard {card}{}", if *shanghai { " shanghai" } else { "" })
            }
        }
    }
}

upcard_cards::serde_as_text!(Action);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_round_trip() {
        for text in [
            "draw",
            "take",
            "take 7H",
            "down set 4D 4C 4S; run 5S JK 7S 8S; pair KD KS",
            "declare run 4H 5H 6H 7H; set KS KH KD finish 2D",
            "declare set 6H 6D 6S as 9; run 2S 3S 4S",
            "declare finish 2D",
            "knock set 7S 7H 7D; run 3C 4C 5C discard 9D",
            "knock set 7S 7H 7D; run 3C 4C 5C",
            "knock discard 9D",
            "show set 9C 9D 9H; run AS 2S 3S",
            "show",
            "off M2 9H",
            "off M3 JK low",
            "off M3 6S wild high",
            "swap M3 8S for 2C",
            "swap M3 AC low",
            "arrange M1 set 5H 5D 5S; M2 run 4C 5C 6C 7C; new run 3D 4D 5D 6D; M3 gone",
            "call M4 low",
            "pick 3",
            "cut ~400",
            "discard 8S shanghai",
            "keep",
            "undo",
            "drop",
            "rejoin",
            "leave",
            "split",
            "play-on",
        ] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
        assert_eq!("off 2 9H".parse::<Action>().unwrap_err().column, 5);
        assert_eq!("draw 3".parse::<Action>().unwrap_err().column, 6);
    }
}
