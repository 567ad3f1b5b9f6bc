//! Every game and variation gives a whole sheet, and a sheet hides no choice that matters.

use upcard_cards::{JOKER, Rank};
use upcard_engine::choice_types::MatchDeals;
use upcard_engine::choices::{
    CHOICES, Chain, Cut, DealEnds, DealShow, Declares, DiscardedWilds, Dropping, ExtraCard,
    KnockLimit, LastDeal, LastDealPoints, LastTurns, LayDownMode, LayOffNeeds, Money,
    OpeningUpcard, Percent, Rearrange, StockOut, SwapWho, TopUse, WhatCounts, WhoScores,
    WildsPerDeal, WrongDeclaration,
};
use upcard_engine::{Facts, Library, RuleSet, Rules, Value};
use upcard_rulebook::{
    Chapter, Sentence, Sheet, chapter_label, choice_label, diff, diff_text, form, sheet,
    sheet_text, show_json, show_text, value_label,
};

fn library() -> Library {
    Library::standard().unwrap()
}

/// Every game, and every game with one of its variations.
fn names(library: &Library) -> Vec<String> {
    let mut all = Vec::new();
    for id in library.ids() {
        all.push(id.to_owned());
        let variations = &library.file(id).unwrap().variations;
        all.extend(variations.iter().map(|v| format!("{id}+{}", v.id)));
    }
    all
}

fn tables(set: &RuleSet) -> impl Iterator<Item = Rules> {
    let players = &set.choices.players;
    let set = set.clone();
    (players.min..=players.max).filter_map(move |n| Rules::new(set.clone(), n).ok())
}

/// All sentences that are about a choice.
fn of_choice<'a>(sheet: &'a Sheet, path: &'a str) -> impl Iterator<Item = &'a Sentence> {
    sheet.sentences().filter(move |s| s.choices.contains(&path))
}

/// A missing message shows in double brackets, a missing argument in braces.
fn whole(text: &str) -> bool {
    !text.contains(['⟦', '{', '}'])
}

#[test]
fn every_game_and_variation_has_a_whole_sheet() {
    let library = library();
    for name in names(&library) {
        let set = library.select(&name, &[]).unwrap();
        let mut some = false;
        for rules in tables(&set) {
            some = true;
            let sheet = sheet(&rules);
            for sentence in sheet.sentences() {
                assert!(whole(&sentence.text), "{name}: {}", sentence.text);
                assert!(sentence.examples.iter().all(|e| whole(&e.caption)), "{name}");
                assert!(sentence.text.ends_with(['.', ':']), "{name}: no end: {}", sentence.text);
                let first = sentence.text.chars().next().unwrap();
                assert!(!first.is_lowercase(), "{name}: {}", sentence.text);
            }
            assert!(whole(&sheet_text(&sheet)), "{name}");
        }
        assert!(some, "{name}");
    }
}

#[test]
fn examples_of_contracts_are_drawn_for_every_deal() {
    let library = library();
    for id in library.ids() {
        let set = library.select(id, &[]).unwrap();
        for rules in tables(&set) {
            let sheet = sheet(&rules);
            let drawn =
                of_choice(&sheet, "contracts.deals").flat_map(|s| &s.examples).filter(|e| e.legal);
            let contracts = rules.deals.iter().filter(|deal| !deal.contract.is_empty()).count();
            assert_eq!(drawn.count(), contracts, "{id} with {} players", rules.players);
        }
    }
}

#[test]
fn every_choice_and_every_word_of_it_has_a_label() {
    let library = library();
    for name in names(&library) {
        let set = library.select(&name, &[]).unwrap();
        for (choice, field) in CHOICES.iter().zip(form(&set.choices)) {
            assert_ne!(choice_label(choice.path), choice.path);
            let chapter = chapter_label(choice.path);
            assert!(chapter.starts_with(char::is_uppercase), "{}: {chapter}", choice.path);
            let mut values = choice.others(&set.choices);
            values.push(choice.get(&set.choices));
            for value in values {
                let label = value_label(choice.path, &value);
                assert!(whole(&label) && !label.is_empty(), "{}: {label}", choice.path);
            }
            for offer in field.offers {
                let value = Value::from_argument(&offer.value);
                if let Value::Text(word) = &value {
                    // A word for a reader, not the word of the file, though they may be equal.
                    let own = offer.label != *word || !word.contains('-');
                    assert!(own, "{}: {word} has no label", choice.path);
                }
            }
        }
    }
}

