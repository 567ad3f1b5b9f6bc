//! Computes surveys: which cards bring a hand nearer to its contract, and which are needed for it.

use upcard_cards::{Card, Cards, Faces, JOKER, MeldKind};

use crate::exact::Steps;
use crate::hand::HandState;
use crate::meter;
use crate::plan::{NeedsSearch, Plan, TableResult};
use crate::problem::Problem;
use crate::solver::Solver;
use crate::survey::{Parts, Survey};
use crate::tables::{Common, Layout};

impl Solver {
    /// The faces that bring this hand nearer to the contract by one card.
    fn useful(&self, hand: &HandState) -> Faces {
        match self.plan() {
            Plan::Strict(strict) => return strict.survey(self, hand, Parts::ALL).useful,
            Plan::ByAssignment(plain) => {
                let parts = Parts { needed: false, useful: true };
                return self.survey_by_assignment(plain, hand, parts).0.useful;
            }
            _ => {}
        }
        let Ok((tables, common)) = self.common(hand) else {
            return self.useful_one_by_one(hand, self.distance(hand), Faces::ALL);
        };
        self.useful_by(tables, hand, &common).unwrap_or_else(|NeedsSearch| {
            let distance = self.distance(hand);
            self.useful_one_by_one(hand, distance, self.may_help(hand, distance, &common))
        })
    }

    /// The faces that bring this hand nearer if wilds fit into any meld: the same as [`Solver::useful`],
    /// unless a cap limits many wilds; then it costs far less.
    pub(crate) fn promising(&self, hand: &HandState) -> Faces {
        if hand.wilds >= self.max_wilds() {
            let trimmed = self.trimmed(hand);
            return self.promising_freely(trimmed.as_ref().unwrap_or(hand)) - self.wild_faces();
        }
        self.promising_freely(hand)
    }

    fn promising_freely(&self, hand: &HandState) -> Faces {
        match self.common(hand) {
            Ok((_, common)) if common.missing <= hand.wilds => Faces::NONE,
            Ok((_, common)) => common.helpful | self.wild_faces(),
            Err(NeedsSearch) => self.useful(hand),
        }
    }

    /// Surveys a hand: its distance, the distances after each possible discard, and the useful faces, all at
    /// once.
    ///
    /// A player can update a state card by card and survey it repeatedly:
    ///
    /// ```
    /// use upcard_cards::{Cards, Contract, LayDownRules, MeldRules};
    /// use upcard_solver::{Problem, Solver};
    /// let contract: Contract = "S3 R4".parse().unwrap();
    /// let solver = Solver::new(Problem::new(MeldRules::default(), LayDownRules::default(), contract));
    /// let hand: Cards = "7C 7D 9S TS QS KD KH 2C".parse().unwrap();
    /// let mut state = solver.state(&hand);
    /// state.add("3H".parse().unwrap());
    ///
    /// let survey = solver.survey(&state);
    /// assert_eq!(survey.distance, Some(2));
    /// // Without a king the sevens are a set; without the ten another card is missing.
    /// assert_eq!(survey.shortfall_without("KD".parse().unwrap()), 2);
    /// assert_eq!(survey.shortfall_without("TS".parse().unwrap()), 3);
    /// assert!(survey.useful.has("JS".parse().unwrap()));
    /// assert!(!survey.used.has("2C".parse().unwrap()));
    /// ```
    #[must_use]
    pub fn survey(&self, hand: &HandState) -> Survey {
        self.survey_of(hand, Parts::ALL).0
    }

    /// The same for the requested parts, with the parts that are then known: all of them if the tables give
    /// all at once. Unknown parts are empty.
    #[must_use]
    pub fn survey_of(&self, hand: &HandState, parts: Parts) -> (Survey, Parts) {
        if hand.wilds >= self.max_wilds() {
            return self.survey_bound(hand, parts);
        }
        self.survey_freely(hand, parts)
    }

    /// The same for a hand with at least as many wilds as a lay-down may use: no other one helps, and no
    /// excess one is needed.
    #[cold]
    fn survey_bound(&self, hand: &HandState, parts: Parts) -> (Survey, Parts) {
        let trimmed = self.trimmed(hand);
        let (mut survey, known) = self.survey_freely(trimmed.as_ref().unwrap_or(hand), parts);
        survey.useful = survey.useful - self.wild_faces();
        if trimmed.is_some() {
            survey.needed = survey.needed - self.wild_faces();
            survey.used |= hand.wild_faces();
        }
        (survey, known)
    }

