//! One choice of the rules: parsing, value, description, and whether it has an effect.

use upcard_cards::{AceMode, AllWild, MeldKind, RANKS, RankSet, SameSuitRuns, SizeRule, WildCap};

use super::custom::*;
use super::data::Choices;
use super::facts::Facts;
use super::forms::*;
use super::table::table;
use super::words::*;
use crate::flaws::Contradiction;
use crate::value::{BadValue, ChoiceValue, Form, Value};

/// One row of the table of choices.
#[derive(Clone, Copy)]
pub struct Choice {
    /// Path in data files, such as `buying.limit.per-deal`.
    pub path: &'static str,
    /// Sets the choice; the error says what is wrong with the value.
    pub set: fn(&mut Choices, &Value) -> Result<(), BadValue>,
    /// Forms of its values.
    pub forms: &'static [Form],
    /// Whether it was added after the first records, which omit it if it has its default.
    pub added_later: bool,
    /// Index into the tables that programs that only play do not need.
    row: usize,
}

impl Choice {
    /// Returns its value in a rule set.
    #[must_use]
    pub fn get(&self, all: &Choices) -> Value {
        GET[self.row](all)
    }

    /// One-sentence description.
    #[must_use]
    pub fn meaning(&self) -> &'static str {
        MEANINGS[self.row]
    }

    /// Returns `true` if the choice has an effect in a rule set. An idle choice never changes play or scores,
    /// whatever its value.
    #[must_use]
    pub fn has_effect(&self, facts: &Facts<'_>) -> bool {
        HAS_EFFECT[self.row](facts)
    }

    /// The contradiction reported if the choice is set without having an effect; `None` if it is merely idle.
    pub(crate) fn idle_contradiction(&self) -> Option<&'static Contradiction> {
        IDLE_CONTRADICTIONS[self.row].as_ref()
    }

    /// The other values that it can take, or neighbouring ones if there are many.
    #[must_use]
    pub fn others(&self, all: &Choices) -> Vec<Value> {
        OTHERS[self.row](all)
    }
}

macro_rules! choices {
    ($f:ident, $c:ident; $($(#[$cdoc:meta])* $chapter:ident: $type:ident if $of_all:tt {
        $($field:ident: $ftype:ty = $default:expr, $path:literal, $meaning:literal $(, $later:ident)?
            $(if $means:expr $(, else $idle_contradiction:expr)?)?;)+
    })+) => {
        /// Table of all choices.
        pub static CHOICES: &[Choice] = &{
            let mut all = [$($(Choice {
                path: $path,
                set: |all, value| {
                    all.$chapter.$field = <$ftype as ChoiceValue>::read(value)?;
                    Ok(())
                },
                forms: <$ftype as ChoiceValue>::FORMS,
                added_later: !<[&str]>::is_empty(&[$(stringify!($later))?]),
                row: 0,
            },)+)+];
            let mut row = 0;
            while row < all.len() {
                all[row].row = row;
                row += 1;
            }
            all
        };

        // Separate tables, so that a program links only those it uses: the page needs the values of choices
        // to show rules, but not the other tables.
        static GET: &[fn(&Choices) -> Value] = &[$($(|all| all.$chapter.$field.write(),)+)+];
        static MEANINGS: &[&str] = &[$($($meaning,)+)+];
        static HAS_EFFECT: &[fn(&Facts<'_>) -> bool] = &[$($(|$f| {
            let $c = $f.choices;
            let _ = $c;
            $of_all $(&& ($means))?
        },)+)+];
        static IDLE_CONTRADICTIONS: &[Option<Contradiction>] = &[$($(idle_contradiction!($($($idle_contradiction)?)?),)+)+];
        static OTHERS: &[fn(&Choices) -> Vec<Value>] =
            &[$($(|all| all.$chapter.$field.others(),)+)+];
    };
}
macro_rules! idle_contradiction {
    () => {
        None
    };
    ($contradiction:expr) => {
        Some($contradiction)
    };
}
table!(choices);

/// Returns the choice with this path.
#[must_use]
pub fn choice(path: &str) -> Option<&'static Choice> {
    CHOICES.iter().find(|choice| choice.path == path)
}