/// The words of every choice that has a label of its own; kept apart from the test above, which
/// cannot distinguish a label from a word that reads the same.
#[test]
fn no_word_is_left_to_itself() {
    let library = library();
    let mut defaults = library.select(library.ids().next().unwrap(), &[]).unwrap().choices;
    for choice in CHOICES {
        for field in form(&defaults).into_iter().filter(|f| f.path == choice.path) {
            for offer in field.offers {
                let value = Value::from_argument(&offer.value);
                let Value::Text(word) = &value else { continue };
                (choice.set)(&mut defaults, &value).unwrap();
                let source = include_str!("../locales/en/choices.ftl");
                let id = format!("choice-{} =", choice.path.replace('.', "-"));
                let from = source.split_once(&id).expect(choice.path).1;
                let entry = from.split("\nchoice-").next().unwrap();
                // Words with a number, like 'wall 2', have one label.
                // A sign is no part of a label's name.
                let word = word.split(' ').next().unwrap_or_default().replace('+', "-");
                assert!(entry.contains(&format!(".{word} =")), "{}: {word}", choice.path);
            }
        }
    }
}

/// Where a choice has no effect, so that a sheet need not speak of it.
fn silent(rules: &Rules, path: &str) -> bool {
    let c = &rules.set.choices;
    if !Facts::at(c, rules.players..=rules.players).has_effect(path) {
        return true;
    }
    let contracts = rules.has_contracts();
    let free = c.laying_down.mode == LayDownMode::Free;
    let shown = c.scoring.who == WhoScores::ShownMinusHand;
    let knocks = c.knocking.limit != KnockLimit::None;
    let hidden = c.laying_down.mode == LayDownMode::Hidden;
    let per_deal = c.wilds.per_deal != WildsPerDeal::None;
    let turned = c.wilds.per_deal == WildsPerDeal::Turned;
    let declared = c.declaring.allowed != Declares::None;
    let wild_ranks = !c.pack.wild_ranks.is_empty() || per_deal;
    let wilds = rules.pack.has(JOKER) || wild_ranks;
    let played: Vec<_> = if rules.schedule.is_empty() {
        rules.deals.iter().collect()
    } else {
        rules.deals.iter().filter(|d| rules.schedule.contains(&(d.number - 1))).collect()
    };
    let buying = played.iter().any(|deal| deal.buying);
    let most = |letter: char| {
        let count = |text: &str| text.matches(letter).count();
        played
            .iter()
            .map(|d| {
                let all: Vec<String> = d.contract.elements.iter().map(|e| e.to_string()).collect();
                count(&all.concat())
            })
            .max()
            .unwrap_or(0)
    };
    let last = rules.deals.len();
    let last_played = contracts && played.iter().any(|d| d.number as usize == last);
    let special = last_played && c.matching.last_deal != LastDeal::AsOthers;
    match path {
        "laying-down.mode" => false,
        "dealing.opening-upcard" => c.dealing.opening_upcard == OpeningUpcard::Normal,
        "dealing.extra-card" => c.dealing.extra_card == ExtraCard::None,
        "knocking.ace-upcard" => c.knocking.limit != KnockLimit::Upcard,
        "scoring.gin"
        | "scoring.undercut"
        | "scoring.spade-doubles"
        | "match.game-bonus"
        | "match.box"
        | "match.box-when"
        | "match.gin-boxes"
        | "match.shutout"
        | "match.tables" => !knocks,
        _ if path.starts_with("knocking.") => !knocks,
        // Where nothing reaches the table, the two limits count the same, and the lower one holds.
        "stock-out.reshuffles" if hidden && c.stock_out.then == StockOut::Void => {
            c.stock_out.reshuffles.0.is_none_or(|n| n > c.stock_out.stalemate)
        }
        "stock-out.stalemate" if hidden && c.stock_out.then == StockOut::Void => {
            c.stock_out.reshuffles.0.is_some_and(|n| n <= c.stock_out.stalemate)
        }
        "stock-out.last-discard" => !matches!(c.stock_out.then, StockOut::Wall(_)),
        "stock-out.reuse" | "stock-out.shuffle" | "stock-out.reshuffles"
            if matches!(c.stock_out.then, StockOut::Wall(_)) =>
        {
            true
        }
        "wilds.per-deal" => !per_deal,
        "wilds.turned-joker" => !turned || !rules.pack.has(JOKER),
        "wilds.turned-card" => !turned,
        "drawing.discarded-wilds" => !wilds || c.drawing.discarded_wilds == DiscardedWilds::Allowed,
        "declaring.penalty" => c.declaring.wrong != WrongDeclaration::Penalty,
        "declaring.finish-card" => c.declaring.allowed != Declares::AllButDiscard,
        _ if path.starts_with("declaring.") => !declared,
        "dropping.missed-turns" => {
            c.dropping.allowed == Dropping::Never || c.dropping.missed_turns.0.is_none()
        }
        _ if path.starts_with("dropping.") => c.dropping.allowed == Dropping::Never,
        "scoring.grouping" => !declared || c.scoring.what != WhatCounts::Deadwood,
        "scoring.one-life" => {
            !declared || c.scoring.what != WhatCounts::Deadwood || c.declaring.needs.sequences == 0
        }
        "scoring.cap" => c.scoring.cap.0.is_none(),
        "scoring.least" => c.scoring.least == 0,
        "scoring.deal-show" => c.scoring.deal_show == DealShow::Full,
        "scoring.last-deal" => c.scoring.last_deal == LastDealPoints::Off,
        "match.chips" => c.scoring.who != WhoScores::Chips,
        "match.early-end" => !c.matching.early_end,
        "match.eliminate-at" => c.matching.deals != MatchDeals::LastPlayer,
        "match.winner" | "match.ties" if c.matching.deals == MatchDeals::LastPlayer => true,
        "pool.rejoin-limit" | "pool.auto-split" | "pool.manual-split" => {
            c.matching.deals != MatchDeals::LastPlayer
        }
        "pool.rejoin-fee" => c.pool.rejoin_limit.0.is_none() || c.settling.money != Money::Pool,
        _ if path.starts_with("pool.") => c.pool.rejoin_limit.0.is_none(),
        "scoring.what" => !hidden,
        "wilds.slide" | "wilds.cap-scope" | "turn.order" | "scoring.going-rummy" if hidden => true,
        "laying-off.last-turns" => c.declaring.last_turns == LastTurns::None,
        _ if hidden
            && ["laying-down.", "laying-off.", "rearranging.", "swapping.", "going-out."]
                .iter()
                .any(|chapter| path.starts_with(chapter)) =>
        {
            true
        }
        "drawing.deep" => !c.drawing.deep,
        "drawing.deep-use" | "drawing.top-use" => {
            !c.drawing.deep && c.drawing.top_use == TopUse::Free
        }
        "scoring.low-ace" | "scoring.out-bonus" => !shown,
        "scoring.melded-wild" => !shown || !wilds,
        "scoring.queen-of-spades" => c.scoring.queen_of_spades.0.is_none(),
        "melds.pair-grows" => most('P') == 0,
        "wilds.in-pairs" => most('P') == 0 || !wilds,
        "wilds.cap-scope" => !wilds || c.wilds.cap == upcard_cards::WildCap::None,
        "wilds.natural-place" => !wild_ranks,
        "swapping.who" => !wilds,
        "swapping.where" | "swapping.from" | "swapping.freed" | "swapping.timing" => {
            !wilds || c.swapping.who == SwapWho::Nobody
        }
        "rearranging.wilds" => !wilds || c.rearranging.allowed == Rearrange::Never,
        "rearranging.new-melds" => c.rearranging.allowed == Rearrange::Never,
        _ if path.starts_with("wilds.") => !wilds,
        "dealing.cut-bonus" => c.dealing.cut == Cut::None || c.dealing.cut_bonus == 0,
        "dealing.cut" => c.dealing.cut == Cut::None,
        "laying-down.melds-per-turn" => !free,
        "laying-down.extra-melds" | "laying-down.duty" => free,
        "laying-down.sets" => !free && most('S') == 0,
        "laying-down.runs" | "laying-down.runs-per-suit" => !free && most('R') == 0,
        "laying-down.same-rank-sets" => !free && most('S') < 2,
        "laying-down.same-suit-runs" => {
            (!free && most('R') < 2) || c.laying_down.runs_per_suit.0 == Some(1)
        }
        "laying-off.from" => c.laying_off.needs == LayOffNeeds::None,
        "buying.deals" => false,
        "buying.limit.scope" => !buying || played.iter().all(|d| d.buy_limit.is_none()),
        "buying.dead" => !buying || c.buying.chain != Chain::Dead,
        _ if path.starts_with("buying.") => !buying,
        "shanghai.allowed" | "shanghai.priority" | "shanghai.price" => !c.shanghai.allowed,
        "going-out.discard" => {
            (special && played.len() == 1) || c.going_out.ends == DealEnds::ContractComplete
        }
        "stock-out.block-at" => c.stock_out.then != StockOut::Block,
        "stock-out.reuse"
        | "stock-out.shuffle"
        | "stock-out.reshuffles"
        | "stock-out.stalemate" => c.stock_out.then == StockOut::Block,
        "scoring.joker" => !rules.pack.has(JOKER),
        "scoring.wilds" => !wild_ranks,
        "scoring.two" => c.scoring.wilds.0.is_some() && c.pack.wild_ranks.has(Rank::TWO),
        "match.target" => c.matching.deals != MatchDeals::Target,
        "match.last-deal" => !special,
        "match.advance" => !contracts || rules.schedule.len() < 2,
        "settling.money" => c.settling.money == Money::None,
        "settling.places" => c.settling.money != Money::Places,
        "settling.unit" => c.settling.money == Money::None,
        "settling.fee" => c.settling.money == Money::None || c.settling.fee == Percent(0),
        "settling.kitty" => {
            c.settling.money != Money::Places || c.buying.price_pennies == 0 || !buying
        }
        _ => false,
    }
}

