//! A choice as a row: how it is set and read, what it means, and whether it means anything.

use upcard_cards::{AceMode, AllWild, MeldKind, RANKS, RankSet, SizeRule, SuitRuns, WildCap};

use super::data::Choices;
use super::facts::Facts;
use super::forms::*;
use super::own::*;
use super::table::table;
use super::words::*;
use crate::flaws::Contradiction;
use crate::value::{BadValue, ChoiceValue, Form, Value};

/// One row of the table of choices.
#[derive(Clone, Copy)]
pub struct Choice {
    /// Its path in data files, such as `buying.limit.per-deal`.
    pub path: &'static str,
    /// Sets it; the error says what is wrong with the value.
    pub set: fn(&mut Choices, &Value) -> Result<(), BadValue>,
    /// The forms that its values have.
    pub forms: &'static [Form],
    /// Is it of a later time than the first records? They leave it out where it has its default.
    pub later: bool,
    /// Its row in the tables of what programs that only play do not need.
    row: usize,
}

impl Choice {
    /// Its value in a rule set.
    #[must_use]
    pub fn get(&self, all: &Choices) -> Value {
        GET[self.row](all)
    }

    /// What it means, in a sentence.
    #[must_use]
    pub fn meaning(&self) -> &'static str {
        MEANINGS[self.row]
    }

    /// Does it mean anything in a rule set? Whatever value an idle choice has, the same match is played
    /// and scored.
    #[must_use]
    pub fn has_effect(&self, facts: &Facts<'_>) -> bool {
        MEANS[self.row](facts)
    }

    /// What contradicts where it is made and means nothing; none where it is merely idle.
    pub(crate) fn wanted(&self) -> Option<&'static Contradiction> {
        WANTED[self.row].as_ref()
    }

    /// The other values that it can take, or the near ones where there are many.
    #[must_use]
    pub fn others(&self, all: &Choices) -> Vec<Value> {
        OTHERS[self.row](all)
    }
}

macro_rules! choices {
    ($f:ident, $c:ident; $($(#[$cdoc:meta])* $chapter:ident: $type:ident if $of_all:tt {
        $($field:ident: $ftype:ty = $default:expr, $path:literal, $meaning:literal $(, $later:ident)?
            $(if $means:expr $(, else $wanted:expr)?)?;)+
    })+) => {
        /// The table of all choices.
        pub static CHOICES: &[Choice] = &{
            let mut all = [$($(Choice {
                path: $path,
                set: |all, value| {
                    all.$chapter.$field = <$ftype as ChoiceValue>::read(value)?;
                    Ok(())
                },
                forms: <$ftype as ChoiceValue>::FORMS,
                later: !<[&str]>::is_empty(&[$(stringify!($later))?]),
                row: 0,
            },)+)+];
            let mut row = 0;
            while row < all.len() {
                all[row].row = row;
                row += 1;
            }
            all
        };

        // Each is a table of its own, so that a program holds only those that it uses: the page needs
        // the values of choices when it shows rules, and the others never.
        static GET: &[fn(&Choices) -> Value] = &[$($(|all| all.$chapter.$field.write(),)+)+];
        static MEANINGS: &[&str] = &[$($($meaning,)+)+];
        static MEANS: &[fn(&Facts<'_>) -> bool] = &[$($(|$f| {
            let $c = $f.choices;
            let _ = $c;
            $of_all $(&& ($means))?
        },)+)+];
        static WANTED: &[Option<Contradiction>] = &[$($(wanted!($($($wanted)?)?),)+)+];
        static OTHERS: &[fn(&Choices) -> Vec<Value>] =
            &[$($(|all| all.$chapter.$field.others(),)+)+];
    };
}
macro_rules! wanted {
    () => {
        None
    };
    ($contradiction:expr) => {
        Some($contradiction)
    };
}
table!(choices);

/// The choice with this path.
#[must_use]
pub fn choice(path: &str) -> Option<&'static Choice> {
    CHOICES.iter().find(|choice| choice.path == path)
}
