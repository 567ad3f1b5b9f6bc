//! Non-word parts of the values of choices: numbers, lists, tables by number of players.

use upcard_cards::ShortSort;

use crate::value::{BadValue, Form, Value, near, wrong};

/// Payload of a value that may have several forms.
pub(super) trait Payload: Sized {
    /// Parses the payload if this value is of this form.
    fn read_as(form: Form, value: &Value) -> Option<Self>;

    fn write_as(&self, form: Form) -> Value;

    /// Neighbouring values.
    fn near(&self, form: Form) -> Vec<Value>;
}

impl Payload for u8 {
    fn read_as(form: Form, value: &Value) -> Option<u8> {
        match form {
            Form::WordWithNumber(like) => {
                value.word()?.strip_prefix(before_number(like))?.trim().parse().ok()
            }
            _ => value.as_number(),
        }
    }

    fn write_as(&self, form: Form) -> Value {
        match form {
            Form::WordWithNumber(like) => Value::Text(format!("{}{self}", before_number(like))),
            _ => Value::Int((*self).into()),
        }
    }

    fn near(&self, form: Form) -> Vec<Value> {
        let all = near(i64::from(*self));
        match form {
            Form::WordWithNumber(_) => {
                all.filter_map(|n| n.as_number::<u8>()).map(|n| n.write_as(form)).collect()
            }
            _ => all.collect(),
        }
    }
}

/// The word of a word with a number, with the space after it.
fn before_number(like: &str) -> &str {
    like.trim_end_matches(|sign: char| sign.is_ascii_digit())
}

/// Maximum total that a choice can name.
const MAX_TOTAL: i64 = 10_000;

/// A total.
impl Payload for u16 {
    fn read_as(_: Form, value: &Value) -> Option<u16> {
        match value {
            Value::Int(n) if (1..=MAX_TOTAL).contains(n) => u16::try_from(*n).ok(),
            _ => None,
        }
    }

    fn write_as(&self, _: Form) -> Value {
        Value::Int(i64::from(*self))
    }

    fn near(&self, _: Form) -> Vec<Value> {
        near(i64::from(*self)).collect()
    }
}

impl Payload for Vec<u8> {
    fn read_as(_: Form, value: &Value) -> Option<Vec<u8>> {
        match value {
            Value::List(list) => list.iter().map(Value::as_number).collect(),
            _ => None,
        }
    }

    fn write_as(&self, _: Form) -> Value {
        Value::List(self.iter().map(|&n| Value::Int(n.into())).collect())
    }

    fn near(&self, _: Form) -> Vec<Value> {
        let mut all = Vec::new();
        for (at, &number) in self.iter().enumerate() {
            for other in near(i64::from(number)) {
                let mut changed: Vec<Value> = self.iter().map(|&n| Value::Int(n.into())).collect();
                changed[at] = other;
                all.push(Value::List(changed));
            }
        }
        all
    }
}

/// Maximum amount that a place can pay or receive.
const MAX_AMOUNT: i64 = 1_000_000;

impl Payload for Vec<i64> {
    fn read_as(_: Form, value: &Value) -> Option<Vec<i64>> {
        let amount = |value: &Value| match value {
            Value::Int(n) if n.abs() <= MAX_AMOUNT => Some(*n),
            _ => None,
        };
        match value {
            Value::List(list) => list.iter().map(amount).collect(),
            _ => None,
        }
    }

    fn write_as(&self, _: Form) -> Value {
        Value::from(self.clone())
    }

    fn near(&self, _: Form) -> Vec<Value> {
        Vec::new()
    }
}

/// A number by number of players, as rows of (from, to, value).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByPlayers(pub Vec<(u8, u8, u8)>);

impl ByPlayers {
    /// Returns the value for a table of this size.
    #[must_use]
    pub fn at(&self, players: u8) -> Option<u8> {
        self.0.iter().find(|(lo, hi, _)| (*lo..=*hi).contains(&players)).map(|(_, _, n)| *n)
    }
}

impl Payload for ByPlayers {
    fn read_as(_: Form, value: &Value) -> Option<ByPlayers> {
        let Value::Map(map) = value else { return None };
        let row = |(key, value): (&String, &Value)| {
            let (lo, hi) = key.split_once('-').unwrap_or((key, key));
            Some((lo.trim().parse().ok()?, hi.trim().parse().ok()?, value.as_number()?))
        };
        let mut rows: Vec<(u8, u8, u8)> = map.iter().map(row).collect::<Option<_>>()?;
        rows.short_sort();
        let apart = rows.windows(2).all(|two| two[0].1 < two[1].0);
        (apart && !rows.is_empty() && rows.iter().all(|(lo, hi, _)| lo <= hi))
            .then_some(ByPlayers(rows))
    }

    fn write_as(&self, _: Form) -> Value {
        let key = |lo: u8, hi: u8| if lo == hi { lo.to_string() } else { format!("{lo}-{hi}") };
        Value::map(self.0.iter().map(|&(lo, hi, n)| (key(lo, hi), Value::Int(n.into()))))
    }

    fn near(&self, form: Form) -> Vec<Value> {
        let mut all = Vec::new();
        for at in 0..self.0.len() {
            for other in near(i64::from(self.0[at].2)) {
                let mut changed = self.clone();
                changed.0[at].2 = other.as_number().unwrap_or(0);
                all.push(changed.write_as(form));
            }
        }
        all
    }
}

/// The word for none, and the form of the number.
fn optional(forms: &[Form]) -> (Form, Form) {
    let number =
        |form: &&Form| matches!(form, Form::Number | Form::NumberTo(_) | Form::WordWithNumber(_));
    let of = |numbers: bool| forms.iter().find(|form| number(form) == numbers);
    (of(false).copied().unwrap_or(Form::Word("none")), of(true).copied().unwrap_or(Form::Number))
}

/// Parses a number or none.
pub(super) fn read_optional<P: Payload>(
    forms: &[Form],
    value: &Value,
) -> Result<Option<P>, BadValue> {
    let (none, number) = optional(forms);
    let is_none = value.word().is_some_and(|word| match none {
        Form::Synonyms(one, other) => word == one || word == other,
        none => none.word() == Some(word),
    });
    if is_none {
        return Ok(None);
    }
    P::read_as(number, value).map(Some).ok_or_else(|| wrong(value))
}

/// Returns the value for a number or none.
pub(super) fn write_optional<P: Payload>(forms: &[Form], part: Option<P>) -> Value {
    let (none, number) = optional(forms);
    part.map_or_else(|| Value::from(none.word().unwrap_or_default()), |part| part.write_as(number))
}

/// The neighbours of a number, and none; or the values to try if there is none.
pub(super) fn others_optional<P: Payload>(
    forms: &[Form],
    part: Option<P>,
    tried: &[P],
) -> Vec<Value> {
    let (_, number) = optional(forms);
    match part {
        None => tried.iter().map(|part| part.write_as(number)).collect(),
        Some(part) => {
            let near = part.near(number).into_iter();
            near.chain([write_optional::<P>(forms, None)]).collect()
        }
    }
}
