//! Tests of rejected positions, and of rules applied to accepted ones.

use upcard_cards::{Meld, Stage};

use super::*;
use crate::{Action, Library};

/// A game with a pair in a contract, in which nobody may lay two sets of one rank.
fn rules() -> Arc<Rules> {
    let choices = [
        ("contracts.deals", "[\"S P\"]"),
        ("dealing.hand", "8"),
        ("laying-down.same-rank-sets", "false"),
    ];
    let library = Library::standard().unwrap();
    Arc::new(Rules::of(&library, "progressive-rummy", &choices, Some(2)).unwrap())
}

fn position(rules: &Arc<Rules>, hand: &str, pair: bool) -> Game {
    let melds = rules.deals[0].melds;
    let kings = Meld::new(&"pair KC KD".parse().unwrap(), &melds, Stage::First).unwrap();
    let own = SetupSeat {
        hand: hand.parse().unwrap(),
        laid: if pair { Elements::only(1) } else { Elements::NONE },
        ..SetupSeat::default()
    };
    let setup = Setup {
        deal: 1,
        seats: vec![Some(own), None],
        melds: Vec::from_iter(pair.then_some(TableMeld {
            id: MeldId(1),
            owner: Seat::at(0),
            meld: kings,
        })),
        discards: vec![None],
        phase: SetupPhase::Play,
        drawn: Drawn::Stock,
        ..Setup::default()
    };
    Game::set_up(rules.clone(), &setup, Chance::numbered(1)).unwrap()
}

/// A pair does not count as a set of its rank, whether laid in play or set up.
#[test]
fn pair_does_not_count_as_a_set_of_its_rank() {
    let rules = rules();
    let set: Action = "down set KH KS JK".parse().unwrap();
    let mut played = position(&rules, "KC KD KH KS JK 4C 5D", false);
    played.act(Seat::at(0), &"down pair KC KD".parse().unwrap(), &mut ()).unwrap();
    let set_up = position(&rules, "KH KS JK 4C 5D", true);
    let [by_play, by_setup] = [&played, &set_up].map(|game| &game.table().seats[0]);
    assert_eq!(by_play.set_ranks, by_setup.set_ranks);
    for game in [&played, &set_up] {
        assert_eq!(game.view(Seat::at(0)).judge(&set).map(|_| ()), Ok(()));
    }
}

/// The owner of a meld must sit at the table.
#[test]
fn melds_need_an_owner_at_the_table() {
    let rules = rules();
    let kings =
        Meld::new(&"set KC KD KH".parse().unwrap(), &rules.deals[0].melds, Stage::First).unwrap();
    for owner in [Seat::at(2), Seat::at(255)] {
        let melds = vec![TableMeld { id: MeldId(1), owner, meld: kings }];
        let setup = Setup { deal: 1, melds, phase: SetupPhase::Play, ..Setup::default() };
        let refused = Game::set_up(rules.clone(), &setup, Chance::numbered(1)).unwrap_err();
        assert_eq!(refused, SetupError::NoSuchSeat { seat: owner.number() });
    }
}
/// Meld numbers leave room for the next meld.
#[test]
fn meld_numbers_must_be_unique_and_in_range() {
    let rules = rules();
    let kings =
        Meld::new(&"set KC KD KH".parse().unwrap(), &rules.deals[0].melds, Stage::First).unwrap();
    let refused = |ids: &[u16]| {
        let meld = |id: &u16| TableMeld { id: MeldId(*id), owner: Seat::at(0), meld: kings };
        let melds = ids.iter().map(meld).collect();
        let setup = Setup { deal: 1, melds, phase: SetupPhase::Play, ..Setup::default() };
        Game::set_up(rules.clone(), &setup, Chance::numbered(1)).map(|_| ())
    };
    let number = |meld| Err(SetupError::MeldNumber { meld, most: 9999 });
    assert_eq!(refused(&[u16::MAX]), number(u16::MAX));
    assert_eq!(refused(&[0]), number(0));
    assert_eq!(refused(&[7, 7]), Err(SetupError::MeldTwice { meld: 7 }));
    assert_eq!(refused(&[9999]), Ok(()));
}
