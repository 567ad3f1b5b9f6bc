//! Law of choices: any combination of choices is either refused with a reason, or a match under it ends.
//!
//! Combinations are drawn from the table of choices: several choices of any game are changed at once, each to
//! a value of its type, at a table of any size.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};
use upcard_engine::chance::{below, pick};
use upcard_engine::choices::{CHOICES, Choice, Choices};
use upcard_engine::{Flaws, Library, Rules, Value};

use crate::cores::on_all_cores;
use crate::laws::{Effort, LawViolation, MatchStats, all_games, check_match};

/// Maximum number of choices changed together.
const MAX_CHANGES: u32 = 8;

/// A game with some of its choices changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Combination {
    /// The game, possibly with a variation.
    pub game: String,
    /// The changed choices.
    pub changes: Vec<(String, Value)>,
    /// Number of players.
    pub players: u8,
}

/// Result of a combination.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// Refused for these reasons.
    Refused(Flaws),
    /// A match was played to its end.
    Played(MatchStats),
}

/// All single changes of a game at its default table size: each choice set to each word that it accepts, and
/// to numbers and lists near its own value.
///
/// # Errors
/// Flaws of the game.
pub fn single_changes(library: &Library, game: &str) -> Result<Vec<Combination>, Flaws> {
    let set = library.select(game, &[])?;
    let mut all = Vec::new();
    for choice in CHOICES {
        let now = choice.get(&set.choices);
        let mut values = choice.others(&set.choices);
        for word in word_values(choice) {
            let is_accepted = (choice.set)(&mut set.choices.clone(), &word).is_ok();
            if is_accepted && word != now && !values.contains(&word) {
                values.push(word);
            }
        }
        all.extend(values.into_iter().map(|value| Combination {
            game: game.to_owned(),
            changes: vec![(choice.path.to_owned(), value)],
            players: set.usual_players(),
        }));
    }
    Ok(all)
}

/// Results of many combinations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Combinations refused.
    pub refused: u64,
    /// Combinations with a match played.
    pub played: u64,
    /// Answers given in those matches.
    pub decisions: u64,
    /// Most answers in one deal.
    pub longest: u64,
    /// Duration and number of the slowest combination.
    pub slowest: (Duration, u64),
    /// Laws broken.
    pub violations: Vec<LawViolation>,
}

impl Combination {
    /// Returns combination `number`; deterministic.
    #[must_use]
    pub fn numbered(library: &Library, number: u64) -> Combination {
        let mut rng = ChaCha12Rng::seed_from_u64(number ^ 0xc0b1_0a7e);
        let games = all_games(library);
        let game = pick(&mut rng, &games).cloned().unwrap_or_default();
        let mut choices = library.select(&game, &[]).map(|set| set.choices).unwrap_or_default();
        let mut changes: BTreeMap<&str, Value> = BTreeMap::new();
        let count = 1 + below(&mut rng, MAX_CHANGES);
        for _ in 0..count {
            if let Some(choice) = pick(&mut rng, CHOICES)
                && let Some(value) = random_value(choice, &choices, &mut rng)
                && (choice.set)(&mut choices, &value).is_ok()
            {
                changes.insert(choice.path, value);
            }
        }
        // Occasionally, a table size that the game does not have.
        let (min, max) = (choices.players.min, choices.players.max);
        let inside = min <= max && below(&mut rng, 20) != 0;
        let players = if inside {
            min.saturating_add(below(&mut rng, u32::from(max - min) + 1) as u8)
        } else {
            below(&mut rng, 10) as u8
        };
        let changes = changes.into_iter().map(|(path, value)| (path.to_owned(), value)).collect();
        Combination { game, changes, players }
    }

    /// Compiles the rules.
    ///
    /// # Errors
    /// All contradictions.
    pub fn rules(&self, library: &Library) -> Result<Rules, Flaws> {
        Rules::new(library.select(&self.game, &self.changes)?, self.players)
    }

