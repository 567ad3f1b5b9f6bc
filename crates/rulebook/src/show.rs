//! Command line output on games and choices.

use serde_json::{Map, Value as Json, json};
use upcard_cards::{Card, JOKER, RANKS, Rank, Suit};
use upcard_engine::choices::{CHOICES, Choices, WildsPerDeal};
use upcard_engine::{DealRules, Library, RuleSet, Rules, Value};

use crate::flaws::forms_words;
use crate::labels::{chapter_label, choice_label, value_label};
use crate::names::{contract_words, rank_name, wilds_names};
use crate::render::wrapped;
use crate::words::{Args, list, plain, text};

fn heading(out: &mut String, id: &str) {
    out.push_str(&format!("\n{}\n", plain(id)));
}

/// Card values by rank, with the joker first if there is one.
fn card_values(rules: &Rules) -> Vec<(String, String, u8)> {
    let joker = (plain("card-joker"), JOKER.to_string(), rules.values[JOKER.index()]);
    let natural = |rank: Rank| {
        let card = Card::natural(rank, Suit::Clubs);
        (rank_name(rank), rank.letter().to_string(), rules.values[card.index()])
    };
    let joker = rules.pack.has(JOKER).then_some(joker);
    joker.into_iter().chain(RANKS.map(natural)).collect()
}

/// Full description of a game: pack, deals, contracts, buying, card values, and every choice with its
/// default.
#[must_use]
pub fn show_text(rules: &Rules) -> String {
    let (set, c) = (&rules.set, &rules.set.choices);
    let mut out = format!("{} ({})\n", set.catalogue.name, set.id);
    if !set.catalogue.summary.is_empty() {
        wrapped(&mut out, &set.catalogue.summary, "", "");
    }
    let range = (c.players.min != c.players.max).then_some("range");
    let args = Args::new()
        .with("min", c.players.min)
        .with("max", c.players.max)
        .with("players", rules.players);
    out.push_str(&format!("{}\n", text("show-players", range, &args)));

    heading(&mut out, "show-pack");
    let jokers = rules.pack.jokers();
    let args = Args::new()
        .with("packs", (rules.pack_size - jokers as usize) / 52)
        .with("jokers", jokers)
        .with("total", rules.pack_size);
    out.push_str(&format!("  {}\n", text("show-cards", None, &args)));
    let mut wild: Vec<String> = Vec::new();
    if jokers > 0 {
        wild.push(plain("card-joker"));
    }
    wild.extend(wilds_names(c.pack.wild_ranks.iter(), c.pack.wild_suits));
    match c.wilds.per_deal {
        WildsPerDeal::None => {}
        WildsPerDeal::HandSize => wild.push(plain("show-wild-hand-size")),
        WildsPerDeal::Turned => wild.push(plain("show-wild-turned")),
    }
    let wilds = if wild.is_empty() {
        plain("show-no-wilds")
    } else {
        text("show-wilds", None, &Args::new().with("wilds", list(&wild)))
    };
    out.push_str(&format!("  {wilds}\n"));

    heading(&mut out, "show-deals");
    for deal in &rules.deals {
        let contract = match contract_words(&deal.contract) {
            words if words.is_empty() => plain("show-no-contract"),
            words => format!("{words} [{}]", deal.contract),
        };
        let args = Args::new()
            .with("deal", deal.number)
            .with("contract", contract)
            .with("hand", deal.hand);
        out.push_str(&format!("  {}", text("show-deal", None, &args)));
        if deal.buying {
            let limit = deal.buy_limit.map_or_else(|| "none".to_owned(), |n| n.to_string());
            let args = Args::new()
                .with("limit", limit)
                .with("cards", deal.price_cards)
                .with("pennies", c.buying.price_pennies);
            out.push_str(&text("show-deal-buying", None, &args));
        }
        out.push('\n');
    }

    heading(&mut out, "show-values");
    for (name, _, points) in card_values(rules) {
        out.push_str(&format!("  {name:<6} {points:>3}\n"));
    }

    heading(&mut out, "show-choices");
    out.push_str(&choice_lines(c));
    variation_lines(set, &mut out);
    out
}

/// Every choice with its value, its meaning, and its default if different.
fn choice_lines(choices: &Choices) -> String {
    let defaults = Choices::default();
    let mut out = String::new();
    for choice in CHOICES {
        let (value, default) = (choice.get(choices), choice.get(&defaults));
        out.push_str(&format!("  {} = {value}", choice.path));
        let mark = if value == default { String::new() } else { format!(" {default}") };
        out.push_str(&format!("  ({}{mark})\n", plain("show-default")));
        wrapped(&mut out, choice.meaning(), "      ", "      ");
    }
    out
}

fn variation_lines(set: &RuleSet, out: &mut String) {
    if !set.variations.is_empty() {
        heading(out, "show-variations");
    }
    for variation in &set.variations {
        let first = format!("  +{}: ", variation.id);
        wrapped(out, &variation.about, &first, "      ");
    }
}

