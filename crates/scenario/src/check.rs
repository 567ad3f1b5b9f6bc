//! Compares a position with a scenario's expectations.

use upcard_cards::{Card, Meld, MeldSpec, Stage};
use upcard_engine::table::{Addition, Gone};
use upcard_engine::{Action, Game, Phase, Seat, Table, TableMeld};

use crate::scenario::{Check, LaidBy};

/// Result of a line with an expectation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// The expected text.
    pub expected: String,
    /// The actual text.
    pub found: String,
    /// Whether they agree.
    pub same: bool,
}

/// The current phase, in the words of the notation.
pub(crate) fn phase_words(table: &Table) -> Vec<String> {
    let active = table.turn().seat;
    let (word, seat) = match table.phase() {
        Phase::DealOver { .. } => return vec!["deal-over".into()],
        Phase::MatchOver => return vec!["match-over".into()],
        Phase::Cut { seat } => ("cut", seat),
        Phase::Draw => ("draw", active),
        Phase::Offers { .. } | Phase::Upcard { .. } => ("offers", active),
        Phase::Play => ("play", active),
        Phase::Call { .. } => ("call", active),
        Phase::Pick { .. } => ("pick", active),
        Phase::Claim { seat } => ("claim", seat),
        Phase::Show { seat } => ("show", seat),
        Phase::Rejoin { seat } => ("rejoin", seat),
        Phase::Split { seat } => ("split", seat),
    };
    vec![word.to_owned(), seat.to_string()]
}

fn winners(table: &Table) -> Vec<Seat> {
    match table.phase() {
        Phase::DealOver { winner } => winner.into_iter().collect(),
        Phase::MatchOver => table.winners().iter().collect(),
        _ => Vec::new(),
    }
}

pub(crate) fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

pub(crate) fn compare<T: PartialEq + ToString>(expected: &T, found: &T) -> Comparison {
    compare_in_words(expected, found, T::to_string)
}

fn compare_in_words<T: PartialEq>(
    expected: &T,
    found: &T,
    words: impl Fn(&T) -> String,
) -> Comparison {
    Comparison { expected: words(expected), found: words(found), same: expected == found }
}

