//! Rearranging the melds on the table, validated as a whole.
//!
//! Clauses: S001-39..41, S001-45, X-07, BASIC-14, EVEL-09.

use upcard_cards::{Card, Cards, Meld, MeldRules, Rank, Stage};

use crate::action::Change;
use crate::choices::{Rearrange, RearrangeWilds};
use crate::moves::Move;
use crate::position::Position;
use crate::refusal::{MeldPlace, Refusal};
use crate::table::{Down, TableMeld};

/// Checks whether this seat may rearrange at all now.
pub(crate) fn allowed(position: &Position<'_>) -> Result<(), Refusal> {
    match (
        position.rules.set.choices.rearranging.allowed,
        position.board.seat.opened(position.rules),
    ) {
        (Rearrange::Never, _) => Err(Refusal::ArrangeNotAllowed),
        (_, Down::No) => Err(Refusal::ArrangeNeedsContract),
        (Rearrange::NextTurn, Down::Now) => Err(Refusal::ArrangeNextTurn),
        _ => Ok(()),
    }
}

/// Validates a rearrangement: each changed meld is given in full, no card of the table may move to the hand
/// or disappear, and at least one card is played from the hand.
pub(crate) fn judge(position: &Position<'_>, changes: &[Change]) -> Result<Move, Refusal> {
    allowed(position)?;
    let choices = &position.rules.set.choices.rearranging;
    let mut melds: Vec<TableMeld> = position.board.melds.to_vec();
    let mut next_meld = position.board.next_meld;
    let (mut before, mut after) = (Cards::NONE, Cards::NONE);
    let (mut old, mut new) = (Vec::new(), Vec::new());
    let (mut named, mut made) = (Vec::new(), Vec::new());
    for change in changes {
        let mut now = None;
        if let Some(spec) = &change.now {
            for &card in &spec.cards {
                if after.count(card) >= position.rules.pack.count(card) {
                    return Err(Refusal::ArrangeCards);
                }
                after.add(card);
            }
            let meld = Meld::new(spec, &position.deal.melds, Stage::Later)
                .map_err(|error| Refusal::Meld(MeldPlace::Arrange, error))?;
            new.push(meld);
            now = Some(meld);
        }
        match (change.meld, now) {
            (None, Some(meld)) => {
                if !choices.new_melds {
                    return Err(Refusal::ArrangeNewMeld);
                }
                made.push(meld);
                melds.push(TableMeld { id: next_meld, owner: position.me, meld });
                next_meld = next_meld.next();
            }
            (None, None) => return Err(Refusal::ArrangeNoSuchMeld),
            (Some(id), now) => {
                let at = position.board.melds.iter().find(|m| m.id == id);
                let was = at.filter(|_| !named.contains(&id)).ok_or(Refusal::ArrangeNoSuchMeld)?;
                named.push(id);
                before = before.plus(&was.meld.cards());
                old.push(was.meld);
                match now {
                    Some(meld) => {
                        if let Some(entry) = melds.iter_mut().find(|m| m.id == id) {
                            entry.meld = meld;
                        }
                    }
                    None => melds.retain(|m| m.id != id),
                }
            }
        }
    }
    let played = after.minus(&before).ok_or(Refusal::ArrangeCards)?;
    // A meld of hand cards alone is a lay-down, not a rearrangement (S001-45).
    let from_table = |m: &Meld| m.cards().iter_counts().any(|(card, _)| before.has(card));
    if made.iter().any(|meld| !from_table(meld)) {
        return Err(Refusal::ArrangeNewMeld);
    }
    if !position.hand.contains(&played) {
        return Err(Refusal::ArrangeCards);
    }
    if played.is_empty() {
        return Err(Refusal::ArrangeFromHand);
    }
    if choices.wilds == RearrangeWilds::Fixed && !keeps_wilds(&old, &new, &position.deal.melds) {
        return Err(Refusal::ArrangeWildFixed);
    }
    Ok(Move::Arrange { melds, next_meld, played })
}

