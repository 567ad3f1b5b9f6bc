//! Games with hidden melds: deadwood, ending the deal, and answering a knock.

use serde_json::json;
use upcard_cards::{Cards, Meld};
use upcard_client::groups::{best_answer, best_ending, groups, hidden_deal};
use upcard_client::prompt::{AnswerAction, Answered, Detail, EndsBy, Question};
use upcard_client::showdown::{knock_score, rules_of, showdown};
use upcard_client::status_line::status_line;
use upcard_client::wire::{DealRow, Level};
use upcard_client::wording::table::chips;
use upcard_client::{
    DISCARD_SLOT, Draft, Hand, LayDownDraft, Plan, Planner, Session, SlotError, Sort,
    SteadyPlanner, Tap, Targets, layable_cards,
};
use upcard_engine::table::Down;
use upcard_engine::{Action, Ending, Event, Game, MeldId, Refusal, Seat, Setup, SetupPhase};

use crate::common::{
    Rendered, card, cards, chosen, controller, does, held, prompt, set_up, submits, tell_session,
};

fn all(text: &str) -> Cards {
    text.parse().unwrap()
}

/// A table of two with these hands; the person has the first.
fn table(game: &str, hands: [&str; 2], turn: usize) -> (Session, Game) {
    changed(game, &[], hands, Setup { turn: Seat::at(turn), ..Setup::default() })
}

/// The same with changed choices, and with further settings of the position.
fn changed(
    game: &str,
    changes: &[(&str, &str)],
    hands: [&str; 2],
    setup: Setup,
) -> (Session, Game) {
    let set_up = set_up(game, 2, Level::Steady, changes);
    let setup = Setup { phase: SetupPhase::Play, discards: vec![Some(card("TC"))], ..setup };
    crate::common::table(set_up, &hands, Down::No, setup)
}

fn see(session: &mut Session, game: &Game) {
    session.view = Some(game.own_view(Some(Seat::at(0))));
}

const OTHER: &str = "2H 4C 6D 8C TD QS AS 3H 7C JD";
const KNOCKS: &str = "5H 5D 5C 8S 9S TS JS 2D 3C 4H KD";

#[test]
fn groups_show_deadwood_after_the_best_discard() {
    let (session, _) = table("gin", [KNOCKS, OTHER], 0);
    let view = session.view().unwrap();
    let found = groups(&view).unwrap();
    assert_eq!((found.points, found.discard, found.ends), (9, Some(card("KD")), true));
    assert_eq!(found.left, all("2D 3C 4H"));
    let deal = hidden_deal(&session).unwrap();
    assert_eq!((deal.limit, deal.turned, deal.wild, deal.out), (Some(10), None, None, None));
    // Groups of the hand are its melds, followed by the sorted rest.
    let mut hand = Hand::default();
    hand.follow(view.hand, &[]);
    let shown = hand.shown(Sort::Melds, &Plan::of(&view));
    let mut sizes = [shown[0].len(), shown[1].len()];
    sizes.sort_unstable();
    assert_eq!(sizes, [3, 4], "{shown:?}");
    // In the other player's turn there is no discard.
    let (waits, _) = table("gin", ["5H 5D 5C 8S 9S TS JS 2D 3C KD", OTHER], 1);
    let found = groups(&waits.view().unwrap()).unwrap();
    assert_eq!((found.points, found.discard, found.ends), (15, None, false));
}

#[test]
fn knock_draft_is_shown_and_editable() {
    let (session, _) = table("gin", [KNOCKS, OTHER], 0);
    let view = session.view().unwrap();
    let asked = prompt(&session, &Draft::None, &[]);
    assert!(does(&asked).contains(&AnswerAction::OpenEnding(EndsBy::Knock(9))), "{asked:?}");
    let mut draft = LayDownDraft::ending(&view, &held(&session));
    let discard = draft.discard.unwrap();
    assert_eq!(discard.card, card("KD"));
    let asked = prompt(&session, &Draft::Down(draft.clone()), &[]);
    assert_eq!(asked.question, Question::Ending(EndsBy::Knock(9)));
    assert_eq!(asked.detail, Detail::KnockScores { limit: 10, undercut: 25 });
    assert_eq!(submits(&asked), Some(best_ending(&view).unwrap()));
    // Another discard leaves too much deadwood, and the prompt says so.
    let four = chosen(&session, "4H")[0];
    draft.put(four, DISCARD_SLOT);
    assert!(!draft.holds(discard.id));
    let asked = prompt(&session, &Draft::Down(draft.clone()), &[]);
    assert!(matches!(asked.detail, Detail::Refused(_)), "{asked:?}");
    assert_eq!(does(&asked), [AnswerAction::Cancel]);
    // A card that is taken back is in the hand again.
    draft.take(four.id);
    assert_eq!(draft.discard, None);
}

