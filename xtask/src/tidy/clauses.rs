//! Every clause of the ledger is cited by a scenario, or listed with the reason why none can.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{Findings, Source};

const LEDGER: &str = "docs/clauses.toml";

/// Checks both directions: no clause without a scenario, no citation of an unknown clause.
pub(super) fn check(sources: &[Source], found: &mut Findings) {
    let Some(ledger) = sources.iter().find(|s| s.path == LEDGER) else {
        found.flaws.push(format!("{LEDGER}: is missing"));
        return;
    };
    let by_prefix = match read(&ledger.text) {
        Ok(by_prefix) => by_prefix,
        Err(message) => {
            found.flaws.push(format!("{LEDGER}: {message}"));
            return;
        }
    };
    let known: BTreeSet<&str> = by_prefix.values().flatten().map(String::as_str).collect();
    let prefixes: Vec<&str> = by_prefix.keys().map(String::as_str).collect();
    let mut cited = BTreeSet::new();
    for source in sources.iter().filter(|s| s.path.starts_with("scenarios/")) {
        if source.path.ends_with("/unshown.txt") {
            check_unshown(source, &known, &mut cited, found);
        } else if source.is("scenario") {
            for (number, line) in source.text.lines().enumerate() {
                let Some((_, comment)) = line.split_once('#') else { continue };
                for word in words(comment) {
                    if known.contains(word) {
                        cited.insert(word);
                    } else if looks_like_a_clause(word, &prefixes) {
                        found.flaws.push(format!(
                            "{}:{}: {word} is not a clause of {LEDGER}",
                            source.path,
                            number + 1
                        ));
                    }
                }
            }
        }
    }
    for (prefix, ids) in &by_prefix {
        let missing: Vec<&str> =
            ids.iter().map(String::as_str).filter(|id| !cited.contains(id)).collect();
        if !missing.is_empty() {
            found.flaws.push(format!(
                "{} of {} clauses of {prefix} have no scenario: {}",
                missing.len(),
                ids.len(),
                missing.join(" ")
            ));
        }
    }
}

fn check_unshown<'a>(
    source: &'a Source,
    known: &BTreeSet<&str>,
    cited: &mut BTreeSet<&'a str>,
    found: &mut Findings,
) {
    for (number, line) in source.text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = format!("{}:{}", source.path, number + 1);
        let (id, reason) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if !known.contains(id) {
            found.flaws.push(format!("{place}: {id} is not a clause of {LEDGER}"));
        }
        if reason.trim().is_empty() {
            found.flaws.push(format!("{place}: {id} needs a reason"));
        }
        cited.insert(id);
    }
}

fn words(comment: &str) -> impl Iterator<Item = &str> {
    comment.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').filter(|w| !w.is_empty())
}

fn looks_like_a_clause(word: &str, prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| {
        let number = word.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('-'));
        number.is_some_and(|number| {
            let digits = number.trim_start_matches(['R', 'V', 'H']);
            number.len() - digits.len() <= 1 && digits.starts_with(|c: char| c.is_ascii_digit())
        })
    })
}

fn read(text: &str) -> Result<BTreeMap<String, Vec<String>>, String> {
    let table: toml::Table = text.parse().map_err(|e: toml::de::Error| e.to_string())?;
    let clauses = table.get("clauses").and_then(|c| c.as_table()).ok_or("has no [clauses]")?;
    let mut all = BTreeMap::new();
    for (prefix, list) in clauses {
        let list = list.as_array().ok_or_else(|| format!("clauses.{prefix}: not a list"))?;
        let ids = list.iter().filter_map(|id| id.as_str()).map(str::to_owned).collect();
        all.insert(prefix.clone(), ids);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::super::source::flaws;
    use super::*;

    #[test]
    fn clauses_without_a_scenario_are_reported() {
        let files = [
            (LEDGER, "[clauses]\nA-B = [\"A-B-01\", \"A-B-02\", \"A-B-R3\", \"A-B-04\"]\n"),
            ("scenarios/x/a.scenario", "# Shown. A-B-01, A-B-99\ngame x # A-B-R3\n"),
            ("scenarios/x/unshown.txt", "A-B-02 manners\n"),
        ];
        assert_eq!(
            flaws(check, &files),
            [
                "scenarios/x/a.scenario:1: A-B-99 is not a clause of docs/clauses.toml",
                "1 of 4 clauses of A-B have no scenario: A-B-04",
            ]
        );
    }
}
