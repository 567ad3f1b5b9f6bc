//! Runs scenarios.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::sync::Arc;

use upcard_cards::{Contract, Elements, Meld, Stage};
use upcard_engine::chance::Chance;
use upcard_engine::table::{Down, Drawn, Gone, HandsWon};
use upcard_engine::{
    Flaws, Game, Library, Refusal, RuleSet, Rules, Seat, Setup, SetupAddition, SetupError,
    SetupPhase, SetupSeat, TableMeld,
};

use crate::check::{self, Comparison};
use crate::scenario::{LaidBy, Problem, Scenario, ScenarioError, StepKind, Verdict, at};

/// Result of one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineReport {
    /// The line number.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// Expected and actual value.
    pub found: Comparison,
}

/// Result of a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The results of its lines.
    pub lines: Vec<LineReport>,
    /// How it ends.
    pub end: End,
}

/// How a scenario ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// In this position, in the notation.
    Position(String),
    /// Its rules or its position are refused, as expected.
    Refused(Problem),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Position(words) => f.write_str(words),
            End::Refused(problem) => writeln!(f, "{problem}"),
        }
    }
}

impl Report {
    /// Returns `true` if all expectations were met.
    #[must_use]
    pub fn has_passed(&self) -> bool {
        self.lines.iter().all(|line| line.found.same)
    }

    /// The lines whose expectation was not met.
    pub fn differences(&self) -> impl Iterator<Item = &LineReport> {
        self.lines.iter().filter(|line| !line.found.same)
    }
}

/// The rule set for a name: a game with variations, or the path of a game file.
///
/// # Errors
/// All its flaws.
pub fn rule_set(
    library: &Library,
    name: &str,
    sets: &[(String, upcard_engine::Value)],
) -> Result<RuleSet, Flaws> {
    library_with(library, name)?.select(name, sets)
}

/// The library; if the name is the path of a game file, with that game under its path.
///
/// # Errors
/// If the file cannot be read, or its flaws.
pub fn library_with<'a>(library: &'a Library, name: &str) -> Result<Cow<'a, Library>, Flaws> {
    library.with_file(name, |path| Ok::<_, io::Error>(BufReader::new(File::open(path)?).bytes()))
}

fn wrong(line: usize, problem: Problem) -> ScenarioError {
    ScenarioError { line, column: 0, problem }
}

/// Runs a scenario under a game, its own or another that it names, with its changed choices.
///
/// # Errors
/// If the game, the choices or the position are invalid.
pub fn run(scenario: &Scenario, game: &str, library: &Library) -> Result<Report, ScenarioError> {
    match rule_set(library, game, &scenario.sets) {
        Ok(set) => run_with(scenario, set),
        // The choices may be invalid as expected, but not the game.
        Err(flaws) if scenario.invalid && rule_set(library, game, &[]).is_ok() => {
            Ok(refused(scenario, Problem::Rules(flaws)))
        }
        Err(flaws) => Err(wrong(scenario.line, Problem::Rules(flaws))),
    }
}

/// Runs a scenario under other rules than it names: to check that it holds for a related game, or that it
/// detects a changed choice.
///
/// # Errors
/// If its position is invalid under these rules.
pub fn run_with(scenario: &Scenario, set: RuleSet) -> Result<Report, ScenarioError> {
    match (play(scenario, set), scenario.invalid) {
        (result, false) => result,
        (Err(error), true) => Ok(refused(scenario, error.problem)),
        (Ok(mut report), true) => {
            report.lines.push(validity(scenario, "valid"));
            Ok(report)
        }
    }
}

/// The result of a scenario that is invalid as expected.
fn refused(scenario: &Scenario, why: Problem) -> Report {
    Report { lines: vec![validity(scenario, "invalid")], end: End::Refused(why) }
}

/// The line of a scenario that is expected to be invalid.
fn validity(scenario: &Scenario, found: &str) -> LineReport {
    let found = check::compare(&"invalid", &found);
    LineReport { line: scenario.line, text: "invalid".into(), found }
}

/// The initial position of a scenario, under its own rules.
///
/// # Errors
/// If the rules or the position are invalid.
pub fn position_of(scenario: &Scenario, library: &Library) -> Result<Game, ScenarioError> {
    let set = library.select(&scenario.game, &scenario.sets);
    initial_position(scenario, set.map_err(|flaws| wrong(scenario.line, Problem::Rules(flaws)))?)
}

