//! Parses single lines of a scenario: positions, actions, scripted chance, checks.

use std::str::FromStr;

use upcard_cards::text::{TextError, Words};
use upcard_cards::{Card, Cards, Contract};
use upcard_engine::chance::Outcome;
use upcard_engine::{Action, MeldId, Seat, SetupPhase, Value};

use crate::laid::{read_laid, seat};
use crate::scenario::{Check, Position, Scenario, SeatLine, StepKind, TurnLine};

/// Maximum number of cards of a pile in a scenario: more than seven packs make.
const MAX_CARDS: usize = 400;

/// The section that lines of the form `M1 of 3: …` currently belong to.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Melds {
    #[default]
    No,
    Position,
    Check,
}

pub(super) fn whole(message: impl Into<String>) -> TextError {
    TextError { column: 0, message: message.into() }
}

fn cards(words: &mut Words<'_>) -> Result<Vec<Card>, TextError> {
    let mut all = Vec::new();
    while words.peek().is_some() {
        all.push(words.card()?);
    }
    Ok(all)
}

fn multiset(words: &Words<'_>, cards: &[Card]) -> Result<Cards, TextError> {
    let mut all = Cards::NONE;
    for &card in cards {
        if all.count(card) == Cards::MAX_COPIES {
            return Err(words.error("at most 15 copies of a card"));
        }
        all.add(card);
    }
    Ok(all)
}

pub(super) fn read_action(text: &str) -> Result<StepKind, TextError> {
    let mut words = Words::new(text);
    if words.eat("next") {
        words.end()?;
        return Ok(StepKind::Next(None));
    }
    let seat = seat(&mut words)?;
    if words.eat("next") {
        words.end()?;
        return Ok(StepKind::Next(None));
    }
    Ok(StepKind::Act { seat, action: Action::read(&mut words)?, verdict: None })
}

/// Parses a line of the position; `false` if the word does not begin one.
pub(super) fn position_line(
    scenario: &mut Scenario,
    line: usize,
    word: &str,
    words: &mut Words<'_>,
    melds: &mut Melds,
) -> Result<bool, TextError> {
    let position = &mut scenario.position;
    match word {
        "set" => {
            let text = words.rest();
            let (path, value) =
                text.split_once('=').ok_or_else(|| whole("expected 'set choice=value'"))?;
            scenario.sets.push((path.trim().to_owned(), Value::from_argument(value.trim())));
        }
        "players" => scenario.players = Some(words.number("a number of players")?),
        "deal" => position.deal = Some(words.number("a deal, from 1")?),
        "dealer" => position.dealer = Some(seat(words)?),
        "seat" => position.seats.push(read_seat(line, words)?),
        "melds" => *melds = Melds::Position,
        "discards" => {
            let before = words.clone();
            let given = read_some(words)?;
            if position.discards.len() + given.len() > MAX_CARDS {
                return Err(before.error("no more cards"));
            }
            position.discards.extend(given);
        }
        "stock" => {
            position.stock_only = words.eat("only");
            position.stock = cards(words)?;
        }
        "scores" => position.scores.extend(numbers::<i32>(words, "a score")?),
        "rejoined" => position.rejoined.extend(numbers::<u8>(words, "a number of times")?),
        "bought" => position.bought.extend(numbers::<u8>(words, "a number of buys")?),
        "last-taker" => position.last_taker = Some(seat(words)?),
        "dead" => position.dead = true,
        "won" => position.won.extend(numbers::<u8>(words, "a number of hands")?),
        "wild" => position.wild = Some(words.card()?),
        "chips" => position.chips = numbers(words, "a number of chips")?,
        "columns" => position.columns.push((seat(words)?, columns(words)?)),
        "kitty" => position.kitty = words.number("a number of pennies")?,
        "reshuffles" => position.reshuffles = words.number("a number of reshuffles")?,
        "freed" => {
            let given = cards(words)?;
            position.freed = multiset(words, &given)?;
        }
        "chance" => position.chance.push(read_chance(words)?),
        "turn" => position.turn = Some(read_turn(line, words)?),
        _ => return Ok(false),
    }
    Ok(true)
}

