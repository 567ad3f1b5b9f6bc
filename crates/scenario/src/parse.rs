//! Reading scenarios.

use std::collections::BTreeSet;

use upcard_cards::text::{TextError, Words};
use upcard_cards::{Card, Cards, Contract};
use upcard_engine::{Action, MeldId, Seat, Value};

use super::laid::{read_laid, read_meld_line};
use super::{
    ChanceLine, Check, MeldLine, Position, Problem, Scenario, ScenarioError, SeatLine, Step,
    StepKind, TurnLine, TurnPhase, Verdict,
};

/// The most wrong lines that are listed one by one.
const MOST_ERRORS: usize = 20;

/// The most melds on a table, and the most cards of a pile, that a scenario can name: more than
/// seven packs make.
const MOST_MELDS: usize = 150;
const MOST_CARDS: usize = 400;

/// Reads all scenarios of a text.
///
/// # Errors
/// The first wrong lines, and how many more there are. A text without a scenario is one.
pub fn parse(text: &str) -> Result<Vec<Scenario>, Vec<ScenarioError>> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        reader.line = index + 1;
        if let Err(error) = reader.read(line) {
            reader.wrong(error.column, error.message);
        }
    }
    reader.finish()
}

/// What lines of the form `M1 of 3: …` belong to at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Melds {
    #[default]
    No,
    Position,
    Check,
}

#[derive(Default)]
struct Reader {
    line: usize,
    done: Vec<Scenario>,
    now: Option<Scenario>,
    comments: Vec<String>,
    melds: Melds,
    /// The clauses that the present scenario cites.
    cited: BTreeSet<String>,
    errors: Vec<ScenarioError>,
    /// Wrong lines beyond those.
    more: usize,
}

fn whole(message: impl Into<String>) -> TextError {
    TextError { column: 0, message: message.into() }
}

/// Is this the id of a clause, like `PAGAT-CR-36`, `S000-V1` or `X-02`?
fn is_clause(word: &str) -> bool {
    let Some((prefix, last)) = word.rsplit_once('-') else { return false };
    let mut prefix_letters = prefix.chars();
    let digits = last.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let number = digits.trim_end_matches(|c: char| c.is_ascii_lowercase());
    last.len() - digits.len() <= 1
        && digits.len() - number.len() <= 1
        && !number.is_empty()
        && number.chars().all(|c| c.is_ascii_digit())
        && prefix_letters.next().is_some_and(|c| c.is_ascii_uppercase())
        && prefix_letters.all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-')
}

impl Reader {
    fn wrong(&mut self, column: usize, message: String) {
        if self.errors.len() < MOST_ERRORS {
            let problem = Problem::Form(message);
            self.errors.push(ScenarioError { line: self.line, column, problem });
        } else {
            self.more += 1;
        }
    }

    fn read(&mut self, raw: &str) -> Result<(), TextError> {
        let (text, comment) = match raw.split_once('#') {
            Some((text, comment)) => (text, Some(comment.trim())),
            None => (raw, None),
        };
        if let Some(comment) = comment.filter(|c| !c.is_empty()) {
            self.comments.push(comment.to_owned());
        }
        let mut words = Words::new(text);
        let Some(first) = words.peek() else { return Ok(()) };
        if first == "game" {
            words.next_word();
            return self.begin(&mut words);
        }
        let comments = std::mem::take(&mut self.comments);
        if self.now.is_none() {
            return Err(whole("expected 'game' first"));
        }
        for comment in &comments {
            self.note(comment);
        }
        self.line_of(text, words)
    }

    fn begin(&mut self, words: &mut Words<'_>) -> Result<(), TextError> {
        if let Some(scenario) = self.now.take() {
            self.done.push(scenario);
        }
        self.melds = Melds::No;
        self.cited.clear();
        self.now = Some(Scenario { line: self.line, ..Scenario::default() });
        for comment in std::mem::take(&mut self.comments) {
            self.note(&comment);
        }
        let game = words.rest().to_owned();
        if game.is_empty() || game.contains(char::is_whitespace) {
            return Err(whole("expected one game after 'game'"));
        }
        if let Some(scenario) = &mut self.now {
            scenario.game = game;
        }
        Ok(())
    }

