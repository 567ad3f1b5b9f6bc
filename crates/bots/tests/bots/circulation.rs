//! Circulating cards: nobody plays on and on without drawing from the stock.

use upcard_bots::{Bot, Budget, Level, player};
use upcard_engine::chance::Chance;
use upcard_engine::{Action, Game, MAX_IDLE_ROUNDS, Seat, Setup, SetupPhase};

use crate::common::{rules, rules_with, seat};

/// A game, its players and its one deal; the level of all seats; and the number of the match.
type Played = (&'static str, u8, &'static str, Level, u64);

/// Deals in which the seats once took and discarded the same cards turn after turn, until the rules ended
/// them.
const WENT_ROUND: [Played; 9] = [
    ("ill-buy-it", 3, "[7]", Level::Novice, 0x292b_07db_be20_c925),
    ("ill-buy-it", 3, "[7]", Level::Novice, 0x5bff_213f_f6a1_676d),
    ("three-thirteen", 2, "[6]", Level::Steady, 0xf5e3_71d7_6599_b580),
    ("three-thirteen", 2, "[6]", Level::Steady, 0x6192_137e_fea8_95fe),
    ("three-thirteen", 2, "[6]", Level::Steady, 0x10ce_d4f4_1e89_0d1b),
    ("shanghai-powe", 3, "[3]", Level::Sharp, 0xb048_2dbc_7244_1459),
    ("shanghai-powe", 3, "[3]", Level::Sharp, 0xf878_41b0_dc27_b122),
    ("shanghai-powe", 3, "[2]", Level::Expert, 0x54d2_248c_b642_7c3e),
    // The same with slips.
    ("ill-buy-it", 3, "[7]", Level::Casual, 0x292b_07db_be20_c925),
];

/// Maximum number of rounds of this deal without a draw from the stock or a card played to the table.
fn idle_rounds((game, players, deal, level, number): Played) -> u16 {
    let rules = rules_with(game, players, &[("match.deals", deal)]);
    let mut game = Game::new(rules, Chance::numbered(number)).without_undo();
    let mut bots: Vec<Box<dyn Bot>> = (0..players).map(|_| player(level, number)).collect();
    let mut most = 0;
    while let Some(seat) = game.next_to_act(&mut ()) {
        most = most.max(game.table().idle_turns() / u16::from(players));
        if most > MAX_IDLE_ROUNDS / 5 {
            break;
        }
        let action = bots[seat.index()].decide(&game.view(seat), &Budget::Playouts(0));
        game.act(seat, &action, &mut ()).unwrap();
    }
    most
}

#[test]
fn no_deal_ends_by_circulating_cards() {
    for played in WENT_ROUND {
        let most = idle_rounds(played);
        assert!(most <= MAX_IDLE_ROUNDS / 5, "{played:x?}: {most} rounds");
    }
}

/// A deal of Three Thirteen at the first turn, with these hands and discards.
fn three_thirteen(deal: u8, hands: [&str; 2], discards: &str) -> Game {
    let setup = Setup {
        deal,
        dealer: Seat::at(1),
        seats: hands.map(seat).to_vec(),
        discards: discards.split(' ').map(|card| card.parse().ok()).collect(),
        phase: SetupPhase::Draw,
        turn: Seat::at(0),
        ..Setup::default()
    };
    Game::set_up(rules("three-thirteen", 2), &setup, Chance::numbered(1)).unwrap()
}

/// Plays on for `turns` turns in which the upcard is taken and discarded again.
fn hand_on(game: &mut Game, turns: u16) {
    for _ in 0..turns {
        let seat = game.to_act().unwrap();
        let card = game.table().upcard().unwrap();
        game.act(seat, &Action::Take, &mut ()).unwrap();
        game.act(seat, &Action::Discard { card, shanghai: false }, &mut ()).unwrap();
    }
}

fn steady(game: &Game) -> Action {
    let seat = game.to_act().unwrap();
    player(Level::Steady, 1).decide(&game.view(seat), &Budget::Playouts(0))
}

/// The seven would make either hand lighter in place of another card, yet both would discard it.
#[test]
fn circulating_cards_are_left() {
    let hands = ["2C 4C AD 4D 5D JD AH 2H QH 2S QS", "AC 5C TC JC KC TD KD TH 4S 5S 7S"];
    let mut game = three_thirteen(9, hands, "9H 7D");
    for turn in 0..4 {
        assert_eq!(steady(&game), Action::Take, "turn {turn}");
        hand_on(&mut game, 1);
    }
    assert_eq!(game.table().idle_turns(), 5);
    assert_eq!(steady(&game), Action::Draw);
    // A draw from the stock resets the count.
    game.act(Seat::at(0), &Action::Draw, &mut ()).unwrap();
    assert_eq!(game.table().idle_turns(), 0);
}

/// However long a card has circulated, a player who goes out with it takes it.
#[test]
fn circulating_card_that_ends_the_deal_is_taken() {
    let mut game = three_thirteen(1, ["5H 6H TC", "8C 9D QS"], "2D 7H");
    for _ in 0..8 {
        assert_eq!(steady(&game) == Action::Take, game.to_act() == Some(Seat::at(0)));
        hand_on(&mut game, 1);
    }
    assert_eq!(steady(&game), Action::Take);
    game.act(Seat::at(0), &Action::Take, &mut ()).unwrap();
    assert!(matches!(steady(&game), Action::Declare { .. }));
}