/// Numbers to the end of the line.
fn numbers<N: FromStr>(words: &mut Words<'_>, what: &str) -> Result<Vec<N>, TextError> {
    let mut all = Vec::new();
    while words.peek().is_some() {
        all.push(words.number(what)?);
    }
    Ok(all)
}

/// The points of one seat in three games.
fn columns(words: &mut Words<'_>) -> Result<[i32; 3], TextError> {
    let mut next = || words.number("the points of three games");
    Ok([next()?, next()?, next()?])
}

/// Cards, and `?n` for n unspecified ones.
fn read_some(words: &mut Words<'_>) -> Result<Vec<Option<Card>>, TextError> {
    let mut all = Vec::new();
    while let Some(word) = words.peek() {
        if matches!(word, "down" | "laid" | "dropped") {
            break;
        }
        if let Some(count) = word.strip_prefix('?') {
            let count: usize = count.parse().map_err(|_| words.error("a number after '?'"))?;
            if all.len() + count.min(MAX_CARDS + 1) > MAX_CARDS {
                return Err(words.error("no more cards"));
            }
            words.next_word();
            all.extend(std::iter::repeat_n(None, count));
        } else {
            all.push(Some(words.card()?));
        }
    }
    Ok(all)
}

fn read_seat(line: usize, words: &mut Words<'_>) -> Result<SeatLine, TextError> {
    let seat = seat(words)?;
    let out = words.eat("out");
    let given = if out {
        Vec::new()
    } else {
        words.expect("hand")?;
        read_some(words)?
    };
    let named: Vec<Card> = given.iter().flatten().copied().collect();
    let mut read = SeatLine {
        line,
        seat,
        hand: multiset(words, &named)?,
        any: given.len() - named.len(),
        down: false,
        now: false,
        laid: None,
        dropped: false,
        out,
    };
    if out {
        return Ok(read);
    }
    loop {
        if words.eat("down") {
            read.down = true;
            read.now = words.eat("now");
        } else if words.eat("laid") {
            let mut text = String::new();
            while let Some(word) = words.peek().filter(|w| *w != "down") {
                text.push_str(word);
                text.push(' ');
                words.next_word();
            }
            let laid = Contract::parse(&text, 3, 4)
                .map_err(|_| words.error("elements of a contract like S3 R4"))?;
            read.laid = Some(laid);
        } else if words.eat("dropped") {
            read.dropped = true;
        } else {
            break;
        }
    }
    Ok(read)
}

pub(super) fn read_chance(words: &mut Words<'_>) -> Result<Outcome, TextError> {
    let before = words.clone();
    Ok(match words.next_word() {
        Some("dealer") => match words.peek().and_then(|w| w.parse::<u8>().ok()) {
            Some(_) => Outcome::Dealer(seat(words)?),
            None => Outcome::Draw(cards(words)?),
        },
        Some("blind") => Outcome::Blind(words.card()?),
        Some("cut") => Outcome::Cut(words.number("a number of cards")?),
        Some("reshuffle") => Outcome::Reshuffle(cards(words)?),
        Some("pack" | "deal") => Outcome::Pack(cards(words)?),
        _ => return Err(before.error("'dealer', 'blind', 'cut', 'reshuffle' or 'pack'")),
    })
}

fn read_turn(line: usize, words: &mut Words<'_>) -> Result<TurnLine, TextError> {
    let seat = seat(words)?;
    let before = words.clone();
    let phase = match words.next_word() {
        Some("draw") => SetupPhase::Draw,
        Some("offers") => SetupPhase::Offers,
        Some("play") => SetupPhase::Play,
        Some("call") => SetupPhase::Call,
        Some("cut") => SetupPhase::Cut,
        _ => return Err(before.error("'draw', 'offers', 'play', 'call' or 'cut'")),
    };
    let mut turn = TurnLine { line, seat, phase, drew: None, from_discards: false };
    if words.eat("drew") {
        turn.drew = Some(words.card()?);
        if words.eat("from") {
            let before = words.clone();
            match words.next_word() {
                Some("discards") => turn.from_discards = true,
                Some("stock") => {}
                _ => return Err(before.error("'discards' or 'stock'")),
            }
        }
    }
    Ok(turn)
}