#[test]
fn gin_and_going_out_have_their_own_prompts() {
    let (session, _) = table("gin", ["5H 5D 5C 8S 9S TS JS 2D 3D 4D KD", OTHER], 0);
    let draft = LayDownDraft::ending(&session.view().unwrap(), &held(&session));
    let asked = prompt(&session, &Draft::Down(draft), &[]);
    assert_eq!(asked.question, Question::Ending(EndsBy::Gin));
    assert_eq!(asked.detail, Detail::GinScores(25));
    // In the first deal of Three Thirteen, threes are wild and hands have three cards.
    let (session, _) = table("three-thirteen", ["7H 7D 3C KD", "2H 4C 6D"], 0);
    let deal = hidden_deal(&session).unwrap();
    assert_eq!(deal.wild.map(|rank| rank.letter()), Some('3'));
    assert_eq!(deal.limit, None);
    assert_eq!(deal.own.map(|own| (own.points, own.ends)), Some((0, true)));
    let asked = prompt(&session, &Draft::None, &[]);
    assert!(does(&asked).contains(&AnswerAction::OpenEnding(EndsBy::GoingOut)));
    let draft = LayDownDraft::ending(&session.view().unwrap(), &held(&session));
    let asked = prompt(&session, &Draft::Down(draft), &[]);
    assert_eq!(asked.question, Question::Ending(EndsBy::GoingOut));
    // The others have one more turn.
    assert_eq!(asked.detail, Detail::OutScores(true));
    assert!(matches!(submits(&asked), Some(Action::Declare { .. })));
}

#[test]
fn knock_answer_proposes_the_best_lay_offs() {
    let own = "5S QS QH QD 2C 3H KH KC 9D 7S";
    let (mut session, mut game) = table("gin", [own, KNOCKS], 1);
    let knock = best_ending(&game.view(Seat::at(1))).unwrap();
    game.act(Seat::at(1), &knock, &mut Vec::<Event>::new()).unwrap();
    see(&mut session, &game);
    let view = session.view().unwrap();
    // The seven and the five of spades: on the run and on the set.
    let best = best_answer(&view).unwrap();
    let offs: Cards = best.lay_offs.iter().copied().collect();
    assert_eq!((offs, best.points), (all("5S 7S"), 34));
    // The deal summary and the status line agree.
    assert_eq!(hidden_deal(&session).unwrap().own.unwrap().points, 34);
    assert_eq!(status_line(&view).hand_cost, 34);
    let asked = prompt(&session, &Draft::None, &[]);
    assert_eq!(asked.question, Question::Knocked(Seat::at(1), 9));
    assert_eq!(asked.detail, Detail::BestAnswer(Answered { points: 34, ..best }));
    let best_shown = AnswerAction::Act(Action::Show(Vec::new()));
    assert_eq!(does(&asked), [AnswerAction::OpenAnswer, best_shown]);
    assert_eq!(layable_cards(&view).into_iter().collect::<Cards>(), all("5S 7S QS"));
    // Select a card and tap its meld.
    let five = chosen(&session, "5S");
    let targets = Targets::of(&view, &five);
    let meld = targets.melds()[0];
    let off = Action::Off { meld, card: five[0].card, end: None };
    assert_eq!(targets.tap_meld(&view, &five, meld), Tap::Act(off));
    assert_eq!(prompt(&session, &Draft::None, &five).detail, Detail::TapMeld);
    assert!(matches!(targets.tap_meld(&view, &[], MeldId(99)), Tap::SelectCardFirst));
    // The player's melds can be shown as drafted.
    let draft = LayDownDraft::answer(&view, &held(&session));
    let asked = prompt(&session, &Draft::Down(draft), &[]);
    assert_eq!(asked.question, Question::ShowingMelds);
    assert!(matches!(submits(&asked), Some(Action::Show(_))));
}