    fn survey_freely(&self, hand: &HandState, parts: Parts) -> (Survey, Parts) {
        let (mut survey, known) = self.survey_anywhere(hand, parts);
        let loose = self.is_loose() && self.tables().is_some();
        if loose && survey.distance == Some(0) && !self.is_truly_ready(hand, &mut { Steps::BUDGET })
        {
            survey.distance = Some(1);
            survey.useful = match parts.useful {
                true => self.useful_one_by_one(hand, Some(1), Faces::ALL),
                false => Faces::NONE,
            };
            survey.needed = Faces::NONE;
        }
        (survey, known)
    }

    /// The same as if wilds fitted into any meld with room.
    fn survey_anywhere(&self, hand: &HandState, parts: Parts) -> (Survey, Parts) {
        meter::step(4);
        match self.plan() {
            Plan::Strict(strict) => {
                let known = Parts { needed: true, ..parts };
                return (strict.survey(self, hand, known), known);
            }
            Plan::Mixed(mixed) => {
                let mut survey = mixed.survey(&self.problem, hand);
                let (distance, may) = (survey.distance, survey.useful);
                if parts.needed {
                    survey.needed = self.needed_one_by_one(hand, distance, Faces::NONE);
                }
                survey.used |= survey.needed;
                let may = if parts.useful { may } else { Faces::NONE };
                survey.useful = self.useful_one_by_one(hand, distance, may);
                return (survey, parts);
            }
            Plan::ByAssignment(plain) => return self.survey_by_assignment(plain, hand, parts),
            _ => {}
        }
        let Ok((tables, common)) = self.common(hand) else {
            let distance = self.distance(hand);
            let missing = distance.map_or(Survey::FAR, |distance| distance + hand.wilds);
            let needed = || self.needed_one_by_one(hand, distance, Faces::NONE);
            let useful = || self.useful_one_by_one(hand, distance, Faces::ALL);
            let needed = if parts.needed { needed() } else { Faces::NONE };
            let useful = if parts.useful { useful() } else { Faces::NONE };
            let used = Faces::of(hand.cards());
            return (Survey { distance, missing, needed, used, useful }, parts);
        };
        let mut known = Parts::ALL;
        let (needed, distance) = needed_by(tables, hand, &common).unwrap_or_else(|NeedsSearch| {
            let distance = self.distance(hand);
            let certain = certainly_needed(hand, distance, &common);
            known.needed = parts.needed;
            let needed = || self.needed_one_by_one(hand, distance, certain);
            (if parts.needed { needed() } else { Faces::NONE }, distance)
        });
        let useful = self.useful_by(tables, hand, &common).unwrap_or_else(|NeedsSearch| {
            known.useful = parts.useful;
            let may = || self.may_help(hand, distance, &common);
            let useful = || self.useful_one_by_one(hand, distance, may());
            if parts.useful { useful() } else { Faces::NONE }
        });
        let used = common.used | hand.wild_faces() | needed;
        (Survey { distance, missing: common.missing, needed, used, useful }, known)
    }

    /// Returns `true` if one more card of this face would bring a hand of this distance nearer.
    pub(crate) fn helps(&self, hand: &HandState, distance: Option<u8>, card: Card) -> bool {
        !self.useful_one_by_one(hand, distance, Faces::only(card)).is_empty()
    }

    fn common(&self, hand: &HandState) -> TableResult<(&Layout, Common)> {
        let tables = &self.tables().ok_or(NeedsSearch)?.layout;
        Ok((tables, tables.common(hand)?))
    }

    fn useful_by(&self, tables: &Layout, hand: &HandState, common: &Common) -> TableResult<Faces> {
        let (missing, wilds) = (common.missing, hand.wilds);
        let plain = |missing: u8, wilds: u8| tables.is_plain(missing, wilds);
        if !plain(missing, wilds) || (missing > 0 && !plain(missing - 1, wilds)) {
            return Err(NeedsSearch);
        }
        if missing <= wilds {
            return Ok(Faces::NONE);
        }
        let wild = self.wild_faces();
        if plain(missing, wilds + 1) {
            return Ok(common.helpful | wild);
        }
        // It remains to check whether another wild can be placed.
        let own_place =
            self.problem.melds.natural_place && !self.problem.melds.wild_faces.is_empty();
        if own_place || hand.cards().count(JOKER) == Cards::MAX_COPIES {
            return Err(NeedsSearch);
        }
        let mut with = *hand;
        with.add(JOKER);
        let finds = self.within(&with, missing - wilds - 1, &mut { Steps::BUDGET });
        Ok(if finds { common.helpful | wild } else { common.helpful })
    }

