//! Prompts in set-up positions.

use serde_json::json;
use upcard_cards::{Card, Cards, MeldError, MeldKind, Rank, Suit};
use upcard_client::prompt::{AnswerAction, Detail, LayDown, Question};
use upcard_client::standing::PassReason;
use upcard_client::wire::Stage;
use upcard_client::{
    ArrangeDraft, Draft, Hand, HandCard, LayDownDraft, Plan, Planner, Prompt, PromptInputs, Reply,
    Session, SlotFault, StandingAnswers, SteadyPlanner, Targets,
};
use upcard_engine::table::Down;
use upcard_engine::{Action, MeldId, Refusal, Seat, Setup, SetupPhase, View};

use crate::common::{
    HAND, at_play, card, chosen, does, drawing, meld, offering, session, submits, tell_session,
};

fn prompt(session: &Session, text: &str) -> Prompt {
    with(session, &Draft::None, text, StandingAnswers::default())
}

fn helps(view: &View<'_>, card: Card) -> bool {
    SteadyPlanner.helps(view, card)
}

fn proposed(view: &View<'_>, hand: &[HandCard]) -> LayDownDraft {
    LayDownDraft::proposed(view, SteadyPlanner.proposal(view), hand)
}

fn with(session: &Session, draft: &Draft, text: &str, standing: StandingAnswers) -> Prompt {
    let (chosen, view) = (&chosen(session, text), session.view());
    let lay_down = view.map_or(LayDown::No, |view| LayDown::of(&view, &Plan::of(&view)));
    let targets = &view.map(|view| Targets::of(&view, chosen)).unwrap_or_default();
    let reply = view.map_or(Reply::Ask, |view| standing.reply(&view, helps));
    let plan = view.map(|view| Plan::of(&view)).unwrap_or_default();
    let advice = plan.advice.as_ref();
    Prompt::now(session, PromptInputs { draft, chosen, targets, lay_down, advice, reply })
}

fn drafted(session: &Session, draft: Draft) -> Prompt {
    with(session, &draft, "", StandingAnswers::default())
}

#[test]
fn drawing_offers_the_stock_and_the_upcard() {
    let prompt = prompt(&session("contract-rummy", HAND, Down::No, drawing("7H")), "");
    assert_eq!(does(&prompt), [Action::Take, Action::Draw].map(AnswerAction::Act));
    assert!(prompt.mine && prompt.answers.last().unwrap().main);
    assert_eq!((prompt.question, prompt.detail), (Question::Draw, Detail::DrawOrTake(card("7H"))));
}

#[test]
fn prompt_offers_a_possible_lay_down() {
    let session = session("contract-rummy", HAND, Down::No, at_play());
    let prompt = prompt(&session, "");
    assert_eq!((&prompt.question, &prompt.detail), (&Question::MayLayDown, &Detail::OrDiscard));
    assert_eq!(does(&prompt), [AnswerAction::Propose { free: false }]);
    // The prompt says what the proposal leaves in the hand.
    let hand = chosen(&session, HAND);
    let draft = proposed(&session.view().unwrap(), &hand);
    let laying = drafted(&session, Draft::Down(draft));
    assert_eq!(laying.question, Question::LayingDown);
    assert_eq!(laying.detail, Detail::Leaves("2C 6D JS KC".parse().unwrap()));
    assert!(matches!(submits(&laying), Some(Action::Down(_))));
}

#[test]
fn first_melds_show_points_and_minimum() {
    let hand = "KS KH KD 9C TC JC 2D 3H 5S 7D QS 4C 8H 6S";
    let session = session("kalooki-40", hand, Down::No, at_play());
    let draft = proposed(&session.view().unwrap(), &chosen(&session, hand));
    let laying = drafted(&session, Draft::Down(draft));
    assert!(matches!(submits(&laying), Some(Action::Down(_))));
    let left = "2D 3H 5S 7D QS 4C 8H 6S".parse().unwrap();
    assert_eq!(laying.detail, Detail::FirstLeaves { points: 59, left });
}

#[test]
fn unfitting_card_is_not_offered_a_meld() {
    let melds = vec![meld(1, 1, "set 8H 8D 8C")];
    let hand = "8S 4D 5C 9S TD QH 2C 6D JS KC";
    let session = session("contract-rummy", hand, Down::Earlier, Setup { melds, ..at_play() });
    assert_eq!(prompt(&session, "8S").detail, Detail::DiscardOrMeld);
    assert_eq!(prompt(&session, "KC").detail, Detail::DiscardIt);
    assert_eq!(prompt(&session, "4D KC").detail, Detail::SelectOne);
    assert_eq!(prompt(&session, "8S KC").detail, Detail::TapMeld);
    assert_eq!(does(&prompt(&session, "8S KC")), [AnswerAction::LayOff(MeldId(1))]);
    assert_eq!(prompt(&session, "").detail, Detail::SelectPlay);
}