#[test]
fn own_knock_is_addressed_as_you() {
    let whose = Rendered(|id, args| format!("{id} {:?}", args.get("who")));
    for (knocks, who) in [(0, "you"), (1, "other")] {
        let mut hands = [OTHER, OTHER];
        hands[knocks] = KNOCKS;
        let (mut session, mut game) = table("gin", hands, knocks);
        let knock = best_ending(&game.view(Seat::at(knocks))).unwrap();
        game.act(Seat::at(knocks), &knock, &mut Vec::<Event>::new()).unwrap();
        see(&mut session, &game);
        let chips = chips(&whose, &session, &hidden_deal(&session).unwrap());
        let line = chips.iter().find(|chip| chip.words.starts_with("line-knocked")).unwrap();
        assert!(line.words.contains(who), "{line:?}");
    }
}

#[test]
fn showdown_groups_hands_and_breaks_down_the_score() {
    let own = "5S QS QH QD 2C 3H KH KC 9D 7S";
    let (mut session, mut game) = table("gin+spades-double", [own, KNOCKS], 1);
    let mut events: Vec<Event> = Vec::new();
    let knock = best_ending(&game.view(Seat::at(1))).unwrap();
    game.act(Seat::at(1), &knock, &mut events).unwrap();
    game.act(Seat::at(0), &Action::Show(Vec::new()), &mut events).unwrap();
    see(&mut session, &game);
    let row = events.iter().find_map(|event| DealRow::of(0, event)).unwrap();
    assert_eq!(row.how, Ending::Knocked);
    let (rules, own) = (session.rules.clone().unwrap(), session.view.clone().unwrap());
    let shown = showdown(&rules, &own.table, &row).unwrap();
    assert_eq!(shown[0].melds, [cards("QD QH QS")]);
    assert_eq!((shown[0].left, shown[0].deadwood), (all("2C 3H KH KC 9D"), 34));
    assert_eq!((shown[1].left, shown[1].deadwood), (all("2D 3C 4H"), 9));
    assert_eq!(shown[1].melds.iter().map(Vec::len).sum::<usize>(), 9, "with what was laid off");
    let counted = knock_score(&rules, &own.table, &row).unwrap();
    assert_eq!((counted.winner, counted.difference, counted.bonus), (Seat::at(1), 25, 0));
    assert_eq!(counted.points, if counted.doubled { 50 } else { 25 });
    // Hands that were not laid down are grouped for scoring.
    let (session, _) = table("three-thirteen", ["7H 7D 3C", "2H 4C 6D"], 0);
    let rules = session.rules.clone().unwrap();
    let row = DealRow { hands: vec![all("7H 7D 3C"), all("2H 4C 6D")], winner: None, ..row };
    let table = &session.view.as_ref().unwrap().table;
    let shown = showdown(&rules, table, &row).unwrap();
    assert_eq!((shown[0].melds.len(), shown[0].deadwood), (1, 0));
    assert_eq!((shown[1].melds.len(), shown[1].deadwood), (0, 12));
    assert_eq!(knock_score(&rules, table, &row), None);
}

#[test]
fn sequence_progress_is_shown_and_invalid_declaration_not_offered() {
    // One pure sequence and no second one; the groups are natural, whichever rank is turned up as wild.
    let own = "3H 4H 5H 7C 7D 7S 9D 9C 9H QS KD 2C 6S JD";
    let (session, _) = table("points-rummy", [own, "2H 4C 6D 8C TD QS AS 3H 7C JD 4S 5S 8D"], 0);
    let view = session.view().unwrap();
    let found = groups(&view).unwrap();
    let runs = found.runs.unwrap();
    assert!(runs.pure && runs.needed == 2, "{runs:?}");
    assert!(!found.ends && best_ending(&view).is_none());
    // All cards count while a sequence is missing, but groups are shown.
    assert!(runs.all < 2 && found.melds.len() > 1 && found.points > 40, "{found:?}");
    // A manual draft says what is missing, and cannot be declared.
    let mut draft = LayDownDraft::ending(&view, &held(&session));
    for (slot, meld) in ["3H 4H 5H", "7C 7D 7S", "9D 9C 9H"].into_iter().enumerate() {
        chosen(&session, meld).into_iter().for_each(|held| draft.put(held, slot));
    }
    draft.put(chosen(&session, "KD")[0], DISCARD_SLOT);
    let asked = prompt(&session, &Draft::Down(draft), &[]);
    assert_eq!(asked.detail, Detail::Refused(Refusal::DeclareLeftOver));
    assert_eq!(does(&asked), [AnswerAction::Cancel]);
}