/// Full description of a game as JSON.
#[must_use]
pub fn show_json(rules: &Rules) -> Json {
    let (set, c) = (&rules.set, &rules.set.choices);
    let jokers = rules.pack.jokers();
    let deal = |deal: &DealRules| {
        json!({
            "deal": deal.number,
            "contract": deal.contract.to_string(),
            "contract-words": contract_words(&deal.contract),
            "contract-cards": deal.contract.size(),
            "hand": deal.hand,
            "whole-hand": deal.whole_hand,
            "no-discard": deal.no_discard,
            "buying": deal.buying,
            "price-cards": deal.price_cards,
            "buy-limit": deal.buy_limit,
        })
    };
    let values = card_values(rules).into_iter();
    let values: Map<String, Json> = values.map(|(_, card, points)| (card, json!(points))).collect();
    let schedule: Vec<u8> = rules.schedule.iter().map(|i| i + 1).collect();
    json!({
        "id": set.id,
        "name": set.catalogue.name,
        "also-known-as": set.catalogue.also_known_as,
        "summary": set.catalogue.summary,
        "origin": set.catalogue.origin,
        "reconstruction": set.catalogue.reconstruction,
        "players": rules.players,
        "min-players": c.players.min,
        "max-players": c.players.max,
        "packs": (rules.pack_size - jokers as usize) / 52,
        "jokers": jokers,
        "cards": rules.pack_size,
        "wild-suits": c.pack.wild_suits.word(),
        "wild-ranks": c.pack.wild_ranks.iter().map(|r| r.letter().to_string()).collect::<Vec<_>>(),
        "deals": rules.deals.iter().map(deal).collect::<Vec<_>>(),
        "schedule": schedule,
        "target": rules.target,
        "values": values,
        "choices": choices_json(c),
        "variations": variations_json(set),
    })
}

/// Catalogue as JSON: a list of games.
#[must_use]
pub fn games_json(library: &Library) -> Json {
    let sets = library.ids().filter_map(|id| library.select(id, &[]).ok());
    let each = |set: RuleSet| {
        json!({
            "id": set.id,
            "name": set.catalogue.name,
            "summary": set.catalogue.summary,
            "origin": set.catalogue.origin,
            "min-players": set.choices.players.min,
            "max-players": set.choices.players.max,
            "usual-players": set.usual_players(),
            "variations": variations_json(&set),
        })
    };
    Json::Array(sets.map(each).collect())
}

fn variations_json(set: &RuleSet) -> Vec<Json> {
    set.variations.iter().map(|v| json!({ "id": v.id, "about": v.about })).collect()
}

/// Every choice with value, default and meaning, as JSON.
#[must_use]
pub fn choices_json(choices: &Choices) -> Json {
    let defaults = Choices::default();
    let each = |choice: &upcard_engine::choices::Choice| {
        let (value, default) = (choice.get(choices), choice.get(&defaults));
        json!({
            "path": choice.path,
            "chapter": chapter_label(choice.path),
            "label": choice_label(choice.path),
            "value": json_of(&value),
            "words": value_label(choice.path, &value),
            "default": json_of(&default),
            "expected": forms_words(choice.forms),
            "meaning": choice.meaning(),
        })
    };
    Json::Array(CHOICES.iter().map(each).collect())
}

fn json_of(value: &Value) -> Json {
    match value {
        Value::Int(n) => json!(n),
        Value::Bool(yes) => json!(yes),
        Value::Text(text) => json!(text),
        Value::List(items) => Json::Array(items.iter().map(json_of).collect()),
        Value::Map(rows) => {
            Json::Object(rows.iter().map(|(key, value)| (key.clone(), json_of(value))).collect())
        }
    }
}

/// Every choice of a game with value, default and meaning, and the game's variations.
#[must_use]
pub fn choices_text(set: &RuleSet) -> String {
    let mut out = format!("{} ({})\n\n", set.catalogue.name, set.id);
    out.push_str(&choice_lines(&set.choices));
    variation_lines(set, &mut out);
    out
}

/// Catalogue: every game with its id, name, table sizes and summary.
#[must_use]
pub fn games_text(library: &Library) -> String {
    let mut out = String::new();
    for id in library.ids() {
        let Ok(set) = library.select(id, &[]) else { continue };
        let players = &set.choices.players;
        let args = Args::new().with("min", players.min).with("max", players.max);
        let range = (players.min != players.max).then_some("range");
        let players = text("show-players-short", range, &args);
        out.push_str(&format!("{id:<24} {} ({players})\n", set.catalogue.name));
        wrapped(&mut out, &set.catalogue.summary, "    ", "    ");
        let names: Vec<String> = set.variations.iter().map(|v| format!("+{}", v.id)).collect();
        if !names.is_empty() {
            wrapped(&mut out, &names.join(" "), "    ", "    ");
        }
    }
    out
}