/// Parses a check; `Err(None)` if the word does not begin one.
pub(super) fn read_check(word: &str, words: &mut Words<'_>) -> Result<Check, Option<TextError>> {
    Ok(match word {
        "hand" => {
            let seat = seat(words)?;
            let given = cards(words)?;
            Check::Hand(seat, multiset(words, &given)?)
        }
        "count" => match words.peek() {
            Some(what @ ("stock" | "discards" | "melds")) => {
                words.next_word();
                let number = words.number("a number of cards")?;
                match what {
                    "stock" => Check::Stock(number),
                    "discards" => Check::Discards(number),
                    _ => Check::MeldCount(number),
                }
            }
            _ => Check::Count(seat(words)?, words.number("a number of cards")?),
        },
        "score" => Check::Score(seat(words)?, words.number("a score")?),
        "phase" => Check::Phase(words.rest().split_whitespace().map(str::to_owned).collect()),
        "winner" => {
            let mut seats = Vec::new();
            if !words.eat("none") {
                seats.push(seat(words)?);
                while words.peek().is_some() {
                    seats.push(seat(words)?);
                }
            }
            Check::Winner(seats)
        }
        "meld" => {
            let before = words.clone();
            let id = words.next_word().and_then(MeldId::read);
            let Some(id) = id else { return Err(Some(before.error("a meld's number"))) };
            if words.eat("gone") {
                Check::Meld(id, None, Vec::new())
            } else {
                let (meld, laid) = read_laid(words)?;
                Check::Meld(id, Some(meld), laid)
            }
        }
        "melds" => match words.peek() {
            Some(_) => Check::MeldCount(words.number("a number of melds")?),
            None => Check::Melds(Vec::new()),
        },
        "upcard" => Check::Upcard(if words.eat("none") { None } else { Some(words.card()?) }),
        "columns" => Check::Columns(seat(words)?, columns(words)?),
        "deadwood" => Check::Deadwood(seat(words)?, words.number("a number of points")?),
        "dropped" => Check::Dropped(seat(words)?),
        "out" => Check::Out(seat(words)?),
        "chips" => Check::Chips(numbers(words, "a number of chips")?),
        "bought" => Check::Bought(seat(words)?, words.number("a number of buys")?),
        "kitty" => Check::Kitty(words.number("a number of pennies")?),
        "dealer" => Check::Dealer(seat(words)?),
        "offered" | "not-offered" => {
            let seat = seat(words)?;
            let before = words.clone();
            let what = words.rest().to_owned();
            let known = [
                "draw", "take", "buy", "pass", "down", "off", "swap", "arrange", "call", "pick",
                "cut", "discard", "keep", "undo", "declare", "knock", "show", "drop", "rejoin",
                "leave", "split", "play-on",
            ];
            if !known.contains(&what.as_str()) && what.parse::<Action>().is_err() {
                return Err(Some(before.error("an action, or its first word")));
            }
            Check::Offered(seat, what, word == "offered")
        }
        "settle" => Check::Settle(numbers(words, "an amount")?),
        _ => return Err(None),
    })
}

impl Position {
    pub(crate) fn has_cards(&self) -> bool {
        !self.seats.is_empty()
            || !self.melds.is_empty()
            || !self.discards.is_empty()
            || !self.stock.is_empty()
            || self.stock_only
    }

    /// The last line for this seat.
    pub(crate) fn seat(&self, seat: Seat) -> Option<&SeatLine> {
        self.seats.iter().rev().find(|s| s.seat == seat)
    }
}