#[test]
fn a_sheet_speaks_of_every_choice_that_has_an_effect() {
    let library = library();
    for name in names(&library) {
        let set = library.select(&name, &[]).unwrap();
        for rules in tables(&set) {
            let sheet = sheet(&rules);
            for choice in CHOICES {
                let spoken = of_choice(&sheet, choice.path).next().is_some();
                let silent = silent(&rules, choice.path);
                assert_eq!(!spoken, silent, "{name} with {}: {}", rules.players, choice.path);
            }
        }
    }
}

/// What a sheet says of the rules, its head aside.
fn sentences_of(sheet: &Sheet) -> Vec<&str> {
    sheet.sentences().filter(|s| !s.choices.is_empty()).map(|s| s.text.as_str()).collect()
}

/// Do these two rule sets play the same at these tables, though a choice of this path differs?
fn same_game(a: &Rules, b: &Rules, path: &str) -> bool {
    if silent(a, path) && silent(b, path) {
        return true;
    }
    let limits = |r: &Rules| r.deals.iter().map(|d| (d.buying, d.buy_limit)).collect::<Vec<_>>();
    let prices = |r: &Rules| r.deals.iter().map(|d| (d.buying, d.price_cards)).collect::<Vec<_>>();
    let open = |all: Vec<(bool, u8)>| all.into_iter().filter(|d| d.0).collect::<Vec<_>>();
    match path {
        // The number of cards is what counts, not how it is written.
        "pack.packs" | "pack.jokers" => a.pack == b.pack,
        // Nor how the number of deals is written for tables of other sizes.
        "match.deals" => {
            let deals = |r: &Rules| r.set.choices.matching.deals.number(r.players);
            deals(a).is_some() && deals(a) == deals(b)
        }
        "dealing.hand" => a.deals.iter().map(|d| d.hand).eq(b.deals.iter().map(|d| d.hand)),
        _ if path.starts_with("scoring.") && a.values != b.values => false,
        "scoring.two"
        | "scoring.three-to-seven"
        | "scoring.eight-nine"
        | "scoring.ten"
        | "scoring.court"
        | "scoring.ace" => true,
        // Deals without buying have neither price nor limit.
        "buying.price.cards" => open(prices(a)) == open(prices(b)),
        "buying.limit.per-deal" => {
            let open = |r| limits(r).into_iter().filter(|d| d.0).collect::<Vec<_>>();
            open(a) == open(b)
        }
        // The ace leaves a run no more than 13 places.
        "melds.run-max" => a.set.choices.melds.run_max.min(b.set.choices.melds.run_max) >= 13,
        "settling.places" => {
            let amounts = |r: &Rules| r.set.choices.settling.places.amounts(r.players as usize);
            amounts(a) == amounts(b)
        }
        _ => false,
    }
}

