//! What happened, in sentences: for the line under the table and for screen readers.

use upcard_client::Session;
use upcard_client::wire::{BotPlay, Change, Lost, Phrase, Refused, SeatChange, Sitter, TableError};
use upcard_engine::choices::Priority;
use upcard_engine::table::Phase;
use upcard_engine::{Ending, Event, Seat};

use crate::settings::Pace;
use crate::text::{self, tr};

/// A seat's name: 'You', a person's, or a bot's.
pub(crate) fn name(session: &Session, seat: Seat) -> String {
    if session.seat == Some(seat) {
        return tr!("you");
    }
    match session.seated.get(seat as usize).map(|info| &info.sitter) {
        Some(Sitter::Person { name }) => name.clone(),
        Some(Sitter::Bot { .. }) | None => tr!(&format!("bot-{}", seat + 1)),
        Some(Sitter::Free) => tr!("seat-free"),
    }
}

fn who(session: &Session, seat: Seat) -> &'static str {
    if session.seat == Some(seat) { "you" } else { "other" }
}

/// What an event says; none for those that nobody needs to be told.
pub(crate) fn sentence(session: &Session, event: &Event) -> Option<String> {
    let name = |seat: &Seat| name(session, *seat);
    let who = |seat: &Seat| who(session, *seat);
    Some(match event {
        Event::DealBegan { deal, dealer, playoff, .. } => {
            let number = session.rules.as_ref().map_or(1, |r| r.deals[*deal as usize].number);
            let id = if *playoff { "news-playoff" } else { "news-deal" };
            let begun = session.view.as_ref().map_or(1, |v| v.table.deals_begun);
            tr!(id, deal = begun, number = number, name = name(dealer), who = who(dealer))
        }
        Event::WasCut { seat, at, bonus } => {
            tr!("news-cut", name = name(seat), who = who(seat), at = *at, bonus = *bonus)
        }
        Event::TurnBegan { seat } if session.seat == Some(*seat) => tr!("news-your-turn"),
        Event::Drew { seat, card } => match card {
            Some(card) => tr!("news-drew-card", card = text::short(*card)),
            None => tr!("news-drew", name = name(seat)),
        },
        Event::Took { seat, card } => {
            tr!("news-took", name = name(seat), who = who(seat), card = text::short(*card))
        }
        Event::Bought { seat, card, pennies } => {
            let cards = session
                .rules
                .as_ref()
                .zip(session.view.as_ref())
                .map_or(0, |(r, v)| v.table.deal_rules(r).price_cards);
            tr!(
                "news-bought",
                name = name(seat),
                who = who(seat),
                card = text::short(*card),
                cards = cards,
                pennies = *pennies
            )
        }
        Event::Penalty { card: Some(card), .. } => tr!("news-penalty", card = text::short(*card)),
        Event::LaidDown { seat, melds, .. } => tr!(
            "news-down",
            name = name(seat),
            who = who(seat),
            melds =
                melds.iter().map(|m| text::shorts(m.spec().cards)).collect::<Vec<_>>().join(", ")
        ),
        Event::Declared { seat, melds, .. } => tr!(
            "news-declared",
            name = name(seat),
            who = who(seat),
            melds =
                melds.iter().map(|m| text::shorts(m.spec().cards)).collect::<Vec<_>>().join(", ")
        ),
        Event::LaidOff { seat, card, .. } => {
            tr!("news-off", name = name(seat), who = who(seat), card = text::short(*card))
        }
        Event::Slid { seat, card, .. } => {
            tr!("news-slid", name = name(seat), who = who(seat), card = text::short(*card))
        }
        Event::Swapped { seat, card, wild, .. } => tr!(
            "news-swapped",
            name = name(seat),
            who = who(seat),
            card = text::short(*card),
            wild = text::short(*wild)
        ),
        Event::Arranged { seat, played, .. } => tr!(
            "news-arranged",
            name = name(seat),
            who = who(seat),
            cards = text::shorts(played.iter())
        ),
        Event::TookBack { seat, .. } => tr!("news-undo", name = name(seat), who = who(seat)),
        Event::Discarded { seat, card, protected } => tr!(
            if *protected { "news-discarded-protected" } else { "news-discarded" },
            name = name(seat),
            who = who(seat),
            card = text::short(*card)
        ),
        Event::Kept { seat } => tr!("news-kept", name = name(seat), who = who(seat)),
        Event::CallOffered { .. } => tr!("news-call-offered"),
        Event::Called { seat, card, .. } => {
            tr!("news-called", name = name(seat), who = who(seat), card = text::short(*card))
        }
        Event::Picked { from, to, card } => match card {
            Some(card) => tr!(
                "news-picked-card",
                name = name(to),
                who = who(to),
                from = name(from),
                whom = who(from),
                card = text::short(*card)
            ),
            None => tr!("news-picked", name = name(to), from = name(from)),
        },
        Event::Reshuffled { .. } => tr!("news-reshuffled"),
        Event::DealEnded { winner, how, .. } => match winner {
            Some(winner) => tr!(ending(*how), name = name(winner), who = who(winner)),
            None => tr!(ending(*how), name = "", who = "other"),
        },
        Event::MatchEnded { winners, .. } => won(session, "news-match", *winners),
        Event::TurnBegan { .. }
        | Event::DealerFound { .. }
        | Event::Dealt { .. }
        | Event::Offered { .. }
        | Event::Answered { .. }
        | Event::OffersClosed
        | Event::Penalty { card: None, .. }
        | Event::CallAnswered { .. }
        | Event::CallsClosed
        | Event::ClaimOffered { .. } => return None,
    })
}

