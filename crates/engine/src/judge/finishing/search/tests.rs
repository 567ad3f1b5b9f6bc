//! Compares the search with a brute-force search, on generated positions.

use std::collections::HashSet;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use upcard_cards::{JOKER, MeldRules, MeldSpec, RANKS, Rank, SUITS, Stage};

use super::*;
use crate::chance::{Chance, below, pick};
use crate::judge::finishing::ends_now;
use crate::{Game, Library, MeldId, Rules, Seat, Setup, SetupPhase, SetupSeat};

/// Maximum number of positions for the brute-force search; larger cases are skipped.
const MAX_POSITIONS: usize = 1_500;

/// Brute-force search over all plays. `None` if there are too many positions.
fn brute_force(position: Position<'_>) -> Option<bool> {
    let mut seen = HashSet::new();
    let mut open = vec![position];
    while let Some(position) = open.pop() {
        if ends_now(&position) {
            return Some(true);
        }
        let melds: Vec<Meld> = position.board.melds.iter().map(|m| m.meld).collect();
        if !seen.insert((*position.hand, position.board.turn.freed, melds)) {
            continue;
        }
        if seen.len() > MAX_POSITIONS {
            return None;
        }
        let mut plays = Vec::new();
        for meld in position.board.melds.iter() {
            for (card, _) in position.hand.iter_counts() {
                for end in [None, Some(End::Low), Some(End::High)] {
                    plays.extend(laying_off::judge(&position, meld.id, card, end));
                    for (_, wild) in meld.meld.wilds_for(card, &position.deal.melds) {
                        plays.extend(swapping::judge(&position, meld.id, card, Some(wild), end));
                    }
                }
                for to in [End::Low, End::High] {
                    plays.extend(laying_off::judge_slide(&position, meld.id, card, to));
                }
            }
        }
        let mut found = Vec::new();
        if lay_downs::list(&position, 300, &mut { u32::MAX }, &mut found) {
            return None;
        }
        for action in &found {
            if let Action::Down(specs) = action {
                plays.extend(laying_down::judge(&position, specs));
            }
        }
        open.extend(plays.iter().map(|play| position.clone().after(play)));
    }
    Some(false)
}

/// Rules under which taken wild cards must be played, with complications.
fn rules() -> Vec<Arc<Rules>> {
    let library = Library::standard().unwrap();
    let base = "swapping.who=anyone swapping.from=any-time swapping.freed=play-now \
                swapping.where=any pack.wild-ranks=[\"2\"]";
    let capped = "wilds.cap=1 wilds.cap-scope=always";
    let lists = [
        ("rummy", "laying-off.needs=none"),
        ("rummy", "laying-off.needs=own-meld wilds.cap=naturals discarding.taken-card=refused"),
        ("rummy", "laying-off.needs=none wilds.cap=1 turn.order=strict melds.set-max=4"),
        ("rummy", "laying-off.needs=none wilds.cap=1 wilds.slide=run-end melds.run-max=6"),
        ("contract-rummy", capped),
        ("contract-rummy", "wilds.cap=1 laying-down.extra-melds=after-contract melds.set-max=4"),
        (
            "contract-rummy",
            "wilds.cap=naturals laying-down.mode=piecemeal laying-off.needs=none \
          match.last-deal=as-others",
        ),
        ("shanghai-rummy", "wilds.slide=run-end"),
        ("shanghai-rummy", "wilds.slide=end-to-end"),
        ("contract-rummy", "going-out.same-turn=all"),
        ("contract-rummy", "laying-down.duty=compulsory laying-off.needs=none turn.order=strict"),
        ("rummy-500", "pack.jokers=2 drawing.deep-use=this-turn"),
        ("rummy-500", "pack.jokers=2 drawing.deep-use=this-turn going-out.discard=required"),
    ];
    let mut all = Vec::new();
    for (game, more) in lists {
        let choices = base.split_whitespace().chain(more.split_whitespace());
        let choices: Vec<_> = choices.map(|choice| choice.split_once('=').unwrap()).collect();
        let rules = Rules::of(&library, game, &choices, Some(3));
        all.push(Arc::new(rules.unwrap_or_else(|flaws| panic!("{flaws}"))));
    }
    all
}

/// A random meld on the table, possibly with wild cards; `None` if the sample is not legal.
fn some_meld(rng: &mut ChaCha8Rng, left: &mut Cards, rules: &MeldRules) -> Option<Meld> {
    let size = 3 + below(rng, 3) as u8;
    let first = below(rng, 10) as u8;
    let suit = below(rng, 4) as usize;
    let run = below(rng, 2) == 0;
    let wild = |rng: &mut ChaCha8Rng| {
        if below(rng, 2) == 0 { JOKER } else { Card::natural(Rank::TWO, SUITS[suit]) }
    };
    let cards: Vec<Card> = (0..size + u8::from(run))
        .map(|i| match (below(rng, 3), run) {
            (0, _) => wild(rng),
            (_, true) => Card::natural(RANKS[(first + i) as usize % 13], SUITS[suit]),
            (_, false) => Card::natural(RANKS[usize::from(first)], SUITS[(suit + i as usize) % 4]),
        })
        .collect();
    let kind = if run { upcard_cards::MeldKind::Run } else { upcard_cards::MeldKind::Set };
    let meld = Meld::new(&MeldSpec { kind, cards, named: None }, rules, Stage::Later).ok()?;
    if !left.contains(&meld.cards()) {
        return None;
    }
    *left = left.without(&meld.cards());
    Some(meld)
}