    fn note(&mut self, comment: &str) {
        let Some(scenario) = &mut self.now else { return };
        if let Some(games) = comment.strip_prefix("also:") {
            scenario.also.extend(games.split_whitespace().map(str::to_owned));
            return;
        }
        let words = comment.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
        for word in words.map(|w| w.trim_matches(|c: char| !c.is_ascii_alphanumeric())) {
            if is_clause(word) && self.cited.insert(word.to_owned()) {
                scenario.cites.push(word.to_owned());
            }
        }
        if scenario.title.is_empty() {
            scenario.title = comment.to_owned();
        }
    }

    fn line_of(&mut self, text: &str, mut words: Words<'_>) -> Result<(), TextError> {
        let line = self.line;
        let Some(scenario) = &mut self.now else { return Ok(()) };
        let before = words.clone();
        let word = words.next_word().unwrap_or_default();
        let is_meld = MeldId::read(word).is_some();
        if is_meld && self.melds != Melds::No {
            let (id, owner, meld, laid) = read_meld_line(word, &mut words)?;
            if self.melds == Melds::Position {
                if scenario.position.melds.iter().any(|m| m.id == id) {
                    return Err(before.error("another number"));
                }
                if scenario.position.melds.len() >= MOST_MELDS {
                    return Err(before.error("fewer melds"));
                }
                scenario.position.melds.push(MeldLine { line, id, owner, meld, laid });
            } else if let Some(Step { kind: StepKind::Check(Check::Melds(all)), .. }) =
                scenario.steps.last_mut()
            {
                all.push((id, owner, meld, laid));
            }
            return Ok(());
        }
        self.melds = Melds::No;
        match word {
            "ok" | "refused" => {
                let verdict = if word == "ok" {
                    Verdict::Ok
                } else {
                    let code = words.rest();
                    Verdict::Refused((!code.is_empty()).then(|| code.to_owned()))
                };
                words.end()?;
                return match scenario.steps.last_mut() {
                    Some(Step {
                        kind:
                            StepKind::Act { verdict: slot @ None, .. } | StepKind::Next(slot @ None),
                        ..
                    }) => {
                        *slot = Some(verdict);
                        Ok(())
                    }
                    _ => Err(before.error("an action before its verdict")),
                };
            }
            _ if word.starts_with('>') => {
                if scenario.invalid {
                    return Err(before.error("nothing after 'invalid'"));
                }
                let text = text.trim().trim_start_matches('>').trim();
                let offset = before.column() + 1;
                let kind = read_action(text)
                    .map_err(|e| TextError { column: e.column + offset, message: e.message })?;
                scenario.steps.push(Step { line, text: text.to_owned(), kind });
                return Ok(());
            }
            _ => {}
        }
        if word == "invalid" && scenario.steps.is_empty() {
            scenario.invalid = true;
            return words.end();
        }
        let started = scenario.position.turn.is_some() || !scenario.steps.is_empty();
        if !started && position_line(scenario, line, word, &mut words, &mut self.melds)? {
            return words.end();
        }
        if word == "chance" {
            scenario.position.chance.push(read_chance(&mut words)?);
            return words.end();
        }
        if scenario.invalid {
            return Err(before.error("nothing after 'invalid'"));
        }
        let check = read_check(word, &mut words).map_err(|error| match error {
            Some(error) => error,
            None => before.error("a line of a position, an action, a verdict or a check"),
        })?;
        words.end()?;
        if matches!(check, Check::Melds(_)) {
            self.melds = Melds::Check;
        }
        let text = text.trim().to_owned();
        scenario.steps.push(Step { line, text, kind: StepKind::Check(check) });
        Ok(())
    }

    fn finish(mut self) -> Result<Vec<Scenario>, Vec<ScenarioError>> {
        self.done.extend(self.now.take());
        if self.done.is_empty() && self.errors.is_empty() {
            let problem = Problem::Form("there is no scenario: expected 'game'".into());
            self.errors.push(ScenarioError { line: self.line.max(1), column: 0, problem });
        }
        if self.more > 0 {
            let problem = Problem::Form(format!("{} more lines are wrong", self.more));
            self.errors.push(ScenarioError { line: self.line.max(1), column: 0, problem });
        }
        if self.errors.is_empty() { Ok(self.done) } else { Err(self.errors) }
    }
}

