//! A score pad scores a deal as the table does.

use std::sync::Arc;

use upcard_bots::{Bot, Budget, Level, player};
use upcard_engine::chance::Chance;
use upcard_engine::choices::{LosersGrouping, NextDealer, WhatCounts, WhoScores};
use upcard_engine::score_pad::{DealEntry, PadError, ScorePad, SeatEntry};
use upcard_engine::table::Down;
use upcard_engine::{Ending, Event, Game, Library, Rules, Seat, Seats};

use crate::common::{rules, rules_with};

/// One deal as the table scored it.
struct Scored {
    count: DealEntry,
    winner: Option<Seat>,
    points: Vec<i32>,
    paid: Vec<i64>,
    dealer: Seat,
    deal: u8,
}

/// What a scorekeeper at the table would see of the deal that has just ended.
fn observed_deal(game: &Game, events: &[Event]) -> DealEntry {
    let (rules, table) = (game.rules(), game.table());
    let Some(Event::DealEnded { winner, how, hands, points, .. }) =
        events.iter().find(|event| matches!(event, Event::DealEnded { .. }))
    else {
        panic!("no deal has ended")
    };
    let deal = table.deal_rules(rules);
    let scoring = &rules.set.choices.scoring;
    let knock = events.iter().find_map(|event| match event {
        Event::Knocked { seat, discard, .. } => Some((*seat, discard.is_none())),
        _ => None,
    });
    let spade = events.iter().find_map(|event| match event {
        Event::Dealt { upcard, .. } => Some(*upcard),
        _ => None,
    });
    let seats = Seat::all(rules.players).map(|seat| {
        let (state, hand) = (table.seat(seat), &hands[seat.index()]);
        let cost = match scoring.what {
            WhatCounts::Hand => deal.points(hand),
            WhatCounts::Deadwood if scoring.grouping == LosersGrouping::Best => {
                deal.deadwood(hand).points as i32
            }
            // The loser's melds are on the table; the total of its hand suffices here.
            WhatCounts::Deadwood => points[seat.index()],
        };
        SeatEntry {
            hand: cost,
            shown: table.shown(rules, seat),
            buys: state.bought,
            down: state.down != Down::No,
            gone: state.gone,
            no_turn: !state.drew,
            written: None,
            rejoins: false,
        }
    });
    DealEntry {
        winner: knock.map(|(seat, _)| seat).or(*winner),
        gin: *how == Ending::Gin,
        big_gin: knock.is_some_and(|(_, big)| big),
        spade: spade.flatten().and_then(|card| card.suit()) == Some(upcard_cards::Suit::Spades),
        seats: seats.collect(),
        ..DealEntry::default()
    }
}

fn played(rules: &Arc<Rules>, number: u64) -> (Game, Vec<Scored>) {
    let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_undo();
    let mut bots: Vec<Box<dyn Bot>> =
        Seat::all(rules.players).map(|seat| player(Level::Steady, seat.index() as u64)).collect();
    let mut deals: Vec<Scored> = Vec::new();
    let (mut events, mut dealer, mut agree) = (Vec::new(), Seat::at(0), (0, 0));
    while !game.is_over() {
        let before = events.len();
        match game.to_act() {
            None => game.next_deal(&mut events),
            Some(seat) => {
                let action = bots[seat.index()].decide(&game.view(seat), &Budget::Playouts(0));
                game.act(seat, &action, &mut events).unwrap();
            }
        }
        let new: Vec<Event> = events[before..].to_vec();
        for event in new {
            match event {
                Event::DealBegan { dealer: of, .. } => {
                    (dealer, agree) = (of, (0, 0));
                    events.drain(..before);
                }
                Event::DealEnded { winner, points, paid, .. } => {
                    let deal = game.table().deal_rules(rules).number - 1;
                    let mut count = observed_deal(&game, &events);
                    let choices = &rules.set.choices;
                    if choices.scoring.who == WhoScores::Payments {
                        let each = paid.iter().map(|units| -units).max().unwrap_or(0);
                        let besides = each - i64::from(choices.settling.out);
                        count.besides = u8::try_from(besides).unwrap_or(0);
                    }
                    deals.push(Scored { count, winner, points, paid, dealer, deal });
                }
                Event::RejoinAnswered { seat, total: Some(_) } => {
                    deals.last_mut().unwrap().count.seats[seat.index()].rejoins = true;
                }
                Event::SplitAnswered { agrees, .. } => {
                    agree.0 += usize::from(agrees);
                    agree.1 += usize::from(!agrees);
                    deals.last_mut().unwrap().count.shared = agree.0 > 0 && agree.1 == 0;
                }
                _ => {}
            }
        }
    }
    (game, deals)
}

