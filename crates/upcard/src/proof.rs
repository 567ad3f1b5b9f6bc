//! What a record proves and what not, in plain lines.

use upcard_engine::Seat;
use upcard_engine::record::{End, to_hex};
use upcard_server::signing::VerifiedRecord;

/// A number with its noun: `1 deal`, `7 deals`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Joins several items: `A, B and C`.
fn join_with_and(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Lists what a record proves and what not. `is_key_trusted` if the signing key is known to be the right one.
pub(crate) fn describe(checked: &VerifiedRecord, is_key_trusted: bool) -> Vec<String> {
    let mut lines = vec![format!("proved: {}", proved(checked))];
    lines.extend(
        unproved(checked, is_key_trusted).into_iter().map(|line| format!("not proved: {line}")),
    );
    lines.extend(notes(checked).into_iter().map(|line| format!("note: {line}")));
    lines
}

fn name(checked: &VerifiedRecord, seat: Seat) -> String {
    let name = checked.record.seats.get(seat.index()).filter(|name| !name.is_empty());
    name.cloned().unwrap_or_else(|| format!("seat {seat}"))
}

/// Contributors of entropy: `the server and 2 contributors (Ann, Bo)`.
fn authors(checked: &VerifiedRecord) -> String {
    let keeper = if checked.signed.is_some() { "the server" } else { "the table's host" };
    let people = &checked.proof.contributors;
    let known: Vec<String> = people.iter().flatten().map(|seat| name(checked, *seat)).collect();
    let named = if known.is_empty() { String::new() } else { format!(" ({})", known.join(", ")) };
    match people.len() {
        0 => keeper.to_owned(),
        1 => format!("{keeper} and 1 person{named}"),
        many => format!("{keeper} and {many} people{named}"),
    }
}

fn proved(checked: &VerifiedRecord) -> String {
    let proof = &checked.proof;
    let authors = authors(checked);
    let mut parts = Vec::new();
    match (proof.before_match, proof.before_deal) {
        (0, 0) => parts.push("no deal".to_owned()),
        (0, each) => {
            parts.push(format!("{} fixed by {authors}, each before it began", count(each, "deal")))
        }
        (all, 0) => {
            parts.push(format!("{} fixed before the match by {authors}", count(all, "deal")));
        }
        (some, more) => parts.push(format!(
            "{} fixed before the match and {more} more, each before it began, by {authors}",
            count(some, "deal")
        )),
    }
    parts.push("moves legal".to_owned());
    parts.push(match proof.end {
        End::Over => "points and winners follow".to_owned(),
        End::Ended | End::Running => "points follow".to_owned(),
    });
    match (&checked.signed, proof.closed) {
        (Some(key), _) => parts.push(format!("closed and signed by key {}", to_hex(key))),
        (None, true) => parts.push("closed".to_owned()),
        (None, false) => {}
    }
    parts.join("; ")
}

fn unproved(checked: &VerifiedRecord, is_key_trusted: bool) -> Vec<String> {
    let proof = &checked.proof;
    let mut lines = Vec::new();
    if proof.end == End::Running {
        lines.push("the match is not over: the record is still open".to_owned());
    } else if !proof.closed {
        lines.push(
            "not closed (format 1): changed names, or lines missing at the end, would go unnoticed"
                .to_owned(),
        );
    }
    if proof.closed && !checked.exact {
        lines.push(
            "that these are the original bytes: line endings or the last lines are written differently; \
             their content is what was closed"
                .to_owned(),
        );
    }
    if proof.open {
        lines.push(
            "the last deal: it is still being played, and its secret is not known yet".to_owned(),
        );
    }
    if proof.contributors.is_empty() && proof.deals() > 0 {
        let keeper = if checked.signed.is_some() { "the server" } else { "the table's host" };
        lines.push(format!(
            "that nobody chose the deals: no player added entropy, {keeper} alone fixed them"
        ));
    }
    match checked.signed {
        None => lines.push(
            "not signed: nobody vouches for this record, and anybody could have written it"
                .to_owned(),
        ),
        Some(_) if !is_key_trusted => lines.push(
            "whose key that is: compare it with /api/key of the server, or give --key".to_owned(),
        ),
        Some(_) => {}
    }
    lines
}

fn notes(checked: &VerifiedRecord) -> Vec<String> {
    let proof = &checked.proof;
    let mut lines = Vec::new();
    if proof.end == End::Ended {
        lines.push("the match was ended early".to_owned());
    }
    let silent: Vec<String> = proof.silent.iter().map(|seat| name(checked, *seat)).collect();
    if !silent.is_empty() {
        lines
            .push(format!("{} committed to entropy but did not reveal it", join_with_and(&silent)));
    }
    let gatherings = checked.record.origin.map_or(1, |origin| origin.gathering);
    if gatherings > 1 {
        let broken = gatherings as usize - 1;
        let were = if broken == 1 { "was" } else { "were" };
        lines.push(format!(
            "entropy was gathered {gatherings} times for this match; {} {were} aborted, and the deals \
             dropped",
            count(broken, "gathering")
        ));
    }
    lines
}