pub(crate) fn check(game: &Game, what: &Check) -> Comparison {
    let table = game.table();
    let fits = |spec: &MeldSpec, laid: &[LaidBy], now: &TableMeld| {
        let melds = &table.deal_rules(game.rules()).melds;
        let same = Meld::new(spec, melds, Stage::Later).is_ok_and(|meld| meld == now.meld);
        same && is_laid_by(table, now, laid)
    };
    match what {
        Check::Hand(seat, ..)
        | Check::Count(seat, _)
        | Check::Score(seat, _)
        | Check::Deadwood(seat, _)
        | Check::Columns(seat, _)
        | Check::Bought(seat, _)
        | Check::Dropped(seat)
        | Check::Out(seat)
        | Check::Offered(seat, ..)
            if !seat.is_of(table.players()) =>
        {
            Comparison { expected: "a seat".into(), found: "no such seat".into(), same: false }
        }
        Check::Hand(seat, cards) => compare(cards, game.hand(*seat)),
        Check::Count(seat, count) => compare(count, &game.hand(*seat).len()),
        Check::Stock(count) => compare(count, &(table.stock() as usize)),
        Check::Discards(count) => compare(count, &table.discards().len()),
        Check::MeldCount(count) => compare(count, &table.melds().len()),
        Check::Score(seat, score) => compare(score, &table.score(*seat)),
        Check::Columns(seat, points) => {
            let now = table.columns(*seat).map(|(points, _)| points);
            compare_in_words(points, &now, |points| list(points))
        }
        Check::Deadwood(seat, points) => compare(points, &game.view(*seat).deadwood().points),
        Check::Dropped(seat) => {
            let left = !matches!(table.seat(*seat).gone, Gone::No | Gone::NotDealt);
            compare(&"dropped", &if left { "dropped" } else { "in the deal" })
        }
        Check::Out(seat) => {
            compare(&"out", &if table.is_out(*seat) { "out" } else { "in the match" })
        }
        Check::Chips(chips) => {
            let now: Vec<i32> =
                Seat::all(table.players()).map(|seat| table.chips(game.rules(), seat)).collect();
            compare_in_words(chips, &now, |chips| list(chips))
        }
        Check::Phase(words) => {
            let now = phase_words(table);
            Comparison {
                expected: words.join(" "),
                found: now.join(" "),
                same: !words.is_empty() && now.starts_with(words),
            }
        }
        Check::Winner(seats) => compare_in_words(seats, &winners(table), |seats| {
            if seats.is_empty() { "none".into() } else { list(seats) }
        }),
        Check::Meld(id, spec, laid) => {
            let now = table.meld(*id).map(|(_, m)| m);
            let same = match (spec, now) {
                (None, None) => true,
                (Some(spec), Some(now)) => fits(spec, laid, now),
                _ => false,
            };
            let gone = || "gone".to_owned();
            Comparison {
                expected: spec.as_ref().map_or_else(gone, |spec| meld_with_seats(spec, laid)),
                found: now.map_or_else(gone, |m| with_layers(table, m)),
                same,
            }
        }
        Check::Melds(all) => {
            let same = all.len() == table.melds().len()
                && all.iter().all(|(id, owner, spec, laid)| {
                    let now = table.meld(*id);
                    now.is_some_and(|(_, now)| now.owner == *owner && fits(spec, laid, now))
                });
            let of = |m: &TableMeld| format!("{} of {}: {}", m.id, m.owner, with_layers(table, m));
            let now = table.melds().iter().map(of);
            Comparison {
                expected: format!("{} melds", all.len()),
                found: now.collect::<Vec<_>>().join("; "),
                same,
            }
        }
        Check::Upcard(card) => compare_in_words(card, &table.upcard(), |card| {
            card.map_or("none".into(), |card| card.to_string())
        }),
        Check::Bought(seat, count) => compare(count, &table.seat(*seat).bought),
        Check::Kitty(count) => compare(count, &table.kitty()),
        Check::Dealer(seat) => compare(seat, &table.dealer()),
        Check::Offered(seat, text, expected) => {
            let view = game.view(*seat);
            let now = match text.parse::<Action>() {
                Ok(action) => view.allows(&action),
                Err(_) => {
                    let mut offered = view.offered(100).actions.into_iter();
                    offered.any(|action| action.to_string().split(' ').next() == Some(text))
                }
            };
            let name = |yes: bool| if yes { "offered" } else { "not offered" };
            compare(&name(*expected), &name(now))
        }
        Check::Settle(amounts) => {
            let signed = |amounts: &[i64]| list(amounts.iter().map(|n| format!("{n:+}")));
            let zero = table.settlement().is_empty() && amounts.iter().all(|n| *n == 0);
            Comparison {
                expected: signed(amounts),
                found: signed(table.settlement()),
                same: *amounts == table.settlement() || zero && table.phase() == Phase::MatchOver,
            }
        }
    }
}

/// Returns `true` if these seats laid these cards. Cards without a seat may be anybody's.
fn is_laid_by(table: &Table, meld: &TableMeld, laid: &[LaidBy]) -> bool {
    let of_meld = |a: &&Addition| a.meld == meld.id;
    let mut left: Vec<(Card, Seat)> =
        table.additions().iter().filter(of_meld).map(|a| (a.card, a.seat)).collect();
    let take = |by: &LaidBy| {
        let at = left.iter().position(|one| *one == (by.card, by.seat));
        at.map(|at| left.swap_remove(at)).is_some()
    };
    laid.iter().filter(|by| by.seat != meld.owner).all(take)
}

/// A meld in the notation, with the seats that laid its cards.
fn meld_with_seats(spec: &MeldSpec, laid: &[LaidBy]) -> String {
    let mut words: Vec<String> = spec.to_string().split(' ').map(str::to_owned).collect();
    for one in laid {
        if let Some(word) = words.get_mut(one.slot + 1) {
            word.push_str(&format!("@{}", one.seat));
        }
    }
    words.join(" ")
}

/// A meld of the table, with the seats other than its owner that laid cards on it.
pub(crate) fn with_layers(table: &Table, meld: &TableMeld) -> String {
    let spec = meld.meld.spec();
    let mut laid: Vec<LaidBy> = Vec::new();
    for addition in table.additions().iter().filter(|a| a.meld == meld.id) {
        let fits = |slot: &usize| {
            spec.cards[*slot] == addition.card && laid.iter().all(|one| one.slot != *slot)
        };
        let by_place = match &meld.meld {
            Meld::Run(run) => Some(usize::from(addition.place.saturating_sub(run.low()))),
            Meld::Set(_) => None,
        };
        let in_place = by_place.filter(|slot| *slot < spec.cards.len()).filter(fits);
        if let Some(slot) = in_place.or_else(|| (0..spec.cards.len()).find(fits)) {
            laid.push(LaidBy { slot, card: addition.card, seat: addition.seat });
        }
    }
    meld_with_seats(&spec, &laid)
}
