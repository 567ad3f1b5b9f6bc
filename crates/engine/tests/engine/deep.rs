//! A card deep in the discard pile may be taken if and only if some play uses it.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use upcard_cards::{Card, Cards, MeldKind, MeldSpec, RANKS, SUITS, Stage};
use upcard_engine::chance::{Chance, below, shuffle};
use upcard_engine::table::{Addition, Drawn};
use upcard_engine::{
    Action, Event, Game, Library, MeldId, Refusal, Rules, Seat, Setup, SetupPhase, SetupSeat,
    TableMeld,
};

fn rules(game: &str, changes: &[(&str, &str)], players: u8) -> Arc<Rules> {
    Arc::new(Rules::of(&Library::standard().unwrap(), game, changes, Some(players)).unwrap())
}

/// A hand, some discards and a run on the table.
struct Position {
    hand: Cards,
    discards: Vec<Card>,
    run: Vec<Card>,
}

fn some_position(rules: &Rules, rng: &mut ChaCha8Rng) -> Position {
    let mut suits = SUITS;
    shuffle(rng, &mut suits);
    let [suit, ..] = suits;
    let low = below(rng, 11) as usize;
    let ranks = RANKS.iter().cycle().skip(low).take(3);
    let run: Vec<Card> = ranks.map(|rank| Card::natural(*rank, suit)).collect();
    let mut left = rules.pack;
    for card in &run {
        left.remove(*card);
    }
    let mut cards: Vec<Card> = left.iter().collect();
    shuffle(rng, &mut cards);
    let hand = (0..5 + below(rng, 4)).filter_map(|_| cards.pop()).collect();
    cards.truncate(2 + below(rng, 6) as usize);
    Position { hand, discards: cards, run }
}

fn set_up(rules: &Arc<Rules>, position: &Position, taken: Option<usize>) -> Game {
    let melds = &rules.deals[0].melds;
    let spec = MeldSpec { kind: MeldKind::Run, cards: position.run.clone(), named: None };
    let meld = upcard_cards::Meld::new(&spec, melds, Stage::Later).unwrap();
    let from = taken.unwrap_or(position.discards.len());
    let mut hand = position.hand;
    hand.extend(position.discards[from..].iter().copied());
    let setup = Setup {
        deal: 1,
        seats: vec![Some(SetupSeat { hand, ..SetupSeat::default() })],
        melds: vec![TableMeld { id: MeldId(1), owner: Seat::at(1), meld }],
        discards: position.discards[..from].iter().copied().map(Some).collect(),
        phase: if taken.is_some() { SetupPhase::Play } else { SetupPhase::Draw },
        drawn: Drawn::Stock,
        ..Setup::default()
    };
    Game::set_up(rules.clone(), &setup, Chance::numbered(1)).unwrap()
}

#[test]
fn deep_card_is_takeable_iff_usable() {
    let all = [
        rules("rummy-500", &[], 3),
        rules("rummy-500", &[], 5),
        rules("rummy-500+jokers", &[("pack.jokers", "4")], 5),
        rules("rummy-500", &[("melds.ace", "corner"), ("laying-off.needs", "own-meld")], 5),
        rules("rummy-500", &[("laying-down.sets", "exact"), ("melds.distinct-suits", "false")], 5),
    ];
    let (mut yes, mut no) = (0, 0);
    for (number, rules) in all.iter().enumerate() {
        let mut rng = ChaCha8Rng::seed_from_u64(number as u64);
        for _ in 0..300 {
            let position = some_position(rules, &mut rng);
            let game = set_up(rules, &position, None);
            let at = below(&mut rng, position.discards.len() as u32 - 1) as usize;
            let card = position.discards[at];
            if position.discards[at + 1..].contains(&card) {
                continue;
            }
            let judged = game.view(Seat::at(0)).judge(&Action::TakeDeep(card)).map(|_| ());
            let open = set_up(rules, &position, Some(at));
            let offered = open.view(Seat::at(0)).offered(100_000);
            assert!(!offered.cut_short);
            let uses = |action: &Action| match action {
                Action::Down(melds) => melds.iter().any(|meld| meld.cards.contains(&card)),
                Action::Off { card: off, .. } => *off == card,
                _ => false,
            };
            let expected = offered.actions.iter().any(uses);
            let found = if expected { Ok(()) } else { Err(Refusal::TakeNoUse) };
            let (hand, run) = (&position.hand, &position.run);
            assert_eq!(judged, found, "{}: {hand}, {card}, {run:?}", rules.set.id);
            if expected { yes += 1 } else { no += 1 }
        }
    }
    assert!(yes > 100 && no > 100, "{yes} can be used, {no} cannot");
}

/// Lay-offs, swaps of wild cards, slides and undo keep track of who laid a card.
#[test]
fn additions_track_their_cards() {
    let swaps = [
        ("swapping.who", "anyone"),
        ("swapping.from", "any-time"),
        ("wilds.slide", "run-end"),
        ("scoring.melded-wild", "as-card"),
    ];
    let rules = rules("rummy-500+jokers", &swaps, 3);
    let melds = &rules.deals[0].melds;
    let run = upcard_cards::Meld::new(&"run 4H 5H 6H".parse().unwrap(), melds, Stage::Later);
    let hand = |text: &str| Some(SetupSeat { hand: text.parse().unwrap(), ..SetupSeat::default() });
    let setup = Setup {
        deal: 1,
        seats: vec![hand("JK 8H 2C 3C"), hand("7H 9S 9C TC"), hand("KD KS")],
        melds: vec![TableMeld { id: MeldId(1), owner: Seat::at(2), meld: run.unwrap() }],
        discards: vec![None],
        phase: SetupPhase::Play,
        ..Setup::default()
    };
    let mut game = Game::set_up(rules.clone(), &setup, Chance::numbered(1)).unwrap();
    let mut act = |seat: usize, text: &str| {
        let mut events: Vec<Event> = Vec::new();
        game.act(Seat::at(seat), &text.parse().unwrap(), &mut events).unwrap();
        let shown = |seat| game.table().shown(&rules, Seat::at(seat));
        ([shown(0), shown(1), shown(2)], game.table().additions().to_vec())
    };
    assert_eq!(act(0, "off M1 JK high").0, [7, 0, 15]);
    assert_eq!(act(0, "off M1 8H").0, [15, 0, 15]);
    assert_eq!(act(0, "undo").0, [7, 0, 15]);
    act(0, "off M1 8H");
    act(0, "discard 2C");
    act(1, "draw");
    // The joker moves to the high end as the nine; the seat that laid it does not change.
    let (shown, additions) = act(1, "off M1 7H wild high");
    assert_eq!(shown, [17, 7, 15]);
    let joker = |a: &&Addition| a.card.is_joker();
    assert_eq!(additions.iter().filter(joker).map(|a| a.seat).collect::<Vec<_>>(), [Seat::at(0)]);
    assert_eq!(act(1, "undo").0, [15, 0, 15]);
    // Once taken off the table, it scores for nobody.
    assert_eq!(act(1, "swap M1 7H").0, [8, 7, 15]);
}
