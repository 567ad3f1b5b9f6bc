//! Input kinds for the values of choices: a word, a number, a row of numbers, marks. Every value of every
//! choice has one of these kinds.

use std::collections::BTreeMap;

use upcard_cards::RANKS;
use upcard_engine::choices::{Choice, Choices};
use upcard_engine::{Form, Value};

/// Input kind of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// On or off.
    Switch(bool),
    /// A fixed word.
    Word(&'static str),
    /// A word followed by a number.
    WithNumber(&'static str),
    /// A number up to this maximum.
    Number(u16),
    /// A number for each deal.
    EachDeal,
    /// A number for each number of players.
    EachSize,
    /// An amount for each place.
    EachPlace,
    /// The runs that a declaration requires.
    Runs,
    /// A subset of the deals.
    Deals,
    /// A subset of the ranks.
    Ranks,
    /// A contract for each deal.
    Contracts,
}

impl Kind {
    /// Its id; `None` if the value itself is the label.
    #[must_use]
    pub const fn word(self) -> Option<&'static str> {
        Some(match self {
            Kind::Switch(_) | Kind::Word(_) => return None,
            Kind::WithNumber(_) | Kind::Number(_) => "number",
            Kind::EachDeal => "each-deal",
            Kind::EachSize => "each-size",
            Kind::EachPlace => "each-place",
            Kind::Runs => "runs",
            Kind::Deals => "deals",
            Kind::Ranks => "ranks",
            Kind::Contracts => "contracts",
        })
    }

    fn of(form: Form) -> [Option<Kind>; 2] {
        let one = |kind| [Some(kind), None];
        match form {
            Form::Switch => [Some(Kind::Switch(true)), Some(Kind::Switch(false))],
            Form::Number => one(Kind::Number(u16::from(u8::MAX))),
            Form::NumberTo(most) => one(Kind::Number(most)),
            Form::Word(word) | Form::Synonyms(word, _) => one(Kind::Word(word)),
            Form::WordWithNumber(example) => {
                one(Kind::WithNumber(example.split(' ').next().unwrap_or(example)))
            }
            Form::NumberByDeal => one(Kind::EachDeal),
            Form::DealNumbers => one(Kind::Deals),
            Form::Ranks => one(Kind::Ranks),
            Form::Contracts => one(Kind::Contracts),
            Form::Amounts => one(Kind::EachPlace),
            Form::ByPlayers(example) if example.contains("sequences") => one(Kind::Runs),
            Form::ByPlayers(_) => one(Kind::EachSize),
        }
    }
}

/// Kinds of value that a choice accepts.
#[must_use]
pub fn kinds(choice: &Choice) -> Vec<Kind> {
    choice.forms.iter().flat_map(|form| Kind::of(*form)).flatten().collect()
}

/// Kind of this value of a choice; `None` if the value is invalid.
#[must_use]
pub fn kind_of(choice: &Choice, value: &Value) -> Option<Kind> {
    kinds(choice).into_iter().find(|kind| match (kind, value) {
        (Kind::Switch(yes), Value::Bool(value)) => yes == value,
        (Kind::Word(word), Value::Text(text)) => word == text,
        (Kind::WithNumber(word), Value::Text(text)) => {
            text.split_once(' ').is_some_and(|(first, _)| first == *word)
        }
        (Kind::Number(_), Value::Int(_)) | (Kind::EachSize | Kind::Runs, Value::Map(_)) => true,
        (
            Kind::EachDeal | Kind::EachPlace | Kind::Deals | Kind::Ranks | Kind::Contracts,
            Value::List(_),
        ) => true,
        _ => false,
    })
}

/// Number of deals with contracts or hand sizes under these choices, at least one.
fn deals(choices: &Choices) -> usize {
    match choices.contracts.deals.0.len() {
        0 => 7,
        contracts => contracts,
    }
}