/// A seat, from 1.
pub(crate) fn seat(words: &mut Words<'_>) -> Result<Seat, TextError> {
    let before = words.clone();
    let seat: u8 = words.number("a seat, from 1")?;
    let seat = Seat::from_number(seat).filter(|seat| seat.is_of(upcard_engine::MAX_PLAYERS as u8));
    seat.ok_or_else(|| before.error("a seat, from 1 to 8"))
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
        if all.count(card) == Cards::MOST {
            return Err(words.error("at most 15 copies of a card"));
        }
        all.add(card);
    }
    Ok(all)
}

fn read_action(text: &str) -> Result<StepKind, TextError> {
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

/// Reads a line of the position; false where the word begins none.
fn position_line(
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
            if position.discards.len() + given.len() > MOST_CARDS {
                return Err(before.error("fewer cards"));
            }
            position.discards.extend(given);
        }
        "stock" => {
            position.stock_only = words.eat("only");
            position.stock = cards(words)?;
        }
        "scores" => {
            while words.peek().is_some() {
                position.scores.push(words.number("a score")?);
            }
        }
        "bought" => {
            while words.peek().is_some() {
                position.bought.push(words.number("a number of buys")?);
            }
        }
        "last-taker" => position.last_taker = Some(seat(words)?),
        "dead" => position.dead = true,
        "won" => {
            while words.peek().is_some() {
                position.won.push(words.number("a number of hands")?);
            }
        }
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
fn numbers(words: &mut Words<'_>, what: &str) -> Result<Vec<i32>, TextError> {
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

/// Cards, and `?n` for any n that are left over.
fn read_some(words: &mut Words<'_>) -> Result<Vec<Option<Card>>, TextError> {
    let mut all = Vec::new();
    while let Some(word) = words.peek() {
        if matches!(word, "down" | "laid" | "dropped") {
            break;
        }
        if let Some(count) = word.strip_prefix('?') {
            let count: usize = count.parse().map_err(|_| words.error("a number after '?'"))?;
            if all.len() + count.min(MOST_CARDS + 1) > MOST_CARDS {
                return Err(words.error("fewer cards"));
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

fn read_chance(words: &mut Words<'_>) -> Result<ChanceLine, TextError> {
    let before = words.clone();
    Ok(match words.next_word() {
        Some("dealer") => match words.peek().and_then(|w| w.parse::<u8>().ok()) {
            Some(_) => ChanceLine::Dealer(seat(words)?),
            None => ChanceLine::Draw(cards(words)?),
        },
        Some("blind") => ChanceLine::Blind(words.card()?),
        Some("cut") => ChanceLine::Cut(words.number("a number of cards")?),
        Some("reshuffle") => ChanceLine::Reshuffle(cards(words)?),
        Some("pack" | "deal") => ChanceLine::Pack(cards(words)?),
        _ => return Err(before.error("'dealer', 'blind', 'cut', 'reshuffle' or 'pack'")),
    })
}

fn read_turn(line: usize, words: &mut Words<'_>) -> Result<TurnLine, TextError> {
    let seat = seat(words)?;
    let before = words.clone();
    let phase = match words.next_word() {
        Some("draw") => TurnPhase::Draw,
        Some("offers") => TurnPhase::Offers,
        Some("play") => TurnPhase::Play,
        Some("call") => TurnPhase::Call,
        Some("cut") => TurnPhase::Cut,
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

/// Reads a check; `Err(None)` where the word begins none.
fn read_check(word: &str, words: &mut Words<'_>) -> Result<Check, Option<TextError>> {
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
        "chips" => Check::Chips(numbers(words, "a number of chips").map_err(Some)?),
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
        "settle" => {
            let mut amounts = Vec::new();
            while words.peek().is_some() {
                amounts.push(words.number("an amount")?);
            }
            Check::Settle(amounts)
        }
        _ => return Err(None),
    })
}

impl Position {
    /// Does it place any cards?
    pub(crate) fn has_cards(&self) -> bool {
        !self.seats.is_empty()
            || !self.melds.is_empty()
            || !self.discards.is_empty()
            || !self.stock.is_empty()
            || self.stock_only
    }

    /// The seat lines by seat, from 1; the last one counts.
    pub(crate) fn seat(&self, seat: Seat) -> Option<&SeatLine> {
        self.seats.iter().rev().find(|s| s.seat == seat)
    }
}
