//! Round trips in random matches of every game: plays encode to open numbers and decode to the same plays;
//! observations decode to the view.

use std::sync::Arc;

use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng;
use upcard_bench::policies;
use upcard_bots::{Budget, player};
use upcard_cards::{Card, Cards, Meld};
use upcard_engine::{Action, Level, Library, Refusal, Rules, Seat, View};
use upcard_gym::numbers::{DOWN, DRAW, KNOCK, OFF, REARRANGE, REJOIN, UNDO, name};
use upcard_gym::{Env, GymError, Layout, ListedPlays, Many, Mask, Observation, Options, same_play};
use upcard_testkit::laws::{all_games, rules_for};

/// Maximum number of decisions checked per match: a deal or more.
const MAX_DECISIONS: u32 = 300;
const MAX_BOT_DECISIONS: u32 = 100;

/// Plays the match with this number; returns how many plays had no encoding.
fn check_match(
    name: &str,
    rules: &Arc<Rules>,
    number: u64,
    most: u32,
    verbs: &mut Mask,
    mut choose: impl FnMut(&View<'_>, &mut ChaCha12Rng) -> Option<Action>,
) -> u32 {
    let mut rng = ChaCha12Rng::seed_from_u64(number);
    let layout = Layout::new(rules);
    let mut env = Env::new(rules, Options { undo: true, ..Options::default() }, number);
    let mut unlisted = 0;
    for decision in 0..most {
        let Some(seat) = env.seat() else { break };
        let here =
            || format!("{name}, {} players, match {number}, decision {decision}", rules.players);
        let view = env.game().view(seat);
        let choices = ListedPlays::list(&view);
        let discards: Vec<Card> = view.discards().iter().collect();
        let mut allowed: Vec<Card> = view.hand.iter_counts().map(|(card, _)| card).collect();
        allowed.retain(|&card| view.allows(&Action::Discard { card, shanghai: false }));
        assert_eq!(discards, allowed, "{}", here());
        assert_eq!(choices.first(&view, true), *env.mask(), "{}: {:?}", here(), view.hand);
        if decision % 5 == 0 {
            check_observation(&layout, &view, &[], &here());
            check_secrets(&layout, &view, &mut rng, &here());
        }
        let action = choose(&view, &mut rng).expect("an answer");
        let wanted = view.judge(&action).expect("a legal answer");
        let numbers = match env.encode(&action) {
            Ok(numbers) => numbers,
            Err(GymError::Unlisted(_)) => {
                unlisted += 1;
                env.act(&action).expect("legal");
                continue;
            }
            Err(error) => panic!("{}: {action}: {error}", here()),
        };
        verbs.insert(numbers[0]);
        let read = choices.decode(&view, &numbers).expect("a play");
        let same = view.judge(&read).is_ok_and(|legal| same_play(&legal, &wanted));
        assert!(same, "{}: {action} comes back as {read}", here());
        for at in 1..numbers.len() {
            let early = choices.decode(&view, &numbers[..at]);
            assert_eq!(early, None, "{}: {action}, {numbers:?}", here());
        }
        check_observation(&layout, &view, &numbers[..numbers.len() - 1], &here());
        for number in &numbers {
            assert!(env.mask().has(*number), "{}: {action}, {numbers:?}: {number}", here());
            env.step(*number).expect("open");
        }
    }
    unlisted
}

/// Checks that an observation decodes to the view.
fn check_observation(layout: &Layout, view: &View<'_>, said: &[u8], here: &str) {
    let mut array = vec![-1; layout.size()];
    assert!(layout.write(view, said, &mut array));
    let seen = Observation::read(layout, &array).expect(here);
    let table = view.table;
    assert_eq!(seen.seat, view.seat, "{here}");
    assert_eq!(seen.hand, *view.hand, "{here}");
    assert_eq!(seen.said, said[..said.len().min(48)], "{here}");
    assert_eq!(seen.freed, table.turn().freed, "{here}");
    let open = table.seat(view.seat).remaining;
    let contract = view.contract_rules().contract.elements.iter().enumerate();
    let contract: Vec<_> = contract.map(|(place, element)| (*element, open.has(place))).collect();
    assert_eq!(seen.contract, contract, "{here}");
    for (seat, of) in Seat::all(table.players()).zip(&seen.seats) {
        let state = table.seat(seat);
        assert_eq!(of.count, i16::from(state.count), "{here}");
        assert_eq!(of.columns[13], table.score(seat) as i16, "{here}");
        assert_eq!(of.columns[14], table.chips_won(seat) as i16, "{here}");
        assert_eq!(of.columns[8] != 0, table.asks(seat), "{here}");
        let known = if seat == view.seat { state.known } else { view.known_of(seat) };
        assert_eq!(of.known, known, "{here}: {seat}");
    }
    let discards: Vec<_> = table.discards().iter().map(|d| (d.card, d.by)).collect();
    assert_eq!(seen.discards, discards, "{here}");
    assert_eq!(seen.known_stock, table.known_stock(), "{here}");
    assert_eq!(seen.buried, table.buried().iter().copied().collect::<Cards>(), "{here}");
    assert_eq!(seen.melds.len(), table.melds().len(), "{here}");
    for (seen, laid) in seen.melds.iter().zip(table.melds()) {
        assert_eq!((seen.id, seen.owner, seen.kind), (laid.id.0, laid.owner, laid.meld.kind()));
        match &laid.meld {
            Meld::Run(run) => {
                let expected = (Some((run.suit(), run.low())), run.cards());
                assert_eq!((seen.run, &seen.cards[..]), expected, "{here}");
            }
            Meld::Set(set) => {
                assert_eq!((seen.rank, seen.run), (set.rank(), None), "{here}");
                assert_eq!(seen.cards.iter().copied().collect::<Cards>(), *set.cards(), "{here}");
            }
        }
    }
}

/// Checks that another world consistent with the view gives the same observation and the same mask.
fn check_secrets(layout: &Layout, view: &View<'_>, rng: &mut ChaCha12Rng, here: &str) {
    let other = view.sample_world(rng);
    let other = other.view(view.seat);
    let mut arrays = [vec![0; layout.size()], vec![1; layout.size()]];
    assert!(layout.write(view, &[], &mut arrays[0]) && layout.write(&other, &[], &mut arrays[1]));
    assert_eq!(arrays[0], arrays[1], "{here}");
    let first = |view: &View<'_>| ListedPlays::list(view).first(view, true);
    assert_eq!(first(view), first(&other), "{here}");
}

#[test]
fn matches_of_every_game_round_trip() {
    let library = Library::standard().unwrap();
    let mut verbs = Mask::NONE;
    for (at, game) in all_games(&library).iter().enumerate() {
        for number in [at as u64, 1001 + at as u64] {
            let rules = rules_for(&library, game, number).unwrap();
            let count =
                check_match(game, &rules, number, MAX_DECISIONS, &mut verbs, |view, rng| {
                    match number % 2 {
                        0 => policies::simple(view, rng),
                        _ => policies::random(view, rng),
                    }
                });
            assert_eq!(count, 0, "{game}, match {number}: plays without numbers");
        }
    }
    // Every verb must have been played. Decisions between deals are rare, and nobody rearranges at random.
    let words = (DRAW..REJOIN).filter(|word| *word != REARRANGE);
    let missing: Vec<_> = words.filter(|word| !verbs.has(*word)).filter_map(name).collect();
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn bot_plays_can_be_encoded() {
    let library = Library::standard().unwrap();
    let mut verbs = Mask::NONE;
    for (at, game) in library.ids().enumerate() {
        // Normal hand sizes: grouping larger ones is slow.
        let rules = rules_for(&library, game, 3 * at as u64).unwrap();
        let level = [Level::Novice, Level::Steady, Level::Sharp][at % 3];
        let mut bot = player(level, at as u64);
        let count =
            check_match(game, &rules, at as u64, MAX_BOT_DECISIONS, &mut verbs, |view, _| {
                Some(bot.decide(view, &Budget::Playouts(0)))
            });
        assert_eq!(count, 0, "{game}, {level}: plays without numbers");
    }
    assert!(verbs.has(DOWN) && verbs.has(OFF) && verbs.has(KNOCK));
    let choices = [("rearranging.allowed", "same-turn")];
    let rules = Arc::new(Rules::of(&library, "rummy", &choices, Some(3)).unwrap());
    let mut bot = player(Level::Steady, 1);
    check_match("rummy, rearranged", &rules, 1, 400, &mut verbs, |view, _| {
        Some(bot.decide(view, &Budget::Playouts(0)))
    });
    assert!(verbs.has(REARRANGE));
}

#[test]
fn any_open_numbers_form_a_play() {
    let library = Library::standard().unwrap();
    for (at, game) in library.ids().enumerate() {
        let number = at as u64;
        let rules = rules_for(&library, game, number).unwrap();
        let mut draws = upcard_gym::SplitMix::new(number);
        let mut env = Env::new(&rules, Options::default(), number);
        for step in 0..2000 {
            if env.is_over() {
                env.reset(number + step);
            }
            let mask: Mask = *env.mask();
            assert!(!mask.is_empty(), "{game}: after {:?}", env.said());
            // Prefer the highest number, which continues a play: multi-number plays are rare otherwise.
            let last = draws.below(2) == 0;
            let place = if last { mask.len() - 1 } else { draws.below(mask.len()) };
            let number = mask.nth(place).unwrap();
            env.step(number).unwrap();
            assert!(env.said().len() < 64, "{game}: {:?}", env.said());
        }
    }
}

#[test]
fn undo_is_only_allowed_as_an_option() {
    let rules = Arc::new(Rules::of(&Library::standard().unwrap(), "rummy", &[], Some(2)).unwrap());
    for undo in [true, false] {
        let mut env = Env::new(&rules, Options { undo, ..Options::default() }, 1);
        let mut rng = ChaCha12Rng::seed_from_u64(1);
        while !env.seat().is_some_and(|seat| env.game().view(seat).allows(&Action::Undo)) {
            let action = policies::simple(&env.game().view(env.seat().unwrap()), &mut rng);
            env.act(&action.unwrap()).unwrap();
        }
        let allowed = if undo { Ok(()) } else { Err(GymError::Refused(Refusal::UndoNothing)) };
        assert_eq!(env.mask().has(UNDO), undo);
        assert_eq!(env.encode(&Action::Undo), allowed.clone().map(|()| vec![UNDO]));
        assert_eq!(env.act(&Action::Undo).map(|_| ()), allowed);
    }
}

#[test]
fn the_first_deal_must_exist() {
    let library = Library::standard().unwrap();
    for (game, last) in [("contract-rummy", 7), ("points-rummy", 1), ("gin", 200)] {
        let rules = Arc::new(Rules::of(&library, game, &[], None).unwrap());
        let checked = |first_deal| Options { first_deal, ..Options::default() }.check(&rules);
        assert_eq!((checked(1), checked(last)), (Ok(()), Ok(())), "{game}");
        for beyond in [last + 1, u8::MAX] {
            assert_eq!(checked(beyond), Err(GymError::Deal { last }), "{game}");
        }
    }
}

#[test]
fn the_number_of_matches_and_threads_is_limited() {
    let rules = Arc::new(Rules::of(&Library::standard().unwrap(), "gin", &[], None).unwrap());
    let made = Many::new(&rules, Options::default(), usize::MAX, 1, Vec::new(), 1);
    assert!(matches!(made, Err(GymError::TooMany { what: "matches", .. })));
    let made = Many::new(&rules, Options::default(), 1, 1, Vec::new(), usize::MAX);
    assert!(matches!(made, Err(GymError::TooMany { what: "threads", .. })));
}

/// `play_on` gives the same match as single bot steps, stops at a seat without a bot, and names the bots in
/// the record.
#[test]
fn play_on_equals_single_bot_steps() {
    let library = Library::standard().unwrap();
    let budget = Budget::Playouts(0);
    for game in ["contract-rummy", "gin", "pool-101"] {
        let rules =
            Arc::new(Rules::of(&library, game, &[], Some(2).filter(|_| game == "gin")).unwrap());
        let bot = |seat: Seat, decision: u32| {
            let level = if seat.index() == 0 { Level::Steady } else { Level::Random };
            (level, u64::from(decision) << 8 ^ seat.index() as u64)
        };
        let options = Options { record: true, ..Options::default() };
        let (mut all, mut each) = (Env::new(&rules, options, 5), Env::new(&rules, options, 5));
        let together = all.play_on(&budget, |seat, at| Some(bot(seat, at))).unwrap();
        let mut sum = together.rewards.map(|_| 0.0);
        while let Some(seat) = each.seat() {
            let (level, seed) = bot(seat, each.game().table().decision());
            let action = player(level, seed).decide(&each.game().view(seat), &budget);
            let stepped = each.act_for(&action, Some(level)).unwrap();
            sum.iter_mut().zip(stepped.rewards).for_each(|(sum, more)| *sum += more);
        }
        assert!(together.over && all.is_over() && all.mask().is_empty(), "{game}");
        assert_eq!(together.rewards, sum, "{game}");
        assert_eq!(all.record().unwrap().to_string(), each.record().unwrap().to_string());
        let record = all.record().unwrap();
        assert_eq!(record.seats[..2], ["bot steady", "bot random"], "{game}");
        // Every deal was committed to in advance, up to the limit on their number.
        let proof = record.verify().unwrap();
        assert_eq!(proof.before_match, proof.deals().min(30), "{game}");

        // A seat without a bot is to act, with a mask.
        let mut env = Env::new(&rules, options, 5);
        for _ in 0..20 {
            let others = |seat: Seat, at| (seat.index() != 0).then(|| bot(seat, at));
            env.play_on(&budget, others).unwrap();
            let Some(seat) = env.seat() else { break };
            assert_eq!(seat.index(), 0, "{game}");
            let first = env.mask().iter().next().unwrap();
            env.step(first).unwrap();
            while !env.said().is_empty() {
                let next = env.mask().iter().next().unwrap();
                env.step(next).unwrap();
            }
        }
        assert_eq!(env.bots().next(), Some(None), "{game}");
        assert_eq!(env.record().unwrap().seats[..2], ["seat 1", "bot random"], "{game}");
    }
}