/// Initial value after switching a choice to this kind.
#[must_use]
pub fn start_value(choice: &Choice, kind: Kind, choices: &Choices) -> Value {
    let now = choice.get(choices);
    if kind_of(choice, &now) == Some(kind) {
        return now;
    }
    let sizes = choices.players.min..=choices.players.max.max(choices.players.min);
    let others = choice.others(choices);
    let near = others.iter().chain([&now]).find_map(|other| match other {
        Value::Map(rows) => rows.values().find_map(number),
        Value::List(list) => list.iter().find_map(number),
        other => number(other),
    });
    let near = Value::Int(near.unwrap_or(1).max(1));
    match kind {
        Kind::Switch(yes) => Value::Bool(yes),
        Kind::Word(word) => Value::Text(word.to_owned()),
        Kind::WithNumber(word) => Value::Text(format!("{word} 2")),
        Kind::Number(_) => near,
        Kind::EachDeal => Value::List(vec![near; deals(choices)]),
        Kind::EachSize => Value::Map(sizes.map(|n| (n.to_string(), near.clone())).collect()),
        Kind::EachPlace => {
            let places = upcard_engine::choices::Places::DoubleRank;
            let amounts = places.amounts(usize::from(*sizes.end()));
            Value::List(amounts.into_iter().map(Value::Int).collect())
        }
        Kind::Runs => {
            let mut rows = BTreeMap::new();
            rows.insert("sequences".to_owned(), Value::Int(2));
            rows.insert("pure".to_owned(), Value::Int(1));
            Value::Map(rows)
        }
        Kind::Deals => Value::List(vec![Value::Int(1)]),
        Kind::Ranks => Value::List(Vec::new()),
        Kind::Contracts => Value::List(vec![Value::Text("2S3".into())]),
    }
}

fn number(value: &Value) -> Option<i64> {
    if let Value::Int(n) = value { Some(*n) } else { None }
}

/// A row of numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cells {
    /// Heading of each cell: a deal, a place, a number of players, or a word.
    pub names: Vec<String>,
    /// Numbers.
    pub numbers: Vec<i64>,
    /// `true` if cells can be added and removed at the end.
    pub grows: bool,
    /// Minimum.
    pub least: i64,
    /// Maximum.
    pub most: i64,
}

/// Number cells of a value of this kind; `None` if it is not a row of numbers.
#[must_use]
pub fn cells(kind: Kind, value: &Value, choices: &Choices) -> Option<Cells> {
    let (least, most) = match kind {
        Kind::EachPlace => (-1000, 1000),
        Kind::Number(most) => (0, i64::from(most)),
        _ => (0, i64::from(u8::MAX)),
    };
    let of = |names, numbers, grows| Some(Cells { names, numbers, grows, least, most });
    match (kind, value) {
        (Kind::Number(_), Value::Int(n)) => of(vec![String::new()], vec![*n], false),
        (Kind::WithNumber(_), Value::Text(text)) => {
            let n = text.split_once(' ').and_then(|(_, n)| n.parse().ok())?;
            of(vec![String::new()], vec![n], false)
        }
        (Kind::EachDeal | Kind::EachPlace, Value::List(list)) => {
            let numbers: Option<Vec<i64>> = list.iter().map(number).collect();
            of((1..=list.len()).map(|n| n.to_string()).collect(), numbers?, true)
        }
        (Kind::EachSize, Value::Map(rows)) => {
            // A row may cover several numbers of players.
            let at = |players: u8| {
                rows.iter().find_map(|(key, n)| {
                    let (least, most) = key.split_once('-').unwrap_or((key, key));
                    let all = least.trim().parse::<u8>().ok()?..=most.trim().parse::<u8>().ok()?;
                    all.contains(&players).then(|| number(n)).flatten()
                })
            };
            let sizes = choices.players.min..=choices.players.max.max(choices.players.min);
            let last = rows.values().find_map(number).unwrap_or(0);
            let numbers = sizes.clone().map(|players| at(players).unwrap_or(last)).collect();
            of(sizes.map(|n| n.to_string()).collect(), numbers, false)
        }
        (Kind::Runs, Value::Map(rows)) => {
            let names = ["sequences", "pure", "long", "sets"];
            let at = |name: &str| rows.get(name).and_then(number).unwrap_or(0);
            of(names.map(str::to_owned).to_vec(), names.map(at).to_vec(), false)
        }
        _ => None,
    }
}

/// Builds the value from its number cells.
#[must_use]
pub fn value_from_cells(kind: Kind, cells: &Cells) -> Value {
    let number = |n: &i64| Value::Int((*n).clamp(cells.least, cells.most));
    let first = cells.numbers.first().copied().unwrap_or(0).clamp(cells.least, cells.most);
    let rows = cells.names.iter().cloned().zip(cells.numbers.iter().map(number));
    match kind {
        Kind::WithNumber(word) => Value::Text(format!("{word} {first}")),
        Kind::EachDeal | Kind::EachPlace => Value::List(cells.numbers.iter().map(number).collect()),
        Kind::EachSize | Kind::Runs => Value::Map(rows.collect()),
        _ => Value::Int(first),
    }
}

/// An option in a multiple selection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Deal number or rank letter.
    pub name: String,
    /// `true` if selected.
    pub on: bool,
}