#[test]
fn no_changed_choice_is_hidden() {
    let library = library();
    let names = names(&library);
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let changed: usize = std::thread::scope(|scope| {
        // Every thread takes each n-th name, so that the games with many choices are spread.
        let parts: Vec<_> = (0..threads)
            .map(|first| {
                let mine = names.iter().skip(first).step_by(threads);
                let library = &library;
                scope.spawn(move || mine.map(|name| changes_shown(library, name)).sum::<usize>())
            })
            .collect();
        parts.into_iter().map(|part| part.join().unwrap()).sum()
    });
    assert!(changed > 10_000, "only {changed}");
}

/// Changes each choice of a game to each of its other values, at every number of players, and sees
/// that the sheet says so. Returns how many changes there were.
fn changes_shown(library: &Library, name: &str) -> usize {
    let mut changed = 0;
    let set = library.select(name, &[]).unwrap();
    let tables: Vec<(Rules, Sheet)> = tables(&set).map(|r| (r.clone(), sheet(&r))).collect();
    for choice in CHOICES {
        for value in choice.others(&set.choices) {
            let change = [(choice.path.to_owned(), value.clone())];
            let other = library.select(name, &change).unwrap();
            for (rules, here) in &tables {
                let Ok(varied) = Rules::new(other.clone(), rules.players) else { continue };
                changed += 1;
                let there = sheet(&varied);
                let (before, after) = (sentences_of(here), sentences_of(&there));
                assert!(after.iter().all(|text| whole(text)), "{name}: {} = {value}", choice.path);
                let differ = before != after;
                if !differ {
                    let same = same_game(rules, &varied, choice.path);
                    assert!(
                        same,
                        "{name} with {}: {} = {value} shows nowhere",
                        rules.players, choice.path
                    );
                }
                // Every sentence that differs stands in exactly one row.
                let all = diff(&varied, rules);
                let differences = if all.players.is_none() { all.differences } else { Vec::new() };
                let rows: usize = differences.iter().map(|d| d.here.len()).sum();
                let fresh = after.iter().filter(|text| !before.contains(text)).count();
                assert_eq!(rows, fresh, "{name}: {} = {value}", choice.path);
                assert!(!differ || !differences.is_empty(), "{name}: {}", choice.path);
            }
        }
    }
    changed
}

