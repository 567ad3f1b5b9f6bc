//! Tests of building, printing and parsing melds.

use super::*;
use crate::{Faces, RankSet, RunSuits};

fn set(rank: Option<Rank>, text: &str, rules: &MeldRules) -> Result<Meld, MeldError> {
    Meld::set(rank, false, text.parse().unwrap(), rules, Stage::First)
}

fn spec(text: &str, rules: &MeldRules) -> Result<Meld, MeldError> {
    Meld::new(&text.parse().unwrap(), rules, Stage::First)
}

#[test]
fn sets_need_distinct_suits_if_the_rules_say_so() {
    let rules = MeldRules { distinct_suits: true, ..MeldRules::default() };
    let four = Rank::new(3);
    let judged = |text| set(four, text, &rules).map(|_| ());
    assert_eq!(judged("4C 4D 4H"), Ok(()));
    assert_eq!(judged("4C 4D JK JK"), Ok(()));
    assert_eq!(judged("4C 4C 4H"), Err(MeldError::SetSuits));
    // Wild cards have no suit; only the maximum size limits their number in a set.
    assert_eq!(judged("4C 4D 4H 4S JK"), Ok(()));
    let four_cards = MeldRules { set_max: Some(4), ..rules };
    assert_eq!(set(four, "4C 4D 4H 4S JK", &four_cards), Err(MeldError::TooLong));
}

#[test]
fn wild_of_the_set_rank_fills_a_suit() {
    let nine = Rank::new(8);
    let rules = MeldRules {
        wild_faces: Faces::of_ranks(RankSet::from_bits(1 << 8)),
        natural_place: true,
        distinct_suits: true,
        own_set: true,
        set_max: Some(4),
        run_min: 3,
        ..MeldRules::default()
    };
    let set = |rank, text: &str, rules: &MeldRules| {
        let meld = set(rank, text, rules)?;
        // Its spec parses back without a name.
        assert_eq!(Meld::new(&meld.spec_under(rules), rules, Stage::First), Ok(meld), "{text}");
        Ok::<_, MeldError>(meld.wilds_and_naturals(rules))
    };
    // The first copy of each suit is natural; a duplicate stands for another suit.
    for (cards, wilds, naturals) in
        [("9S 9S 9D", 1, 2), ("9S 9D 9H", 0, 3), ("9S 9S JK", 2, 1), ("9S 9S 9D 9D", 2, 2)]
    {
        assert_eq!(set(nine, cards, &rules), Ok((wilds, naturals)), "{cards}");
    }
    // Under the earlier reading a duplicate does not stand for another suit.
    let earlier = MeldRules { own_set: false, ..rules };
    assert_eq!(set(nine, "9S 9S 9D", &earlier), Err(MeldError::SetSuits));
    assert_eq!(set(nine, "9S 9D JK", &earlier), Ok((1, 2)));
    // It counts as a wild card towards the cap, and a set has at most four suits.
    let one = MeldRules { wild_cap: crate::WildCap::Count(1), ..rules };
    assert_eq!(set(nine, "9S 9S 9D", &one), Ok((1, 2)));
    assert_eq!(set(nine, "9S 9S 9D 9D", &one), Err(MeldError::WildCap));
    assert_eq!(set(nine, "9S 9S 9D 9H 9C", &rules), Err(MeldError::TooLong));
    // A cap on runs alone does not limit sets; one natural is too few where two are required.
    let runs_alone = MeldRules { cap_sets: false, ..one };
    assert_eq!(set(nine, "9S 9S 9D 9D", &runs_alone), Ok((2, 2)));
    let run = |text: &str, rules: &MeldRules| spec(text, rules).map(|meld| meld.size());
    assert_eq!(run("run 3C JK JK 6C", &runs_alone), Err(MeldError::WildCap));
    assert_eq!(run("run 3C JK 5C 6C", &runs_alone), Ok(4));
    let two = MeldRules { wild_cap: crate::WildCap::TwoNaturals, ..rules };
    assert_eq!(set(nine, "9S 9S JK", &two), Err(MeldError::WildCap));
    assert_eq!(set(nine, "9S 9S 9D 9D", &two), Ok((2, 2)));
    assert_eq!(run("run 3C JK JK 6C", &two), Ok(4));
    assert_eq!(run("run 3C JK JK", &two), Err(MeldError::WildCap));
    // Other ranks stay natural.
    assert_eq!(set(Rank::new(6), "7S 7S 7H", &rules), Err(MeldError::SetSuits));
    assert_eq!(set(Rank::new(6), "7S 7H 9S", &rules), Ok((1, 2)));
}

#[test]
fn wild_meld_spec_round_trips() {
    let rules = MeldRules {
        wild_faces: Faces::of_ranks(RankSet::from_bits(1 << 2 | 1 << 12)),
        natural_place: true,
        all_wild: AllWild::Any,
        run_min: 3,
        ..MeldRules::default()
    };
    let threes = set(Rank::new(2), "KD 3H 3S", &rules).unwrap();
    let slots = ["3C", "KH", "KC"].map(|card| card.parse().unwrap());
    let run = Meld::run(Suit::Clubs, 10, &slots, &rules, Stage::First).unwrap();
    for meld in [threes, run] {
        assert!(meld.spec_under(&rules).named.is_some(), "{meld}");
        assert_eq!(Meld::new(&meld.spec_under(&rules), &rules, Stage::First), Ok(meld));
    }
    let threes = set(Rank::new(2), "3D 3H JK", &rules).unwrap();
    assert_eq!(threes.spec_under(&rules).named, None);
}