    /// Formats the combination as on the command line.
    #[must_use]
    pub fn name(&self) -> String {
        let sets = self.changes.iter().map(|(path, value)| format!(" --set '{path}={value}'"));
        format!("{}{}", self.game, sets.collect::<String>())
    }

    /// Plays a match under these rules and checks the laws.
    ///
    /// # Errors
    /// The broken law.
    pub fn check(
        &self,
        library: &Library,
        number: u64,
        effort: Effort,
    ) -> Result<Outcome, LawViolation> {
        let name = self.name();
        let violation = |law: String| LawViolation { game: name.clone(), number, decision: 0, law };
        let played = catch_unwind(AssertUnwindSafe(|| match self.rules(library) {
            Err(flaws) if flaws.to_string().trim().is_empty() => {
                Err(violation("it is refused without a reason".into()))
            }
            Err(flaws) => Ok(Outcome::Refused(flaws)),
            Ok(rules) => check_match(&name, &Arc::new(rules), number, effort).map(Outcome::Played),
        }));
        played.unwrap_or_else(|_| Err(violation(format!("{} players: it panics", self.players))))
    }
}

/// Checks combinations `from..from + count` on all cores.
#[must_use]
pub fn check_combinations(library: &Library, from: u64, count: u64, effort: Effort) -> Tally {
    check_each(library, from, count, effort, |number| Some(Combination::numbered(library, number)))
}

/// Checks these combinations on all cores, each with the match of its index.
#[must_use]
pub fn check_all(library: &Library, all: &[Combination], effort: Effort) -> Tally {
    check_each(library, 0, all.len() as u64, effort, |number| {
        all.get(usize::try_from(number).ok()?).cloned()
    })
}

fn check_each(
    library: &Library,
    from: u64,
    count: u64,
    effort: Effort,
    combination: impl Fn(u64) -> Option<Combination> + Sync,
) -> Tally {
    let mut tally = Tally::default();
    let check = |number| {
        let start = Instant::now();
        let outcome = combination(number)?.check(library, number, effort);
        Some((number, start.elapsed(), outcome))
    };
    on_all_cores(from, count, check, |(number, time, outcome)| {
        tally.slowest = tally.slowest.max((time, number));
        match outcome {
            Ok(Outcome::Refused(_)) => tally.refused += 1,
            Ok(Outcome::Played(played)) => {
                tally.played += 1;
                tally.decisions += played.decisions;
                tally.longest = tally.longest.max(played.longest);
            }
            Err(violation) => tally.violations.push(violation),
        }
    });
    tally
}

/// A value of any kind that the choice accepts; mostly close to the current one.
fn random_value(choice: &Choice, now: &Choices, rng: &mut impl Rng) -> Option<Value> {
    let accepts = |value: &Value| (choice.set)(&mut now.clone(), value).is_ok();
    let mut kinds: Vec<Value> = word_values(choice).filter(accepts).collect();
    let word_count = kinds.len();
    let others = choice.others(now);
    kinds.extend(others.iter().take(2).cloned());
    let deals = now.contracts.deals.0.len().max(1);
    let mut generated = Vec::new();
    if accepts(&Value::Int(1)) {
        let wide = accepts(&Value::Int(300));
        generated.extend([random_number(rng, wide), random_number(rng, wide)].map(Value::Int));
    }
    if accepts(&Value::List(vec![Value::Int(2)])) {
        generated.push(random_numbers(choice.path, deals, rng));
    }
    if accepts(&Value::List(vec![Value::Text("2S".into())])) {
        generated.push(random_contracts(deals, rng));
    }
    if accepts(&Value::List(vec![Value::Text("2".into())])) {
        generated.push(random_ranks(rng));
    }
    let by_players = |n: i64, m: i64| {
        Value::Map([("2-4".to_owned(), Value::Int(n)), ("5-8".to_owned(), Value::Int(m))].into())
    };
    if accepts(&by_players(2, 3)) {
        generated.push(by_players(random_number(rng, false) % 14, random_number(rng, false) % 14));
    }
    // Words are as frequent as all generated values together.
    let from = if generated.is_empty() || (word_count > 0 && below(rng, 2) == 0) {
        &kinds
    } else {
        &generated
    };
    pick(rng, from).cloned()
}

