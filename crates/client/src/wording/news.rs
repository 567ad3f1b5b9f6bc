//! Wording of events.

use upcard_engine::{Refusal, Seat, Seats};
use upcard_rulebook::refusal_sentence;
use upcard_table::wire::{Level, Phrase, Refused, Sitter};

use super::{Args, Texts, tr};
use crate::Session;
use crate::announce::{Announcement, Arg};

/// Name of a seat: 'You', a person's, or a bot's.
#[must_use]
pub fn name(t: &impl Texts, session: &Session, seat: Seat) -> String {
    if session.is_you(seat) {
        return tr!("you", t);
    }
    match session.seated.get(seat.index()).map(|info| &info.sitter) {
        Some(Sitter::Person { .. }) => session.distinct_name(seat).unwrap_or_default(),
        Some(Sitter::Bot { level }) => bot(t, *level, seat),
        None => bot(t, Level::Steady, seat),
        Some(Sitter::Free) => tr!("seat-free", t),
    }
}

/// Name of a seat's player in the current or last match.
#[must_use]
pub fn player(t: &impl Texts, session: &Session, seat: Seat) -> String {
    if session.is_you(seat) {
        return tr!("you", t);
    }
    match session.sitter(seat) {
        Some(Sitter::Person { .. }) => session.distinct_player_name(seat).unwrap_or_default(),
        Some(Sitter::Bot { level }) => bot(t, *level, seat),
        _ => name(t, session, seat),
    }
}

/// Name of a bot, by level and seat.
#[must_use]
pub fn bot(t: &impl Texts, level: Level, seat: Seat) -> String {
    tr!(&format!("bot-{}-{}", level.name(), seat.number()), t)
}

/// Whether a text addresses a seat: 'you' or 'other'.
#[must_use]
pub fn who(session: &Session, seat: Seat) -> &'static str {
    if session.is_you(seat) { "you" } else { "other" }
}

/// Whether a text addresses one of several seats: 'you' if it is the only one, 'with' if others are named
/// too, or 'other'.
fn who_of(session: &Session, seats: Seats) -> &'static str {
    match session.you().filter(|seat| seats.has(*seat)) {
        Some(own) if seats == Seats::only(own) => "you",
        Some(_) => "with",
        None => "other",
    }
}

/// Words an announcement.
#[must_use]
pub fn announcement(t: &impl Texts, session: &Session, line: &Announcement) -> String {
    let mut args = Args::new();
    for (key, arg) in &line.args {
        match arg {
            Arg::Name(seat) => args.set(key, name(t, session, *seat)),
            Arg::Who(seat) => args.set(key, who(session, *seat)),
            Arg::Former(seat) => {
                let former = session.former_name(*seat);
                args.set(key, former.map_or_else(|| tr!("seat-free", t), str::to_owned));
            }
            Arg::Names(seats) => {
                args.set(key, names(t, session, *seats));
                args.set("who", who_of(session, *seats));
            }
            Arg::Card(card) => args.set(key, t.card(*card)),
            Arg::Melds(melds) => {
                let melds = melds.iter().map(|cards| t.cards(cards.iter().copied()));
                args.set(key, melds.collect::<Vec<_>>().join(", "));
            }
            Arg::Number(number) => args.set(key, *number),
            Arg::Nobody => args.set(key, if *key == "who" { "other" } else { "" }),
        }
    }
    t.text(line.id, &args)
}

/// Winners of the match, with a text that can address the reader.
#[must_use]
pub fn winners(t: &impl Texts, session: &Session, id: &str, winners: Seats) -> String {
    let names = join(t, &ordered(session, winners, |seat| player(t, session, seat)));
    tr!(id, t, names = names, who = who_of(session, winners))
}

/// Names of these seats, the reader first: 'You and Ann'.
#[must_use]
pub fn names(t: &impl Texts, session: &Session, seats: Seats) -> String {
    join(t, &ordered(session, seats, |seat| name(t, session, seat)))
}

/// Names of these seats, the reader first.
fn ordered(session: &Session, seats: Seats, name_of: impl Fn(Seat) -> String) -> Vec<String> {
    let own = session.you().filter(|seat| seats.has(*seat));
    let others = seats.minus(own.into_iter().collect());
    own.into_iter().chain(others.iter()).map(name_of).collect()
}

/// Joins names to a list.
#[must_use]
pub fn join(t: &impl Texts, all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => tr!("list-and", t, first = first.join(", "), last = last.clone()),
    }
}

/// A phrase with its sender.
#[must_use]
pub fn phrase(t: &impl Texts, session: &Session, seat: Seat, phrase: Phrase) -> String {
    let phrase = tr!(&format!("phrase-{}", phrase.word()), t);
    tr!("news-said", t, name = name(t, session, seat), phrase = phrase)
}

/// Why an action was not carried out.
#[must_use]
pub fn refused(t: &impl Texts, session: &Session, why: &Refused) -> String {
    match why {
        Refused::Rule { code } => by_code(t, code),
        Refused::Late { seat, by } => {
            tr!("refused-late", t, name = name(t, session, *seat), by = *by)
        }
        Refused::Stale { .. } => tr!("refused-stale", t),
        Refused::Unreadable { .. } => tr!("refused-unreadable", t),
        Refused::NoSeat => tr!("refused-no-seat", t),
        Refused::NoMatch => tr!("refused-no-match", t),
        Refused::UsedId => tr!("refused-used-id", t),
        Refused::TimeUp => tr!("refused-time-up", t),
        Refused::Paused => tr!("refused-paused", t),
        Refused::Quota { of } => tr!(&format!("error-{}", of.code()), t),
    }
}

/// Sentence for a refusal code from a table.
#[must_use]
pub fn by_code(t: &impl Texts, code: &str) -> String {
    let other = || tr!("refusal-other", t, code = code.to_owned());
    Refusal::from_code(code).map_or_else(other, refusal_sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_distinguishes_alone_with_others_and_other() {
        let seats = |all: &[usize]| all.iter().map(|seat| Seat::at(*seat)).collect::<Seats>();
        let mut session = Session::default();
        session.seat = Some(Seat::at(1));
        let who = |all: &[usize]| who_of(&session, seats(all));
        assert_eq!([who(&[1]), who(&[0, 1, 3]), who(&[0, 3])], ["you", "with", "other"]);
        assert_eq!(who_of(&Session::default(), seats(&[1])), "other");
    }
}
