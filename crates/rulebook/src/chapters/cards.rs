//! The game in short, players and cards, the deal, contracts.

use upcard_cards::{Purity, RANKS, SizeRule};
use upcard_engine::DealRules;
use upcard_engine::choices::{
    Cut, ExtraCard, FirstDealer, LastDeal, OpeningUpcard, WhatCounts, WhoScores, WildSuits,
    WildsPerDeal, Winner, choice,
};

use crate::examples;
use crate::labels::{label_in, value_label};
use crate::names::{contract_words, wilds_names};
use crate::page::Page;
use crate::sheet::SizeTable;
use crate::words::{Args, commas, counted, has_message, list, number, plain, ranges, text};

pub(super) fn short(page: &mut Page<'_>) {
    let set = &page.rules.set;
    let catalogue = &set.catalogue;
    // The summary describes the unmodified game; changes are listed below.
    if !catalogue.summary.is_empty() && set.changed.is_empty() && !set.id.contains('+') {
        page.push(catalogue.summary.clone(), &[]);
    }
    let aim = match (page.rules.has_contracts(), page.has_hidden_melds()) {
        (true, _) => "short-contracts",
        (false, true) if page.has_knocking() => "short-knocking",
        (false, true) => "short-hidden",
        (false, false) => "short-free",
    };
    page.sentence(aim, &[], Args::new());
    page.sentence("short-turn", &[], Args::new());
    let scores = match page.c.scoring.who {
        WhoScores::Losers | WhoScores::Chips if page.c.scoring.what == WhatCounts::Deadwood => {
            "short-deadwood"
        }
        WhoScores::Losers | WhoScores::Chips => "short-losers",
        WhoScores::Difference => "short-difference",
        WhoScores::Winner => "short-winner",
        WhoScores::ShownMinusHand => "short-shown",
        WhoScores::Payments => "short-payments",
    };
    page.sentence(scores, &[], Args::new());
    let matching = &page.c.matching;
    let (id, n) = match (matching.eliminate_at.0, page.rules.target) {
        (Some(limit), _) => ("short-pool", usize::from(limit)),
        (None, Some(_)) => ("short-target", usize::from(matching.target)),
        (None, None) => ("short-deals", page.rules.schedule.len()),
    };
    let wins = match matching.winner {
        Winner::Highest => "most",
        Winner::Chips => "chips",
        _ => "fewest",
    };
    page.sentence(id, &[], Args::new().with("n", n).with("wins", wins));
    if !catalogue.also_known_as.is_empty() {
        let names = list(&catalogue.also_known_as);
        page.sentence("short-names", &[], Args::new().with("names", names));
    }
    let terms = &catalogue.terms;
    if !terms.set.is_empty() && !terms.run.is_empty() {
        let args = Args::new().with("set", terms.set.as_str()).with("run", terms.run.as_str());
        page.sentence("short-terms", &[], args);
    }
    for (id, word) in [("short-term-buy", &terms.buy), ("short-term-lay-off", &terms.lay_off)] {
        if !word.is_empty() {
            page.sentence(id, &[], Args::new().with("word", word.as_str()));
        }
    }
    if !catalogue.origin.is_empty() {
        page.sentence("short-origin", &[], Args::new().with("origin", catalogue.origin.as_str()));
    }
    let said = format!("difficulty-{}", catalogue.source);
    if has_message(&said, None) {
        page.sentence("difficulty", &[], Args::new().with("said", plain(&said)));
    }
    if catalogue.reconstruction {
        page.sentence("short-reconstruction", &[], Args::new());
    }
    let chosen: Vec<&str> = set.id.split('+').skip(1).collect();
    for variation in set.variations.iter().filter(|v| chosen.contains(&v.id.as_str())) {
        let args = Args::new().with("about", variation.about.as_str());
        page.sentence("short-variation", &[], args);
    }
    for (path, value) in &set.changed {
        // The canonical value: the argument may have been written differently.
        let value = choice(path).map_or_else(|| value.clone(), |known| known.get(&set.choices));
        let label = label_in(path, page.rules);
        let args = Args::new().with("label", label).with("value", value_label(path, &value));
        page.sentence("short-changed", &[], args);
    }
}