/// Words that a choice accepts, and booleans for a switch.
fn word_values(choice: &Choice) -> impl Iterator<Item = Value> {
    let words = choice.forms.iter().filter_map(|form| form.word());
    let words = words.map(|word| Value::Text(word.to_owned()));
    words.chain([Value::Bool(true), Value::Bool(false)])
}

/// A number: mostly small, sometimes extreme.
fn random_number(rng: &mut impl Rng, wide: bool) -> i64 {
    match below(rng, 12) {
        0 => 0,
        1 => i64::from(below(rng, 256)),
        2 if wide => 65_535,
        2 => 255,
        3 if wide => i64::from(below(rng, 500)),
        3..=6 => 1 + i64::from(below(rng, 14)),
        _ => 1 + i64::from(below(rng, 4)),
    }
}

/// A list of numbers: some deals, or one number per deal or place.
fn random_numbers(path: &str, deals: usize, rng: &mut impl Rng) -> Value {
    let some = matches!(path, "match.deals" | "buying.deals");
    let mut list: Vec<i64> = if some {
        (1..=deals as i64).filter(|_| below(rng, 3) == 0).collect()
    } else if path == "settling.places" {
        let paid: Vec<i64> =
            (0..1 + below(rng, 5)).map(|_| random_number(rng, false) % 20).collect();
        std::iter::once(paid.iter().sum()).chain(paid.iter().map(|n| -n)).collect()
    } else {
        let like = 1 + i64::from(below(rng, 14));
        (0..deals).map(|_| like + i64::from(below(rng, 3))).collect()
    };
    // Occasionally one too many, or a meaningless number.
    if below(rng, 8) == 0 {
        list.push(random_number(rng, false));
    }
    Value::List(list.into_iter().map(Value::Int).collect())
}

/// Contracts, mostly one per deal.
fn random_contracts(deals: usize, rng: &mut impl Rng) -> Value {
    let count = if below(rng, 4) == 0 { below(rng, 9) as usize } else { deals };
    let one = |rng: &mut ChaCha12Rng| {
        // Runs of several suits are mostly the only element.
        if below(rng, 8) == 0 {
            let suits = pick(rng, &["m", "c", "a"]).copied().unwrap_or_default();
            let more = if below(rng, 8) == 0 { " S" } else { "" };
            return format!("R{}{suits}{more}", 3 + below(rng, 12));
        }
        let elements: Vec<String> = (0..1 + below(rng, 4))
            .map(|_| match below(rng, 8) {
                0 => "P".to_owned(),
                1..=3 => "S".to_owned(),
                4..=5 => "R".to_owned(),
                6 => format!("S{}", 3 + below(rng, 4)),
                _ => format!("R{}", 3 + below(rng, 6)),
            })
            .collect();
        elements.join(" ")
    };
    let mut inner = ChaCha12Rng::seed_from_u64(rng.next_u64());
    let mut list: Vec<String> = (0..count).map(|_| one(&mut inner)).collect();
    if below(rng, 20) == 0 {
        list.push(String::new());
    }
    Value::List(list.into_iter().map(Value::Text).collect())
}

/// A list of ranks, short or long.
fn random_ranks(rng: &mut impl Rng) -> Value {
    let most = pick(rng, &[1, 1, 2, 4, 13]).copied().unwrap_or(1);
    let letters = "A23456789TJQK";
    let held = letters.chars().filter(|_| below(rng, 13) < most);
    Value::List(held.map(|letter| Value::Text(letter.to_string())).collect())
}