    fn wild_faces(&self) -> Faces {
        self.problem.melds.wilds()
    }

    /// The faces that may be useful. If the distance equals the tables' lower bound, a natural that does not
    /// lower the bound does not help.
    fn may_help(&self, hand: &HandState, distance: Option<u8>, common: &Common) -> Faces {
        match distance {
            Some(distance) if distance + hand.wilds == common.missing => {
                common.helpful | self.wild_faces()
            }
            _ => Faces::ALL,
        }
    }

    fn useful_one_by_one(&self, hand: &HandState, distance: Option<u8>, may: Faces) -> Faces {
        let Some(nearer) = distance.and_then(|distance| distance.checked_sub(1)) else {
            return Faces::NONE;
        };
        let mut steps = Steps::BUDGET;
        self.filter_faces(may, |card| {
            let mut with = *hand;
            hand.cards().count(card) < Cards::MAX_COPIES && {
                with.add(card);
                self.within(&with, nearer, &mut steps)
            }
        })
    }

    fn needed_one_by_one(&self, hand: &HandState, distance: Option<u8>, certain: Faces) -> Faces {
        let Some(distance) = distance else { return Faces::NONE };
        let certain = certain & Faces::of(hand.cards());
        let mut steps = Steps::BUDGET;
        certain
            | self.filter_faces(Faces::of(hand.cards()) - certain, |card| {
                let mut rest = *hand;
                rest.remove(card);
                // One card less increases the distance by at most one.
                !self.within(&rest, distance, &mut steps)
            })
    }

    fn filter_faces(&self, faces: Faces, mut is_one: impl FnMut(Card) -> bool) -> Faces {
        // All wilds are equivalent, unless they count as natural in their own places; and without runs the
        // suit does not matter.
        let mut wild = None;
        let Problem { melds, contract, .. } = &self.problem;
        let same = |card: Card| melds.is_wild(card) && !melds.natural_place;
        let no_runs = contract.count(MeldKind::Run) == 0 && !contract.is_strict();
        // In a rank with some wild cards, the others differ from them.
        let mut of_rank = [[None; 13]; 2];
        let chosen = faces.iter().filter(|&card| {
            let known = match card.rank() {
                _ if same(card) => &mut wild,
                Some(rank) if no_runs => {
                    &mut of_rank[usize::from(melds.is_wild(card))][rank.index()]
                }
                _ => return is_one(card),
            };
            *known.get_or_insert_with(|| is_one(card))
        });
        chosen.collect()
    }
}

/// The faces that are needed regardless of caps: if the distance equals the tables' lower bound, those
/// without which that bound would rise.
fn certainly_needed(hand: &HandState, distance: Option<u8>, common: &Common) -> Faces {
    match distance {
        Some(distance) if distance + hand.wilds == common.missing => {
            common.needed | hand.wild_faces()
        }
        _ => Faces::NONE,
    }
}

/// The faces of which no card can be spared, and the distance, if wilds can always be placed.
fn needed_by(
    tables: &Layout,
    hand: &HandState,
    common: &Common,
) -> TableResult<(Faces, Option<u8>)> {
    let (missing, wilds) = (common.missing, hand.wilds);
    if !tables.is_plain(missing, wilds) || !tables.is_plain(missing + 1, wilds) {
        return Err(NeedsSearch);
    }
    let distance = Some(missing.saturating_sub(wilds));
    if missing < wilds {
        return Ok((Faces::NONE, distance));
    }
    if wilds > 0 && !tables.is_plain(missing, wilds - 1) {
        return Err(NeedsSearch);
    }
    Ok((common.needed | hand.wild_faces(), distance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use upcard_cards::{LayDownRules, MeldRules};

    /// The example hand of `docs/solver.md`.
    #[test]
    fn example_hand_of_the_docs() {
        let contract = "S3 R4".parse().expect("a contract");
        let solver =
            Solver::new(Problem::new(MeldRules::default(), LayDownRules::default(), contract));
        let hand: Cards = "7C 7D 9S TS QS KD KH 2C JK".parse().expect("cards");
        let bits = [1, 6, 22, 28, 44, 56, 57, 59, 63];
        assert_eq!(Faces::of(&hand).bits(), bits.iter().fold(0, |all, bit| all | 1 << bit));
        let survey = solver.survey(&solver.state(&hand));
        assert_eq!((survey.distance, survey.missing), (Some(1), 2));
        assert_eq!(survey.useful.to_string(), "7C KC 7D KD 7H KH 7S JS KS JK");
        assert_eq!(survey.needed.to_string(), "9S TS QS JK");
    }
}