pub(super) fn players(page: &mut Page<'_>) {
    let rules = page.rules;
    let (min, max) = (page.c.players.min, page.c.players.max);
    let args = Args::new()
        .with("min", number(min))
        .with("max", number(max))
        .with("several", usize::from(min != max));
    page.sentence("players", &["players.min", "players.max"], args);
    if min != max {
        let args = Args::new().with("players", number(rules.players));
        page.sentence("written-for", &[], args);
    }
    let jokers = rules.pack.jokers();
    let packs = (rules.pack_size - jokers as usize) / 52;
    page.sentence("packs", &["pack.packs"], counted(packs as i64, "packs"));
    page.sentence("jokers", &["pack.jokers"], counted(jokers.into(), "jokers"));
    let args =
        Args::new().with("total", rules.pack_size).with("jokers", jokers).with("packs", packs);
    page.sentence("pack-total", &["pack.packs", "pack.jokers"], args);
    let pack = &page.c.pack;
    let wild = wilds_names(pack.wild_ranks.iter(), pack.wild_suits);
    let id = match (wild.is_empty(), jokers > 0) {
        (true, true) => "wild-jokers",
        (true, false) => "wild-nothing",
        (false, true) => "wild-jokers-and-ranks",
        (false, false) => "wild-ranks",
    };
    let ranks = Args::new().with("ranks", list(&wild));
    // If they are wild in every suit, suits are not mentioned.
    let suits = match page.c.pack.wild_suits {
        WildSuits::All => None,
        _ => Some("pack.wild-suits"),
    };
    let and_suits = |path| [Some(path), suits].into_iter().flatten().collect::<Vec<_>>();
    if page.c.wilds.per_deal == WildsPerDeal::None {
        page.sentence(id, &and_suits("pack.wild-ranks"), ranks);
    } else if page.c.wilds.per_deal == WildsPerDeal::Turned {
        page.sentence("wild-turned", &["wilds.per-deal"], Args::new());
        if jokers > 0 {
            page.choice("wilds.turned-joker");
        }
        page.choice("wilds.turned-card");
        if let Some(path) = suits {
            page.choice(path);
        }
        page.sentence(&format!("{id}-besides"), &["pack.wild-ranks"], ranks);
    } else {
        let of = |deal: &&DealRules| {
            let own = RANKS.into_iter().filter(|rank| deal.melds.has_wild_of(*rank));
            (deal.number, list(&wilds_names(own, page.c.pack.wild_suits)))
        };
        let by_number: Vec<(u8, String)> = page.deals().iter().map(of).collect();
        let args = Args::new().with("ranks", by_deal(&by_number));
        page.sentence("wild-by-deal", &and_suits("wilds.per-deal"), args);
        page.sentence(&format!("{id}-besides"), &["pack.wild-ranks"], ranks);
    }
    page.set_table(sizes(page));
}

/// Packs, jokers and hand sizes by number of players; `None` if there is only one row.
fn sizes(page: &Page<'_>) -> Option<SizeTable> {
    let c = page.c;
    let row = |players: u8| {
        let packs = c.pack.packs.at(players)?;
        let jokers = c.pack.jokers.at(players, packs)?;
        let hand =
            |deal: &&DealRules| Some((deal.number, c.dealing.hand.at(deal.number, players)?));
        let hands: Vec<(u8, u8)> = page.deals().iter().map(hand).collect::<Option<_>>()?;
        let cards = u16::from(packs) * 52 + u16::from(jokers);
        let most = hands.iter().map(|(_, n)| *n).max()?;
        let dealt = u16::from(most) * u16::from(players);
        (dealt < cards).then_some((players, packs, jokers, cards, hands))
    };
    let rows: Vec<_> = (c.players.min..=c.players.max).filter_map(row).collect();
    if rows.len() < 2 {
        return None;
    }
    // Hand sizes get a column only if they vary with the number of players.
    let with_hands = rows.windows(2).any(|two| two[0].4 != two[1].4);
    let mut columns: Vec<String> =
        ["sizes-players", "sizes-packs", "sizes-jokers", "sizes-cards"].map(plain).to_vec();
    columns.extend(with_hands.then(|| plain("sizes-hand")));
    let cells = |(players, packs, jokers, cards, hands): (u8, u8, u8, u16, Vec<(u8, u8)>)| {
        let mut cells = [u16::from(players), packs.into(), jokers.into(), cards]
            .map(|n| n.to_string())
            .to_vec();
        cells.extend(with_hands.then(|| hand_sizes(&hands)));
        cells
    };
    Some(SizeTable { columns, rows: rows.into_iter().map(cells).collect() })
}

pub(super) fn deal(page: &mut Page<'_>) {
    let jokers = if page.rules.pack.jokers() > 0 { "yes" } else { "no" };
    page.choice_with("dealing.first-dealer", &[], Args::new().with("jokers", jokers));
    if matches!(
        page.c.dealing.first_dealer,
        FirstDealer::DrawHigh | FirstDealer::DrawLow | FirstDealer::Toss
    ) {
        page.sentence("deal-redraw", &["dealing.first-dealer"], Args::new());
    }
    if page.c.dealing.first_dealer == FirstDealer::Chosen {
        let seat = Args::new().with("seat", page.c.dealing.first_seat);
        page.sentence("deal-first-seat", &["dealing.first-seat"], seat);
    }
    page.choice_with("dealing.next-dealer", &[], page.sides());
    if page.c.dealing.cut == Cut::Blind {
        page.choice_with("dealing.cut", &[], page.sides());
        let bonus = page.c.dealing.cut_bonus;
        if bonus > 0 {
            let needed = |deal: &DealRules| {
                let hands = u16::from(deal.hand) * u16::from(page.rules.players);
                (deal.number, (hands + u16::from(page.c.dealing.upcard)).to_string())
            };
            let needed: Vec<(u8, String)> = page.deals().into_iter().map(needed).collect();
            let args = Args::new()
                .with("bonus", bonus)
                .with("needed", by_deal(&needed))
                .with("players", number(page.rules.players));
            page.sentence("cut-bonus", &["dealing.cut-bonus"], args);
        }
    }
    let hands: Vec<(u8, u8)> = page.deals().iter().map(|d| (d.number, d.hand)).collect();
    let hand = hand_sizes(&hands);
    let hand = Args::new().with("hand", hand).with("at", number(page.c.dealing.at_a_time));
    page.sentence("hand", &["dealing.hand", "dealing.at-a-time"], hand);
    page.choice("dealing.upcard");
    page.sentence("deal-begins", &[], page.sides());
    if page.c.dealing.opening_upcard == OpeningUpcard::Offered {
        page.choice_with("dealing.opening-upcard", &[], page.sides());
    }
    if page.c.dealing.extra_card == ExtraCard::NonDealer {
        page.choice_with("dealing.extra-card", &[], page.sides());
    }
}

