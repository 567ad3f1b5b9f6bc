//! Engine benchmarks: matches with the hasty random policy, and plays constructed to be expensive to judge.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use upcard_cards::{Card, Cards, Meld, MeldSpec, Stage};
use upcard_engine::chance::Chance;
use upcard_engine::table::Down;
use upcard_engine::{
    Action, Game, Library, MeldId, Rules, Seat, Setup, SetupPhase, SetupSeat, TableMeld,
};

use crate::policies;

/// Plays match `number` with the [hasty](policies::hasty) policy and returns its number of decisions.
#[must_use]
pub fn random_match(rules: &Arc<Rules>, number: u64) -> u64 {
    let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_undo();
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    let mut decisions = 0;
    while let Some(seat) = game.next_to_act(&mut ()) {
        if !policies::hasty_step(&mut game, seat, &mut rng) {
            break;
        }
        decisions += 1;
    }
    decisions
}

/// A play that is expensive to judge, and its position.
pub struct HardPlay {
    /// Description.
    pub what: String,
    /// The position.
    pub game: Game,
    /// The acting seat.
    pub seat: Seat,
    /// The play.
    pub action: Action,
}

/// Plays that leave owed wild cards which no meld has room for, or hands with more lay-downs than can be
/// enumerated. No real game plays like this; house rules allow it.
///
/// # Errors
/// A position or rule that does not parse.
pub fn hard_plays() -> Result<Vec<HardPlay>, String> {
    let owed = "swapping.who=anyone swapping.from=any-time swapping.freed=play-now \
                swapping.where=any wilds.cap=1";
    let melds = "run 3H JK 5H 6H/set 9C 9D JK/run 5S 6S JK 8S/set TC TD JK/set QC QD JK";
    let hand = "7H 8H 9H TH JH 9H 9S 9S TH TS TS 9S TS QH QS QS 4S 3S KS KD";
    let all = [
        ("full melds", owed.to_owned(), Cards::from_iter([upcard_cards::JOKER])),
        ("full melds, many lay-downs", format!("{owed} laying-down.extra-melds=after-contract"), {
            Cards::from_iter([upcard_cards::JOKER, upcard_cards::JOKER])
        }),
        (
            "a compulsory lay-down",
            "laying-down.duty=compulsory turn.order=strict laying-off.needs=none".to_owned(),
            Cards::NONE,
        ),
    ];
    all.into_iter()
        .map(|(what, changes, freed)| hard_play(what, &changes, melds, hand, freed))
        .collect()
}

fn hard_play(
    what: &'static str,
    changes: &str,
    melds: &str,
    hand: &str,
    freed: Cards,
) -> Result<HardPlay, String> {
    let choices = changes.split_whitespace().filter_map(|text| text.split_once('='));
    let choices: Vec<_> = choices.chain([("pack.packs", "4"), ("pack.jokers", "15")]).collect();
    let rules = Library::standard()
        .and_then(|library| Rules::of(&library, "contract-rummy", &choices, Some(4)))
        .map_err(|flaws| flaws.to_string())?;
    let mut setup = Setup { deal: 1, phase: SetupPhase::Play, freed, ..Setup::default() };
    for (id, text) in (1..).zip(melds.split('/')) {
        let spec: MeldSpec = text.parse().map_err(|error| format!("{error}"))?;
        let meld = Meld::new(&spec, &rules.deals[0].melds, Stage::Later)
            .map_err(|error| format!("{text}: {error}"))?;
        setup.melds.push(TableMeld { id: MeldId(id), owner: Seat::at(1), meld });
    }
    let named: Cards = hand.parse().map_err(|error| format!("{error}"))?;
    let down = if freed.is_empty() { Down::No } else { Down::Earlier };
    setup.seats = vec![Some(SetupSeat { hand: named.plus(&freed), down, ..SetupSeat::default() })];
    let game =
        Game::set_up(Arc::new(rules), &setup, Chance::numbered(1)).map_err(|e| e.to_string())?;
    let card: Card = "7H".parse().map_err(|error| format!("{error}"))?;
    let action = Action::Off { meld: MeldId(1), card, end: None };
    Ok(HardPlay { what: what.to_owned(), game, seat: Seat::at(0), action })
}

/// Finds the most expensive play to judge in some random matches of a game, among those that require a search
/// whether the turn can end, or that end the deal. `None` if there are none.
#[must_use]
pub fn hardest_play(rules: &Arc<Rules>, matches: u64) -> Option<HardPlay> {
    let mut hardest: Option<(Duration, HardPlay)> = None;
    for number in 0..matches {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        policies::play_match(rules, number, |game, seat| {
            let view = game.view(seat);
            let action = policies::random(&view, &mut rng)?;
            let ends = matches!(action, Action::Knock { .. } | Action::Show(_));
            if ends || view.may_search(&action) {
                let duration = (0..3).map(|_| {
                    let start = Instant::now();
                    let _ = std::hint::black_box(view.judge(&action));
                    start.elapsed()
                });
                let duration = duration.min().unwrap_or_default();
                if hardest.as_ref().is_none_or(|(most, _)| duration > *most) {
                    let what = rules.set.id.clone();
                    let hard = HardPlay { what, game: game.clone(), seat, action: action.clone() };
                    hardest = Some((duration, hard));
                }
            }
            Some(action)
        });
    }
    hardest.map(|(_, hard)| hard)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hard_plays_are_refused_only_as_unfinishable() {
        let plays = hard_plays().unwrap();
        assert_eq!(plays.len(), 3);
        for hard in plays {
            let judged = hard.game.view(Seat::at(0)).judge(&hard.action).map(|_| ());
            let refusal = judged.err();
            let expected = refusal.is_none_or(|refusal| refusal.is_of_kind("turn.unfinishable"));
            assert!(expected, "{}: {refusal:?}", hard.what);
            assert!(hard.game.view(Seat::at(0)).may_search(&hard.action), "{}", hard.what);
        }
    }
}