/// Enters the deals on a pad one by one and compares the result with the table's.
fn assert_pad_agrees(rules: &Arc<Rules>, number: u64) {
    let (game, deals) = played(rules, number);
    let what = format!("{} of {}, match {number}", rules.set.id, rules.players);
    let mut pad = ScorePad::new(rules.clone(), deals[0].dealer);
    let asked = pad.entry_fields();
    for (at, scored) in deals.iter().enumerate() {
        let coming = pad.sheet().next_deal.unwrap_or_else(|| panic!("{what}: over before {at}"));
        if rules.set.choices.dealing.next_dealer != NextDealer::Toss {
            assert_eq!(coming.dealer, scored.dealer, "{what}, deal {at}");
        }
        assert_eq!(coming.deal, scored.deal, "{what}, deal {at}");
        // A scorekeeper sees what counts double; here it is inferred from the result.
        let ways = [(false, false), (true, false), (false, true), (true, true)];
        let fits = ways.into_iter().any(|(rummy, first_lay)| {
            if (rummy && !asked.rummy) || (first_lay && !asked.first_lay) {
                return false;
            }
            pad.enter(at, DealEntry { rummy, first_lay, ..scored.count.clone() }).unwrap();
            let row = pad.sheet().rows[at].clone();
            (&row.points, &row.paid, row.winner) == (&scored.points, &scored.paid, scored.winner)
        });
        let row = pad.sheet().rows[at].clone();
        assert!(fits, "{what}, deal {at}: {:?} for {:?}", row, scored.points);
    }
    let finished = pad.sheet().finished.unwrap_or_else(|| panic!("{what}: not over"));
    let table = game.table();
    assert_eq!(finished.winners, table.winners(), "{what}");
    assert_eq!(finished.settlement, table.settlement(), "{what}");
    let totals: Vec<i32> = Seat::all(rules.players).map(|seat| table.score(seat)).collect();
    assert_eq!(finished.totals, totals, "{what}");
}

#[test]
fn score_pad_agrees_with_the_table() {
    let library = Library::standard().unwrap();
    for id in library.ids() {
        let set = library.select(id, &[]).unwrap();
        let (least, most) = (set.choices.players.min, set.choices.players.max);
        for players in [least, most.min(5)] {
            let rules = rules(id, players);
            (1..=3).for_each(|number| assert_pad_agrees(&rules, number));
        }
    }
    for (game, choices) in [
        ("progression", vec![]),
        ("contract-rummy", vec![("match.advance", "individual")]),
        ("pool-101", vec![("pool.rejoin-fee", "true")]),
        ("rummy", vec![("scoring.going-rummy", "double"), ("settling.money", "difference")]),
    ] {
        let rules = rules_with(game, 4, &choices);
        (4..=9).for_each(|number| assert_pad_agrees(&rules, number));
    }
}

fn deal(winner: u8, hands: &[i32]) -> DealEntry {
    let seats = hands.iter().map(|&hand| SeatEntry { hand, ..SeatEntry::default() }).collect();
    DealEntry { winner: Some(Seat::at(winner.into())), seats, ..DealEntry::default() }
}

#[test]
fn corrections_rescore_later_deals() {
    let mut pad = ScorePad::new(rules("contract-rummy", 3), Seat::at(1));
    pad.enter(0, deal(0, &[0, 25, 40])).unwrap();
    pad.enter(1, deal(2, &[10, 5, 0])).unwrap();
    assert_eq!(pad.sheet().rows[1].totals, [10, 30, 40]);
    assert_eq!(pad.sheet().next_deal.unwrap().dealer, Seat::at(0));
    // The second player had 35, and 5 were taken off the third by agreement.
    let mut again = deal(0, &[0, 35, 40]);
    again.seats[2].written = Some(-5);
    pad.enter(0, again).unwrap();
    assert_eq!(pad.sheet().rows[0].points, [0, 35, -5]);
    assert_eq!(pad.sheet().rows[1].totals, [10, 40, -5]);
    assert_eq!(pad.take_back(), Some(deal(2, &[10, 5, 0])));
    assert_eq!(pad.sheet().rows.len(), 1);
}

#[test]
fn invalid_deals_are_rejected_without_changes() {
    let mut pad = ScorePad::new(rules("pool-101", 3), Seat::at(0));
    assert_eq!(pad.enter(1, deal(0, &[0, 1, 1])), Err(PadError::NoSuchDeal));
    assert_eq!(pad.enter(0, deal(0, &[0, 1])), Err(PadError::Players));
    assert_eq!(pad.enter(0, deal(0, &[0, i32::MIN, 1])), Err(PadError::TooMuch(Seat::at(1))));
    assert_eq!(pad.enter(0, deal(3, &[0, 1, 1])), Err(PadError::NotPlaying(Seat::at(3))));
    assert!(pad.deals().is_empty());
    // A hand costs at most 80 there: two deals eliminate the second player, who wins nothing then.
    pad.enter(0, deal(0, &[0, 999, 2])).unwrap();
    assert_eq!(pad.sheet().rows[0].points, [0, 80, 2]);
    pad.enter(1, deal(0, &[0, 80, 2])).unwrap();
    let out: Seats = [Seat::at(1)].into_iter().collect();
    assert_eq!(pad.sheet().rows[1].out, out);
    assert_eq!(pad.enter(2, deal(1, &[7, 0, 2])), Err(PadError::NotPlaying(Seat::at(1))));
    // With the first deal read differently the match ends two deals sooner: later deals are gone.
    pad.enter(2, deal(2, &[7, 0, 0])).unwrap();
    let mut end = deal(0, &[0, 0, 0]);
    end.seats[1].written = Some(101);
    end.seats[2].written = Some(150);
    pad.enter(0, end).unwrap();
    assert_eq!((pad.deals().len(), pad.sheet().next_deal), (1, None));
    assert_eq!(pad.enter(1, deal(0, &[0, 1, 1])), Err(PadError::Over));
    assert_eq!(pad.sheet().finished.unwrap().winners, [Seat::at(0)].into_iter().collect());
}

#[test]
fn first_dealer_must_play() {
    let pad = ScorePad::new(rules("rummy", 2), Seat::at(7));
    assert_eq!(pad.sheet().next_deal.unwrap().dealer, Seat::at(0));
}
