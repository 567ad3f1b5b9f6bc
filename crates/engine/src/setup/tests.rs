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

fn meld(rules: &Rules, text: &str) -> Meld {
    Meld::new(&text.parse().unwrap(), &rules.deals[0].melds, Stage::First).unwrap()
}

/// Sets up melds with these numbers and owners.
fn set_up_melds(rules: &Arc<Rules>, melds: &[(u16, Seat)]) -> Result<(), SetupError> {
    let kings = meld(rules, "set KC KD KH");
    let meld = |&(id, owner): &_| TableMeld { id: MeldId(id), owner, meld: kings };
    let melds = melds.iter().map(meld).collect();
    let setup = Setup { deal: 1, melds, phase: SetupPhase::Play, ..Setup::default() };
    Game::set_up(rules.clone(), &setup, Chance::numbered(1)).map(|_| ())
}

fn position(rules: &Arc<Rules>, hand: &str, pair: bool) -> Game {
    let owner = Seat::at(0);
    let kings = TableMeld { id: MeldId(1), owner, meld: meld(rules, "pair KC KD") };
    let own = SetupSeat {
        hand: hand.parse().unwrap(),
        laid: if pair { Elements::only(1) } else { Elements::NONE },
        ..SetupSeat::default()
    };
    let setup = Setup {
        deal: 1,
        seats: vec![Some(own), None],
        melds: Vec::from_iter(pair.then_some(kings)),
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
    for owner in [Seat::at(2), Seat::at(255)] {
        let refused = SetupError::NoSuchSeat { seat: owner.number() };
        assert_eq!(set_up_melds(&rules, &[(1, owner)]), Err(refused));
    }
}

/// Meld numbers leave room for the next meld.
#[test]
fn meld_numbers_must_be_unique_and_in_range() {
    let (rules, owner) = (rules(), Seat::at(0));
    let number = |meld| Err(SetupError::MeldNumber { meld, most: 9999 });
    assert_eq!(set_up_melds(&rules, &[(u16::MAX, owner)]), number(u16::MAX));
    assert_eq!(set_up_melds(&rules, &[(0, owner)]), number(0));
    let twice = Err(SetupError::MeldTwice { meld: 7 });
    assert_eq!(set_up_melds(&rules, &[(7, owner), (7, owner)]), twice);
    assert_eq!(set_up_melds(&rules, &[(9999, owner)]), Ok(()));
}