#[test]
fn lay_off_is_primary_unless_discard_is_advised() {
    let melds = vec![meld(1, 1, "set 8H 8D 8C"), meld(2, 2, "run 4D 5D 6D 7D")];
    let hand = "8S 4D 5C 9S TD QH 2C 6D JS KC";
    let session = session("contract-rummy", hand, Down::Earlier, Setup { melds, ..at_play() });
    let (chosen, view) = (&chosen(&session, "8S"), session.view().unwrap());
    let targets = &Targets::of(&view, chosen);
    let bright = |session: &Session, advice: Option<&Action>| {
        let (draft, lay_down, reply) = (&Draft::None, LayDown::No, Reply::Ask);
        let prepared = PromptInputs { draft, chosen, targets, lay_down, advice, reply };
        let answers = Prompt::now(session, prepared).answers;
        assert_eq!(answers.len(), 2, "both are offered");
        assert!(!answers[0].main && answers[1].main, "{answers:?}");
        answers[1].action.clone()
    };
    let throw = |text: &str| Action::Discard { card: card(text), shanghai: false };
    let lay_off = AnswerAction::LayOff(MeldId(1));
    assert_eq!(bright(&session, None), lay_off);
    assert_eq!(bright(&session, Some(&throw("KC"))), lay_off);
    assert_eq!(bright(&session, Some(&throw("8S"))), AnswerAction::Act(throw("8S")));
    // Without hints, the advice is ignored.
    let mut quiet = session.clone();
    quiet.hints = false;
    assert_eq!(bright(&quiet, Some(&throw("8S"))), lay_off);
}

#[test]
fn prompt_is_stable_while_others_decide() {
    // Seat 2 plays, then its discard is offered to the others; none of this concerns the player's seat.
    let line = |setup| {
        let prompt = prompt(&session("contract-rummy", HAND, Down::No, setup), "");
        (prompt.question, prompt.detail)
    };
    for phase in [SetupPhase::Draw, SetupPhase::Play] {
        let setup = Setup { phase, ..offering("7H") };
        assert_eq!(line(setup), (Question::OthersPlay, Detail::LastEvent), "{phase:?}");
    }
    // In the player's turn the line says that the turn is waiting.
    let own = Setup { turn: Seat::at(0), ..offering("7H") };
    assert_eq!(line(own), (Question::Play, Detail::OthersFirst));
}

#[test]
fn melding_is_suggested_only_with_partners_in_hand() {
    let detail = |session: &Session, card: &str| prompt(session, card).detail;
    // The contract is two sets, for which neighbours in suit are useless.
    let sets = session("contract-rummy", HAND, Down::No, at_play());
    assert_eq!(detail(&sets, "4H"), Detail::DiscardOrGather);
    assert_eq!(detail(&sets, "KC"), Detail::DiscardIt);
    assert_eq!(detail(&sets, "2C"), Detail::DiscardIt);
    // With free melds both count; the ace is adjacent to king and two.
    let free = session("rummy", "AH 2H 5C 7C TD JS KC", Down::No, at_play());
    for (card, goes) in [("AH", true), ("2H", true), ("5C", true), ("TD", false), ("KC", false)] {
        let expected = if goes { Detail::DiscardOrGather } else { Detail::DiscardIt };
        assert_eq!(detail(&free, card), expected, "{card}");
    }
    // A wild card fits everything.
    let wild = session("contract-rummy", "4H 6D JS KC JK", Down::No, at_play());
    assert_eq!(detail(&wild, "KC"), Detail::DiscardOrGather);
}

#[test]
fn prompt_never_suggests_illegal_actions() {
    let melds = vec![meld(1, 1, "set 8H 8D 8C"), meld(2, 0, "set 3H 3D 3C")];
    let hand = "8S 4D 5C 9S TD QH 2C 6D JS KC";
    let setup = || Setup { melds: melds.clone(), ..at_play() };
    let arranges = |down| {
        let session = session("ill-buy-it", hand, down, setup());
        does(&prompt(&session, "")).contains(&AnswerAction::OpenArrange)
    };
    assert!(arranges(Down::Earlier));
    assert!(!arranges(Down::No));
    assert!(!arranges(Down::Now), "rearranging begins in the turn after going down");
    let before = session("contract-rummy", hand, Down::No, setup());
    assert_eq!(prompt(&before, "").detail, Detail::SelectDiscard);
}