#[test]
fn what_differs_at_other_tables_alone_is_shown_for_them() {
    let library = library();
    let rules = |name: &str| Rules::new(library.select(name, &[]).unwrap(), 4).unwrap();
    let (here, there) = (rules("rummy-500+ten-for-two"), rules("rummy-500"));
    let diff = diff(&here, &there);
    assert_eq!(diff.players, Some(2));
    assert_eq!(diff.differences.len(), 1, "{:?}", diff.differences);
    assert_eq!(diff.differences[0].path, "dealing.hand");
    let text = diff_text(&diff);
    assert!(text.contains("With 2 players:"), "{text}");
    assert!(
        upcard_rulebook::diff_markdown(&diff).starts_with("Only tables of other sizes differ.")
    );
    // No variation of a game is without any difference.
    for id in library.ids() {
        let set = library.select(id, &[]).unwrap();
        let players = upcard_rulebook::usual_players(&set);
        for variation in &set.variations {
            let varied = library.select(&format!("{id}+{}", variation.id), &[]).unwrap();
            let (Ok(varied), Ok(rules)) =
                (Rules::new(varied, players), Rules::new(set.clone(), players))
            else {
                continue;
            };
            let differences = upcard_rulebook::diff(&varied, &rules).differences;
            assert!(!differences.is_empty(), "{id}+{}", variation.id);
        }
    }
}