/// With two wild cards, a natural card can become a set or a run: the hand needs the run, which is proposed.
#[test]
fn declaration_proposal_uses_a_legal_reading() {
    let own = "AS 2S 3S 4S 7D JK JK KH KD KC TC TH TS QH";
    let other = "2H 4C 6D 8C TD QS AS 3H 7C JD 4S 5S 8D";
    for game in ["pool-101", "pool-201", "points-rummy", "deals-rummy"] {
        let (session, _) = table(game, [own, other], 0);
        let view = session.view().unwrap();
        assert!(best_ending(&view).is_some(), "{game}");
        let mut draft = LayDownDraft::ending(&view, &held(&session));
        let declared = draft.action(&view);
        assert!(matches!(declared, Ok(Action::Declare { .. })), "{game}: {declared:?}");
        let good = draft.groups(&view).unwrap();
        // Each group is in the plan, which the hand display uses.
        let planned = Plan::of(&view);
        let places = groups(&view).unwrap().melds;
        assert!(places.iter().any(|meld| planned.index_of(&meld.cards()).is_some()), "{game}");
        // The hand is displayed as declared, without the discard.
        let shown = SteadyPlanner.plan(&view);
        let Some(Action::Declare { melds, finish }) = best_ending(&view) else { panic!("{game}") };
        for meld in melds {
            let cards: Cards = meld.cards.iter().copied().collect();
            assert!(shown.index_of(&cards).is_some(), "{game}: {cards}");
        }
        let thrown =
            finish.is_some_and(|card| shown.melds.iter().all(|m| !m.cards.contains(&card)));
        assert!(thrown, "{game}: {finish:?}");
        assert!(good.left.is_empty() && good.points == 0 && good.pure.is_some(), "{good:?}");
        // Another reading is refused; rebuilding the draft selects the accepted one.
        let open = draft.slots.iter().position(|slot| slot.readings(&view).len() > 1).unwrap();
        let kinds: Vec<Meld> = draft.slots[open].readings(&view);
        let set = kinds.iter().position(|meld| matches!(meld, Meld::Set(_))).unwrap();
        draft.slots[open].reading = set;
        assert!(matches!(draft.action(&view), Err(SlotError::Refused(_))), "{game}");
        draft.select_valid_readings(&view);
        assert!(draft.action(&view).is_ok(), "{game}");
        // Through the controller: removing a card and putting it back gives the same declaration.
        let mut play = controller(session);
        play.carry_out(AnswerAction::OpenEnding(EndsBy::Declaring));
        let Draft::Down(draft) = play.draft().clone() else { panic!("{game}") };
        assert!(draft.action(&play.view().unwrap()).is_ok(), "{game}");
        let card = draft.slots[open].cards[0].id;
        play.remove_from_draft(card);
        let Draft::Down(without) = play.draft().clone() else { panic!("{game}") };
        let less = without.groups(&play.view().unwrap()).unwrap();
        assert!(less.points > 0 || !less.left.is_empty() || less.runs != good.runs, "{less:?}");
        play.put(&[card], open);
        let Draft::Down(again) = play.draft().clone() else { panic!("{game}") };
        assert!(again.action(&play.view().unwrap()).is_ok(), "{game}");
    }
}