#[test]
fn slot_faults_are_explained() {
    // The second deal of contract-rummy has a contract of a set and a run.
    let hand = "JD 2H 7H JC 3D 4D 6D KC KD 9S 5D";
    let session = session("contract-rummy", hand, Down::No, Setup { deal: 2, ..at_play() });
    let view = session.view().unwrap();
    let empty = LayDownDraft::new(&view);
    let mut kinds = empty.slots.iter().map(|slot| slot.element.map(|element| element.kind));
    let run = kinds.position(|kind| kind == Some(MeldKind::Run));
    let run = run.expect("the second deal asks for a run");
    let fault = |slot: usize, text: &str| {
        let mut draft = empty.clone();
        chosen(&session, text).into_iter().for_each(|held| draft.put(held, slot));
        draft.slots[slot].fault(&view)
    };
    let odd_suit = SlotFault::Suit { stray: card("JD"), suit: Suit::Hearts };
    let gap = SlotFault::Rule(MeldKind::Run, MeldError::RunOrder);
    for (text, expected) in [
        ("JD 2H 7H JC", Some(odd_suit)),
        ("3D 4D", Some(SlotFault::TooFew { missing: 2 })),
        ("3D 4D 6D KD", Some(gap)),
        ("3D 4D 5D 6D", None),
    ] {
        assert_eq!(fault(run, text), expected, "{text}");
    }
    let odd_rank = fault(1 - run, "KC KD 9S");
    assert!(matches!(odd_rank, Some(SlotFault::Rank { stray, .. }) if stray == card("9S")));
    // The prompt shows the first invalid slot.
    let mut draft = empty.clone();
    chosen(&session, "JD 2H 7H JC").into_iter().for_each(|held| draft.put(held, run));
    let prompt = drafted(&session, Draft::Down(draft));
    assert!(matches!(prompt.detail, Detail::Slot(slot, SlotFault::Suit { .. }) if slot == run));
}

#[test]
fn mixed_run_slot_faults_are_explained() {
    let sucia = "AS 2D 3C 4H 5S 6S 7D 8H 9H TC JS QD KC";
    let turns = "AS 2D 3C 4H 5S 6H 7C 8H 9C TH JS QD KC";
    let two_sevens = "AS 2D 3C 4H 5S 6S 7D 7H 9H TC JS QD KC";
    let wrong = Some(SlotFault::Rule(MeldKind::Run, MeldError::RunColour));
    for (deal, hand, expected) in [
        (9, sucia, None),
        (9, two_sevens, Some(SlotFault::DuplicateRank(Rank::new(6).unwrap()))),
        (9, "AS 2D 3C", Some(SlotFault::TooFew { missing: 10 })),
        (10, sucia, wrong),
        (11, sucia, wrong),
        (11, turns, None),
    ] {
        let session = session("carioca+escalas", hand, Down::No, Setup { deal, ..at_play() });
        let view = session.view().unwrap();
        let mut draft = LayDownDraft::new(&view);
        // Cards are added in another order than that of the run.
        chosen(&session, hand).into_iter().rev().for_each(|held| draft.put(held, 0));
        assert_eq!(draft.slots[0].fault(&view), expected, "deal {deal}: {hand}");
        assert_eq!(draft.action(&view).is_ok(), expected.is_none(), "deal {deal}: {hand}");
    }
}

#[test]
fn refused_obvious_action_names_its_rule() {
    let session = session("contract-rummy", "8S 4D", Down::Earlier, at_play());
    let empty = drafted(&session, Draft::Arrange(ArrangeDraft { zones: Vec::new() }));
    assert_eq!(empty.detail, Detail::ArrangeNothing);
    // A dead discard pile may not be taken.
    let dead = Setup { dead: true, ..drawing("7H") };
    let session = self::session("contract-rummy", HAND, Down::No, dead);
    assert_eq!(prompt(&session, "").detail, Detail::Refused(Refusal::TakeDead));
}

#[test]
fn others_are_named_only_while_waited_for() {
    let setup = Setup { turn: Seat::at(2), ..at_play() };
    let mut session = session("contract-rummy", HAND, Down::No, setup);
    assert_eq!(prompt(&session, "").question, Question::OthersPlay);
    assert!(!prompt(&session, "").mine);
    session.seated[0].covered = true;
    let covered = prompt(&session, "");
    assert_eq!((covered.question, covered.mine), (Question::Covered, true));
    session.seated[0].covered = false;
    session.stage = Stage::Over;
    assert_eq!(prompt(&session, "").question, Question::MatchEnded);
}

#[test]
fn first_upcard_prompt_names_the_deciding_seat() {
    let mut session = session("contract-rummy", HAND, Down::No, at_play());
    // As in gin, where the turn still belongs to the player who declined.
    tell_session(&mut session, "phase", json!({ "upcard": { "seat": 1 } }));
    assert_eq!(prompt(&session, "").question, Question::OthersUpcard(Seat::at(1)));
}