/// The text that says how a deal ended.
pub(crate) fn ending(how: Ending) -> &'static str {
    match how {
        Ending::Played => "news-out-played",
        Ending::Discarded => "news-out-discarded",
        Ending::CalledOut => "news-out-called",
        Ending::ContractComplete => "news-out-contract",
        Ending::NoCards => "news-blocked-cards",
        Ending::StockOut => "news-blocked-stock",
        Ending::Stalemate => "news-blocked-stalemate",
        Ending::Declared => "news-out-declared",
        Ending::Void => "news-void",
    }
}

/// Who has won the match, by a text that knows one's own victory.
pub(crate) fn won(session: &Session, id: &str, winners: u8) -> String {
    let alone = session.seat.is_some_and(|seat| winners == 1 << seat);
    let who = if alone { "you" } else { "other" };
    tr!(id, names = names(session, winners), who = who)
}

/// The names of seats given as bits.
pub(crate) fn names(session: &Session, seats: u8) -> String {
    let all: Vec<String> =
        (0..8).filter(|seat| seats >> seat & 1 == 1).map(|seat| name(session, seat)).collect();
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

/// What a change at the table says.
pub(crate) fn change(session: &Session, change: &Change) -> Option<String> {
    match change {
        Change::Seat { seat, why, .. } => seat_change(session, *seat, *why),
        Change::Began { .. } => Some(tr!("news-began")),
        Change::Ended => Some(tr!("news-ended")),
        Change::SetUp { .. }
        | Change::Paced { .. }
        | Change::Gathering { .. }
        | Change::Revealed { .. }
        | Change::Committed { .. } => None,
    }
}

/// What happened to a seat; none where nobody needs to be told.
fn seat_change(session: &Session, seat: Seat, why: SeatChange) -> Option<String> {
    let id = match why {
        SeatChange::Ready | SeatChange::Renamed => return None,
        SeatChange::Returned { bot } if session.seat == Some(seat) => {
            return Some(returned(bot));
        }
        SeatChange::Sat => "news-sits",
        SeatChange::Joined => "news-joined",
        SeatChange::TookOver => "news-took-over",
        SeatChange::Left => "news-left",
        SeatChange::GaveUp => "news-gave-up",
        SeatChange::Kicked => "news-kicked",
        SeatChange::Opened => "news-opened",
        SeatChange::Moved => "news-moved",
        SeatChange::Covered => "news-covered",
        SeatChange::Returned { .. } => "news-returned",
        SeatChange::Host => "news-host",
    };
    let former = session.former_name(seat).map_or_else(|| tr!("seat-free"), str::to_owned);
    Some(tr!(id, name = name(session, seat), who = who(session, seat), former = former))
}

/// What the owner of a seat is told who has come back to it.
fn returned(bot: BotPlay) -> String {
    let BotPlay { drawn, discarded, laid_down, laid_off } = bot;
    if bot == BotPlay::default() {
        return tr!("news-back-nothing");
    }
    tr!("news-back", drawn = drawn, discarded = discarded, down = laid_down, off = laid_off)
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

/// Somebody came or went.
pub(crate) fn presence(session: &Session, seat: Seat, present: bool) -> String {
    let id = if present { "news-came" } else { "news-went" };
    tr!(id, name = name(session, seat), who = who(session, seat))
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
        TableError::BadRules { flaws } => tr!("error-bad-rules", flaws = flaws.join(" ")),
        other => tr!(&format!("error-{}", other.code())),
    }
}

/// A phrase that somebody said.
pub(crate) fn said(session: &Session, seat: Seat, phrase: Phrase) -> String {
    let phrase = tr!(&format!("phrase-{}", phrase.word()));
    tr!("news-said", name = name(session, seat), phrase = phrase)
}

/// How long a bot waits before its answer, in milliseconds: as a person would, but never so that
/// one waits for nothing.
pub(crate) fn pause(session: &Session, pace: Pace) -> u32 {
    let Some(view) = &session.view else { return 0 };
    let race =
        session.rules.as_ref().is_some_and(|r| r.set.choices.buying.priority == Priority::Race);
    let mine = session.asked();
    let usual = match view.table.phase {
        Phase::Offers { .. } if race && mine => 1800,
        Phase::Offers { .. } | Phase::Call { .. } => 160,
        Phase::Draw => 520,
        Phase::Play => 620,
        Phase::Cut { .. } | Phase::Pick { .. } => 700,
        Phase::Claim { .. } => 200,
        Phase::DealOver { .. } | Phase::MatchOver => 0,
    };
    match pace {
        Pace::Calm => usual * 2,
        Pace::Usual => usual,
        Pace::Fast => {
            if race && mine {
                usual
            } else {
                usual / 12
            }
        }
    }
}