fn initial_position(scenario: &Scenario, set: RuleSet) -> Result<Game, ScenarioError> {
    let players = scenario.players.unwrap_or_else(|| set.usual_players());
    let rules =
        Rules::new(set, players).map_err(|flaws| wrong(scenario.line, Problem::Rules(flaws)))?;
    set_up(scenario, Arc::new(rules))
}

fn play(scenario: &Scenario, set: RuleSet) -> Result<Report, ScenarioError> {
    let mut game = initial_position(scenario, set)?;
    let mut lines = Vec::new();
    for step in &scenario.steps {
        let found = match &step.kind {
            StepKind::Next(verdict) => {
                let found = game.may_begin_deal();
                game.next_deal(&mut ());
                judged(verdict.as_ref(), found)
            }
            StepKind::Act { seat, action, verdict } => {
                judged(verdict.as_ref(), game.act(*seat, action, &mut ()))
            }
            StepKind::Check(what) => check::check(&game, what),
        };
        lines.push(LineReport { line: step.line, text: step.text.clone(), found });
        if let Some(error) = game.chance().fault() {
            return Err(wrong(step.line, Problem::Chance(error.clone())));
        }
    }
    Ok(Report { lines, end: End::Position(position(&game)) })
}

fn judged(expected: Option<&Verdict>, found: Result<(), Refusal>) -> Comparison {
    let found = match found {
        Ok(()) => Verdict::Ok,
        Err(refusal) => Verdict::Refused(Some(refusal.code())),
    };
    let expected = expected.cloned().unwrap_or(Verdict::Ok);
    let same = match (&expected, &found) {
        (Verdict::Refused(None), Verdict::Refused(_)) => true,
        // A code may be more specific, after another dot.
        (Verdict::Refused(Some(kind)), Verdict::Refused(Some(code))) => {
            code.strip_prefix(kind).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        }
        (expected, found) => expected == found,
    };
    Comparison { expected: expected.to_string(), found: found.to_string(), same }
}

fn set_up(scenario: &Scenario, rules: Arc<Rules>) -> Result<Game, ScenarioError> {
    let position = &scenario.position;
    let deal = position.deal.unwrap_or(1);
    if rules.deals.is_empty() {
        return Err(wrong(scenario.line, Problem::Position(SetupError::NoSuchDeal { deal })));
    }
    let (deal, ordinal) = resolve_deal(&rules, deal);
    let index = deal.max(1) - 1;
    let index = if usize::from(index) < rules.deals.len() { index } else { 0 };
    let deal_rules = rules.deal_turned_up(index, position.wild);
    let mut setup = Setup {
        deal,
        ordinal,
        dealer: match (position.dealer, &position.turn) {
            (Some(dealer), _) => dealer,
            (None, Some(_)) => Seat::at(0).previous(rules.players),
            (None, None) => rules.volunteer(),
        },
        discards: position.discards.clone(),
        stock: position.stock.clone(),
        stock_only: position.stock_only,
        scores: position.scores.clone(),
        last_taker: position.last_taker,
        dead: position.dead,
        kitty: position.kitty,
        reshuffles: position.reshuffles,
        freed: position.freed,
        hands: HandsWon::of(&position.won, &position.columns),
        wild: position.wild,
        chips: position.chips.clone(),
        rejoined: position.rejoined.clone(),
        ..Setup::default()
    };
    for seat in Seat::all(rules.players) {
        let bought = position.bought.get(seat.index()).copied().unwrap_or(0);
        let line = position.seat(seat);
        let given = line.map(|line| {
            let down = match (line.down, line.now) {
                (false, _) => Down::No,
                (true, false) => Down::Earlier,
                (true, true) => Down::Now,
            };
            let laid = line
                .laid
                .as_ref()
                .map_or(Some(Elements::NONE), |l| laid_elements(&deal_rules.contract, l));
            let laid =
                laid.ok_or_else(|| at(line.line, "the contract does not have these elements"))?;
            let (dropped, out) = (line.dropped, line.out);
            Ok(SetupSeat { hand: line.hand, any: line.any, down, laid, bought, dropped, out })
        });
        let buyer = SetupSeat { any: deal_rules.hand.into(), bought, ..SetupSeat::default() };
        setup.seats.push(given.transpose()?.or((bought > 0).then_some(buyer)));
    }
    if let Some(line) = position.seats.iter().find(|s| !s.seat.is_of(rules.players)) {
        return Err(no_seat(line.line, line.seat));
    }
    for line in &position.melds {
        if !line.owner.is_of(rules.players) {
            return Err(no_seat(line.line, line.owner));
        }
        let meld = Meld::new(&line.meld, &deal_rules.melds, Stage::Later)
            .map_err(|error| at(line.line, format!("illegal meld: {error}")))?;
        setup.melds.push(TableMeld { id: line.id, owner: line.owner, meld });
        for LaidBy { slot, card, seat } in line.laid.iter().copied() {
            if !seat.is_of(rules.players) {
                return Err(no_seat(line.line, seat));
            }
            setup.additions.push(SetupAddition { meld: line.id, slot, card, seat });
        }
    }
    setup.melds.sort_by_key(|meld| meld.id);
    let mut line = scenario.line;
    // Without a turn the match has not begun, but a position that is expected to be invalid is still checked
    // as one.
    if scenario.invalid && position.turn.is_none() && position.has_cards() {
        setup.phase = SetupPhase::Draw;
    }
    if let Some(turn) = &position.turn {
        line = turn.line;
        setup.turn = turn.seat;
        setup.phase = turn.phase;
        if let (Some(card), true) = (turn.drew, turn.from_discards) {
            setup.drawn = Drawn::Discards(card);
        }
    }
    let chance = Chance::numbered(1).scripted(position.chance.iter().cloned());
    Game::set_up(rules, &setup, chance).map_err(|error| wrong(line, Problem::Position(error)))
}