#[test]
fn a_game_does_not_differ_from_itself() {
    let library = library();
    for id in library.ids() {
        let set = library.select(id, &[]).unwrap();
        for rules in tables(&set) {
            assert!(diff(&rules, &rules).differences.is_empty(), "{id}");
        }
    }
}

#[test]
fn what_the_command_line_prints_is_whole() {
    let library = library();
    for name in names(&library) {
        let set = library.select(&name, &[]).unwrap();
        for rules in tables(&set) {
            assert!(!show_text(&rules).contains('⟦'), "{name}");
            let json = show_json(&rules);
            assert_eq!(json["choices"].as_array().unwrap().len(), CHOICES.len());
            assert!(!json.to_string().contains('⟦'), "{name}");
        }
    }
    let ids: Vec<&str> = library.ids().collect();
    let rules = |id: &str| tables(&library.select(id, &[]).unwrap()).last().unwrap();
    for two in ids.windows(2) {
        assert!(whole(&diff_text(&diff(&rules(two[0]), &rules(two[1])))), "{two:?}");
    }
}

/// A choice that means nothing is no rule of any sheet, and stands in its footnote.
#[test]
fn idle_choices_stand_in_the_footnote_alone() {
    let library = library();
    for name in names(&library) {
        for rules in tables(&library.select(&name, &[]).unwrap()) {
            let sheet = sheet(&rules);
            let footnote: String = sheet
                .sections
                .iter()
                .filter(|section| section.chapter == Chapter::Idle)
                .flat_map(|section| &section.sentences)
                .map(|sentence| sentence.text.as_str())
                .collect();
            for path in &sheet.idle {
                let spoken = of_choice(&sheet, path).next();
                assert!(spoken.is_none(), "{name} with {}: {path}: {spoken:?}", rules.players);
                let label = choice_label(path);
                let listed = footnote.contains(&label) || footnote.contains(&chapter_label(path));
                assert!(listed, "{name} with {}: {path}", rules.players);
            }
        }
    }
}

/// What was made in vain comes first in it, with its value.
#[test]
fn a_choice_made_in_vain_is_named_in_the_footnote() {
    let changes = [("scoring.cap", Value::Int(80)), ("scoring.least", Value::Int(2))];
    let changes = changes.map(|(path, value)| (path.to_owned(), value));
    let set = library().select("gin", &changes).unwrap();
    let sheet = sheet(&Rules::new(set, 2).unwrap());
    let text = sheet_text(&sheet).replace("\n  ", " ");
    let made = "These choices were made, and nothing depends on them here: Most points of a deal: 80; \
                Fewest points of a loser: 2.";
    assert!(text.contains(made), "{text}");
    assert!(!text.contains("No deal costs a player more") && !text.contains("pays 2 points"));
}
