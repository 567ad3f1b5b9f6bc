//! Labels of choices and values.

use upcard_cards::Rank;
use upcard_engine::{Rules, Value};

use crate::names::ranks_name;
use crate::words::{Args, has_message, list, message_id, plain, ranges, text};

/// Label of a choice. An unknown path is returned as it is.
#[must_use]
pub fn choice_label(path: &str) -> String {
    let id = message_id("choice", path);
    if has_message(&id, None) { plain(&id) } else { path.to_owned() }
}

/// Label of a choice under these rules: "Shanghai" is used only in games with contracts.
pub(crate) fn label_in(path: &str, rules: &Rules) -> String {
    match path {
        "shanghai.allowed" if !rules.has_contracts() => plain("section-calling"),
        _ => choice_label(path),
    }
}

/// Label of the chapter of a path.
#[must_use]
pub fn chapter_label(path: &str) -> String {
    let chapter = path.split('.').next().unwrap_or_default();
    let id = message_id("chapter", chapter);
    if has_message(&id, None) { plain(&id) } else { chapter.to_owned() }
}

/// Label of a choice's value.
#[must_use]
pub fn value_label(path: &str, value: &Value) -> String {
    let id = message_id("choice", path);
    let own = |attribute: &str, args: &Args| {
        has_message(&id, Some(attribute)).then(|| text(&id, Some(attribute), args))
    };
    match value {
        Value::Bool(yes) => plain(if *yes { "value-yes" } else { "value-no" }),
        Value::Int(n) => {
            let args = Args::new().with("n", *n);
            own("number", &args).unwrap_or_else(|| text("value-number", None, &args))
        }
        Value::Text(word) => {
            // A word with a number, like 'wall 2'.
            let (name, n) = word.split_once(' ').unwrap_or((word, ""));
            // Message names cannot contain a plus sign.
            let name = name.replace('+', "-");
            own(&name, &Args::new().with("n", n)).unwrap_or_else(|| word.clone())
        }
        Value::List(items) if items.is_empty() => plain("value-nothing"),
        Value::List(items) => {
            let args = Args::new().with("list", items_label(items));
            own("list", &args).unwrap_or_else(|| text("value-list", None, &args))
        }
        Value::Map(rows) => {
            let row = |(players, n): (&String, &Value)| {
                let args =
                    Args::new().with("players", players.replace('-', "–")).with("n", n.to_string());
                let named = own(&format!("row-{players}"), &args);
                named.unwrap_or_else(|| text("value-table-row", None, &args))
            };
            list(&rows.iter().map(row).collect::<Vec<_>>())
        }
    }
}

/// Consecutive numbers as ranges, ranks by name, everything else unchanged, separated by commas.
fn items_label(items: &[Value]) -> String {
    let rank = |v: &Value| match v {
        Value::Text(word) if word.len() == 1 => {
            word.chars().next().and_then(Rank::from_letter).map(ranks_name)
        }
        _ => None,
    };
    if let Some(ranks) = items.iter().map(rank).collect::<Option<Vec<_>>>() {
        return list(&ranks);
    }
    let small = |v: &Value| match v {
        Value::Int(n) => u8::try_from(*n).ok(),
        _ => None,
    };
    if let Some(numbers) = items.iter().map(small).collect::<Option<Vec<_>>>()
        && numbers.windows(2).all(|two| two[0] < two[1])
    {
        return ranges(&numbers);
    }
    let word = |v: &Value| match v {
        Value::Text(text) => text.clone(),
        other => other.to_string(),
    };
    items.iter().map(word).collect::<Vec<_>>().join(", ")
}