/// Marks of a value of this kind; `None` if it is not a selection.
#[must_use]
pub fn marks(kind: Kind, value: &Value, choices: &Choices) -> Option<Vec<Mark>> {
    let Value::List(list) = value else { return None };
    let chosen = |name: &str| {
        list.iter().any(|entry| match entry {
            Value::Text(text) => text == name,
            Value::Int(n) => n.to_string() == name,
            _ => false,
        })
    };
    let names: Vec<String> = match kind {
        Kind::Ranks => RANKS.iter().map(|rank| rank.letter().to_string()).collect(),
        Kind::Deals => {
            let last = list.iter().filter_map(number).max();
            let most = last.and_then(|n| usize::try_from(n).ok()).unwrap_or(0).min(255);
            (1..=deals(choices).max(most)).map(|n| n.to_string()).collect()
        }
        _ => return None,
    };
    Some(names.into_iter().map(|name| Mark { on: chosen(&name), name }).collect())
}

/// Builds the value from its marks.
#[must_use]
pub fn value_from_marks(kind: Kind, marks: &[Mark]) -> Value {
    let value = |mark: &Mark| match (kind, mark.name.parse()) {
        (Kind::Deals, Ok(n)) => Value::Int(n),
        _ => Value::Text(mark.name.clone()),
    };
    Value::List(marks.iter().filter(|mark| mark.on).map(value).collect())
}

#[cfg(test)]
mod tests {
    use upcard_engine::Library;
    use upcard_engine::choices::CHOICES;

    use super::*;
    use crate::house_rules::{elements, value_from_elements};

    /// Rebuilds a value from its representation in the editor, as the choice parses it.
    fn again(choice: &Choice, value: &Value, choices: &Choices) -> Value {
        let kind = kind_of(choice, value).unwrap_or_else(|| panic!("{} {value}", choice.path));
        let made = if let Some(cells) = cells(kind, value, choices) {
            value_from_cells(kind, &cells)
        } else if let Some(marks) = marks(kind, value, choices) {
            value_from_marks(kind, &marks)
        } else if kind == Kind::Contracts {
            let (set, run) = (choices.melds.set_size, choices.melds.run_size);
            value_from_elements(&elements(value, set, run).unwrap())
        } else {
            start_value(choice, kind, choices)
        };
        let mut read = choices.clone();
        assert_eq!((choice.set)(&mut read, &made), Ok(()), "{} {made}", choice.path);
        choice.get(&read)
    }

    /// Every value in any game, and its neighbours, can be entered in the editor.
    #[test]
    fn every_value_of_every_choice_can_be_entered() {
        let library = Library::standard().unwrap();
        let mut tried = 0;
        for id in library.ids() {
            let choices = library.select(id, &[]).unwrap().choices;
            for choice in CHOICES {
                let values = choice.others(&choices).into_iter().chain([choice.get(&choices)]);
                for value in values {
                    let mut there = choices.clone();
                    if (choice.set)(&mut there, &value).is_err() {
                        continue;
                    }
                    let value = choice.get(&there);
                    let made = again(choice, &value, &there);
                    let kind = kind_of(choice, &value);
                    if kind == Some(Kind::Contracts) || kind == Some(Kind::EachSize) {
                        // Normalized: with a size for each meld, or a row for each number of players.
                        (choice.set)(&mut there, &made).unwrap();
                        assert_eq!(again(choice, &made, &there), made, "{}", choice.path);
                    } else {
                        assert_eq!(made, value, "{}", choice.path);
                    }
                    tried += 1;
                }
            }
        }
        assert!(tried > 3000, "{tried} values");
    }

    /// Every kind has an initial value.
    #[test]
    fn every_kind_has_a_start_value() {
        let library = Library::standard().unwrap();
        for id in ["contract-rummy", "gin", "rummy", "pool-101", "rummy-500"] {
            let choices = library.select(id, &[]).unwrap().choices;
            for choice in CHOICES {
                for kind in kinds(choice) {
                    let value = start_value(choice, kind, &choices);
                    assert_eq!(kind_of(choice, &value), Some(kind), "{} {value}", choice.path);
                    let set = (choice.set)(&mut choices.clone(), &value);
                    assert_eq!(set, Ok(()), "{id}: {} {kind:?} {value}", choice.path);
                    if let Some(word) = kind.word() {
                        assert!(word.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_stay_in_their_bounds() {
        let kind = Kind::Number(255);
        let cells = cells(kind, &Value::Int(700), &Choices::default()).unwrap();
        assert_eq!(value_from_cells(kind, &cells), Value::Int(255));
        let wall = value_from_cells(Kind::WithNumber("wall"), &cells);
        assert_eq!(wall, Value::from("wall 255"));
    }
}