/// What a wild card stands for: a face in a run, a rank in a set, `None` in a set of wild cards.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WildMeaning {
    Face(Card),
    Rank(Option<Rank>),
}

fn wilds(melds: &[Meld], rules: &MeldRules) -> Vec<(Card, WildMeaning)> {
    let mut all = Vec::new();
    for meld in melds {
        match meld {
            Meld::Set(set) => {
                let own = |card: &Card| rules.natural_place && card.rank() == set.rank();
                let wilds = set.cards().iter().filter(|card| rules.is_wild(*card) && !own(card));
                all.extend(wilds.map(|card| (card, WildMeaning::Rank(set.rank()))));
            }
            Meld::Run(run) => {
                let slots = (0..).zip(run.cards()).map(|(slot, card)| (*card, run.face(slot)));
                let wilds = slots.filter(|(card, face)| rules.is_wild(*card) && card != face);
                all.extend(wilds.map(|(card, face)| (card, WildMeaning::Face(face))));
            }
        }
    }
    all
}

/// Returns `true` if each old wild card can be matched to a new one that stands for the same.
fn keeps_wilds(old: &[Meld], new: &[Meld], rules: &MeldRules) -> bool {
    let (old, new) = (wilds(old, rules), wilds(new, rules));
    // Bipartite matching with augmenting paths. (Trying all assignments would take forever with a dozen
    // identical wild cards.)
    let mut pairs: Vec<Option<usize>> = vec![None; new.len()];
    (0..old.len()).all(|i| augment(i, &old, &new, &mut pairs, &mut vec![false; new.len()]))
}

/// Finds an augmenting path from an old wild card. `visited` marks the new ones already visited.
fn augment(
    i: usize,
    old: &[(Card, WildMeaning)],
    new: &[(Card, WildMeaning)],
    pairs: &mut [Option<usize>],
    visited: &mut [bool],
) -> bool {
    for j in 0..new.len() {
        if visited[j] || !same_wild(old[i], new[j]) {
            continue;
        }
        visited[j] = true;
        if pairs[j].is_none_or(|other| augment(other, old, new, pairs, visited)) {
            pairs[j] = Some(i);
            return true;
        }
    }
    false
}

fn same_wild((card, stood): (Card, WildMeaning), (now, stands): (Card, WildMeaning)) -> bool {
    card == now
        && match (stood, stands) {
            (WildMeaning::Face(a), WildMeaning::Face(b)) => a == b,
            (WildMeaning::Rank(a), WildMeaning::Rank(b)) => a == b,
            (WildMeaning::Face(face), WildMeaning::Rank(rank))
            | (WildMeaning::Rank(rank), WildMeaning::Face(face)) => face.rank() == rank,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Library, Rules};

    fn meld(text: &str, rules: &MeldRules) -> Meld {
        Meld::new(&text.parse().unwrap(), rules, Stage::Later).unwrap()
    }

    /// Fourteen identical jokers, one of which changes its place: there are 14! assignments.
    #[test]
    fn many_identical_wilds_are_matched_quickly() {
        let library = Library::standard().unwrap();
        let rules = Rules::of(&library, "contract-rummy", &[], Some(4)).unwrap();
        let melds = rules.deals[0].melds;
        let sevens: Vec<Meld> = (0..14).map(|_| meld("set 7C 7D JK", &melds)).collect();
        let mut other = sevens.clone();
        assert!(keeps_wilds(&sevens, &other, &melds));
        other[13] = meld("set 8C 8D JK", &melds);
        assert!(!keeps_wilds(&sevens, &other, &melds));
        // A wild card in a run may be the seven of a set, if another one takes its place.
        let run = meld("run 6C JK 8C 9C", &melds);
        assert!(keeps_wilds(&[sevens[0], run], &[run, sevens[0]], &melds));
        assert!(!keeps_wilds(&[sevens[0], sevens[0]], &[run, other[13]], &melds));
    }
}