/// A random position in play in which wild cards are owed.
fn some_position(rng: &mut ChaCha8Rng, rules: &Arc<Rules>, hand: usize) -> Option<Game> {
    let mut left = rules.pack;
    let deal = &rules.deals[0];
    let mut setup = Setup { deal: 1, phase: SetupPhase::Play, ..Setup::default() };
    for id in 1..=1 + below(rng, 3) as u16 {
        if let Some(meld) = some_meld(rng, &mut left, &deal.melds) {
            setup.melds.push(TableMeld {
                id: MeldId(id),
                owner: Seat::at(below(rng, 2) as usize),
                meld,
            });
        }
    }
    let mut seat = SetupSeat::default();
    let wilds = [JOKER, Card::natural(Rank::TWO, SUITS[0])];
    for _ in 0..=below(rng, 2) {
        let wild = wilds[usize::from(below(rng, 2) == 1)];
        if left.remove(wild) {
            seat.hand.add(wild);
            setup.freed.add(wild);
        }
    }
    let rest: Vec<Card> = left.iter().collect();
    // Or owe a card from deep in the discards.
    if rules.set.choices.drawing.deep {
        let card = *pick(rng, &rest).expect("a card");
        left.remove(card);
        seat.hand.add(card);
        setup.freed.add(card);
    }
    for _ in 0..hand {
        let place = below(rng, rest.len() as u32) as usize;
        let card = rest[place];
        if left.remove(card) {
            seat.hand.add(card);
        }
    }
    if below(rng, 3) > 0 {
        seat.down = crate::table::Down::Earlier;
    }
    if below(rng, 4) == 0 {
        setup.drawn = crate::table::Drawn::Discards(seat.hand.iter().last()?);
    }
    setup.seats = vec![Some(seat)];
    Game::set_up(rules.clone(), &setup, Chance::numbered(1)).ok()
}

#[test]
fn search_agrees_with_brute_force() {
    let (mut yes, mut no, mut given_up) = (0, 0, 0);
    for (number, rules) in rules().iter().enumerate() {
        let mut rng = ChaCha8Rng::seed_from_u64(number as u64);
        for round in 0..400 {
            let Some(game) = some_position(&mut rng, rules, 1 + round % 7) else { continue };
            let view = game.view(Seat::at(0));
            let position = Position::of(&view);
            let Some(expected) = brute_force(position.clone()) else { continue };
            assert!(!(expected && lacks_a_discard(&position)), "{}", rules.set.id);
            let mut search = Search::new(ends_now);
            let found = ends_now(&position)
                || ends_without_freed(&position, ends_now)
                || search.ends_from(position.clone()) != Outcome::None;
            if search.work > MAX_WORK {
                assert!(found, "a search that gives up refuses a play");
                given_up += 1;
                continue;
            }
            assert_eq!(
                found,
                expected,
                "{}: hand {}, taken {}, table {:?}",
                rules.set.id,
                game.hand(Seat::at(0)),
                position.board.turn.freed,
                position.board.melds.iter().map(|m| m.meld.to_string()).collect::<Vec<_>>()
            );
            if expected { yes += 1 } else { no += 1 }
        }
    }
    assert!(yes > 200 && no > 200, "{yes} can be finished, {no} cannot");
    assert!(given_up * 100 < yes + no, "{given_up} of {} were given up", yes + no);
}

/// Large hands, full tables: the work stays within its bound, and inconclusive plays pass.
#[test]
fn work_is_bounded() {
    for (number, rules) in rules().iter().enumerate() {
        let mut rng = ChaCha8Rng::seed_from_u64(100 + number as u64);
        for _ in 0..20 {
            let Some(game) = some_position(&mut rng, rules, 40) else { continue };
            let view = game.view(Seat::at(0));
            let position = Position::of(&view);
            let mut search = Search::new(ends_now);
            let found = search.ends_from(position) != Outcome::None;
            // The position that exceeds the bound is still examined.
            assert!(search.work <= 3 * MAX_WORK, "{} of work", search.work);
            assert!(found || search.work <= MAX_WORK, "a search that gives up refuses a play");
        }
    }
}

#[test]
fn accepted_plays_leave_a_way_to_end_the_turn() {
    let mut ways = [0; 2];
    for (number, rules) in rules().iter().enumerate() {
        let mut rng = ChaCha8Rng::seed_from_u64(200 + number as u64);
        for _ in 0..40 {
            let Some(mut game) = some_position(&mut rng, rules, 5) else { continue };
            let seat = Seat::at(0);
            let ends = |action: &Action| matches!(action, Action::Discard { .. } | Action::Keep);
            let offered = game.view(seat).offered(5).actions;
            let Some(play) = offered.into_iter().find(|a| !ends(a) && *a != Action::Undo) else {
                continue;
            };
            if game.act(seat, &play, &mut ()).is_err() || game.to_act() != Some(seat) {
                continue;
            }
            let way = game.view(seat).back_out().expect("to take it back, if nothing else");
            assert!(ends(&way) || way == Action::Undo, "{way}");
            ways[usize::from(way == Action::Undo)] += 1;
            assert_eq!(game.act(seat, &way, &mut ()), Ok(()));
        }
    }
    assert!(ways.iter().all(|way| *way > 20), "{ways:?}");
}