/// Worked case C113: after a declaration, players group their own hands if the house rule says so.
#[test]
fn players_group_their_hands_after_a_declaration() {
    let own = "9C TC JC 4H 5H JK KH KD KS 7D 7S 2H QD";
    let other = "4S 5S 6S 7S 2C 3C JK JS JH JD 3S 3H 3C 2D";
    let setup = Setup { turn: Seat::at(1), wild: Some(card("8D")), ..Setup::default() };
    let grouping = [("scoring.grouping", "own")];
    let (mut session, mut game) = changed("points-rummy", &grouping, [own, other], setup);
    let declare = "declare run 4S 5S 6S 7S; run 2C 3C JK; set JS JH JD; set 3S 3H 3C finish 2D";
    let mut events: Vec<Event> = Vec::new();
    game.act(Seat::at(1), &declare.parse().unwrap(), &mut events).unwrap();
    see(&mut session, &game);
    let asked = prompt(&session, &Draft::None, &[]);
    assert_eq!(asked.question, Question::ShowGroups(Seat::at(1), EndsBy::Declaring));
    assert_eq!(asked.detail, Detail::GroupsCost(24));
    let best_shown = AnswerAction::Act(Action::Show(Vec::new()));
    assert_eq!(does(&asked), [AnswerAction::OpenAnswer, best_shown]);
    // The cheapest grouping is proposed.
    let mut draft = LayDownDraft::answer(&session.view().unwrap(), &held(&session));
    let asked = prompt(&session, &Draft::Down(draft.clone()), &[]);
    assert_eq!(asked.question, Question::Grouping);
    assert_eq!(asked.detail, Detail::GroupedSo { cost: 24, best: 24 });
    // Other groupings show their cost.
    for held in held(&session) {
        draft.take(held.id);
    }
    for (slot, meld) in ["9C TC JC", "4H 5H JK", "KH KD KS"].into_iter().enumerate() {
        chosen(&session, meld).into_iter().for_each(|held| draft.put(held, slot));
    }
    let asked = prompt(&session, &Draft::Down(draft), &[]);
    assert_eq!(asked.detail, Detail::GroupedSo { cost: 26, best: 24 });
    let show = submits(&asked).unwrap();
    let during = session.view.clone().unwrap();
    game.act(Seat::at(0), &show, &mut events).unwrap();
    see(&mut session, &game);
    let row = events.iter().find_map(|event| DealRow::of(0, event)).unwrap();
    let (rules, view) = (session.rules.clone().unwrap(), session.view.clone().unwrap());
    let shown = showdown(&rules, &view.table, &row).unwrap();
    assert_eq!((shown[0].melds.len(), shown[0].deadwood), (3, 26));
    assert_eq!(shown[1].deadwood, 0);
    // An eight was turned up and costs nothing; for another deal this is unknown.
    let eight = card("8S").index();
    assert_eq!(rules_of(&rules, &view.table, &row).values[eight], 0);
    assert_eq!(rules_of(&rules, &during.table, &row).values[eight], 8);
}

/// In games without required sequences, the first player out has gone out, not declared.
#[test]
fn players_group_their_hands_after_going_out() {
    let setup = Setup { turn: Seat::at(1), ..Setup::default() };
    let changes = [("scoring.grouping", "own"), ("declaring.last-turns", "none")];
    let hands = ["7H 7D 9C", "2H 2C 2D 5S"];
    let (mut session, mut game) = changed("three-thirteen", &changes, hands, setup);
    let out = best_ending(&game.view(Seat::at(1))).unwrap();
    game.act(Seat::at(1), &out, &mut Vec::<Event>::new()).unwrap();
    see(&mut session, &game);
    let asked = prompt(&session, &Draft::None, &[]);
    assert_eq!(asked.question, Question::ShowGroups(Seat::at(1), EndsBy::GoingOut));
    // While another player groups, the prompt names that player.
    tell_session(&mut session, "phase", json!({ "show": { "seat": 1 } }));
    let asked = prompt(&session, &Draft::None, &[]);
    assert_eq!(asked.question, Question::OthersGroup(Seat::at(1)));
}

#[test]
fn dropping_is_offered_with_its_price() {
    let hands =
        ["3H 4H 5H 7C 7D 7S 9D 9C 9H QS KD 2C 6S", "2H 4C 6D 8C TD QS AS 3H 7C JD 4S 5S 8D"];
    let (mut session, _) = table("points-rummy", hands, 0);
    tell_session(&mut session, "phase", json!("draw"));
    tell_session(&mut session, "seats/0/drew", json!(false));
    let asked = prompt(&session, &Draft::None, &[]);
    assert!(does(&asked).contains(&AnswerAction::Drop(20)), "{asked:?}");
    // Later in the deal it costs more.
    tell_session(&mut session, "seats/0/drew", json!(true));
    let asked = prompt(&session, &Draft::None, &[]);
    assert!(does(&asked).contains(&AnswerAction::Drop(40)), "{asked:?}");
}