/// Hand sizes in words, by deal.
fn hand_sizes(hands: &[(u8, u8)]) -> String {
    let rising = hands
        .windows(2)
        .all(|two| two[1].0 == two[0].0 + 1 && two[1].1 == two[0].1.saturating_add(1));
    if let ([first, .., last], true) = (hands, rising && hands.len() > 2) {
        let args = Args::new()
            .with("first", number(first.1))
            .with("from", first.0)
            .with("last", number(last.1))
            .with("to", last.0);
        return text("hand-rising", None, &args);
    }
    let words: Vec<(u8, String)> = hands.iter().map(|(deal, n)| (*deal, number(*n))).collect();
    by_deal(&words)
}

/// One value, or values with their deals: `6 in deal 1, 7 in deals 2 and 3`.
pub(crate) fn by_deal(values: &[(u8, String)]) -> String {
    let Some((_, first)) = values.first() else { return String::new() };
    if values.iter().all(|(_, value)| value == first) {
        return first.clone();
    }
    let mut parts: Vec<(Vec<u8>, &String)> = Vec::new();
    for (deal, value) in values {
        match parts.iter_mut().find(|(_, known)| *known == value) {
            Some((deals, _)) => deals.push(*deal),
            None => parts.push((vec![*deal], value)),
        }
    }
    let part = |(deals, value): &(Vec<u8>, &String)| {
        let args = Args::new()
            .with("value", value.as_str())
            .with("n", deals.len())
            .with("deals", ranges(deals));
        text("in-deals", None, &args)
    };
    // Joined with commas only: the deals of each part already contain an 'and'.
    commas(&parts.iter().map(part).collect::<Vec<_>>())
}

pub(super) fn contracts(page: &mut Page<'_>) {
    if !page.rules.has_contracts() {
        let id = if page.has_hidden_melds() { "contracts-none-hidden" } else { "contracts-none" };
        page.sentence(id, &["contracts.deals"], Args::new());
        return;
    }
    if page.deals().len() > 1 {
        page.sentence("contracts", &[], Args::new());
    }
    for deal in page.deals() {
        let args = Args::new()
            .with("deal", deal.number)
            .with("cards", deal.contract.size())
            .with("contract", contract_words(&deal.contract));
        let named = page.rules.set.catalogue.terms.contracts.get(usize::from(deal.number) - 1);
        let (id, args) = match named {
            Some(name) => ("contract-named", args.with("name", name.as_str())),
            None => ("contract", args),
        };
        page.sentence(id, &["contracts.deals"], args);
        page.draw(examples::contract(deal, &page.rules.pack));
    }
    if page.deals().iter().any(|d| d.contract.elements.iter().any(|e| e.purity == Purity::Pure)) {
        page.sentence("contract-pure", &["contracts.deals"], Args::new());
    }
    let mixed = |deal: &DealRules| deal.contract.run_suits().is_mixed();
    page.of_deals("contract-mixed", &["contracts.deals"], mixed);
    let run_size = page.c.melds.run_size;
    for deal in page.deals().into_iter().filter(|deal| deal.melds.run_min < run_size) {
        let args = Args::new().with("deal", deal.number).with("size", number(deal.melds.run_min));
        page.sentence("contract-short-runs", &["contracts.deals", "melds.run-size"], args);
    }
    let last = page.rules.deals.len();
    if let Some(deal) = page.deals().into_iter().find(|deal| deal.number as usize == last)
        && page.c.matching.last_deal != LastDeal::AsOthers
    {
        // Not special if melds may be larger in every deal.
        let sizes = [page.c.laying_down.sets, page.c.laying_down.runs];
        // Nor if the melds already contain every rank.
        let whole_suits = deal.contract.elements.iter().all(|of| of.size >= deal.melds.run_max);
        let larger = usize::from(sizes.contains(&SizeRule::Exact) && !whole_suits);
        let args = Args::new().with("deal", last).with("larger", larger);
        page.choice_with("match.last-deal", &[], args);
    }
}
