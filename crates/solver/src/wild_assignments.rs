//! Hands in which a card of a wild rank may be natural in its own place, while the wilds of a meld or of all
//! melds are capped.
//!
//! Such a cap depends on places, which the lookup tables do not know. So each card of a wild rank is treated
//! either as a natural only, or as a joker. Each assignment gives a hand of a problem in which only jokers
//! are wild. The lay-downs of all assignments are exactly the lay-downs of the hand, and the nearest
//! assignment gives its distance.

use std::ops::ControlFlow;

use upcard_cards::{Card, Cards, Faces, JOKER, MeldRules};

use crate::hand::HandState;
use crate::meter;
use crate::problem::Problem;
use crate::solver::Solver;
use crate::survey::{Parts, Survey};

impl Problem {
    pub(crate) fn with_only_jokers_wild(&self) -> Problem {
        let melds = MeldRules { wild_faces: Faces::NONE, natural_place: false, ..self.melds };
        Problem { melds, ..self.clone() }
    }
}

impl Solver {
    /// Visits all assignments of the hand, with as many naturals as possible first.
    fn each_assignment(&self, hand: &Cards, visit: &mut impl FnMut(&Cards) -> ControlFlow<()>) {
        let faces: Vec<Card> = (Faces::of(hand) & self.problem.melds.wild_faces).iter().collect();
        // The result is the same if the visitor stopped.
        let _ = visit_assignments(*hand, &faces, visit);
    }

    /// Returns `true` if this holds for one of the hand's assignments.
    pub(crate) fn any_assignment(
        &self,
        hand: &Cards,
        mut is_so: impl FnMut(&Cards) -> bool,
    ) -> bool {
        let mut found = false;
        self.each_assignment(hand, &mut |way| {
            found = is_so(way);
            if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    }

    pub(crate) fn distance_by_assignment(&self, plain: &Solver, hand: &HandState) -> Option<u8> {
        let mut best = None;
        self.each_assignment(hand.cards(), &mut |way| {
            best = best.into_iter().chain(plain.distance(&plain.state(way))).min();
            if best == Some(0) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        best
    }

    /// A card is needed if no nearest assignment can spare it in its role there, and useful if it is useful
    /// in one of them.
    pub(crate) fn survey_by_assignment(
        &self,
        plain: &Solver,
        hand: &HandState,
        parts: Parts,
    ) -> (Survey, Parts) {
        let Some(distance) = self.distance_by_assignment(plain, hand) else {
            return (Survey::OUT_OF_REACH, Parts::ALL);
        };
        let wild = self.problem.melds.wild_faces;
        let held = Faces::of(hand.cards());
        let mut known = Parts::ALL;
        let (mut spared, mut all) = (Faces::NONE, Survey::OUT_OF_REACH);
        all.distance = Some(distance);
        self.each_assignment(hand.cards(), &mut |way| {
            let (survey, of_way) = plain.survey_of(&plain.state(way), parts);
            if survey.distance != Some(distance) {
                return ControlFlow::Continue(());
            }
            known = Parts {
                needed: known.needed && of_way.needed,
                useful: known.useful && of_way.useful,
            };
            // Faces with some cards treated as wilds, and printed jokers.
            let as_wild = |card: &Card| way.count(*card) < hand.cards().count(*card);
            let wilds: Faces = wild.iter().filter(as_wild).chain([JOKER]).collect::<Faces>() & held;
            let natural = Faces::of(way) - Faces::JOKER;
            spared |= natural - survey.needed;
            if !survey.needed.has(JOKER) {
                spared |= wilds;
            }
            all.used |= survey.used & natural;
            if survey.used.has(JOKER) {
                all.used |= wilds;
            }
            all.useful |= survey.useful;
            all.missing = all.missing.min(survey.missing);
            ControlFlow::Continue(())
        });
        all.needed = if known.needed { held - spared } else { Faces::NONE };
        all.used |= all.needed;
        if all.useful.has(JOKER) {
            all.useful |= wild;
        }
        if !known.useful {
            all.useful = Faces::NONE;
        }
        (all, known)
    }
}

/// Visits the hand with each number of cards of each of these faces treated as wilds.
fn visit_assignments(
    mut hand: Cards,
    faces: &[Card],
    visit: &mut impl FnMut(&Cards) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some((&face, faces)) = faces.split_first() else {
        return if meter::step(1) { visit(&hand) } else { ControlFlow::Break(()) };
    };
    visit_assignments(hand, faces, visit)?;
    while hand.remove(face) {
        // More wilds are of no use.
        if hand.count(JOKER) < Cards::MAX_COPIES {
            hand.add(JOKER);
        }
        visit_assignments(hand, faces, visit)?;
    }
    ControlFlow::Continue(())
}
