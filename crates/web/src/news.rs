//! What happened, in sentences: for the line under the table and for screen readers.

use upcard_client::Session;
pub(crate) use upcard_client::announce::ending;
use upcard_client::announce::{Arg, Line};
use upcard_client::wire::{Level, Lost, Phrase, Refused, Sitter, TableError};
use upcard_engine::{Seat, Seats};
use upcard_rulebook::coded_sentence;

use crate::text::{self, tr};

/// A seat's name: 'You', a person's, or a bot's.
pub(crate) fn name(session: &Session, seat: Seat) -> String {
    if session.seat == Some(seat) {
        return tr!("you");
    }
    match session.seated.get(seat.index()).map(|info| &info.sitter) {
        Some(Sitter::Person { name }) => name.clone(),
        Some(Sitter::Bot { level }) => bot(*level, seat),
        None => bot(Level::Steady, seat),
        Some(Sitter::Free) => tr!("seat-free"),
    }
}

/// A bot's name: one that fits how well it plays.
pub(crate) fn bot(level: Level, seat: Seat) -> String {
    tr!(&format!("bot-{}-{}", level.name(), seat.0 % 8 + 1))
}

fn who(session: &Session, seat: Seat) -> &'static str {
    if session.seat == Some(seat) { "you" } else { "other" }
}

/// A line in words.
pub(crate) fn words(session: &Session, line: &Line) -> String {
    let mut args = text::Args::new();
    for (key, arg) in &line.args {
        match arg {
            Arg::Name(seat) => args.set(key, name(session, *seat)),
            Arg::Who(seat) => args.set(key, who(session, *seat)),
            Arg::Former(seat) => {
                let former = session.former_name(*seat);
                args.set(key, former.map_or_else(|| tr!("seat-free"), str::to_owned));
            }
            Arg::Names(seats) => {
                args.set(key, names(session, *seats));
                let alone = session.seat.is_some_and(|seat| *seats == Seats::only(seat));
                args.set("who", if alone { "you" } else { "other" });
            }
            Arg::Card(card) => args.set(key, text::short(*card)),
            Arg::Melds(melds) => {
                let melds = melds.iter().map(|cards| text::shorts(cards.iter().copied()));
                args.set(key, melds.collect::<Vec<_>>().join(", "));
            }
            Arg::Number(number) => args.set(key, *number),
            Arg::Nobody => args.set(key, if *key == "who" { "other" } else { "" }),
        }
    }
    text::with_args(line.id, &args)
}

/// Who has won the match, by a text that knows one's own victory.
pub(crate) fn won(session: &Session, id: &str, winners: Seats) -> String {
    let alone = session.seat.is_some_and(|seat| winners == Seats::only(seat));
    let who = if alone { "you" } else { "other" };
    tr!(id, names = names(session, winners), who = who)
}

/// The names of these seats.
pub(crate) fn names(session: &Session, seats: Seats) -> String {
    let all: Vec<String> = seats.iter().map(|seat| name(session, seat)).collect();
    listed(&all)
}

/// Several names in a row.
pub(crate) fn listed(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => tr!("list-and", first = first.join(", "), last = last.clone()),
    }
}

/// Why somebody has no seat any more.
pub(crate) fn lost(lost: Lost) -> String {
    tr!(match lost {
        Lost::GaveUp => "lost-gave-up",
        Lost::Kicked => "lost-kicked",
        Lost::Opened => "lost-opened",
        Lost::Moved => "lost-moved",
    })
}

/// Why an action was not carried out.
pub(crate) fn refused(session: &Session, why: &Refused) -> String {
    match why {
        Refused::Rule { code } => crate::refusals::by_code(code),
        Refused::Late { seat, by } => tr!("refused-late", name = name(session, *seat), by = *by),
        Refused::Stale { .. } => tr!("refused-stale"),
        Refused::Unreadable { .. } => tr!("refused-unreadable"),
        Refused::NoSeat => tr!("refused-no-seat"),
        Refused::NoMatch => tr!("refused-no-match"),
        Refused::UsedId => tr!("refused-used-id"),
        Refused::TimeUp => tr!("refused-time-up"),
        Refused::Quota { of } => tr!(&format!("error-{}", of.code())),
    }
}

/// Why the table could not do something.
pub(crate) fn error(error: &TableError) -> String {
    match error {
        TableError::BadRules { flaws } => {
            let sentences: Vec<_> = flaws.iter().map(|flaw| coded_sentence(flaw)).collect();
            tr!("error-bad-rules", flaws = sentences.join(" "))
        }
        other => tr!(&format!("error-{}", other.code())),
    }
}

/// A phrase, and whose it is.
pub(crate) fn phrase(session: &Session, seat: Seat, phrase: Phrase) -> String {
    let phrase = tr!(&format!("phrase-{}", phrase.word()));
    tr!("news-said", name = name(session, seat), phrase = phrase)
}