#[test]
fn offer_names_price_and_precedence() {
    let prompt = prompt(&session("shanghai-rummy", HAND, Down::No, offering("7H")), "");
    assert!(matches!(prompt.question, Question::Offer(Some(_))));
    let Detail::Terms(terms) = prompt.detail else { panic!("{:?}", prompt.detail) };
    assert!(terms.cards > 0 && terms.buys_left.is_some() && !terms.race, "{terms:?}");
    assert!(!terms.before.has(Seat::at(0)), "nobody comes before oneself");
    let [pass, buy] = [Action::Pass, Action::Buy].map(AnswerAction::Act);
    assert_eq!(does(&prompt), [AnswerAction::StandingAnswers, pass, buy]);
}

#[test]
fn standing_answers_settle_offers() {
    // The contract is two sets: a pair of eights and a pair of kings need a third card.
    let hand = "8H 8D KC KD 2C 3H 4S 6D TS JC QH";
    let helpful = StandingAnswers { only_helpful: Some(true), ..StandingAnswers::default() };
    let question = |session: &Session, standing| with(session, &Draft::None, "", standing).question;
    let offered = |upcard, down| session("shanghai-rummy", hand, down, offering(upcard));
    let (eight, five) = (offered("8S", Down::No), offered("5C", Down::No));
    assert!(matches!(question(&eight, helpful), Question::Offer(_)));
    assert!(matches!(question(&five, StandingAnswers::default()), Question::Offer(_)));
    let quiet = with(&five, &Draft::None, "", helpful);
    assert_eq!((quiet.question, quiet.mine), (Question::OthersPlay, false));
    assert_eq!(helpful.reply(&five.view().unwrap(), helps), Reply::Pass(PassReason::NoHelp));
    // Pass in this deal, even on useful cards.
    let deal = StandingAnswers { not_this_deal: true, ..StandingAnswers::default() };
    assert_eq!(question(&eight, deal), Question::OthersPlay);
    // Buy any eight, unless passing in this deal.
    let mut any = StandingAnswers::default();
    any.ranks.toggle(upcard_cards::RANKS[7]);
    assert!(matches!(question(&eight, any), Question::Buying(Some(_))));
    assert!(matches!(question(&five, any), Question::Offer(_)));
    let reply = StandingAnswers { not_this_deal: true, ..any }.reply(&eight.view().unwrap(), helps);
    assert_eq!(reply, Reply::Pass(PassReason::Deal));
    // After going down.
    let down = offered("8S", Down::Earlier);
    let when_down = StandingAnswers { not_when_down: true, ..StandingAnswers::default() };
    assert_eq!(when_down.reply(&down.view().unwrap(), helps), Reply::Pass(PassReason::Down));
    assert_eq!(when_down.reply(&eight.view().unwrap(), helps), Reply::Ask);
}

#[test]
fn lay_down_is_prepared_during_other_turns() {
    let setup = Setup { turn: Seat::at(2), ..at_play() };
    let session = session("contract-rummy", HAND, Down::No, setup);
    let idle = prompt(&session, "");
    assert_eq!(does(&idle), [AnswerAction::Prepare]);
    let view = session.view().unwrap();
    let hand = chosen(&session, HAND);
    let draft = proposed(&view, &hand);
    assert!(!draft.is_empty());
    let ready = drafted(&session, Draft::Down(draft.clone()));
    assert_eq!((&ready.question, &ready.detail), (&Question::OthersPlay, &Detail::Prepared));
    assert_eq!(does(&ready), [AnswerAction::Cancel]);
    // Errors are shown in advance too.
    let mut wrong = LayDownDraft::new(&view);
    chosen(&session, "4H 9S JS").into_iter().for_each(|held| wrong.put(held, 0));
    let wrong = drafted(&session, Draft::Down(wrong));
    assert!(matches!(wrong.detail, Detail::Slot(0, SlotFault::Rank { .. })), "{wrong:?}");
    // A card that left the hand leaves the draft; the rest stays.
    let mut kept = draft;
    let mut fewer = Hand::default();
    fewer.follow(view.hand, &[]);
    assert!(!kept.follow(&fewer));
    let four: Cards = "9S 9D 9H 2C".parse().unwrap();
    fewer.follow(&four, &[]);
    assert!(kept.follow(&fewer));
    assert!(!kept.is_empty());
    assert!(kept.slots.iter().flat_map(|slot| &slot.cards).all(|held| four.has(held.card)));
}

#[test]
fn spectators_and_seats_without_cards_prepare_nothing() {
    let setup = Setup { turn: Seat::at(2), ..at_play() };
    let mut session = session("contract-rummy", HAND, Down::No, setup);
    session.seated[0].covered = true;
    assert_eq!(does(&prompt(&session, "")), [AnswerAction::TakeSeatBack]);
    session.seated[0].covered = false;
    let own = session.view.as_mut().unwrap();
    own.seat = None;
    assert!(does(&prompt(&session, "")).is_empty());
}