#[test]
fn meld_construction_validates() {
    let rules = MeldRules::default();
    let four = Rank::new(3);
    let set = |rank, text| set(rank, text, &rules);
    assert!(set(four, "4C 4D JK").is_ok());
    assert_eq!(set(four, "4C 4D 5D"), Err(MeldError::SetRank));
    assert_eq!(set(None, "JK JK JK"), Err(MeldError::Unclear));
    assert_eq!(set(four, "JK JK JK"), Err(MeldError::AllWild));
    let run = |low: u8, text: &str| {
        let cards: Vec<Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
        Meld::run(Suit::Clubs, low, &cards, &rules, Stage::First)
    };
    assert_eq!(run(3, "4C JK 6C 7C"), spec("run 4C JK 6C 7C", &rules));
    assert_eq!(run(2, "4C JK 6C 7C"), Err(MeldError::RunOrder));
    assert_eq!(run(11, "QC KC AC 2C"), Err(MeldError::Ace));
    assert_eq!(run(3, "4C 5C 6C"), Err(MeldError::TooShort));
}

#[test]
fn three_suit_set_rejects_a_fourth_suit() {
    let rules = MeldRules { three_suits: true, run_min: 3, ..MeldRules::default() };
    let four = Rank::new(3);
    let set = |text, rules: &MeldRules| set(four, text, rules);
    for (cards, found) in [
        ("4C 4D 4H", Ok(())),
        ("4C 4C 4D 4H 4H", Ok(())),
        ("4C 4C 4D", Err(MeldError::ThreeSuits)),
        ("4C 4D 4H 4S", Err(MeldError::ThreeSuits)),
        // A wild card may be the third suit, but not a fourth.
        ("4C 4D JK", Ok(())),
        ("4C 4C JK", Err(MeldError::ThreeSuits)),
    ] {
        assert_eq!(set(cards, &rules).map(|_| ()), found, "{cards}");
    }
    let laid = set("4C 4D 4H", &rules).unwrap();
    assert!(laid.fit("4H".parse().unwrap(), &rules).any());
    assert!(!laid.fit("4S".parse().unwrap(), &rules).any());
    let runs_only = MeldRules { set_naturals: MeldRules::NO_WILDS_IN_SETS, ..rules };
    assert_eq!(set("4C 4D JK", &runs_only), Err(MeldError::WildSet));
    assert!(!laid.fit("JK".parse().unwrap(), &runs_only).any());
    assert_eq!(runs_only.max_wilds(MeldKind::Set, 5), 0);
    assert_eq!(runs_only.max_wilds(MeldKind::Run, 5), 4);
}

#[test]
fn mixed_runs_follow_their_colour_rule() {
    let [one, any, colour, turns] =
        [RunSuits::One, RunSuits::Any, RunSuits::Colour, RunSuits::Turns]
            .map(|run_suits| MeldRules { run_suits, ..MeldRules::default() });
    for (cards, by_one, by_colour, by_turns) in [
        ("run 4C 5C JK 7C", true, true, false),
        ("run 4C 5S JK 7C", false, true, false),
        ("run 4H 5D 6H 7D", false, true, false),
        ("run 4C 5D JK 7H", false, false, true),
        ("run JK 5D 6S 7H", false, false, true),
        ("run 4C 5D 6H 7S", false, false, false),
    ] {
        let melds = [one, any, colour, turns].map(|rules| spec(cards, &rules));
        let none = [MeldError::RunSuit, MeldError::RunColour].map(Err::<Meld, _>);
        for (meld, legal) in melds.iter().zip([by_one, true, by_colour, by_turns]) {
            assert_eq!(meld.is_ok(), legal, "{cards}: {meld:?}");
            assert!(legal || none.contains(meld), "{cards}: {meld:?}");
        }
    }
    assert_eq!(spec("run 4C 5D 7H 8S", &any), Err(MeldError::RunOrder));
    // The serialized and the printed form round-trip.
    for (rules, text) in
        [(any, "run JK 5D 6S 7H"), (turns, "run JK 5C 6D 7S"), (colour, "run 4H 5D JK 7D")]
    {
        let meld = spec(text, &rules).unwrap();
        assert_eq!(crate::RawMeld::from(meld).validate(&rules, Stage::First), Ok(meld));
        assert_eq!(meld.to_string(), text);
    }
    // Only matching suits can be added at the ends.
    let meld = spec("run 4C 5D 6S 7H", &turns).unwrap();
    let ends = |card: &str| {
        let fit = meld.fit(card.parse().unwrap(), &turns);
        (fit.low, fit.high)
    };
    assert_eq!(ends("8S"), (false, true));
    assert_eq!(ends("8D"), (false, false));
    assert_eq!(ends("3H"), (true, false));
    assert_eq!(ends("3C"), (false, false));
    let longer = meld.with("3H".parse().unwrap(), Some(crate::End::Low), &turns).unwrap();
    assert_eq!(longer, spec("run 3H 4C 5D 6S 7H", &turns).unwrap());
    // A wild card represents any card that is legal in its place.
    let meld = spec("run 4C JK 6S 7H", &turns).unwrap();
    let stands = |card: &str| !meld.wilds_for(card.parse().unwrap(), &turns).is_empty();
    assert!(stands("5D") && stands("5H") && !stands("5C"));
    // A run of wild cards alone is named by a card that it may begin with.
    let wilds = MeldRules { all_wild: AllWild::Any, ..turns };
    let meld = spec("run JK JK JK JK as 4S", &wilds).unwrap();
    assert_eq!(Meld::new(&meld.spec_under(&wilds), &wilds, Stage::First), Ok(meld));
}