/// Resolves the deal number of a position to the deal of the game, and its ordinal in the match where that
/// differs. Games without contracts number their deals, but most have the rules of one. A number after the
/// last one is that of a tie-breaking deal.
fn resolve_deal(rules: &Rules, deal: u8) -> (u8, Option<u8>) {
    let kinds = rules.deals.len();
    let further = usize::from(deal).saturating_sub(kinds);
    let last = rules.schedule.last().map(|last| last + 1);
    match last {
        _ if !rules.has_contracts() && kinds == 1 => (1, Some(deal)),
        Some(last) if further > 0 && rules.target.is_none() => {
            (last, u8::try_from(rules.schedule.len() + further).ok())
        }
        _ => (deal, None),
    }
}

fn no_seat(line: usize, seat: Seat) -> ScenarioError {
    wrong(line, Problem::Position(SetupError::NoSuchSeat { seat: seat.number() }))
}

fn laid_elements(contract: &Contract, laid: &Contract) -> Option<Elements> {
    let mut all = Elements::NONE;
    for element in &laid.elements {
        let mut places = (0..contract.elements.len())
            .filter(|&i| !all.has(i) && contract.elements[i].kind == element.kind);
        let exact = places.clone().find(|&i| contract.elements[i] == *element);
        all = all.with(exact.or_else(|| places.next())?);
    }
    Some(all)
}

/// A position in the notation.
#[must_use]
fn position(game: &Game) -> String {
    let table = game.table();
    let mut text = String::new();
    let phase = check::phase_words(table).join(" ");
    let _ = writeln!(text, "phase {phase}");
    for seat in Seat::all(table.players()) {
        let state = table.seat(seat);
        let down = if state.down == Down::No { "" } else { " down" };
        if table.is_out(seat) {
            let _ = writeln!(text, "seat {seat} out");
            continue;
        }
        let gone = if state.gone == Gone::No { "" } else { " dropped" };
        let _ = writeln!(text, "seat {seat} hand {}{down}{gone}", game.hand(seat));
    }
    if let Some(card) = table.wild() {
        let _ = writeln!(text, "wild {card}");
    }
    for meld in table.melds() {
        let laid = check::with_layers(table, meld);
        let _ = writeln!(text, "{} of {}: {laid}", meld.id, meld.owner);
    }
    let upcard = table.upcard().map_or_else(|| "none".to_owned(), |card| card.to_string());
    let _ = writeln!(text, "upcard {upcard}");
    let _ = writeln!(text, "count discards {}", table.discards().len());
    let _ = writeln!(text, "count stock {}", table.stock());
    let _ = writeln!(text, "scores {}", check::list(table.scores()));
    text
}
