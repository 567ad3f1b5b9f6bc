//! The plan of a hand is consistent wherever it is shown, in positions from play in every game.

use std::sync::Arc;

use upcard_bots::{Bot, Budget, Steady, hints};
use upcard_cards::{Card, Cards, Meld, MeldRules, MeldSpec, Stage};
use upcard_client::hint::hint;
use upcard_client::plan::Plan;
use upcard_client::{Hand, LayDownDraft, Planner, SteadyPlanner};
use upcard_engine::chance::Chance;
use upcard_engine::table::Down;
use upcard_engine::{Action, Game, Library, Phase, Rules, View};

/// Visits every position that steady bots meet in some deals of each game.
fn each_position(mut look: impl FnMut(&str, &View<'_>)) {
    let library = Library::standard().unwrap();
    for id in library.ids() {
        let set = library.select(id, &[]).unwrap();
        let players = set.choices.players.max.min(4);
        let rules = Arc::new(Rules::new(set, players).unwrap());
        let mut game = Game::new(rules, Chance::numbered(7)).without_undo();
        let mut bot = Steady::default();
        for _ in 0..1_500 {
            if game.is_over() || game.table().deals_begun() > 8 {
                break;
            }
            let Some(seat) = game.to_act() else {
                game.next_deal(&mut ());
                continue;
            };
            let view = game.view(seat);
            look(id, &view);
            let action = bot.decide(&view, &Budget::Playouts(0));
            game.act(seat, &action, &mut ()).unwrap();
        }
    }
}

fn bag<'c>(cards: impl IntoIterator<Item = &'c Card>) -> Cards {
    cards.into_iter().copied().collect()
}

#[test]
fn plan_partitions_the_hand_and_counts_missing_cards() {
    let (mut planned, mut declared) = (0, 0);
    each_position(|id, view| {
        let plan = Plan::of(view);
        let seen = bag(plan.melds.iter().flat_map(|meld| &meld.cards));
        let rest = bag(plan.partial.iter().flatten().chain(&plan.rest));
        assert_eq!(bag(plan.clone().groups().iter().flatten()), *view.hand, "{id}");
        assert_eq!(seen.len() + rest.len(), view.hand.len(), "{id}: {plan:?}");
        let state = view.table.seat(view.seat);
        let throws = matches!(plan.advice, Some(Action::Discard { .. }));
        let deal = view.table.deal_rules(view.rules);
        // With runs only, a hand far from its goal exceeds the search budget.
        let planned_at_all = !plan.melds.is_empty() || deal.melds.set_min != MeldRules::NO_SETS;
        let missing = plan.melds.iter().map(|meld| meld.missing).sum::<u8>();
        if deal.sequences.is_some() && !throws && planned_at_all {
            // For a declaration, the groups are a shortest way there.
            assert_eq!(Some(missing), hints::grouping(view).missing, "{id}: {plan:?}");
            declared += 1;
        }
        if !view.rules.has_contracts() || state.down != Down::No || view.hand.is_empty() {
            return;
        }
        let contract = &view.contract_rules().contract;
        for meld in &plan.melds {
            let element = contract.elements[meld.element.unwrap()];
            let all = meld.cards.len() + usize::from(meld.missing);
            assert!(all >= usize::from(element.size), "{id}: {plan:?}");
        }
        let (melds, all) = (plan.melds.len(), state.remaining.len());
        assert_eq!(melds, all, "{id}: no plan for {} in {plan:?}", view.hand);
        planned += 1;
        if !view.contract_rules().whole_hand {
            assert_eq!(Some(missing), hints::grouping(view).missing, "{id}: {plan:?}");
        }
        let filled = plan.progress(view).into_iter().map(usize::from).sum::<usize>();
        assert!(filled <= contract.size(), "{id}: {plan:?}");
    });
    assert!(planned > 2_000, "{planned}");
    assert!(declared > 20, "{declared}");
}

#[test]
fn advice_plan_and_proposal_agree() {
    let mut seen = 0;
    each_position(|id, view| {
        let plan = Plan::of(view);
        assert_eq!(hint(view).advice.map(|(action, _)| action), plan.advice, "{id}");
        let Some(Action::Down(melds)) = &plan.advice else { return };
        seen += 1;
        assert_eq!(view.table.phase(), Phase::Play);
        let rules = &view.contract_rules().melds;
        for spec in melds {
            let meld = Meld::new(spec, rules, Stage::First).unwrap();
            let mut ready = plan.melds.iter().filter(|planned| planned.missing == 0);
            let is_planned = ready.any(|planned| bag(&planned.cards) == meld.cards());
            assert!(is_planned, "{id}: {spec} in {plan:?}");
        }
        let mut hand = Hand::default();
        hand.follow(view.hand, &[]);
        let draft = LayDownDraft::proposed(view, SteadyPlanner.proposal(view), hand.items());
        let Ok(Action::Down(proposed)) = draft.action(view) else { panic!("{id}: {draft:?}") };
        // The same melds in any notation: wild cards are interchangeable.
        let sorted = |melds: &[MeldSpec]| {
            let made = melds.iter().map(|meld| Meld::new(meld, rules, Stage::First).unwrap());
            let of = |meld: Meld| format!("{:?} {}", meld.kind(), meld.cards());
            let mut all: Vec<String> = made.map(of).collect();
            all.sort();
            all
        };
        assert_eq!(sorted(&proposed), sorted(melds), "{id}");
    });
    assert!(seen > 100, "{seen}");
}
